"""A post before it is one: how it would look, who would read each part, what would be wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from rulebook.errors import Refused
from story.models import Scene
from story.refusals import said
from story.selectors.sight import pictures_visible_to
from story.services.composing import compose, gained, reply_target
from story.services.renderings import preview
from story.services.words import Words, check_words


@dataclass(frozen=True, slots=True)
class Previewed:
    """The parts of a post to be; `problem` says why it could not be published as it is."""

    body: tuple[dict[str, Any], ...] = ()
    note: tuple[dict[str, Any], ...] = ()
    problem: str = ""
    broken: bool = False
    widens: bool = False
    rolls: int = 0


def preview_of(scene: Scene, author: User, words: Words) -> Previewed:
    """What publishing these words would make; nothing is thrown, nothing kept."""
    try:
        check_words(words)
        made = compose(scene, author, words)
    except Refused as refused:
        return Previewed(problem=said(refused))
    pictures = {
        one.code: (one.width, one.height) for one in pictures_visible_to(author).filter(campaign=scene.campaign)
    }
    chunks = preview(scene.campaign, made, pictures).chunks
    problem, rolls = "", 0
    try:
        rolls = sum(len(wanted) for _cut, wanted in made.rolls())
    except Refused as refused:
        problem = said(refused)
    return Previewed(
        body=tuple(one for one in chunks if one["part"] == "body"),
        note=tuple(one for one in chunks if one["part"] == "note"),
        problem=problem,
        broken=made.broken,
        widens=bool(gained(scene, author, made, reply_to=reply_target(author, scene, words.reply_to)).token),
        rolls=rolls,
    )
