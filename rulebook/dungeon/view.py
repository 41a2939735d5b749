"""What a viewer may see of a game, as plain values: the one place that takes things out.

Page, API, mail, picture and export show a game through `view` and its log through
`visible_events`; nothing else turns a state into something for people. Two states that
differ only in what is hidden from a viewer give that viewer equal views, byte for byte.
"""

from __future__ import annotations

from typing import Any, TypedDict

from rulebook.codec import dump
from rulebook.dungeon import combat
from rulebook.dungeon.aiming import limit_of, on_board
from rulebook.dungeon.board import Board, Chest, Closed, Lock
from rulebook.dungeon.counted import armour_of, movement_of
from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.knowledge import Viewer, chair_of, known_to, knows_plan, sees_hand, sees_map, sides_of
from rulebook.dungeon.state import ALWAYS, Clock, Model, Pending, Running, State
from rulebook.dungeon.waits import Wait, standing, waits

Pair = list[int]


class ClosedView(TypedDict):
    """A door or chest: `closure` is `lock` or `ward`; lock and ward values are open (IMP-06)."""

    id: str
    squares: list[Pair]
    closure: str
    combat: int
    armour: int
    power: int
    open: bool
    contents: list[str]


class FurnitureView(TypedDict):
    """A piece of furniture."""

    id: str
    kind: str
    squares: list[Pair]


class BoardView(TypedDict):
    """What is laid. `left`, `top`, `right`, `bottom` are the laid part's outermost squares."""

    left: int
    top: int
    right: int
    bottom: int
    floor: list[Pair]
    furniture: list[FurnitureView]
    doors: list[ClosedView]
    chests: list[ClosedView]
    piles: list[Pair]
    drops: list[dict[str, Any]]


class EffectView(TypedDict):
    """Something lasting on a model."""

    name: str
    stat: str
    amount: int
    source: str
    until: str
    round: int


class ModelView(TypedDict):
    """A model. `at` is None once it has left the board; `front` and `rear` are its arcs.

    `armour_counted` and `move_counted` hold what counts now; `engaged_by` names the
    enemies that have it in their front arc. `strikes` and `declined` are told to its own
    player only.
    """

    id: str
    key: str
    name: str
    kind: str
    side: str
    player: str
    character: str
    at: Pair | None
    facing: Facing
    size: int
    squares: list[Pair]
    front: list[Pair]
    rear: list[Pair]
    move: int
    move_counted: int
    combat: int
    shooting: int
    armour: int
    armour_counted: int
    wounds: int
    injured_at: int
    injured: bool
    outnumbered: bool
    engaged_by: list[str]
    table: list[list[Any]]
    level: int
    characters: list[str]
    spellcaster: bool
    abilities: list[str]
    feats: list[str]
    feats_used: list[str]
    spells: dict[str, int]
    items: list[str]
    effects: list[EffectView]
    status: str
    standing: str
    activated: bool
    taken_over: bool
    missed: int
    strikes: str
    declined: list[str]


class ClockView(TypedDict):
    """The clock that runs. `due` is empty where no time runs out or the game is paused."""

    opened: int
    due: int | None
    rule: str
    length: int
    extended: int
    extensions: int


class RunningView(TypedDict):
    """The open turn or activation, and what is left of it."""

    unit: str
    why: str
    points: int
    may_move: bool
    stage: str
    more: int
    targets: list[str]
    cast: list[str]
    feat: str


class WaitView(TypedDict):
    """Something that is waited for."""

    who: str
    kind: str
    unit: str
    opened: int
    due: int | None
    rule: str


class OverlordView(TypedDict):
    """The Overlord's side: counts for everybody, his hand for himself and the director.

    `invisible_deck` counts the Invisible Overlord's cards, `invisible_discard` are those
    turned up, the last one first.
    """

    player: str
    variant: str
    orders_per_turn: int
    orders: int
    extras: int
    raises: int
    card_played: bool
    interrupt_left: int | None
    deck: int
    hand_count: int
    hand: list[str]
    played: list[str]
    invisible_deck: int
    invisible_discard: list[str]
    passing: str
    raisable: list[dict[str, Any]]


