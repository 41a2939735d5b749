"""Who lives, who dies and what the director must decide after a battle (section 8).

For each defeated character, in the order of defeat: the boss rule first, then new
wounds, then their accumulation, then a percentage that counts the new wounds. The dice
are thrown in that same order: a character's wound roll, its death roll, the next one's.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.dice import Dice, Roll, throw
from rulebook.errors import Illegal
from rulebook.saga.rules import Rank, TableRules
from rulebook.saga.wounds import WOUND_DIE, wound_odds, wounds_suffered

Fate = Literal["lives", "dies", "doomed", "director-decides"]
DeathRule = Literal["boss", "wounds", "chance", ""]
ThrowReason = Literal["wound", "death"]
Throw = Callable[[str, ThrowReason], Roll]

TOO_MANY_WOUNDS: dict[Rank, int] = {"hero": 12, "companion": 7, "secondary": 4}
BOSS_CLAIMS: dict[Rank, int] = {"hero": 0, "companion": 1, "secondary": 2}
DEATH_BASE: dict[Rank, int] = {"hero": 0, "companion": 0, "secondary": 5}
DEATH_PER_WOUND: dict[Rank, int] = {"hero": 0, "companion": 1, "secondary": 3}


@dataclass(frozen=True, slots=True)
class Fallen:
    """A character defeated in the battle.

    `open_wounds` are those from before the battle, `exertion` is the permanent value,
    `by_boss` says that a boss's own blow or effect took its strength to 0 or below.
    """

    id: str
    rank: Rank
    open_wounds: int
    final_strength: int
    exertion: int
    by_boss: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a defeated character.

    `wounds` are the new ones: `certain` ones and the one the wound roll may add at
    `chance` percent. `rule` names what decided: a boss, too many wounds, or the
    percentage `death_chance`. Rolls are None where nothing was rolled.
    """

    id: str
    rank: Rank
    outcome: Fate
    rule: DeathRule = ""
    certain: int = 0
    chance: int = 0
    wounds: int = 0
    wound_roll: Roll | None = None
    death_chance: int = 0
    death_roll: Roll | None = None


def thrower(dice: Dice) -> Throw:
    """Throws of a d100 from one set of dice, for `judge_fallen`."""
    return lambda unit, reason: throw(dice, WOUND_DIE, reason)


def judge_fallen(
    fallen: Sequence[Fallen], d100: Throw, rules: TableRules, *, friendly: bool = False
) -> tuple[Outcome, ...]:
    """Judge a finished battle's defeated characters (DEATH-1 to DEATH-4, WOUND-1 to WOUND-3).

    `fallen` is in the order of defeat, and so is the result. `d100(unit, reason)` throws
    one die for a unit, with reason `wound` or `death`. In a `friendly` battle nobody dies
    or is marked doomed; wounds follow the table rule `friendly_wounds`.
    """
    if friendly:
        return tuple(_after_friendly(one, d100, rules) for one in fallen)
    left = dict(BOSS_CLAIMS)
    outcomes = []
    for one in fallen:
        claimed = one.by_boss and left[one.rank] > 0
        left[one.rank] -= claimed
        outcomes.append(_claimed(one) if claimed else _after_battle(one, d100, rules))
    return tuple(outcomes)


def death_chance(rank: Rank, open_wounds: int) -> int:
    """Percent to die of a defeat with so many open wounds, new ones included (DEATH-2, DEATH-3)."""
    return DEATH_BASE[rank] + DEATH_PER_WOUND[rank] * open_wounds


def may_be_decided(outcome: Outcome) -> bool:
    """Whether the director has a say: a hero or companion felled by a boss (DEATH-1, DEATH-2)."""
    claimed_companion = outcome.rank == "companion" and outcome.rule == "boss"
    return claimed_companion or outcome.outcome == "director-decides"


def decide(outcome: Outcome, *, dies: bool) -> Outcome:
    """The director's word on a hero or companion felled by a boss (DEATH-1, DEATH-2).

    A spared companion lives without a roll, and no other takes its place. Raises
    `not-for-the-director` where the rules leave nothing to decide.
    """
    if not may_be_decided(outcome):
        raise Illegal(
            "not-for-the-director",
            f"What became of {outcome.id} is not for the director to decide.",
            {"unit": outcome.id, "outcome": outcome.outcome},
        )
    return dataclasses.replace(outcome, outcome="dies" if dies else "lives", rule="boss")


def _claimed(one: Fallen) -> Outcome:
    return Outcome(one.id, one.rank, "dies", "boss")


def _after_friendly(one: Fallen, d100: Throw, rules: TableRules) -> Outcome:
    if not rules.friendly_wounds:
        return Outcome(one.id, one.rank, "lives")
    return _wounded(one, d100, rules)


def _after_battle(one: Fallen, d100: Throw, rules: TableRules) -> Outcome:
    wounded = _wounded(one, d100, rules)
    open_now = one.open_wounds + wounded.wounds
    if open_now >= TOO_MANY_WOUNDS[one.rank]:
        fate: Fate = "doomed" if one.rank == "hero" else "dies"
        return dataclasses.replace(wounded, outcome=fate, rule="wounds")
    if one.rank == "hero":
        return _directors_call(wounded) if one.by_boss else wounded
    return _by_percentage(wounded, death_chance(one.rank, open_now), d100)


def _wounded(one: Fallen, d100: Throw, rules: TableRules) -> Outcome:
    odds = wound_odds(one.final_strength, one.exertion, rules)
    roll = d100(one.id, "wound") if odds.needs_roll else None
    return Outcome(
        one.id,
        one.rank,
        "lives",
        certain=odds.certain,
        chance=odds.chance,
        wounds=wounds_suffered(odds, roll.face if roll else None),
        wound_roll=roll,
    )


def _directors_call(wounded: Outcome) -> Outcome:
    return dataclasses.replace(wounded, outcome="director-decides", rule="boss")


def _by_percentage(wounded: Outcome, chance: int, d100: Throw) -> Outcome:
    if chance == 0:
        return wounded
    roll = d100(wounded.id, "death")
    judged = dataclasses.replace(wounded, death_chance=chance, death_roll=roll)
    if roll.face > chance:
        return judged
    return dataclasses.replace(judged, outcome="dies", rule="chance")
