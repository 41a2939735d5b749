"""What changes of battles will write, gathered: one verb writes it at once, a sweep writes that of fifty together.

The order of writing is the order of promises: the state and its events, then the turns that repeat it, then what is
told about them. All of it in the caller's transaction, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.models import User
from battles.models import Battle
from battles.services.saving import Rows
from campaign.selectors import directors_of
from notifications import services as notices
from notifications.models import Notice
from turns.models import Turn
from turns.selectors import followers_of

Kind = Notice.Kind
OF_A_TURN = (Kind.YOUR_TURN, Kind.DEADLINE_NEAR, Kind.MORE_TIME, Kind.EARLY_FAILED, Kind.DIRECTOR_DUE)
OF_A_COST = (Kind.YOUR_TURN, Kind.DEADLINE_NEAR)
"""Those of them that say what missing the turn costs."""
CLOSE = "UPDATE turns_turn SET closed_at = %s, outcome = %s WHERE id = %s"
MOVE = """
UPDATE turns_turn
SET due_at = %s, first_due_at = %s, remind_at = %s, rule = %s, penalty = %s, moves = %s, moved_at = %s
WHERE id = %s
"""


@dataclass(frozen=True, slots=True)
class Tell:
    """One notice to be: to the users of these ids, to the directors, or to those who follow the battle.

    `under`: what it leads to, under the battle's own address.
    """

    kind: str
    subject: str
    data: dict[str, Any] = field(default_factory=dict)
    readers: frozenset[int] = frozenset()
    directors: bool = False
    followers: bool = False
    deadline: datetime | None = None
    under: str = ""


@dataclass
class Pending:
    """Everything to be written. Nothing reaches the database before `write`, which is called once."""

    rows: Rows = field(default_factory=Rows)
    open: dict[int, list[Turn]] = field(default_factory=dict)
    closed: list[Turn] = field(default_factory=list)
    moved: list[Turn] = field(default_factory=list)
    opened: list[Turn] = field(default_factory=list)
    silent: set[str] = field(default_factory=set)
    too_late: set[str] = field(default_factory=set)
    in_time: set[str] = field(default_factory=set)
    costs: dict[str, int] = field(default_factory=dict)
    tells: list[tuple[Battle, Tell, int | None]] = field(default_factory=list)

    def load(self, battles: Sequence[Battle]) -> None:
        """Fetch the open turns of many battles in one query."""
        self.open |= {battle.pk: [] for battle in battles}
        for row in Turn.objects.filter(battle__in=[battle.pk for battle in battles], closed_at__isnull=True):
            self.open[row.battle_id].append(row)

    def open_turns(self, battle: Battle) -> list[Turn]:
        """The battle's open turns as they will stand."""
        if battle.pk not in self.open:
            self.load([battle])
        return self.open[battle.pk]

    def part(self, battle: Battle) -> Pending:
        """An empty gathering for one battle, which `take` adds to this one when all went well."""
        return Pending(open={battle.pk: self.open_turns(battle)})

    def take(self, part: Pending) -> None:
        """Add what another gathering holds."""
        self.rows.take(part.rows)
        self.open |= part.open
        self.closed += part.closed
        self.moved += part.moved
        self.opened += part.opened
        self.silent |= part.silent
        self.too_late |= part.too_late
        self.in_time |= part.in_time
        self.costs |= part.costs
        self.tells += part.tells

    def silence(self, subjects: Iterable[str]) -> None:
        """Notices of turns on these subjects are stale: those told before and those about to be told."""
        stale = set(subjects)
        self.silent |= stale
        if stale:
            self.tells = [told for told in self.tells if told[1].subject not in stale or told[1].kind not in OF_A_TURN]

    def close_windows(self, subjects: Iterable[str]) -> None:
        """Whoever missed these turns can no longer make up for it: what they were told of it says so."""
        closed = set(subjects)
        self.too_late |= closed
        self.in_time -= closed

    def reopen_windows(self, subjects: Iterable[str]) -> None:
        """Whoever missed these turns may make up for it after all: what they were told of it says so."""
        again = set(subjects)
        self.in_time |= again
        self.too_late -= again

    def price(self, costs: Mapping[str, int]) -> None:
        """Missing the turns on these subjects costs so much by now: what was told of them says so."""
        self.costs |= costs

    def tell(self, battle: Battle, tells: Iterable[Tell], *, by: User | None) -> None:
        """Tell these things; `by`, the author of the act, is left out."""
        self.tells += [(battle, one, None if by is None else by.pk) for one in tells]

    def write(self, *, at: datetime) -> None:
        """Write everything, in the caller's transaction; the number of statements does not grow with the battles."""
        self.rows.write()
        self._write_turns()
        if self.silent:
            notices.withdraw(subjects=self.silent, kinds=OF_A_TURN, at=at)
        if self.tells:
            notices.notify_all(self._tellings(), at=at)
        for subject, penalty in self.costs.items():
            for kind in OF_A_COST:
                notices.amend(subjects=[subject], kind=kind, data={"penalty": penalty})
        if self.too_late:
            notices.amend(subjects=self.too_late, kind=Kind.MISSED, data={"late_window": False})
        if self.in_time:
            notices.amend(subjects=self.in_time, kind=Kind.MISSED, data={"late_window": True})

    def _write_turns(self) -> None:
        """Closing comes first: an open row of the same key would stand in the way of the new one."""
        _many(CLOSE, [(_moment(row.closed_at), row.outcome, row.pk) for row in self.closed if row.pk])
        _many(
            MOVE,
            [
                (
                    *map(_moment, (row.due_at, row.first_due_at, row.remind_at)),
                    row.rule,
                    row.penalty,
                    row.moves,
                    _moment(row.moved_at),
                    row.pk,
                )
                for row in self.moved
                if row.pk
            ],
        )
        if self.opened:
            Turn.objects.bulk_create(self.opened)

    def _tellings(self) -> list[notices.Telling]:
        people = User.objects.in_bulk(list(frozenset().union(*(one.readers for _battle, one, _by in self.tells))))
        followed = {battle.pk: battle for battle, one, _by in self.tells if one.followers}
        followers = followers_of(list(followed.values())) if followed else {}
        directors: dict[int, list[User]] = {}
        found = []
        for battle, one, by in self.tells:
            if one.directors and battle.campaign_id not in directors:
                directors[battle.campaign_id] = list(directors_of(battle.campaign))
            readers = directors[battle.campaign_id] if one.directors else _people(people, one.readers)
            readers = followers[battle.pk] if one.followers else readers
            found += [_telling(battle, one, reader) for reader in readers if reader.pk != by]
        return found


def _people(people: dict[int, User], wanted: frozenset[int]) -> list[User]:
    return [people[pk] for pk in sorted(wanted) if pk in people]


def _telling(battle: Battle, one: Tell, reader: User) -> notices.Telling:
    return notices.Telling(
        reader=reader,
        kind=one.kind,
        subject=one.subject,
        link=battle.get_absolute_url() + one.under,
        data={"battle": battle.name, **one.data},
        deadline=one.deadline,
        campaign_slug=battle.campaign.slug,
    )


def _many(statement: str, values: list[tuple[Any, ...]]) -> None:
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(statement, values)


def _moment(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
