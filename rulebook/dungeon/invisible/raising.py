"""Raising piles and putting bones on the board: which, as what, facing whom (IO-COM-12, AMD-13, the N cards)."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.dungeon import aiming, routes
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import PilePlaced
from rulebook.dungeon.grid import Facing, Square, around, facing_toward, square_name
from rulebook.dungeon.invisible import distances, doing
from rulebook.dungeon.invisible.attacks import exposure
from rulebook.dungeon.invisible.cards import IoCard
from rulebook.dungeon.invisible.choosing import Note, Ranked, choose
from rulebook.dungeon.invisible.records import Matter, Order, Ranking
from rulebook.dungeon.state import Model, State

LEVEL_KEYS = (Ranking("level"),)
NEAREST_KEYS = (Ranking("distance", low=True), Ranking("y", low=True), Ranking("x", low=True))
BONES_KEYS = (
    Ranking("distance", low=True),
    Ranking("goal-distance", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)


def raisable(state: State, *, skeletal: bool = False) -> list[str]:
    """The types that can still be raised, highest level first, then by name (AMB-80, AMB-86)."""
    keys = [
        key
        for key in state.mission.raisable
        if not aiming.at_limit(state, key) and (state.profiles[key].leaves_bones or not skeletal)
    ]
    return sorted(keys, key=lambda key: (-state.profiles[key].level, key))


def piles(state: State, *, beside_heroes: bool = False) -> list[Square]:
    """Piles that can be raised without a free strike; those next to a hero only if asked for (IO-COM-14)."""
    if not state.mission.necromancer:
        return []
    found = [square for square in dict.fromkeys(state.board.piles) if aiming.can_raise_on(state, square)]
    safe = [square for square in found if exposure(state, (square,)) == 0]
    return safe if beside_heroes else [square for square in safe if not beside_a_hero(state, (square,))]


def beside_a_hero(state: State, squares: Iterable[Square]) -> bool:
    """Whether any of these squares is adjacent to a hero."""
    taken = {square for hero in state.heroes for square in hero.squares}
    return any(not around(square).isdisjoint(taken) for square in squares)


def facing_of(state: State, square: Square, watched: Iterable[Model]) -> Facing:
    """Toward the nearest of these heroes (AMD-13)."""
    hero = min(watched, key=lambda one: distances.to_hero(state, one).get(square, distances.FAR))
    assert hero.at is not None
    return facing_toward(square, hero.at)


def raise_pile(
    ctx: Context, square: Square, watched: Iterable[Model], rule: str, order: Order | None = None, *, skeletal: bool
) -> None:
    """Raise this pile as the highest level there is, facing the nearest of these heroes."""
    ranked = [Ranked(key, key, (ctx.state.profiles[key].level,)) for key in raisable(ctx.state, skeletal=skeletal)]
    kind = choose(ctx, Note("minion", rule, order), LEVEL_KEYS, _without_ties(ranked))[0]
    doing.raise_on(ctx, square, kind, facing_of(ctx.state, square, watched))


def _without_ties(ranked: list[Ranked[str]]) -> list[Ranked[str]]:
    """Of types of one level the first by name is the only one that counts (AMB-80)."""
    first: dict[tuple[int, ...], Ranked[str]] = {}
    for one in ranked:
        first.setdefault(one.values, one)
    return list(first.values())


# Events


def carry_out(ctx: Context, card: IoCard) -> None:
    """An event card: raise so many piles, or put so many down (IO-COM-10)."""
    for _ in range(card.number):
        if ctx.over or not (_scatter(ctx, card) if card.event == "scatter" else _raise(ctx, card)):
            return


def _weakest(state: State) -> tuple[Model, ...]:
    """The heroes of most wounds; nobody while there are none."""
    most = max((hero.wounds for hero in state.heroes if hero.wounds < MOST_WOUNDS), default=0)
    return tuple(hero for hero in state.heroes if most and hero.wounds == most)


def _distance(state: State, square: Square) -> int:
    """How near a square is to whom an event looks for: a hero of most wounds, else the next goal."""
    weak = _weakest(state)
    if weak:
        return min(distances.to_hero(state, hero).get(square, distances.FAR) for hero in weak)
    return _goal_distance(state, square)


def _goal_distance(state: State, square: Square) -> int:
    field = distances.to_next_goal(state)
    return distances.FAR if field is None else field.get(square, distances.FAR)


def _raise(ctx: Context, card: IoCard) -> bool:
    state = ctx.state
    found = piles(state)
    if not found or not raisable(state):
        return False
    ranked = [Ranked(sq, square_name(sq), (_distance(state, sq), sq.y, sq.x)) for sq in found]
    square = _choose_square(ctx, "pile", card.key, NEAREST_KEYS, ranked)
    raise_pile(ctx, square, ctx.state.heroes, "IO-COM-12", skeletal=False)
    return True


def _scatter(ctx: Context, card: IoCard) -> bool:
    state = ctx.state
    free = [sq for sq in routes.open_ground(state) if sq not in state.occupied and sq not in state.board.piles]
    quiet = [sq for sq in free if not beside_a_hero(state, (sq,)) and exposure(state, (sq,)) == 0]
    if not quiet:
        return False
    ranked = [
        Ranked(sq, square_name(sq), (_distance(state, sq), _goal_distance(state, sq), sq.y, sq.x)) for sq in quiet
    ]
    ctx.tell(PilePlaced(ctx.at, _choose_square(ctx, "square", card.key, BONES_KEYS, ranked)))
    return True


def _choose_square(
    ctx: Context, matter: Matter, rule: str, keys: tuple[Ranking, ...], ranked: list[Ranked[Square]]
) -> Square:
    return choose(ctx, Note(matter, rule), keys, ranked)[0]
