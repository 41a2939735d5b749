"""The course of a game: rounds, hero turns, windows, the Overlord's turn (sections 3 to 5).

Everything here tells events through a `Context`. One thing leads to the next until
somebody is waited for: `open_slot` for the next hero, `open_window` for the Overlord
between two of them, `begin_overlord_turn` after the last.
"""

from __future__ import annotations

from rulebook.dungeon import clocks, opponent, strikes, trading
from rulebook.dungeon.attack import SIDES
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import (
    AbilityRolled,
    BattleEnded,
    CardDrawn,
    ClockStarted,
    DeadlineExtended,
    HowEnded,
    OverlordTurnBegan,
    OverlordTurnEnded,
    RoundBegan,
    RoundEnded,
    SpellsTurned,
    TurnEnded,
    TurnExpired,
    WindowClosed,
    WindowEnd,
    WindowOpened,
)
from rulebook.dungeon.feats import effects_afterwards
from rulebook.dungeon.state import Model, Running

STONEBLOOD = "stoneblood"
STONEBLOOD_FROM = 5


# Rounds and hero turns


def begin_round(ctx: Context) -> None:
    """The next round: every hero has a turn to come (DS-ROUND-01)."""
    ctx.tell(RoundBegan(ctx.at, ctx.state.round + 1))
    open_slot(ctx)


def open_slot(ctx: Context) -> None:
    """Let the next hero turn come, whoever takes it; after the last, the Overlord (DS-ROUND-02)."""
    if not clocks.awaited(ctx.state):
        begin_overlord_turn(ctx)
        return
    timing = clocks.hero_clock(ctx.state, ctx.at)
    ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def end_turn(ctx: Context, how: HowEnded) -> None:
    """Close the open turn or activation, with what follows from it."""
    running = ctx.state.running
    assert running is not None
    model = ctx.model(running.unit)
    if how != "felled":
        ctx.give_effects(model.id, effects_afterwards(model, running.feat))
    if ctx.state.clock is not None and running.why == "late":
        _extend_for_late_turn(ctx, model)
    ctx.tell(TurnEnded(ctx.at, model.id, how))
    trading.lapse(ctx)
    if ctx.ended(model if model.is_hero and model.on_board else None):
        return
    _after_turn(ctx, running)


def _after_turn(ctx: Context, running: Running) -> None:
    """What follows; after an order, or an activation of the Invisible Overlord's, his next one."""
    if running.why == "turn":
        after_hero(ctx)
    elif running.why == "late":
        if not clocks.awaited(ctx.state):
            begin_overlord_turn(ctx)
    elif running.why == "interrupt":
        assert ctx.state.window is not None
        if not ctx.state.window.left:
            close_window(ctx, "played")


def _extend_for_late_turn(ctx: Context, late: Model) -> None:
    """A late turn gives those still expected some more time, unless they are the same player's."""
    clock = ctx.state.clock
    others = [hero for hero in clocks.expected(ctx.state, ctx.at) if hero.player != late.player]
    if clock is None or clock.due is None or not others:
        return
    added = clocks.length_of(ctx.state, ctx.state.rules.late_extension_hours)
    ctx.tell(DeadlineExtended(ctx.at, clock.due + added, added, "late-post", late.id))


def after_hero(ctx: Context) -> None:
    """Between two hero turns a window, after the last the Overlord's turn (DS-INT-01)."""
    if not clocks.awaited(ctx.state):
        begin_overlord_turn(ctx)
    elif ctx.state.round <= ctx.state.passed:
        ctx.tell(WindowClosed(ctx.at, "passed-ahead"))
        open_slot(ctx)
    else:
        open_window(ctx)


def finish_if_fallen(ctx: Context) -> None:
    """End the open turn of a model that has left the board."""
    running = ctx.state.running
    if not ctx.over and running is not None and not ctx.model(running.unit).on_board:
        end_turn(ctx, "felled")


# Windows


def open_window(ctx: Context) -> None:
    """The Overlord may interrupt (DS-INT); the Invisible Overlord looks at his cards at once."""
    ctx.tell(WindowOpened(ctx.at))
    if ctx.state.automatic:
        interrupted = opponent.of(ctx.state).window(ctx)
        if not ctx.ended():
            close_window(ctx, "played" if interrupted else "passed")
        return
    timing = clocks.window_clock(ctx.state, ctx.at)
    ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def close_window(ctx: Context, how: WindowEnd) -> None:
    """The window is over: the next hero may start."""
    ctx.tell(WindowClosed(ctx.at, how))
    open_slot(ctx)


