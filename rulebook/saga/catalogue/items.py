"""Items: what they add to a unit's figures, their levels and prices, in both languages.

Only what a battle knows how to carry is here: items that act at some moment of their own (at rest, on a kill, each
turn) are left out, and so are kinds of bonus whose figures are not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.errors import Unreadable
from rulebook.saga.catalogue.model import Span, Text

ITEM_LEVELS = Span(1, 5)
RENOWN_PER_LEVEL = 5
# What an item may change, and by how much at most either way; evasion and deflection are percentages (HIT-2, HIT-4).
EFFECTS: Mapping[str, int] = {
    "strength": 5,
    "armor": 5,
    "willpower": 5,
    "break_": 5,
    "evasion": 50,
    "deflection": 50,
    "move": 2,
}
CURRENT = ("strength", "armor", "willpower")


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """An item of the catalogue. An heirloom is given by the director and never bought."""

    key: str
    name: Text
    wording: Text
    level: int
    effects: Mapping[str, int]
    heirloom: bool = False

    @property
    def price(self) -> int:
        """What it costs in renown."""
        return item_price(self.level)


ITEMS: Mapping[str, ItemEntry] = {
    item.key: item
    for item in (
        ItemEntry(
            "whetted-edge",
            Text("Whetted edge", "Filo recién amolado"),
            Text("A blade that has met the stone every night.", "Una hoja que ha visto la piedra cada noche."),
            1,
            {"strength": 1},
        ),
        ItemEntry(
            "boiled-collar",
            Text("Boiled collar", "Gorguera hervida"),
            Text("Leather as hard as horn, high on the neck.", "Cuero duro como el cuerno, alto en el cuello."),
            1,
            {"armor": 1},
        ),
        ItemEntry(
            "knotted-cord",
            Text("Knotted cord", "Cordel de nudos"),
            Text("One knot for each day one did not give in.", "Un nudo por cada día en que no se cedió."),
            1,
            {"willpower": 1},
        ),
        ItemEntry(
            "shod-heel",
            Text("Iron-shod heel", "Talón herrado"),
            Text("Made for doors; shields give way as well.", "Hecho para puertas; los escudos ceden igual."),
            1,
            {"break_": 1},
        ),
        ItemEntry(
            "ash-cloak",
            Text("Cloak of ash", "Capa de ceniza"),
            Text("Its edges are never quite where they seem.", "Sus bordes nunca están donde parece."),
            1,
            {"evasion": 10},
        ),
        ItemEntry(
            "forebears-ring",
            Text("Forebear's ring", "Anillo de los mayores"),
            Text("Worn thin by hands long gone.", "Gastado por manos que ya no están."),
            1,
            {"strength": 1, "armor": 1, "willpower": 1},
            heirloom=True,
        ),
        ItemEntry(
            "elders-beads",
            Text("Elder's beads", "Cuentas de la anciana"),
            Text("Told one by one, they keep fear outside.", "Pasadas una a una, dejan fuera el miedo."),
            2,
            {"willpower": 2},
        ),
        ItemEntry(
            "fox-brush",
            Text("Fox brush", "Cola de raposa"),
            Text("It draws the eye, and the blow after it.", "Atrae la mirada, y tras ella el golpe."),
            2,
            {"evasion": 15},
        ),
        ItemEntry(
            "bear-claw",
            Text("Bear-claw grip", "Puño de garra de oso"),
            Text("Whoever closes a fist in it strikes twice as sure.", "Quien cierra el puño en él golpea sin duda."),
            3,
            {"strength": 2},
        ),
        ItemEntry(
            "veil-of-mist",
            Text("Veil of mist", "Velo de bruma"),
            Text("The morning it was woven in has not lifted.", "La mañana en que se tejió no se ha levantado."),
            3,
            {"evasion": 20},
        ),
    )
}


def item_entry(key: str) -> ItemEntry:
    """The item with this key; `unknown-item` (Unreadable) when there is none."""
    if key not in ITEMS:
        raise Unreadable("unknown-item", f"There is no item {key!r}.", {"item": key})
    return ITEMS[key]


def item_price(level: int) -> int:
    """Renown that an item of this level costs."""
    return RENOWN_PER_LEVEL * level


def check_item(level: int, effects: Mapping[str, int]) -> None:
    """Refuse an item that no battle could carry: `bad-item` (Unreadable), with the field in `data["field"]`."""
    if level not in ITEM_LEVELS:
        message = f"An item's level goes from {ITEM_LEVELS}, not {level}."
        raise Unreadable("bad-item", message, {"field": "level", "most": ITEM_LEVELS.high})
    if not any(effects.values()):
        raise Unreadable("bad-item", "An item changes something.", {"field": "", "most": 0})
    for name, more in effects.items():
        most = EFFECTS.get(name, 0)
        if not -most <= more <= most:
            message = f"An item changes {name} by {most} at most, not by {more}."
            raise Unreadable("bad-item", message, {"field": name, "most": most})


def with_item(figures: Mapping[str, Any], effects: Mapping[str, int]) -> dict[str, Any]:
    """A unit's figures with what an item adds and takes, current and maximum alike, none of them below 0 (STAT-10).

    Strength alone may go below 0: a character whose wounds outweigh it cannot be fielded (WOUND-4).
    """
    changed = dict(figures)
    for name, more in effects.items():
        value = changed.get(name, 0) + more
        changed[name] = value if name == "strength" else max(0, value)
        if name in CURRENT:
            changed[f"max_{name}"] = changed[name]
    return changed
