"""The only door through which a battle changes: open it, apply an action, undo. Knows no ruleset by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.db import connection

from accounts.models import User
from battles.games import game_of
from battles.models import Battle, BattleEvent, Roll
from battles.moments import to_datetime, to_ms
from battles.selectors import know_state, ruleset_of, state_of
from battles.services.preparing import wrong_status
from battles.services.saving import Rows
from campaign.guards import require_director
from rulebook.dice import Dice, SeededDice
from rulebook.errors import Illegal


@dataclass(frozen=True, slots=True)
class Applied:
    """What an action did: the state before and after, the events, and the numbers they were recorded under.

    Where nothing happened there are no events, and `last_number` is below `first_number`.
    """

    before: Any
    state: Any
    events: tuple[Any, ...]
    first_number: int
    last_number: int


def open_battle(battle: Battle, at: datetime, *, dice: Dice | None = None) -> Applied:
    """Begin a locked battle whose list is complete: its set-up and first state, turn 0 open. Writes no `Turn` rows.

    Raises Illegal `wrong-status` unless it is mustering, `not-confirmed` while an answer is awaited, `nobody-goes`,
    and what the rulebook says of a set-up that cannot be played.
    """
    _assert_in_transaction()
    if battle.status != Battle.Status.MUSTER:
        raise wrong_status(battle)
    if battle.muster.filter(confirmed_at__isnull=True).exists():
        raise Illegal("not-confirmed", f"Somebody has not yet said who goes to {battle.code}.")
    return begin(battle, game_of(battle).setup(battle, at), at=at, dice=dice)


def begin(battle: Battle, setup: Any, *, at: datetime, dice: Dice | None = None) -> Applied:
    """Begin a locked battle from a set-up of its ruleset, whoever made it."""
    _assert_in_transaction()
    ruleset = ruleset_of(battle)
    cast = dice or SeededDice(bytes(battle.seed))
    first = ruleset.new_state(setup)
    state, events = ruleset.begin(first, cast)
    battle.setup = ruleset.setup_to_json(setup)
    battle.status = Battle.Status.RUNNING
    battle.opened_at = at
    battle.rounds_without_post = 0
    rows = Rows()
    applied = _record(battle, first, state, events, cast, by=None, rows=rows)
    battle.save(update_fields=["setup", "opened_at", "rounds_without_post"])
    rows.write()
    return applied


def apply_action(
    battle: Battle, action: Any, by: User | None, *, dice: Dice | None = None, rows: Rows | None = None
) -> Applied:
    """Change a running battle by one action of its ruleset; everything it writes, it writes here.

    With `rows` it only gathers there what is to be written, for whoever changes many battles and writes them together.

    `battle` must be locked by the caller's transaction. `by` is the user behind the action, None for time itself.
    Dice are the battle's own unless a test gives others. Raises the rulebook's Refused, and then writes nothing;
    Illegal `wrong-status` for a battle that does not run.
    """
    _assert_in_transaction()
    if battle.status != Battle.Status.RUNNING:
        raise wrong_status(battle)
    before = state_of(battle)
    cast = dice or SeededDice(bytes(battle.seed), battle.dice_counter)
    state, events = ruleset_of(battle).apply(before, action, cast)
    if not events and state == before:
        return Applied(before, before, (), battle.version + 1, battle.version)
    mine = Rows() if rows is None else rows
    applied = _record(battle, before, state, events, cast, by=by, rows=mine)
    if rows is None:
        mine.write()
    return applied


def undo_to(battle: Battle, event_number: int, *, by: User, reason: str, at: datetime) -> Applied:
    """The director takes back everything after an event; the record keeps it, and every roll stays.

    The battle goes on with the dice counter reached. `event_number` 0 takes back all of it. Raises PermissionDenied,
    the rulebook's Refused (`no-reason`, `unknown-event`, `nothing-to-undo`), Illegal `seed-revealed` once the battle
    is over: whoever has the seed knows every die to come.
    """
    _assert_in_transaction()
    require_director(by, battle.campaign)
    if battle.status != Battle.Status.RUNNING:
        raise Illegal("seed-revealed", "The battle is over and its seed was shown; it cannot be undone.")
    ruleset, before = ruleset_of(battle), state_of(battle)
    past = [ruleset.event_from_json(data) for data in battle.events.order_by("number").values_list("data", flat=True)]
    assert battle.setup is not None
    setup = ruleset.setup_from_json(battle.setup)
    state, event = ruleset.undo(setup, past, event_number, reason, to_ms(at))
    cast = SeededDice(bytes(battle.seed), battle.dice_counter)
    rows = Rows()
    applied = _record(battle, before, state, (event,), cast, by=by, rows=rows)
    rows.write()
    return applied


def _record(
    battle: Battle, before: Any, state: Any, events: Sequence[Any], dice: Dice, *, by: User | None, rows: Rows
) -> Applied:
    """Put state and version on the battle, and gather its row, its events and its rolls."""
    ruleset = ruleset_of(battle)
    first = battle.version + 1
    written = [ruleset.event_to_json(event) for event in events]
    moments = [to_datetime(event.at) for event in events]
    for number, event, data, moment in zip(count(first), events, written, moments, strict=False):
        rows.events.append(BattleEvent(battle=battle, number=number, kind=event.kind, data=data, at=moment, by=by))
        rows.rolls += rolls_of_event(battle, number, data, moment)
    rows.battles[battle.pk] = battle
    battle.state = ruleset.to_json(state)
    know_state(battle, state)
    battle.version += len(events)
    battle.dice_counter = dice.counter
    if state.phase == "over" and events:
        battle.status = Battle.Status.ENDED
        battle.ended_at = to_datetime(state.moment)
    return Applied(before, state, tuple(events), first, battle.version)


def rolls_of_event(battle: Battle, number: int, data: Mapping[str, Any], moment: datetime) -> Iterator[Roll]:
    """A row for every die anywhere in an event, once each."""
    seen: set[int] = set()
    for die, unit in _dice_in(data, ""):
        if die["counter"] not in seen:
            seen.add(die["counter"])
            yield Roll(
                battle=battle,
                event_number=number,
                counter=die["counter"],
                sides=die["sides"],
                face=die["face"],
                reason={"text": die.get("reason", ""), "event": data.get("kind", "")},
                unit=unit,
                at=moment,
            )


def _dice_in(data: Any, unit: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Every die in an event, each with the unit nearest to it."""
    if isinstance(data, Mapping):
        if {"counter", "face", "sides"} <= data.keys():
            yield data, unit
            return
        nearest = data.get("unit") or (data.get("fate") or {}).get("unit") or unit
        for part in data.values():
            yield from _dice_in(part, nearest)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from _dice_in(part, unit)


def _assert_in_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("A battle changes only inside a transaction that has locked its row.")
