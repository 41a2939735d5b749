"""Who acts: what a user is in a battle, as the rulebook names it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle
from battles.selectors import DIRECTOR, player_id, seats_of, state_of
from campaign.selectors import is_director, role_of
from rulebook.errors import Illegal, Unreadable


def actor_for(battle: Battle, user: User, unit_id: str) -> str:
    """As whom the user acts for this unit: its player, or the director.

    A director who also plays acts as the player for the own units. Raises PermissionDenied for whoever has no part
    in the battle, Illegal `not-your-unit` for somebody else's unit or one that the user may not know of.
    """
    running_state(battle)
    me = player_id(user)
    seat = seats_of(battle).get(unit_id)
    if seat is not None and seat.player == me and role_of(user, battle.campaign) is not None:
        return me
    if is_director(user, battle.campaign):
        require_unit(battle, unit_id)
        return DIRECTOR
    player_of(battle, user)
    raise Illegal("not-your-unit", f"{unit_id!r} is no unit of yours.", {"unit": unit_id})


def player_of(battle: Battle, user: User) -> str:
    """The user's player id in the battle. Raises PermissionDenied for whoever has no unit there, or has left."""
    me = player_id(user)
    running_state(battle)
    if role_of(user, battle.campaign) is None or all(seat.player != me for seat in seats_of(battle).values()):
        raise PermissionDenied
    return me


def require_director(battle: Battle, user: User) -> None:
    """Raise PermissionDenied unless the user directs the battle's campaign."""
    if not is_director(user, battle.campaign):
        raise PermissionDenied


def running_state(battle: Battle) -> Any:
    """The battle's state. Raises Illegal `not-running` before it was opened."""
    if battle.state is None:
        raise Illegal("not-running", f"The battle {battle.code} has not been opened.", {"battle": battle.code})
    return state_of(battle)


def require_unit(battle: Battle, unit_id: str) -> None:
    """Raise Unreadable `unknown-unit` unless the battle has a unit of this id."""
    if unit_id not in seats_of(battle):
        raise Unreadable("unknown-unit", f"There is no unit {unit_id!r} in this battle.", {"unit": unit_id})
