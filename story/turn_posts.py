"""A scene's battle: its turns as they were posted, shown among the scene's posts where they belong in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from battles.models import Battle
from battles.selectors import battles_visible_to
from story.models import Scene, StoryFrame
from story.selectors.frames import ShownFrame, frames_of, outcomes_among
from story.selectors.reading import Page, Shown
from story.selectors.sight import Reader
from turns.models import TurnPost
from turns.readings import post_template, shown_to
from turns.selectors import posts_of

MOST_TURNS = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to read: a post, with its frame if it narrates one, or turns of the battle.

    `left_out` says how many turns before them are not shown.
    """

    post: Shown | None = None
    turns: tuple[Any, ...] = ()
    frame: ShownFrame | None = None
    outcome_of: StoryFrame | None = None
    left_out: int = 0
    post_template: str = ""


def battle_of(scene: Scene, reader: Reader) -> Battle | None:
    """The scene's battle, if the reader may know of it and it has begun."""
    if scene.battle_id is None:
        return None
    found = battles_visible_to(reader).filter(pk=scene.battle_id, state__isnull=False)
    return found.first()


def with_turns(page: Page, reader: Reader, *, at: datetime) -> list[Entry]:
    """A page's posts with their frames, and the turns that were posted between them; of many in a row, the newest."""
    battle = battle_of(page.scene, reader)
    frames = frames_of([one.post for one in page.posts], reader, at=at)
    outcomes = outcomes_among([one.post for one in page.posts], reader)
    if battle is None:
        return [_entry(one, frames, outcomes) for one in page.posts]
    rows = list(_turns_within(battle, page))
    gaps = _between(page.posts, rows)
    shown_rows = [row for gap in gaps for row in gap[-MOST_TURNS:]]
    shown = {one.row.pk: one for one in shown_to(battle, shown_rows, reader)}
    entries: list[Entry] = []
    for index, gap in enumerate(gaps):
        if gap:
            turns = tuple(shown[row.pk] for row in gap[-MOST_TURNS:])
            entries.append(Entry(turns=turns, left_out=len(gap) - len(turns), post_template=post_template(battle)))
        if index < len(page.posts):
            post = page.posts[index]
            entries.append(_entry(post, frames, outcomes))
    return entries


def _entry(post: Shown, frames: Mapping[int, ShownFrame], outcomes: Mapping[int, StoryFrame]) -> Entry:
    return Entry(post=post, frame=frames.get(post.post.pk), outcome_of=outcomes.get(post.post.pk))


def _turns_within(battle: Battle, page: Page) -> QuerySet[TurnPost]:
    rows = posts_of(battle)
    if page.begins is not None:
        rows = rows.filter(at__gt=page.begins)
    return rows.filter(at__lte=page.ends) if page.ends is not None else rows


def _between(posts: Sequence[Shown], rows: Sequence[TurnPost]) -> list[list[TurnPost]]:
    """The turns before each post, and those after the last."""
    gaps: list[list[TurnPost]] = [[] for _post in range(len(posts) + 1)]
    for row in rows:
        place = next((index for index, one in enumerate(posts) if row.at <= one.post.published_at), len(posts))
        gaps[place].append(row)
    return gaps
