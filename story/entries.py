"""A scene as it is read: posts with their frames, and between them what belongs there in time.

That are the turns of the scene's battle as they were posted, and days of a caravan that the director put into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from battles.models import Battle
from battles.selectors import battles_visible_to
from campaign.models import CaravanEntry
from story.models import Post, Scene, StoryFrame
from story.selectors.caravan import Line, lines_of, steps_in
from story.selectors.frames import ShownFrame, frames_of, outcomes_among
from story.selectors.reading import Only, Page, Shown
from story.selectors.sight import Reader
from story.selectors.told_frames import told_frames
from turns.models import TurnPost
from turns.readings import post_template, shown_to
from turns.selectors import posts_of

MOST_TURNS = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to read: a post, with its frame if it narrates one; turns of the battle; or a step of a caravan.

    `left_out` says how many turns before them are not shown.
    """

    post: Shown | None = None
    turns: tuple[Any, ...] = ()
    step: Line | None = None
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


def entries_of(page: Page, reader: Reader, *, at: datetime, only: Only = "all") -> list[Entry]:
    """A page's posts with their frames, and what was between them; of many turns in a row, the newest.

    Turns stand where everything is shown, or what has dice; steps of a caravan only where everything is.
    """
    frames = frames_of(_rows(page.posts), reader, at=at)
    entries = _woven(page.scene, page.posts, reader, frames, page.begins, page.ends, most=MOST_TURNS)
    beside = {"all": (True, True), "rolls": (True, False)}.get(only, (False, False))
    return [one for one in entries if one.post or (beside[0] and one.turns) or (beside[1] and one.step)]


def whole_scene(scene: Scene, posts: Sequence[Shown], reader: Reader) -> list[Entry]:
    """Everything of a scene for taking away, with these posts of it, which the reader may read."""
    return _woven(scene, posts, reader, told_frames(_rows(posts), reader, scene.campaign))


def _rows(posts: Sequence[Shown]) -> list[Post]:
    return [one.post for one in posts]


def _woven(
    scene: Scene,
    posts: Sequence[Shown],
    reader: Reader,
    frames: Mapping[int, ShownFrame],
    after: datetime | None = None,
    until: datetime | None = None,
    *,
    most: int | None = None,
) -> list[Entry]:
    outcomes = outcomes_among(_rows(posts), reader)
    battle = battle_of(scene, reader)
    turns = list(_turns_within(battle, after, until)) if battle else []
    gaps = _between(posts, sorted([*turns, *steps_in(scene, after, until)], key=lambda row: row.at))
    kept = [_newest_turns(gap, most) for gap in gaps]
    shown = _shown_turns(battle, [row for gap, _left in kept for row in gap], reader)
    entries: list[Entry] = []
    for index, (gap, left_out) in enumerate(kept):
        entries.extend(_gap(gap, left_out, shown, battle))
        if index < len(posts):
            one = posts[index]
            entries.append(Entry(post=one, frame=frames.get(one.post.pk), outcome_of=outcomes.get(one.post.pk)))
    return entries


Row = TurnPost | CaravanEntry


def _shown_turns(battle: Battle | None, rows: Sequence[Row], reader: Reader) -> dict[int, Any]:
    turns = [row for row in rows if isinstance(row, TurnPost)]
    return {one.row.pk: one for one in shown_to(battle, turns, reader)} if battle and turns else {}


def _newest_turns(gap: Sequence[Row], most: int | None) -> tuple[list[Row], int]:
    """A gap's rows without its older turns, and how many those are."""
    turns = [row for row in gap if isinstance(row, TurnPost)]
    older = {row.pk for row in turns[:-most]} if most else set()
    return [row for row in gap if not (isinstance(row, TurnPost) and row.pk in older)], len(older)


def _gap(gap: Sequence[Row], left_out: int, shown: Mapping[int, Any], battle: Battle | None) -> Iterator[Entry]:
    template = post_template(battle) if battle else ""
    for is_turn, together in groupby(gap, key=lambda row: isinstance(row, TurnPost)):
        if is_turn:
            yield Entry(turns=tuple(shown[row.pk] for row in together), left_out=left_out, post_template=template)
            left_out = 0
        else:
            yield from (Entry(step=line) for line in lines_of(row for row in together if isinstance(row, CaravanEntry)))


def _turns_within(battle: Battle, after: datetime | None, until: datetime | None) -> QuerySet[TurnPost]:
    rows = posts_of(battle)
    if after is not None:
        rows = rows.filter(at__gt=after)
    return rows.filter(at__lte=until) if until is not None else rows


def _between(posts: Sequence[Shown], rows: Sequence[Row]) -> list[list[Row]]:
    """The rows before each post, and those after the last."""
    gaps: list[list[Row]] = [[] for _post in range(len(posts) + 1)]
    place = 0
    for row in rows:
        while place < len(posts) and posts[place].post.published_at < row.at:
            place += 1
        gaps[place].append(row)
    return gaps
