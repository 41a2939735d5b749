"""Reading a whole campaign at one moment, as plain values: the rows of every table, its people by their names alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.db import connection, models, transaction

from accounts.models import User
from archives.ids import to_archive
from archives.tables import CAMPAIGN, TABLES, Table, is_person, target_of
from battles.models import Battle
from battles.moments import to_datetime, to_ms
from battles.selectors import SHOWN_SEED, ruleset_of, state_of
from campaign.models import Campaign
from characters.models import Character
from rulebook.dice import SeededDice
from rulebook.table.actions import PauseBattle
from story.models import Audience, Post, Rendering

LONGEST_NAME = 60
REASON = "archive"
Row = dict[str, Any]


@dataclass
class Copy:
    """A campaign as plain values. `pictures` are the names of files, by the code of the picture."""

    campaign: Row = field(default_factory=dict)
    people: list[Row] = field(default_factory=list)
    tables: dict[str, list[Row]] = field(default_factory=dict)
    edits: list[Row] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)


def copy_of(campaign: Campaign, *, at: datetime) -> Copy:
    """The campaign as it is now, whole.

    Running battles are paused in the copy (on the site they go on): their clocks keep what was left. A battle's seed
    is in it only once it is shown to everybody.
    """
    with one_moment():
        battles = list(Battle.objects.select_for_update(of=("self",)).filter(campaign=campaign).order_by("pk"))
        reader = _Reader(campaign)
        copy = reader.read()
        for number, battle in enumerate(battles):
            _pause(copy, reader, number, battle, at)
        copy.people = reader.people.told()
        copy.pictures = dict(campaign.pictures.order_by("pk").values_list("code", "file"))
    return copy


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is of one moment."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if connection.vendor == "postgresql" and outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


class _People:
    """The people of a copy, numbered as they are met."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def number(self, key: int) -> int:
        """The person's number; a new one for somebody new."""
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def told(self) -> list[Row]:
        """Everybody's name, in the order of their numbers; nothing else about them leaves the site."""
        users = User.objects.in_bulk(self.numbers)
        return [_person(users.get(key)) for key in self.numbers]


def _person(user: User | None) -> Row:
    if user is None or user.gone_at is not None:
        return {"name": "", "gone": True}
    return {"name": user.shown_name[:LONGEST_NAME]}


class _Reader:
    """Reads table after table; every row is known afterwards by its number in its own table."""

    def __init__(self, campaign: Campaign) -> None:
        self.key = campaign.pk
        self.people = _People()
        self.numbers = {table.model: self._numbered(table) for table in TABLES}
        self.copy = Copy()

    def _numbered(self, table: Table) -> dict[int, int]:
        return dict(zip(table.rows(self.key).values_list("pk", flat=True), count(1), strict=False))

    def read(self) -> Copy:
        """The whole copy, without the people's names."""
        for table in TABLES:
            self.copy.tables[table.name] = self._rows(table)
        (self.copy.campaign,) = self._rows(CAMPAIGN)
        self.copy.edits = self._edits()
        return self.copy

    def _edits(self) -> list[Row]:
        """When a post was last changed for which kind of reader: for the directors, or by the audiences they are in."""
        found = Rendering.objects.filter(post__scene__campaign=self.key, changed_at__isnull=False).order_by("pk")
        posts, audiences = self.numbers[Post], self.numbers[Audience]
        edits = []
        for post, sight, at in found.values_list("post_id", "sight", "changed_at"):
            inside = None if sight == "director" else sorted(audiences[int(key)] for key in sight.split(".") if key)
            edits.append({"post": posts[post], "sight": inside, "at": at and at.astimezone(UTC).isoformat()})
        return sorted(edits, key=lambda one: (one["post"], one["sight"] is not None, one["sight"]))

    def _rows(self, table: Table) -> list[Row]:
        found = table.rows(self.key)
        lists = {name: self._listed(table, name) for name in table.lists}
        names = [one.attname for one in table.fields]
        rows = []
        for key, *values in found.values_list("pk", *names):
            row = {one.name: self._value(one, value) for one, value in zip(table.fields, values, strict=True)}
            rows.append(row | {name: held.get(key, []) for name, held in lists.items()})
        return rows

    def _listed(self, table: Table, name: str) -> dict[int, list[int]]:
        relation = table.model._meta.get_field(name)
        assert isinstance(relation, models.ManyToManyField)
        rows = getattr(table.model, name).through._default_manager
        ours, theirs = relation.m2m_field_name(), relation.m2m_reverse_field_name()
        keys = self.numbers[table.model]
        pairs = rows.filter(**{f"{ours}__in": table.rows(self.key)})
        numbers = self.numbers[relation.remote_field.model]
        held: dict[int, list[int]] = {}
        for mine, other in pairs.order_by("pk").values_list(f"{ours}_id", f"{theirs}_id"):
            if mine in keys and other in numbers:
                held.setdefault(mine, []).append(numbers[other])
        return {key: sorted(one) for key, one in held.items()}

    def _value(self, one: models.Field[Any, Any], value: Any) -> Any:
        if value is None:
            return None
        if is_person(one):
            return self.people.number(value)
        if (model := target_of(one)) is not None:
            return self.numbers[model].get(value)
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat()
        if isinstance(one, models.BinaryField):
            return bytes(value).hex()
        if isinstance(one, models.JSONField) or one.name in ("who", "voter"):
            return self.named({one.name: value})[one.name]
        return value

    def named(self, value: Any) -> Any:
        """Plain values of a battle or a post with the archive's names for people and characters."""
        return to_archive(value, self.people.number, self.numbers.get(Character, {}).get)


# --- battles that run


def _pause(copy: Copy, reader: _Reader, number: int, battle: Battle, at: datetime) -> None:
    """Hide the seed where it is a secret, and let a running battle stand still in the copy."""
    row = copy.tables["battles"][number]
    if battle.status not in SHOWN_SEED:
        row["seed"] = None
    if battle.status != Battle.Status.RUNNING:
        return
    for turn in copy.tables["turns"]:
        if turn["battle"] == number + 1 and turn["closed_at"] is None:
            turn["due_at"] = None
    if state_of(battle).paused is None:
        _add_pause(copy, reader, number, battle, at)


def _add_pause(copy: Copy, reader: _Reader, number: int, battle: Battle, at: datetime) -> None:
    """The pause that the copy has and the battle has not: no clock runs out before it, so it throws no die."""
    ruleset, state = ruleset_of(battle), state_of(battle)
    soonest = min((wait.due for wait in ruleset.waits(state) if wait.due is not None), default=to_ms(at) + 1)
    moment = max(state.moment, min(to_ms(at), soonest - 1))
    dice = SeededDice(REASON.encode(), battle.dice_counter)
    paused, events = ruleset.apply(state, PauseBattle(at=moment, reason=REASON), dice)
    if dice.counter != battle.dice_counter:
        raise RuntimeError(f"Pausing {battle.code} threw a die.")
    row = copy.tables["battles"][number]
    row["state"] = reader.named(ruleset.to_json(paused))
    for place, event in enumerate(events, row["version"] + 1):
        copy.tables["battle-events"].append(
            {
                "battle": number + 1,
                "number": place,
                "kind": event.kind,
                "data": reader.named(ruleset.event_to_json(event)),
                "at": to_datetime(event.at).astimezone(UTC).isoformat(),
                "by": None,
            }
        )
    row["version"] += len(events)
