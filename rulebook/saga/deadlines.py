"""The clock: whose turn it is, until when, and what a missed deadline costs (section 5).

Every function works on a `Context` and tells events; `apply` and nobody else calls them
with real dice. Lengths are milliseconds.
"""

from __future__ import annotations

from datetime import timedelta

from rulebook.errors import Illegal
from rulebook.saga import hours
from rulebook.saga.effects import Context
from rulebook.saga.events import ClockSet, DeadlineExtended, OutageCredited, TurnExpired, TurnOpened, UnitTakenOver
from rulebook.saga.state import DIRECTOR, Moment, Running, State, TurnRule, Unit

FEW_UNITS = 3
MISSED = "missed-deadlines"
"""The reason on record when a unit passes to the director by itself."""
MILLISECOND = timedelta(milliseconds=1)
Clock = tuple[TurnRule, Moment | None, int]


def length_of(state: State, count: float) -> int:
    """So many hours of this table, in milliseconds (CLOCK-1, `hour_seconds`)."""
    return round(state.rules.length(count) / MILLISECOND)


def is_clocked(state: State) -> bool:
    """Whether this battle has deadlines at all (`clock_against_director`)."""
    return state.rules.clock_against_director or not state.against_director


def is_endgame(state: State) -> bool:
    """Whether three or fewer player-run units, or their players, still stand (CLOCK-3)."""
    standing = [
        unit for unit in state.units.values() if unit.at is not None and unit.player != DIRECTOR and not unit.obstacle
    ]
    if state.rules.endgame_counts == "players":
        return len({unit.player for unit in standing}) <= FEW_UNITS
    return len(standing) <= FEW_UNITS


def is_absent(state: State, player: str, at: Moment) -> bool:
    """Whether a declared absence of this player's holds at a moment (ABSENT-1)."""
    return any(a.player == player and a.start <= at < a.end for a in state.absences)


def turn_clock(state: State, unit: Unit, at: Moment, *, ask_director: bool = True) -> Clock:
    """The rule, due time and length of a turn of this unit's that opens at `at`.

    With `ask_director` an early turn waits for the director where the table says so.
    """
    if not unit.players:
        return "director", None, 0
    if unit.taken_over:
        return "taken-over", None, 0
    if ask_director and unit.id in state.plans and state.rules.early_turns == "director":
        return "plan-waiting", None, 0
    if is_absent(state, unit.player, at):
        return "absent", None, 0
    return _player_clock(state, unit, at)


def is_shortened(state: State, unit: Unit) -> bool:
    """Whether this unit has missed so many deadlines that its turns are shorter (SK-155)."""
    least = state.rules.shorten_after_misses
    return least > 0 and unit.missed - unit.pardoned >= least


def _player_clock(state: State, unit: Unit, at: Moment) -> Clock:
    rules = state.rules
    if not is_clocked(state):
        return "untimed", None, 0
    if is_shortened(state, unit):
        rule: TurnRule = "shortened"
        length = length_of(state, rules.shortened_turn_hours)
    elif is_endgame(state):
        rule = "endgame"
        length = length_of(state, rules.endgame_turn_hours)
    elif state.first_taken:
        rule, length = "later", length_of(state, rules.turn_hours)
    else:
        rule, length = "first", length_of(state, rules.first_turn_hours)
    return rule, hours.after(rules, at, length), length


def open_turn(ctx: Context, unit_id: str) -> None:
    """Begin a unit's turn at the context's moment (CLOCK-1, CLOCK-3, ABSENT-1)."""
    rule, due, length = turn_clock(ctx.state, ctx.unit(unit_id), ctx.at)
    ctx.tell(TurnOpened(ctx.at, unit_id, rule, due, length))


def reset_clock(ctx: Context, *, ask_director: bool = False) -> None:
    """Give the open turn the clock that it would have if it opened now (ABSENT-2)."""
    running = ctx.state.running
    assert running is not None
    unit = ctx.unit(running.unit)
    rule, due, length = turn_clock(ctx.state, unit, ctx.at, ask_director=ask_director)
    ctx.tell(ClockSet(ctx.at, unit.id, rule, due, length))


def next_due(state: State) -> Moment | None:
    """The moment at which something expires next, if a clock runs."""
    if state.paused is not None or state.phase == "over":
        return None
    if state.deployment is not None:
        return state.deployment.due
    return state.running.due if state.running is not None else None


