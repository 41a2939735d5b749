"""Absences, and what the director may do to a game besides playing models."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.dungeon import clocks, turns
from rulebook.dungeon.actions import (
    CancelAbsence,
    ChangePlayer,
    Correct,
    DeclareAbsence,
    EndBattle,
    Extend,
    HandBack,
    Instruct,
    PassWindows,
    PauseBattle,
    ResumeBattle,
    TakeOver,
)
from rulebook.dungeon.aiming import is_free
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import (
    AbsenceCancelled,
    AbsenceDeclared,
    AbsenceEnded,
    BattleEnded,
    BattlePaused,
    BattleResumed,
    ClockStarted,
    DeadlineExtended,
    Instructed,
    PlanWithdrawn,
    PlayerChanged,
    UnitCorrected,
    UnitHandedBack,
    UnitTakenOver,
    WindowsPassed,
)
from rulebook.dungeon.grid import FACINGS
from rulebook.dungeon.state import ALWAYS, DIRECTOR, ClockRule, Corrected, Model, Side, State
from rulebook.dungeon.steps import OVERLORD
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.settings import LONGEST_HOURS
from rulebook.table.absences import ended_by

WINNERS: Mapping[str | None, Side | None] = {"hero": "hero", "overlord": "overlord", None: None}


def check_not_over(state: State) -> None:
    """Raises `already-over` once the game has ended."""
    if state.phase == "over":
        raise TooLate("already-over", "The game is over.")


def unit_named(state: State, unit: str) -> Model:
    """The model, or `unknown-unit`."""
    model = state.models.get(unit)
    if model is None:
        raise Unreadable("unknown-unit", f"There is no {unit!r} in play.", {"unit": unit})
    return model


# Absences


def declare_absence(ctx: Context, action: DeclareAbsence) -> None:
    """A clock that started after it had been announced stands for it. Raises `bad-absence` for one that is over
    before it begins, `not-a-player`."""
    _check_player(ctx.state, action.player)
    if action.end <= max(action.start, ctx.at):
        message = "An absence ends after it begins, and not in the past."
        raise Unreadable("bad-absence", message, {"start": action.start, "end": action.end})
    ctx.tell(AbsenceDeclared(ctx.at, action.player, action.start, action.end))
    if ctx.state.clock is not None and action.holds_for_one_opened(ctx.state.clock.opened):
        _restart_clock(ctx, ("first", "later", "overlord"))
    _stand_still(ctx)


def cancel_absence(ctx: Context, action: CancelAbsence) -> None:
    """The player is back; a clock that waited for the director runs anew. Raises `not-absent`."""
    _check_player(ctx.state, action.player)
    if not ended_by(ctx.state.absences, action):
        message = f"{action.player} has declared no absence."
        raise Illegal("not-absent", message, {"player": action.player})
    ctx.tell(AbsenceCancelled(ctx.at, action.player, action.start, action.end))
    _restart_clock(ctx)


def end_absences(ctx: Context) -> None:
    """Whoever was away is expected again; a clock that waited for the director runs anew (SK-236)."""
    over = dict.fromkeys(away.player for away in ctx.state.absences if away.end <= ctx.at)
    for player in over:
        ctx.tell(AbsenceEnded(ctx.at, player))
    if over:
        _restart_clock(ctx)


def _check_player(state: State, player: str) -> None:
    heroes = any(model.is_hero and model.player == player and model.players for model in state.models.values())
    if not heroes and player != state.overlord:
        raise Illegal("not-a-player", f"{player!r} plays nobody here.", {"player": player})


def _restart_clock(ctx: Context, stood: tuple[ClockRule, ...] = ("absent", "taken-over")) -> None:
    """Give whoever is expected now a fresh clock, where the director was (or one of these rules held)."""
    state, clock = ctx.state, ctx.state.clock
    if clock is None or clock.rule not in stood or state.running is not None:
        return
    timing = clocks.overlord_clock(state, ctx.at) if state.phase == "overlord" else clocks.hero_clock(state, ctx.at)
    if timing.rule != clock.rule:
        ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def take_over(ctx: Context, action: TakeOver) -> None:
    """Raises `not-a-players-unit`, `taken-over`, `defeated`."""
    hero = unit_named(ctx.state, action.unit)
    if not hero.is_hero or not hero.players:
        raise Illegal("not-a-players-unit", f"{hero.id} is no player's hero.", {"unit": hero.id})
    if hero.taken_over:
        raise TooLate("taken-over", f"{hero.id} is taken over already.", {"unit": hero.id})
    if hero.incapacitated:
        raise Illegal("defeated", f"{hero.id} is off the board.", {"unit": hero.id})
    ctx.tell(UnitTakenOver(ctx.at, hero.id, action.reason))
    _stand_still(ctx)


def _stand_still(ctx: Context) -> None:
    """With nobody left who is expected no clock runs on unseen, to run out when somebody is back (SK-236)."""
    state = ctx.state
    if state.phase != "heroes" or state.running is not None or clocks.expected(state, ctx.at):
        return
    timing = clocks.hero_clock(state, ctx.at)
    if state.pending is None and state.clock is not None and state.clock.rule != timing.rule:
        ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def change_player(ctx: Context, action: ChangePlayer) -> None:
    """A new player takes the seat, with a full clock; what the former one planned is void.

    Raises `not-a-players-unit`, `bad-player` for nobody.
    """
    overlord = action.unit == OVERLORD and not ctx.state.automatic
    hero = None if overlord else unit_named(ctx.state, action.unit)
    if hero is not None and not (hero.is_hero and hero.players):
        raise Illegal("not-a-players-unit", f"{hero.id} is no player's hero.", {"unit": hero.id})
    if not action.player or (hero is not None and action.player == DIRECTOR):
        raise Unreadable("bad-player", f"{action.player!r} is no player.", {"player": action.player})
    if action.unit in ctx.state.plans:
        ctx.tell(PlanWithdrawn(ctx.at, action.unit))
    ctx.tell(PlayerChanged(ctx.at, action.unit, action.player))
    _fresh_clock(ctx, action.unit)


def _fresh_clock(ctx: Context, unit: str) -> None:
    """Whoever has just come gets a whole turn's time, where that seat is waited for."""
    state = ctx.state
    timing = None
    if state.clock is None or state.pending is not None:
        return
    if unit == OVERLORD and state.phase == "overlord":
        timing = clocks.overlord_clock(state, ctx.at)
    elif state.phase == "heroes" and (state.running is None or state.running.unit == unit):
        timing = clocks.hero_clock(state, ctx.at)
    if timing is not None:
        ctx.tell(ClockStarted(ctx.at, timing.rule, timing.due, timing.length))


