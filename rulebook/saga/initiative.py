"""The order of a round (INIT-1, INIT-2, and the penalty of LATE-2 on the total)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rulebook.dice import Dice, Roll, throw

INITIATIVE_DIE = 10

Standing = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contender:
    """A standing unit that rolls; `missed` counts the missed deadlines that weigh on it."""

    id: str
    reaction: int
    missed: int = 0


@dataclass(frozen=True, slots=True)
class InitiativeRoll:
    """One d10 on record; `tie` is 0 for the first roll, n for the unit's nth roll-off."""

    unit: str
    roll: Roll
    tie: int


@dataclass(frozen=True, slots=True)
class Initiative:
    """The round's order, each unit's total in listed order, and every face in order."""

    order: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]
    rolls: tuple[InitiativeRoll, ...]


def roll_initiative(contenders: Sequence[Contender], dice: Dice) -> Initiative:
    """Roll a round's order for these units, highest total first.

    Faces are dealt like this: one d10 to each unit in the order listed; then, group by
    group from the highest total (within a total, from the highest Reaction), one d10 to
    each of those still tied, in the order listed; a group that ties again rolls again at
    once, its own highest faces first, before the next group. Totals are those of the
    first roll: 1d10 + Reaction − missed deadlines (INIT-1, INIT-2, LATE-2).
    """
    rolls = [InitiativeRoll(c.id, throw(dice, INITIATIVE_DIE, "initiative"), 0) for c in contenders]
    totals = {c.id: r.roll.face + c.reaction - c.missed for c, r in zip(contenders, rolls, strict=True)}
    standing = {c.id: (totals[c.id], c.reaction) for c in contenders}
    order: list[str] = []
    for tied in _highest_first([c.id for c in contenders], standing):
        order += _rolled_off(tied, dice, rolls, tie=1)
    return Initiative(tuple(order), tuple(totals.items()), tuple(rolls))


def _highest_first(units: Iterable[str], standing: Mapping[str, Standing]) -> list[list[str]]:
    """The units grouped by equal standing, highest group first, each in the order given."""
    groups: dict[Standing, list[str]] = {}
    for unit in units:
        groups.setdefault(standing[unit], []).append(unit)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _rolled_off(tied: list[str], dice: Dice, rolls: list[InitiativeRoll], tie: int) -> list[str]:
    """The tied units in their final order; the faces this takes are added to `rolls`."""
    if len(tied) == 1:
        return tied
    fresh = [InitiativeRoll(u, throw(dice, INITIATIVE_DIE, "initiative-tie"), tie) for u in tied]
    rolls += fresh
    standing = {roll.unit: (roll.roll.face,) for roll in fresh}
    order: list[str] = []
    for group in _highest_first(tied, standing):
        order += _rolled_off(group, dice, rolls, tie + 1)
    return order
