"""Renown: what a battle earns, what promotion costs, what a death leaves behind.

Sections 8 and 9 of the rules: REN-1, PROM-1, HEIR-1, HEIR-2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.errors import Illegal, Unreadable
from rulebook.saga.rules import Rank, TableRules

FIRST_LEVEL, LAST_LEVEL = 1, 5
ABILITY_RANK_AT_LEVEL = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
BIG_BATTLE = 4
INHERITED_PERCENT: dict[Rank, int] = {"hero": 75, "companion": 45, "secondary": 15}


@dataclass(frozen=True, slots=True)
class Participant:
    """A character that fought on the side; `felled` counts the enemies it defeated."""

    id: str
    felled: int


@dataclass(frozen=True, slots=True)
class Share:
    """A participant's part: its equal share, and what comes on top for defeating most."""

    id: str
    equal: int
    extra: int

    @property
    def total(self) -> int:
        return self.equal + self.extra


@dataclass(frozen=True, slots=True)
class Promotion:
    """A step to `level`: its cost, the renown left, and what it brings."""

    level: int
    cost: int
    renown_left: int
    attribute_points: int
    ability_rank: int


def battle_pool(*, won: bool, enemies_defeated: int, survivors: int) -> int:
    """The renown a side earned, before it is divided (REN-1).

    Winners: enemies defeated + own survivors − 1; losers: enemies defeated + 1.
    """
    return max(0, enemies_defeated + survivors - 1) if won else enemies_defeated + 1


def share_renown(participants: Sequence[Participant], pool: int, *, units_per_side: int) -> tuple[Share, ...]:
    """Divide a side's pool, as a proposal to the director (REN-1).

    Equal parts, rounded down; the rest goes to whoever defeated most, with one more in
    battles of four against four and above (`units_per_side`: the smaller side's units at
    the start). Of equals, the one listed first. Where nobody defeated anyone, the rest
    goes to the first listed and there is no extra point.
    """
    if not participants:
        return ()
    equal, rest = divmod(pool, len(participants))
    best = max(participants, key=lambda p: p.felled)
    bonus = 1 if units_per_side >= BIG_BATTLE and best.felled > 0 else 0
    return tuple(Share(p.id, equal, rest + bonus if p is best else 0) for p in participants)


def ability_rank(level: int) -> int:
    """The ability rank that goes with a level (PROM-1)."""
    if level not in ABILITY_RANK_AT_LEVEL:
        message = f"Levels run from {FIRST_LEVEL} to {LAST_LEVEL}; {level!r} is none."
        raise Unreadable("unknown-level", message, {"level": level})
    return ABILITY_RANK_AT_LEVEL[level]


def can_bear(level: int, item_level: int) -> bool:
    """Whether an item's level does not exceed its bearer's (PROM-1)."""
    return item_level <= level


def promotion_cost(level: int, rules: TableRules) -> int:
    """Renown that promotion to this level costs (PROM-1)."""
    ability_rank(level)
    return rules.promotion_cost * (level - FIRST_LEVEL)


def promote(level: int, renown: int, rules: TableRules) -> Promotion:
    """The promotion from `level` to the next, paid from `renown` (PROM-1).

    Raises `top-level` at the last level and `not-enough-renown`.
    """
    ability_rank(level)
    if level == LAST_LEVEL:
        message = f"Level {level} is the last; there is no promotion from it."
        raise Illegal("top-level", message, {"level": level})
    cost = promotion_cost(level + 1, rules)
    if renown < cost:
        message = f"Promotion to level {level + 1} costs {cost} renown; there are {renown}."
        raise Illegal("not-enough-renown", message, {"cost": cost, "renown": renown})
    rank = ability_rank(level + 1)
    return Promotion(level + 1, cost, renown - cost, rules.promotion_points, rank)


def inheritance(
    rank: Rank,
    *,
    earned: int,
    held: int = 0,
    promoted_companion: bool = False,
    rules: TableRules,
) -> int:
    """Renown a player may claim for a new character of the dead one's rank (HEIR-1, HEIR-2).

    `earned` is the renown of the character's whole life, `held` what it had left; the
    table rule `inherit` says which counts. A companion promoted to hero inherits nothing.
    """
    if rank not in INHERITED_PERCENT:
        raise Unreadable("unknown-rank", f"There is no rank {rank!r}.", {"rank": rank})
    if promoted_companion:
        return 0
    counted = earned if rules.inherit == "earned" else held
    return counted * INHERITED_PERCENT[rank] // 100
