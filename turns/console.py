"""Everything in a campaign that waits for its director: decisions, own units, clocks, late windows, absences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from battles.models import Battle
from battles.outcomes import Case, cases_of
from battles.selectors import state_of
from campaign.models import Campaign
from characters.desk import Desk, desk_of
from turns.models import Absence, EarlyTurn, Turn

LIVE = (Battle.Status.RUNNING, Battle.Status.ENDED, Battle.Status.MUSTER)


@dataclass(frozen=True, slots=True)
class Wait:
    """One open turn with the name of its unit, and whose it is."""

    turn: Turn
    unit: str
    player: User | None


@dataclass(frozen=True, slots=True)
class Console:
    """The console's lists, each the most urgent first."""

    decide: list[Wait]
    ended: list[Battle]
    fates: list[tuple[Battle, Case]]
    desk: Desk
    npc: list[Wait]
    clocks: list[Wait]
    late: list[Wait]
    plans: list[EarlyTurn]
    absences: list[Absence]
    battles: list[Battle]

    @property
    def to_decide(self) -> int:
        """How many things wait for a decision."""
        return len(self.decide) + len(self.ended) + self.desk.to_decide


def console_of(campaign: Campaign, *, now: datetime) -> Console:
    """What the console shows; a fixed number of queries."""
    battles = list(Battle.objects.filter(campaign=campaign, status__in=LIVE).select_related("campaign").order_by("-pk"))
    waits = [_wait(turn, {battle.pk: battle for battle in battles}) for turn in _open_turns(battles)]
    kinds = Turn.Kind
    return Console(
        decide=[wait for wait in waits if wait.turn.kind in (kinds.PLAN, kinds.DECIDE)],
        ended=[battle for battle in battles if battle.status == Battle.Status.ENDED],
        fates=[(battle, case) for battle in battles for case in _undecided(battle)],
        desk=desk_of(campaign),
        npc=[wait for wait in waits if wait.turn.kind == kinds.DIRECTOR],
        clocks=[wait for wait in waits if wait.turn.kind in (kinds.TURN, kinds.DEPLOY)],
        late=[wait for wait in waits if wait.turn.kind == kinds.LATE],
        plans=list(_plans(battles)),
        absences=list(_absences(campaign, now)),
        battles=battles,
    )


def _undecided(battle: Battle) -> list[Case]:
    """Whoever a boss has felled and whose fate is the director's (DEATH-1, DEATH-2)."""
    if battle.status != Battle.Status.ENDED or battle.ruleset != "saga":
        return []
    return [case for case in cases_of(state_of(battle)) if case.to_decide]


def _open_turns(battles: list[Battle]) -> QuerySet[Turn]:
    rows = Turn.objects.filter(battle__in=battles, closed_at__isnull=True).select_related("player")
    return rows.order_by("due_at", "pk")


def _wait(turn: Turn, battles: dict[int, Battle]) -> Wait:
    turn.battle = battles[turn.battle_id]
    return Wait(turn, turn.unit_name, turn.player)


def _plans(battles: list[Battle]) -> QuerySet[EarlyTurn]:
    rows = EarlyTurn.objects.filter(battle__in=battles, status__in=(EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED))
    return rows.select_related("author", "battle__campaign").order_by("pk")


def _absences(campaign: Campaign, now: datetime) -> QuerySet[Absence]:
    rows = Absence.objects.filter(campaign=campaign, cancelled_at__isnull=True, ends_at__gt=now)
    return rows.select_related("user").order_by("starts_at")
