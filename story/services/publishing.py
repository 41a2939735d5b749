"""Publishing a post: who may, once for a key, private passages apart, dice thrown, readers told."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.selectors import DIRECTING, role_of
from markup import private
from markup.dice import Wanted, stamped
from markup.render import tidy
from rulebook.dice import Dice
from rulebook.dice_notation import roll
from rulebook.errors import Illegal, TooLate
from story.models import Post, Scene, SceneDraft, SceneRoll, new_code
from story.selectors.people import speaker_for
from story.selectors.sight import WRITING, scenes_visible_to
from story.services.composing import (
    Composition,
    Cut,
    compose,
    gained,
    refuse_widening,
    reply_target,
)
from story.services.drafts import drop_published
from story.services.renderings import audience_for, render_post, write_passages
from story.services.telling import tell_of
from story.services.visits import has_written
from story.services.words import Words, check_key, check_words

MINUTE = timedelta(minutes=1)
MOST_IN_A_MINUTE = 5


class SystemDice:
    """Faces from the system's source of secrets; the rows of the rolls are their record."""

    def __init__(self) -> None:
        self._counter = 0

    @property
    def counter(self) -> int:
        """How many dice were thrown."""
        return self._counter

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`."""
        self._counter += 1
        return secrets.randbelow(sides) + 1


@dataclass(frozen=True, slots=True)
class Published:
    """A post that stands. `again`: the key had been used, this is what came of it then. `warnings` are codes."""

    post: Post
    again: bool = False
    warnings: tuple[str, ...] = ()


def publish(
    *,
    scene: Scene,
    author: User,
    words: Words,
    key: str,
    at: datetime,
    confirmed: str = "",
    draft_fork: int = 0,
    dice: Dice | None = None,
) -> Published:
    """Publish a post; the same key gives the same post again and throws nothing.

    Private markup that cannot be read makes the whole post its author's and the directors' (warning `unread-markup`).
    Raises PermissionDenied; Unreadable and Illegal of `check_words`, `compose`, `dice.wanted`, `speaker_for`; Illegal
    `scene-closed`, `wider-audience` (until `confirmed` is the token it named), `too-fast`; TooLate `key-used`.
    """
    check_key(key)
    check_words(words)
    try:
        with transaction.atomic():
            return _publish(scene, author, words, key, at, confirmed, draft_fork, dice or SystemDice())
    except IntegrityError:
        # The same key came twice at once: the other was first.
        with transaction.atomic():
            return _publish(scene, author, words, key, at, confirmed, draft_fork, dice or SystemDice())


def _publish(
    scene: Scene,
    author: User,
    words: Words,
    key: str,
    at: datetime,
    confirmed: str,
    draft_fork: int,
    dice: Dice,
) -> Published:
    scene = lock_scene(scene)
    require_writer(author, scene)
    earlier = Post.objects.filter(author=author, key=key).select_related("scene__campaign").first()
    if earlier is not None:
        return _again(earlier, words)
    require_open(author, scene)
    _refuse_flood(author, scene, at)
    speaker = speaker_for(author, scene.campaign, voice=words.voice, npc=words.npc, hide_author=words.hide_author)
    made = compose(scene, author, words)
    rolls = made.rolls()
    target = reply_target(author, scene, words.reply_to)
    refuse_widening(scene, gained(scene, author, made, reply_to=target), confirmed=confirmed)
    post = Post(
        scene=scene,
        position=next_position(scene),
        author=author,
        voice=speaker.voice,
        character=speaker.character,
        speaker_name=speaker.name,
        author_hidden=speaker.hidden,
        audience=audience_for(scene, made.users),
        addressed=list(made.labels),
        meant_for=words.meant_for(),
        unread_markup=made.broken,
        reply_to=target,
        language=words.language,
        key=key,
        content_hash=words.content_hash(),
        published_at=at,
    )
    write_text(post, made, words, throw(post, rolls, dice))
    render_post(post, at=None)
    has_written(scene=scene, user=author, position=post.position, at=at)
    drop_published(scene=scene, user=author, kind=SceneDraft.Kind.POST, target="", fork=draft_fork)
    tell_of(post, at=at)
    return Published(post, warnings=("unread-markup",) if made.broken else ())


def lock_scene(scene: Scene) -> Scene:
    """The scene's row, held until the transaction ends."""
    return Scene.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=scene.pk)


def require_writer(user: User, scene: Scene) -> None:
    """Raises PermissionDenied unless the user reads the scene and plays or directs."""
    if role_of(user, scene.campaign) not in WRITING or not scenes_visible_to(user).filter(pk=scene.pk).exists():
        raise PermissionDenied(_("Only players and directors who can read this scene may write in it."))


def require_open(user: User, scene: Scene) -> None:
    """Raises Illegal `scene-closed` unless the scene is open."""
    if scene.status != Scene.Status.OPEN:
        raise Illegal("scene-closed", f"{scene.title!r} is {scene.status}.", {"status": scene.status})


def may_direct(user: User, scene: Scene) -> bool:
    """Whether the user directs the scene's campaign."""
    return role_of(user, scene.campaign) in DIRECTING


def _again(earlier: Post, words: Words) -> Published:
    if earlier.content_hash != words.content_hash():
        raise TooLate("key-used", "This form was sent already, with other words.", {"post": earlier.code})
    return Published(earlier, again=True, warnings=("unread-markup",) if earlier.unread_markup else ())


def _refuse_flood(author: User, scene: Scene, at: datetime) -> None:
    recent = Post.objects.filter(author=author, scene__campaign=scene.campaign, published_at__gt=at - MINUTE)
    if recent.filter(published_at__lte=at).count() >= MOST_IN_A_MINUTE:
        data = {"most": MOST_IN_A_MINUTE}
        raise Illegal("too-fast", f"{MOST_IN_A_MINUTE} posts in a minute are enough; wait a little.", data)


def next_position(scene: Scene) -> int:
    """The place at the scene's end, taken."""
    scene.last_position += 1
    scene.save(update_fields=["last_position"])
    return scene.last_position


def throw(post: Post, rolls: list[tuple[Cut, list[Wanted]]], dice: Dice) -> list[list[SceneRoll]]:
    """Throw every roll of a post, passage by passage; rows not yet saved."""
    number = 0
    thrown: list[list[SceneRoll]] = []
    for cut, wanted in rolls:
        thrown.append([_thrown(post, cut, one, number + index, dice) for index, one in enumerate(wanted, start=1)])
        number += len(wanted)
    return thrown


def _thrown(post: Post, cut: Cut, wanted: Wanted, number: int, dice: Dice) -> SceneRoll:
    outcome = roll(wanted.notation, dice)
    faces = [{"dice": [[die.face, die.kept] for die in one.dice], "of": one.notation} for one in outcome.thrown]
    return SceneRoll(
        code=new_code(),
        scene=post.scene,
        post=post,
        number=number,
        author=post.author,
        speaker_name=post.speaker_name,
        author_hidden=post.author_hidden,
        expression=wanted.notation.written,
        reason=wanted.reason,
        faces=faces,
        total=outcome.total,
        audience=audience_for(post.scene, cut.users) or post.audience,
        secret=wanted.secret,
        at=post.published_at,
    )


def write_text(post: Post, made: Composition, words: Words, thrown: list[list[SceneRoll]]) -> None:
    """Save a new post with its passages and rolls; each roll's tag is given its code."""
    texts = [stamped(cut.text, iter([one.code for one in rolls])) for cut, rolls in zip(made.cuts, thrown, strict=True)]
    codes = iter([one.code for rolls in thrown for one in rolls])
    post.body = stamped_whole(words.body, codes, broken=made.broken)
    post.note = stamped_whole(words.note, codes, broken=made.broken)
    post.save()
    SceneRoll.objects.bulk_create(one for rolls in thrown for one in rolls)
    write_passages(post, made, texts)


def stamped_whole(text: str, codes: Iterator[str], *, broken: bool) -> str:
    """A part of the post as its author will edit it: the rolls found passage by passage, as they were thrown."""
    text = tidy(text)
    return stamped(text, codes) if broken else private.each_run(text, lambda run: stamped(run, codes))
