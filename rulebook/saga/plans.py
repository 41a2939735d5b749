"""Early turns: leaving one, and which alternative can be played (EARLY-1 to EARLY-3)."""

from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from rulebook.saga.actions import LeavePlan, WithdrawPlan
from rulebook.saga.effects import Context
from rulebook.saga.events import PlanLeft, PlanWithdrawn
from rulebook.saga.knowledge import known_to_side
from rulebook.saga.legal import within_reach
from rulebook.saga.play import Planned, planned
from rulebook.saga.state import Alternative, Condition, Plan, State, Unit

MOST_ALTERNATIVES = 3
MOST_STEPS = 5
MOST_CONDITIONS = 12


def leave_plan(ctx: Context, action: LeavePlan) -> None:
    """A player leaves, or changes, an early turn for the present round (EARLY-1).

    Raises `not-your-unit`, `taken-over`, `defeated`, `already-acted`, `turn-has-begun`,
    `too-many-alternatives`, `no-alternatives`, `bad-alternative` and `bad-condition`.
    """
    unit = _own_unit(ctx.state, action.unit, action.by)
    _check_not_begun(ctx.state, unit)
    _check_alternatives(ctx.state, action.alternatives)
    ctx.tell(PlanLeft(ctx.at, Plan(unit.id, action.by, action.alternatives, ctx.at)))


def withdraw_plan(ctx: Context, action: WithdrawPlan) -> None:
    """A player takes an early turn back before its turn begins. Raises `no-plan` too."""
    unit = _own_unit(ctx.state, action.unit, action.by)
    _check_not_begun(ctx.state, unit)
    if unit.id not in ctx.state.plans:
        raise no_plan(unit.id)
    ctx.tell(PlanWithdrawn(ctx.at, unit.id))


def no_plan(unit: str) -> Illegal:
    """There is no early turn for this unit."""
    return Illegal("no-plan", f"No early turn was left for {unit}.", {"unit": unit})


def playable(state: State, plan: Plan) -> tuple[int, Planned] | None:
    """The first alternative that is legal and whose conditions hold, with its steps (EARLY-2)."""
    for number, alternative in enumerate(plan.alternatives):
        steps = _try(state, plan.unit, alternative)
        if not isinstance(steps, str):
            return number, steps
    return None


def obstacles(state: State, plan: Plan) -> tuple[str, ...]:
    """What stands in the way of each alternative: a code, empty where nothing does."""
    found = (_try(state, plan.unit, alternative) for alternative in plan.alternatives)
    return tuple(what if isinstance(what, str) else "" for what in found)


def holds(state: State, unit: Unit, condition: Condition) -> bool:
    """Whether one condition holds, by what the unit's player may know."""
    known = known_to_side(state, unit)
    if condition.kind == "free":
        assert condition.cell is not None
        return known.board.open(condition.cell) and condition.cell not in known.occupied
    if condition.kind in ("strength", "willpower"):
        return bool(getattr(unit, condition.kind) >= condition.least)
    other = known.units.get(condition.unit)
    if other is None:
        return False
    if condition.kind == "down":
        return other.defeated
    if condition.kind == "standing":
        return other.standing
    return other.standing and within_reach(known, unit, other)


def _try(state: State, unit_id: str, alternative: Alternative) -> Planned | str:
    unit = state.units[unit_id]
    if not all(holds(state, unit, condition) for condition in alternative.conditions):
        return "condition-not-met"
    try:
        return planned(state, unit_id, alternative.steps)
    except Refused as refusal:
        return refusal.code


def _own_unit(state: State, unit_id: str, player: str) -> Unit:
    unit = state.units.get(unit_id)
    if unit is None or unit.player != player or not unit.players:
        message = f"{player} has no unit {unit_id}."
        raise Illegal("not-your-unit", message, {"unit": unit_id})
    if unit.taken_over:
        raise Illegal("taken-over", f"The director plays {unit_id} now.", {"unit": unit_id})
    if unit.defeated:
        raise Illegal("defeated", f"{unit_id} is defeated.", {"unit": unit_id})
    return unit


def _check_not_begun(state: State, unit: Unit) -> None:
    place = state.place(unit.id)
    if place is None:
        message = f"{unit.id} has no turn to come in this round."
        raise Illegal("not-your-turn", message, {"unit": unit.id})
    if place.status == "expired" or (place.status == "running" and not _opened_in_pause(state)):
        raise TooLate("turn-has-begun", f"The turn of {unit.id} has begun.", {"unit": unit.id})
    if place.status not in ("waiting", "running"):
        message = f"{unit.id} has no turn to come in this round."
        raise TooLate("already-acted", message, {"unit": unit.id})


def _opened_in_pause(state: State) -> bool:
    """A turn that opened while the battle stands still begins when it resumes (CLOCK-6)."""
    if state.paused is None or state.running is None:
        return False
    return state.running.opened >= state.paused.since


def _check_alternatives(state: State, alternatives: tuple[Alternative, ...]) -> None:
    if not alternatives:
        raise Unreadable("no-alternatives", "An early turn needs an alternative.")
    if len(alternatives) > MOST_ALTERNATIVES:
        message = f"An early turn has at most {MOST_ALTERNATIVES} alternatives."
        raise Illegal("too-many-alternatives", message, {"given": len(alternatives)})
    for alternative in alternatives:
        if len(alternative.steps) > MOST_STEPS or len(alternative.conditions) > MOST_CONDITIONS:
            message = "An alternative holds one turn and a few conditions."
            raise Unreadable("bad-alternative", message, {"steps": len(alternative.steps)})
        for condition in alternative.conditions:
            _check_condition(state, condition)


def _check_condition(state: State, condition: Condition) -> None:
    if condition.kind == "free":
        sound = condition.cell is not None and state.board.holds(condition.cell)
    elif condition.kind in ("strength", "willpower"):
        sound = condition.least >= 0
    else:
        sound = condition.unit != ""
    if not sound:
        message = f"{condition!r} is no condition."
        raise Unreadable("bad-condition", message, {"condition": condition.kind})
