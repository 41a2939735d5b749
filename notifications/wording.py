"""What a notice says, built when it is read, in the active language and time zone.

Each kind has one function in one of the *_wording modules; its docstring names the keys of `data` that it reads. All of
them read `battle`, `unit` and `round` where they speak of a turn. A missing key leaves its words out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import when
from notifications import battle_wording, channel_wording, dungeon_wording, story_wording
from notifications.models import Notice
from notifications.said import Said
from notifications.wishes import MAIL_WISHES

Kind = Notice.Kind
HOUR_MS = 3_600_000
NOTHING = dict.fromkeys(("battle", "unit", "round", "scene", "campaign", "frame", "character"), "")


@dataclass(frozen=True)
class Words:
    """One notice as text. `until` and `consequence` are empty where nothing runs out; `about` names the group."""

    subject: str
    sentence: str
    link_text: str
    until: str
    consequence: str
    reason: str
    about: str

    @property
    def until_words(self) -> str:
        """The deadline as a sentence; empty where nothing runs out."""
        return _("Until {until}.").format(until=self.until) if self.until else ""


def words_for(notice: Notice, *, now: datetime) -> Words:
    """The notice in words; absolute times are told in the active zone, which is named."""
    data: dict[str, Any] = NOTHING | notice.data
    game = str(data.get("game"))
    data = NAMED[game](data) if game in NAMED else data
    say = OF_GAME.get(game, {}).get(notice.kind, SAY[notice.kind])
    said = say(data)
    until = local_time(notice.deadline, now=now) if said.runs_out and notice.deadline else ""
    return Words(
        subject=said.subject,
        sentence=said.sentence,
        link_text=said.link_text,
        until=until,
        consequence=said.consequence if until else "",
        reason=why(notice),
        about=str(data["battle"] or data.get("character") or data.get("scene") or data.get("campaign") or ""),
    )


def local_time(moment: datetime, *, now: datetime) -> str:
    """A moment in the active language and zone, the zone named."""
    return when.absolute(moment, timezone.get_current_timezone(), now=now, name_zone=True)


def why(notice: Notice) -> str:
    """Why the reader gets this, and where it can be changed."""
    if notice.kind == Kind.NEW_ROUND:
        return _("You get this because you follow the battle, or its campaign: there a button stops it.")
    if MAIL_WISHES.get(notice.kind):
        return _("You get this because you take part. Which notices also come by e-mail is chosen in your settings.")
    return _("You get this because you take part. It stays in this inbox and is not sent by e-mail.")


SAY: dict[str, Callable[[dict[str, Any]], Said]] = battle_wording.SAY | story_wording.SAY | channel_wording.SAY

OF_GAME: dict[str, dict[str, Callable[[dict[str, Any]], Said]]] = {"dungeon": dungeon_wording.SAY}
"""By `game`: the kinds of which a game's notices speak otherwise."""

NAMED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"dungeon": dungeon_wording.named}
"""By `game`: what puts the names of its units into the reader's language, whatever the notice says of them."""


def marked_read(count: int) -> str:
    """What the page says after marking."""
    return ngettext("{} notice marked as read.", "{} notices marked as read.", count).format(count)


def subject_of(together: Sequence[tuple[Notice, Words]]) -> str:
    """The subject of a message: its only notice's, or that of what runs out first with how many others come with it."""
    foremost = min(together, key=lambda one: (not one[1].until, one[0].deadline or one[0].created_at, one[0].pk))
    others = len(together) - 1
    if not others:
        return foremost[1].subject
    more = ngettext("{first} · and {count} more notice", "{first} · and {count} more notices", others)
    return more.format(first=foremost[1].subject, count=others)
