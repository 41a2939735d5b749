"""A round of a battle told in short, as everybody may read it: what the report of either game is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from battles.models import Battle
from turns.models import TurnPost

ROUND_BEGAN = "round-began"
"""The kind of the event with which a round begins in any game."""

Told = TypeVar("Told", bound=tuple[int, Any, bool])


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done in one turn, or between turns where `name` is empty. `post` is the number of the turn's post."""

    name: str
    lines: tuple[str, ...]
    post: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """A round: its deeds, who stands how at its end (name, words), what was found, and how the battle ended with it.

    `running` says that the round is still being played: the report is that of now.
    """

    title: str
    running: bool
    deeds: tuple[Deed, ...]
    standing: tuple[tuple[str, str], ...]
    found: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Events of one turn with its post, or events that belong to none."""

    post: TurnPost | None
    events: tuple[Any, ...]


def events_of_round(record: Sequence[Told], round_: int) -> list[Told]:
    """What counts of a record between the beginning of a round and of the next; nothing that was taken back."""
    counted = [entry for entry in record if not entry[2]]
    began = {event.round: place for place, (_n, event, _u) in enumerate(counted) if event.kind == ROUND_BEGAN}
    if round_ not in began:
        return []
    return counted[began[round_] : began.get(round_ + 1, len(counted))]


def parts_of(battle: Battle, round_: int, entries: Iterable[Told]) -> list[Part]:
    """The events, turn by turn."""
    rows = list(TurnPost.objects.filter(battle=battle, round=round_, undone_at__isnull=True).order_by("number"))
    parts: list[tuple[TurnPost | None, list[Any]]] = []
    for number, event, _undone in entries:
        post = next((row for row in rows if row.first_event <= number <= row.last_event), None)
        if not parts or parts[-1][0] is not post:
            parts.append((post, []))
        parts[-1][1].append(event)
    return [Part(post, tuple(events)) for post, events in parts]
