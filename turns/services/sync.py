"""The only writer of `Turn` rows: they repeat what a battle's state waits for, so that it can be found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import seats_of, state_of, user_pk, waits_of
from turns.models import Turn
from turns.services.games import Game, game_of
from turns.services.games.facts import Ending, Known, Synced
from turns.services.pending import Pending

LONGEST_WARNING = timedelta(hours=6)
WARNING_SHARE = 4
SAME_ROW = {Turn.Kind.DIRECTOR.value: Turn.Kind.TURN.value, Turn.Kind.PLAN.value: Turn.Kind.TURN.value}
"""Kinds whose end is told as that of another: the director's turn with a unit is that unit's turn."""

Key = tuple[str, str, str]


def remind_at(game: Game, battle: Battle, row: Turn, due: datetime | None) -> datetime | None:
    """When "deadline near" is told: a quarter of the turn's length before its end, at most six hours.

    Both in the time that counts at this table: nobody is reminded at night of what is due in the morning.
    """
    if due is None or row.kind not in game.REMINDED:
        return None
    counted = game.counted(state_of(battle), row.opened_at, due)
    return game.later(state_of(battle), row.opened_at, counted - min(counted / WARNING_SHARE, LONGEST_WARNING))


def sync_turns(pending: Pending, battle: Battle, events: Sequence[Any], *, at: datetime) -> Synced:
    """Close the rows that nothing waits for any more, open the new ones, move the due times that moved.

    Written only where the state is saved, under the battle's lock; one open row per (battle, who, kind, unit).
    """
    game = game_of(battle)
    rows = {(row.who, row.kind, row.unit): row for row in pending.open_turns(battle)}
    wanted: dict[Key, Any] = {(wait.who, wait.kind, wait.unit): wait for wait in waits_of(battle)}
    closed = [row for key, row in rows.items() if not _still_waited_for(row, wanted.get(key))]
    gone = {(row.who, row.kind, row.unit) for row in closed}
    kept = {key: row for key, row in rows.items() if key not in gone}
    told = {key: (row.due_at, row.penalty) for key, row in kept.items()}
    changed = [row for key, row in kept.items() if _follow(game, battle, row, wanted[key], at)]
    opened = _rows(game, battle, [wait for key, wait in wanted.items() if key not in kept])
    _close(game, battle, closed, events, at)
    pending.open[battle.pk] = [*kept.values(), *opened]
    pending.closed += closed
    pending.moved += changed
    pending.opened += [*_passed(game, battle, events, closed), *opened]
    moved = [row for key, row in kept.items() if row.due_at != told[key][0]]
    dearer = [row for key, row in kept.items() if row.penalty != told[key][1]]
    return Synced(tuple(opened), tuple(closed), tuple(moved), tuple(pending.open[battle.pk]), tuple(dearer))


def _still_waited_for(row: Turn, wait: Any) -> bool:
    if wait is None:
        return False
    # A decision has no opening of its own in the state: while it is owed it is the same one.
    return row.kind == Turn.Kind.DECIDE or to_datetime(wait.opened) == row.opened_at


def _follow(game: Game, battle: Battle, row: Turn, wait: Any, at: datetime) -> bool:
    """Let the row say what the wait says, and what missing it costs now; was anything different?"""
    due = None if wait.due is None else to_datetime(wait.due)
    penalty = game.penalty(state_of(battle), wait)
    if (row.due_at, row.rule, row.penalty) == (due, wait.rule, penalty):
        return False
    row.rule, row.penalty = wait.rule, penalty
    if row.due_at != due:
        row.due_at = due
        row.moves += 1
        row.moved_at = at
        row.first_due_at = row.first_due_at or due
        row.remind_at = remind_at(game, battle, row, due)
    return True


def _rows(game: Game, battle: Battle, waits: list[Any]) -> list[Turn]:
    seats = seats_of(battle) if waits else {}
    return [_row(game, battle, wait, seats[wait.unit].name if wait.unit in seats else "") for wait in waits]


def _row(game: Game, battle: Battle, wait: Any, name: str) -> Turn:
    state = state_of(battle)
    opened = to_datetime(wait.opened)
    due = None if wait.due is None else to_datetime(wait.due)
    row = Turn(
        battle=battle,
        who=wait.who,
        player_id=user_pk(wait.who),
        kind=wait.kind,
        unit=wait.unit,
        unit_name=name,
        penalty=game.penalty(state, wait),
        rule=wait.rule,
        round=state.round,
        opened_at=opened,
        due_at=due,
        first_due_at=due,
    )
    row.remind_at = remind_at(game, battle, row, due)
    return row


def _passed(game: Game, battle: Battle, events: Sequence[Any], closed: list[Turn]) -> list[Turn]:
    """Rows, closed from the first, for players' turns that opened and ran out while nobody looked."""
    told = {(row.unit, row.closed_at) for row in closed}
    found = [one for one in game.passed(events, state_of(battle).round) if (one.unit, one.ended) not in told]
    seats = seats_of(battle) if found else {}
    return [
        Turn(
            battle=battle,
            who=seats[one.unit].player,
            player_id=user_pk(seats[one.unit].player),
            kind=Turn.Kind.TURN,
            unit=one.unit,
            unit_name=seats[one.unit].name,
            penalty=one.penalty,
            rule=one.rule,
            round=one.round,
            opened_at=one.opened,
            first_due_at=one.due,
            due_at=one.ended,
            moves=int(one.due != one.ended),
            closed_at=one.ended,
            outcome=one.outcome,
        )
        for one in found
        if one.unit in seats
    ]


def _close(game: Game, battle: Battle, closed: list[Turn], events: Iterable[Any], at: datetime) -> None:
    known = game.endings(events) if closed else {}
    for row in closed:
        row.outcome, row.closed_at = _ending(game, battle, row, known, at)


def _ending(game: Game, battle: Battle, row: Turn, known: Known, at: datetime) -> Ending:
    told = known.get((SAME_ROW.get(row.kind, row.kind), row.unit))
    return told or (game.otherwise(row, state_of(battle)), at)
