"""What a player has typed and not sent: numbered, so that two tabs fork and never overwrite each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from accounts.models import User
from battles.models import Battle
from rulebook.errors import Illegal, Unreadable
from turns.models import TurnDraft
from turns.services.limits import check_plan, check_text

PURPOSES = ("turn", "plan", "note")
KEPT_AFTER_DISCARD = timedelta(days=7)
MOST_FORKS = 20


@dataclass(frozen=True, slots=True)
class DraftSaved:
    """Where a draft was saved; `conflict` when another version stood there and this one became a fork of its own."""

    fork: int
    revision: int
    saved_at: datetime
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class _Key:
    battle: Battle
    user: User
    unit: str
    purpose: str

    def rows(self) -> QuerySet[TurnDraft]:
        return TurnDraft.objects.filter(
            battle=self.battle, user=self.user, unit=self.unit, purpose=self.purpose
        ).select_for_update()


def save_draft(
    *,
    battle: Battle,
    user: User,
    unit: str,
    text: str,
    plan: Mapping[str, Any],
    revision: int,
    at: datetime,
    purpose: str = "turn",
    fork: int = 0,
) -> DraftSaved:
    """Save what the user has typed for a unit. `revision` is the one the writer started from (0: from nothing).

    When the stored draft has moved on, nothing is overwritten: the text becomes a new fork (`conflict`). Raises
    Unreadable `bad-draft-purpose`, `text-too-long`, `plan-too-large`; Illegal `too-many-drafts`.
    """
    if purpose not in PURPOSES:
        raise Unreadable("bad-draft-purpose", f"{purpose!r} is no kind of draft.", {"purpose": purpose})
    check_text(text)
    check_plan(plan)
    key = _Key(battle, user, unit, purpose)
    try:
        with transaction.atomic():
            return _save(key, text, dict(plan), revision, fork, at)
    except IntegrityError:
        # Two tabs made the first draft in the same instant: the second finds the first and forks.
        with transaction.atomic():
            return _save(key, text, dict(plan), revision, fork, at)


def _save(key: _Key, text: str, plan: dict[str, Any], revision: int, fork: int, at: datetime) -> DraftSaved:
    row = key.rows().filter(fork=fork).first()
    if row is None:
        return _create(key, text, plan, fork, at, conflict=False)
    if row.narrative == text and row.plan == plan and row.discarded_at is None:
        return DraftSaved(row.fork, row.revision, row.saved_at)
    if row.revision != revision and row.discarded_at is None:
        return _create(key, text, plan, _next_fork(key), at, conflict=True)
    row.narrative, row.plan, row.saved_at, row.discarded_at = text, plan, at, None
    row.revision += 1
    row.save(update_fields=["narrative", "plan", "saved_at", "revision", "discarded_at"])
    return DraftSaved(row.fork, row.revision, at)


def _create(key: _Key, text: str, plan: dict[str, Any], fork: int, at: datetime, *, conflict: bool) -> DraftSaved:
    row = TurnDraft.objects.create(
        battle=key.battle,
        user=key.user,
        unit=key.unit,
        purpose=key.purpose,
        fork=fork,
        narrative=text,
        plan=plan,
        saved_at=at,
    )
    return DraftSaved(row.fork, row.revision, at, conflict)


def _next_fork(key: _Key) -> int:
    highest: int = key.rows().aggregate(highest=Max("fork"))["highest"] or 0
    if highest >= MOST_FORKS:
        raise Illegal("too-many-drafts", f"There are already {highest + 1} drafts for this turn.", {"unit": key.unit})
    return highest + 1


def discard_draft(*, battle: Battle, user: User, unit: str, at: datetime, purpose: str = "turn", fork: int = 0) -> bool:
    """Put a draft aside; it can be had back for seven days. Says whether there was one."""
    rows = TurnDraft.objects.filter(battle=battle, user=user, unit=unit, purpose=purpose, fork=fork)
    return rows.filter(discarded_at__isnull=True).update(discarded_at=at) > 0


def restore_draft(*, battle: Battle, user: User, unit: str, purpose: str = "turn", fork: int = 0) -> bool:
    """Take a draft back that was put aside. Says whether there was one."""
    rows = TurnDraft.objects.filter(battle=battle, user=user, unit=unit, purpose=purpose, fork=fork)
    return rows.filter(discarded_at__isnull=False).update(discarded_at=None) > 0


def drop_published_draft(*, battle: Battle, user: User, unit: str, purpose: str = "turn", fork: int = 0) -> None:
    """The draft has become a post: it goes in the same transaction, other forks stay."""
    TurnDraft.objects.filter(battle=battle, user=user, unit=unit, purpose=purpose, fork=fork).delete()


def forget_discarded_drafts(*, now: datetime) -> int:
    """Delete drafts put aside more than seven days ago; how many they were."""
    return TurnDraft.objects.filter(discarded_at__lt=now - KEPT_AFTER_DISCARD).delete()[0]
