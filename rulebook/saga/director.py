"""What the director may do to a battle besides playing units (CLOCK-6, ABSENT-2, POST-2)."""

from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga import deadlines, hours, turns
from rulebook.saga.actions import (
    CancelAbsence,
    ChangePlayer,
    Correct,
    DeclareAbsence,
    EndBattle,
    Extend,
    HandBack,
    Pardon,
    PauseBattle,
    ResumeBattle,
    Reveal,
    TakeOver,
)
from rulebook.saga.board import Cell
from rulebook.saga.effects import Context
from rulebook.saga.events import (
    AbsenceCancelled,
    AbsenceDeclared,
    BattlePaused,
    BattleResumed,
    DeadlinePardoned,
    PlanWithdrawn,
    PlayerChanged,
    UnitCorrected,
    UnitDefeated,
    UnitHandedBack,
    UnitRevealed,
    UnitTakenOver,
)
from rulebook.saga.movement import can_stand
from rulebook.saga.rules import LONGEST_HOURS
from rulebook.saga.state import DIRECTOR, State, TurnRule, Unit
from rulebook.table.absences import ended_by

BOUNDS = {
    "strength": "max_strength",
    "armor": "max_armor",
    "willpower": "max_willpower",
    "hero_points": "max_hero_points",
}


PLAYERS_RULES: tuple[TurnRule, ...] = ("first", "later", "endgame", "shortened", "untimed")
"""The rules of turns that their players are expected to play."""


def check_not_over(state: State) -> None:
    """Raises `already-over` once the battle has ended."""
    if state.phase == "over":
        raise TooLate("already-over", "The battle is over.")


def unit_named(state: State, unit_id: str) -> Unit:
    """The unit, or `unknown-unit`."""
    unit = state.units.get(unit_id)
    if unit is None:
        raise Unreadable("unknown-unit", f"There is no unit {unit_id!r}.", {"unit": unit_id})
    return unit


# Absences


def declare_absence(ctx: Context, action: DeclareAbsence) -> None:
    """ABSENT-1. Raises `bad-absence` for one that is over before it begins, `not-a-player`.

    It holds from the unit's next turn on, and for the open one if it had been announced before that opened (SK-95).
    """
    check_not_over(ctx.state)
    _check_player(ctx.state, action.player)
    if action.end <= max(action.start, ctx.at):
        message = "An absence ends after it begins, and not in the past."
        raise Unreadable("bad-absence", message, {"start": action.start, "end": action.end})
    ctx.tell(AbsenceDeclared(ctx.at, action.player, action.start, action.end))
    running = ctx.state.running
    if running and _turn_of(ctx, action.player, PLAYERS_RULES) and action.holds_for_one_opened(running.opened):
        deadlines.reset_clock(ctx)


def cancel_absence(ctx: Context, action: CancelAbsence) -> None:
    """The player is back; a turn that waits for the director is theirs again, with a fresh clock (SK-123).

    Not while another absence of theirs holds. Raises `not-absent`, `not-a-player`.
    """
    check_not_over(ctx.state)
    _check_player(ctx.state, action.player)
    meant = ended_by(ctx.state.absences, action)
    if not meant:
        message = f"{action.player} has declared no absence."
        raise Illegal("not-absent", message, {"player": action.player})
    ctx.tell(AbsenceCancelled(ctx.at, action.player, action.start, action.end))
    still = deadlines.is_absent(ctx.state, action.player, ctx.at)
    if _turn_of(ctx, action.player, ("absent",)) and not still and any(away.start <= ctx.at for away in meant):
        deadlines.reset_clock(ctx)


def _turn_of(ctx: Context, player: str, rules: tuple[TurnRule, ...]) -> bool:
    """Whether the open turn is one of this player's units', under one of these rules."""
    running = ctx.state.running
    return running is not None and running.rule in rules and ctx.unit(running.unit).player == player


def _check_player(state: State, player: str) -> None:
    if not any(unit.player == player and unit.players for unit in state.units.values()):
        message = f"{player!r} plays no unit here."
        raise Illegal("not-a-player", message, {"player": player})


# Taking over


