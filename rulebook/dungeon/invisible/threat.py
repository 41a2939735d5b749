"""How threatening each hero is: types, characters, and both variants' sums (IO-COM-06, IO-OFF-01, IO-IMP-03).

No board here: `Facts` say of a hero what its threat depends on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rulebook.dungeon.invisible.records import Choosing, Threat, ThreatType, Variant

FOR_A_TYPE = 3
CUNNING_BONUS = 6
COWARDLY_TYPES: tuple[ThreatType, ...] = ("Wounded", "Weakest")
ARMOURED, UNARMOURED = (4, 5), (1, 2)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the threat of a hero depends on. `armour` is the one that counts now (AMB-53)."""

    id: str
    level: int
    armour: int
    wounds: int
    spellcaster: bool
    shooting: int
    quest: bool
    injured: bool = False


def types_of(heroes: Iterable[Facts], weakest_needs: str = "wound") -> dict[str, frozenset[ThreatType]]:
    """The types that fit each hero (IO-COM-06). `weakest_needs`: a wound, or the Injured state (AMD-10)."""
    listed = tuple(heroes)
    weak = [hero for hero in listed if (hero.injured if weakest_needs == "injured" else hero.wounds > 0)]
    most = max((hero.wounds for hero in weak), default=0)
    return {hero.id: _fitting(hero, hero in weak and hero.wounds == most) for hero in listed}


def _fitting(hero: Facts, weakest: bool) -> frozenset[ThreatType]:
    fits: dict[ThreatType, bool] = {
        "Spellcaster": hero.spellcaster,
        "Marksman": hero.shooting > 0,
        "Armoured": hero.armour in ARMOURED,
        "Unarmoured": hero.armour in UNARMOURED,
        "Weakest": weakest,
        "Wounded": hero.wounds > 0,
        "Quest": hero.quest,
    }
    return frozenset(name for name, holds in fits.items() if holds)


def on_card(card: Iterable[ThreatType], types: Collection[ThreatType]) -> tuple[ThreatType, ...]:
    """The types of a card that fit a hero, in the card's order."""
    return tuple(name for name in card if name in types)


def character_bonus(
    characters: Collection[str], types: Collection[ThreatType], variant: Variant, choosing: Choosing
) -> int:
    """What a model's characters add for a hero (IO-OFF-02, IO-IMP-11, AMD-14).

    The improved variant's Cowardly counts only for targets.
    """
    bonus = 0
    if "Cowardly" in characters and (variant == "official" or choosing == "target"):
        bonus += FOR_A_TYPE * len(on_card(COWARDLY_TYPES, types))
    if "Cunning" in characters and "Quest" in types:
        bonus += CUNNING_BONUS
    return bonus


def threat(
    variant: Variant,
    hero: str,
    level: int,
    fitting: tuple[ThreatType, ...],
    bonus: int = 0,
    adjacent: bool = False,
) -> Threat:
    """A hero's threat (IO-OFF-01, IO-IMP-03): the improved variant knows neither level nor doubling."""
    base = level if variant == "official" else 0
    doubled = adjacent and variant == "official"
    total = base + FOR_A_TYPE * len(fitting) + bonus
    return Threat(hero, base, fitting, bonus, doubled, total * (2 if doubled else 1))


def threats(
    variant: Variant,
    heroes: Iterable[Facts],
    card: Iterable[ThreatType],
    characters: Collection[str],
    choosing: Choosing,
    adjacent: Mapping[str, bool],
    weakest_needs: str = "wound",
) -> dict[str, Threat]:
    """The threats of all heroes for a model of these characters, with nothing fixed before."""
    listed, types = tuple(heroes), types_of(tuple(heroes), weakest_needs)
    wanted = tuple(card)
    return {
        hero.id: threat(
            variant,
            hero.id,
            hero.level,
            on_card(wanted, types[hero.id]),
            character_bonus(characters, types[hero.id], variant, choosing),
            adjacent.get(hero.id, False),
        )
        for hero in listed
    }