def penalty_of(state: State, unit: Unit) -> int:
    """What missed deadlines take from this unit's next initiative (LATE-2)."""
    if state.rules.late_penalty_counts == "unit" or not unit.players:
        return weighing(state, unit)
    return sum(weighing(state, own) for own in state.units.values() if own.player == unit.player)


def weighing(state: State, unit: Unit) -> int:
    """How many missed deadlines of its own weigh on a unit, those pardoned left out (LATE-2, SK-126)."""
    before = unit.missed_before if state.rules.late_penalty_scope == "campaign" else 0
    return max(0, before + unit.missed - unit.pardoned)


def expire_turn(ctx: Context, late_window: bool, ordered: bool = False) -> None:
    """The open turn's time is out: its place is lost, the penalty due (CLOCK-4, LATE-2).

    A unit that has now missed as many as the table puts up with is the director's (SK-156).
    """
    running = ctx.state.running
    assert running is not None
    unit = ctx.unit(running.unit)
    late_window = late_window and not ordered
    ctx.tell(TurnExpired(ctx.at, unit.id, unit.missed + 1, penalty_of(ctx.state, unit) + 1, late_window, ordered))
    most = ctx.state.rules.hand_over_after_misses
    if 0 < most <= unit.missed + 1 - unit.pardoned and not unit.defeated:
        ctx.tell(UnitTakenOver(ctx.at, unit.id, MISSED))


def extend_for_late_post(ctx: Context, late: Unit) -> None:
    """A late post gives the open turn three more hours, unless it is the same player's (LATE-3)."""
    running = ctx.state.running
    if running is None or running.due is None or ctx.unit(running.unit).player == late.player:
        return
    added = length_of(ctx.state, ctx.state.rules.late_extension_hours)
    due = hours.after(ctx.state.rules, running.due, added)
    ctx.tell(DeadlineExtended(ctx.at, running.unit, due, added, "late-post", late.id))


def uses_first_place(running: Running, unit: Unit, by: str, planned: bool) -> bool:
    """Whether a turn that ended used up the round's first place (CLOCK-1).

    Not the director's own units, nor a turn the director plays for an absent player or a
    unit taken over; an early turn does, whoever publishes it.
    """
    if not unit.players:
        return False
    return planned or by != DIRECTOR or running.rule not in ("absent", "taken-over")


def credit_outage(ctx: Context, start: Moment, end: Moment) -> None:
    """Give the open deadline back what the outage took, with an hour left at its end (CLOCK-6).

    What was credited, paused or not yet open before is not counted twice: crediting an
    outage again, or the longer outage that it turned out to be, adds only what is new.
    """
    state = ctx.state
    if end <= state.credited_until:
        return
    due, since = _open_clock(state)
    # While the battle is paused its clock stands still: nothing after that is lost.
    ran_until = min(end, state.paused.since) if state.paused else end
    lost = hours.between(state.rules, max(start, since, state.credited_until), ran_until)
    if due is None or lost <= 0:
        ctx.tell(OutageCredited(ctx.at, start, end, due, 0))
        return
    rules = state.rules
    credited = max(hours.after(rules, due, lost), hours.after(rules, ran_until, length_of(state, 1)))
    ctx.tell(OutageCredited(ctx.at, start, end, credited, credited - due))


def _open_clock(state: State) -> tuple[Moment | None, Moment]:
    if state.running is not None:
        return state.running.due, state.running.since
    if state.deployment is not None:
        return state.deployment.due, state.deployment.since
    return None, 0


def due_after_pause(state: State, at: Moment) -> Moment | None:
    """The open deadline once the battle resumes at `at`: what was left is kept (CLOCK-6)."""
    assert state.paused is not None
    due, since = _open_clock(state)
    if due is None:
        return None
    stood = max(state.paused.since, since)
    if due <= stood:
        return due + at - stood
    return hours.after(state.rules, at, hours.between(state.rules, stood, due))


def extend_by_director(ctx: Context, unit_id: str, count: float, reason: str) -> None:
    """The director's extension of the open turn. Raises `no-deadline` where no clock runs."""
    running = ctx.state.running
    if running is None or running.unit != unit_id or running.due is None:
        message = f"No clock runs for {unit_id}."
        raise Illegal("no-deadline", message, {"unit": unit_id})
    added = length_of(ctx.state, count)
    due = hours.after(ctx.state.rules, running.due, added)
    ctx.tell(DeadlineExtended(ctx.at, unit_id, due, added, "director", DIRECTOR, reason))
