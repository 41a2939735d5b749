"""Spells, items and the order deck of the starter set (DS-MAGIC, DS-ITEM, DS-CARD)."""

from __future__ import annotations

from rulebook.dungeon.cards import Item, OrderCard, Spell

SPELLS: dict[str, Spell] = {
    spell.key: spell
    for spell in (
        Spell("ember_dart", major=False, reach="long", sight=True, effect="attack", amount=3),
        Spell("fireburst", major=True, reach="long", sight=True, effect="blast", amount=4),
        Spell("unbind", major=False, reach="short", sight=False, effect="unward", amount=1),
        Spell("rust_hex", major=False, reach="long", sight=True, effect="weaken", amount=1),
        Spell("quickstep", major=False, reach="short", sight=False, effect="hasten", amount=3),
        Spell("stoneskin", major=True, reach="short", sight=False, effect="harden", amount=1, rounds=1),
        Spell("mend", major=True, reach="adjacent", sight=False, effect="mend", amount=1),
        Spell("grave_chill", major=False, reach="long", sight=True, effect="attack", amount=3),
        Spell("barrow_wail", major=True, reach="short", sight=False, effect="wail", amount=2),
        Spell("call_the_faithful", major=True, reach="short", sight=False, effect="summon", minion="wraith"),
    )
}

ITEMS: dict[str, Item] = {
    item.key: item
    for item in (
        Item("gossamer_coat", "constant", "armour", 1, wearers=("sylwen", "ivo")),
        Item("hartskin_boots", "constant", "move", 1),
        Item("barrow_plate", "constant", "armour", 1, paraphernalia=True, wearers=("bruna", "torvek")),
        Item("healing_draught", "activated", "mend", 1, one_use=True, paraphernalia=True),
        Item("spark_crystal", "activated", "magic-dice", 2, one_use=True, paraphernalia=True),
        Item("whetstone_oil", "activated", "fight-dice", 1, one_use=True, paraphernalia=True),
        Item("saints_knuckle", "automatic", "ignore-wound", 4, one_use=True, paraphernalia=True),
        Item("ashen_seal", "quest", "none", paraphernalia=True),
    )
}

ORDER_CARDS: dict[str, OrderCard] = {
    card.key: card
    for card in (
        OrderCard("sudden_malice", "interrupt", 1, copies=4),
        OrderCard("spring_the_ambush", "interrupt", 2, copies=4),
        OrderCard("now_my_servants", "interrupt", 3, copies=1),
        OrderCard("press_them", "extra", 1, copies=3),
        OrderCard("drive_them_back", "extra", 2, copies=3),
        OrderCard("the_whole_host", "double", copies=2),
        OrderCard("stir_the_bones", "raise", 1, copies=2),
        OrderCard("open_the_graves", "raise", 2, copies=3),
        OrderCard("march_of_the_dead", "raise", 3, copies=2),
    )
}


def order_deck() -> tuple[str, ...]:
    """The keys of the whole order deck, before it is shuffled: 24 cards."""
    return tuple(card.key for card in ORDER_CARDS.values() for _ in range(card.copies))
