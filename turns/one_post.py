"""A turn at an address of its own, in any game: safe to reload, to come back to, to share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from accounts.models import User
from battles.models import Battle
from battles.selectors import SHOWN_SEED
from turns.models import TurnPost
from turns.selectors import retcons_about

Kept = TypeVar("Kept", bound=tuple[int, Any, bool])
"""An entry of a reader's record: the event's number, the event, whether it was taken back later."""


class Reading(Protocol):
    """One reader's look at a battle, whichever game is played."""

    @property
    def battle(self) -> Battle: ...

    @property
    def user(self) -> User | AnonymousUser: ...

    @property
    def directs(self) -> bool: ...


def post_or_404(battle: Battle, number: int) -> TurnPost:
    """The post of this number. Raises Http404."""
    row = TurnPost.objects.filter(battle=battle, number=number).select_related("author", "played_for").first()
    if row is None:
        raise Http404
    return row


def with_entries(rows: Sequence[TurnPost], read: Callable[[int, int], list[Kept]]) -> list[tuple[TurnPost, list[Kept]]]:
    """Posts, each with its own part of a reader's record, which is read at once however many they are.

    `read` gives the entries after one event, until another.
    """
    if not rows:
        return []
    entries = read(min(row.first_event for row in rows) - 1, max(row.last_event for row in rows))
    return [(row, [one for one in entries if row.first_event <= one[0] <= row.last_event]) for row in rows]


def may_ask_about(row: TurnPost, sight: Reading) -> bool:
    """Whether it tells the reader's own turn, and the director may still be asked to take it back."""
    own = sight.user.pk is not None and sight.user.pk in (row.author_id, row.played_for_id)
    return own and row.undone_at is None and sight.battle.status not in SHOWN_SEED


def post_context(sight: Reading, row: TurnPost, **shown: Any) -> dict[str, Any]:
    """What its page needs besides the post as the game shows it."""
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "own": row.author_id == sight.user.pk,
        "requests": retcons_about(row, sight.user, directs=sight.directs),
        **_neighbours(row),
        **shown,
    }


def _neighbours(row: TurnPost) -> dict[str, int | None]:
    """The numbers of the posts before and after it, where there are any."""
    beside = TurnPost.objects.filter(battle=row.battle_id, number__in=(row.number - 1, row.number + 1))
    there = set(beside.values_list("number", flat=True))
    return {name: at if at in there else None for name, at in (("before", row.number - 1), ("after", row.number + 1))}
