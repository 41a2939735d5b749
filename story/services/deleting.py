"""Withdrawing a post and bringing it back; the directors see it all the time, and its rolls stay on record."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from story.models import Post
from story.services.publishing import lock_scene, may_direct, require_open, require_writer
from story.services.telling import fall_silent


def withdraw_post(*, post: Post, by: User, at: datetime) -> bool:
    """Take a post out of the scene: its author in an open scene, a director in any. Says whether it still stood.

    Raises PermissionDenied; Illegal `scene-closed`.
    """
    with transaction.atomic():
        _require_owner(post, by)
        taken = Post.objects.filter(pk=post.pk, deleted_at__isnull=True).update(deleted_at=at, deleted_by=by)
        if taken:
            fall_silent(post, at=at)
    return taken > 0


def restore_post(*, post: Post, by: User) -> bool:
    """Bring a withdrawn post back: the directors any, its author one that they withdrew themselves.

    Says whether it was gone. Raises PermissionDenied; Illegal `scene-closed`.
    """
    with transaction.atomic():
        _require_owner(post, by)
        if not may_direct(by, post.scene) and post.deleted_by_id != by.pk:
            raise PermissionDenied(_("Only a director may bring back what a director withdrew."))
        return Post.objects.filter(pk=post.pk, deleted_at__isnull=False).update(deleted_at=None, deleted_by=None) > 0


def _require_owner(post: Post, by: User) -> None:
    scene = lock_scene(post.scene)
    if may_direct(by, scene):
        return
    if post.author_id != by.pk:
        raise PermissionDenied(_("Only its author and the directors may withdraw a post."))
    require_writer(by, scene)
    require_open(by, scene)
