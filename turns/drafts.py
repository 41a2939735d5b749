"""What a player has typed and not sent, as the pages read and keep it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from accounts import clock
from accounts.models import User
from battles.models import Battle
from rulebook.errors import Refused
from turns.composer import orders_from
from turns.selectors import drafts_for
from turns.services import DraftSaved, save_draft
from turns.wording import Names, said

Read = Callable[[Mapping[str, Any]], Any]
"""Makes orders of the fields of a form, or of a draft."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The composer's fields and text, and which draft they are: `revision` 0 is one never saved; why not, if it failed.

    `orders` are those of the game that is played; they go `to_data()` to be kept.
    """

    orders: Any
    text: str
    fork: int = 0
    revision: int = 0
    saved_at: datetime | None = None
    conflict: bool = False
    others: tuple[int, ...] = ()
    expected: str = ""
    unsaved: str = ""


def typed_from(data: Mapping[str, str], read: Read = orders_from) -> Typed:
    """What a form holds. `read` makes a game's orders of its fields."""
    return Typed(
        read(data),
        data.get("text", "").replace("\r\n", "\n"),
        _number(data.get("fork", "")),
        _number(data.get("revision", "")),
        expected=data.get("expected", "")[:20],
    )


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 9 else 0


def kept_draft(
    battle: Battle, user: User, unit: str, *, fork: str = "0", purpose: str = "turn", read: Read = orders_from
) -> Typed:
    """The draft kept for a unit; empty fields where there is none."""
    rows = list(drafts_for(battle, user, unit, purpose))
    row = next((row for row in rows if row.fork == _number(fork)), rows[0] if rows else None)
    if row is None:
        return Typed(read({}), "")
    others = tuple(other.fork for other in rows if other.fork != row.fork)
    return Typed(read(row.plan), row.narrative, row.fork, row.revision, row.saved_at, others=others)


def save_typed(battle: Battle, user: User, unit: str, typed: Typed, purpose: str = "turn") -> Typed:
    """Keep what was typed; the same fields, with the draft's new number. Raises Refused for too much text."""
    saved = save_draft(
        battle=battle,
        user=user,
        unit=unit,
        text=typed.text,
        plan=typed.orders.to_data(),
        revision=typed.revision,
        at=clock.now(),
        purpose=purpose,
        fork=typed.fork,
    )
    return replace(typed, fork=saved.fork, revision=saved.revision, saved_at=saved.saved_at, conflict=saved.conflict)


def save_plan(battle: Battle, user: User, unit: str, typed: Typed, plan: Mapping[str, Any]) -> DraftSaved:
    """Keep what was typed of an early turn, which `plan` holds. Raises Refused for too much text."""
    return save_draft(
        battle=battle,
        user=user,
        unit=unit,
        text=typed.text,
        plan=plan,
        revision=typed.revision,
        at=clock.now(),
        purpose="plan",
        fork=typed.fork,
    )


def keep_typed(battle: Battle, user: User, unit: str, typed: Typed, purpose: str = "turn") -> Typed:
    """`save_typed` for pages: what cannot be saved as a draft stays in the page, which says why."""
    try:
        return save_typed(battle, user, unit, typed, purpose)
    except Refused as refused:
        return replace(typed, unsaved=said(refused, Names({})))
