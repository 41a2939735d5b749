"""Models as they come on the board: minions and bosses from their profiles (DS-MODEL).

Ids carry a number that counts the models of their type laid so far, so that no id tells
of anything that is still hidden.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.dungeon.board import Zone
from rulebook.dungeon.cards import Profile
from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.state import Model, State, Strikes


def overlord_model(
    profile: Profile, number: int, player: str, at: Square, facing: Facing, strikes: Strikes, *, acted: bool = False
) -> Model:
    """A model of the Overlord's; a boss has its printed spells, all ready."""
    return Model(
        id=profile.key if profile.kind == "boss" else f"{profile.key}-{number}",
        name="",
        side="overlord",
        player=player,
        profile=profile,
        at=at,
        facing=facing,
        status="acted" if acted else "waiting",
        activated=acted,
        spells=dict.fromkeys(profile.spells, 0),
        strikes=strikes,
    )


def instruction(state: State, player: str) -> Strikes:
    """How new models of a player's make free strikes, until told otherwise (IMP-03)."""
    return "always" if state.automatic or player != state.overlord else state.rules.free_strikes


def new_minion(state: State, key: str, at: Square, facing: Facing, *, acted: bool = False) -> Model:
    """The next model of a type."""
    number = state.numbers.get(key, 0) + 1
    strikes = instruction(state, state.overlord)
    return overlord_model(state.profiles[key], number, state.overlord, at, facing, strikes, acted=acted)


def zone_models(state: State, zone: Zone) -> tuple[Model, ...]:
    """The models that a zone brings, in its order."""
    return spawned(state.profiles, state.numbers, zone, state.overlord, instruction(state, state.overlord))


def spawned(
    profiles: Mapping[str, Profile], numbers: Mapping[str, int], zone: Zone, player: str, strikes: Strikes
) -> tuple[Model, ...]:
    """The models of a zone, numbered on from those there are."""
    counted = dict(numbers)
    models = []
    for spawn in zone.spawns:
        counted[spawn.key] = counted.get(spawn.key, 0) + 1
        profile = profiles[spawn.key]
        models.append(overlord_model(profile, counted[spawn.key], player, spawn.at, spawn.facing, strikes))
    return tuple(models)
