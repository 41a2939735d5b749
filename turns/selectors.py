"""Questions about turns: who is waited for, until when, and what happens otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from accounts.asked_often import AskedOften
from accounts.models import User
from battles.models import Battle
from battles.selectors import HEAVY, ruleset_of, state_of, viewer_for
from campaign.models import Campaign, Membership
from campaign.selectors import DIRECTING, is_director
from rulebook.table.events import Undone
from rulebook.table.history import standing
from rulebook.viewers import Viewer
from turns.errands import errands_of
from turns.models import (
    Absence,
    BattleVisit,
    EarlyTurn,
    Follow,
    Heartbeat,
    Outage,
    PlayKey,
    RetconRequest,
    Turn,
    TurnDraft,
    TurnPost,
)

MOST_OVERDUE = 20_000
A_DAY = timedelta(days=1)
LATELY = 5

Consequence = Literal[
    "placed-at-random",
    "placed-in-order",
    "unit-misses",
    "hero-misses",
    "window-closes",
    "late-until-overlord",
    "window-passes",
    "orders-lost",
    "strike-made",
    "offer-lapses",
    "clock-stands",
    "others-time",
    "nothing",
]
MISSED: Mapping[tuple[str, str], Consequence] = {
    ("saga", "deploy"): "placed-at-random",
    ("saga", "turn"): "unit-misses",
    ("saga", "late"): "window-closes",
    ("dungeon", "deploy"): "placed-in-order",
    ("dungeon", "turn"): "hero-misses",
    ("dungeon", "late"): "late-until-overlord",
    ("dungeon", "window"): "window-passes",
    ("dungeon", "overlord"): "orders-lost",
    ("dungeon", "strike"): "strike-made",
    ("dungeon", "trade"): "offer-lapses",
}
"""By game and kind of turn: what happens when it runs out, or ends by itself."""
CLOCK_STANDS = ("director", "absent", "taken-over")
"""The rules of the clock by which no time runs while the director owes a turn."""
UNTIMED = (Turn.Kind.LATE, Turn.Kind.TRADE)


def overdue_battle_ids(cutoff: datetime, *, now: datetime, limit: int = MOST_OVERDUE) -> list[int]:
    """Battles with an open turn due at or before the cutoff, the most overdue first; not those put aside until later.

    Reads the partial index on open turns alone, so that its cost follows what is due and not what is open.
    """
    rows = (
        Turn.objects.filter(closed_at__isnull=True, due_at__lte=cutoff, battle__status=Battle.Status.RUNNING)
        .filter(may_be_tried(now, "battle__"))
        .order_by("due_at", "pk")
        .values_list("battle_id", flat=True)[:limit]
    )
    return list(dict.fromkeys(rows))


def returned_battle_ids(cutoff: datetime, *, now: datetime) -> list[int]:
    """Adventures in which the director is waited for, and somebody's announced absence was over at the cutoff (SK-236).

    Absences that ended more than a day ago were seen by earlier sweeps, or by the credit after an outage.
    """
    over = Absence.objects.filter(cancelled_at__isnull=True, ends_at__lte=cutoff, ends_at__gt=cutoff - A_DAY)
    campaigns = set(over.values_list("campaign_id", flat=True))
    if not campaigns:
        return []
    theirs = over.filter(campaign=OuterRef("battle__campaign"), ends_at__gt=OuterRef("opened_at"))
    rows = Turn.objects.filter(Exists(theirs), closed_at__isnull=True, player__isnull=True, battle__ruleset="dungeon")
    rows = rows.filter(battle__campaign__in=campaigns, battle__status=Battle.Status.RUNNING)
    rows = rows.filter(may_be_tried(now, "battle__"))
    return list(dict.fromkeys(rows.order_by("battle").values_list("battle_id", flat=True)))


def may_be_tried(now: datetime, battle: str = "") -> Q:
    """Of battles, or of rows that lead to one by `battle`: those not put aside until later because they failed."""
    return Q(**{f"{battle}sweep_retry_at__isnull": True}) | Q(**{f"{battle}sweep_retry_at__lte": now})


def turns_to_remind(now: datetime) -> QuerySet[Turn]:
    """Open turns whose reminder is due and whose deadline is still ahead, the nearest deadline first."""
    return Turn.objects.filter(
        closed_at__isnull=True, remind_at__lte=now, due_at__gt=now, player__isnull=False
    ).order_by("due_at", "pk")


def theirs(user: User) -> Q:
    """Of turns, open or closed: the user's own as a player, and those of the campaigns they direct."""
    belongs = Membership.objects.filter(user=user, left_at__isnull=True, campaign=OuterRef("battle__campaign"))
    return Q(player=user) & Exists(belongs) | Q(player__isnull=True) & Exists(belongs.filter(role__in=DIRECTING))


