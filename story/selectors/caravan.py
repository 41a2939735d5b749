"""The caravan's pages: who may look, what a day would do, the ledger line by line, what the next battle takes along."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from campaign.models import CaravanEntry, Clan
from campaign.selectors import caravan_of, table_rules
from campaign.selectors import visible_to as campaigns_visible_to
from characters.models import Character
from characters.standing import standing_of
from rulebook.saga.campaign import (
    Caravan,
    CaravanDay,
    Day,
    after_hunger,
    morale_shift,
    pass_day,
    supplies_for_a_day,
    war_rows,
)
from story.models import Scene
from story.selectors.sight import Reader

FIGURES = tuple(field.name for field in dataclasses.fields(Caravan))


def clans_visible_to(user: Reader) -> QuerySet[Clan]:
    """Every clan of the campaigns that the user may read."""
    return Clan.objects.filter(campaign__in=campaigns_visible_to(user)).select_related("campaign")


def signed(number: int) -> str:
    """With its sign, a real minus."""
    return f"{number:+d}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of a line: what it was, what the rules proposed (None where they propose nothing), what it is."""

    name: str
    before: int
    proposed: int | None
    after: int

    @property
    def moved(self) -> int:
        """By how much."""
        return self.after - self.before

    @property
    def shown_move(self) -> str:
        """The same with its sign."""
        return signed(self.moved)

    @property
    def differs(self) -> bool:
        """Whether the director set another figure than the one proposed."""
        return self.proposed is not None and self.proposed != self.after


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger with the figures that changed."""

    entry: CaravanEntry
    changes: tuple[Change, ...]


def lines_of(entries: Iterable[CaravanEntry]) -> list[Line]:
    """The ledger's lines as they are shown."""
    return [Line(one, tuple(_changes(one.before, one.proposed, one.after))) for one in entries]


def steps_in(scene: Scene, after: datetime | None = None, until: datetime | None = None) -> list[CaravanEntry]:
    """The lines of caravans' ledgers that belong to a scene, in order, between these moments."""
    rows = CaravanEntry.objects.filter(step__scene=scene).select_related("clan").order_by("at", "pk")
    if after is not None:
        rows = rows.filter(at__gt=after)
    return list(rows.filter(at__lte=until) if until is not None else rows)


def _changes(
    before: Mapping[str, int], proposed: Mapping[str, int] | None, after: Mapping[str, int]
) -> Iterable[Change]:
    for name in FIGURES:
        change = Change(name, before[name], proposed[name] if proposed else None, after[name])
        if change.moved or change.differs:
            yield change


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a day would bring: the rules' own reckoning, the figures proposed, and who would heal."""

    day: Day
    passed: CaravanDay
    proposed: Caravan
    resting: tuple[Character, ...]
    kept_from_rest: tuple[Character, ...]
    morale_moved: str


def day_ahead(clan: Clan, day: Day) -> Outlook:
    """What the rules propose for a day of travel or rest. Raises Unreadable `unknown-day`."""
    rules = table_rules(clan.campaign)
    passed = pass_day(caravan_of(clan), day, rules)
    moved = rules.morale_rest if day == "rest" else rules.morale_travel
    resting, kept = _wounded(clan) if passed.wounds_healed else ((), ())
    return Outlook(day, passed, after_hunger(passed), resting, kept, signed(moved))


def who_heals(clan: Clan) -> list[Character]:
    """The clan's wounded who rest: those that fight in a running battle do not (HEAL-1, SK-336)."""
    return list(_wounded(clan)[0])


def _wounded(clan: Clan) -> tuple[tuple[Character, ...], tuple[Character, ...]]:
    rows = Character.objects.filter(clan=clan, status=Character.Status.ACTIVE).select_related("campaign", "player")
    hurt = rows.annotate(open=Count("wounds", filter=Q(wounds__healed_at__isnull=True))).filter(open__gt=0)
    resting: list[Character] = []
    fighting: list[Character] = []
    for one in hurt.order_by("pk"):
        (fighting if standing_of(one, one.player) is not None else resting).append(one)
    return tuple(resting), tuple(fighting)


@dataclass(frozen=True, slots=True)
class Bearing:
    """What a clan takes to its next battle: morale's shift of willpower, and its best War (CARA-4, DEPL-4)."""

    shift: int
    best: Character | None
    rows: int


def bearing_of(clan: Clan) -> Bearing:
    """As the clan stands now; a battle takes what holds when it begins."""
    rules = table_rules(clan.campaign)
    best = clan.characters.filter(status=Character.Status.ACTIVE).order_by("-war", "pk").first()
    return Bearing(morale_shift(clan.morale, rules), best, war_rows(best.war, rules) if best else 0)


def daily_need(clan: Clan) -> int:
    """Supplies that the clan eats in a day (CARA-1)."""
    return supplies_for_a_day(caravan_of(clan).people)


def days_left(clan: Clan) -> int | None:
    """For how many whole days the supplies last; None where nobody eats."""
    need = daily_need(clan)
    return clan.supplies // need if need else None
