"""Whose rows are whose: what a request has changed, and which of it was not its sender's to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, models

from accounts.models import User
from campaign.models import Campaign, Membership

PRIVATE = {
    "accounts_user": "id",
    "notifications_channel": "reader_id",
    "story_feedkey": "user_id",
    "story_scenedraft": "user_id",
    "story_scenereader": "user_id",
    "story_scenevisit": "user_id",
    "turns_absence": "user_id",
    "turns_battlevisit": "user_id",
    "turns_calendarfeed": "user_id",
    "turns_follow": "user_id",
    "turns_playkey": "user_id",
    "turns_turndraft": "user_id",
}
"""Nobody but this person changes these, not even a director."""
OWN = {
    "archives_archive": "asked_by_id",
    "archives_arrival": "asked_by_id",
    "battles_musterentry": "player_id",
    "campaign_application": "user_id",
    "campaign_membership": "user_id",
    "characters_character": "player_id",
    "story_framevote": "player_id",
    "story_picture": "uploader_id",
    "story_post": "author_id",
    "turns_earlyturn": "author_id",
    "turns_extrahours": "user_id",
    "turns_retconrequest": "user_id",
}
"""A player changes his own of these, a director everybody's."""
DIRECTORS = (
    "archives_",
    "campaign_",
    "characters_claim",
    "characters_death",
    "characters_renownentry",
    "story_chapter",
    "turns_heartbeat",
    "turns_outage",
)
"""Players change none of these, but for what is their own."""
TELLING = ("notifications_notice", "notifications_delivery")
Row = dict[str, Any]


class Change(NamedTuple):
    """A row before and after; None where there was or is none."""

    table: str
    pk: Any
    before: Row | None
    after: Row | None

    @property
    def made(self) -> bool:
        return self.before is None

    def both(self, column: str) -> set[Any]:
        return {row[column] for row in (self.before, self.after) if row is not None}

    def differs(self) -> set[str]:
        """The columns that changed."""
        before, after = self.before or {}, self.after or {}
        return {name for name in before | after if before.get(name) != after.get(name)}

    def __str__(self) -> str:
        before, after = self.before or {}, self.after or {}
        told = {name: (before.get(name), after.get(name)) for name in sorted(self.differs())}
        return f"{self.table} {self.pk}: {str(told)[:400]}"


class Belongings:
    """Every row of the site as it stood at first."""

    def __init__(self) -> None:
        homes = {config.label for config in apps.get_app_configs() if not config.path.count("site-packages")}
        self.models = {one._meta.db_table: one for one in apps.get_models() if one._meta.app_label in homes}
        self.ways = {table: way_to_campaign(model) for table, model in self.models.items()}
        self.before = {table: self.rows(table) for table in self.models}
        rows = self.before["campaign_membership"].values()
        self.roles = {(row["user_id"], row["campaign_id"]): row["role"] for row in rows if row["left_at"] is None}

    def rows(self, table: str) -> dict[Any, Row]:
        model, way = self.models[table], self.ways[table]
        columns = [field.attname for field in model._meta.concrete_fields]
        found = model._base_manager.values(*columns, *([way] if way and way not in columns else []))
        return {row[model._meta.pk.attname]: row for row in found}

    def changes(self, tables: set[str]) -> Iterator[Change]:
        """What is different now in these tables."""
        for table in sorted(tables & self.models.keys()):
            before, after = self.before[table], self.rows(table)
            for pk in before.keys() | after.keys():
                if before.get(pk) != after.get(pk):
                    yield Change(table, pk, before.get(pk), after.get(pk))

    def not_for(self, user: User | None, change: Change) -> bool:
        """Was this nothing that this user may do?"""
        if user is None:
            return not (change.made and change.table == "accounts_user")
        if change.table in TELLING:
            return not change.made and not _only_falls_silent(change, user)
        if change.table == "campaign_invitation" and not change.made and change.differs() == {"uses"}:
            return False
        if change.table in PRIVATE:
            return change.both(PRIVATE[change.table]) != {user.pk}
        if change.table in OWN and change.both(OWN[change.table]) == {user.pk}:
            return False
        role = self._role(user, change)
        if role in ("director", "co-director"):
            return False
        return role != "player" or change.table in OWN or change.table.startswith(DIRECTORS)

    def _role(self, user: User, change: Change) -> str:
        """What the user was, before the request, in the campaign that the row is of; of a new one, what he is now."""
        way = self.ways[change.table]
        campaigns = change.both(way) if way else set()
        if len(campaigns) != 1:
            return ""
        campaign = next(iter(campaigns))
        if campaign not in self.before["campaign_campaign"]:
            now = Membership.objects.filter(user=user, campaign=campaign).first()
            return now.role if now else ""
        return str(self.roles.get((user.pk, campaign), ""))


def _only_falls_silent(change: Change, user: User) -> bool:
    """Others' notices may be withdrawn or told another time, but not read."""
    if change.before is None or change.after is None:
        return False
    if change.table == "notifications_delivery" or change.both("reader_id") == {user.pk}:
        return True
    return len(change.both("read_at")) == 1


def way_to_campaign(model: type[models.Model]) -> str:
    """The column, or the chain of them, that says which campaign a row is of; empty when none does."""
    if model is Campaign:
        return "id"
    chains: list[tuple[str, type[models.Model]]] = [("", model)]
    seen = {model}
    while chains:
        way, one = chains.pop(0)
        for field in one._meta.concrete_fields:
            target: Any = field.related_model
            if target is Campaign:
                return f"{way}{field.attname}"
            if isinstance(target, type) and target not in seen and target is not User:
                seen.add(target)
                chains.append((f"{way}{field.name}__", target))
    return ""


class Watched:
    """Notes which tables are written to while it is on."""

    def __init__(self) -> None:
        self.tables: set[str] = set()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.split(None, 3)
        if words and words[0] in ("INSERT", "UPDATE", "DELETE"):
            name = words[1] if words[0] == "UPDATE" else words[2]
            self.tables.add(name.strip('"').split("(")[0].strip('"'))
        return execute(sql, params, many, context)

    def on(self) -> Any:
        return connection.execute_wrapper(self)
