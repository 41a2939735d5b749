"""Changing the words of a post: what it said before is kept, dice are neither thrown nor hidden."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from markup.dice import codes_in
from markup.render import tidy
from rulebook.errors import Illegal, TooLate
from story.models import Post, PostVersion, Scene, SceneDraft, SceneRoll
from story.services.composing import Composition, compose, gained, refuse_widening
from story.services.drafts import drop_published
from story.services.publishing import (
    Published,
    lock_scene,
    may_direct,
    next_position,
    require_open,
    require_writer,
)
from story.services.renderings import audience_for, render_post, write_passages
from story.services.telling import tell_of
from story.services.words import Words, check_words


def edit_post(
    *, post: Post, by: User, words: Words, version: int, at: datetime, confirmed: str = "", draft_fork: int = 0
) -> Published:
    """Give a post other words, and another audience if `words` says so; its voice stays as it was.

    A post that had stayed private because its markup could not be read is published by the edit that mends it.
    Raises PermissionDenied; TooLate `post-changed` when `version` is not the current one, `post-withdrawn`; Illegal
    `scene-closed`, `no-new-rolls`, `wider-audience`; and what `check_words` and `compose` raise.
    """
    check_words(words)
    with transaction.atomic():
        scene = lock_scene(post.scene)
        current = Post.objects.select_for_update(of=("self",)).select_related("audience", "author").get(pk=post.pk)
        current.scene = scene
        _refuse_edit(current, by, scene, version)
        made = compose(scene, by, words)
        _refuse_new_rolls(current, made)
        refuse_widening(scene, gained(scene, by, made, reply_to=_answered(current, made)), confirmed=confirmed)
        _keep_version(current, by, at)
        mended = current.unread_markup and not made.broken
        _rewrite(current, made, words)
        if mended:
            _publish_at_last(current, at)
        render_post(current, at=None if mended else at)
        drop_published(scene=scene, user=by, kind=SceneDraft.Kind.EDIT, target=current.code, fork=draft_fork)
        if mended:
            tell_of(current, at=at)
    return Published(current, warnings=("unread-markup",) if made.broken else ())


def _answered(post: Post, made: Composition) -> Post | None:
    """What the post answers, where the edit lets others read the answer: who read both knows what it was about."""
    people = set() if post.audience is None else set(post.audience.people.values_list("user_id", flat=True))
    wider = post.audience is not None and (made.users is None or bool(made.users - people))
    return post.reply_to if wider else None


def require_editor(user: User, post: Post) -> None:
    """Raises PermissionDenied unless the user wrote the post and may still write here."""
    if post.author_id != user.pk:
        raise PermissionDenied(_("Only its author may change a post."))
    require_writer(user, post.scene)


def _refuse_edit(post: Post, by: User, scene: Scene, version: int) -> None:
    require_editor(by, post)
    if post.deleted_at is not None:
        raise TooLate("post-withdrawn", "This post was withdrawn.")
    if not may_direct(by, scene):
        require_open(by, scene)
    if post.version != version:
        data = {"version": post.version}
        raise TooLate("post-changed", f"The post is at version {post.version}, not {version}.", data)


def _refuse_new_rolls(post: Post, made: Composition) -> None:
    if any(wanted for _cut, wanted in made.rolls()):
        raise Illegal("no-new-rolls", "An edit throws no dice; write a new post for that.", {"post": post.code})


def _keep_version(post: Post, by: User, at: datetime) -> None:
    PostVersion.objects.create(post=post, number=post.version, body=post.body, note=post.note, by=by, at=at)
    post.version += 1


def _rewrite(post: Post, made: Composition, words: Words) -> None:
    was_private = post.unread_markup
    post.body, post.note = tidy(words.body), tidy(words.note)
    post.audience = audience_for(post.scene, made.users)
    post.addressed, post.meant_for = list(made.labels), words.meant_for()
    post.unread_markup = made.broken
    post.save()
    post.passages.all().delete()
    write_passages(post, made, [cut.text for cut in made.cuts])
    if was_private and not made.broken:
        _free_rolls(post, made)


def _free_rolls(post: Post, made: Composition) -> None:
    """The dice of a post that nobody could read go where its mended text says."""
    for cut in made.cuts:
        audience = audience_for(post.scene, cut.users) or post.audience
        SceneRoll.objects.filter(post=post, code__in=codes_in(cut.text)).update(audience=audience)


def _publish_at_last(post: Post, at: datetime) -> None:
    post.position, post.published_at = next_position(post.scene), at
    post.save(update_fields=["position", "published_at"])
