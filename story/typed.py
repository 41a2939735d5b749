"""What a writer has typed: read from a form, kept as a draft, put back into the fields."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.http import QueryDict

from accounts.models import User
from campaign.models import Campaign
from story.models import Post, Scene, SceneDraft
from story.selectors.people import voices_of
from story.selectors.scenes import drafts_of
from story.services import Words, save_draft


def new_key() -> str:
    """A form's key: what is sent with it twice is published once."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields of the composer, and which draft they are: `revision` 0 is one never saved."""

    body: str = ""
    note: str = ""
    voice: str = ""
    npc: str = ""
    hide_author: bool = False
    to: str = "scene"
    readers: tuple[int, ...] = ()
    reply_to: str = ""
    key: str = ""
    confirmed: str = ""
    version: int = 0
    fork: int = 0
    revision: int = 0
    saved_at: datetime | None = None
    conflict: bool = False
    others: tuple[int, ...] = field(default=())

    def words(self, language: str) -> Words:
        """What is to be published."""
        return Words(
            body=self.body,
            note=self.note,
            voice=self.voice or "self",
            npc=self.npc,
            hide_author=self.hide_author,
            to=self.to,
            readers=self.readers,
            reply_to=self.reply_to,
            language=language,
        )

    def choices(self) -> dict[str, Any]:
        """The fields beside the words, as a draft keeps them."""
        return {
            "voice": self.voice,
            "npc": self.npc,
            "hide_author": self.hide_author,
            "to": self.to,
            "readers": list(self.readers),
            "reply_to": self.reply_to,
            "key": self.key,
        }


def typed_from(data: QueryDict) -> Typed:
    """What a form holds."""
    return Typed(
        body=_text(data, "body"),
        note=_text(data, "note"),
        voice=data.get("voice", "")[:20],
        npc=data.get("npc", "")[:200],
        hide_author="hide_author" in data,
        to=data.get("to", "")[:10],
        readers=tuple(_number(one) for one in data.getlist("readers")[:100]),
        reply_to=data.get("reply_to", "")[:12],
        key=data.get("key", "")[:64],
        confirmed=data.get("confirmed", "")[:500],
        version=_number(data.get("version", "")),
        fork=_number(data.get("fork", "")),
        revision=_number(data.get("revision", "")),
    )


def _text(data: QueryDict, name: str) -> str:
    """All of it, however long: what is too long is shown again whole, to be shortened by whoever wrote it."""
    return data.get(name, "").replace("\r\n", "\n")


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 10 else 0


def fresh(user: User, campaign: Campaign, scene: Scene) -> Typed:
    """Empty fields, with the voice that is likeliest here."""
    voices = voices_of(user, campaign, in_character=scene.in_character)
    return Typed(voice=voices[0].value if voices else "self", key=new_key())


def kept_draft(
    scene: Scene, user: User, *, kind: str = SceneDraft.Kind.POST, target: str = "", fork: str = ""
) -> Typed | None:
    """The draft asked for, else the first; None where there is none."""
    rows = drafts_of(scene, user, kind=kind, target=target)
    row = next((row for row in rows if str(row.fork) == fork), rows[0] if rows and not fork else None)
    if row is None:
        return None
    others = tuple(other.fork for other in rows if other.fork != row.fork)
    return replace(from_choices(row.choices), body=row.body, note=row.note, others=others, **_place(row))


def _place(row: SceneDraft) -> dict[str, Any]:
    return {"fork": row.fork, "revision": row.revision, "saved_at": row.saved_at}


def from_choices(choices: Mapping[str, Any]) -> Typed:
    """The fields beside the words, as a draft kept them."""
    return Typed(
        voice=str(choices.get("voice", "")),
        npc=str(choices.get("npc", "")),
        hide_author=bool(choices.get("hide_author")),
        to=str(choices.get("to") or "scene"),
        readers=tuple(int(one) for one in choices.get("readers", [])),
        reply_to=str(choices.get("reply_to", "")),
        key=str(choices.get("key", "")) or new_key(),
    )


def from_post(post: Post) -> Typed:
    """A post's own words, to be edited."""
    meant = {"to": "scene", "readers": []} | post.meant_for
    return Typed(
        body=post.body,
        note=post.note,
        to=meant["to"],
        readers=tuple(meant["readers"]),
        version=post.version,
        key=new_key(),
    )


def save_typed(
    scene: Scene, user: User, typed: Typed, *, at: datetime, kind: str = SceneDraft.Kind.POST, target: str = ""
) -> Typed:
    """Keep what was typed; the same fields, with the draft's new number. Raises Refused for too much text."""
    saved = save_draft(
        scene=scene,
        user=user,
        body=typed.body,
        note=typed.note,
        choices=typed.choices(),
        revision=typed.revision,
        at=at,
        kind=kind,
        target=target,
        fork=typed.fork,
    )
    return replace(typed, fork=saved.fork, revision=saved.revision, saved_at=saved.saved_at, conflict=saved.conflict)
