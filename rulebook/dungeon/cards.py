"""The shapes of what is printed on cards: profiles, spells, items, order cards.

A game keeps its own copies, so that a later change of the catalogue does not reach it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

ModelKind = Literal["hero", "boss", "minion"]
Felling = Literal["destroyed", "bone_pile", "incapacitated"]
Character = Literal["Brutal", "Cowardly", "Cunning", "Warrior", "Undead"]
Reach = Literal["long", "short", "adjacent", "caster"]
SpellEffect = Literal["attack", "blast", "wail", "unward", "weaken", "hasten", "harden", "mend", "summon"]
ItemUse = Literal["constant", "activated", "automatic", "quest"]
ItemEffect = Literal["armour", "move", "mend", "magic-dice", "fight-dice", "ignore-wound", "none"]
CardKind = Literal["interrupt", "extra", "double", "raise"]

MOST_WOUNDS = 5
"""The wound that incapacitates a hero or boss (DS-DMG-06)."""


class Row(NamedTuple):
    """A row of a minion's damage table: what happens from so many hits on (DS-DMG-02)."""

    hits: int
    effect: Felling


@dataclass(frozen=True, slots=True)
class Profile:
    """A hero's or boss's card, or a minion's line on the panel (DS-SETUP-05, DS-MODEL).

    `shooting` is 0 without Shooting dice. `injured_at` is the number of wounds from which
    on a hero or boss is Injured; minions have a damage `table` instead.
    """

    key: str
    kind: ModelKind
    move: int
    combat: int
    armour: int
    shooting: int = 0
    size: int = 1
    level: int = 1
    injured_at: int = 0
    table: tuple[Row, ...] = ()
    characters: tuple[Character, ...] = ()
    spellcaster: bool = False
    abilities: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    raisable: bool = False

    @property
    def leaves_bones(self) -> bool:
        """Whether its damage table knows a bone pile: a skeletal minion (AMB-86)."""
        return any(row.effect == "bone_pile" for row in self.table)

    def felled_by(self, hits: int) -> Felling | None:
        """What so many hits of one attack do to a minion (DS-DMG-02)."""
        reached = [row for row in self.table if row.hits <= hits]
        return max(reached).effect if reached else None


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell card (DS-MAGIC-10). `amount` is dice, points or squares, as the effect needs."""

    key: str
    major: bool
    reach: Reach
    sight: bool
    effect: SpellEffect
    amount: int = 0
    rounds: int = 0
    minion: str = ""

    @property
    def recharge(self) -> int:
        """Quarter turns until the card is upright again (DS-MAGIC-07)."""
        return 2 if self.major else 1


@dataclass(frozen=True, slots=True)
class Item:
    """An item card (DS-ITEM). `wearers` names the heroes whom it fits, all if empty; others may carry it."""

    key: str
    use: ItemUse
    effect: ItemEffect
    amount: int = 0
    one_use: bool = False
    paraphernalia: bool = False
    wearers: tuple[str, ...] = ()

    def serves(self, hero: str) -> bool:
        """Whether it works all the time for whoever this card belongs to (DS-ITEM-02)."""
        return self.use == "constant" and (not self.wearers or hero in self.wearers)


@dataclass(frozen=True, slots=True)
class OrderCard:
    """An order card of the Overlord's (DS-CARD-01)."""

    key: str
    kind: CardKind
    number: int = 0
    copies: int = 1
