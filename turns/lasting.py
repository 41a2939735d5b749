"""Standing orders that stand on a character's sheet: who may read them, and their part of the sheet (SK-157)."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from campaign.sections import Section
from campaign.selectors import is_director, table_rules
from characters.models import Character
from characters.selectors import may_change
from rulebook.saga.state import Order
from turns.models import LastingOrders
from turns.services.games.saga.orders import orders_in
from turns.standing_orders import order_words


def may_read(character: Character, user: User | AnonymousUser) -> bool:
    """The character's player and the directors, where the table has such orders and the character is in play."""
    in_play = character.status == Character.Status.ACTIVE and table_rules(character.campaign).standing_orders
    return in_play and may_change(character, user)


def may_write(character: Character, user: User | AnonymousUser) -> bool:
    """Of those the player alone."""
    return may_read(character, user) and character.player_id == user.pk


def lasting_orders(character: Character) -> tuple[Order, ...]:
    """What stands on the sheet; what a former player wrote does not count."""
    return orders_in(LastingOrders.objects.filter(character=character, player=character.player_id).first())


def sheet_part(character: Character, user: User | AnonymousUser) -> Section | None:
    """The orders in plain words, for whoever may read them."""
    if not may_read(character, user):
        return None
    context = {
        "character": character,
        "orders": [order_words(order) for order in lasting_orders(character)],
        "may_write": may_write(character, user),
        "directs": is_director(user, character.campaign),
    }
    return Section("turns/_lasting_orders.html", context)
