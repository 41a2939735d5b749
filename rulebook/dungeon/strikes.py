"""Free strikes: who may strike, by whose word, and what goes on afterwards (DS-FREE, IMP-03)."""

from __future__ import annotations

from rulebook.dungeon import clocks
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import StrikeAnswered, StrikeAsked, StrikeForgone, StrikesDone
from rulebook.dungeon.state import DIRECTOR, Model, Pending, State
from rulebook.errors import Illegal


def go_on(ctx: Context) -> None:
    """Resolve pending free strikes one by one, then let the model walk on (DS-BREAK-02, -03).

    Stops where a player has to be asked; nothing is pending for a model that is gone.
    """
    while ctx.state.pending is not None and not ctx.state.pending.asked:
        pending = ctx.state.pending
        if not pending.strikers or not ctx.model(pending.unit).on_board:
            _finish(ctx, pending)
            return
        _next_strike(ctx, pending)


def _next_strike(ctx: Context, pending: Pending) -> None:
    striker = ctx.model(pending.strikers[0])
    word = instruction_of(ctx.state, striker)
    if word == "ask":
        due, length = clocks.strike_clock(ctx.state, striker, ctx.at)
        ctx.tell(StrikeAsked(ctx.at, striker.id, pending.unit, due, length))
    elif word == "never":
        ctx.tell(StrikeForgone(ctx.at, striker.id, pending.unit))
    else:
        ctx.free_strike(striker.id, pending.unit)


def instruction_of(state: State, striker: Model) -> str:
    """The standing instruction that counts: whoever is away, or up against the Invisible
    Overlord's turn, is not asked, and strikes (IMP-03)."""
    away = striker.taken_over or clocks.is_absent(state, striker.player, state.moment)
    unasked = state.automatic and state.phase != "heroes"
    return "always" if striker.strikes == "ask" and (away or unasked) else striker.strikes


def _finish(ctx: Context, pending: Pending) -> None:
    ctx.tell(StrikesDone(ctx.at, pending.unit))
    if pending.path and ctx.model(pending.unit).on_board:
        ctx.walk(pending.unit, pending.path, pending.points)


def asked(state: State) -> Model | None:
    """The model whose player is asked now, if one is."""
    pending = state.pending
    return state.models[pending.strikers[0]] if pending is not None and pending.asked else None


def answer(ctx: Context, unit: str, by: str, strike: bool) -> None:
    """A player's answer. Raises `nobody-asked`, `not-your-unit`."""
    striker = asked(ctx.state)
    if striker is None or striker.id != unit:
        raise Illegal("nobody-asked", f"Nobody is asked about a free strike of {unit}.", {"unit": unit})
    if by not in (striker.player, DIRECTOR):
        raise Illegal("not-your-unit", f"{unit} is not {by}'s.", {"unit": unit})
    settle_asked(ctx, strike, by_deadline=False)


def settle_asked(ctx: Context, strike: bool, *, by_deadline: bool) -> None:
    """The answer is there, or its time ran out; the clock before goes on with what it had."""
    pending, clock = ctx.state.pending, ctx.state.clock
    assert pending is not None and clock is not None
    striker, before = pending.strikers[0], pending.interrupted
    due = None if before is None or before.due is None else before.due + ctx.at - clock.opened
    ctx.tell(StrikeAnswered(ctx.at, striker, strike, by_deadline, due))
    if strike:
        ctx.free_strike(striker, pending.unit)
    else:
        ctx.tell(StrikeForgone(ctx.at, striker, pending.unit))
    go_on(ctx)
