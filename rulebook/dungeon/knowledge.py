"""What somebody may know of a game, as a state of its own (IMP-06).

Heroes' players and spectators know what is laid, how many cards the deck and the hand
hold, and the cards played. The Overlord's player knows his hand and the whole map, not
the order of the deck. The director knows all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from rulebook.change import change
from rulebook.dungeon.board import Chest, Zone
from rulebook.dungeon.grid import Square
from rulebook.dungeon.state import Invisible, Plan, Side, State
from rulebook.viewers import SPECTATOR as SPECTATOR
from rulebook.viewers import Viewer as Viewer

Chair = Literal["director", "overlord", "hero", "spectator"]
UNKNOWN_CARD = ""
"""Stands for a card whose face the viewer may not see."""


def chair_of(state: State, viewer: Viewer) -> Chair:
    """In what part somebody looks at the game."""
    if viewer.is_director:
        return "director"
    if viewer.id == state.overlord and not state.automatic:
        return "overlord"
    own = any(model.is_hero and model.player == viewer.id for model in state.models.values())
    return "hero" if own else "spectator"


def plays_blind(read: Callable[[], State], player: str) -> bool:
    """Whether somebody who may look at everything must not while they play: whoever plays a hero (SK-265).

    `read` gives the state; it is asked for only where it matters.
    """
    return any(model.is_hero and model.player == player for model in read().models.values())


def sides_of(state: State, viewer: Viewer) -> frozenset[Side]:
    """The sides a viewer plays on."""
    if viewer.id == SPECTATOR:
        return frozenset()
    sides: set[Side] = {model.side for model in state.models.values() if model.player == viewer.id}
    if viewer.id == state.overlord and not state.automatic:
        sides.add("overlord")
    return frozenset(sides)


def sees_map(state: State, viewer: Viewer) -> bool:
    """Whether the viewer knows the zones that are not laid yet."""
    return chair_of(state, viewer) in ("director", "overlord")


def sees_hand(state: State, viewer: Viewer) -> bool:
    """Whether the viewer may look at the Overlord's hand (DS-OVER-06)."""
    return chair_of(state, viewer) in ("director", "overlord")


def knows_plan(plan: Plan, viewer: Viewer) -> bool:
    """An early turn is seen by its author and the director alone."""
    return viewer.is_director or plan.player == viewer.id


def known_to(state: State, viewer: Viewer) -> State:
    """The state without anything that the viewer may not know."""
    if viewer.is_director:
        return state
    known = change(
        state,
        hand=state.hand if sees_hand(state, viewer) else (UNKNOWN_CARD,) * len(state.hand),
        deck=(UNKNOWN_CARD,) * len(state.deck),
        fixed_deck=None,
        invisible=_covered(state.invisible),
        plans={plan.unit: plan for plan in state.plans.values() if knows_plan(plan, viewer)},
    )
    return known if sees_map(state, viewer) else _without_map(known)


def _covered(cards: Invisible | None) -> Invisible | None:
    """The Invisible Overlord's cards with their order unknown; what was turned up is known."""
    if cards is None:
        return None
    return Invisible((UNKNOWN_CARD,) * len(cards.deck), cards.discard)


def _without_map(state: State) -> State:
    """Without zones not laid, what shut chests hold, and what speaks of either."""
    present = {model.key for model in state.models.values()} | set(state.mission.raisable) | set(state.mission.limits)
    mission = replace(
        state.mission,
        goals=tuple(goal for goal in state.mission.goals if _is_laid(state, goal.square)),
        victory=replace(state.mission.victory, square=laid_or_none(state, state.mission.victory.square)),
    )
    return change(
        state,
        hidden=(),
        mission=mission,
        zones=tuple(without_contents(zone) for zone in state.zones),
        board=replace(state.board, chests=tuple(map(_shut, state.board.chests))),
        profiles={key: card for key, card in state.profiles.items() if key in present},
    )


def without_contents(zone: Zone) -> Zone:
    """A zone without what its chests hold."""
    return replace(zone, chests=tuple(map(_shut, zone.chests)))


def _shut(chest: Chest) -> Chest:
    return replace(chest, contents=())


def laid_or_none(state: State, square: Square | None) -> Square | None:
    """A square, if it is laid."""
    return square if square is not None and _is_laid(state, square) else None


def _is_laid(state: State, square: Square | None) -> bool:
    return square is not None and (square in state.board.floor or square in state.board.door_squares)
