"""The cards of the Invisible Overlord: the basic deck and the necromancer's (IO-COM-02, IO-COM-04)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulebook.dungeon.invisible.records import Order, ThreatType
from rulebook.text import Text

EventKind = Literal["raise", "scatter"]


@dataclass(frozen=True, slots=True)
class IoCard:
    """One card. A full card has an order; an event has `event`, and its number is what it raises or puts down.

    `undead_dice` are dice that Undead activated by it roll more when attacking; `boss_first`:
    a boss is activated, if one can carry out the order.
    """

    key: str
    number: int
    threats: tuple[ThreatType, ...] = ()
    order: Order | None = None
    interrupt: bool = False
    copies: int = 1
    event: EventKind | None = None
    undead_dice: int = 0
    boss_first: bool = False
    name: Text | None = None


BASIC: tuple[IoCard, ...] = (
    IoCard("B01", 1, ("Spellcaster",), "Attack", interrupt=True),
    IoCard("B02", 2, ("Spellcaster", "Wounded"), "Attack"),
    IoCard("B03", 2, ("Marksman",), "Attack"),
    IoCard("B04", 3, ("Unarmoured", "Weakest"), "Attack"),
    IoCard("B05", 2, ("Armoured", "Wounded"), "Attack"),
    IoCard("B06", 1, ("Weakest",), "Attack", interrupt=True),
    IoCard("B07", 3, ("Quest",), "Attack"),
    IoCard("B08", 2, ("Wounded",), "Attack"),
    IoCard("B09", 2, ("Spellcaster", "Unarmoured"), "Gang Up"),
    IoCard("B10", 3, ("Weakest",), "Gang Up"),
    IoCard("B11", 2, ("Marksman", "Wounded"), "Gang Up"),
    IoCard("B12", 3, ("Quest", "Armoured"), "Gang Up"),
    IoCard("B13", 1, ("Unarmoured",), "Gang Up", interrupt=True),
    IoCard("B14", 2, ("Spellcaster", "Unarmoured"), "Pin"),
    IoCard("B15", 3, ("Marksman",), "Pin"),
    IoCard("B16", 2, ("Armoured",), "Pin"),
    IoCard("B17", 2, ("Quest",), "Pin", interrupt=True),
    IoCard("B18", 3, ("Armoured", "Quest"), "Surround"),
    IoCard("B19", 2, ("Armoured", "Weakest"), "Surround"),
    IoCard("B20", 2, ("Quest",), "Surround"),
    IoCard("B21", 2, ("Spellcaster",), "Support"),
    IoCard("B22", 3, ("Weakest", "Wounded"), "Support"),
    IoCard("B23", 2, ("Unarmoured",), "Support"),
    IoCard("B24", 1, ("Marksman",), "Support", interrupt=True),
)

NECROMANCER: tuple[IoCard, ...] = (
    IoCard(
        "N1",
        1,
        interrupt=True,
        copies=2,
        event="raise",
        name=Text("The Bones Remember", "Los huesos recuerdan"),
    ),
    IoCard("N2", 2, copies=2, event="raise", name=Text("Rise, All of You", "Alzaos todos")),
    IoCard("N3", 3, event="raise", name=Text("Grave Tide", "Marea de tumbas")),
    IoCard("N4", 2, event="scatter", name=Text("Scatter the Dead", "Esparcir a los muertos")),
    IoCard(
        "N5",
        2,
        ("Spellcaster", "Quest"),
        "Attack",
        undead_dice=1,
        name=Text("Puppet's Fury", "Furia de marionetas"),
    ),
    IoCard(
        "N6",
        1,
        ("Weakest",),
        "Attack",
        interrupt=True,
        boss_first=True,
        name=Text("Cold Command", "Orden gélida"),
    ),
)

CARDS: dict[str, IoCard] = {card.key: card for card in BASIC + NECROMANCER}


def deck_for(necromancer: bool) -> tuple[str, ...]:
    """The keys of the cards that are shuffled together, copy by copy (IO-COM-02)."""
    cards = BASIC + NECROMANCER if necromancer else BASIC
    return tuple(card.key for card in cards for _ in range(card.copies))
