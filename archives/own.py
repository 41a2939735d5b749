"""Everything that a person has on the site, as plain values: what they get when they take their data along."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from typing import Any

from allauth.account.models import EmailAddress
from django.db import models

from accounts.models import User
from battles.models import MusterEntry
from campaign.models import Application, Membership
from characters.models import Character, Claim, Petition, RenownEntry, SheetChange, Wound
from notifications.models import Channel, Notice
from story.models import FrameVote, Passage, Picture, Post, PostVersion, SceneDraft, SceneRoll, SceneVisit
from turns.models import Absence, EarlyTurn, Follow, LastingOrders, RetconRequest, TurnDraft, TurnPost

FORMAT = "skald-person"
VERSION = 1
PARTS: tuple[tuple[str, type[models.Model], str], ...] = (
    ("addresses", EmailAddress, "user"),
    ("memberships", Membership, "user"),
    ("applications", Application, "user"),
    ("characters", Character, "player"),
    ("wounds", Wound, "character__player"),
    ("renown", RenownEntry, "character__player"),
    ("sheet-changes", SheetChange, "character__player"),
    ("petitions", Petition, "by"),
    ("claims", Claim, "player"),
    ("lasting-orders", LastingOrders, "player"),
    ("musters", MusterEntry, "player"),
    ("posts", Post, "author"),
    ("passages", Passage, "post__author"),
    ("post-versions", PostVersion, "post__author"),
    ("rolls", SceneRoll, "author"),
    ("votes", FrameVote, "player"),
    ("pictures", Picture, "uploader"),
    ("scene-drafts", SceneDraft, "user"),
    ("scene-visits", SceneVisit, "user"),
    ("turn-posts", TurnPost, "author"),
    ("early-turns", EarlyTurn, "author"),
    ("retcon-requests", RetconRequest, "user"),
    ("turn-drafts", TurnDraft, "user"),
    ("absences", Absence, "user"),
    ("follows", Follow, "user"),
    ("notices", Notice, "reader"),
    ("channels", Channel, "reader"),
)
"""Each part's name, whose rows it holds, and the way from a row to its person."""
SECRET = {"password", "target", "key", "content_hash", "folded", "token", "is_staff", "is_superuser", "is_active"}
"""Not in it: what opens something, and what the site reckons for itself."""


def parts_of_person(user: User) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Each part of the person's data with its rows. A secret roll's result is for the directors alone."""
    yield "account", [_row(user)]
    for name, model, path in PARTS:
        named = [one.name for one in model._meta.concrete_fields if one.remote_field and not one.null]
        rows = model._default_manager.filter(**{path: user}).select_related(*named).order_by("pk")
        yield name, [_without_secrets(model, _row(one)) for one in rows]


def _without_secrets(model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
    if model is SceneRoll and row["secret"]:
        return row | {"faces": None, "total": None}
    return row


def _row(row: models.Model) -> dict[str, Any]:
    """A row by its columns; what it belongs to, by name."""
    fields = [one for one in row._meta.concrete_fields if one.name not in SECRET]
    return {one.name: _value(row, one) for one in fields}


def _value(row: models.Model, one: models.Field[Any, Any]) -> Any:
    value = getattr(row, one.attname)
    if value is None:
        return None
    if one.remote_field:
        return str(getattr(row, one.name))
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(one, models.FileField):
        return value.name
    return value
