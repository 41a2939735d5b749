"""The starter set: profiles, spells, items and order cards, with words in both languages.

Data only; what a spell, a feat or an item does in play is in the chapters' modules.
"""

from rulebook.dungeon.catalogue.cards import ITEMS, ORDER_CARDS, SPELLS, order_deck
from rulebook.dungeon.catalogue.models import BOSSES, HEROES, MINIONS, PROFILES
from rulebook.dungeon.catalogue.texts import Words, texts

__all__ = [
    "BOSSES",
    "HEROES",
    "ITEMS",
    "MINIONS",
    "ORDER_CARDS",
    "PROFILES",
    "SPELLS",
    "Words",
    "order_deck",
    "texts",
]