def hand_back(ctx: Context, action: HandBack) -> None:
    """Raises `not-taken-over`."""
    hero = unit_named(ctx.state, action.unit)
    if not hero.taken_over:
        raise Illegal("not-taken-over", f"{hero.id} is its player's.", {"unit": hero.id})
    ctx.tell(UnitHandedBack(ctx.at, hero.id))
    _restart_clock(ctx)


# Instructions


def instruct(ctx: Context, action: Instruct) -> None:
    """Standing instructions (IMP-03, AMD-19). Raises `not-your-unit`, `bad-instruction`, `unknown-item`."""
    model = unit_named(ctx.state, action.unit)
    if action.by not in (model.player, DIRECTOR):
        raise Illegal("not-your-unit", f"{model.id} is not {action.by}'s.", {"unit": model.id})
    if action.strikes not in ("always", "never", "ask"):
        message = f"{action.strikes!r} is no instruction for free strikes."
        raise Unreadable("bad-instruction", message, {"strikes": action.strikes})
    for key in action.declined:
        if key not in ctx.state.items or ctx.state.items[key].use != "automatic":
            raise Unreadable("unknown-item", f"{key!r} is not used by itself.", {"item": key})
    ctx.tell(Instructed(ctx.at, model.id, action.strikes, action.declined))