def interrupt_played(ctx: Context) -> None:
    """An interrupt has been played: its models have as long as in an Overlord's turn."""
    timing = clocks.interrupt_clock(ctx.state, ctx.at)
    ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


# The Overlord's turn and the end of the round


def begin_overlord_turn(ctx: Context) -> None:
    """The Overlord's turn, with the adventure's number of orders (DS-OVER-01)."""
    ctx.tell(OverlordTurnBegan(ctx.at, ctx.state.mission.orders_per_turn))
    if ctx.state.automatic:
        opponent.of(ctx.state).turn(ctx)
        if not ctx.ended():
            end_overlord_turn(ctx)
        return
    timing = clocks.overlord_clock(ctx.state, ctx.at)
    ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def end_overlord_turn(ctx: Context, *, by_deadline: bool = False) -> None:
    """The Overlord is done, and so is the round (DS-ROUND-04)."""
    ctx.tell(OverlordTurnEnded(ctx.at, by_deadline))
    end_round(ctx)


def end_round(ctx: Context) -> None:
    """Spells turn, abilities are checked, a card is drawn; then the next round (DS-ROUND-04)."""
    ctx.tell(SpellsTurned(ctx.at))
    for hero in ctx.state.heroes:
        if STONEBLOOD in hero.profile.abilities and hero.wounds_this_round:
            _roll_stoneblood(ctx, hero)
    if draw(ctx):
        return
    ctx.tell(RoundEnded(ctx.at, ctx.state.round))
    if not ctx.ended():
        begin_round(ctx)


def _roll_stoneblood(ctx: Context, hero: Model) -> None:
    """One die for each wound of this round: each 5 or 6 removes one."""
    rolls = ctx.roll(hero.wounds_this_round, f"ability-{STONEBLOOD}")
    healed = sum(STONEBLOOD_FROM <= roll.face <= SIDES for roll in rolls)
    ctx.tell(AbilityRolled(ctx.at, hero.id, STONEBLOOD, rolls, min(healed, hero.wounds)))


def draw(ctx: Context) -> bool:
    """The Overlord draws a card, if any is left; True if that ends the game (DS-ROUND-05)."""
    state = ctx.state
    decides, last = state.mission.deck_out == "overlord_wins", True
    if state.deck:
        ctx.tell(CardDrawn(ctx.at, state.deck[0]))
        last = not ctx.state.deck and state.rules.deck_out_mode == "on_last_card"
    if decides and last:
        ctx.tell(BattleEnded(ctx.at, "overlord", "deck-out"))
        return True
    return False


# Time


def expire(ctx: Context) -> None:
    """The running clock is due: whatever was waited for is over (IMP-01)."""
    state = ctx.state
    if state.pending is not None and state.pending.asked:
        strikes.settle_asked(ctx, True, by_deadline=True)
        settle_act(ctx)
    elif state.phase == "window":
        if state.running is not None:
            end_turn(ctx, "expired")
        if ctx.state.phase == "window":
            close_window(ctx, "expired")
    elif state.phase == "overlord":
        if state.running is not None:
            end_turn(ctx, "expired")
        if not ctx.over:
            end_overlord_turn(ctx, by_deadline=True)
    elif state.running is not None:
        end_turn(ctx, "expired")
    else:
        expire_hero(ctx)


def expire_hero(ctx: Context) -> None:
    """Nobody began in time: the first hero listed of those expected loses its place.

    If everybody is away by now, the director is waited for instead.
    """
    if not clocks.expected(ctx.state, ctx.at):
        timing = clocks.hero_clock(ctx.state, ctx.at)
        ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))
        return
    hero = clocks.expected(ctx.state, ctx.at)[0]
    others = any(other.id != hero.id for other in clocks.awaited(ctx.state))
    ctx.tell(TurnExpired(ctx.at, hero.id, hero.missed + 1, others))
    after_hero(ctx)


def settle_act(ctx: Context) -> None:
    """After a step: free strikes, the end of the game, a model that fell in its own turn."""
    if ctx.state.pending is not None:
        strikes.go_on(ctx)
    if ctx.ended() or ctx.state.pending is not None:
        return
    trading.lapse(ctx)
    finish_if_fallen(ctx)
