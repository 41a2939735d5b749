"""The course of a battle: rounds, turns in their order, late posts, expiries (section 4, 5)."""

from collections.abc import Callable

from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from rulebook.saga import deadlines, plans, standing
from rulebook.saga.aftermath import consequences
from rulebook.saga.effects import Context
from rulebook.saga.events import (
    BattleEnded,
    BattleUndecided,
    DeadlinePardoned,
    HowPlayed,
    PlanFailed,
    RoundBegan,
    RoundEnded,
    TurnEnded,
    TurnForced,
    TurnTaken,
    UnitDefeated,
)
from rulebook.saga.hooks import hooks_of
from rulebook.saga.initiative import Contender, roll_initiative
from rulebook.saga.play import perform, planned
from rulebook.saga.state import DIRECTOR, Moment, Running, State, Unit
from rulebook.saga.steps import Step
from rulebook.saga.victory import is_open, reason, winner

Act = Callable[[Context], None]

DONE = ("acted", "acted-late", "ordered", "forced")
"""What a place says of a unit that has nothing to do any more in this round."""

MOST_EXPIRIES = 200
"""How many deadlines one action lets expire; what is left stays due for the next one."""


# The order


def next_unit(state: State) -> str | None:
    """The next unit in the order that still has its turn to come."""
    waiting = (place.unit for place in state.places if place.status == "waiting")
    return next((unit for unit in waiting if state.units[unit].standing), None)


def advance(ctx: Context) -> None:
    """Open the next turn, through a new round if need be, and play early turns (CLOCK-5)."""
    while ctx.state.phase == "running" and not ctx.state.undecided:
        unit = next_unit(ctx.state)
        if unit is None:
            begin_round(ctx)
            continue
        deadlines.open_turn(ctx, unit)
        _begin_turn(ctx, unit)
        if not play_early_turn(ctx):
            return


def _begin_turn(ctx: Context, unit: str) -> None:
    """What talents and items do when a unit's turn opens, in the order in which it has them."""
    for hooks, amount in tuple(hooks_of(ctx.unit(unit))):
        if hooks.on_turn is not None:
            hooks.on_turn(ctx, ctx.unit(unit), amount)


def begin_round(ctx: Context) -> None:
    """End the round and roll the next one's order (INIT-1, INIT-2, LATE-2)."""
    if ctx.state.round:
        ctx.tell(RoundEnded(ctx.at, ctx.state.round))
    state = ctx.state
    standing = [unit for unit in state.units.values() if unit.fighter and unit.standing]
    if not standing:
        ctx.tell(BattleUndecided(ctx.at))
    elif state.opening_order and state.round == 0:
        order = tuple(unit for unit in state.opening_order if state.units[unit].standing)
        ctx.tell(RoundBegan(ctx.at, 1, order, ()))
    else:
        _roll_round(ctx, standing)


def _roll_round(ctx: Context, standing: list[Unit]) -> None:
    contenders = [Contender(unit.id, unit.reaction, deadlines.penalty_of(ctx.state, unit)) for unit in standing]
    rolled = roll_initiative(contenders, ctx.dice)
    ctx.tell(RoundBegan(ctx.at, ctx.state.round + 1, rolled.order, rolled.totals, rolled.rolls))


# A turn


def take_turn(
    ctx: Context,
    unit: str,
    by: str,
    how: HowPlayed,
    act: Act,
    steps: tuple[Step, ...] = (),
    alternative: int | None = None,
) -> None:
    """A unit acts, in its turn or late, and what follows from that: end, extension, next turn."""
    running = ctx.state.running
    ctx.actor, ctx.moved, ctx.stopped = unit, False, False
    ctx.tell(TurnTaken(ctx.at, unit, by, how, steps, alternative))
    act(ctx)
    if how == "late":
        _after_late_post(ctx, ctx.unit(unit))
        return
    assert running is not None
    end_turn(ctx, running, by, planned=how != "in-turn")
    go_on(ctx)


def end_turn(ctx: Context, running: Running, by: str, *, planned: bool = False) -> None:
    """Close the running turn (TURN-5, LATE-4)."""
    unit = ctx.unit(running.unit)
    first = deadlines.uses_first_place(running, unit, by, planned)
    ctx.tell(TurnEnded(ctx.at, unit.id, "defeated" if unit.defeated else "acted", first))


def go_on(ctx: Context) -> None:
    """The end of the battle, or the next turn."""
    if not ended(ctx):
        advance(ctx)


def _after_late_post(ctx: Context, late: Unit) -> None:
    """LATE-1 to LATE-4: what a late post does to the turn that is running."""
    if ctx.state.rules.late_penalty_forgiven_if_acted:
        ctx.tell(DeadlinePardoned(ctx.at, late.id, "acted-late"))
    if ended(ctx):
        return
    if not close_if_fallen(ctx):
        deadlines.extend_for_late_post(ctx, late)