class GameView(TypedDict):
    """A game as one viewer may see it. Moments are milliseconds since the epoch, UTC.

    `waits` are the viewer's own, or all of them for the director.
    """

    viewer: str
    chair: str
    sides_of_viewer: list[str]
    phase: str
    round: int
    adventure: str
    victory: dict[str, Any]
    board: BoardView
    hidden: list[dict[str, Any]]
    starts: list[Pair]
    models: list[ModelView]
    clock: ClockView | None
    running: RunningView | None
    pending: dict[str, Any] | None
    offer: dict[str, Any] | None
    overlord: OverlordView
    waits: list[WaitView]
    plans: list[dict[str, Any]]
    absences: list[dict[str, Any]]
    paused: dict[str, Any] | None
    over: bool
    winner: str | None
    end_reason: str


def view(state: State, viewer: Viewer) -> GameView:
    """The game as this viewer may see it (IMP-06)."""
    known = known_to(state, viewer)
    return GameView(
        viewer=viewer.id,
        chair=chair_of(state, viewer),
        sides_of_viewer=sorted(sides_of(state, viewer)),
        phase=state.phase,
        round=state.round,
        adventure=state.mission.key,
        victory=dump(type(known.mission.victory), known.mission.victory),
        board=_board(known.board),
        hidden=[dump(type(zone), zone) for zone in known.hidden] if sees_map(state, viewer) else [],
        starts=_pairs(state.starts) if state.phase == "setup" else [],
        models=[_model(known, model, viewer) for model in known.models.values()],
        clock=_clock(state, state.clock),
        running=_running(state.running),
        pending=_pending(state.pending),
        offer=None if state.offer is None else dump(type(state.offer), state.offer),
        overlord=_overlord(state, viewer),
        waits=[_wait(wait) for wait in waits(state) if viewer.id in (wait.who, "director")],
        plans=[dump(type(plan), plan) for plan in known.plans.values() if knows_plan(plan, viewer)],
        absences=[{"player": away.player, "start": away.start, "end": away.end} for away in state.absences],
        paused={"since": state.paused.since, "reason": state.paused.reason} if state.paused else None,
        over=state.phase == "over",
        winner=state.outcome.winner if state.outcome else None,
        end_reason=state.outcome.reason if state.outcome else "",
    )


def _pair(square: Square) -> Pair:
    return [square.x, square.y]


def _pairs(squares: Any) -> list[Pair]:
    return [_pair(square) for square in squares]


def _in_order(squares: Any) -> list[Pair]:
    return _pairs(sorted(squares, key=lambda square: (square.y, square.x)))


def _board(board: Board) -> BoardView:
    laid = board.floor | board.door_squares
    return BoardView(
        left=min(square.x for square in laid),
        top=min(square.y for square in laid),
        right=max(square.x for square in laid),
        bottom=max(square.y for square in laid),
        floor=_in_order(board.floor),
        furniture=[FurnitureView(id=p.id, kind=p.kind, squares=_pairs(p.squares)) for p in board.furniture],
        doors=[_closed(door) for door in board.doors],
        chests=[_closed(chest) for chest in board.chests],
        piles=_pairs(board.piles),
        drops=[{"square": _pair(drop.square), "items": list(drop.items)} for drop in board.drops],
    )


def _closed(thing: Closed) -> ClosedView:
    closure = thing.closure
    lock = closure if isinstance(closure, Lock) else None
    return ClosedView(
        id=thing.id,
        squares=_pairs(thing.squares),
        closure=closure.kind,
        combat=lock.combat if lock else 0,
        armour=lock.armour if lock else 0,
        power=0 if isinstance(closure, Lock) else closure.power,
        open=isinstance(thing, Chest) and thing.open,
        contents=list(thing.contents) if isinstance(thing, Chest) else [],
    )


