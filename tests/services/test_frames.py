"""Story frames: who votes, what an extra vote costs, who sees the count, how a frame is closed, who is told."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.utils.translation import override

from campaign.services import change_table_rules
from characters.models import SheetChange
from characters.selectors import hero_points_left
from notifications.models import Notice
from notifications.wording import words_for
from rulebook.errors import Refused, TooLate
from story import services
from story.models import ExtraVote, FrameVote, Post, StoryFrame
from story.selectors.frames import count_of, frames_visible_to, shown_frame
from story.selectors.sight import posts_visible_to
from tests.company import NOON, active
from tests.plot import OPTIONS, asked
from tests.storytelling import later, scene_in, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def table(alice, bob, carla, sam):
    return told((alice, bob, carla, sam))


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def choose(frame, player, option=1, **about):
    return services.vote(frame=frame, player=player, option=option, **({"at": later()} | about))


def close(frame, director, **about):
    said = {"words": "They cross.", "chosen": 1, "key": "closing", "at": later()} | about
    return services.close_frame(frame=frame, by=director, **said)


def live(reader, *kinds):
    return Notice.objects.filter(reader=reader, kind__in=kinds, withdrawn_at__isnull=True)


def companion(campaign, player, director, name="Ulf"):
    return active(campaign, player, director, name=name, rank="companion")


class TestOpening:
    def test_only_the_director_opens_a_frame(self, table, bob):
        with pytest.raises(PermissionDenied):
            asked(table[1], bob)

    def test_frame_1_it_is_a_post_of_the_scene_with_its_options(self, table, alice, bob):
        """FRAME-1: the director narrates and offers options."""
        frame = asked(table[1], alice)
        assert list(frame.options.values_list("text", flat=True)) == list(OPTIONS)
        assert posts_visible_to(bob).get() == frame.post

    def test_the_same_key_gives_the_same_frame(self, table, alice):
        first = asked(table[1], alice, key="k")
        assert asked(table[1], alice, key="k") == first
        assert (StoryFrame.objects.count(), Post.objects.count()) == (1, 1)

    @pytest.mark.parametrize(
        ("about", "code"),
        [
            ({"title": " "}, "title-needed"),
            ({"options": ("Alone",)}, "bad-options"),
            ({"options": ("Twice", "twice ")}, "bad-options"),
            ({"options": tuple(str(number) for number in range(11))}, "bad-options"),
            ({"options": ("x" * 301, "y")}, "option-too-long"),
            ({"until": NOON - HOUR}, "bad-until"),
            ({"until": NOON + timedelta(days=400)}, "bad-until"),
            ({"ballot": "secret"}, "bad-ballot"),
            ({"words": {"body": " "}}, "nothing-written"),
        ],
    )
    def test_what_makes_no_frame_is_refused_and_leaves_nothing(self, table, alice, about, code):
        with refusal(code):
            asked(table[1], alice, **about)
        assert not Post.objects.exists()

    def test_a_frame_for_some_is_known_to_nobody_else(self, table, alice, bob, carla):
        frame = asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        assert frames_visible_to(bob).get() == frame
        assert not frames_visible_to(carla).exists()
        assert [seat.player for seat in shown_frame(frame, bob, at=NOON).seats] == [bob]
        with pytest.raises(PermissionDenied):
            choose(frame, carla)


class TestVoting:
    def test_frame_1_each_player_has_one_vote_and_may_change_it(self, table, alice, bob):
        """FRAME-1: one vote per player."""
        frame = asked(table[1], alice)
        companion(table[0], bob, alice)
        choose(frame, bob, 1)
        choose(frame, bob, 2)
        assert FrameVote.objects.count() == 1
        assert count_of(frame).weights == {1: 0, 2: 1, 3: 0}

    def test_frame_1_each_character_where_the_table_says_so(self, table, alice, bob):
        """FRAME-1, table rule votes = character: hero and companion vote apart."""
        change_table_rules(campaign=table[0], settings={"votes": "character"}, by=alice, at=NOON)
        second = companion(table[0], bob, alice)
        frame = asked(table[1], alice)
        with refusal("no-vote"):
            choose(frame, bob, 1)
        choose(frame, bob, 1, voter=f"c{bob.characters.get(name='Hrolf').pk}")
        choose(frame, bob, 2, voter=f"c{second.pk}")
        assert count_of(frame).weights == {1: 1, 2: 1, 3: 0}

    def test_frame_1_a_secondary_chooses_only_where_it_is_the_protagonist(self, table, alice, bob, carla):
        """FRAME-1, CHAR-2."""
        campaign, scene = table
        change_table_rules(campaign=campaign, settings={"votes": "character"}, by=alice, at=NOON)
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        ulf = active(campaign, bob, alice, name="Ulf", rank="secondary")
        plain, his = asked(scene, alice), asked(scene, alice, title="Ulf alone", protagonists=(ulf.pk,))
        with refusal("no-vote"):
            choose(plain, bob, 1, voter=f"c{ulf.pk}")
        choose(his, bob, 1, voter=f"c{ulf.pk}", pay=[])
        assert count_of(his).total == 1

    def test_spectators_directors_and_strangers_have_no_vote(self, table, alice, sam, zoe):
        frame = asked(table[1], alice)
        for user in (alice, sam):
            with refusal("no-vote"):
                choose(frame, user)
        with pytest.raises(PermissionDenied):
            choose(frame, zoe)
        type(table[0]).objects.filter(pk=table[0].pk).update(is_public=True)
        with refusal("no-vote"):
            choose(frame, zoe)

    def test_an_option_that_is_not_there_is_refused(self, table, alice, bob):
        frame = asked(table[1], alice)
        with refusal("unknown-option"):
            choose(frame, bob, 4)
        assert not FrameVote.objects.exists()

    def test_a_vote_at_the_last_moment_is_late_and_one_before_it_counts(self, table, alice, bob, carla):
        until = NOON + HOUR
        frame = asked(table[1], alice, at=NOON, until=until)
        choose(frame, bob, at=until - timedelta(milliseconds=1))
        with refusal("vote-over"):
            choose(frame, carla, at=until)
        assert count_of(frame).total == 1

    def test_nobody_votes_in_a_closed_frame_or_a_closed_scene(self, table, alice, bob):
        frame = asked(table[1], alice)
        services.set_status(scene=table[1], by=alice, status="closed")
        with refusal("scene-closed"):
            choose(frame, bob)
        services.set_status(scene=table[1], by=alice, status="open")
        close(frame, alice)
        with refusal("frame-closed"):
            choose(frame, bob)


class TestExtraVotes:
    def test_stat_8_an_extra_vote_costs_two_hero_points_and_follows_its_vote(self, table, alice, bob):
        """STAT-8: one extra vote in a decision, 2; the points are spent on record."""
        frame, hero = asked(table[1], alice), bob.characters.get()
        choose(frame, bob, 1, pay=[hero.pk])
        choose(frame, bob, 3)
        hero.refresh_from_db()
        assert count_of(frame).weights == {1: 0, 2: 0, 3: 2}
        assert hero_points_left(hero) == 3
        assert SheetChange.objects.get(character=hero, field="hero-points-vote").reason == "The ford"

    def test_sheets_name_no_frame_and_no_scene_that_not_everybody_may_know_of(self, table, alice, bob):
        campaign, hero = table[0], bob.characters.get()
        secret = scene_in(campaign, alice, title="The traitor", openness="chosen", readers=[bob.pk])
        frame = asked(secret, alice, title="Whom to betray")
        choose(frame, bob, 1, pay=[hero.pk])
        scene_in(campaign, alice, title="The second traitor", openness="members")
        told_now = list(hero.changes.order_by("pk").values_list("field", "reason"))[-2:]
        assert told_now == [("hero-points-vote", "frame"), ("hero-points", "scene")]
        # What was written before they were left out is put right too, and open ones keep their names.
        aloud = asked(table[1], alice, title="The ford")
        choose(aloud, bob, 1, pay=[hero.pk])
        hero.changes.filter(field="hero-points-vote", reason="frame").update(reason="Whom to betray")
        hero.changes.filter(field="hero-points", reason="scene").update(reason="The second traitor")
        import_module("story.migrations.0004_sheets_name_nothing_hidden").hide(apps, None)
        reasons = hero.changes.filter(field__startswith="hero-points").order_by("pk").values_list("reason", flat=True)
        assert list(reasons) == ["frame", "scene", "The ford"]

    def test_stat_8_each_character_pays_once_in_a_decision(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        second = companion(table[0], bob, alice)
        choose(frame, bob, 1, pay=[hero.pk])
        with refusal("extra-taken"):
            choose(frame, bob, 1, pay=[hero.pk])
        choose(frame, bob, 1, pay=[second.pk])
        assert (count_of(frame).total, ExtraVote.objects.count()) == (3, 2)

    def test_points_that_are_not_there_buy_nothing_and_the_vote_is_not_given(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        type(hero).objects.filter(pk=hero.pk).update(hero_points_spent=4)
        with refusal("not-enough-hero-points"):
            choose(frame, bob, 1, pay=[hero.pk])
        assert not FrameVote.objects.exists()

    def test_nobody_pays_with_anothers_hero(self, table, alice, bob, carla):
        frame = asked(table[1], alice)
        with refusal("not-a-voter"):
            choose(frame, bob, 1, pay=[carla.characters.get().pk])

    def test_a_protagonist_secondary_pays_with_its_own_point_only_where_it_has_enough(self, table, alice, bob):
        campaign, scene = table
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        ulf = active(campaign, bob, alice, name="Ulf", rank="secondary")
        frame = asked(scene, alice, protagonists=(ulf.pk,))
        with refusal("not-enough-hero-points"):
            choose(frame, bob, 1, pay=[ulf.pk])
        change_table_rules(campaign=campaign, settings={"hero_points_vote": 1}, by=alice, at=NOON)
        choose(frame, bob, 1, pay=[ulf.pk])
        assert count_of(frame).total == 2


class TestSight:
    def test_a_sealed_vote_shows_who_voted_but_not_for_what(self, table, alice, bob, carla):
        frame = asked(table[1], alice)
        choose(frame, bob, 2)
        seen = shown_frame(frame, carla, at=later())
        assert [(one.weight, one.by) for one in seen.options] == [(None, None)] * 3
        assert [seat.player for seat in seen.voted] == [bob]
        assert shown_frame(frame, alice, at=later()).options[1].weight == 1

    def test_an_open_one_shows_every_vote_and_a_closed_one_too(self, table, alice, bob, carla):
        frame = asked(table[1], alice, ballot="open")
        choose(frame, bob, 2)
        assert shown_frame(frame, carla, at=later()).options[1].by == ("Bob",)
        sealed = asked(table[1], alice)
        choose(sealed, bob, 2)
        close(sealed, alice)
        sealed.refresh_from_db()
        assert shown_frame(sealed, carla, at=later()).options[1].by == ("Bob",)

    def test_who_has_left_or_died_keeps_the_vote_that_was_given(self, table, alice, bob):
        frame = asked(table[1], alice)
        choose(frame, bob, 2)
        bob.characters.update(status="dead")
        assert count_of(frame).weights[2] == 1
        assert not shown_frame(frame, bob, at=later()).may_vote

    def test_a_withdrawn_frame_is_gone_for_the_players(self, table, alice, bob):
        frame = asked(table[1], alice)
        services.withdraw_post(post=frame.post, by=alice, at=later())
        assert not frames_visible_to(bob).exists()
        with pytest.raises(PermissionDenied):
            choose(frame, bob)
        assert not live(bob, "vote").exists()


class TestClosing:
    def test_frame_1_the_outcome_is_published_and_names_the_option(self, table, alice, bob):
        """FRAME-1: the director closes it and writes the outcome."""
        frame = asked(table[1], alice, words={"body": "Boo.", "voice": "npc", "npc": "The skald"})
        outcome = close(frame, alice, chosen=2)
        frame.refresh_from_db()
        assert (frame.chosen.number, frame.outcome, outcome.reply_to) == (2, outcome, frame.post)
        assert outcome.speaker_name == "The skald"
        assert posts_visible_to(bob).filter(pk=outcome.pk).exists()

    def test_the_outcome_of_a_frame_for_some_is_for_the_same(self, table, alice, bob, carla):
        frame = asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        outcome = close(frame, alice)
        assert posts_visible_to(bob).filter(pk=outcome.pk).exists()
        assert not posts_visible_to(carla).filter(pk=outcome.pk).exists()

    def test_it_is_closed_once_and_the_same_form_twice_is_the_same(self, table, alice):
        frame = asked(table[1], alice)
        first = close(frame, alice)
        assert close(frame, alice) == first
        with pytest.raises(TooLate):
            close(frame, alice, key="another")
        assert Post.objects.count() == 2

    def test_players_do_not_close(self, table, alice, bob):
        frame = asked(table[1], alice)
        with pytest.raises(PermissionDenied):
            close(frame, bob)
        with pytest.raises(PermissionDenied):
            services.change_until(frame=frame, by=bob, until=None, at=later())


class TestNotices:
    def test_whoever_has_a_vote_is_told_and_hears_no_more_once_it_is_given(self, table, alice, bob, carla, sam):
        frame = asked(table[1], alice)
        assert {one.reader for one in Notice.objects.filter(kind="vote")} == {bob, carla}
        choose(frame, bob)
        assert not live(bob, "vote").exists() and live(carla, "vote").exists()
        assert not live(alice, "vote").exists()
        choose(frame, carla)
        told_all = live(alice, "vote").get()
        assert told_all.data["what"] == "all"
        with override("en"):
            assert "The ford" in words_for(told_all, now=NOON).sentence

    def test_with_two_votes_of_ones_own_the_notice_stands_until_both_are_given(self, table, alice, bob):
        change_table_rules(campaign=table[0], settings={"votes": "character"}, by=alice, at=NOON)
        second = companion(table[0], bob, alice)
        frame = asked(table[1], alice)
        choose(frame, bob, voter=f"c{second.pk}")
        assert live(bob, "vote").exists()
        choose(frame, bob, voter=f"c{bob.characters.get(name='Hrolf').pk}")
        assert not live(bob, "vote").exists()

    def test_the_sweep_reminds_once_and_tells_the_director_when_time_is_over(self, table, alice, bob, carla):
        frame = asked(table[1], alice, at=NOON, until=NOON + 8 * HOUR)
        choose(frame, bob, at=NOON + HOUR)
        assert services.sweep_votes(NOON + 5 * HOUR) == 0
        assert services.sweep_votes(NOON + 6 * HOUR) == 1
        assert services.sweep_votes(NOON + 6 * HOUR) == 0
        assert live(carla, "deadline-near").get().deadline == NOON + 8 * HOUR
        assert not live(bob, "deadline-near").exists()
        with override("en"):
            assert "not given" in words_for(live(carla, "deadline-near").get(), now=NOON).sentence
        assert services.sweep_votes(NOON + 8 * HOUR) == 1
        assert services.sweep_votes(NOON + 9 * HOUR) == 0
        assert not live(carla, "vote", "deadline-near").exists()
        assert live(alice, "vote").get().data["what"] == "over"

    def test_another_time_opens_the_vote_again_and_tells_whoever_owes_one(self, table, alice, bob, carla):
        frame = asked(table[1], alice, at=NOON, until=NOON + HOUR)
        choose(frame, bob, at=NOON)
        services.sweep_votes(NOON + HOUR)
        services.change_until(frame=frame, by=alice, until=NOON + 5 * HOUR, at=NOON + 2 * HOUR)
        assert live(carla, "vote").get().deadline == NOON + 5 * HOUR
        assert not live(bob, "vote").exists()
        choose(frame, carla, at=NOON + 3 * HOUR)
        assert count_of(frame).total == 2

    def test_closing_silences_everybody(self, table, alice, carla):
        frame = asked(table[1], alice)
        close(frame, alice)
        assert not Notice.objects.filter(kind="vote", withdrawn_at__isnull=True).exists()

    def test_a_reader_who_is_shut_out_of_the_scene_hears_nothing_any_more(self, table, alice, bob, carla):
        scene = scene_in(table[0], alice, openness="chosen", readers=[bob.pk, carla.pk])
        asked(scene, alice)
        services.change_scene(scene=scene, by=alice, readers=(carla.pk,), at=later())
        assert not live(bob, "vote").exists() and live(carla, "vote").exists()
