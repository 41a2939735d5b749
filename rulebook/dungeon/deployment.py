"""Placing the heroes on the start squares before the first round (DS-SETUP-04, section 22)."""

from __future__ import annotations

from rulebook.dice import Roll, throw
from rulebook.dungeon import opponent, turns
from rulebook.dungeon.actions import Deploy, Placement
from rulebook.dungeon.catalogue import order_deck
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import DeckBuilt, GameBegan, HeroesPlaced
from rulebook.dungeon.grid import FACINGS, Square
from rulebook.dungeon.state import DIRECTOR, Model, State
from rulebook.errors import Illegal, TooLate, Unreadable


def unplaced(state: State) -> tuple[Model, ...]:
    """The heroes without a start square."""
    return tuple(model for model in state.models.values() if model.is_hero and model.at is None)


def free_starts(state: State) -> tuple[Square, ...]:
    """The start squares nobody stands on, in reading order."""
    return tuple(square for square in state.starts if square not in state.occupied)


def deploy(ctx: Context, action: Deploy) -> None:
    """Place heroes. Raises `already-started`, `unknown-unit`, `not-your-unit`, `blocked`, `bad-facing`."""
    if ctx.state.phase != "setup":
        raise TooLate("already-started", "The game has begun.")
    taken: set[Square] = set()
    for placement in action.placements:
        _check(ctx.state, action.by, placement, taken)
        taken.add(placement.square)
    if not action.placements or len({p.unit for p in action.placements}) < len(action.placements):
        raise Unreadable("bad-placement", "Place each hero once.")
    ctx.tell(HeroesPlaced(ctx.at, action.by, action.placements))
    if not unplaced(ctx.state):
        start(ctx)


def _check(state: State, by: str, placement: Placement, taken: set[Square]) -> None:
    hero = state.models.get(placement.unit)
    if hero is None or not hero.is_hero:
        raise Unreadable("unknown-unit", f"There is no hero {placement.unit!r}.", {"unit": placement.unit})
    if by not in (hero.player, DIRECTOR):
        raise Illegal("not-your-unit", f"{hero.id} is not {by}'s.", {"unit": hero.id})
    if placement.facing not in FACINGS:
        raise Unreadable("bad-facing", f"{placement.facing!r} is no facing.", {"facing": placement.facing})
    free = placement.square in free_starts(state) or state.occupied.get(placement.square) == hero.id
    if not free or placement.square in taken:
        message = f"{placement.square} is no free start square."
        raise Illegal("blocked", message, {"unit": hero.id, "square": str(placement.square)})


def expire(ctx: Context) -> None:
    """Time is up: whoever has no place yet takes the next free start square, facing North."""
    free = free_starts(ctx.state)
    missing = unplaced(ctx.state)
    placements = tuple(Placement(hero.id, square) for hero, square in zip(missing, free, strict=False))
    if placements:
        ctx.tell(HeroesPlaced(ctx.at, "", placements, by_deadline=True))
    start(ctx)


def start(ctx: Context) -> None:
    """Shuffle the order cards, draw the opening hand, begin the first round (DS-SETUP-03)."""
    ctx.tell(_shuffled_deck(ctx))
    if ctx.state.automatic:
        opponent.of(ctx.state).prepare(ctx)
    ctx.tell(GameBegan(ctx.at))
    turns.begin_round(ctx)


def _shuffled_deck(ctx: Context) -> DeckBuilt:
    mission, fixed = ctx.state.mission, ctx.state.fixed_deck
    cards, rolls = (fixed, ()) if fixed is not None else shuffle(ctx, order_deck(), "order-deck")
    deck = cards[: mission.deck_size]
    return DeckBuilt(ctx.at, deck[mission.opening_hand :], deck[: mission.opening_hand], rolls)


def shuffle(ctx: Context, cards: tuple[str, ...], reason: str) -> tuple[tuple[str, ...], tuple[Roll, ...]]:
    """Cards in a fair order, and the dice that gave it.

    From the last place to the second, a die with as many sides as there are places left
    says which card goes there.
    """
    order, rolls = list(cards), []
    for place in range(len(order) - 1, 0, -1):
        roll = throw(ctx.dice, place + 1, reason)
        rolls.append(roll)
        chosen = roll.face - 1
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order), tuple(rolls)