def pass_windows(ctx: Context, action: PassWindows) -> None:
    """The Overlord passes the open window, this round's, all, or takes it back (IMP-01).

    In his own turn, this round's windows are behind him: he speaks of the next round's.
    Raises `not-your-unit`, `no-window`, `bad-scope`.
    """
    state = ctx.state
    if action.by not in (state.overlord, DIRECTOR) or state.automatic:
        raise Illegal("not-your-unit", f"{action.by} is not the Overlord here.")
    this_round = state.round + 1 if state.phase == "overlord" else state.round
    until = {"window": None, "round": this_round, "always": ALWAYS, "none": 0}
    if action.scope not in until:
        raise Unreadable("bad-scope", f"{action.scope!r} is no scope.", {"scope": action.scope})
    if action.scope == "window" and (state.window is None or state.window.left is not None):
        raise Illegal("no-window", "No window is open that could be passed.")
    words = until[action.scope]
    if words is not None:
        ctx.tell(WindowsPassed(ctx.at, words))
    unused = ctx.state.window is not None and ctx.state.window.left is None
    if unused and action.scope != "none":
        turns.close_window(ctx, "passed")


# Clocks


def pause(ctx: Context, action: PauseBattle) -> None:
    """Raises `paused` for a game that stands still already."""
    if ctx.state.paused is not None:
        raise TooLate("paused", "The game is paused already.")
    ctx.tell(BattlePaused(ctx.at, action.reason))


def resume(ctx: Context, action: ResumeBattle) -> None:
    """What was left is kept. Raises `not-paused`."""
    if ctx.state.paused is None:
        raise TooLate("not-paused", "The game is not paused.")
    ctx.tell(BattleResumed(ctx.at, clocks.due_after_pause(ctx.state, ctx.at)))
    end_absences(ctx)


def extend(ctx: Context, action: Extend) -> None:
    """More hours for the running clock. Raises `bad-hours`, `no-deadline`."""
    if not 0 < action.hours <= LONGEST_HOURS:
        raise Unreadable("bad-hours", f"{action.hours!r} hours cannot be given.", {"hours": action.hours})
    clock = ctx.state.clock
    if clock is None or clock.due is None:
        raise Illegal("no-deadline", "No clock runs.", {"unit": action.unit})
    added = clocks.length_of(ctx.state, action.hours)
    ctx.tell(DeadlineExtended(ctx.at, clock.due + added, added, "director", DIRECTOR, action.reason))


# The board and the figures


def correct(ctx: Context, action: Correct) -> None:
    """The director sets a figure or a place, on the record.

    Raises `no-reason`, `bad-value`, `blocked`, `defeated`, `strike-pending`.
    """
    model, to = unit_named(ctx.state, action.unit), action.to
    if not action.reason.strip():
        raise Unreadable("no-reason", "A correction needs a reason.")
    if ctx.state.pending is not None:
        raise Illegal("strike-pending", "A free strike is still to be resolved.")
    if not model.on_board:
        raise Illegal("defeated", f"{model.id} is off the board.", {"unit": model.id})
    _check_figures(ctx.state, model, to)
    before = Corrected(
        None if to.wounds is None else model.wounds,
        None if to.square is None else model.at,
        None if to.facing is None else model.facing,
        None if to.items is None else model.items,
    )
    ctx.tell(UnitCorrected(ctx.at, model.id, before, to, action.reason))
    ctx.ended()


def _check_figures(state: State, model: Model, to: Corrected) -> None:
    if to == Corrected():
        raise Unreadable("bad-value", "Nothing is to be corrected.", {"unit": model.id})
    if to.wounds is not None and not (model.has_wound_track and 0 <= to.wounds < MOST_WOUNDS):
        message = f"Wounds of {model.id} cannot be {to.wounds!r}."
        raise Unreadable("bad-value", message, {"unit": model.id, "maximum": MOST_WOUNDS - 1})
    if to.facing is not None and to.facing not in FACINGS:
        raise Unreadable("bad-value", f"{to.facing!r} is no facing.", {"unit": model.id})
    strange = [key for key in to.items or () if key not in state.items]
    if strange:
        raise Unreadable("bad-value", f"There is no item {strange[0]!r}.", {"unit": model.id})
    if to.square is not None and not is_free(state, to.square, model.size):
        message = f"{model.id} cannot stand on {to.square}."
        raise Illegal("blocked", message, {"unit": model.id, "square": str(to.square)})


def end_battle(ctx: Context, action: EndBattle) -> None:
    """The director ends the game. Raises `unknown-side`."""
    if action.winner not in WINNERS:
        raise Unreadable("unknown-side", f"There is no side {action.winner!r}.", {"side": action.winner})
    ctx.tell(BattleEnded(ctx.at, WINNERS[action.winner], action.reason))
