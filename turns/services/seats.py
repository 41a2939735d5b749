"""Players who go, and players who come in their place, in running battles."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import DIRECTOR, player_id, seats_of, user_pk
from campaign.models import Campaign, Membership
from campaign.selectors import readers_of
from characters.models import Character
from characters.seats import Move
from rulebook.table.actions import ChangePlayer, TakeOver
from rulebook.table.seats import Seat
from turns.models import LastingOrders
from turns.services.absence import announce_in
from turns.services.change import change, lock_battle
from turns.services.games.table import LEFT
from turns.services.settle import settle_before


def player_left(membership: Membership, by: User | None, at: datetime) -> None:
    """The director plays a former player's units from now on; early turns left behind are void.

    What the clock decided before stands first. Called in the transaction that ends the membership.
    """
    for battle in _running(membership.campaign):
        mine = _seats_of(battle, player_id(membership.user))
        if mine:
            settle_before(battle, at)
            _stand_in(battle, [seat.unit for seat in mine], by, at)


def characters_moved(move: Move, by: User, at: datetime) -> None:
    """Units of characters that have a new player are that player's, with a full turn's time; orders on sheets go."""
    LastingOrders.objects.filter(character__in=move.characters).delete()
    moved = {str(pk) for pk in move.characters}
    for battle in _running(move.campaign):
        seats = [seat for seat in _seats_of(battle, player_id(move.before)) if seat.character in moved]
        if seats:
            settle_before(battle, at)
            for seat in seats:
                _change_player(battle, seat.unit, player_id(move.after), by, at)


def reseat(battle: Battle, by: User, at: datetime) -> None:
    """After an undo that reaches back before somebody went or came: whoever plays now plays these units.

    The battle is locked by the caller.
    """
    if battle.status != Battle.Status.RUNNING:
        return
    seats = _held(battle)
    sheets = {seat.unit: int(seat.character) for seat in seats if seat.character.isdecimal()}
    owners = Character.objects.select_related("player").in_bulk(list(sheets.values()))
    present = {player_id(user) for user in readers_of(battle.campaign)}
    for seat in seats:
        owner = owners.get(sheets.get(seat.unit, 0))
        if owner is not None and player_id(owner.player) != seat.player:
            _change_player(battle, seat.unit, player_id(owner.player), by, at)
    _stand_in(battle, [seat.unit for seat in _held(battle) if seat.player not in present], by, at)


def _running(campaign: Campaign) -> Iterator[Battle]:
    """The campaign's running battles, locked one after the other in fixed order."""
    rows = Battle.objects.filter(campaign=campaign, status=Battle.Status.RUNNING).order_by("pk")
    for battle_id in list(rows.values_list("pk", flat=True)):
        battle = lock_battle(battle_id)
        if battle.state:
            yield battle


def _held(battle: Battle) -> list[Seat]:
    """What players play in their own right."""
    return [seat for seat in seats_of(battle).values() if seat.players and not seat.under]


def _seats_of(battle: Battle, player: str) -> list[Seat]:
    return [seat for seat in _held(battle) if seat.player == player]


def _stand_in(battle: Battle, units: list[str], by: User | None, at: datetime) -> None:
    """The director plays these from now on. A whole side's chair is given to the director, not taken over."""
    for unit in units:
        seat = seats_of(battle)[unit]
        if battle.status != Battle.Status.RUNNING or seat.taken_over or seat.out:
            continue
        if seat.chair:
            _change_player(battle, unit, DIRECTOR, by, at)
        else:
            change(battle, TakeOver(unit=unit, at=to_ms(at), reason=LEFT, departed=True), at=at, by=by)


def _change_player(battle: Battle, unit: str, player: str, by: User | None, at: datetime) -> None:
    if battle.status == Battle.Status.RUNNING:
        change(battle, ChangePlayer(unit=unit, player=player, at=to_ms(at)), at=at, by=by)
        announce_in(battle, filter(None, [user_pk(player)]), at=at)
