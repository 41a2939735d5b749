"""Drafts, petitions, the door, debts, deaths in the plot, succession, farewells and hero points."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from campaign.services import allow_characters, change_table_rules, set_door
from characters import selectors, services
from characters.desk import desk_of, open_debts
from characters.models import Character, Claim, Petition
from characters.proposals import BrokenRules
from characters.rosters import against, outlook
from characters.services.log import change
from characters.shown import log_lines
from notifications.models import Notice
from notifications.wording import words_for
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.catalogue.own import STARTING
from tests.company import NOON, active, march, membership, proposed, wish
from tests.services.test_battles_end import at_the_end, finish

pytestmark = pytest.mark.django_db


def told(user):
    return [notice.data["what"] for notice in Notice.objects.filter(reader=user, withdrawn_at__isnull=True)]


def fought(character, code, *, slots=1, friendly=False):
    services.record_battle(
        character=character,
        battle_code=code,
        battle_name=f"Battle {code}",
        slots=slots,
        friendly=friendly,
        defeated=False,
        won=True,
        enemies_defeated=0,
        fought_at=NOON,
    )


class TestDrafts:
    def test_nobody_but_its_player_sees_one_and_it_takes_no_place(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        draft = services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign, reaction=99))
        assert [selectors.visible_to(user).filter(pk=draft.pk).exists() for user in (bob, alice, carla)] == [
            True,
            False,
            False,
        ]
        assert not selectors.may_change(draft, alice)
        assert selectors.party_of(bob, campaign) == ()
        assert desk_of(campaign).proposals == ()
        assert told(alice) == []
        proposed(campaign, bob)

    def test_sent_it_is_judged_and_goes_to_the_director(self, alice, bob):
        campaign = march(alice, bob)
        draft = services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign, reaction=99))
        with pytest.raises(BrokenRules):
            services.revise_character(character=draft, by=bob, proposal=wish(campaign, reaction=99), at=NOON)
        sent = services.revise_character(character=draft, by=bob, proposal=wish(campaign), at=NOON)
        assert (sent.pk, sent.status, told(alice)) == (draft.pk, "proposed", ["proposed"])
        assert not sent.changes.exists()

    def test_five_are_the_most_and_one_that_was_sent_is_no_draft_any_more(self, alice, bob):
        campaign = march(alice, bob)
        drafts = [services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign)) for _n in range(5)]
        with pytest.raises(Illegal) as refused:
            services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign))
        assert refused.value.code == "too-many-drafts"
        sent = services.revise_character(character=drafts[0], by=bob, proposal=wish(campaign), at=NOON)
        with pytest.raises(TooLate):
            services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign), character=sent)

    def test_somebody_elses_draft_is_not_written_on(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        draft = services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign))
        with pytest.raises(PermissionDenied):
            services.save_draft(campaign=campaign, player=carla, proposal=wish(campaign), character=draft)
        with pytest.raises(PermissionDenied):
            services.withdraw_proposal(character=draft, by=alice, at=NOON)

    def test_a_revision_leaves_what_changed_on_the_log(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = proposed(campaign, bob)
        figures = replace(wish(campaign).figures, strength=8)
        services.revise_character(
            character=hrolf, by=bob, proposal=wish(campaign, figures=figures, name="Hrolf II"), at=NOON
        )
        lines = {(one.field, one.before, one.after) for one in hrolf.changes.filter(reason="revised")}
        assert lines == {("strength", "9", "8"), ("name", "Hrolf", "Hrolf II")}


class TestDoor:
    def test_char_3_behind_a_shut_door_the_approved_wait(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        set_door(campaign=campaign, by=alice, is_open=False)
        hrolf = services.approve_character(character=proposed(campaign, bob), by=alice, at=NOON)
        assert hrolf.status == "at-door"
        assert not selectors.visible_to(carla).exists()
        assert [one.rank for one in open_debts(campaign) if one.player == bob] == ["hero", "companion"]
        assert services.bring_in(character=hrolf, by=alice, at=NOON).status == "active"
        assert hrolf in selectors.visible_to(carla)
        with pytest.raises(TooLate) as refused:
            services.bring_in(character=hrolf, by=alice, at=NOON)
        assert refused.value.code == "not-at-the-door"

    def test_opened_it_lets_in_all_who_wait(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        set_door(campaign=campaign, by=alice, is_open=False)
        for player in (bob, carla):
            services.approve_character(character=proposed(campaign, player), by=alice, at=NOON)
        assert services.open_door(campaign=campaign, by=alice, at=NOON) == 2
        assert set(Character.objects.values_list("status", flat=True)) == {"active"}
        campaign.refresh_from_db()
        assert campaign.door_open

    def test_players_neither_open_nor_shut_it(self, alice, bob):
        campaign = march(alice, bob)
        with pytest.raises(PermissionDenied):
            services.open_door(campaign=campaign, by=bob, at=NOON)
        with pytest.raises(PermissionDenied):
            set_door(campaign=campaign, by=bob, is_open=False)

    def test_char_3_heroes_and_companions_are_owed_until_they_are_in(self, alice, bob):
        campaign = march(alice, bob)
        waiting = proposed(campaign, bob)
        hero, companion = open_debts(campaign)
        assert (hero.rank, hero.pending, companion.rank, companion.pending) == ("hero", (waiting,), "companion", ())
        services.approve_character(character=waiting, by=alice, at=NOON)
        active(campaign, bob, alice, name="Ylva", rank="companion")
        assert open_debts(campaign) == ()
        allow_characters(membership=membership(bob, campaign), by=alice, second_companion=True, secondary_needed=False)
        assert [one.rank for one in open_debts(campaign)] == ["companion"]


class TestPetitions:
    def rich(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        services.earn_renown(character=hrolf, amount=6, kind="plot", by=alice, at=NOON)
        return hrolf

    def ask(self, hrolf, bob):
        return services.propose_promotion(character=hrolf, by=bob, level=2, points={"strength": 1}, at=NOON)

    def test_nothing_changes_before_the_director_says_yes(self, alice, bob):
        hrolf = self.rich(alice, bob)
        asked = self.ask(hrolf, bob)
        hrolf.refresh_from_db()
        assert (hrolf.level, selectors.renown_held(hrolf), told(alice)) == (1, 6, ["promotion-asked"])
        services.approve_petition(petition=asked, by=alice, at=NOON)
        hrolf.refresh_from_db()
        assert (hrolf.level, hrolf.strength, selectors.renown_held(hrolf)) == (2, 10, 1)
        assert told(alice) == [] and "promoted" in told(bob)
        with pytest.raises(TooLate) as refused:
            services.approve_petition(petition=asked, by=alice, at=NOON)
        assert refused.value.code == "already-decided"

    def test_returned_it_goes_back_with_a_word_and_may_be_asked_again(self, alice, bob):
        hrolf = self.rich(alice, bob)
        services.return_petition(petition=self.ask(hrolf, bob), by=alice, word="After the ford.", at=NOON)
        notice = Notice.objects.get(reader=bob, data__what="promotion-returned")
        assert notice.data["reason"] == "After the ford."
        self.ask(hrolf, bob)
        assert Petition.objects.filter(status="waiting").count() == 1

    def test_taken_back_it_is_no_longer_asked(self, alice, bob, carla):
        hrolf = self.rich(alice, bob)
        asked = self.ask(hrolf, bob)
        with pytest.raises(PermissionDenied):
            services.withdraw_petition(petition=asked, by=carla, at=NOON)
        services.withdraw_petition(petition=asked, by=bob, at=NOON)
        assert desk_of(hrolf.campaign).petitions == () and told(alice) == []

    def test_a_director_needs_nobodys_word(self, alice, bob):
        hrolf = self.rich(alice, bob)
        grown = services.promote(character=hrolf, by=alice, level=2, points={"armor": 1}, at=NOON)
        assert grown.level == 2
        with pytest.raises(PermissionDenied):
            services.promote(character=hrolf, by=bob, level=3, points={"armor": 1}, at=NOON)

    def test_players_decide_nothing_and_see_only_their_own(self, alice, bob, carla, sam):
        hrolf = self.rich(alice, bob)
        asked = self.ask(hrolf, bob)
        for somebody in (bob, carla, sam):
            with pytest.raises(PermissionDenied):
                services.approve_petition(petition=asked, by=somebody, at=NOON)
        seen = {user: selectors.petitions_visible_to(user).count() for user in (alice, bob, carla, sam)}
        assert list(seen.values()) == [1, 1, 0, 0]

    def test_a_death_makes_it_void(self, alice, bob):
        hrolf = self.rich(alice, bob)
        asked = self.ask(hrolf, bob)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        asked.refresh_from_db()
        assert asked.status == "withdrawn"


class TestFates:
    def test_death_1_a_doomed_hero_dies_in_its_scene(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        with pytest.raises(Illegal) as refused:
            services.stage_death(character=hrolf, by=alice, words="On the bridge.", at=NOON)
        assert refused.value.code == "not-doomed"
        services.mark_doomed(character=hrolf, by=None, at=NOON)
        assert desk_of(hrolf.campaign).doomed == (hrolf,)
        with pytest.raises(Unreadable):
            services.stage_death(character=hrolf, by=alice, words=" ", at=NOON)
        death = services.stage_death(character=hrolf, by=alice, words="On the bridge.", at=NOON)
        assert (death.rule, death.words, desk_of(hrolf.campaign).doomed) == ("wounds", "On the bridge.", ())

    @pytest.mark.parametrize(("rank", "weighs"), [("hero", True), ("companion", True), ("secondary", False)])
    def test_death_3_death_5_who_may_die_in_a_decision(self, alice, bob, rank, weighs):
        campaign = march(alice, bob)
        hero = active(campaign, bob, alice)
        one = hero if rank == "hero" else active(campaign, bob, alice, name="Ylva", rank=rank)
        if weighs:
            with pytest.raises(Illegal) as refused:
                services.let_die(character=one, by=alice, words="She stayed.", weighty=False, at=NOON)
            assert refused.value.code == "not-weighty"
        services.let_die(character=one, by=alice, words="She stayed.", weighty=weighs, at=NOON)
        one.refresh_from_db()
        assert (one.status, one.death.rule) == ("dead", "decision")

    def test_only_the_director_decides_a_death(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        with pytest.raises(PermissionDenied):
            services.let_die(character=hrolf, by=bob, words="So be it.", weighty=True, at=NOON)

    def test_a_retired_one_lives_and_leaves_its_place(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = active(campaign, bob, alice)
        with pytest.raises(PermissionDenied):
            services.retire(character=hrolf, by=carla, words="Home.", at=NOON)
        services.retire(character=hrolf, by=bob, words="Home.", at=NOON)
        hrolf.refresh_from_db()
        assert (hrolf.status, selectors.party_of(bob, campaign), Claim.objects.exists()) == ("retired", (), False)
        proposed(campaign, bob, name="Another")

    def test_death_1_the_doomed_do_not_retire(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        services.mark_doomed(character=hrolf, by=None, at=NOON)
        with pytest.raises(Illegal) as refused:
            services.retire(character=hrolf, by=bob, words="Home.", at=NOON)
        assert refused.value.code == "doomed"


class TestSuccession:
    def dead_hero(self, alice, bob, earned=10):
        hrolf = active(march(alice, bob), bob, alice)
        services.earn_renown(character=hrolf, amount=earned, kind="plot", by=alice, at=NOON)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        return hrolf

    def test_heir_1_an_heir_of_the_same_rank_begins_with_its_part(self, alice, bob):
        hrolf = self.dead_hero(alice, bob)
        heir = proposed(hrolf.campaign, bob, name="Hrolf's son", heir_of=hrolf.pk)
        assert (selectors.renown_held(heir), hrolf.claim.amount) == (0, 7)
        services.approve_character(character=heir, by=alice, at=NOON)
        assert (selectors.renown_held(heir), selectors.renown_earned(heir)) == (7, 0)
        hrolf.claim.refresh_from_db()
        assert (hrolf.claim.outcome, hrolf.claim.heir) == ("inherited", heir)
        assert not selectors.open_claims(bob, hrolf.campaign).exists()

    def test_heir_1_the_table_may_count_what_was_held(self, alice, bob):
        campaign = march(alice, bob)
        change_table_rules(campaign=campaign, settings={"inherit": "held"}, by=alice, at=NOON)
        hrolf = active(campaign, bob, alice)
        services.earn_renown(character=hrolf, amount=10, kind="plot", by=alice, at=NOON)
        services.promote(character=hrolf, by=alice, level=2, points={"strength": 1}, at=NOON)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        assert Claim.objects.get().amount == 5 * 75 // 100

    def test_heir_1_a_claim_is_for_its_rank_its_player_and_one_heir(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = active(campaign, bob, alice)
        active(campaign, bob, alice, name="Ylva", rank="companion")
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        with pytest.raises(Illegal) as refused:
            proposed(campaign, carla, heir_of=hrolf.pk)
        assert refused.value.code == "no-claim"
        heir = proposed(campaign, bob, name="Son", heir_of=hrolf.pk)
        allow_characters(membership=membership(bob, campaign), by=alice, second_companion=True, secondary_needed=False)
        with pytest.raises(Illegal) as refused:
            proposed(campaign, bob, name="Second", rank="companion", heir_of=hrolf.pk)
        assert refused.value.code == "no-claim"
        services.withdraw_proposal(character=heir, by=bob, at=NOON)
        with pytest.raises(Illegal) as refused:
            proposed(campaign, bob, name="Second", rank="companion", heir_of=hrolf.pk)
        assert refused.value.code == "claim-of-another-rank"
        proposed(campaign, bob, name="Another son", heir_of=hrolf.pk)

    def test_heir_2_a_companion_becomes_the_hero_and_nothing_is_inherited(self, alice, bob):
        campaign = march(alice, bob)
        hrolf, ylva = active(campaign, bob, alice), active(campaign, bob, alice, name="Ylva", rank="companion")
        with pytest.raises(Illegal) as refused:
            services.propose_succession(character=ylva, by=bob, at=NOON)
        assert refused.value.code == "hero-lives"
        services.earn_renown(character=hrolf, amount=10, kind="plot", by=alice, at=NOON)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        asked = services.propose_succession(character=ylva, by=bob, at=NOON)
        services.approve_petition(petition=asked, by=alice, at=NOON)
        ylva.refresh_from_db()
        assert (ylva.rank, ylva.hero_since, selectors.renown_held(ylva)) == ("hero", NOON, 0)
        assert Claim.objects.get().outcome == "waived"
        with pytest.raises(Illegal) as refused:
            services.propose_succession(character=ylva, by=bob, at=NOON)
        assert refused.value.code == "not-a-companion"

    def test_heir_1_a_secondarys_claim_waits_for_a_future_one(self, alice, bob):
        campaign = march(alice, bob)
        active(campaign, bob, alice)
        extra = active(campaign, bob, alice, name="Tor", rank="secondary")
        services.earn_renown(character=extra, amount=20, kind="plot", by=alice, at=NOON)
        services.die(character=extra, rule="chance", by=None, at=NOON)
        active(campaign, bob, alice, name="Ylva", rank="companion")
        claim = selectors.open_claims(bob, campaign).get()
        assert (claim.rank, claim.amount) == ("secondary", 3)


class TestHeroPoints:
    def test_stat_8_they_are_spent_with_a_reason_and_full_again_in_the_next_scene(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        left = services.spend_hero_points(character=hrolf, use="reroll", reason="The oath", by=bob, at=NOON)
        assert left == 2 == selectors.hero_points_left(Character.objects.get())
        with pytest.raises(Illegal) as refused:
            services.spend_hero_points(character=hrolf, use="reroll", reason="Again", by=bob, at=NOON)
        assert (refused.value.code, refused.value.data) == ("not-enough-hero-points", {"cost": 3, "left": 2})
        services.spend_hero_points(character=hrolf, use="vote", reason="The ford", by=bob, at=NOON)
        assert services.refill_hero_points(campaign=hrolf.campaign, by=alice, at=NOON, scene="The hall") == 1
        assert selectors.hero_points_left(Character.objects.get()) == 5
        assert [(one.field, one.reason) for one in hrolf.changes.filter(field__startswith="hero-points")] == [
            ("hero-points", "The hall"),
            ("hero-points-vote", "The ford"),
            ("hero-points-reroll", "The oath"),
        ]

    def test_a_battle_is_a_scene_of_its_own(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        services.spend_hero_points(character=hrolf, use="reroll", reason="The oath", by=bob, at=NOON)
        assert selectors.figures_for_battle(Character.objects.get())["hero_points"] == 5

    def test_only_those_in_the_scene_are_filled(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        both = [active(campaign, player, alice, name=player.username) for player in (bob, carla)]
        for one, player in zip(both, (bob, carla), strict=True):
            services.spend_hero_points(character=one, use="vote", reason="The ford", by=player, at=NOON)
        services.refill_hero_points(campaign=campaign, by=alice, at=NOON, characters=both[:1])
        assert [selectors.hero_points_left(one) for one in Character.objects.order_by("pk")] == [5, 3]
        with pytest.raises(PermissionDenied):
            services.refill_hero_points(campaign=campaign, by=bob, at=NOON)

    def test_what_cannot_be_spent(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = active(campaign, bob, alice)
        with pytest.raises(PermissionDenied):
            services.spend_hero_points(character=hrolf, use="vote", reason="x", by=carla, at=NOON)
        for use, reason, code in (("wish", "x", "unknown-use"), ("vote", " ", "reason-needed")):
            with pytest.raises(Unreadable) as refused:
                services.spend_hero_points(character=hrolf, use=use, reason=reason, by=bob, at=NOON)
            assert refused.value.code == code
        change_table_rules(campaign=campaign, settings={"hero_points": False}, by=alice, at=NOON)
        with pytest.raises(Illegal) as none:
            services.spend_hero_points(character=Character.objects.get(), use="vote", reason="x", by=bob, at=NOON)
        assert none.value.code == "no-hero-points"

    def test_char_2_the_director_speaks_for_a_secondary_in_the_plot(self, alice, bob):
        campaign = march(alice, bob)
        change_table_rules(campaign=campaign, settings={"hero_points_secondary": 2}, by=alice, at=NOON)
        active(campaign, bob, alice)
        tor = active(campaign, bob, alice, name="Tor", rank="secondary")
        with pytest.raises(PermissionDenied):
            services.spend_hero_points(character=tor, use="vote", reason="x", by=bob, at=NOON)
        assert services.spend_hero_points(character=tor, use="vote", reason="x", by=alice, at=NOON) == 0

    def test_char_2_its_player_spends_for_a_secondary_where_the_table_says_so(self, alice, bob):
        """SK-305."""
        campaign = march(alice, bob)
        settings = {"hero_points_secondary": 2, "secondary_in_plot": "player"}
        change_table_rules(campaign=campaign, settings=settings, by=alice, at=NOON)
        active(campaign, bob, alice)
        tor = active(campaign, bob, alice, name="Tor", rank="secondary")
        assert services.spend_hero_points(character=tor, use="vote", reason="x", by=bob, at=NOON) == 0


class TestRoster:
    """ROST-2: the reason is told with what the rule counts."""

    def test_rost_2_the_hero_must_have_twice_as_many(self, alice, eva):
        campaign = march(alice, eva)
        hrolf, ylva = active(campaign, eva, alice), active(campaign, eva, alice, name="Ylva", rank="companion")
        fought(hrolf, "a")
        found = outlook(eva, campaign)
        reasons = {one.character.name: against(one, found) for one in found.prospects}
        assert reasons["Hrolf"] == ""
        assert "companions would have 1 battles and the hero 1" in reasons["Ylva"]
        fought(hrolf, "b")
        assert all(one.reason == "" for one in outlook(eva, campaign).prospects)
        fought(ylva, "c")
        found = outlook(eva, campaign)
        assert "had no hero" in [against(one, found) for one in found.prospects if one.character == ylva][0]
        assert [record.battle_code for record in found.battles] == ["a", "b", "c"]

    def test_rost_3_without_a_hero_able_to_fight_the_rules_rest(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        active(campaign, bob, alice, name="Ylva", rank="companion")
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        found = outlook(bob, campaign)
        assert found.rules_rest and [one.reason for one in found.prospects] == [""]


def test_the_log_says_keys_of_the_catalogue_in_words(alice, bob):
    hrolf = active(march(alice, bob), bob, alice)
    change(hrolf, "item", "", "ash-cloak", reason="bought", by=alice, at=NOON)
    change(hrolf, "name", "hero", "dead", reason="revised", by=alice, at=NOON)
    with translation.override("en"):
        named, bought = (
            (str(line.label), str(line.before), str(line.after), str(line.reason))
            for line in log_lines(hrolf.changes.all()[:2], hrolf, STARTING)
        )
    assert bought == ("Item", "", "Cloak of ash", "bought")
    assert named == ("Name", "hero", "dead", "revised")


def test_death_4_a_percentage_death_is_told_with_its_roll(alice, bob):
    battle = at_the_end(alice, bob, rank="companion", boss=False, faces=(1, 50, 4))
    finish(battle, alice)
    died = Character.objects.get(rank="companion").death
    assert (died.rule, died.roll, died.chance) == ("chance", 4, 4)
    notice = Notice.objects.get(reader=bob, data__what="died")
    with translation.override("en"):
        assert "The death roll was 4, deadly up to 4." in words_for(notice, now=NOON).sentence
