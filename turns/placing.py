"""Who has placed their units in turn 0 and who has not, for the director, who sees everything."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from battles.selectors import player_id, user_pk
from rulebook.saga.deployment import awaited
from turns.sight import Sight


@dataclass(frozen=True, slots=True)
class Placing:
    """One player, and the names of the units that they have still to place."""

    player: User
    missing: tuple[str, ...]


def placing_of(sight: Sight) -> list[Placing]:
    """Every player with units in the battle, whoever is waited for first; nothing for anybody but the director."""
    if not sight.directs:
        return []
    units = [unit for unit in sight.state.units.values() if unit.players and not unit.hidden and not unit.defeated]
    owed = awaited(sight.state)
    people = User.objects.in_bulk([pk for pk in {user_pk(unit.player) for unit in units} if pk is not None])
    found = [Placing(user, tuple(unit.name for unit in owed.get(player_id(user), ()))) for user in people.values()]
    return sorted(found, key=lambda one: (not one.missing, one.player.shown_name.lower(), one.player.pk))
