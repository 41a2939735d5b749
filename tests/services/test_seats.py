"""Players who go and come: their units, early turns, musters, characters, and what they may still see."""

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from battles import services as battle_services
from battles.models import MusterEntry
from battles.selectors import player_id
from campaign.models import Membership
from campaign.services import leave, remove_member, set_role
from characters import selectors, services
from characters.models import Claim
from characters.sheets import sheet
from notifications.models import Notice
from rulebook.errors import Illegal
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Rest
from tests import arena, mustering
from turns import services as turn_services
from turns.home import away_section
from turns.models import EarlyTurn, Turn

pytestmark = pytest.mark.django_db
LATER = arena.START + timedelta(hours=20)


def seated(director, *players):
    """A campaign whose players have heroes, and a running battle of theirs."""
    campaign = mustering.table(director, players)
    units = []
    for unit, player in zip(arena.line_up(players), players, strict=True):
        hero = mustering.hero_of(player)
        units.append(
            arena.fighter(unit.id, unit.player, unit.side, unit.at, reaction=unit.reaction, character=str(hero.pk))
        )
    return campaign, arena.start(campaign, units)


def membership(user, campaign):
    return Membership.objects.get(user=user, campaign=campaign)


def joined(user, campaign):
    return Membership.objects.create(user=user, campaign=campaign, role="player")


def open_turn(battle):
    return Turn.objects.get(battle=battle, kind__in=("turn", "director"), closed_at__isnull=True)


class TestGoing:
    @pytest.mark.parametrize("how", ["leaves", "removed", "spectator"])
    def test_the_director_plays_the_units_of_whoever_has_gone(self, alice, bob, carla, how):
        campaign, battle = seated(alice, bob, carla)
        assert open_turn(battle).player == bob
        if how == "leaves":
            leave(membership=membership(bob, campaign), at=LATER)
        elif how == "removed":
            remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        else:
            set_role(membership=membership(bob, campaign), role="spectator", by=alice, at=LATER)
        turn = open_turn(battle)
        assert (turn.player, turn.kind, turn.due_at) == (None, "director", None)
        assert arena.state(battle).units["bob"].taken_over

    def test_the_table_rule_on_taking_over_does_not_stand_in_the_way(self, alice, bob, carla):
        campaign = mustering.table(alice, [bob, carla])
        battle = arena.start(campaign, arena.line_up([bob, carla]), rules={"takeover": "declared-absence"})
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        assert arena.state(battle).units["bob"].taken_over

    def test_an_early_turn_left_behind_is_void(self, alice, bob, carla):
        campaign, battle = seated(alice, bob, carla)
        turn_services.leave_early_turn(
            battle_id=battle.pk,
            unit="carla",
            player=carla,
            alternatives=(Alternative((Rest(),)),),
            text="I wait.",
            at=arena.START + timedelta(hours=1),
        )
        remove_member(membership=membership(carla, campaign), by=alice, at=LATER)
        assert EarlyTurn.objects.get().status == "discarded"
        assert arena.state(battle).plans == {}

    def test_no_notice_of_the_campaign_stays_with_whoever_was_removed(self, alice, bob, carla):
        campaign, _battle = seated(alice, bob, carla)
        assert Notice.objects.filter(reader=bob, withdrawn_at__isnull=True).exists()
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        left = Notice.objects.filter(reader=bob, withdrawn_at__isnull=True)
        assert [notice.data["what"] for notice in left] == ["removed"]

    def test_whoever_has_gone_plays_nothing_any_more(self, alice, bob, carla):
        campaign, battle = seated(alice, bob, carla)
        seen = arena.version(battle, bob)
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        with pytest.raises((PermissionDenied, Illegal)):
            turn_services.play_turn(
                battle_id=battle.pk,
                unit="bob",
                player=bob,
                steps=(Rest(),),
                text="",
                version=seen,
                key="k" * 16,
                received_at=LATER,
            )

    def test_what_the_clock_had_decided_stands(self, alice, bob, carla):
        campaign, battle = seated(alice, bob, carla)
        remove_member(membership=membership(bob, campaign), by=alice, at=arena.START + timedelta(hours=30))
        assert arena.state(battle).units["bob"].missed == 1
        assert open_turn(battle).player == carla

    def test_nobody_goes_to_a_battle_for_whoever_has_gone(self, alice, bob, carla):
        campaign = mustering.table(alice, [bob, carla])
        battle = mustering.announced(campaign, alice, mustering.against_dredge([bob, carla]))
        battle_services.confirm_muster(
            battle_id=battle.pk, player=bob, character_ids=[mustering.hero_of(bob).pk], at=arena.START
        )
        leave(membership=membership(bob, campaign), at=LATER)
        entry = MusterEntry.objects.get(player=bob)
        assert (entry.characters.count(), entry.confirmed_at) == (0, LATER)


