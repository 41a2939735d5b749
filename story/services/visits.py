"""How far each reader has read a scene, and whether they want to be told of what comes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from notifications.models import Notice
from notifications.services import mark_read as mark_notices_read
from story.models import Scene, SceneVisit


def mark_read(*, scene: Scene, user: User, position: int, at: datetime) -> None:
    """The reader has come and has read up to this place; what told them to come is read too. Never goes back."""
    visit, _made = SceneVisit.objects.get_or_create(scene=scene, user=user)
    ahead = SceneVisit.objects.filter(pk=visit.pk).filter(Q(at__isnull=True) | Q(at__lte=at))
    ahead.update(position=max(position, visit.position), at=at)
    told = Notice.objects.filter(reader=user, withdrawn_at__isnull=True, read_at__isnull=True)
    mark_notices_read(reader=user, notices=told.filter(subject=subject_of(scene)).values_list("pk", flat=True), at=at)


def has_written(*, scene: Scene, user: User, position: int, at: datetime) -> None:
    """Whoever writes follows the scene, unless they said otherwise; what they wrote is not new to them.

    What others wrote since their last visit stays unread.
    """
    visit, made = SceneVisit.objects.get_or_create(scene=scene, user=user, defaults={"at": at})
    if visit.position == position - 1 or (made and position == 1):
        SceneVisit.objects.filter(pk=visit.pk).update(position=position)
    if visit.follows is None:
        SceneVisit.objects.filter(pk=visit.pk).update(follows=True)


def follow(*, scene: Scene, user: User, follows: bool) -> None:
    """Tell the reader of new posts, or no longer."""
    SceneVisit.objects.update_or_create(scene=scene, user=user, defaults={"follows": follows})


def subject_of(scene: Scene) -> str:
    """What notices on a scene as a whole speak of."""
    return f"scene:{scene.code}"
