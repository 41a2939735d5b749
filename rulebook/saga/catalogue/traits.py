"""Talents, and what items do at moments of their own: names and what they do, in both languages.

A unit has traits by key, each with an amount: of a talent its rank, of an item's trait how much it gives or spares.
Of the ten talents those are here whose figures are known.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.saga.catalogue.model import PassiveEntry, Text

RESIST_CHANCE = 20
REGAIN_CHANCES = (20, 25, 30, 35, 40, 45)
MOST_TALENT_RANK = 6
"""Ranks 4 to 6 come from items alone."""
OWN_TALENT_RANK = 3

TALENTS: Mapping[str, PassiveEntry] = {
    talent.key: talent
    for talent in (
        PassiveEntry(
            "hunker-down",
            Text("Hunker Down", "Resguardarse"),
            Text(
                "One armor hit in five is resisted: it takes as many points less as the talent's rank.",
                "Uno de cada cinco golpes a la armadura se resiste: quita de menos tantos puntos como el rango del "
                "talento.",
            ),
        ),
        PassiveEntry(
            "tighten-straps",
            Text("Tighten Straps", "Ceñir correas"),
            Text(
                "At the beginning of a turn, a chance of 20 % (and 5 % more for each further rank) "
                "to regain 1 armor that was lost.",
                "Al empezar el turno, un 20 % de posibilidades (y un 5 % más por cada rango más) "
                "de recuperar 1 de armadura perdida.",
            ),
        ),
        PassiveEntry(
            "robust",
            Text("Robust", "Robusto"),
            Text(
                "One strength hit in five is resisted: it takes as many points less as the talent's rank.",
                "Uno de cada cinco golpes a la fuerza se resiste: quita tantos puntos menos como el rango del talento.",
            ),
        ),
    )
}
TALENT_OF: Mapping[str, str] = {"hunker-down": "armor", "tighten-straps": "armor", "robust": "strength"}
"""The attribute that has to be at its cap before a talent of it can be learned."""

ITEM_TRAITS: Mapping[str, PassiveEntry] = {
    trait.key: trait
    for trait in (
        PassiveEntry(
            "rest-willpower",
            Text("Willpower on rest", "Voluntad al descansar"),
            Text("A rest gives that much more willpower.", "Descansar da esa voluntad de más."),
        ),
        PassiveEntry(
            "rest-armor",
            Text("Armor on rest", "Armadura al descansar"),
            Text("A rest gives that much lost armor back.", "Descansar devuelve esa armadura perdida."),
        ),
        PassiveEntry(
            "kill-willpower",
            Text("Willpower per enemy felled", "Voluntad por enemigo abatido"),
            Text("Felling an enemy gives that much willpower.", "Abatir a un enemigo da esa voluntad."),
        ),
        PassiveEntry(
            "turn-armor",
            Text("Armor each turn", "Armadura cada turno"),
            Text(
                "At the beginning of each turn, that much lost armor comes back.",
                "Al empezar cada turno vuelve esa armadura perdida.",
            ),
        ),
        PassiveEntry(
            "resist-strength",
            Text("Strength damage ignored", "Daño de fuerza ignorado"),
            Text("Every strength hit takes that much less.", "Cada golpe a la fuerza quita eso de menos."),
        ),
    )
}
TRAITS: Mapping[str, PassiveEntry] = {**TALENTS, **ITEM_TRAITS}
