"""The one door: what applying an action writes, what undoing keeps, what readers see, and what the record proves."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles import services
from battles.exports import export_of
from battles.models import Battle, BattleEvent, Roll
from battles.moments import to_ms
from battles.selectors import (
    commitment_of,
    events_as,
    forecast_for,
    legal_for,
    state_of,
    try_action,
    view_for,
    viewer_for,
    viewer_version,
    visible_events,
)
from notifications.models import Notice
from rulebook.dice import LoadedDice, SeededDice
from rulebook.errors import Illegal, Refused
from rulebook.saga import new_state, replay, setup_from_json
from rulebook.saga.actions import DeadlinePassed, EndBattle, PlayTurn
from rulebook.saga.board import Cell
from rulebook.saga.codec import event_from_json
from rulebook.saga.state import DIRECTOR
from rulebook.saga.steps import End, Rest, Strike
from tests.arena import START, campaign_of, fighter, fresh, line_up, start

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "verify_battle.py"
LATER = START + timedelta(minutes=1)


def locked(battle: Battle) -> Battle:
    return Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle.pk)


def act(battle: Battle, action: Any, by: Any = None, **about: Any) -> services.Applied:
    with transaction.atomic():
        return services.apply_action(locked(battle), action, by, **about)


def turn(user: Any, unit: str, *steps: Any, at: Any = LATER) -> PlayTurn:
    return PlayTurn(by=f"u{user.pk}", unit=unit, steps=steps, at=to_ms(at))


def duel(alice: Any, bob: Any, carla: Any, **about: Any) -> Battle:
    """Bob's unit beside Carla's, Bob's to act; an archer of the director's far away."""
    units = [
        fighter("bob", f"u{bob.pk}", "north", Cell(3, 3), strength=14, armor=9),
        fighter("carla", f"u{carla.pk}", "south", Cell(4, 3), strength=16, armor=9),
    ]
    return start(campaign_of(alice, [bob, carla]), units, victory="defeat-all", **about)


def test_an_action_writes_state_version_events_and_every_die_once(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    before = fresh(battle)
    applied = act(battle, turn(bob, "bob", Strike("strength", "carla")), bob, dice=LoadedDice(d100=[1]))
    after = fresh(battle)
    assert (applied.first_number, applied.last_number) == (before.version + 1, after.version)
    assert state_of(after) == applied.state
    numbers = list(BattleEvent.objects.filter(battle=battle).values_list("number", flat=True))
    assert numbers == list(range(1, after.version + 1))
    [roll] = Roll.objects.filter(battle=battle, event_number__gt=before.version)
    assert (roll.sides, roll.face, roll.unit, roll.reason["event"]) == (100, 1, "bob", "strike-rolled")
    assert {event.by for event in BattleEvent.objects.filter(number__gt=before.version)} == {bob}


def test_a_refusal_writes_nothing_at_all(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    before = fresh(battle)
    with pytest.raises(Refused) as refused:
        act(battle, turn(carla, "carla", Rest()), carla)
    assert refused.value.code == "not-your-turn"
    after = fresh(battle)
    assert (after.state, after.version, after.dice_counter) == (before.state, before.version, before.dice_counter)
    assert BattleEvent.objects.filter(battle=battle).count() == before.version


def test_what_changes_nothing_writes_nothing(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    before = fresh(battle)
    applied = act(battle, DeadlinePassed(at=to_ms(LATER)))
    assert applied.events == ()
    assert applied.last_number < applied.first_number
    assert fresh(battle).version == before.version


def test_faces_come_from_the_seed_and_the_counter_alone(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla, seed=b"\x05" * 32)
    reached = fresh(battle).dice_counter
    act(battle, turn(bob, "bob", Strike("break", "carla")), bob)
    roll = Roll.objects.filter(battle=battle).order_by("counter").last()
    assert roll is not None
    assert roll.face == SeededDice(b"\x05" * 32, reached).roll(100)
    assert fresh(battle).dice_counter >= reached + 1


def test_the_record_replays_to_the_very_state(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    act(battle, turn(bob, "bob", Strike("break", "carla", 1)), bob)
    after = fresh(battle)
    events = [event_from_json(data) for data in after.events.order_by("number").values_list("data", flat=True)]
    assert replay(setup_from_json(after.setup), events) == state_of(after)


@pytest.mark.parametrize("units", [2, 8])
def test_queries_of_an_action_do_not_grow_with_the_units(
    alice: Any, bob: Any, carla: Any, dani: Any, eva: Any, units: int
) -> None:
    players = [bob, carla, dani, eva]
    battle = start(campaign_of(alice, players), line_up(players, director_units=units))
    with transaction.atomic():
        row = locked(battle)
        with CaptureQueriesContext(connection) as seen:
            services.apply_action(row, turn(bob, "bob", Rest()), bob)
    assert len(seen) <= 3, [query["sql"][:80] for query in seen]


def test_a_trial_touches_neither_the_rows_nor_the_dice(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    before = fresh(battle)
    try_action(before, turn(bob, "bob", Strike("strength", "carla")))
    with pytest.raises(Refused):
        try_action(before, turn(carla, "carla", Rest()))
    assert fresh(battle).dice_counter == before.dice_counter
    assert fresh(battle).version == before.version


def test_undoing_returns_to_an_event_and_keeps_the_record_and_the_rolls(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    start_version, start_units = fresh(battle).version, state_of(fresh(battle)).units
    act(battle, turn(bob, "bob", Strike("strength", "carla", 1)), bob, dice=LoadedDice(d100=[1]))
    played = fresh(battle)
    rolls = Roll.objects.filter(battle=battle).count()
    with transaction.atomic():
        services.undo_to(locked(battle), start_version, by=alice, reason="wrong target", at=LATER)
    back = fresh(battle)
    assert state_of(back).units == start_units
    assert state_of(back).running.unit == "bob"
    assert back.version == played.version + 1
    assert back.dice_counter == played.dice_counter
    assert Roll.objects.filter(battle=battle).count() == rolls
    taken_back = [event["undone"] for event in visible_events(back, carla)]
    assert any(taken_back)
    assert not taken_back[-1]


def test_only_the_director_undoes_and_only_with_a_reason(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    with transaction.atomic(), pytest.raises(PermissionDenied):
        services.undo_to(locked(battle), 0, by=bob, reason="please", at=LATER)
    with transaction.atomic(), pytest.raises(Refused) as refused:
        services.undo_to(locked(battle), 0, by=alice, reason="  ", at=LATER)
    assert refused.value.code == "no-reason"
    with transaction.atomic(), pytest.raises(Refused):
        services.undo_to(locked(battle), 999, by=alice, reason="why not", at=LATER)


def ended(battle: Battle) -> Battle:
    act(battle, EndBattle(winner="north", reason="night falls", at=to_ms(LATER)))
    return fresh(battle)


def test_a_battle_that_is_over_cannot_be_undone_for_its_seed_is_known(alice: Any, bob: Any, carla: Any) -> None:
    battle = ended(duel(alice, bob, carla))
    assert battle.status == Battle.Status.ENDED
    assert battle.ended_at == LATER
    with transaction.atomic(), pytest.raises(Illegal) as refused:
        services.undo_to(locked(battle), 0, by=alice, reason="again", at=LATER)
    assert refused.value.code == "seed-revealed"
    with pytest.raises(Illegal) as closed:
        act(battle, DeadlinePassed(at=to_ms(LATER)))
    assert closed.value.code == "wrong-status"


def test_everybody_sees_the_battle_as_what_they_are(alice: Any, bob: Any, carla: Any, sam: Any, zoe: Any) -> None:
    battle = fresh(start(campaign_of(alice, [bob, carla], [sam]), line_up([bob, carla])))
    roles = {user.username: viewer_for(user, battle) for user in (alice, bob, carla, sam, zoe)}
    assert roles == {
        "alice": DIRECTOR,
        "bob": f"u{bob.pk}",
        "carla": f"u{carla.pk}",
        "sam": "spectator",
        "zoe": "spectator",
    }


def test_a_viewers_version_moves_only_with_what_this_viewer_sees(alice: Any, bob: Any, carla: Any, sam: Any) -> None:
    hidden = fighter("lurker", DIRECTOR, "south", None, hidden=True)
    battle = start(campaign_of(alice, [bob, carla], [sam]), [*line_up([bob, carla], director_units=1), hidden])
    seen = {user: viewer_version(view_for(fresh(battle), user)) for user in (alice, bob, sam)}
    row = fresh(battle)
    row.state["units"]["lurker"]["strength"] = 3
    row.save(update_fields=["state"])
    assert viewer_version(view_for(fresh(battle), alice)) != seen[alice]
    assert viewer_version(view_for(fresh(battle), bob)) == seen[bob]
    assert viewer_version(view_for(fresh(battle), sam)) == seen[sam]
    act(battle, turn(bob, "bob", Rest()), bob)
    assert viewer_version(view_for(fresh(battle), sam)) != seen[sam]


def test_a_hidden_unit_is_in_nothing_that_others_can_read(alice: Any, bob: Any, carla: Any, sam: Any) -> None:
    """DEPL-6."""
    hidden = fighter("lurker", DIRECTOR, "south", None, hidden=True)
    battle = start(campaign_of(alice, [bob, carla], [sam]), [*line_up([bob, carla], director_units=1), hidden])
    row = fresh(battle)
    for reader in (bob, carla, sam):
        assert "lurker" not in json.dumps(export_of(row, reader)).lower()
        assert "lurker" not in json.dumps(visible_events(row, reader), default=str).lower()
    assert "lurker" in json.dumps(export_of(row, alice)).lower()


def test_legal_steps_and_forecast_come_from_the_rulebook(alice: Any, bob: Any, carla: Any) -> None:
    battle = fresh(duel(alice, bob, carla))
    steps = legal_for(battle, "bob")
    assert Rest() in steps
    assert End() in steps
    told = forecast_for(battle, "bob", [Strike("strength", "carla")])
    assert told["steps"][0]["attempts"][0]["threshold"] == 84
    assert told["refusal"] is None
    json.dumps(told)
    refused = forecast_for(battle, "bob", [Strike("strength", "nobody")])
    assert refused["refusal"]["code"] == "unknown-target"


def verify(export: dict[str, Any], promised: str, folder: Path) -> tuple[int, str]:
    path = folder / "battle.json"
    path.write_text(json.dumps(export), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), promised], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def played_out(alice: Any, bob: Any, carla: Any) -> Battle:
    """A duel with initiative rolled by the battle's own dice, some blows, an undo, and the director's end."""
    battle = duel(alice, bob, carla, order=())
    moment = LATER
    for _turn in range(6):
        state = state_of(fresh(battle))
        if state.phase == "over":
            return fresh(battle)
        moment += timedelta(minutes=1)
        unit = state.running.unit
        user, target = (bob, "carla") if unit == "bob" else (carla, "bob")
        act(battle, turn(user, unit, Strike("break", target), at=moment), user)
        if _turn == 2:
            with transaction.atomic():
                row = locked(battle)
                services.undo_to(row, row.version - 2, by=alice, reason="a slip", at=moment)
    act(battle, EndBattle(winner=None, reason="night falls", at=to_ms(moment)))
    return fresh(battle)


def test_a_finished_battle_verifies_against_the_hash_in_the_notice(
    alice: Any, bob: Any, carla: Any, tmp_path: Path
) -> None:
    battle = played_out(alice, bob, carla)
    assert Roll.objects.filter(battle=battle).count() >= 8
    export = export_of(battle, bob)
    code, said = verify(export, commitment_of(battle), tmp_path)
    assert code == 0, said
    assert "VERIFIED" in said


@pytest.mark.parametrize("fault", ["face", "missing", "seed", "hash"])
def test_a_tampered_export_fails(alice: Any, bob: Any, carla: Any, tmp_path: Path, fault: str) -> None:
    battle = played_out(alice, bob, carla)
    export, promised = export_of(battle, bob), commitment_of(battle)
    strikes = [event for event in export["events"] if event["kind"] == "strike-rolled"]
    if fault == "face":
        roll = strikes[0]["data"]["roll"]
        roll["face"] = roll["face"] % 100 + 1
    elif fault == "missing":
        export["events"].remove(strikes[0])
    elif fault == "seed":
        export["dice"]["seed"] = "00" * 32
    else:
        promised = "0" * 64
    code, _said = verify(export, promised, tmp_path)
    assert code == 1


def test_before_the_end_an_export_shows_the_hash_and_no_seed(alice: Any, bob: Any, carla: Any, tmp_path: Path) -> None:
    battle = fresh(duel(alice, bob, carla))
    for reader in (alice, bob):
        export = export_of(battle, reader)
        assert export["dice"] == {"commitment": commitment_of(battle)}
        assert bytes(battle.seed).hex() not in json.dumps(export)
    assert verify(export_of(battle, bob), commitment_of(battle), tmp_path)[0] == 2


def test_the_battles_own_notices_hold_the_hash(alice: Any, bob: Any, carla: Any) -> None:
    battle = fresh(duel(alice, bob, carla))
    assert len(commitment_of(battle)) == 64
    assert not Notice.objects.filter(data__icontains=bytes(battle.seed).hex()).exists()


def test_the_directors_log_holds_everything_and_numbers_only_what_is_seen(alice: Any, bob: Any, carla: Any) -> None:
    battle = duel(alice, bob, carla)
    act(battle, turn(bob, "bob", Rest()), bob)
    row = fresh(battle)
    assert len(events_as(row, DIRECTOR)) == row.version
    numbers = [event["number"] for event in visible_events(row, carla)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert visible_events(row, carla, after=len(numbers)) == []
    assert new_state(setup_from_json(row.setup)).phase == "deployment"