def waits_for(user: User) -> QuerySet[Turn]:
    """Every open turn that waits for this user, as a player or as a director; soonest due first, without a due last.

    Late windows come with them.
    """
    return (
        Turn.objects.filter(closed_at__isnull=True, battle__status=Battle.Status.RUNNING)
        .filter(theirs(user))
        .select_related("battle__campaign")
        .defer(*(f"battle__{column}" for column in HEAVY))
        .order_by("due_at", "pk")
    )


def answer_to(user: User, key: str) -> PlayKey | None:
    """What an order of this key of the user's was answered with, if it was sent before."""
    return PlayKey.objects.filter(user=user, key=key).select_related("post").first()


def waiting_count(user: User) -> int:
    """How many lines of My turns wait for this user: what its groups "Your turn" and "Director" hold together."""
    return len(_waiting(user)) + len(errands_of(user))


_waiting = AskedOften(lambda user: waits_for(user).order_by().values_list("pk"))


@dataclass(frozen=True, slots=True)
class TurnLine:
    """One line of My turns: the wait (with its penalty if missed), what happens otherwise, when a draft was saved."""

    turn: Turn
    consequence: Consequence
    draft_saved_at: datetime | None
    url: str


def turn_lines(user: User) -> list[TurnLine]:
    """My turns, for a page or a program; three queries, whatever their number."""
    turns = sorted(waits_for(user), key=_soonest)
    drafts = _drafts_of(user, turns)
    return [_line(turn, drafts.get((turn.battle_id, turn.unit))) for turn in turns]


def _soonest(turn: Turn) -> tuple[bool, float, int]:
    return turn.due_at is None, turn.due_at.timestamp() if turn.due_at else 0.0, turn.pk


def _drafts_of(user: User, turns: Sequence[Turn]) -> dict[tuple[int, str], datetime]:
    rows = TurnDraft.objects.filter(
        user=user, battle__in={turn.battle_id for turn in turns}, purpose="turn", discarded_at__isnull=True
    )
    return {(battle, unit): at for battle, unit, at in rows.values_list("battle_id", "unit", "saved_at")}


def _line(turn: Turn, draft: datetime | None) -> TurnLine:
    return TurnLine(
        turn=turn,
        consequence=consequence(turn),
        draft_saved_at=draft,
        url=turn.battle.get_absolute_url(),
    )


def consequence(turn: Turn) -> Consequence:
    """What happens when nobody acts: the code of the words that My turns shows under the deadline."""
    missed = MISSED.get((turn.battle.ruleset, turn.kind))
    if turn.kind in UNTIMED or turn.kind == Turn.Kind.DEPLOY:
        return missed if missed and (turn.due_at or turn.kind in UNTIMED) else "nothing"
    if turn.player_id is None and turn.kind != Turn.Kind.WINDOW:
        return _while_the_director_thinks(turn)
    return missed if missed and turn.due_at else "nothing"


def _while_the_director_thinks(turn: Turn) -> Consequence:
    """In a dungeon the director's heroes may go in any order with the players', whose time runs meanwhile."""
    if turn.battle.ruleset != "dungeon" or turn.kind != Turn.Kind.DIRECTOR or turn.rule in CLOCK_STANDS:
        return "clock-stands"
    return "nothing" if turn.rule == "untimed" else "others-time"


