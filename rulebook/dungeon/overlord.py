"""The Overlord's own steps: order cards, Raise Dead, the end of his turn or window (section 5).

`options` lists them, `check` says why one may not be taken, `perform` takes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.dungeon import aiming
from rulebook.dungeon.cards import OrderCard
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import CardPlayed, DeadRaised
from rulebook.dungeon.grid import FACINGS, Facing, Square
from rulebook.dungeon.state import Model, State, Why
from rulebook.dungeon.steps import End, PlayCard, RaiseDead, Step
from rulebook.errors import Illegal, Refused, TooLate, Unreadable


def options(state: State) -> Iterator[Step]:
    """Every step the Overlord may take now without a model."""
    for step in _candidates(state):
        try:
            check(state, step)
        except Refused:
            continue
        yield step


def _candidates(state: State) -> Iterator[Step]:
    yield from (PlayCard(key) for key in dict.fromkeys(state.hand))
    for square in dict.fromkeys(state.board.piles):
        for minion in state.mission.raisable:
            yield from (RaiseDead(square, minion, facing) for facing in FACINGS)
    yield End()


def check(state: State, step: Step) -> None:
    """Raises what stands in the way of a step of the Overlord's own."""
    if state.phase not in ("window", "overlord"):
        raise Illegal("not-your-turn", "The Overlord has neither his turn nor a window now.")
    if isinstance(step, PlayCard):
        _check_card(state, step)
    elif isinstance(step, RaiseDead):
        _check_raise(state, step)
    elif not isinstance(step, End):
        message = f"A step of kind {step.kind} is a model's, not the Overlord's."
        raise Unreadable("unknown-step", message, {"step": step.kind})


def _check_card(state: State, step: PlayCard) -> None:
    """Raises `unknown-card`, `activation-open`, `card-played`, `wrong-time`, `no-necromancer`."""
    if step.card not in state.hand:
        raise Unreadable("unknown-card", f"No card {step.card!r} is in the Overlord's hand.", {"card": step.card})
    if state.running is not None:
        message = f"{state.running.unit} is still acting; cards are played before or after."
        raise Illegal("activation-open", message, {"card": step.card})
    card, window, turn = state.cards[step.card], state.window, state.turn
    if (card.kind == "interrupt") != (window is not None):
        message = f"{step.card} is not played now."
        raise Illegal("wrong-time", message, {"card": step.card})
    if (window is not None and window.left is not None) or (turn is not None and turn.card_played):
        raise Illegal("card-played", "One card is all that may be played here.", {"card": step.card})
    if card.kind == "raise" and not state.mission.necromancer:
        raise Illegal("no-necromancer", "This Overlord cannot raise the dead.", {"card": step.card})


def _check_raise(state: State, step: RaiseDead) -> None:
    """Raises `wrong-time`, `activation-open`, `no-orders`, or what `aiming.check_raise` does."""
    if state.turn is None:
        raise Illegal("wrong-time", "The dead are raised in the Overlord's turn.")
    if state.running is not None:
        raise Illegal("activation-open", f"{state.running.unit} is still acting.")
    if not state.turn.orders and not state.turn.raises:
        raise Illegal("no-orders", "No order is left; an extra activation does not raise (AMB-15).")
    aiming.check_raise(state, step.square, step.minion)


def perform(ctx: Context, step: Step) -> None:
    """Take a card or Raise Dead step that was found legal; `End` belongs to the course of play."""
    if isinstance(step, PlayCard):
        card = ctx.state.cards[step.card]
        ctx.tell(CardPlayed(ctx.at, step.card, added_by(ctx.state, card)))
    elif isinstance(step, RaiseDead):
        assert ctx.state.turn is not None
        raise_dead(ctx, step.square, step.minion, step.facing, by_card=ctx.state.turn.raises > 0)


def added_by(state: State, card: OrderCard) -> int:
    """What a card gives: double orders are as many as the adventure's number (AMB-20)."""
    return state.mission.orders_per_turn if card.kind == "double" else card.number


def raise_dead(
    ctx: Context, square: Square, minion: str, facing: Facing, *, by_card: bool = False, free: bool = False
) -> None:
    """Replace a bone pile by a minion; enemies may strike it (DS-RAISE-02 to -04, -07).

    `by_card` pays with a card's raise, `free` with nothing of the Overlord's turn.
    """
    model = ctx.minion(minion, square, facing)
    ctx.tell(DeadRaised(ctx.at, square, model, by_card, free))
    ctx.give_free_strikes(model.id)


def activation(state: State, model: Model, *, extra: bool = False) -> Why:
    """By what an Overlord model may be activated now (DS-OVER-01, DS-OVER-02, DS-INT-03).

    Raises `not-your-turn`, `activation-open`, `no-orders`, `already-acted`.
    """
    if state.phase == "window" and state.window is not None:
        _check_none_open(state)
        return _interrupting(state, model)
    if state.phase != "overlord" or state.turn is None:
        raise Illegal("not-your-turn", f"{model.id} acts in the Overlord's turn or an interrupt.", {"unit": model.id})
    if model.status == "acted":
        raise TooLate("already-acted", f"{model.id} has acted in this turn.", {"unit": model.id})
    _check_none_open(state)
    if state.turn.orders and not (extra and state.turn.extras):
        return "order"
    if state.turn.extras:
        return "extra"
    raise Illegal("no-orders", "No order is left for another model.", {"unit": model.id})


def _interrupting(state: State, model: Model) -> Why:
    assert state.window is not None
    if state.window.left is None:
        raise Illegal("no-interrupt", "No interrupt has been played in this window.", {"unit": model.id})
    if model.activated:
        raise TooLate("already-acted", f"{model.id} has acted in this interrupt.", {"unit": model.id})
    if not state.window.left:
        raise Illegal("no-orders", "This interrupt moves no further model.", {"unit": model.id})
    return "interrupt"


def _check_none_open(state: State) -> None:
    if state.running is not None:
        message = f"{state.running.unit} is still acting."
        raise Illegal("activation-open", message, {"unit": state.running.unit})
