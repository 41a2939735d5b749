"""Pictures that nothing shows any more: they go some time after they were uploaded, and their files with them.

A passage of a post shows a picture, withdrawn or not. A draft, also one put aside that can still be brought back, an
earlier version of a post and a scene's prompt keep a picture by mentioning it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import models, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from markup.render import PICTURE_CODE
from story.models import Picture, PostVersion, Scene, SceneDraft

GRACE = timedelta(days=7)
FOLDER = "pictures"
AT_ONCE = 500
MENTION = "/pictures/"


def drop_unused_pictures(*, now: datetime) -> int:
    """Delete the pictures that were uploaded a week ago and that nothing shows or mentions; returns how many."""
    return _drop(Picture.objects.filter(at__lt=now - GRACE))


def drop_pictures_of(user: User) -> int:
    """The same, at once, for those that somebody uploaded who goes; what others' drafts mention stays."""
    return _drop(Picture.objects.filter(uploader=user))


def drop_lost_files(*, now: datetime) -> int:
    """Delete files of pictures that have no row any more, as when a whole campaign was deleted; returns how many."""
    storage = Picture._meta.get_field("file").storage
    if not storage.exists(FOLDER):
        return 0
    names = sorted(storage.listdir(FOLDER)[1])
    lost = 0
    for start in range(0, len(names), AT_ONCE):
        paths = [f"{FOLDER}/{name}" for name in names[start : start + AT_ONCE]]
        known = set(Picture.objects.filter(file__in=paths).values_list("file", flat=True))
        for path in paths:
            if path not in known and storage.get_modified_time(path) < now - GRACE:
                storage.delete(path)
                lost += 1
    return lost


def _drop(rows: QuerySet[Picture]) -> int:
    unused = rows.filter(passages__isnull=True)
    mentioned = _mentioned(unused)
    return sum(_drop_one(picture) for picture in unused if picture.code not in mentioned)


def _drop_one(picture: Picture) -> bool:
    """Whoever writes a post, a draft or a prompt with it holds the row meanwhile (`hold_pictures`).

    So everything is asked again once the row is ours.
    """
    with transaction.atomic():
        row = Picture.objects.select_for_update().filter(pk=picture.pk).first()
        if row is None or row.passages.exists() or _mentioned(Picture.objects.filter(pk=row.pk), row.code):
            return False
        if name := row.file.name:
            transaction.on_commit(partial(row.file.storage.delete, name))
        row.delete()
    return True


def _mentioned(pictures: QuerySet[Picture], code: str = "") -> set[str]:
    """The codes (or this one) that drafts, earlier versions and prompts of the pictures' campaigns mention."""
    campaigns = pictures.order_by().values("campaign_id").distinct()
    drafts = SceneDraft.objects.filter(scene__campaign__in=campaigns)
    versions = PostVersion.objects.filter(post__scene__campaign__in=campaigns)
    prompts = Scene.objects.filter(campaign__in=campaigns)
    mention = f"{MENTION}{code}"
    texts = [
        *_texts(drafts, mention, "body", "note"),
        *_texts(versions, mention, "body", "note"),
        *_texts(prompts, mention, "prompt"),
    ]
    return {found for text in texts for found in PICTURE_CODE.findall(text)}


def _texts(rows: QuerySet[models.Model], mention: str, *columns: str) -> Iterable[str]:
    some = Q()
    for column in columns:
        some |= Q(**{f"{column}__contains": mention})
    for texts in rows.filter(some).order_by("pk").values_list(*columns):
        yield from texts
