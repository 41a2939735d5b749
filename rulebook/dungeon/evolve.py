"""What each event makes of the state: plain bookkeeping, no decisions, no dice.

Folding a game's events over its first state gives the same state again, exactly. Every
function here takes a state and one event and returns the next state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rulebook.change import change
from rulebook.dice import Roll
from rulebook.dungeon import events as told
from rulebook.dungeon.board import Ward, laid, with_closure, with_drop, with_pile, without_closure, without_drops
from rulebook.dungeon.board import without_pile as board_without_pile
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.events import Event
from rulebook.dungeon.feats import FEATS
from rulebook.dungeon.state import (
    Absence,
    Clock,
    Invisible,
    Lasting,
    Model,
    Offer,
    Outcome,
    OverlordTurn,
    Pause,
    Pending,
    Running,
    State,
    Status,
    Window,
)
from rulebook.dungeon.steps import OVERLORD

Evolve = Callable[[State, Any], State]
Key = TypeVar("Key")
Value = TypeVar("Value")


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return change(_EVOLVE[type(event)](state, event), moment=event.at)


# Parts


def _same(state: State, event: Event) -> State:
    return state


def _with_model(state: State, model: Model, **fields: Any) -> State:
    return change(state, models={**state.models, model.id: model}, **fields)


def _with_models(state: State, models: Iterable[Model], **fields: Any) -> State:
    return change(state, models={**state.models, **{model.id: model for model in models}}, **fields)


def _changed(state: State, model_id: str, **fields: Any) -> State:
    return _with_model(state, change(state.models[model_id], **fields))


def _placed(state: State, model: Model) -> State:
    """The model stands somewhere, or nowhere any more; `occupied` follows."""
    occupied = {square: name for square, name in state.occupied.items() if name != model.id}
    occupied.update(dict.fromkeys(model.squares, model.id))
    return _with_model(state, model, occupied=occupied)


def _new_model(state: State, model: Model) -> State:
    numbers = {**state.numbers, model.key: state.numbers.get(model.key, 0) + 1}
    return change(_placed(state, model), numbers=numbers)


def _without(mapping: Mapping[Key, Value], key: Key) -> Mapping[Key, Value]:
    return {kept: value for kept, value in mapping.items() if kept != key}


def _rolled(state: State, rolls: Iterable[Roll]) -> State:
    reached = max((roll.counter + 1 for roll in rolls), default=0)
    return change(state, dice_counter=max(state.dice_counter, reached))


def _running(state: State, model_id: str, **fields: Any) -> State:
    """The open turn changed, if it is this model's."""
    if state.running is None or state.running.unit != model_id:
        return state
    return change(state, running=change(state.running, **fields))