def close_if_fallen(ctx: Context) -> bool:
    """End the running turn of a unit that has fallen and open the next (LATE-4, TURN-6)."""
    running = ctx.state.running
    if running is None or not ctx.unit(running.unit).defeated:
        return False
    end_turn(ctx, running, ctx.unit(running.unit).player)
    advance(ctx)
    return True


def ended(ctx: Context) -> bool:
    """Whether the battle is over or undecided; tells it, with all that follows (WIN-1, WIN-2)."""
    state = ctx.state
    if state.phase == "over" or state.undecided:
        return True
    # Only a defeat can decide a battle, and most acts fell nobody.
    if not any(isinstance(event, UnitDefeated) for event in ctx.events) or is_open(state):
        return False
    side = winner(state)
    if side is None:
        ctx.tell(BattleUndecided(ctx.at))
    else:
        end_battle(ctx, side, reason(state, side))
    return True


def end_battle(ctx: Context, side: str | None, why: str) -> None:
    """The battle is over; fates and renown follow at once (WOUND-3, REN-1)."""
    ctx.tell(BattleEnded(ctx.at, side, why))
    consequences(ctx)


# Posts


def post(
    ctx: Context,
    unit: str,
    by: str,
    act: Act,
    steps: tuple[Step, ...] = (),
    written_for: int | None = None,
) -> None:
    """A post for a unit: its running turn, or a late one (LATE-1).

    `written_for` is the round the post was meant for, if it says so. Raises `already-over`,
    `not-started`, `round-over`, `unknown-unit`, `defeated`, `already-acted`,
    `not-your-turn`, `not-your-unit`, `taken-over`, `paused`, `undecided`.
    """
    how = how_to_post(ctx.state, unit, by, written_for, ctx.at)
    take_turn(ctx, unit, by, how, act, steps)


def how_to_post(
    state: State, unit_id: str, by: str, written_for: int | None = None, at: Moment | None = None
) -> HowPlayed:
    """In its turn or late; raises what stands in the way (see `post`).

    `at` is the moment of the post, by default the state's last one.
    """
    check_running(state)
    check_round(state, written_for)
    unit = state.units.get(unit_id)
    if unit is None or (unit.hidden and by != DIRECTOR):
        raise Unreadable("unknown-unit", f"There is no unit {unit_id!r}.", {"unit": unit_id})
    check_may_play(state, unit, by, state.moment if at is None else at)
    if unit.defeated:
        raise Illegal("defeated", f"{unit_id} is defeated.", {"unit": unit_id})
    place = state.place(unit_id)
    if place is not None and place.status == "running":
        _check_not_asked(state, unit, by)
        return "in-turn"
    if place is not None and place.status == "expired":
        return "late"
    raise _out_of_turn(place is not None and place.status in DONE, unit_id)


def _out_of_turn(acted: bool, unit: str) -> Refused:
    if acted:
        return TooLate("already-acted", f"{unit} has acted in this round.", {"unit": unit})
    return Illegal("not-your-turn", f"It is not the turn of {unit}.", {"unit": unit})


def check_running(state: State) -> None:
    """Raises unless turns are being played now."""
    if state.phase == "over":
        raise TooLate("already-over", "The battle is over.")
    if state.phase == "deployment":
        raise Illegal("not-started", "Turn 0 is not over yet.")
    if state.undecided:
        raise Illegal("undecided", "The director has to decide how the battle ended.")


def check_round(state: State, written_for: int | None) -> None:
    """Raises `round-over` for what was written for a round that is over (SK-125)."""
    if written_for is not None and written_for != state.round:
        message = f"Round {written_for} is over; this is round {state.round}."
        raise TooLate("round-over", message, {"round": written_for})


def check_may_play(state: State, unit: Unit, by: str, at: Moment) -> None:
    """Raises unless this player, or the director, acts for this unit now (ABSENT-1, ABSENT-2).

    The director acts for its own units, for those taken over and for absent players; a
    player whose unit waits for the director because of an absence may still come back.
    """
    if by == DIRECTOR:
        if unit.players and not (unit.taken_over or _director_plays(state, unit, at)):
            message = f"{unit.id} belongs to {unit.player}, who is expected to play it."
            raise Illegal("not-your-unit", message, {"unit": unit.id})
        return
    if unit.player != by:
        raise Illegal("not-your-unit", f"{unit.id} is not {by}'s.", {"unit": unit.id})
    if unit.taken_over:
        raise Illegal("taken-over", f"The director plays {unit.id} now.", {"unit": unit.id})
    if state.paused is not None:
        raise Illegal("paused", "The battle is paused.")


def _director_plays(state: State, unit: Unit, at: Moment) -> bool:
    running = state.running
    if running is not None and running.unit == unit.id:
        return running.rule == "absent"
    return deadlines.is_absent(state, unit.player, at)


