"""How a game goes on, folded into the state."""

from dataclasses import replace
from typing import Any

from rulebook.change import change
from rulebook.dungeon import events as told
from rulebook.dungeon.evolve.records import (
    Evolve,
    with_dice_rolled,
    with_effects_ended,
    with_model,
    with_models,
    with_placed,
    without_items,
    without_key,
)
from rulebook.dungeon.state import (
    Clock,
    Lasting,
    OverlordTurn,
    Running,
    State,
    Status,
    Window,
)


def _heroes_placed(state: State, event: told.HeroesPlaced) -> State:
    for placement in event.placements:
        model = state.models[placement.unit]
        state = with_placed(state, change(model, at=placement.square, facing=placement.facing))
    return state


def _deck_built(state: State, event: told.DeckBuilt) -> State:
    return change(with_dice_rolled(state, event.rolls), deck=event.deck, hand=event.hand)


def _game_began(state: State, event: told.GameBegan) -> State:
    return change(state, phase="heroes", clock=None)


def _round_began(state: State, event: told.RoundBegan) -> State:
    heroes = [
        change(model, status="waiting", wounds_this_round=0) for model in state.models.values() if model.side == "hero"
    ]
    state = with_models(state, heroes)
    return change(state, round=event.round, phase="heroes", first_taken=False, clock=None)


def _clock_started(state: State, event: told.ClockStarted) -> State:
    return change(state, clock=Clock(event.at, event.due, event.rule, event.at, event.length))


def _turn_began(state: State, event: told.TurnBegan) -> State:
    state = change(state, running=Running(event.unit, event.why, event.points))
    model = with_effects_ended(state.models[event.unit], lambda effect: effect.until == "own-turn-begins")
    if event.why == "automatic":
        acted: dict[str, Any] = {"activated": True} if state.phase == "window" else {"status": "acted"}
        return with_model(state, change(model, **acted))
    if event.why == "interrupt":
        assert state.window is not None and state.window.left is not None
        state = change(state, window=Window(state.window.left - 1))
        return with_model(state, change(model, activated=True))
    if event.why in ("order", "extra"):
        assert state.turn is not None
        spent: dict[str, Any] = (
            {"orders": state.turn.orders - 1} if event.why == "order" else {"extras": state.turn.extras - 1}
        )
        return with_model(state, change(model, status="acted"), turn=replace(state.turn, **spent))
    return with_model(state, model)


def _turn_ended(state: State, event: told.TurnEnded) -> State:
    running, model = state.running, state.models[event.unit]
    assert running is not None
    ended = with_effects_ended(model, lambda effect: effect.until == "turn-ends")
    if running.why in ("turn", "late"):
        status: Status = "acted-late" if running.why == "late" else "acted"
        ended = change(ended, status=status)
        state = change(state, first_taken=True)
    return with_model(state, ended, running=None, plans=without_key(state.plans, event.unit))


def _turn_expired(state: State, event: told.TurnExpired) -> State:
    model = with_effects_ended(state.models[event.unit], lambda effect: effect.until == "own-turn-begins")
    model = change(model, status="expired", missed=event.missed, expired=event.at)
    return with_model(state, model, first_taken=True, plans=without_key(state.plans, event.unit))


def _deadline_extended(state: State, event: told.DeadlineExtended) -> State:
    clock = state.clock
    if clock is None:
        return state
    longer = replace(clock, due=event.due, extended=clock.extended + event.added, extensions=clock.extensions + 1)
    return change(state, clock=longer)


def _window_opened(state: State, event: told.WindowOpened) -> State:
    rested = [change(model, activated=False) for model in state.models.values() if model.activated]
    return with_models(state, rested, phase="window", window=Window(), clock=None)


def _window_closed(state: State, event: told.WindowClosed) -> State:
    return change(state, phase="heroes", window=None, clock=None)


def _windows_passed(state: State, event: told.WindowsPassed) -> State:
    return change(state, passed=event.until)


def _overlord_turn_began(state: State, event: told.OverlordTurnBegan) -> State:
    rested = [change(model, status="waiting") for model in state.models.values() if model.side == "overlord"]
    return with_models(state, rested, phase="overlord", turn=OverlordTurn(event.orders), clock=None)


def _overlord_turn_ended(state: State, event: told.OverlordTurnEnded) -> State:
    return change(state, turn=None, clock=None)


def _card_played(state: State, event: told.CardPlayed) -> State:
    hand = without_items(state.hand, (event.card,))
    state = change(state, hand=hand, played=(*state.played, event.card))
    kind = state.cards[event.card].kind
    if kind == "interrupt":
        return change(state, window=Window(event.added))
    assert state.turn is not None
    part = {"extra": "extras", "double": "orders", "raise": "raises"}[kind]
    more: dict[str, Any] = {part: getattr(state.turn, part) + event.added}
    return change(state, turn=replace(state.turn, card_played=True, **more))


def _card_drawn(state: State, event: told.CardDrawn) -> State:
    return change(state, deck=state.deck[1:], hand=(*state.hand, event.card))


def _spells_turned(state: State, event: told.SpellsTurned) -> State:
    def over(effect: Lasting) -> bool:
        return effect.until == "round-ends" and effect.round <= state.round

    turned = []
    for model in state.models.values():
        spells = {key: max(0, left - 1) for key, left in model.spells.items()}
        turned.append(with_effects_ended(change(model, spells=spells), over))
    return with_models(state, turned)


def _ability_rolled(state: State, event: told.AbilityRolled) -> State:
    state = with_dice_rolled(state, event.rolls)
    model = state.models[event.unit]
    return with_model(state, change(model, wounds=model.wounds - event.healed))


def _round_ended(state: State, event: told.RoundEnded) -> State:
    return change(state, turn=None, window=None, running=None, clock=None)


EVOLVE: dict[type, Evolve] = {
    told.HeroesPlaced: _heroes_placed,
    told.DeckBuilt: _deck_built,
    told.GameBegan: _game_began,
    told.RoundBegan: _round_began,
    told.ClockStarted: _clock_started,
    told.TurnBegan: _turn_began,
    told.TurnEnded: _turn_ended,
    told.TurnExpired: _turn_expired,
    told.DeadlineExtended: _deadline_extended,
    told.WindowOpened: _window_opened,
    told.WindowClosed: _window_closed,
    told.WindowsPassed: _windows_passed,
    told.OverlordTurnBegan: _overlord_turn_began,
    told.OverlordTurnEnded: _overlord_turn_ended,
    told.CardPlayed: _card_played,
    told.CardDrawn: _card_drawn,
    told.SpellsTurned: _spells_turned,
    told.AbilityRolled: _ability_rolled,
    told.RoundEnded: _round_ended,
}
