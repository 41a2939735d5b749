"""Turns as they are read: the player's words, what was done and rolled, and the Overlord's reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulebook.dungeon.steps import OVERLORD
from turns.dungeon.record import Entry, Line, RollLine, entries_of, lines_of, rolls_of
from turns.dungeon.sight import Sight
from turns.models import TurnPost
from turns.one_post import may_ask_about, with_entries


@dataclass(frozen=True, slots=True)
class ShownPost:
    """A post as a page shows it.

    `may_ask`: it tells the reader's own turn, and the director may still be asked to take it back.
    """

    row: TurnPost
    name: str
    lines: Sequence[Line]
    rolls: Sequence[RollLine]
    wounds: tuple[int, int] | None
    may_ask: bool = False


def shown_post(row: TurnPost, sight: Sight) -> ShownPost:
    """One post, for the reader of `sight`."""
    return shown_posts([row], sight)[0]


def shown_posts(rows: Sequence[TurnPost], sight: Sight) -> list[ShownPost]:
    """Posts for one reader; their events are read at once, however many they are."""
    told = with_entries(rows, lambda after, until: entries_of(sight, after=after, until=until))
    return [_shown(row, entries, sight) for row, entries in told]


def _shown(row: TurnPost, entries: list[Entry], sight: Sight) -> ShownPost:
    wounds = row.notes.get("numbers", {}).get("wounds")
    return ShownPost(
        row=row,
        name=name_in(row.unit, row.unit_name, sight),
        lines=lines_of(entries, sight),
        rolls=rolls_of(entries, sight),
        wounds=(wounds[0], wounds[1]) if wounds else None,
        may_ask=may_ask_about(row, sight),
    )


def name_in(unit: str, written: str, sight: Sight) -> str:
    """A post's title in the language in force: the Overlord, or the model's name."""
    if unit == OVERLORD:
        return _("The Overlord")
    return sight.name(unit) if unit in sight.models else written


def open_post(sight: Sight, unit: str) -> TurnPost | None:
    """The post that this turn is writing, if it has begun."""
    model = sight.known.models.get(unit)
    key = OVERLORD if model is None or model.side == "overlord" else unit
    rows = TurnPost.objects.filter(battle=sight.battle, unit=key, open=True, undone_at__isnull=True)
    return rows.order_by("-number").first()


def open_lines(sight: Sight, unit: str) -> list[Line]:
    """What has happened in the open turn so far."""
    row = open_post(sight, unit)
    return list(shown_post(row, sight).lines) if row is not None else []


def last_overlord_post(sight: Sight) -> TurnPost | None:
    """The Overlord's newest post, which says what he did, and the Invisible one's why."""
    rows = TurnPost.objects.filter(battle=sight.battle, unit=OVERLORD, undone_at__isnull=True)
    return rows.order_by("-number").first()