def standings(battle: Battle, reader: User | AnonymousUser) -> dict[str, str]:
    """Which of the five states each unit is in, as far as the reader may know: submitted, nothing to do, an early turn
    waiting, absent with notice, absent. Told apart by the rulebook's one function; early turns are their author's."""
    ruleset = ruleset_of(battle)
    known = ruleset.known_to(state_of(battle), Viewer(viewer_for(reader, battle)))
    return {unit: ruleset.standing(known, unit) for unit, seat in ruleset.seats(known).items() if not seat.chair}


def posts_of(battle: Battle) -> QuerySet[TurnPost]:
    """A battle's posts in order, their authors fetched. What was done and rolled stands in the events they name."""
    return TurnPost.objects.filter(battle=battle).select_related("author", "played_for").order_by("number")


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that the player wrote and the engine did not find (POST-2)."""

    name: str
    claimed: int
    engine: int


def differences(post: TurnPost) -> list[Difference]:
    """Where the player's numbers differ from the engine's; for the director's eyes."""
    numbers = post.notes.get("numbers", {})
    return [
        Difference(name, claimed, numbers[name][0])
        for name, claimed in post.claimed_numbers.items()
        if name in numbers and claimed != numbers[name][0]
    ]


def early_turn_for(battle: Battle, unit: str, reader: User) -> EarlyTurn | None:
    """The unit's early turn that waits, or failed and may be adapted: for its author and the directors alone."""
    row = EarlyTurn.objects.filter(
        battle=battle, unit=unit, status__in=(EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED)
    ).first()
    if row is None or (row.author_id != reader.pk and not is_director(reader, battle.campaign)):
        return None
    return row


def drafts_for(battle: Battle, user: User, unit: str, purpose: str = "turn") -> QuerySet[TurnDraft]:
    """The user's own drafts for a unit, the first fork first, those put aside left out."""
    return TurnDraft.objects.filter(
        battle=battle, user=user, unit=unit, purpose=purpose, discarded_at__isnull=True
    ).order_by("fork")


def absences_of(user: User) -> QuerySet[Absence]:
    """The absences the user has declared and not cancelled, the soonest first."""
    return Absence.objects.filter(user=user, cancelled_at__isnull=True).select_related("campaign")


def zones_at(campaign: Campaign, reader: User) -> list[str]:
    """The time zones in which the campaign's people live, each once; one query."""
    return [zone for (zone,) in _zones(reader, campaign.pk)]


def _zone_rows(_reader: User, campaign: int) -> QuerySet[Membership, tuple[str]]:
    people = Membership.objects.filter(campaign=campaign, left_at__isnull=True).exclude(user__time_zone="UTC")
    return people.order_by().values_list("user__time_zone").distinct()


_zones = AskedOften(_zone_rows, int)


def last_visit(battle: Battle, user: User) -> int | None:
    """The newest event of the battle when the user last looked; None before a first visit."""
    found = _visits(user, battle.pk)
    return int(found[0][0]) if found else None


_visits = AskedOften(
    lambda user, battle: BattleVisit.objects.filter(battle=battle, user=user).values_list("last_event"), int
)


@dataclass(frozen=True, slots=True)
class Health:
    """Whether deadlines are being kept: the last sweep, and the last outage."""

    last_sweep: datetime | None
    last_outage: Outage | None


def health() -> Health:
    """The sweep's pulse, for the health page and the banner."""
    return Health(last_sweep(), Outage.objects.order_by("-started_at").first())


def last_sweep() -> datetime | None:
    """When deadlines were last looked at; one query. None on a site that never swept."""
    return Heartbeat.objects.filter(name="sweep").values_list("at", flat=True).first()


@dataclass(frozen=True, slots=True)
class ClockState:
    """How the clocks of the whole site stand. `lateness` is how long the most overdue open turn is over."""

    last_sweep: datetime | None
    open_turns: int
    overdue_turns: int
    lateness: timedelta
    open_battles: int
    stuck_battles: int


def clock_state(now: datetime) -> ClockState:
    """The clocks, for whoever runs the site."""
    running = Battle.objects.filter(status=Battle.Status.RUNNING)
    open_turns = Turn.objects.filter(closed_at__isnull=True, battle__status=Battle.Status.RUNNING)
    overdue = open_turns.filter(due_at__lt=now)
    first = overdue.aggregate(due=Min("due_at"))["due"]
    return ClockState(
        last_sweep=last_sweep(),
        open_turns=open_turns.count(),
        overdue_turns=overdue.count(),
        lateness=now - first if first else timedelta(0),
        open_battles=running.count(),
        stuck_battles=running.filter(sweep_failures__gt=0).count(),
    )


