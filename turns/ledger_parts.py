"""What a ledger of deadlines consists of, whatever game is played: turns, what moved their clocks, what was sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from battles.models import Battle, BattleEvent
from notifications.models import Channel, Delivery, Notice


def every_hour_counts() -> str:
    """How hours are counted where all of them count."""
    return _("Every hour counts: a day is 24 elapsed hours, whatever the clocks do that night.")


@dataclass(frozen=True, slots=True)
class Shift:
    """Something that moved a deadline or stopped it: what in words, by whose act, the due time from then on."""

    at: datetime
    rule: str
    words: str
    by: str
    due: datetime | None
    undone: bool


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that was sent for a turn: an early turn, the turn itself, in words; by whom, where a person acted."""

    at: datetime
    words: str
    by: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Cover:
    """Who plays for whom from when: an absence (`start` to `end`), a unit taken over or handed back."""

    at: datetime
    rule: str
    words: str
    by: str
    start: datetime | None
    end: datetime | None
    undone: bool


@dataclass(frozen=True, slots=True)
class Way:
    """What became of one delivery of a notice. `not_before`: when one that waits is tried next, at the earliest."""

    channel: str
    state: str
    state_words: str
    not_before: datetime | None
    attempts: int
    sent_at: datetime | None
    error: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice on this turn: to whom, of what kind, when, whether it was withdrawn, and how it left the house."""

    reader: str
    kind: str
    kind_words: str
    told_at: datetime
    deadline: datetime | None
    withdrawn_at: datetime | None
    read_at: datetime | None
    ways: tuple[Way, ...]


@dataclass(slots=True)
class Account:
    """One turn's deadline, from its opening to its end. `penalty` is what missing it made of the unit's initiative."""

    round: int
    unit: str
    name: str
    rule: str
    words: str
    opened: datetime
    length: int
    first_due: datetime | None
    undone: bool
    due: datetime | None = None
    shifts: list[Shift] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    ended: datetime | None = None
    outcome: str = ""
    outcome_words: str = ""
    penalty: int = 0
    letters: tuple[Letter, ...] = ()

    @property
    def course(self) -> list[Shift | Sent]:
        """What moved the clock and what was sent, in the order in which it happened."""
        return sorted([*self.shifts, *self.sent], key=lambda one: one.at)


def moments_of(battle: Battle, numbers: Iterable[int]) -> dict[int, int]:
    """When these events happened, by their number; also such as a reader may not know of. No query for none."""
    wanted = list(numbers)
    if not wanted:
        return {}
    return dict(BattleEvent.objects.filter(battle=battle, number__in=wanted).values_list("number", "data__at"))


def letters_about(subjects: set[str], user: User, *, everybodys: bool) -> dict[str, list[Letter]]:
    """The notices on these subjects, by subject: the reader's own, or everybody's."""
    rows = Notice.objects.filter(subject__in=subjects).select_related("reader").order_by("pk")
    if not everybodys:
        rows = rows.filter(reader=user.pk)
    found: dict[str, list[Letter]] = {}
    for notice in rows.prefetch_related("deliveries__way"):
        found.setdefault(notice.subject, []).append(_letter(notice, user))
    return found


def _letter(notice: Notice, user: User) -> Letter:
    ways = tuple(_way(row, own=notice.reader_id == user.pk) for row in notice.deliveries.all())
    return Letter(
        notice.reader.shown_name,
        notice.kind,
        notice.get_kind_display(),
        notice.created_at,
        notice.deadline,
        notice.withdrawn_at,
        notice.read_at,
        ways,
    )


def _way(row: Delivery, *, own: bool) -> Way:
    """What a reader has called a channel is for themselves; others read what it is."""
    channel = row.shown_channel if own else str(Channel.Type(row.channel).label)
    waits = row.next_try_at if row.state == Delivery.State.PENDING else None
    return Way(channel, row.state, row.get_state_display(), waits, row.attempts, row.sent_at, row.error)
