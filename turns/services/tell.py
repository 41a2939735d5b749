"""Which notices a change of a battle makes stale, and those it makes; written in the change's own transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import waits_of
from battles.services import Applied
from notifications import services as notices
from notifications.models import Notice
from turns.models import Turn
from turns.services.games import game_of
from turns.services.games.facts import Synced
from turns.services.pending import Pending, Tell
from turns.services.subjects import battle_subject, turn_subject

LATE = Turn.Kind.LATE


def tell(pending: Pending, battle: Battle, applied: Applied, synced: Synced, *, by: User | None, at: datetime) -> None:
    """Gather the notices of a change and silence those it made stale. `by` is never told of the own act."""
    game = game_of(battle)
    stale = (*synced.closed, *synced.moved)
    pending.silence(game.subject(battle, row) for row in stale)
    pending.close_windows(turn_subject(battle, row.round, row.unit) for row in synced.closed if row.kind == LATE)
    pending.price({game.subject(battle, row): row.penalty for row in synced.dearer})
    if any(row.kind == Turn.Kind.DEPLOY for row in stale):
        _redate_beginning(battle)
    over = applied.state.phase == "over" != applied.before.phase
    if over:
        notices.withdraw(subject_prefix=battle_subject(battle) + ":", at=at)
    if applied.before.paused is not None and (over or applied.state.paused is None):
        # Whoever lets it go on is told nothing, and would go on reading that all clocks stand still.
        notices.withdraw(subject=battle_subject(battle), kinds=[Notice.Kind.PAUSED], at=at)
    tells = [_as_it_stands(battle, one, synced) for one in game.tells(battle, applied, synced)]
    missed = {one.subject for one in tells if one.kind == Notice.Kind.MISSED}
    pending.reopen_windows(_windows(battle, synced.opened) - missed)
    pending.tell(battle, [*_for_followers(battle, applied, tells), *tells], by=by)


def _windows(battle: Battle, rows: Iterable[Turn]) -> set[str]:
    """The turns that players missed and may act late for, by these rows."""
    late = (row for row in rows if row.kind == LATE and row.player_id is not None)
    return {turn_subject(battle, row.round, row.unit) for row in late}


def _as_it_stands(battle: Battle, one: Tell, synced: Synced) -> Tell:
    """A turn told as missed whose late window has closed within the same change can no longer be played late; nor can
    its player when the director has it by then (SK-156)."""
    if one.kind != Notice.Kind.MISSED or not one.data.get("late_window"):
        return one
    still = _windows(battle, synced.open)
    return one if one.subject in still else replace(one, data=one.data | {"late_window": False})


def _for_followers(battle: Battle, applied: Applied, tells: Iterable[Tell]) -> list[Tell]:
    """Whoever follows the battle hears of its new round, and of its end as its directors do."""
    if applied.state.phase == "over" != applied.before.phase:
        over = (one for one in tells if one.kind == Notice.Kind.BATTLE_OVER and one.directors)
        return [replace(one, directors=False, followers=True) for one in over]
    if applied.state.round > applied.before.round:
        return [_new_round(battle, applied.state)]
    return []


def _new_round(battle: Battle, state: Any) -> Tell:
    """That a round is over, how everybody stands, and where its report is."""
    over = state.round - 1
    data: dict[str, Any] = {"round": state.round, "game": battle.ruleset, "over": over}
    if over:
        data["standing"] = game_of(battle).standing(state)
    under = f"rounds/{over}/" if over else ""
    return Tell(Notice.Kind.NEW_ROUND, battle_subject(battle), data, followers=True, under=under)


def _redate_beginning(battle: Battle) -> None:
    """That the battle began is told with the end of turn 0, for as long as turn 0 is open."""
    notices.move_deadline(subject=battle_subject(battle), kind=Notice.Kind.BATTLE_BEGAN, deadline=placing_ends(battle))


def placing_ends(battle: Battle) -> datetime | None:
    """When whoever is to be placed must be; None where no clock runs, or all are."""
    dues = (wait.due for wait in waits_of(battle) if wait.kind == Turn.Kind.DEPLOY)
    return min((to_datetime(due) for due in dues if due is not None), default=None)


def send(battle: Battle, tells: Iterable[Tell], *, by: User | None, at: datetime) -> None:
    """Write these notices now, in the caller's transaction."""
    pending = Pending()
    pending.tell(battle, tells, by=by)
    pending.write(at=at)
