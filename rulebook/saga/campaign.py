"""The pure part of a campaign: tests, the caravan's days, morale, the war test's rows.

Section 10 of the rules, with DEPL-4 and STAT-9. What a story makes of these figures is
the director's business.
"""

import dataclasses
from dataclasses import dataclass
from typing import Literal

from rulebook.errors import Unreadable
from rulebook.saga.rules import TableRules

CampaignAttribute = Literal["leadership", "survival", "war", "insight", "administration", "care"]
Day = Literal["travel", "rest"]

CAMPAIGN_ATTRIBUTES: tuple[CampaignAttribute, ...] = (
    "leadership",
    "survival",
    "war",
    "insight",
    "administration",
    "care",
)
PEOPLE_FED_BY_ONE_SUPPLY = 100
MOST_MORALE = 100
# Up to this morale, this shift of willpower (CARA-4).
MORALE_SHIFTS = ((10, -2), (30, -1), (69, 0), (89, 1), (MOST_MORALE, 2))
QUARTERS = 4
# The default proposed for a day without enough supplies (CARA-2).
HUNGRY_PER_LOSS = 20
MORALE_LOST_TO_HUNGER = 10


@dataclass(frozen=True, slots=True)
class CampaignTest:
    """A test's result: the highest face that succeeds, the face rolled, and whether it did."""

    target: int
    face: int
    success: bool


@dataclass(frozen=True, slots=True)
class Caravan:
    """A clan's caravan: days on the road, supplies, morale 0 to 100, and its people."""

    days: int
    supplies: int
    morale: int
    clansmen: int
    fighters: int
    varl: int

    @property
    def people(self) -> int:
        return self.clansmen + self.fighters + self.varl


@dataclass(frozen=True, slots=True)
class CaravanDay:
    """One day passed: the caravan after it, what was eaten, who went without.

    `wounds_healed` is what each wounded character heals (HEAL-1). What hunger costs is
    not in `caravan`: the director settles it, from the proposal `people_lost` and
    `morale_lost` (CARA-2).
    """

    caravan: Caravan
    supplies_used: int
    unfed: int
    wounds_healed: int
    people_lost: int
    morale_lost: int


def campaign_test(attribute: int, penalty: int, face: int, die: int) -> CampaignTest:
    """Whether a face is equal to or below the attribute less the penalty (TEST-1).

    Raises `bad-roll` for a face the die does not have.
    """
    if not 1 <= face <= die:
        message = f"A d{die} has no face {face}."
        raise Unreadable("bad-roll", message, {"roll": face, "die": die})
    target = attribute - penalty
    return CampaignTest(target=target, face=face, success=face <= target)


def war_rows(war: int, rules: TableRules) -> int:
    """Rows that the party's best War adds to its deployment zone (DEPL-4, ATTR-3).

    One for each full quarter of the test die's size; none when the table rule is off.
    """
    return max(0, war) * QUARTERS // rules.test_die if rules.war_rows else 0


def morale_shift(morale: int, rules: TableRules) -> int:
    """What the caravan's morale adds to willpower at the start of a battle (CARA-4)."""
    if not 0 <= morale <= MOST_MORALE:
        message = f"Morale runs from 0 to {MOST_MORALE}; {morale} is none."
        raise Unreadable("bad-morale", message, {"morale": morale})
    if not rules.morale:
        return 0
    return next(shift for highest, shift in MORALE_SHIFTS if morale <= highest)


def shifted_willpower(maximum: int, shift: int) -> int:
    """Current and maximum willpower of a battle under a morale shift (STAT-9)."""
    return max(0, maximum + shift)


def pass_day(caravan: Caravan, day: Day, rules: TableRules) -> CaravanDay:
    """Let the caravan travel or rest for a day (CARA-1, CARA-2, CARA-3, HEAL-1).

    Every hundred people, or part of it, eat one supply. Morale moves by the table rules
    `morale_travel` and `morale_rest` and stays within 0 and 100.
    """
    if day not in ("travel", "rest"):
        message = f"A day is travel or rest, not {day!r}."
        raise Unreadable("unknown-day", message, {"day": day})
    used = min(caravan.supplies, supplies_for_a_day(caravan.people))
    unfed = max(0, caravan.people - used * PEOPLE_FED_BY_ONE_SUPPLY)
    moved = rules.morale_travel if day == "travel" else rules.morale_rest
    after = dataclasses.replace(
        caravan,
        days=caravan.days + 1,
        supplies=caravan.supplies - used,
        morale=clamped_morale(caravan.morale + moved),
    )
    return CaravanDay(
        caravan=after,
        supplies_used=used,
        unfed=unfed,
        wounds_healed=1 if day == "rest" else 0,
        people_lost=-(-unfed // HUNGRY_PER_LOSS),
        morale_lost=MORALE_LOST_TO_HUNGER if unfed else 0,
    )


def after_hunger(passed: CaravanDay) -> Caravan:
    """The caravan with the proposed cost of hunger taken off, for the director to settle (CARA-2, SK-334).

    Losses fall on clansmen, fighters and varl in proportion to their numbers; what is left over of the division falls
    on the larger groups first.
    """
    caravan = passed.caravan
    groups = {"clansmen": caravan.clansmen, "fighters": caravan.fighters, "varl": caravan.varl}
    lost = shares(passed.people_lost, groups)
    left = {name: number - lost[name] for name, number in groups.items()}
    return dataclasses.replace(caravan, morale=clamped_morale(caravan.morale - passed.morale_lost), **left)


def shares(lost: int, groups: dict[str, int]) -> dict[str, int]:
    """So many lost, shared among groups by their size: whole ones, none beyond a group's own number."""
    everybody = sum(groups.values())
    lost = min(lost, everybody)
    shared = {name: lost * number // everybody if everybody else 0 for name, number in groups.items()}
    for name in sorted(groups, key=lambda one: -groups[one]):
        if sum(shared.values()) < lost:
            shared[name] += min(lost - sum(shared.values()), groups[name] - shared[name])
    return shared


def supplies_for_a_day(people: int) -> int:
    """Supplies that so many people eat in a day, whole ones (CARA-1)."""
    return -(-people // PEOPLE_FED_BY_ONE_SUPPLY)


def clamped_morale(morale: int) -> int:
    """Morale kept within 0 and 100 (CARA-4)."""
    return min(MOST_MORALE, max(0, morale))