def _less(items: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    kept = list(items)
    for item in gone:
        kept.remove(item)
    return tuple(kept)


def _ending(model: Model, ends: Callable[[Lasting], bool]) -> Model:
    kept = tuple(effect for effect in model.lasting if not ends(effect))
    return model if len(kept) == len(model.lasting) else change(model, lasting=kept)


# The start


def _heroes_placed(state: State, event: told.HeroesPlaced) -> State:
    for placement in event.placements:
        model = state.models[placement.unit]
        state = _placed(state, change(model, at=placement.square, facing=placement.facing))
    return state


def _deck_built(state: State, event: told.DeckBuilt) -> State:
    return change(_rolled(state, event.rolls), deck=event.deck, hand=event.hand)


def _game_began(state: State, event: told.GameBegan) -> State:
    return change(state, phase="heroes", clock=None)


def _zone_laid(state: State, event: told.ZoneLaid) -> State:
    hidden = tuple(zone for zone in state.hidden if zone.id != event.zone.id)
    state = change(state, board=laid(state.board, event.zone), hidden=hidden, zones=(*state.zones, event.zone))
    for model in event.models:
        state = _new_model(state, model)
    return state


# Rounds, turns, clocks


def _round_began(state: State, event: told.RoundBegan) -> State:
    heroes = [
        change(model, status="waiting", wounds_this_round=0) for model in state.models.values() if model.side == "hero"
    ]
    state = _with_models(state, heroes)
    return change(state, round=event.round, phase="heroes", first_taken=False, clock=None)


def _clock_started(state: State, event: told.ClockStarted) -> State:
    return change(state, clock=Clock(event.at, event.due, event.rule, event.at, event.length))


def _turn_began(state: State, event: told.TurnBegan) -> State:
    state = change(state, running=Running(event.unit, event.why, event.points))
    model = _ending(state.models[event.unit], lambda effect: effect.until == "own-turn-begins")
    if event.why == "automatic":
        acted: dict[str, Any] = {"activated": True} if state.phase == "window" else {"status": "acted"}
        return _with_model(state, change(model, **acted))
    if event.why == "interrupt":
        assert state.window is not None and state.window.left is not None
        state = change(state, window=Window(state.window.left - 1))
        return _with_model(state, change(model, activated=True))
    if event.why in ("order", "extra"):
        assert state.turn is not None
        spent: dict[str, Any] = (
            {"orders": state.turn.orders - 1} if event.why == "order" else {"extras": state.turn.extras - 1}
        )
        return _with_model(state, change(model, status="acted"), turn=replace(state.turn, **spent))
    return _with_model(state, model)


def _turn_ended(state: State, event: told.TurnEnded) -> State:
    running, model = state.running, state.models[event.unit]
    assert running is not None
    ended = _ending(model, lambda effect: effect.until == "turn-ends")
    if running.why in ("turn", "late"):
        status: Status = "acted-late" if running.why == "late" else "acted"
        ended = change(ended, status=status)
        state = change(state, first_taken=True)
    return _with_model(state, ended, running=None, plans=_without(state.plans, event.unit))


def _turn_expired(state: State, event: told.TurnExpired) -> State:
    model = _ending(state.models[event.unit], lambda effect: effect.until == "own-turn-begins")
    model = change(model, status="expired", missed=event.missed, expired=event.at)
    return _with_model(state, model, first_taken=True, plans=_without(state.plans, event.unit))


def _deadline_extended(state: State, event: told.DeadlineExtended) -> State:
    clock = state.clock
    if clock is None:
        return state
    longer = replace(clock, due=event.due, extended=clock.extended + event.added, extensions=clock.extensions + 1)
    return change(state, clock=longer)


# Moving and free strikes


def _moved(state: State, event: told.Moved) -> State:
    end = event.path[-1]
    model = state.models[event.unit]
    walked = any(pose.at != model.at for pose in event.path)
    state = _placed(state, change(model, at=end.at, facing=end.facing))
    if event.granted:
        return state
    running = state.running
    assert running is not None
    return _running(
        state,
        event.unit,
        points=event.left,
        begun=True,
        walked=running.walked or walked,
        turns_only=running.turns_only or event.stopped,
    )


def _breaking_away(state: State, event: told.BreakingAway) -> State:
    return change(state, pending=Pending(event.unit, event.strikers, event.path, event.points))


def _free_strikes_given(state: State, event: told.FreeStrikesGiven) -> State:
    return change(state, pending=Pending(event.unit, event.strikers))


def _strike_asked(state: State, event: told.StrikeAsked) -> State:
    assert state.pending is not None
    pending = replace(state.pending, asked=True, interrupted=state.clock)
    clock = Clock(event.at, event.due, "strike", event.at, event.length)
    return change(state, pending=pending, clock=clock)


def _strike_answered(state: State, event: told.StrikeAnswered) -> State:
    assert state.pending is not None
    clock = state.pending.interrupted
    if clock is not None:
        clock = replace(clock, due=event.due, since=event.at)
    return change(state, pending=replace(state.pending, asked=False, interrupted=None), clock=clock)


def _struck(state: State, striker: str) -> State:
    pending = state.pending
    if pending is None:
        return state
    left = tuple(name for name in pending.strikers if name != striker)
    return change(state, pending=replace(pending, strikers=left))


def _strike_forgone(state: State, event: told.StrikeForgone) -> State:
    return _struck(state, event.striker)


def _strikes_done(state: State, event: told.StrikesDone) -> State:
    return change(state, pending=None)


# Attacks and damage


def _attack_rolled(state: State, event: told.AttackRolled) -> State:
    state = _rolled(state, event.attacker_rolls + event.defender_rolls)
    if event.attack == "free-strike":
        return _struck(state, event.unit)
    spent = {term.name for term in event.attacker_terms}
    attacker = state.models[event.unit]
    used = [e for e in attacker.lasting if e.stat in ("fight-dice", "shoot-dice", "magic-dice") and e.name in spent]
    if used:
        state = _with_model(state, _ending(attacker, lambda effect: effect in used))
    if event.attack == "magic":
        return state
    return _after_blow(state, event)


def _after_blow(state: State, event: told.AttackRolled) -> State:
    running = state.running
    if running is None or running.unit != event.unit:
        return state
    if running.stage == "shots":
        done = running.more <= 1
        return _running(
            state, event.unit, may_move=False, begun=True, more=running.more - 1, stage="done" if done else "shots"
        )
    if running.stage == "fights":
        left = tuple(target for target in running.targets if target != event.target)
        return _running(state, event.unit, may_move=False, begun=True, targets=left, stage="fights" if left else "done")
    return _running(state, event.unit, may_move=False, begun=True, stage="done")


def _wound_ignored(state: State, event: told.WoundIgnored) -> State:
    state = _rolled(state, (event.roll,))
    model = state.models[event.unit]
    return _with_model(state, change(model, items=_less(model.items, (event.item,))))


def _wounded(state: State, event: told.Wounded) -> State:
    model = state.models[event.unit]
    return _changed(state, model.id, wounds=event.wounds, wounds_this_round=model.wounds_this_round + 1)


def _healed(state: State, event: told.Healed) -> State:
    return _changed(state, event.unit, wounds=event.wounds)


def _model_felled(state: State, event: told.ModelFelled) -> State:
    model = state.models[event.unit]
    wounds = MOST_WOUNDS if event.how == "incapacitated" else model.wounds
    fallen = change(model, at=None, wounds=wounds, items=(), lasting=())
    state = _placed(state, fallen)
    board = state.board
    if event.how == "bone_pile":
        board = with_pile(board, event.at_square)
    if event.dropped:
        board = with_drop(board, event.at_square, event.dropped)
    return change(state, board=board, plans=_without(state.plans, event.unit))


# Doors and chests


def _ward_lowered(state: State, event: told.WardLowered) -> State:
    return change(state, board=with_closure(state.board, event.closed, Ward(event.power)))


def _closure_opened(state: State, event: told.ClosureOpened) -> State:
    opened = state.board.closed(event.closed)
    assert opened is not None
    state = change(state, board=without_closure(state.board, opened))
    if not event.items:
        return state
    model = state.models[event.by]
    return _with_model(state, change(model, items=model.items + event.items))


# Magic, items, feats


def _spell_cast(state: State, event: told.SpellCast) -> State:
    model = state.models[event.unit]
    state = _with_model(state, change(model, spells={**model.spells, event.spell: event.recharge}))
    running = state.running
    if running is None:
        return state
    return _running(state, event.unit, may_move=False, begun=True, cast=(*running.cast, event.spell), stage="casting")


def _effect_gained(state: State, event: told.EffectGained) -> State:
    model = _ending(state.models[event.unit], lambda effect: effect.name == event.effect.name)
    return _with_model(state, change(model, lasting=(*model.lasting, event.effect)))


def _effect_ended(state: State, event: told.EffectEnded) -> State:
    model = state.models[event.unit]
    return _with_model(state, _ending(model, lambda effect: effect.name == event.name))


def _item_used(state: State, event: told.ItemUsed) -> State:
    model = state.models[event.unit]
    if event.spent:
        state = _with_model(state, change(model, items=_less(model.items, (event.item,))))
    running = state.running
    return state if running is None else _running(state, event.unit, used=(*running.used, event.item))


def _items_picked_up(state: State, event: told.ItemsPickedUp) -> State:
    model = state.models[event.unit]
    state = change(state, board=without_drops(state.board, event.square))
    return _with_model(state, change(model, items=model.items + event.items))


def _trade_offered(state: State, event: told.TradeOffered) -> State:
    return change(state, offer=Offer(event.unit, event.other, event.give, event.take, event.at))


def _trade_lapsed(state: State, event: told.TradeLapsed) -> State:
    return change(state, offer=None)


def _items_traded(state: State, event: told.ItemsTraded) -> State:
    giver, other = state.models[event.unit], state.models[event.other]
    given = change(giver, items=_less(giver.items, event.give) + event.take)
    taken = change(other, items=_less(other.items, event.take) + event.give)
    return _with_models(state, (given, taken), offer=None)


def _feat_used(state: State, event: told.FeatUsed) -> State:
    model, feat = state.models[event.unit], FEATS[event.feat]
    state = _with_model(state, change(model, feats_used=(*model.feats_used, event.feat)))
    return _running(
        state,
        event.unit,
        feat=event.feat,
        begun=True,
        points=event.points,
        more=event.more,
        stage=feat.stage,
        may_move=feat.may_move,
        turns_only=feat.turns_only,
    )


def _targets_fixed(state: State, event: told.TargetsFixed) -> State:
    return _running(state, event.unit, targets=event.targets, may_move=False)


# The Overlord


def _window_opened(state: State, event: told.WindowOpened) -> State:
    rested = [change(model, activated=False) for model in state.models.values() if model.activated]
    return _with_models(state, rested, phase="window", window=Window(), clock=None)


def _window_closed(state: State, event: told.WindowClosed) -> State:
    return change(state, phase="heroes", window=None, clock=None)


def _windows_passed(state: State, event: told.WindowsPassed) -> State:
    return change(state, passed=event.until)


def _overlord_turn_began(state: State, event: told.OverlordTurnBegan) -> State:
    rested = [change(model, status="waiting") for model in state.models.values() if model.side == "overlord"]
    return _with_models(state, rested, phase="overlord", turn=OverlordTurn(event.orders), clock=None)


def _overlord_turn_ended(state: State, event: told.OverlordTurnEnded) -> State:
    return change(state, turn=None, clock=None)


def _card_played(state: State, event: told.CardPlayed) -> State:
    hand = _less(state.hand, (event.card,))
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


def _dead_raised(state: State, event: told.DeadRaised) -> State:
    state = change(state, board=board_without_pile(state.board, event.square))
    state = _new_model(state, event.model)
    if event.free or state.turn is None:
        return state
    part = "raises" if event.by_card else "orders"
    return change(state, turn=replace(state.turn, **{part: getattr(state.turn, part) - 1}))


def _model_placed(state: State, event: told.ModelPlaced) -> State:
    return _new_model(state, event.model)


def _pile_placed(state: State, event: told.PilePlaced) -> State:
    return change(state, board=with_pile(state.board, event.square))


# The end of the round


def _spells_turned(state: State, event: told.SpellsTurned) -> State:
    def over(effect: Lasting) -> bool:
        return effect.until == "round-ends" and effect.round <= state.round

    turned = []
    for model in state.models.values():
        spells = {key: max(0, left - 1) for key, left in model.spells.items()}
        turned.append(_ending(change(model, spells=spells), over))
    return _with_models(state, turned)


def _ability_rolled(state: State, event: told.AbilityRolled) -> State:
    state = _rolled(state, event.rolls)
    model = state.models[event.unit]
    return _with_model(state, change(model, wounds=model.wounds - event.healed))


def _round_ended(state: State, event: told.RoundEnded) -> State:
    return change(state, turn=None, window=None, running=None, clock=None)


# Instructions, plans, absences, the director


def _instructed(state: State, event: told.Instructed) -> State:
    return _changed(state, event.unit, strikes=event.strikes, declined=event.declined)


def _plan_left(state: State, event: told.PlanLeft) -> State:
    return change(state, plans={**_without(state.plans, event.plan.unit), event.plan.unit: event.plan})


def _plan_gone(state: State, event: Any) -> State:
    return change(state, plans=_without(state.plans, event.unit))


def _absence_declared(state: State, event: told.AbsenceDeclared) -> State:
    return change(state, absences=(*state.absences, Absence(event.player, event.start, event.end)))


def _absence_cancelled(state: State, event: told.AbsenceCancelled) -> State:
    kept = tuple(away for away in state.absences if away.player != event.player or away.end <= event.at)
    return change(state, absences=kept)


def _unit_taken_over(state: State, event: told.UnitTakenOver) -> State:
    return _changed(state, event.unit, taken_over=True)


def _player_changed(state: State, event: told.PlayerChanged) -> State:
    if event.unit != OVERLORD:
        return _changed(state, event.unit, player=event.player, taken_over=False)
    own = [change(model, player=event.player) for model in state.models.values() if model.side == "overlord"]
    return _with_models(state, own, overlord=event.player)


def _unit_handed_back(state: State, event: told.UnitHandedBack) -> State:
    return _changed(state, event.unit, taken_over=False)


def _battle_paused(state: State, event: told.BattlePaused) -> State:
    return change(state, paused=Pause(event.at, event.reason))


def _battle_resumed(state: State, event: told.BattleResumed) -> State:
    clock = None if state.clock is None else replace(state.clock, due=event.due, since=event.at)
    return change(state, paused=None, clock=clock)


def _outage_credited(state: State, event: told.OutageCredited) -> State:
    clock = state.clock
    if clock is not None and event.added:
        clock = replace(clock, due=event.due, since=max(clock.since, event.end))
    return change(state, clock=clock, credited_until=max(state.credited_until, event.end))


def _unit_corrected(state: State, event: told.UnitCorrected) -> State:
    model, to = state.models[event.unit], event.after
    return _placed(
        state,
        change(
            model,
            wounds=model.wounds if to.wounds is None else to.wounds,
            at=model.at if to.square is None else to.square,
            facing=model.facing if to.facing is None else to.facing,
            items=model.items if to.items is None else to.items,
        ),
    )


def _invisible_deck_shuffled(state: State, event: told.InvisibleDeckShuffled) -> State:
    return change(_rolled(state, event.rolls), invisible=Invisible(event.deck))


def _invisible_card_revealed(state: State, event: told.InvisibleCardRevealed) -> State:
    cards = state.invisible
    assert cards is not None
    return change(state, invisible=Invisible(cards.deck[1:], (event.card, *cards.discard)))


def _invisible_chose(state: State, event: told.InvisibleChose) -> State:
    return _rolled(state, event.rolls)


def _battle_ended(state: State, event: told.BattleEnded) -> State:
    outcome = Outcome(event.winner, event.reason)
    return change(
        state, phase="over", outcome=outcome, running=None, window=None, turn=None, clock=None, pending=None, offer=None
    )


_EVOLVE: dict[type, Evolve] = {
    told.HeroesPlaced: _heroes_placed,
    told.DeckBuilt: _deck_built,
    told.GameBegan: _game_began,
    told.ZoneLaid: _zone_laid,
    told.RoundBegan: _round_began,
    told.ClockStarted: _clock_started,
    told.TurnBegan: _turn_began,
    told.TurnEnded: _turn_ended,
    told.TurnExpired: _turn_expired,
    told.DeadlineExtended: _deadline_extended,
    told.Moved: _moved,
    told.BreakingAway: _breaking_away,
    told.FreeStrikesGiven: _free_strikes_given,
    told.StrikeAsked: _strike_asked,
    told.StrikeAnswered: _strike_answered,
    told.StrikeForgone: _strike_forgone,
    told.StrikesDone: _strikes_done,
    told.AttackRolled: _attack_rolled,
    told.WoundIgnored: _wound_ignored,
    told.Wounded: _wounded,
    told.Healed: _healed,
    told.ModelFelled: _model_felled,
    told.WardLowered: _ward_lowered,
    told.ClosureOpened: _closure_opened,
    told.SpellCast: _spell_cast,
    told.EffectGained: _effect_gained,
    told.EffectEnded: _effect_ended,
    told.ItemUsed: _item_used,
    told.ItemsPickedUp: _items_picked_up,
    told.TradeOffered: _trade_offered,
    told.TradeLapsed: _trade_lapsed,
    told.ItemsTraded: _items_traded,
    told.FeatUsed: _feat_used,
    told.TargetsFixed: _targets_fixed,
    told.WindowOpened: _window_opened,
    told.WindowClosed: _window_closed,
    told.WindowsPassed: _windows_passed,
    told.OverlordTurnBegan: _overlord_turn_began,
    told.OverlordTurnEnded: _overlord_turn_ended,
    told.CardPlayed: _card_played,
    told.CardDrawn: _card_drawn,
    told.DeadRaised: _dead_raised,
    told.ModelPlaced: _model_placed,
    told.PilePlaced: _pile_placed,
    told.SpellsTurned: _spells_turned,
    told.AbilityRolled: _ability_rolled,
    told.RoundEnded: _round_ended,
    told.Instructed: _instructed,
    told.PlanLeft: _plan_left,
    told.PlanWithdrawn: _plan_gone,
    told.PlanPlayed: _plan_gone,
    told.PlanFailed: _plan_gone,
    told.AbsenceDeclared: _absence_declared,
    told.AbsenceCancelled: _absence_cancelled,
    told.UnitTakenOver: _unit_taken_over,
    told.PlayerChanged: _player_changed,
    told.UnitHandedBack: _unit_handed_back,
    told.BattlePaused: _battle_paused,
    told.BattleResumed: _battle_resumed,
    told.OutageCredited: _outage_credited,
    told.UnitCorrected: _unit_corrected,
    told.BattleEnded: _battle_ended,
    told.InvisibleDeckShuffled: _invisible_deck_shuffled,
    told.InvisibleCardRevealed: _invisible_card_revealed,
    told.InvisibleOrdered: _same,
    told.InvisibleWeighed: _same,
    told.InvisibleChose: _invisible_chose,
}
