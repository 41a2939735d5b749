"""Events cut into the turns they belong to: a hero's, an interrupt, the Overlord's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from battles.services import Applied
from rulebook.dungeon import events as told
from rulebook.dungeon import evolve
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import OVERLORD

PartKind = Literal["hero", "interrupt", "overlord"]
DEEDS = (told.TurnBegan, told.CardPlayed, told.DeadRaised, told.ModelPlaced, told.InvisibleOrdered)
"""What makes a window, or a turn that ran out, worth a post."""
ASIDE = (
    told.AbsenceCancelled,
    told.AbsenceDeclared,
    told.AbsenceEnded,
    told.BattlePaused,
    told.BattleResumed,
    told.Instructed,
    told.OutageCredited,
    told.PlanLeft,
    told.PlanWithdrawn,
    told.PlayerChanged,
    told.UnitHandedBack,
    told.UnitTakenOver,
    told.WindowsPassed,
)
"""What may fall into somebody's turn without belonging to it."""


@dataclass
class Part:
    """One turn, as far as these events tell of it. `first` and `last` are event numbers; `open`: it goes on.

    `continued`: it had begun before them. `numbers` are the hero's after them.
    """

    kind: PartKind
    unit: str
    round: int
    player: str
    how: str
    first: int
    last: int
    by: str = ""
    ended: str = ""
    open: bool = True
    continued: bool = False
    did: bool = False
    touched: bool = False
    numbers: dict[str, list[int]] = field(default_factory=dict)


def inside(state: State) -> tuple[PartKind, str] | None:
    """Whose turn a state is in the middle of."""
    running = state.running
    if state.phase == "window":
        return "interrupt", OVERLORD
    if state.phase == "overlord":
        return "overlord", OVERLORD
    return ("hero", running.unit) if running is not None and state.models[running.unit].is_hero else None


def parts_of(applied: Applied) -> Iterator[Part]:
    """The turns in these events, in order; the last one may still be open."""
    state: State = applied.before
    part = _continued(state, applied.first_number)
    planned: dict[str, int] = {}
    for number, event in enumerate(applied.events, start=applied.first_number):
        state = evolve(state, event)
        if isinstance(event, told.PlanPlayed):
            planned[event.unit] = number
        if part is None:
            part = _begun(state, event, number, planned)
        if part is not None:
            _add(part, event, number, state)
            if not part.open:
                yield part
                part = None
    if part is not None:
        yield part


def _continued(state: State, first: int) -> Part | None:
    found = inside(state)
    if found is None:
        return None
    kind, unit = found
    how = state.running.why if kind == "hero" and state.running else kind
    return Part(kind, unit, state.round, _player(state, unit), how, first, first - 1, continued=True)


def _begun(state: State, event: told.Event, number: int, planned: dict[str, int]) -> Part | None:
    """The turn that an event begins, with the state after it."""
    if isinstance(event, told.TurnBegan) and state.models[event.unit].is_hero:
        how = "plan" if event.unit in planned else event.why
        first = planned.pop(event.unit, number)
        return Part("hero", event.unit, state.round, _player(state, event.unit), how, first, number)
    if isinstance(event, told.WindowOpened):
        return Part("interrupt", OVERLORD, state.round, state.overlord, "interrupt", number, number)
    if isinstance(event, told.OverlordTurnBegan):
        return Part("overlord", OVERLORD, state.round, state.overlord, "overlord", number, number)
    return None


def _player(state: State, unit: str) -> str:
    return state.overlord if unit == OVERLORD else state.models[unit].player


def _add(part: Part, event: told.Event, number: int, state: State) -> None:
    if isinstance(event, ASIDE):
        return
    part.last, part.touched = number, True
    part.did = part.did or isinstance(event, DEEDS)
    if isinstance(event, told.TurnBegan):
        part.by = part.by or event.by
    if part.kind == "hero":
        part.numbers = {"wounds": [state.models[part.unit].wounds, MOST_WOUNDS]}
    ended = _end_of(part, event)
    if ended is not None:
        part.open, part.ended = False, ended
        part.did = part.did or (part.kind == "overlord" and ended == "acted")


def _end_of(part: Part, event: told.Event) -> str | None:
    """How an event ends the turn; None where it goes on."""
    if isinstance(event, told.BattleEnded):
        return "over"
    if part.kind == "hero":
        return event.how if isinstance(event, told.TurnEnded) and event.unit == part.unit else None
    if part.kind == "interrupt":
        return event.how if isinstance(event, told.WindowClosed) else None
    if isinstance(event, told.OverlordTurnEnded):
        return "expired" if event.by_deadline else "acted"
    return None


def notes_of(part: Part) -> dict[str, Any]:
    """What a post keeps of its turn besides its events."""
    return {"numbers": part.numbers, "kind": part.kind, "how": part.how, "by": part.by, "ended": part.ended}