def take_over(ctx: Context, action: TakeOver) -> None:
    """ABSENT-2. Raises `not-a-players-unit`, `taken-over`, `defeated`, `not-absent`."""
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    if not unit.players:
        message = f"{unit.id} is the director's own."
        raise Illegal("not-a-players-unit", message, {"unit": unit.id})
    if unit.taken_over:
        raise TooLate("taken-over", f"{unit.id} is taken over already.", {"unit": unit.id})
    if unit.defeated:
        raise Illegal("defeated", f"{unit.id} is defeated.", {"unit": unit.id})
    needs_absence = ctx.state.rules.takeover == "declared-absence" and not action.departed
    if needs_absence and not deadlines.is_absent(ctx.state, unit.player, ctx.at):
        message = f"{unit.player} has declared no absence."
        raise Illegal("not-absent", message, {"player": unit.player})
    if action.departed:
        _drop_plan(ctx, unit)
    ctx.tell(UnitTakenOver(ctx.at, unit.id, action.reason))
    if _is_running(ctx.state, unit.id):
        deadlines.reset_clock(ctx)


def hand_back(ctx: Context, action: HandBack) -> None:
    """Hand a unit back, or leave its early turn to its player. Raises `not-taken-over`."""
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    running = ctx.state.running
    asked = running is not None and running.unit == unit.id and running.rule == "plan-waiting"
    if not unit.taken_over and not asked:
        raise Illegal("not-taken-over", f"{unit.id} is its player's.", {"unit": unit.id})
    if unit.taken_over:
        ctx.tell(UnitHandedBack(ctx.at, unit.id))
    if _is_running(ctx.state, unit.id):
        deadlines.reset_clock(ctx)


def change_player(ctx: Context, action: ChangePlayer) -> None:
    """A new player takes the unit's seat over, with a full turn's time; what the former one planned is void.

    Raises `unknown-unit`, `not-a-players-unit`, `bad-player` for the director or nobody.
    """
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    if not unit.players:
        message = f"{unit.id} is the director's own."
        raise Illegal("not-a-players-unit", message, {"unit": unit.id})
    if action.player in ("", DIRECTOR):
        raise Unreadable("bad-player", f"{action.player!r} is no player.", {"player": action.player})
    _drop_plan(ctx, unit)
    ctx.tell(PlayerChanged(ctx.at, unit.id, action.player, _time_to_place(ctx, unit)))
    if _is_running(ctx.state, unit.id):
        deadlines.reset_clock(ctx)


def _time_to_place(ctx: Context, unit: Unit) -> int | None:
    """When turn 0 ends for a new player who has still to place the unit; None where it ends late enough (SK-344)."""
    turn_0 = ctx.state.deployment
    if turn_0 is None or turn_0.due is None or unit.at is not None or ctx.state.paused is not None:
        return None
    rules = ctx.state.rules
    due = hours.after(rules, ctx.at, deadlines.length_of(ctx.state, rules.deployment_hours))
    return due if due > turn_0.due else None


def _drop_plan(ctx: Context, unit: Unit) -> None:
    if unit.id in ctx.state.plans:
        ctx.tell(PlanWithdrawn(ctx.at, unit.id))


def _is_running(state: State, unit: str) -> bool:
    return state.running is not None and state.running.unit == unit


# Clocks


def pause(ctx: Context, action: PauseBattle) -> None:
    """CLOCK-6. Raises `paused` for a battle that stands still already."""
    check_not_over(ctx.state)
    if ctx.state.paused is not None:
        raise TooLate("paused", "The battle is paused already.")
    ctx.tell(BattlePaused(ctx.at, action.reason))


def resume(ctx: Context, action: ResumeBattle) -> None:
    """CLOCK-6: what was left is kept, and an early turn that waited is played now."""
    check_not_over(ctx.state)
    if ctx.state.paused is None:
        raise TooLate("not-paused", "The battle is not paused.")
    ctx.tell(BattleResumed(ctx.at, deadlines.due_after_pause(ctx.state, ctx.at)))
    if ctx.state.running is not None and turns.play_early_turn(ctx):
        turns.advance(ctx)


