"""What somebody who acts has written, and how it becomes part of a post."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max

from accounts.models import User
from battles.models import Battle
from turns.models import EarlyTurn, TurnPost


@dataclass(frozen=True, slots=True)
class Words:
    """What the person who acts now wrote for the turn of `unit`: their text, its language, the numbers they claim.

    `actor` is as whom they act: a player's id, or the director.
    """

    unit: str
    author: User
    text: str = ""
    language: str = "en"
    claimed: Mapping[str, Any] = field(default_factory=dict)
    actor: str = ""


def last_number(battle: Battle) -> int:
    """The number of the battle's newest post; 0 before the first."""
    number: int = TurnPost.objects.filter(battle=battle).aggregate(last=Max("number"))["last"] or 0
    return number


def mark_played(plan: EarlyTurn, post: TurnPost, alternative: int | None) -> None:
    """The early turn has become this post."""
    plan.status, plan.post, plan.used_alternative = EarlyTurn.Status.PLAYED, post, alternative
    plan.save(update_fields=["status", "post", "used_alternative", "changed_at"])