def _check_not_asked(state: State, unit: Unit, by: str) -> None:
    running = state.running
    if running is not None and running.rule == "plan-waiting" and by != DIRECTOR:
        message = f"The early turn of {unit.id} is waiting for the director."
        raise TooLate("turn-has-begun", message, {"unit": unit.id})


# Early turns


def play_early_turn(ctx: Context) -> bool:
    """Play the early turn of the unit whose turn is open, if it can be (EARLY-2, EARLY-3).

    True if it was played and its turn is over; the caller goes on with the order.
    """
    running = ctx.state.running
    assert running is not None
    plan = ctx.state.plans.get(running.unit)
    if plan is None or not _plays_by_itself(ctx.state, running):
        return False
    found = plans.playable(ctx.state, plan)
    if found is None:
        ctx.tell(PlanFailed(ctx.at, plan.unit, plans.obstacles(ctx.state, plan)))
        return False
    number, steps = found
    ctx.actor, ctx.moved, ctx.stopped = plan.unit, False, False
    chosen = plan.alternatives[number].steps
    ctx.tell(TurnTaken(ctx.at, plan.unit, plan.player, "plan", chosen, number))
    perform(ctx, steps)
    end_turn(ctx, running, plan.player, planned=True)
    ended(ctx)
    return True


def _plays_by_itself(state: State, running: Running) -> bool:
    return state.paused is None and not running.plan_failed and running.rule not in ("plan-waiting", "taken-over")


def play_plan(ctx: Context, unit: str, alternative: int, steps: tuple[Step, ...] | None) -> None:
    """The director publishes an early turn, as it is or adapted (EARLY-2, EARLY-3).

    Raises `no-plan`, `not-your-turn`, `unknown-alternative`, or what the steps raise.
    """
    check_running(ctx.state)
    plan = ctx.state.plans.get(unit)
    if plan is None:
        raise plans.no_plan(unit)
    running = ctx.state.running
    if running is None or running.unit != unit:
        raise _out_of_turn(False, unit)
    if not 0 <= alternative < len(plan.alternatives):
        message = f"The early turn of {unit} has no alternative {alternative}."
        raise Unreadable("unknown-alternative", message, {"alternative": alternative})
    chosen = plan.alternatives[alternative].steps if steps is None else steps
    found = planned(ctx.state, unit, chosen)
    how: HowPlayed = "plan" if steps is None else "plan-adapted"
    take_turn(ctx, unit, DIRECTOR, how, lambda c: perform(c, found), chosen, alternative)


def force(ctx: Context, unit_id: str, reason: str) -> None:
    """The director ends the open turn: the unit does nothing, without penalty or late window (SK-153).

    Raises `already-over`, `not-started`, `undecided`, `not-your-turn`, `no-reason`.
    """
    check_running(ctx.state)
    if not reason.strip():
        raise Unreadable("no-reason", "Ending a turn needs a reason.")
    running = ctx.state.running
    if running is None or running.unit != unit_id:
        raise _out_of_turn(False, unit_id)
    unit = ctx.unit(unit_id)
    ctx.tell(TurnForced(ctx.at, unit_id, reason))
    first = deadlines.uses_first_place(running, unit, DIRECTOR, False)
    ctx.tell(TurnEnded(ctx.at, unit_id, "forced", first))
    advance(ctx)


# Time


def _carry_out_orders(ctx: Context, unit_id: str) -> bool:
    """Let a unit whose time is out do what its player ordered beforehand, if that can be done (SK-152)."""
    found = standing.would_do(ctx.state, unit_id)
    if found is None:
        return False
    _order, steps = found
    ctx.actor, ctx.moved, ctx.stopped = unit_id, False, False
    ctx.tell(TurnTaken(ctx.at, unit_id, ctx.unit(unit_id).player, "ordered", steps))
    perform(ctx, planned(ctx.state, unit_id, steps))
    return True


def _expire(ctx: Context) -> None:
    assert ctx.state.running is not None
    ordered = _carry_out_orders(ctx, ctx.state.running.unit)
    deadlines.expire_turn(ctx, next_unit(ctx.state) is not None, ordered)
    go_on(ctx)


def settle(ctx: Context, until: Moment, expire_deployment: Act) -> bool:
    """Let every deadline up to `until` expire at its due time, in order (CLOCK-4).

    False if there were more than one action may expire: the rest stays due.
    """
    for _ in range(MOST_EXPIRIES):
        due = deadlines.next_due(ctx.state)
        if due is None or due > until:
            return True
        ctx.at = max(due, ctx.state.moment)
        if ctx.state.deployment is not None:
            expire_deployment(ctx)
        else:
            _expire(ctx)
    due = deadlines.next_due(ctx.state)
    return due is None or due > until
