"""Who is waited for, for what, and until when: what a page, a sweep and a notice need to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulebook.dungeon import clocks
from rulebook.dungeon.deployment import unplaced
from rulebook.dungeon.state import DIRECTOR, Model, Moment, State
from rulebook.dungeon.steps import OVERLORD
from rulebook.dungeon.strikes import asked

WaitKind = Literal["deploy", "turn", "director", "window", "overlord", "strike", "trade", "late"]
Standing = Literal["submitted", "nothing", "early", "absent-with-notice", "absent"]


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody owes something.

    - `deploy`: `who` has heroes to place; no single unit is named.
    - `turn`: `who` may take the turn of `unit` now. Several at once, one for each hero
      that has not acted; once one has begun, for it alone.
    - `director`: the director has to play `unit`, for an absent player or taken over.
    - `window`: the Overlord may interrupt; `overlord`: his turn. `unit` is `OVERLORD`.
    - `strike`: `who` is asked whether `unit` makes a free strike.
    - `trade`: `who` is offered a trade for `unit`; never due.
    - `late`: `who` may still act with `unit`; never due, open until the Overlord's turn.

    `due` is None where no clock runs, or while the game is paused. `rule` is the clock's.
    """

    who: str
    kind: WaitKind
    unit: str
    opened: Moment
    due: Moment | None
    rule: str


def waits(state: State) -> tuple[Wait, ...]:
    """Everything that is waited for now; nothing once the game is over, nor between two events of one act."""
    if state.phase == "over" or state.clock is None:
        return ()
    if state.phase == "setup":
        return tuple(_deployments(state))
    striker = asked(state)
    if striker is not None:
        return (_clocked(state, striker.player, "strike", striker.id),)
    if state.phase in ("window", "overlord"):
        return (_overlords(state), *_trades(state))
    return (*_turns(state), *_trades(state), *_late(state))


def _clocked(state: State, who: str, kind: WaitKind, unit: str) -> Wait:
    clock = state.clock
    assert clock is not None
    due = None if state.paused is not None or kind == "director" else clock.due
    return Wait(who, kind, unit, clock.opened, due, clock.rule)


def _deployments(state: State) -> list[Wait]:
    players = dict.fromkeys(hero.player for hero in unplaced(state))
    return [_clocked(state, player, "deploy", "") for player in players]


def _overlords(state: State) -> Wait:
    kind: WaitKind = "window" if state.phase == "window" else "overlord"
    who = state.overlord
    if kind == "overlord" and clocks.is_absent(state, who, state.moment):
        who = DIRECTOR
    return _clocked(state, who, kind, OVERLORD)


def _turns(state: State) -> list[Wait]:
    if state.running is not None:
        return [_turn(state, state.models[state.running.unit])]
    return [_turn(state, hero) for hero in clocks.awaited(state)]


def _turn(state: State, hero: Model) -> Wait:
    if clocks.director_plays(state, hero, state.moment):
        return _clocked(state, DIRECTOR, "director", hero.id)
    return _clocked(state, hero.player, "turn", hero.id)


def _trades(state: State) -> list[Wait]:
    offer = state.offer
    if offer is None:
        return []
    return [Wait(state.models[offer.other].player, "trade", offer.other, offer.offered, None, "trade")]


def _late(state: State) -> list[Wait]:
    running = state.running.unit if state.running is not None else ""
    return [
        Wait(hero.player, "late", hero.id, hero.expired, None, "late")
        for hero in state.heroes
        if hero.status == "expired" and hero.id != running
    ]


def standing(state: State, unit_id: str) -> Standing:
    """Which of the five states a hero is in for its round.

    `submitted`: it has acted. `early`: an early turn is waiting. `absent-with-notice`: its
    player has declared an absence, or the director has it. `absent`: its turn ran out and
    it has not acted. `nothing`: none of these.
    """
    model = state.models[unit_id]
    if model.is_hero and model.status in ("acted", "acted-late"):
        return "submitted"
    if unit_id in state.plans:
        return "early"
    away = model.players and clocks.director_plays(state, model, state.moment)
    if model.is_hero and model.on_board and away:
        return "absent-with-notice"
    return "absent" if model.status == "expired" else "nothing"
