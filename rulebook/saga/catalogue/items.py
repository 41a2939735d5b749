"""Items: what they add to a unit's figures, their levels and prices, in both languages.

Only what a battle knows how to carry is here; kinds of bonus whose figures are not known are left out. What acts at a
moment of its own (at rest, on a kill, each turn) becomes a trait of the unit, see `traits.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.errors import Unreadable
from rulebook.saga.catalogue.model import Span, Text
from rulebook.saga.catalogue.traits import MOST_TALENT_RANK, TALENTS, TRAITS

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
    "rest_willpower": 3,
    "rest_armor": 3,
    "kill_willpower": 3,
    "turn_armor": 3,
    "resist_strength": 3,
    "hunker_down": 6,
    "tighten_straps": 6,
    "robust": 6,
}
AS_TRAITS: Mapping[str, str] = {name: name.replace("_", "-") for name in EFFECTS if name.replace("_", "-") in TRAITS}
"""Effects that become traits of the unit; they only ever add."""
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
        ItemEntry(
            "raven-feather",
            Text("Raven feather", "Pluma de cuervo"),
            Text("It trembles when somebody falls.", "Tiembla cuando alguien cae."),
            1,
            {"kill_willpower": 1},
        ),
        ItemEntry(
            "hearth-ember",
            Text("Ember of the hearth", "Brasa del hogar"),
            Text("Carried in a horn, it never quite goes out.", "Llevada en un cuerno, nunca se apaga del todo."),
            1,
            {"rest_willpower": 1},
        ),
        ItemEntry(
            "rivet-pouch",
            Text("Pouch of rivets", "Bolsa de remaches"),
            Text("A quiet moment is enough for one of them.", "Basta un momento de calma para poner uno."),
            1,
            {"rest_armor": 1},
        ),
        ItemEntry(
            "wolf-kettle",
            Text("Wolf kettle", "Caldero del lobo"),
            Text("Whoever rests beside it gets up hungry for more.", "Quien descansa a su lado se levanta con ganas."),
            2,
            {"rest_willpower": 2},
        ),
        ItemEntry(
            "skull-tally",
            Text("Tally of skulls", "Cuenta de cráneos"),
            Text("A notch for each; the hand grows lighter with it.", "Una muesca por cada uno; la mano se aligera."),
            2,
            {"kill_willpower": 2},
        ),
        ItemEntry(
            "smiths-apron",
            Text("Smith's apron", "Mandil de la herrera"),
            Text("Its pockets hold all that a shield may need.", "En sus bolsillos cabe cuanto pida un escudo."),
            3,
            {"rest_armor": 2},
        ),
        ItemEntry(
            "oak-heart",
            Text("Heart of oak", "Corazón de roble"),
            Text("What strikes it strikes wood first.", "Lo que golpea, golpea antes madera."),
            3,
            {"resist_strength": 1},
        ),
        ItemEntry(
            "mountain-scale",
            Text("Scale of the mountain", "Escama de la montaña"),
            Text("It grows back while one looks elsewhere.", "Vuelve a crecer cuando nadie mira."),
            5,
            {"turn_armor": 2},
        ),
        ItemEntry(
            "last-bulwark",
            Text("Last bulwark", "Último baluarte"),
            Text("Behind it, somebody always got up again.", "Tras él, alguien volvió siempre a levantarse."),
            5,
            {"resist_strength": 2, "kill_willpower": 1},
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
        if not (0 if name in AS_TRAITS else -most) <= more <= most:
            message = f"An item changes {name} by {most} at most, not by {more}."
            raise Unreadable("bad-item", message, {"field": name, "most": most})


def with_item(figures: Mapping[str, Any], effects: Mapping[str, int]) -> dict[str, Any]:
    """A unit's figures with what an item adds and takes, current and maximum alike, none of them below 0 (STAT-10).

    Strength alone may go below 0: a character whose wounds outweigh it cannot be fielded (WOUND-4).
    """
    changed = dict(figures)
    traits = dict(changed.get("traits", {}))
    for name, more in effects.items():
        if name in AS_TRAITS:
            key = AS_TRAITS[name]
            traits[key] = min(MOST_TALENT_RANK, traits.get(key, 0) + more) if key in TALENTS else more
            continue
        value = changed.get(name, 0) + more
        changed[name] = value if name == "strength" else max(0, value)
        if name in CURRENT:
            changed[f"max_{name}"] = changed[name]
    return changed | {"traits": traits} if traits else changed