class TestComing:
    def hand_over(self, campaign, alice, before, after, at=LATER):
        return services.hand_seat_over(campaign=campaign, before=before, after=after, by=alice, at=at)

    def test_characters_go_to_the_new_player_without_what_was_private(self, alice, bob, dani, carla):
        campaign, _battle = seated(alice, bob, carla)
        hero = mustering.hero_of(bob)
        services.edit_texts(
            character=hero, by=bob, portrait="beard", appearance="", history="Old.", private_notes="A secret"
        )
        services.earn_renown(character=hero, amount=9, kind="plot", by=alice, at=LATER)
        services.propose_purchase(character=hero, by=bob, item_key="ash-cloak", at=LATER)
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        joined(dani, campaign)
        assert self.hand_over(campaign, alice, bob, dani) == (hero,)
        hero.refresh_from_db()
        assert (hero.player, hero.private_notes, hero.history) == (dani, "", "Old.")
        assert hero.petitions.get().status == "withdrawn"
        mine, directors = sheet(hero, dani), sheet(hero, alice)
        assert (mine.private_notes, mine.seats) == ("", ())
        assert [one.sealed_notes for one in directors.seats] == ["A secret"]
        assert not selectors.may_change(hero, bob)
        assert hero.changes.filter(field="player", before="Bob", after="Dani").exists()

    def test_the_open_turn_has_its_full_length_again(self, alice, bob, carla, dani):
        campaign, battle = seated(alice, bob, carla)
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        joined(dani, campaign)
        self.hand_over(campaign, alice, bob, dani)
        turn = open_turn(battle)
        assert (turn.player, turn.due_at) == (dani, LATER + timedelta(hours=24))
        unit = arena.state(battle).units["bob"]
        assert (unit.player, unit.taken_over) == (player_id(dani), False)
        assert Notice.objects.filter(reader=dani, kind="your-turn", withdrawn_at__isnull=True).exists()
        turn_services.play_turn(
            battle_id=battle.pk,
            unit="bob",
            player=dani,
            steps=(Rest(),),
            text="I am here.",
            version=arena.version(battle, dani),
            key="k" * 16,
            received_at=LATER + timedelta(hours=1),
        )
        assert open_turn(battle).player == carla

    def test_the_new_player_reads_nothing_of_the_early_turn_that_was_left(self, alice, bob, carla, dani):
        campaign, battle = seated(alice, bob, carla)
        turn_services.leave_early_turn(
            battle_id=battle.pk,
            unit="carla",
            player=carla,
            alternatives=(Alternative((Rest(),)),),
            text="My hidden thought",
            at=arena.START + timedelta(hours=1),
        )
        remove_member(membership=membership(carla, campaign), by=alice, at=arena.START + timedelta(hours=2))
        joined(dani, campaign)
        with time_machine.travel(arena.START + timedelta(hours=3), tick=False):
            self.hand_over(campaign, alice, carla, dani, at=arena.START + timedelta(hours=3))
            client = Client()
            client.force_login(dani)
            for end in ("", "plan/carla/", "chronicle/"):
                answer = client.get(f"{arena.fresh(battle).get_absolute_url()}{end}")
                assert answer.status_code == 200
                assert "My hidden thought" not in answer.content.decode(), end
            program = APIClient()
            program.force_authenticate(dani)
            told = program.get(f"/api/v1/battles/{battle.code}/events/").content.decode()
        assert "plan-withdrawn" not in told and "player-changed" in told

    def test_an_undo_back_to_before_the_change_keeps_the_new_player(self, alice, bob, carla, dani):
        campaign, battle = seated(alice, bob, carla)
        before = arena.fresh(battle).version
        remove_member(membership=membership(bob, campaign), by=alice, at=LATER)
        joined(dani, campaign)
        self.hand_over(campaign, alice, bob, dani)
        turn_services.undo(
            battle_id=battle.pk, director=alice, to_event=before, reason="A slip", at=LATER + timedelta(hours=1)
        )
        unit = arena.state(battle).units["bob"]
        assert (unit.player, open_turn(battle).player) == (player_id(dani), dani)

    def test_the_new_player_is_asked_who_goes(self, alice, bob, carla, dani):
        campaign = mustering.table(alice, [bob, carla])
        battle = mustering.announced(campaign, alice, mustering.against_dredge([bob, carla]))
        leave(membership=membership(bob, campaign), at=LATER)
        joined(dani, campaign)
        self.hand_over(campaign, alice, bob, dani)
        entry = MusterEntry.objects.get(player=dani)
        assert (entry.battle_id, entry.confirmed_at) == (battle.pk, None)
        assert Notice.objects.filter(reader=dani, kind="muster", withdrawn_at__isnull=True).exists()

    def test_an_open_claim_goes_along_and_a_draft_stays(self, alice, bob, carla, dani):
        campaign = mustering.table(alice, [bob, carla])
        hero = mustering.hero_of(bob)
        mustering.character(bob, campaign, "Ylva", rank="companion")
        draft = mustering.character(bob, campaign, "Draft", rank="secondary", status="draft")
        services.die(character=hero, rule="decision", by=alice, at=LATER)
        leave(membership=membership(bob, campaign), at=LATER)
        joined(dani, campaign)
        assert [one.name for one in self.hand_over(campaign, alice, bob, dani)] == ["Ylva"]
        draft.refresh_from_db()
        assert (Claim.objects.get().player, draft.player) == (dani, bob)

    def test_who_may_take_a_seat(self, alice, bob, carla, dani, eva):
        campaign = mustering.table(alice, [bob, carla])
        joined(dani, campaign)
        for before, after, code in ((bob, dani, "still-plays"), (eva, dani, "empty-seat")):
            with pytest.raises(Illegal) as refused:
                self.hand_over(campaign, alice, before, after)
            assert refused.value.code == code
        leave(membership=membership(bob, campaign), at=LATER)
        for before, after, code in ((bob, carla, "seat-taken"), (bob, eva, "not-a-player")):
            with pytest.raises(Illegal) as refused:
                self.hand_over(campaign, alice, before, after)
            assert refused.value.code == code
        with pytest.raises(PermissionDenied):
            self.hand_over(campaign, dani, bob, dani)


