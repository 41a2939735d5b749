"""Which notices a change of a dungeon makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import seats_of, user_pk
from battles.services import Applied
from rulebook.dungeon import events as told
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import State
from turns.models import Turn
from turns.services.games.facts import Synced
from turns.services.games.table import Kind, Moment, of_end, of_table, of_turn, of_unit, reminder_of, still_to_play
from turns.services.pending import Tell
from turns.services.subjects import part_subject

HEROES = (Turn.Kind.TURN.value, Turn.Kind.DIRECTOR.value)
"""Several at once for one person: any of them may start."""
GAME = {"game": "dungeon"}
UNTOLD = (Turn.Kind.LATE.value,)


def subject(battle: Battle, row: Turn) -> str:
    """What somebody may start with is one thing, however many heroes it is; anything else is one of its own."""
    if row.kind in HEROES:
        return part_subject(battle, row.round, "turns", row.who)
    return part_subject(battle, row.round, row.kind, row.unit or row.who)


def reminder(row: Turn) -> Tell:
    """The notice that a deadline is near, with all the heroes it is near for."""
    return reminder_of(row, subject(row.battle, row), **_names(row, _beside(row)), **GAME)


def _beside(row: Turn) -> list[Turn]:
    rows = Turn.objects.filter(battle=row.battle_id, who=row.who, kind=row.kind, closed_at__isnull=True)
    return list(rows.order_by("pk"))


def standing(state: State) -> list[list[Any]]:
    """The heroes with their wounds; names as rows keep them, in English."""
    return [[name_of(state, hero.id, "en"), hero.wounds, MOST_WOUNDS] for hero in state.models.values() if hero.is_hero]


def tells(battle: Battle, applied: Applied, synced: Synced) -> Iterator[Tell]:
    """What happened, then who may act; whoever was told of more time is not told again that it is their turn."""
    told_otherwise: set[tuple[int, str]] = set()
    round_ = applied.before.round
    for event in applied.events:
        if isinstance(event, told.RoundBegan):
            round_ = event.round
        for one in _of_event(Moment(battle, applied.state, round_), event, synced):
            told_otherwise.update((reader, one.subject) for reader in one.readers if one.kind == Kind.MORE_TIME)
            yield replace(one, data=one.data | GAME)
    for one in _of_turns(battle, applied, synced):
        if not any((reader, one.subject) in told_otherwise for reader in one.readers):
            yield replace(one, data=one.data | GAME)


def _of_turns(battle: Battle, applied: Applied, synced: Synced) -> Iterator[Tell]:
    """One notice for each subject: what opened or moved, with everything that is open beside it."""
    rows = (*synced.opened, *still_to_play(applied.state, synced.moved))
    changed = {subject(battle, row): row for row in rows if row.kind not in UNTOLD}
    for key, row in changed.items():
        yield of_turn(row, key, **_names(row, synced.open))


def _names(row: Turn, rows: tuple[Turn, ...] | list[Turn]) -> dict[str, object]:
    """The units in question, in their order."""
    names = [one.unit_name for one in rows if (one.who, one.kind) == (row.who, row.kind)]
    if row.kind in HEROES:
        return {"unit": ", ".join(names), "units": names}
    return {"key": row.unit} if row.kind == Turn.Kind.STRIKE else {}


def _of_event(moment: Moment, event: told.Event, synced: Synced) -> Iterator[Tell]:
    if isinstance(event, told.TurnExpired):
        more = {"missed": event.missed, "late_window": event.late_window}
        yield from of_unit(moment, event.unit, Kind.MISSED, deadline=to_datetime(event.at), penalty=0, **more)
    elif isinstance(event, told.TurnEnded):
        yield from _broken_off(moment, event)
    elif isinstance(event, told.OverlordTurnEnded):
        yield from _overlord_missed(moment, event)
    elif isinstance(event, told.DeadlineExtended):
        yield from _more_time(moment, event, synced)
    elif isinstance(event, told.PlanPlayed):
        yield from of_unit(moment, event.unit, Kind.EARLY_PLAYED, how="plan")
    elif isinstance(event, told.PlanFailed):
        yield from of_unit(moment, event.unit, Kind.EARLY_FAILED, reasons=[event.code], step=event.step)
    elif isinstance(event, told.BattleEnded):
        yield from of_end(moment, "", side=event.winner or "")
    else:
        yield from of_table(moment, event)


def _broken_off(moment: Moment, event: told.TurnEnded) -> Iterator[Tell]:
    """A hero's turn that was begun ran out: what was done stays done."""
    if event.how == "expired" and moment.state.models[event.unit].is_hero:
        more = {"begun": True, "late_window": False}
        yield from of_unit(moment, event.unit, Kind.MISSED, deadline=to_datetime(event.at), penalty=0, **more)


def _overlord_missed(moment: Moment, event: told.OverlordTurnEnded) -> Iterator[Tell]:
    reader = user_pk(moment.state.overlord)
    if event.by_deadline and reader is not None:
        data = {"unit": "", "round": moment.round, "what": "overlord", "penalty": 0, "late_window": False}
        key = part_subject(moment.battle, moment.round, "overlord", "missed")
        yield Tell(Kind.MISSED, key, data, frozenset({reader}), deadline=to_datetime(event.at))


def _more_time(moment: Moment, event: told.DeadlineExtended, synced: Synced) -> Iterator[Tell]:
    """To everybody whose time it is that got longer."""
    source = seats_of(moment.battle).get(event.by)
    more = {"cause": event.cause, "reason": event.reason, "added": event.added, "source": source.name if source else ""}
    timed = {subject(moment.battle, row): row for row in synced.open if row.due_at}
    for key, row in timed.items():
        readers = frozenset({row.player_id} if row.player_id else ())
        data = {"unit": row.unit_name, "round": row.round, "what": row.kind, **_names(row, synced.open), **more}
        yield Tell(Kind.MORE_TIME, key, data, readers, deadline=row.due_at)
