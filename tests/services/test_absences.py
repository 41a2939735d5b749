"""Announced absences in running battles (ABSENT-1): whom they spare, and who ends them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction

from accounts.models import User
from battles.models import Battle
from campaign.models import Membership
from notifications.models import Notice
from tests import arena, crypt
from tests.arena import HOUR, START
from turns import services
from turns.models import Absence, Turn
from turns.services.absence import announce_in

pytestmark = pytest.mark.django_db


def away(user: User, battle: Battle, start: datetime, end: datetime, note: str = "") -> Absence:
    return services.declare_absence(
        user=user, campaign=battle.campaign, starts_at=start, ends_at=end, at=START + HOUR, note=note
    )


def waiting(battle: Battle) -> tuple[str, str, str, datetime | None]:
    """Who the open turn waits for, which unit's it is, its rule and due time."""
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    return row.kind, row.unit, row.rule, row.due_at


def told(user: User, kind: str) -> int:
    return Notice.objects.filter(reader=user, kind=kind, withdrawn_at__isnull=True).count()


def test_back_from_one_of_two_absences_that_overlap_a_player_is_still_away(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    long = away(carla, battle, START, START + 200 * HOUR)
    short = away(carla, battle, START + 2 * HOUR, START + 100 * HOUR, note="and no net either")
    arena.play(battle, bob, "bob", START + 3 * HOUR)
    due = Notice.objects.get(reader=alice, kind="director-due", withdrawn_at__isnull=True)
    services.cancel_absence(absence_id=short.pk, user=carla, at=START + 5 * HOUR)
    assert waiting(battle) == ("director", "carla", "absent", None)
    assert Notice.objects.get(reader=alice, kind="director-due", withdrawn_at__isnull=True) == due, "told once"
    services.settle(battle.pk, START + 90 * HOUR)
    assert arena.state(battle).units["carla"].missed == 0
    services.cancel_absence(absence_id=long.pk, user=carla, at=START + 91 * HOUR)
    assert waiting(battle) == ("turn", "carla", "later", START + 103 * HOUR)


def test_a_new_player_of_a_unit_who_had_announced_an_absence_is_spared(
    battle: Battle, alice: User, bob: User, zoe: User
) -> None:
    Membership.objects.create(campaign=battle.campaign, user=zoe, role=Membership.Role.PLAYER)
    absence = away(zoe, battle, START, START + 100 * HOUR)
    services.give_seat(battle_id=battle.pk, director=alice, unit="bob", player=zoe, at=START + 2 * HOUR)
    assert waiting(battle) == ("director", "bob", "absent", None)
    assert told(zoe, "your-turn") == 0 and told(alice, "director-due") == 1
    services.cancel_absence(absence_id=absence.pk, user=zoe, at=START + 5 * HOUR)
    assert waiting(battle) == ("turn", "bob", "first", START + 29 * HOUR)


def test_an_absence_that_a_battle_never_heard_of_can_be_ended(battle: Battle, bob: User) -> None:
    absence = Absence.objects.create(
        campaign=battle.campaign, user=bob, starts_at=START, ends_at=START + 9 * HOUR, created_at=START
    )
    services.cancel_absence(absence_id=absence.pk, user=bob, at=START + HOUR)
    absence.refresh_from_db()
    assert absence.cancelled_at == START + HOUR
    assert waiting(battle) == ("turn", "bob", "first", START + 24 * HOUR)


def test_an_undo_to_a_turn_that_waited_for_an_absence_cancelled_since_is_its_players_again(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """SK-144: announced absences are those of the present."""
    absence = away(carla, battle, START, START + 200 * HOUR)
    arena.play(battle, bob, "bob", START + 3 * HOUR)
    waited = arena.fresh(battle).version
    services.cancel_absence(absence_id=absence.pk, user=carla, at=START + 5 * HOUR)
    arena.play(battle, carla, "carla", START + 6 * HOUR)
    services.undo(battle_id=battle.pk, director=alice, to_event=waited, reason="A wrong die", at=START + 7 * HOUR)
    assert waiting(battle) == ("turn", "carla", "later", START + 19 * HOUR)
    assert told(carla, "your-turn") == 1 and told(alice, "director-due") == 0


def test_in_the_dungeon_too_one_of_two_absences_ends_alone(alice: User, bob: User) -> None:
    battle = crypt.start(crypt.dungeon_campaign(alice, [bob]), crypt.setup_for([bob]))
    long = away(bob, battle, START, START + 200 * HOUR)
    short = away(bob, battle, START, START + 100 * HOUR)
    services.cancel_absence(absence_id=short.pk, user=bob, at=START + 2 * HOUR)
    services.settle(battle.pk, START + 48 * HOUR)
    assert not Turn.objects.filter(battle=battle, outcome="expired").exists()
    services.cancel_absence(absence_id=long.pk, user=bob, at=START + 50 * HOUR)
    dues = Turn.objects.filter(battle=battle, closed_at__isnull=True).values_list("due_at", flat=True)
    assert set(dues) == {START + 74 * HOUR}


def test_an_absence_announced_before_a_battle_holds_from_its_first_turn_on(
    battle: Battle, alice: User, bob: User
) -> None:
    Absence.objects.create(
        campaign=battle.campaign,
        user=bob,
        starts_at=START - 9 * HOUR,
        ends_at=START + 90 * HOUR,
        created_at=START - 99 * HOUR,
    )
    with transaction.atomic():
        announce_in(arena.fresh(battle), [bob.pk], at=START)
    assert waiting(battle) == ("director", "bob", "absent", None)
    with transaction.atomic():
        announce_in(arena.fresh(battle), [bob.pk], at=START)
    assert len(arena.state(battle).absences) == 1, "announced once"


def test_in_the_dungeon_a_sweep_finds_whoever_is_back_and_tells_them_once(alice: User, bob: User) -> None:
    """SK-236: with everybody away no clock runs; at the end of the absence one does, from that moment on."""
    battle = crypt.start(crypt.dungeon_campaign(alice, [bob]), crypt.setup_for([bob]))
    back = START + 30 * HOUR
    away(bob, battle, START, back)
    assert set(Turn.objects.filter(battle=battle, closed_at__isnull=True).values_list("due_at", flat=True)) == {None}
    services.sweep(back)
    assert services.sweep(back + timedelta(minutes=2)).settled == 1
    rows = Turn.objects.filter(battle=battle, closed_at__isnull=True)
    assert set(rows.values_list("player", "opened_at", "due_at")) == {(bob.pk, back, back + 24 * HOUR)}
    first = told(bob, "your-turn")
    assert first > 0 and told(alice, "director-due") == 0
    assert services.sweep(back + timedelta(minutes=4)).settled == 0
    assert told(bob, "your-turn") == first
