"""Players who go, and players who come in their place, in running battles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id, state_of
from campaign.models import Campaign, Membership
from campaign.selectors import players_of
from characters.models import Character
from characters.seats import Move
from rulebook.saga.actions import ChangePlayer, TakeOver
from rulebook.saga.state import Unit
from turns.services.change import change, lock_battle
from turns.services.pulse import read_pulse
from turns.services.settle import settle_locked
from turns.services.tell import LEFT


def player_left(membership: Membership, by: User | None, at: datetime) -> None:
    """The director plays a former player's units from now on; early turns left behind are void.

    What the clock decided before stands first. Called in the transaction that ends the membership.
    """
    for battle in _running(membership.campaign):
        mine = _units_of(battle, player_id(membership.user))
        if mine:
            settle_locked(battle, at, read_pulse(at))
            _take_over(battle, [unit.id for unit in mine], by, at)


def characters_moved(move: Move, by: User, at: datetime) -> None:
    """Units of characters that have a new player are that player's, with a full turn's time."""
    moved = {str(pk) for pk in move.characters}
    for battle in _running(move.campaign):
        units = [unit for unit in _units_of(battle, player_id(move.before)) if unit.character in moved]
        if units:
            settle_locked(battle, at, read_pulse(at))
            for unit in units:
                _change_player(battle, unit.id, move.after, by, at)


def reseat(battle: Battle, by: User, at: datetime) -> None:
    """After an undo that reaches back before somebody went or came: whoever plays now plays these units.

    The battle is locked by the caller.
    """
    if battle.status != Battle.Status.RUNNING:
        return
    units = [unit for unit in state_of(battle).units.values() if unit.players and unit.character.isdecimal()]
    owners = Character.objects.select_related("player").in_bulk([int(unit.character) for unit in units])
    present = {player_id(user) for user in players_of(battle.campaign)}
    for unit in units:
        owner = owners.get(int(unit.character))
        if owner is not None and player_id(owner.player) != unit.player:
            _change_player(battle, unit.id, owner.player, by, at)
    gone = [u.id for u in state_of(battle).units.values() if u.players and u.character and u.player not in present]
    _take_over(battle, gone, by, at)


def _running(campaign: Campaign) -> Iterator[Battle]:
    """The campaign's running battles, locked one after the other in fixed order."""
    rows = Battle.objects.filter(campaign=campaign, status=Battle.Status.RUNNING).order_by("pk")
    for battle_id in list(rows.values_list("pk", flat=True)):
        battle = lock_battle(battle_id)
        if battle.state:
            yield battle


def _units_of(battle: Battle, player: str) -> list[Unit]:
    return [unit for unit in state_of(battle).units.values() if unit.player == player]


def _take_over(battle: Battle, units: list[str], by: User | None, at: datetime) -> None:
    for unit_id in units:
        unit = state_of(battle).units[unit_id]
        if battle.status == Battle.Status.RUNNING and not unit.taken_over and not unit.defeated:
            action = TakeOver(unit=unit_id, at=to_ms(at), reason=LEFT, departed=True)
            change(battle, action, at=at, by=by)


def _change_player(battle: Battle, unit_id: str, player: User, by: User, at: datetime) -> None:
    if battle.status == Battle.Status.RUNNING:
        action = ChangePlayer(unit=unit_id, player=player_id(player), at=to_ms(at))
        change(battle, action, at=at, by=by)
