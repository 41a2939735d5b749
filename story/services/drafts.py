"""What somebody has typed in a scene and not published: numbered, so that two tabs fork and never overwrite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from rulebook.errors import Illegal, Unreadable
from story.models import Scene, SceneDraft
from story.services.pictures import hold_pictures
from story.services.words import LONGEST_BODY, LONGEST_NOTE, check_length
from turns.services import DraftSaved

KEPT_AFTER_DISCARD = timedelta(days=7)
MOST_FORKS = 20
MOST_CHOICES = 2_000


@dataclass(frozen=True, slots=True)
class _Key:
    scene: Scene
    user: User
    kind: str
    target: str

    def rows(self) -> QuerySet[SceneDraft]:
        return SceneDraft.objects.filter(scene=self.scene, user=self.user, kind=self.kind, target=self.target)


@dataclass(frozen=True, slots=True)
class _Content:
    body: str
    note: str
    choices: dict[str, Any]

    def is_in(self, row: SceneDraft) -> bool:
        return (row.body, row.note, row.choices) == (self.body, self.note, self.choices)


def save_draft(
    *,
    scene: Scene,
    user: User,
    body: str,
    note: str,
    choices: Mapping[str, Any],
    revision: int,
    at: datetime,
    kind: str = SceneDraft.Kind.POST,
    target: str = "",
    fork: int = 0,
) -> DraftSaved:
    """Save what the user has typed. `revision` is the one the writer started from (0: from nothing).

    When the stored draft has moved on, nothing is overwritten: the words become a new fork (`conflict`). Raises
    Unreadable `bad-draft-kind`, `text-too-long`; Illegal `too-many-drafts`.
    """
    if kind not in SceneDraft.Kind.values:
        raise Unreadable("bad-draft-kind", f"{kind!r} is no kind of draft.", {"kind": kind})
    check_length(body, LONGEST_BODY)
    check_length(note, LONGEST_NOTE)
    check_length(str(dict(choices)), MOST_CHOICES)
    key, content = _Key(scene, user, kind, target), _Content(body, note, dict(choices))
    try:
        with transaction.atomic():
            return _save(key, content, revision, fork, at)
    except IntegrityError:
        # Two tabs made the first draft in the same instant: the second finds the first and forks.
        with transaction.atomic():
            return _save(key, content, revision, fork, at)


def _save(key: _Key, content: _Content, revision: int, fork: int, at: datetime) -> DraftSaved:
    hold_pictures(content.body, content.note)
    row = key.rows().select_for_update().filter(fork=fork).first()
    if row is None:
        return _create(key, content, fork, at, conflict=False)
    if content.is_in(row) and row.discarded_at is None:
        return DraftSaved(row.fork, row.revision, row.saved_at)
    if row.revision != revision and row.discarded_at is None:
        return _create(key, content, _next_fork(key), at, conflict=True)
    row.body, row.note, row.choices = content.body, content.note, content.choices
    row.saved_at, row.discarded_at = at, None
    row.revision += 1
    row.save(update_fields=["body", "note", "choices", "saved_at", "revision", "discarded_at"])
    return DraftSaved(row.fork, row.revision, at)


def _create(key: _Key, content: _Content, fork: int, at: datetime, *, conflict: bool) -> DraftSaved:
    row = SceneDraft.objects.create(
        scene=key.scene,
        user=key.user,
        kind=key.kind,
        target=key.target,
        fork=fork,
        body=content.body,
        note=content.note,
        choices=content.choices,
        saved_at=at,
    )
    return DraftSaved(row.fork, row.revision, at, conflict)


def _next_fork(key: _Key) -> int:
    highest: int = key.rows().aggregate(highest=Max("fork"))["highest"] or 0
    if highest >= MOST_FORKS:
        raise Illegal("too-many-drafts", f"There are already {highest + 1} drafts here.", {"count": highest + 1})
    return highest + 1


def discard_draft(*, scene: Scene, user: User, at: datetime, kind: str, target: str = "", fork: int = 0) -> bool:
    """Put a draft aside; it can be had back for seven days. Says whether there was one."""
    rows = _Key(scene, user, kind, target).rows().filter(fork=fork, discarded_at__isnull=True)
    return rows.update(discarded_at=at) > 0


def restore_draft(*, scene: Scene, user: User, kind: str, target: str = "", fork: int = 0) -> bool:
    """Take a draft back that was put aside. Says whether there was one."""
    rows = _Key(scene, user, kind, target).rows().filter(fork=fork, discarded_at__isnull=False)
    return rows.update(discarded_at=None) > 0


def drop_published(*, scene: Scene, user: User, kind: str, target: str, fork: int) -> None:
    """The draft has become a post: it goes in the same transaction, other forks stay."""
    _Key(scene, user, kind, target).rows().filter(fork=fork).delete()


def forget_discarded_drafts(*, now: datetime) -> int:
    """Delete drafts put aside more than seven days ago; how many they were."""
    return SceneDraft.objects.filter(discarded_at__lt=now - KEPT_AFTER_DISCARD).delete()[0]
