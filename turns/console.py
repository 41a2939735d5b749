"""Everything in a campaign that waits for its director: decisions, own units, clocks, late windows, absences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from battles.games import game_of
from battles.models import Battle
from battles.outcomes import Case
from campaign.models import Campaign
from characters.desk import Desk, desk_of
from turns.models import Absence, EarlyTurn, Turn
from turns.unit_names import round_words, unit_name

OF_OVERLORD = (Turn.Kind.WINDOW, Turn.Kind.OVERLORD, Turn.Kind.STRIKE)
CLOCKED = (Turn.Kind.TURN, Turn.Kind.DEPLOY, *OF_OVERLORD)
IN_A_RUN = ("saga",)
LIVE = (Battle.Status.RUNNING, Battle.Status.ENDED, Battle.Status.MUSTER)


@dataclass(frozen=True, slots=True)
class Wait:
    """One open turn with the name of its unit, and whose it is."""

    turn: Turn
    unit: str
    player: User | None

    @property
    def in_a_run(self) -> bool:
        """Are the director's units of this game played one after the other, on a page of their own?"""
        return self.turn.battle.ruleset in IN_A_RUN

    @property
    def is_paused(self) -> bool:
        """Does its battle stand still?"""
        return bool((self.turn.battle.state or {}).get("paused"))

    @property
    def round_words(self) -> str:
        """The round, as its game calls it."""
        return round_words(self.turn.battle, self.turn.round)

    @property
    def address(self) -> str:
        """Where the director plays it."""
        here = self.turn.battle.get_absolute_url()
        return f"{here}npc/" if self.in_a_run else f"{here}?unit={self.turn.unit}"


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
        npc=[wait for wait in waits if wait.turn.kind == kinds.DIRECTOR or _is_own(wait)],
        clocks=[wait for wait in waits if wait.turn.kind in CLOCKED and not _is_own(wait)],
        late=[wait for wait in waits if wait.turn.kind == kinds.LATE],
        plans=list(_plans(battles)),
        absences=list(_absences(campaign, now)),
        battles=battles,
    )


def _is_own(wait: Wait) -> bool:
    """Is it the director who is waited for, as the Overlord?"""
    return wait.turn.kind in OF_OVERLORD and wait.turn.player_id is None


def _undecided(battle: Battle) -> list[Case]:
    """Whoever a boss has felled and whose fate is the director's (DEATH-1, DEATH-2)."""
    if battle.status != Battle.Status.ENDED:
        return []
    return [case for case in game_of(battle).cases(battle) if case.to_decide]


def _open_turns(battles: list[Battle]) -> QuerySet[Turn]:
    rows = Turn.objects.filter(battle__in=battles, closed_at__isnull=True).select_related("player")
    return rows.order_by("due_at", "pk")


def _wait(turn: Turn, battles: dict[int, Battle]) -> Wait:
    turn.battle = battles[turn.battle_id]
    return Wait(turn, unit_name(turn.battle, turn.unit, turn.unit_name), turn.player)


def _plans(battles: list[Battle]) -> QuerySet[EarlyTurn]:
    rows = EarlyTurn.objects.filter(battle__in=battles, status__in=(EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED))
    return rows.select_related("author", "battle__campaign").order_by("pk")


def _absences(campaign: Campaign, now: datetime) -> QuerySet[Absence]:
    rows = Absence.objects.filter(campaign=campaign, cancelled_at__isnull=True, ends_at__gt=now)
    return rows.select_related("user").order_by("starts_at", "pk")
