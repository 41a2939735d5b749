"""What models do and suffer, folded into the state."""

from dataclasses import replace

from rulebook.change import change
from rulebook.dungeon import events as told
from rulebook.dungeon.board import Ward, laid, with_closure, with_drop, with_pile, without_closure, without_drops
from rulebook.dungeon.board import without_pile as board_without_pile
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.evolve.records import (
    Evolve,
    with_changed,
    with_dice_rolled,
    with_effects_ended,
    with_model,
    with_models,
    with_new_model,
    with_placed,
    with_running,
    without_items,
    without_key,
)
from rulebook.dungeon.feats import FEATS
from rulebook.dungeon.state import (
    Clock,
    Offer,
    Pending,
    State,
)


def _zone_laid(state: State, event: told.ZoneLaid) -> State:
    hidden = tuple(zone for zone in state.hidden if zone.id != event.zone.id)
    state = change(state, board=laid(state.board, event.zone), hidden=hidden, zones=(*state.zones, event.zone))
    for model in event.models:
        state = with_new_model(state, model)
    return state


def _moved(state: State, event: told.Moved) -> State:
    end = event.path[-1]
    model = state.models[event.unit]
    walked = any(pose.at != model.at for pose in event.path)
    state = with_placed(state, change(model, at=end.at, facing=end.facing))
    if event.granted:
        return state
    running = state.running
    assert running is not None
    return with_running(
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


def _attack_rolled(state: State, event: told.AttackRolled) -> State:
    state = with_dice_rolled(state, event.attacker_rolls + event.defender_rolls)
    if event.attack == "free-strike":
        return _struck(state, event.unit)
    spent = {term.name for term in event.attacker_terms}
    attacker = state.models[event.unit]
    used = [e for e in attacker.lasting if e.stat in ("fight-dice", "shoot-dice", "magic-dice") and e.name in spent]
    if used:
        state = with_model(state, with_effects_ended(attacker, lambda effect: effect in used))
    if event.attack == "magic":
        return state
    return _after_blow(state, event)


def _after_blow(state: State, event: told.AttackRolled) -> State:
    running = state.running
    if running is None or running.unit != event.unit:
        return state
    if running.stage == "shots":
        done = running.more <= 1
        return with_running(
            state, event.unit, may_move=False, begun=True, more=running.more - 1, stage="done" if done else "shots"
        )
    if running.stage == "fights":
        left = tuple(target for target in running.targets if target != event.target)
        return with_running(
            state, event.unit, may_move=False, begun=True, targets=left, stage="fights" if left else "done"
        )
    return with_running(state, event.unit, may_move=False, begun=True, stage="done")


def _wound_ignored(state: State, event: told.WoundIgnored) -> State:
    state = with_dice_rolled(state, (event.roll,))
    model = state.models[event.unit]
    return with_model(state, change(model, items=without_items(model.items, (event.item,))))


def _wounded(state: State, event: told.Wounded) -> State:
    model = state.models[event.unit]
    return with_changed(state, model.id, wounds=event.wounds, wounds_this_round=model.wounds_this_round + 1)


def _healed(state: State, event: told.Healed) -> State:
    return with_changed(state, event.unit, wounds=event.wounds)


def _model_felled(state: State, event: told.ModelFelled) -> State:
    model = state.models[event.unit]
    wounds = MOST_WOUNDS if event.how == "incapacitated" else model.wounds
    fallen = change(model, at=None, wounds=wounds, items=(), lasting=())
    state = with_placed(state, fallen)
    board = state.board
    if event.how == "bone_pile":
        board = with_pile(board, event.at_square)
    if event.dropped:
        board = with_drop(board, event.at_square, event.dropped)
    return change(state, board=board, plans=without_key(state.plans, event.unit))


def _ward_lowered(state: State, event: told.WardLowered) -> State:
    return change(state, board=with_closure(state.board, event.closed, Ward(event.power)))


def _closure_opened(state: State, event: told.ClosureOpened) -> State:
    opened = state.board.closed(event.closed)
    assert opened is not None
    state = change(state, board=without_closure(state.board, opened))
    if not event.items:
        return state
    model = state.models[event.by]
    return with_model(state, change(model, items=model.items + event.items))


def _spell_cast(state: State, event: told.SpellCast) -> State:
    model = state.models[event.unit]
    state = with_model(state, change(model, spells={**model.spells, event.spell: event.recharge}))
    running = state.running
    if running is None:
        return state
    return with_running(
        state, event.unit, may_move=False, begun=True, cast=(*running.cast, event.spell), stage="casting"
    )


def _effect_gained(state: State, event: told.EffectGained) -> State:
    model = with_effects_ended(state.models[event.unit], lambda effect: effect.name == event.effect.name)
    return with_model(state, change(model, lasting=(*model.lasting, event.effect)))


def _effect_ended(state: State, event: told.EffectEnded) -> State:
    model = state.models[event.unit]
    return with_model(state, with_effects_ended(model, lambda effect: effect.name == event.name))


def _item_used(state: State, event: told.ItemUsed) -> State:
    model = state.models[event.unit]
    if event.spent:
        state = with_model(state, change(model, items=without_items(model.items, (event.item,))))
    running = state.running
    return state if running is None else with_running(state, event.unit, used=(*running.used, event.item))


def _items_picked_up(state: State, event: told.ItemsPickedUp) -> State:
    model = state.models[event.unit]
    state = change(state, board=without_drops(state.board, event.square))
    return with_model(state, change(model, items=model.items + event.items))


def _trade_offered(state: State, event: told.TradeOffered) -> State:
    return change(state, offer=Offer(event.unit, event.other, event.give, event.take, event.at))


def _trade_lapsed(state: State, event: told.TradeLapsed) -> State:
    return change(state, offer=None)


def _items_traded(state: State, event: told.ItemsTraded) -> State:
    giver, other = state.models[event.unit], state.models[event.other]
    given = change(giver, items=without_items(giver.items, event.give) + event.take)
    taken = change(other, items=without_items(other.items, event.take) + event.give)
    return with_models(state, (given, taken), offer=None)


def _feat_used(state: State, event: told.FeatUsed) -> State:
    model, feat = state.models[event.unit], FEATS[event.feat]
    state = with_model(state, change(model, feats_used=(*model.feats_used, event.feat)))
    return with_running(
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
    return with_running(state, event.unit, targets=event.targets, may_move=False)


def _dead_raised(state: State, event: told.DeadRaised) -> State:
    state = change(state, board=board_without_pile(state.board, event.square))
    state = with_new_model(state, event.model)
    if event.free or state.turn is None:
        return state
    part = "raises" if event.by_card else "orders"
    return change(state, turn=replace(state.turn, **{part: getattr(state.turn, part) - 1}))


def _model_placed(state: State, event: told.ModelPlaced) -> State:
    return with_new_model(state, event.model)


def _pile_placed(state: State, event: told.PilePlaced) -> State:
    return change(state, board=with_pile(state.board, event.square))


EVOLVE: dict[type, Evolve] = {
    told.ZoneLaid: _zone_laid,
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
    told.DeadRaised: _dead_raised,
    told.ModelPlaced: _model_placed,
    told.PilePlaced: _pile_placed,
}