class TestAway:
    def test_a_directors_own_absence_is_told_to_the_table_and_a_players_to_the_directors(self, alice, bob, carla):
        campaign, _battle = seated(alice, bob, carla)
        ends = LATER + timedelta(days=3)
        turn_services.declare_absence(
            user=alice, campaign=campaign, starts_at=LATER, ends_at=ends, at=LATER, note="Fishing."
        )
        mine = turn_services.declare_absence(user=bob, campaign=campaign, starts_at=LATER, ends_at=ends, at=LATER)
        told = Notice.objects.filter(data__what="away", withdrawn_at__isnull=True)
        assert {(one.reader, one.data["who"]) for one in told} == {(bob, "Alice"), (carla, "Alice"), (alice, "Bob")}
        turn_services.cancel_absence(absence_id=mine.pk, user=bob, at=LATER)
        assert told.filter(reader=alice).count() == 0

    def test_who_is_away_stands_on_the_campaigns_home_with_notes_for_whom_they_are_meant(self, alice, eva, carla, zoe):
        campaign = mustering.table(alice, [eva, carla])
        starts = timezone.now()
        for user, note in ((alice, "Fishing."), (eva, "A wedding.")):
            turn_services.declare_absence(
                user=user, campaign=campaign, starts_at=starts, ends_at=starts + timedelta(days=2), at=starts, note=note
            )
        seen = {user: away_section(campaign, user) for user in (alice, eva, carla, zoe)}
        assert seen[zoe] is None
        noted = {user: [shown for _one, _directs, shown in seen[user].context["away"]] for user in (alice, eva, carla)}
        assert noted == {alice: [True, True], eva: [True, True], carla: [True, False]}
        client = Client()
        client.force_login(carla)
        home = client.get(campaign.get_absolute_url()).content.decode()
        assert "Fishing." in home and "A wedding." not in home