def extend(ctx: Context, action: Extend) -> None:
    """More hours for the running turn. Raises `bad-hours`, `no-deadline`."""
    check_not_over(ctx.state)
    if not 0 < action.hours <= LONGEST_HOURS:
        message = f"{action.hours!r} hours cannot be given."
        raise Unreadable("bad-hours", message, {"hours": action.hours})
    deadlines.extend_by_director(ctx, action.unit, action.hours, action.reason)


def pardon(ctx: Context, action: Pardon) -> None:
    """Take one missed deadline off the penalty. Raises `nothing-to-pardon`."""
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    if not deadlines.weighing(ctx.state, unit):
        message = f"No missed deadline weighs on {unit.id}."
        raise Illegal("nothing-to-pardon", message, {"unit": unit.id})
    ctx.tell(DeadlinePardoned(ctx.at, unit.id, action.reason))


# The board and the numbers


def reveal(ctx: Context, action: Reveal) -> None:
    """DEPL-6: the unit takes a free cell and rolls from the next round on.

    Raises `not-hidden` and `blocked`.
    """
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    if not unit.hidden:
        raise Illegal("not-hidden", f"{unit.id} is not hidden.", {"unit": unit.id})
    if action.turned and unit.size.width == unit.size.height:
        raise Unreadable("bad-placement", f"{unit.id} does not turn.", {"unit": unit.id})
    size = unit.size.turned if action.turned else unit.size
    if not can_stand(ctx.state, unit, (action.cell, size)):
        message = f"{unit.id} cannot stand on {action.cell}."
        raise Illegal("blocked", message, {"unit": unit.id, "cell": str(action.cell)})
    ctx.tell(UnitRevealed(ctx.at, unit.id, action.cell, action.turned))


def correct(ctx: Context, action: Correct) -> None:
    """POST-2: the director sets a number or a place, on the record.

    A unit whose strength is set to 0 or below is defeated. Raises `no-reason`,
    `bad-value`, `defeated` and `blocked`.
    """
    check_not_over(ctx.state)
    unit = unit_named(ctx.state, action.unit)
    if not action.reason.strip():
        raise Unreadable("no-reason", "A correction needs a reason.")
    before = _corrected_place(ctx, unit, action) if action.attribute == "at" else _number(unit, action)
    ctx.tell(UnitCorrected(ctx.at, unit.id, action.attribute, before, action.value, action.reason))
    if ctx.unit(unit.id).strength <= 0 and not unit.defeated:
        ctx.tell(UnitDefeated(ctx.at, unit.id, "", False))
        _after_defeat(ctx)


def _after_defeat(ctx: Context) -> None:
    if ctx.state.phase == "running" and not turns.ended(ctx):
        turns.close_if_fallen(ctx)


def _number(unit: Unit, action: Correct) -> int:
    value, name = action.value, action.attribute
    top = getattr(unit, BOUNDS[name]) if name in BOUNDS else None
    whole = value if isinstance(value, int) and not isinstance(value, bool) else None
    if whole is None or top is None or whole > top or (name != "strength" and whole < 0):
        message = f"{name} of {unit.id} cannot be {value!r}."
        raise Unreadable("bad-value", message, {"unit": unit.id, "attribute": name, "maximum": top})
    if unit.defeated and (name != "strength" or whole > 0):
        message = f"{unit.id} is defeated; only the strength it ended with can be set."
        raise Illegal("defeated", message, {"unit": unit.id})
    return int(getattr(unit, name))


def _corrected_place(ctx: Context, unit: Unit, action: Correct) -> Cell:
    if unit.at is None:
        raise Illegal("defeated", f"{unit.id} is not on the board.", {"unit": unit.id})
    if not isinstance(action.value, Cell) or not can_stand(ctx.state, unit, (action.value, unit.size)):
        message = f"{unit.id} cannot stand on {action.value}."
        raise Illegal("blocked", message, {"unit": unit.id, "cell": str(action.value)})
    return unit.at


def end_battle(ctx: Context, action: EndBattle) -> None:
    """The director ends the battle, or decides an undecided one. Raises `unknown-side`."""
    check_not_over(ctx.state)
    if action.winner is not None and all(side.id != action.winner for side in ctx.state.sides):
        message = f"There is no side {action.winner!r}."
        raise Unreadable("unknown-side", message, {"side": action.winner})
    turns.end_battle(ctx, action.winner, action.reason)
