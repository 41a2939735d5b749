"""Whose time runs, and until when (IMP-01): hero turns, windows, the Overlord, free strikes.

One clock runs at a time. These functions work out its rule, due time and length; the
course of play tells the events. Lengths are milliseconds.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from rulebook.dungeon.state import DIRECTOR, Clock, ClockRule, Model, Moment, State

MILLISECOND = timedelta(milliseconds=1)


class Timing(NamedTuple):
    """A clock before it starts: its rule, when it is due (None: never), its length."""

    rule: ClockRule
    due: Moment | None
    length: int


def length_of(state: State, hours: float) -> int:
    """So many hours of this table, in milliseconds."""
    return round(state.rules.span(hours) / MILLISECOND)


def is_clocked(state: State) -> bool:
    """Whether this game has deadlines: always, unless the table has none against the director."""
    return state.rules.clock_against_director or state.automatic or state.overlord != DIRECTOR


def is_absent(state: State, player: str, at: Moment) -> bool:
    """Whether a declared absence of this player's holds at a moment."""
    return any(away.player == player and away.start <= at < away.end for away in state.absences)


def director_plays(state: State, model: Model, at: Moment) -> bool:
    """Whether the director acts for this hero: his own, taken over, or its player away."""
    return not model.players or model.taken_over or is_absent(state, model.player, at)


def awaited(state: State) -> tuple[Model, ...]:
    """The heroes that still have their turn to come in this round, in order."""
    return tuple(hero for hero in state.heroes if hero.status == "waiting")


def expected(state: State, at: Moment) -> tuple[Model, ...]:
    """Those of them whose players are there to play them."""
    return tuple(hero for hero in awaited(state) if not director_plays(state, hero, at))


def hero_clock(state: State, at: Moment) -> Timing:
    """The clock for the next hero turn (DS-ROUND-02): the first of a round has its own length.

    It runs while any player is expected; otherwise the director is.
    """
    waiting = awaited(state)
    if not expected(state, at):
        return Timing(_directors_rule(waiting), None, 0)
    if not is_clocked(state):
        return Timing("untimed", None, 0)
    rules = state.rules
    rule: ClockRule = "later" if state.first_taken else "first"
    length = length_of(state, rules.turn_hours if state.first_taken else rules.first_turn_hours)
    return Timing(rule, at + length, length)


def _directors_rule(waiting: tuple[Model, ...]) -> ClockRule:
    if any(hero.taken_over for hero in waiting):
        return "taken-over"
    return "absent" if any(hero.players for hero in waiting) else "director"


def window_clock(state: State, at: Moment) -> Timing:
    """The clock of a window, the director's included: nobody has to wait for an interrupt."""
    if not is_clocked(state):
        return Timing("window", None, 0)
    length = length_of(state, state.rules.window_hours)
    return Timing("window", at + length, length)


def overlord_clock(state: State, at: Moment) -> Timing:
    """The clock of the Overlord's turn; the director as Overlord has none."""
    if state.overlord == DIRECTOR or state.automatic:
        return Timing("director", None, 0)
    if is_absent(state, state.overlord, at):
        return Timing("absent", None, 0)
    length = length_of(state, state.rules.overlord_turn_hours)
    return Timing("overlord", at + length, length)


def interrupt_clock(state: State, at: Moment) -> Timing:
    """The clock once an interrupt is played: as long as an Overlord's turn."""
    if not is_clocked(state):
        return Timing("window", None, 0)
    length = length_of(state, state.rules.overlord_turn_hours)
    return Timing("window", at + length, length)


def strike_clock(state: State, striker: Model, at: Moment) -> tuple[Moment | None, int]:
    """How long a player may think about a free strike; the director takes his time."""
    if not striker.players or not is_clocked(state):
        return None, 0
    length = length_of(state, state.rules.strike_hours)
    return at + length, length


def deployment_clock(state: State, at: Moment) -> Timing:
    """The clock for placing the heroes (DS-SETUP-04)."""
    if not is_clocked(state):
        return Timing("deployment", None, 0)
    length = length_of(state, state.rules.deployment_hours)
    return Timing("deployment", at + length, length)


def next_due(state: State) -> Moment | None:
    """The moment at which something expires next: what is waited for, if a clock runs, or an announced absence."""
    if _stands(state):
        return None
    ends = [away.end for away in state.absences]
    return min((due for due in (running_due(state), *ends) if due is not None), default=None)


def running_due(state: State) -> Moment | None:
    """The moment at which what is waited for expires, if a clock runs."""
    return None if _stands(state) or state.clock is None else state.clock.due


def _stands(state: State) -> bool:
    return state.paused is not None or state.phase == "over" or state.clock is None


def due_after_pause(state: State, at: Moment) -> Moment | None:
    """The deadline once the game resumes at `at`: what was left is kept."""
    clock = state.clock
    assert state.paused is not None
    if clock is None or clock.due is None:
        return None
    return clock.due + at - max(state.paused.since, clock.since)


def due_after_outage(state: State, start: Moment, end: Moment) -> tuple[Moment | None, int]:
    """The deadline once an outage is given back, and by how much it moved.

    What was credited, paused or not yet running before is not counted twice; an hour is
    left at the outage's end in any case.
    """
    clock: Clock | None = state.clock
    if clock is None or clock.due is None:
        return None, 0
    ran_until = stood_from(state, end)
    lost = ran_until - max(start, clock.since, state.credited_until)
    if lost <= 0:
        return clock.due, 0
    due = max(clock.due + lost, ran_until + length_of(state, 1))
    return due, due - clock.due


def stood_from(state: State, end: Moment) -> Moment:
    """Until when the clock ran in an outage that lasted until `end`: a pause within it stops it earlier."""
    return min(end, state.paused.since) if state.paused else end