def lately_played(user: User, *, most: int = LATELY) -> QuerySet[TurnPost]:
    """The newest turns of the battles of the user's campaigns that run, without those that were taken back."""
    mine = Membership.objects.filter(user=user, left_at__isnull=True).values("campaign_id")
    rows = TurnPost.objects.filter(
        battle__campaign__in=mine, battle__status=Battle.Status.RUNNING, undone_at__isnull=True
    )
    found = rows.select_related("battle__campaign").defer(*(f"battle__{name}" for name in HEAVY))
    return found.order_by("-at", "-pk")[:most]


def retcons_waiting(user: User) -> QuerySet[RetconRequest]:
    """The requests that nobody has answered, in the campaigns that the user directs, the oldest first."""
    directed = Membership.objects.filter(user=user, left_at__isnull=True, role__in=DIRECTING).values("campaign_id")
    rows = RetconRequest.objects.filter(battle__campaign__in=directed, status=RetconRequest.Status.WAITING)
    return rows.select_related("battle__campaign", "post", "user").defer(*(f"battle__{name}" for name in HEAVY))


def retcons_about(post: TurnPost, user: User | AnonymousUser, *, directs: bool) -> QuerySet[RetconRequest]:
    """What was asked about a post, for the director and for who asked."""
    rows = RetconRequest.objects.filter(post=post).select_related("user")
    return rows if directs else rows.filter(user=user.pk)


def retcons_of(battle: Battle, user: User, *, directs: bool) -> QuerySet[RetconRequest]:
    """A battle's requests: all of them for its director, else the user's own."""
    rows = RetconRequest.objects.filter(battle=battle).select_related("user", "post")
    return rows if directs else rows.filter(user=user)


def retcons_waiting_at(battle: Battle, user: User | AnonymousUser, *, directs: bool) -> list[RetconRequest]:
    """A battle's requests that nobody has answered: all of them for its director, else the user's own."""
    if not isinstance(user, User) or not _asked_at(user, battle.pk):
        return []
    return list(retcons_of(battle, user, directs=directs).filter(status=RetconRequest.Status.WAITING))


def _asked_at_rows(_reader: User, battle: int) -> QuerySet[RetconRequest, tuple[int]]:
    waiting = RetconRequest.objects.filter(battle=battle, status=RetconRequest.Status.WAITING)
    return waiting.order_by().values_list("pk")[:1]


_asked_at = AskedOften(_asked_at_rows, int)


def standing_at(battle: Battle, number: int) -> frozenset[int]:
    """The numbers of the events that led to the state after this event, undoings left out."""
    undoings = battle.events.filter(kind=Undone.kind).values_list("number", "data")
    return standing(number, {undoing: data["to"] for undoing, data in undoings})


def follows(user: User | AnonymousUser, campaign: Campaign, battle: Battle | None = None) -> bool:
    """Whether the user follows the battle itself, or without one the whole campaign."""
    return user.is_authenticated and Follow.objects.filter(user=user.pk, campaign=campaign, battle=battle).exists()


def followers_of(battles: Collection[Battle]) -> dict[int, list[User]]:
    """Who follows each of these battles, or its campaign, and may still read it; one query."""
    member = Membership.objects.filter(campaign=OuterRef("campaign"), user=OuterRef("user"), left_at__isnull=True)
    rows = (
        Follow.objects.filter(
            Q(battle__in=[battle.pk for battle in battles])
            | Q(battle__isnull=True, campaign__in={battle.campaign_id for battle in battles})
        )
        .filter(Q(campaign__is_public=True) | Exists(member))
        .select_related("user")
        .order_by("pk")
    )
    found: dict[int, dict[int, User]] = {battle.pk: {} for battle in battles}
    for row in rows:
        for battle in battles:
            if row.battle_id in (battle.pk, None) and row.campaign_id == battle.campaign_id:
                found[battle.pk][row.user_id] = row.user
    return {pk: list(users.values()) for pk, users in found.items()}