def _model(known: State, model: Model, viewer: Viewer) -> ModelView:
    card, own = model.profile, viewer.is_director or model.player == viewer.id
    return ModelView(
        id=model.id,
        key=card.key,
        name=model.name,
        kind=card.kind,
        side=model.side,
        player=model.player,
        character=model.character,
        at=None if model.at is None else _pair(model.at),
        facing=model.facing,
        size=card.size,
        squares=_pairs(model.squares),
        front=_in_order(combat.front_of(model)),
        rear=_in_order(combat.rear_of(model)),
        move=card.move,
        move_counted=movement_of(known, model),
        combat=card.combat,
        shooting=card.shooting,
        armour=card.armour,
        armour_counted=armour_of(known, model),
        wounds=model.wounds,
        injured_at=card.injured_at,
        injured=model.injured,
        outnumbered=model.on_board and combat.is_outnumbered(known, model),
        engaged_by=[enemy.id for enemy in combat.holders(known, model)],
        table=[[row.hits, row.effect] for row in card.table],
        level=card.level,
        characters=list(card.characters),
        spellcaster=card.spellcaster,
        abilities=list(card.abilities),
        feats=list(card.feats),
        feats_used=list(model.feats_used),
        spells=dict(model.spells),
        items=list(model.items),
        effects=[
            EffectView(name=e.name, stat=e.stat, amount=e.amount, source=e.source, until=e.until, round=e.round)
            for e in model.lasting
        ],
        status=model.status,
        standing=standing(known, model.id),
        activated=model.activated,
        taken_over=model.taken_over,
        missed=model.missed,
        strikes=model.strikes if own else "",
        declined=list(model.declined) if own else [],
    )


def _clock(state: State, clock: Clock | None) -> ClockView | None:
    if clock is None:
        return None
    return ClockView(
        opened=clock.opened,
        due=None if state.paused else clock.due,
        rule=clock.rule,
        length=clock.length,
        extended=clock.extended,
        extensions=clock.extensions,
    )


def _running(running: Running | None) -> RunningView | None:
    if running is None:
        return None
    return RunningView(
        unit=running.unit,
        why=running.why,
        points=running.points,
        may_move=running.may_move,
        stage=running.stage,
        more=running.more,
        targets=list(running.targets),
        cast=list(running.cast),
        feat=running.feat,
    )


def _pending(pending: Pending | None) -> dict[str, Any] | None:
    if pending is None:
        return None
    return {"unit": pending.unit, "strikers": list(pending.strikers), "asked": pending.asked}


def _overlord(state: State, viewer: Viewer) -> OverlordView:
    turn, mission, own = state.turn, state.mission, sees_hand(state, viewer)
    cards = state.invisible
    return OverlordView(
        player=state.overlord,
        variant=state.rules.io_variant,
        orders_per_turn=mission.orders_per_turn,
        orders=turn.orders if turn else 0,
        extras=turn.extras if turn else 0,
        raises=turn.raises if turn else 0,
        card_played=turn.card_played if turn else False,
        interrupt_left=state.window.left if state.window else None,
        deck=len(state.deck),
        hand_count=len(state.hand),
        hand=list(state.hand) if own else [],
        played=list(state.played),
        invisible_deck=len(cards.deck) if cards else 0,
        invisible_discard=list(cards.discard) if cards else [],
        passing=_passing(state),
        raisable=[
            {"key": key, "limit": limit_of(state, key), "on_board": on_board(state, key)}
            for key in (*mission.raisable, *mission.limits)
        ],
    )


def _passing(state: State) -> str:
    """`always`, `round` or nothing: whether the Overlord passes windows ahead (IMP-01)."""
    if state.passed >= ALWAYS:
        return "always"
    return "round" if 0 < state.round <= state.passed else ""


def _wait(wait: Wait) -> WaitView:
    return WaitView(who=wait.who, kind=wait.kind, unit=wait.unit, opened=wait.opened, due=wait.due, rule=wait.rule)
