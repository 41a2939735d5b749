"""What a campaign's archive holds: its tables, in the order in which they can be read, and what is left out and why.

A table is a model and the way from it to its campaign. Everything else follows from the model's own fields: a user is
written as a person of the archive, a row of another table by its number there, a moment in UTC, a picture by its
file's name. `tests/archives` hold that every model of the site is either here or left out knowingly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import models

from accounts.models import User
from battles.models import Battle, BattleEvent, MusterEntry, OwnUnit, Roll
from campaign.models import (
    ApplicationForm,
    Campaign,
    CaravanEntry,
    Clan,
    EntryChange,
    Membership,
    OwnEntry,
    RuleChange,
)
from characters.models import (
    BattleRecord,
    Character,
    Claim,
    Death,
    Item,
    Petition,
    RenownEntry,
    SeatChange,
    SheetChange,
    Wound,
)
from story.models import (
    AttributeTest,
    Audience,
    AudienceReader,
    CaravanStep,
    Chapter,
    ExtraVote,
    FrameOption,
    FrameVote,
    Passage,
    Picture,
    Post,
    PostVersion,
    Scene,
    SceneReader,
    SceneRoll,
    StoryFrame,
)
from turns.models import Absence, EarlyTurn, ExtraHours, LastingOrders, RetconRequest, Turn, TurnPost

FORMAT = "skald-campaign"
OF_A_CHARACTER = "character__"
VERSION = 1


@dataclass(frozen=True)
class Table:
    """One table: its name in the archive, its model, the lookup that leads to the campaign, the fields left out."""

    name: str
    model: type[models.Model]
    path: str
    without: frozenset[str] = field(default_factory=frozenset)

    def rows(self, campaign: int) -> models.QuerySet[Any]:
        """The campaign's rows in order; characters that their players have shown to nobody yet are not among them."""
        rows = self.model._default_manager.filter(**{self.path: campaign}).order_by("pk")
        if self.model is Character:
            return rows.exclude(status=Character.Status.DRAFT)
        if self.path.startswith(OF_A_CHARACTER):
            return rows.exclude(**{f"{OF_A_CHARACTER}status": Character.Status.DRAFT})
        return rows

    @cached_property
    def fields(self) -> tuple[models.Field[Any, Any], ...]:
        """The model's own columns that the archive holds, in the order of their declaration."""
        left = self.without | {"id", "campaign"}
        return tuple(one for one in self.model._meta.concrete_fields if one.name not in left)

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """The fields that hold several rows of another table."""
        return tuple(one.name for one in self.model._meta.many_to_many)

    @cached_property
    def ahead(self) -> tuple[str, ...]:
        """The fields that point into the same table or a later one: they are filled in when that is there."""
        names = [table.name for table in TABLES]
        later = set(names[names.index(self.name) :]) if self.name in names else set()
        targets = {one.attname: target_of(one) for one in self.fields}
        return tuple(name for name, model in targets.items() if model in BY_MODEL and BY_MODEL[model].name in later)


def target_of(one: models.Field[Any, Any]) -> type[models.Model] | None:
    """The model whose rows a field names; None for a plain value."""
    return one.remote_field.model if one.remote_field else None


def is_person(one: models.Field[Any, Any]) -> bool:
    """Whether a field names a user."""
    return target_of(one) is User


def columns_naming_users() -> list[tuple[type[models.Model], str]]:
    """Every column of every model that names a user."""
    found = User._meta.get_fields(include_hidden=True)
    relations = [one for one in found if isinstance(one, models.ManyToOneRel)]
    return [(one.related_model, one.field.name) for one in relations if isinstance(one.related_model, type)]


def sets_itself(one: models.Field[Any, Any]) -> bool:
    """Whether a column takes the moment at which its row is made or changed."""
    return isinstance(one, models.DateTimeField) and (one.auto_now or one.auto_now_add)


def of(name: str, model: type[models.Model], path: str, *without: str) -> Table:
    return Table(name, model, path, frozenset(without))


