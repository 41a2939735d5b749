"""Dice against dice: pools with their modifiers, pairing, hits and odds (DS-FIGHT, DS-MIN).

No board here: who is where, and which modifiers follow from it, is worked out in
`combat.py`. Odds are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from rulebook.errors import Unreadable

SIDES = 6
LEAST_DICE = 2
LEAST_ARMOUR, MOST_ARMOUR = 1, 5


class Term(NamedTuple):
    """One reason why a pool has more or fewer dice, or another Armour: `injured`, `behind` …"""

    name: str
    amount: int


class Pool(NamedTuple):
    """One side of an attack: dice to roll and, for the defender, the Armour to exceed."""

    dice: int
    armour: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an attack with the reasons for its pool."""

    dice: int
    armour: int
    dice_terms: tuple[Term, ...] = ()
    armour_terms: tuple[Term, ...] = ()

    @property
    def pool(self) -> Pool:
        """What is rolled, and the Armour that counts, once the reasons are added up."""
        bonus, penalty = split(self.dice_terms)
        raised, lowered = split(self.armour_terms)
        return pool(self.dice, self.armour, bonus, penalty, raised, lowered)


def split(terms: Iterable[Term]) -> tuple[int, int]:
    """What terms add, and what they take."""
    amounts = [term.amount for term in terms]
    return sum(n for n in amounts if n > 0), -sum(n for n in amounts if n < 0)


def counted_armour(armour: int, bonus: int = 0, malus: int = 0) -> int:
    """Armour with its bonuses, never above 5 nor below 1 (DS-MIN-02, DS-MIN-03)."""
    return max(LEAST_ARMOUR, min(MOST_ARMOUR, armour + bonus - malus))


def pool(
    dice: int,
    armour: int,
    dice_bonus: int = 0,
    dice_penalties: int = 0,
    armour_bonus: int = 0,
    armour_malus: int = 0,
) -> Pool:
    """The dice rolled and the Armour that counts in one attack (DS-MIN-01 to DS-MIN-04).

    Never fewer than two dice: what is missing lowers the Armour, after its cap, to 1 at least.
    """
    raw = dice + dice_bonus - dice_penalties
    spill = max(0, LEAST_DICE - raw)
    capped = min(MOST_ARMOUR, armour + armour_bonus - armour_malus)
    return Pool(max(LEAST_DICE, raw), max(LEAST_ARMOUR, capped - spill))


@dataclass(frozen=True, slots=True)
class Result:
    """How an attack came out: dice kept, and discarded for not exceeding the Armour
    (DS-FIGHT-04); each pair that met, high to low, 0 where nothing opposed (DS-FIGHT-05)."""

    kept: tuple[int, ...]
    discarded: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    hits: int


def resolve(attacker: Sequence[int], defender: Sequence[int], armour: int) -> Result:
    """Discard, pair and count (DS-FIGHT-04 to DS-FIGHT-06). Raises `bad-face`, `bad-armour`."""
    _check_faces(attacker)
    _check_faces(defender)
    if not LEAST_ARMOUR <= armour <= MOST_ARMOUR:
        raise Unreadable("bad-armour", f"Armour is from 1 to 5, not {armour!r}.", {"armour": armour})
    kept = tuple(sorted((face for face in attacker if face > armour), reverse=True))
    discarded = tuple(sorted((face for face in attacker if face <= armour), reverse=True))
    against = [*sorted(defender, reverse=True), *[0] * len(kept)]
    pairs = tuple(zip(kept, against, strict=False))
    return Result(kept, discarded, pairs, sum(mine > theirs for mine, theirs in pairs))


def hits(attacker: Sequence[int], defender: Sequence[int], armour: int) -> int:
    """How many hits these faces are (DS-FIGHT-06)."""
    return resolve(attacker, defender, armour).hits


def _check_faces(faces: Sequence[int]) -> None:
    for face in faces:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= SIDES:
            raise Unreadable("bad-face", f"{face!r} is no face of a die.", {"face": face})


# Odds


@lru_cache(maxsize=64)
def _throws(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every throw of so many dice, high to low, with the number of ways to get it."""
    throws = []
    for faces in combinations_with_replacement(range(SIDES, 0, -1), dice):
        ways = factorial(dice)
        for count in Counter(faces).values():
            ways //= factorial(count)
        throws.append((faces, ways))
    return tuple(throws)


@lru_cache(maxsize=4096)
def odds(attacker_dice: int, defender_dice: int, armour: int) -> tuple[float, ...]:
    """The exact chance of at least 0, 1, 2 … hits, up to the attacker's dice.

    `odds(...)[h]` is the chance of at least `h` hits.
    """
    exact = [0] * (attacker_dice + 1)
    kept_ways: Counter[tuple[int, ...]] = Counter()
    for faces, ways in _throws(attacker_dice):
        kept_ways[tuple(face for face in faces if face > armour)] += ways
    for kept, ways in kept_ways.items():
        for faces, other_ways in _throws(defender_dice):
            exact[_count(kept, faces)] += ways * other_ways
    total = SIDES ** (attacker_dice + defender_dice)
    return tuple(sum(exact[least:]) / total for least in range(attacker_dice + 1))


def _count(kept: tuple[int, ...], defender: tuple[int, ...]) -> int:
    met = sum(mine > theirs for mine, theirs in zip(kept, defender, strict=False))
    return met + max(0, len(kept) - len(defender))


def chance(attacker_dice: int, defender_dice: int, armour: int, least: int = 1) -> float:
    """The chance of at least so many hits."""
    return odds(attacker_dice, defender_dice, armour)[least] if least <= attacker_dice else 0.0


def expected_hits(attacker_dice: int, defender_dice: int, armour: int) -> float:
    """The mean number of hits."""
    return sum(odds(attacker_dice, defender_dice, armour)[1:])
