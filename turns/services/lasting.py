"""Standing orders on a character's sheet: written by its player, kept for good, carried into every battle (SK-157)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import Battle
from battles.selectors import player_id, state_of
from campaign.selectors import players_of, table_rules
from characters.models import Character
from rulebook.codec import dump
from rulebook.errors import Illegal
from rulebook.saga.standing import check_orders
from rulebook.saga.state import Order, State, Unit
from turns.models import LastingOrders
from turns.services.change import change, lock_battle
from turns.services.games.saga.orders import bringing
from turns.services.settle import settle_before


def write_lasting_orders(*, character_id: int, player: User, orders: Sequence[Order], at: datetime) -> None:
    """Write what a character does whenever its turn runs out, in place of what was written; without orders, nothing.

    Battles that are running follow it from now on, unless the unit has orders of its own there. What was due before
    is settled by what was written then. Raises PermissionDenied for all but the character's player, Illegal
    `no-standing-orders` where the table has none, `not-active`, `too-many-orders`, Unreadable `bad-order`,
    Character.DoesNotExist.
    """
    check_orders(orders)
    with transaction.atomic():
        battles = _its_battles(character_id, at)
        character = Character.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=character_id)
        _require_player(character, player)
        _keep(character, player, orders, at)
        for battle in battles:
            unit = _its_unit(battle, character_id, player)
            if unit is not None:
                change(battle, bringing(unit, tuple(orders), at), at=at, by=player)


def _its_battles(character_id: int, at: datetime) -> list[Battle]:
    """The running battles in which a character fights, locked in fixed order and settled."""
    rows = Battle.objects.filter(status=Battle.Status.RUNNING, muster__characters=character_id).order_by("pk")
    battles = [lock_battle(battle_id) for battle_id in rows.values_list("pk", flat=True)]
    for battle in battles:
        settle_before(battle, at)
    return battles


def _require_player(character: Character, player: User) -> None:
    if character.player_id != player.pk or not players_of(character.campaign).filter(pk=player.pk).exists():
        raise PermissionDenied(_("Only the character's player may do this."))
    if character.status != Character.Status.ACTIVE:
        raise Illegal("not-active", f"{character} is {character.status}.")
    if not table_rules(character.campaign).standing_orders:
        raise Illegal("no-standing-orders", "This table has no standing orders.")


def _keep(character: Character, player: User, orders: Sequence[Order], at: datetime) -> None:
    if not orders:
        LastingOrders.objects.filter(character=character).delete()
        return
    written = [dump(Order, order) for order in orders]
    about = {"player": player, "orders": written, "given_at": at}
    LastingOrders.objects.update_or_create(character=character, defaults=about)


def _its_unit(battle: Battle, character_id: int, player: User) -> Unit | None:
    """The character's unit, if it stands, is its player's, and the battle has standing orders."""
    if battle.status != Battle.Status.RUNNING:
        return None
    state: State = state_of(battle)
    units = (unit for unit in state.units.values() if unit.character == str(character_id))
    unit = next(units, None)
    if unit is None or unit.defeated or unit.player != player_id(player) or not state.rules.standing_orders:
        return None
    return unit