CAMPAIGN = Table("campaign", Campaign, "pk")
TABLES: tuple[Table, ...] = (
    of("members", Membership, "campaign"),
    of("clans", Clan, "campaign"),
    of("application-forms", ApplicationForm, "campaign"),
    of("rule-changes", RuleChange, "campaign"),
    of("own-entries", OwnEntry, "campaign"),
    of("entry-changes", EntryChange, "entry__campaign"),
    of("caravan-entries", CaravanEntry, "clan__campaign", "key"),
    of("characters", Character, "campaign"),
    of("wounds", Wound, "character__campaign"),
    of("renown", RenownEntry, "character__campaign"),
    of("deaths", Death, "character__campaign"),
    of("sheet-changes", SheetChange, "character__campaign"),
    of("items", Item, "campaign"),
    of("petitions", Petition, "character__campaign"),
    of("claims", Claim, "dead__campaign"),
    of("seat-changes", SeatChange, "character__campaign"),
    of("battle-records", BattleRecord, "character__campaign"),
    of("lasting-orders", LastingOrders, "character__campaign"),
    of("battles", Battle, "campaign", "sweep_failures", "sweep_retry_at"),
    of("battle-events", BattleEvent, "battle__campaign"),
    of("battle-rolls", Roll, "battle__campaign"),
    of("own-units", OwnUnit, "campaign"),
    of("musters", MusterEntry, "battle__campaign"),
    of("turns", Turn, "battle__campaign", "moved_at", "remind_at", "reminded_for"),
    of("turn-posts", TurnPost, "battle__campaign"),
    of("retcon-requests", RetconRequest, "battle__campaign"),
    of("early-turns", EarlyTurn, "battle__campaign"),
    of("absences", Absence, "campaign"),
    of("extra-hours", ExtraHours, "battle__campaign"),
    of("chapters", Chapter, "campaign"),
    of("pictures", Picture, "campaign", "file"),
    of("scenes", Scene, "campaign", "prompt_html"),
    of("scene-readers", SceneReader, "scene__campaign"),
    of("audiences", Audience, "scene__campaign", "key"),
    of("audience-readers", AudienceReader, "audience__scene__campaign"),
    of("posts", Post, "scene__campaign", "key", "content_hash"),
    of("passages", Passage, "post__scene__campaign", "folded"),
    of("post-versions", PostVersion, "post__scene__campaign"),
    of("scene-rolls", SceneRoll, "scene__campaign"),
    of("caravan-steps", CaravanStep, "scene__campaign"),
    of("frames", StoryFrame, "post__scene__campaign", "remind_at"),
    of("frame-options", FrameOption, "frame__post__scene__campaign"),
    of("frame-votes", FrameVote, "frame__post__scene__campaign"),
    of("extra-votes", ExtraVote, "frame__post__scene__campaign"),
    of("tests", AttributeTest, "frame__post__scene__campaign"),
)
BY_MODEL = {table.model: table for table in TABLES}

LEFT_OUT: dict[str, str] = {
    "campaign.Invitation": "a link's secret",
    "campaign.Application": "what people wrote to this site's directors to be let in",
    "turns.PlayKey": "keys of orders already carried out",
    "turns.TurnDraft": "what somebody has not sent is nobody else's",
    "turns.Follow": "each reader's own",
    "turns.RoundPicture": "drawn anew",
    "turns.BattleVisit": "how far each reader has read",
    "turns.CalendarFeed": "an address's secret",
    "turns.Heartbeat": "this site's own pulse",
    "turns.Outage": "this site's own outages; the time given back is in the battles",
    "story.SceneDraft": "what somebody has not published is nobody else's",
    "story.SceneVisit": "how far each reader has read",
    "story.Rendering": "written anew from the posts, so that no markup is taken from an archive",
    "story.FeedKey": "an address's secret",
    "notifications.Notice": "each reader's own",
    "notifications.Channel": "addresses",
    "notifications.Delivery": "each reader's own",
    "archives.Archive": "copies of the campaign",
    "archives.Arrival": "where a campaign came from",
    "archives.Place": "links' secrets",
}
CODES = ("battles", "pictures", "scenes", "posts", "scene-rolls", "frames", "tests")
"""The tables whose rows have a code of their own in addresses, unique on a site."""
