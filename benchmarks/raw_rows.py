"""The rows that one deed in a battle writes, written again by plain statements: what the product is compared to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from battles.models import BattleEvent
from notifications.models import Notice
from turns.models import PlayKey, Turn, TurnPost

Line = tuple[str, Sequence[Any]]


class RawRows:
    """What `deed` wrote at `now` in a sample battle: the first turn ends, and the next one opens.

    The values are ready beforehand, and the same for every battle like the sample.
    """

    def __init__(self, sample: Any, deed: Callable[[], object], now: datetime) -> None:
        before = sample.version
        deed()
        sample.refresh_from_db()
        self.code = sample.code
        self.battle = sample
        self.events = list(BattleEvent.objects.filter(battle=sample, number__gt=before))
        self.closed = Turn.objects.filter(battle=sample, closed_at__isnull=False, kind="turn").get()
        self.opened = list(Turn.objects.filter(battle=sample, closed_at__isnull=True))
        self.posts = list(TurnPost.objects.filter(battle=sample))
        self.keys = list(PlayKey.objects.filter(battle=sample))
        fresh = Notice.objects.filter(subject__startswith=f"battle:{sample.code}", created_at=now)
        self.notices = list(fresh.prefetch_related("deliveries"))
        self.state = json.dumps(sample.state)
        self.now = now
        self.statements = 0

    def write(self, battle: Any) -> None:
        """One transaction."""
        with transaction.atomic(), connection.cursor() as wrapped:
            self.cursor = wrapped.cursor
            self.statements = 0
            for line in self.lines(battle):
                self._run(line)
            for post in self.posts:
                self._post(post, battle)
            for notice in self.notices:
                self._notice(notice, battle)

    def lines(self, battle: Any) -> Iterator[Line]:
        """The statements that no later one depends on."""
        locks = "" if connection.vendor == "sqlite" else " FOR UPDATE"
        yield f"SELECT id, state FROM battles_battle WHERE id = %s{locks}", [battle.pk]
        for event in self.events:
            yield insertion(event, battle_id=battle.pk)
        yield (
            "UPDATE battles_battle SET state = %s, version = %s, dice_counter = %s WHERE id = %s",
            [self.state, self.battle.version, self.battle.dice_counter, battle.pk],
        )
        yield (
            "UPDATE turns_turn SET closed_at = %s, outcome = %s WHERE battle_id = %s AND closed_at IS NULL",
            [self.closed.closed_at, self.closed.outcome, battle.pk],
        )
        for turn in self.opened:
            yield insertion(turn, battle_id=battle.pk)
        subject = f"battle:{battle.code}:round:1:unit:bob"
        yield (
            "UPDATE notifications_delivery SET state = 'withdrawn' WHERE state = 'pending' AND notice_id IN "
            "(SELECT id FROM notifications_notice WHERE subject = %s AND withdrawn_at IS NULL)",
            [subject],
        )
        yield (
            "UPDATE notifications_notice SET withdrawn_at = %s WHERE subject = %s AND withdrawn_at IS NULL",
            [self.now, subject],
        )

    def _post(self, post: TurnPost, battle: Any) -> None:
        pk = self._insert(insertion(post, battle_id=battle.pk))
        for key in self.keys:
            self._run(insertion(key, battle_id=battle.pk, post_id=pk, key=f"raw-{battle.pk}"))

    def _notice(self, notice: Notice, battle: Any) -> None:
        pk = self._insert(insertion(notice, subject=notice.subject.replace(self.code, battle.code)))
        for delivery in notice.deliveries.all():
            self._run(insertion(delivery, notice_id=pk, key=f"notice-{pk}-{delivery.channel}"))

    def _insert(self, line: Line) -> int:
        sql, values = line
        self._run((sql + " RETURNING id", values))
        return int(self.cursor.fetchone()[0])

    def _run(self, line: Line) -> None:
        sql, values = line
        self.statements += 1
        mark = "?" if connection.vendor == "sqlite" else "%s"
        self.cursor.execute(sql.replace("%s", mark), [plain(value) for value in values])


def insertion(row: Any, **changes: Any) -> Line:
    """An INSERT of a row like this one."""
    fields = [field for field in row._meta.concrete_fields if field.name != "id"]
    values = {field.column: changes.get(field.attname, getattr(row, field.attname)) for field in fields}
    names = ", ".join(f'"{name}"' for name in values)
    marks = ", ".join(["%s"] * len(values))
    return f"INSERT INTO {row._meta.db_table} ({names}) VALUES ({marks})", list(values.values())


def plain(value: Any) -> Any:
    """A value as a database driver takes it."""
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return json.dumps(value) if isinstance(value, dict | list) else value
