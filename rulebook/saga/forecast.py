"""What a turn would cost and do, worked out without dice and without secrets (DEPL-6).

The turn is played on the state as the viewer knows it, with dice that always hit; what
comes out is what happens *if* every attack hits, with the chance of each beside it. So a
forecast counts every passive and effect by the very code that counts them in play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.errors import Refused
from rulebook.saga.attack import AttackKind, Term, hit_chance
from rulebook.saga.board import Cell
from rulebook.saga.effects import Context
from rulebook.saga.events import DieRolled, Event, HazardSprung, Moved, StrikeRolled
from rulebook.saga.knowledge import Viewer, known_to
from rulebook.saga.legal import draft_turn
from rulebook.saga.play import carry_out, planned
from rulebook.saga.state import State, Unit
from rulebook.saga.steps import Step, Strike


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attack of the turn. `chance` is in percent, 100 for one that cannot miss.

    `on_miss` is the armor a missed break attack would take all the same (DMG-4).
    """

    target: str
    attack: AttackKind
    threshold: int
    terms: tuple[Term, ...]
    chance: int
    cannot_miss: bool
    on_miss: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """A unit's numbers and place, at one moment."""

    strength: int
    armor: int
    willpower: int
    at: Cell | None
    defeated: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A unit that the step changes, before and after."""

    unit: str
    before: Numbers
    after: Numbers


@dataclass(frozen=True, slots=True)
class StepForecast:
    """One step: its willpower, the way walked, its attacks, and every unit it changes.

    `willpower` is what it costs if every attack hits, and `willpower_on_miss` what it costs
    if the (plain) attack misses. `uncertain`
    says that other dice than attacks decide part of it.
    """

    step: Step
    willpower: int
    willpower_on_miss: int
    path: tuple[Cell, ...]
    attempts: tuple[Attempt, ...]
    changes: tuple[Change, ...]
    hazards: tuple[str, ...]
    uncertain: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """A whole turn: its steps, and what stands in the way of the first that is not legal."""

    steps: tuple[StepForecast, ...]
    refusal: Refused | None
    willpower_left: int
    horn_left: int


class SureDice:
    """Dice that show 1 for ever: every attack hits, since no threshold is below 25 (HIT-5)."""

    counter = 0

    def roll(self, sides: int) -> int:
        """The lowest face."""
        return 1


def forecast(state: State, unit: str, steps: Sequence[Step], viewer: Viewer) -> Forecast:
    """What these steps would cost and do, as far as the viewer can know.

    Steps up to the first that is not legal are told, with its refusal. Raises
    `unknown-unit` or `defeated` for a unit that cannot act at all.
    """
    known = known_to(state, viewer)
    draft_turn(known, unit)
    sound, refusal = _sound_steps(known, unit, steps)
    ctx = Context(known, SureDice(), state.moment)
    ctx.actor = unit
    told = []
    for step, draft in planned(known, unit, sound):
        if ctx.me.standing:
            before, seen = ctx.state, len(ctx.events)
            carry_out(ctx, step, draft)
            told.append(_told(before, ctx, step, ctx.events[seen:]))
    horn = ctx.state.side(ctx.me.side).horn or 0
    return Forecast(tuple(told), refusal, ctx.me.willpower, horn)


def _sound_steps(known: State, unit: str, steps: Sequence[Step]) -> tuple[Sequence[Step], Refused | None]:
    for count in range(1, len(steps) + 1):
        try:
            planned(known, unit, steps[:count])
        except Refused as refusal:
            return steps[: count - 1], refusal
    return steps, None


def _told(before: State, ctx: Context, step: Step, events: Sequence[Event]) -> StepForecast:
    after = ctx.state
    cost = before.units[ctx.actor].willpower - after.units[ctx.actor].willpower
    missed = cost
    if isinstance(step, Strike):
        # What a hit wins back (Embolden) is no part of a miss.
        missed = step.boost if before.rules.boost_lost_on_miss else 0
    return StepForecast(
        step,
        cost,
        missed,
        path=next((event.path for event in events if isinstance(event, Moved)), ()),
        attempts=tuple(_attempt(before, e) for e in events if isinstance(e, StrikeRolled)),
        changes=_changes(before, after),
        hazards=tuple(event.name for event in events if isinstance(event, HazardSprung)),
        uncertain=any(isinstance(event, DieRolled) for event in events),
    )


def _attempt(before: State, event: StrikeRolled) -> Attempt:
    sure = event.roll is None
    chance = 100 if sure else hit_chance(event.threshold, before.rules)
    wears = event.attack == "break" and before.broken.get(event.target, 0) > 0
    on_miss = min(1, before.units[event.target].armor) if wears and not sure else 0
    return Attempt(event.target, event.attack, event.threshold, event.terms, chance, sure, on_miss)


def _changes(before: State, after: State) -> tuple[Change, ...]:
    return tuple(
        Change(unit.id, _numbers(before.units[unit.id]), _numbers(unit))
        for unit in after.units.values()
        if _numbers(unit) != _numbers(before.units[unit.id])
    )


def _numbers(unit: Unit) -> Numbers:
    return Numbers(unit.strength, unit.armor, unit.willpower, unit.at, unit.defeated)
