"""The director's units, one after the other, in one go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from rulebook.errors import Refused
from turns.models import TurnPost
from turns.services.play import play_turn


@dataclass(frozen=True, slots=True)
class UnitTurn:
    """What one unit shall do."""

    unit: str
    steps: tuple[Any, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """How far the director's run came: the posts made, and where and why it stopped; `left` was not touched."""

    posts: tuple[TurnPost, ...]
    left: tuple[UnitTurn, ...] = ()
    stopped_by: Refused | None = None


def play_npc_turns(
    *,
    battle_id: int,
    director: User,
    turns: Sequence[UnitTurn],
    key: str,
    received_at: datetime,
    version: str | None = None,
    language: str = "en",
) -> Run:
    """Play several units' turns in order, each in a transaction of its own; stop at the first that is refused.

    What was played stays, the rest is left as it was. The same `key` sent again finds the turns already played and
    goes on where it stopped. The version is compared before the first only. PermissionDenied is raised, not kept.
    """
    posts: list[TurnPost] = []
    for number, turn in enumerate(turns):
        try:
            played = play_turn(
                battle_id=battle_id,
                unit=turn.unit,
                player=director,
                steps=turn.steps,
                text=turn.text,
                version=version if number == 0 else None,
                key=f"{key[:56]}/{number}",
                received_at=received_at,
                language=language,
            )
        except Refused as refused:
            return Run(tuple(posts), tuple(turns[number:]), refused)
        posts += [played.post] if played.post else []
    return Run(tuple(posts))
