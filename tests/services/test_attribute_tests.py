"""Tests of campaign attributes: called, rolled once, weighed; and what stays on record."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.utils.translation import override

from campaign.services import change_table_rules
from characters.selectors import hero_points_left
from notifications.models import Notice
from notifications.wording import words_for
from rulebook.errors import Refused
from story import services
from story.models import AttributeTest, SceneRoll
from story.selectors import frames
from story.selectors.reading import shown_posts
from story.selectors.sight import rolls_visible_to
from tests.company import NOON, active
from tests.plot import asked
from tests.storytelling import later, loaded, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, carla, sam):
    return told((alice, bob, carla, sam))


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def called(frame, director, character, **about):
    given = {"attribute": "leadership", "penalty": 15, "reason": "It is dark"} | about
    return services.call_test(frame=frame, by=director, character=character, at=later(), **given)


def rolled(test, by, face):
    return services.roll_test(test=test, by=by, at=later(), dice=loaded(**{f"d{test.die}": [face]}))


def live(reader):
    return Notice.objects.filter(reader=reader, kind="test", withdrawn_at__isnull=True)


class TestCalling:
    def test_test_2_the_director_calls_it_and_its_player_is_told(self, table, alice, bob, carla):
        """TEST-2: who, which attribute, the penalty with its reason; as the sheet has it at that moment."""
        hero = bob.characters.get()
        test = called(asked(table[1], alice), alice, hero)
        assert (test.value, test.penalty, test.die) == (hero.leadership, 15, 100)
        with override("en"):
            assert "Leadership" in words_for(live(bob).get(), now=NOON).sentence
        assert not live(carla).exists()

    @pytest.mark.parametrize(
        ("about", "code"),
        [
            ({"attribute": "strength"}, "unknown-attribute"),
            ({"penalty": -1}, "bad-penalty"),
            ({"penalty": 101}, "bad-penalty"),
            ({"reason": " "}, "reason-needed"),
        ],
    )
    def test_what_makes_no_test_is_refused(self, table, alice, bob, about, code):
        with refusal(code):
            called(asked(table[1], alice), alice, bob.characters.get(), **about)
        assert not AttributeTest.objects.exists()

    def test_the_dead_are_not_tested_and_players_call_none(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        with pytest.raises(PermissionDenied):
            called(frame, bob, hero)
        hero.status = "dead"
        hero.save()
        with refusal("not-active"):
            called(frame, alice, hero)

    def test_char_2_the_director_rolls_for_a_secondary_that_is_no_protagonist(self, table, alice, bob):
        campaign, scene = table
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        ulf = active(campaign, bob, alice, name="Ulf", rank="secondary")
        plain, his = called(asked(scene, alice), alice, ulf), asked(scene, alice, protagonists=(ulf.pk,))
        assert not live(bob).exists()
        with pytest.raises(PermissionDenied):
            rolled(plain, bob, 5)
        rolled(called(his, alice, ulf), bob, 5)

    def test_char_2_where_the_table_says_so_its_player_rolls_for_a_secondary(self, table, alice, bob, carla):
        campaign, scene = table
        change_table_rules(campaign=campaign, settings={"secondary_in_plot": "player"}, by=alice, at=NOON)
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        test = called(asked(scene, alice), alice, active(campaign, bob, alice, name="Ulf", rank="secondary"))
        with pytest.raises(PermissionDenied):
            rolled(test, carla, 5)
        rolled(test, bob, 5)


class TestRolling:
    @pytest.mark.parametrize(("face", "success"), [(45, True), (46, False), (1, True), (100, False)])
    def test_test_1_equal_to_or_below_the_attribute_less_the_penalty_succeeds(self, table, alice, bob, face, success):
        """TEST-1: leadership 60 less 15."""
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, face)
        assert frames.result_of(test).success is success

    def test_test_1_the_die_is_the_tables(self, table, alice, bob):
        change_table_rules(campaign=table[0], settings={"test_die": 20}, by=alice, at=NOON)
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get(), penalty=50), alice, 10)
        assert (test.roll.expression, frames.result_of(test).success) == ("1d20", True)

    def test_the_roll_is_a_row_of_the_dice_log_that_nothing_repeats(self, table, alice, bob, carla):
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 90)
        for by in (bob, alice):
            with refusal("test-rolled"):
                rolled(test, by, 1)
        services.withdraw_post(post=test.frame.post, by=alice, at=later())
        assert SceneRoll.objects.get().total == 90
        assert rolls_visible_to(carla).get().reason == "The ford"

    def test_an_edit_of_the_frame_keeps_the_roll_and_shows_it_once(self, table, alice, bob):
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 90)
        post = test.frame.post
        services.edit_post(post=post, by=alice, words=services.Words("It groans."), version=1, at=later())
        test.refresh_from_db()
        assert test.roll.total == 90
        assert shown_posts([post], bob, table[0])[0].rolls == ()

    def test_others_do_not_roll_and_only_readers_of_the_frame_know_of_it(self, table, alice, bob, carla, sam):
        frame = asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        test = called(frame, alice, bob.characters.get())
        for user in (carla, sam):
            assert not frames.tests_visible_to(user).exists()
            with pytest.raises(PermissionDenied):
                rolled(test, user, 1)
        rolled(test, bob, 1)
        assert not rolls_visible_to(carla).exists() and rolls_visible_to(bob).exists()

    def test_a_test_of_somebody_who_cannot_read_the_frame_is_the_directors_alone(self, table, alice, bob, carla):
        frame = asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        test = called(frame, alice, carla.characters.get())
        assert not live(carla).exists()
        with pytest.raises(PermissionDenied):
            rolled(test, carla, 1)
        rolled(test, alice, 1)

    def test_the_player_is_asked_no_more_and_the_director_is_told(self, table, alice, bob):
        rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 90)
        assert not live(bob).exists()
        assert live(alice).get().data["what"] == "rolled"

    def test_one_called_off_is_not_rolled_and_a_rolled_one_not_called_off(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        test = called(frame, alice, hero)
        services.call_off(test=test, by=alice, at=later())
        assert not live(bob).exists()
        with refusal("test-off"):
            rolled(test, bob, 1)
        with refusal("test-rolled"):
            services.call_off(test=rolled(called(frame, alice, hero), bob, 1), by=alice, at=later())

    def test_closing_the_frame_calls_off_what_nobody_rolled(self, table, alice, bob):
        frame = asked(table[1], alice)
        test = called(frame, alice, bob.characters.get())
        services.close_frame(frame=frame, by=alice, words="Over.", chosen=None, key="k", at=later())
        test.refresh_from_db()
        assert test.called_off_at is not None and not live(bob).exists()
        with refusal("frame-closed"):
            called(frame, alice, bob.characters.get())


class TestHeroPoints:
    def test_stat_8_three_points_roll_a_failed_test_once_more_and_both_stay(self, table, alice, bob):
        """STAT-8: a re-roll in the plot costs 3; the new face stands."""
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 90)
        test = services.reroll_test(test=test, by=bob, at=later(), dice=loaded(d100=[12]))
        assert (test.roll.total, test.reroll.total, frames.result_of(test).success) == (90, 12, True)
        assert hero_points_left(bob.characters.get()) == 2
        with refusal("test-rolled"):
            services.reroll_test(test=test, by=bob, at=later())
        assert SceneRoll.objects.count() == 2

    def test_a_success_is_not_rolled_again_nor_one_that_was_weighed_or_not_rolled(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        waiting, passed = called(frame, alice, hero), rolled(called(frame, alice, hero), bob, 1)
        failed = rolled(called(frame, alice, hero), bob, 99)
        services.weigh_test(test=failed, by=alice, plot="a", logic="b", verdict="c", at=later())
        for test, code in ((waiting, "not-rolled"), (passed, "test-passed"), (failed, "test-weighed")):
            with refusal(code):
                services.reroll_test(test=test, by=bob, at=later())
        assert hero_points_left(bob.characters.get()) == 5

    def test_without_points_there_is_no_second_roll(self, table, alice, bob):
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 99)
        bob.characters.update(hero_points_spent=3)
        with refusal("not-enough-hero-points"):
            services.reroll_test(test=test, by=bob, at=later())
        assert SceneRoll.objects.count() == 1


class TestWeighing:
    def test_test_2_the_three_are_weighed_on_record_once(self, table, alice, bob):
        """TEST-2: the result beside the direction of the plot and the logic of the events."""
        test = rolled(called(asked(table[1], alice), alice, bob.characters.get()), bob, 99)
        with refusal("weighing-needed"):
            services.weigh_test(test=test, by=alice, plot="a", logic=" ", verdict="c", at=later())
        services.weigh_test(test=test, by=alice, plot="a", logic="b", verdict="c", at=later())
        assert live(bob).get().data["what"] == "weighed"
        with refusal("test-weighed"):
            services.weigh_test(test=test, by=alice, plot="x", logic="y", verdict="z", at=later())

    def test_there_must_be_something_to_weigh_and_it_is_the_directors(self, table, alice, bob):
        test = called(asked(table[1], alice), alice, bob.characters.get())
        with refusal("not-rolled"):
            services.weigh_test(test=test, by=alice, plot="a", logic="b", verdict="c", at=later())
        with pytest.raises(PermissionDenied):
            services.weigh_test(test=test, by=bob, plot="a", logic="b", verdict="c", at=later())
