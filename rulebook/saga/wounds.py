"""Wounds after a battle, what they cost, and how they heal (section 7 of the rules).

Whole numbers throughout: the fraction of a wound becomes a percentage by integer
arithmetic, so that a half is rounded up and never falls to a binary fraction.
"""

from dataclasses import dataclass

from rulebook.errors import Unreadable
from rulebook.saga.rules import TableRules

WOUND_DIE = 100


@dataclass(frozen=True, slots=True)
class WoundOdds:
    """Wounds that are certain, and the percentage for one more (0: nothing is rolled)."""

    certain: int
    chance: int

    @property
    def needs_roll(self) -> bool:
        return self.chance > 0


def wound_odds(final_strength: int, exertion: int, rules: TableRules) -> WoundOdds:
    """What the strength a unit ended a battle with means (WOUND-1, WOUND-2, WOUND-3).

    Above the table rule `wound_from` it means nothing, so a unit left standing takes no
    wounds. `exertion` is the permanent value, where 0 counts as 1.
    """
    if final_strength > rules.wound_from:
        return WoundOdds(certain=0, chance=0)
    divisor = max(1, exertion)
    certain, rest = divmod(-final_strength, divisor)
    return WoundOdds(certain, chance=(2 * 100 * rest + divisor) // (2 * divisor))


def wounds_suffered(odds: WoundOdds, face: int | None) -> int:
    """New wounds in all; `face` is the d100's, read only where a roll is needed (WOUND-3)."""
    if not odds.needs_roll:
        return odds.certain
    if face is None or not 1 <= face <= WOUND_DIE:
        message = f"A chance of {odds.chance} % for a wound needs a d100's face, not {face!r}."
        raise Unreadable("bad-roll", message, {"roll": face})
    return odds.certain + (1 if face <= odds.chance else 0)


def strength_total(base: int, open_wounds: int) -> int:
    """The maximum strength a wounded character starts a battle with (WOUND-4, STAT-9)."""
    return base - open_wounds


def can_be_fielded(base: int, open_wounds: int) -> bool:
    """Whether any strength is left to fight with (WOUND-4)."""
    return strength_total(base, open_wounds) > 0


def healed(open_wounds: int, days_of_rest: int = 1) -> int:
    """Open wounds left after so many days of rest, one wound a day (HEAL-1)."""
    return max(0, open_wounds - days_of_rest)
