"""Somebody deletes their account: what they wrote stays, without their name."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext, override

from accounts.farewells import Farewell
from accounts.models import User
from story.models import FeedKey, Post, SceneDraft, SceneReader, SceneRoll, SceneVisit
from story.selectors.people import labels_of
from story.services.renderings import render_post
from story.services.tidying import drop_pictures_of

PRIVATE = (FeedKey, SceneDraft, SceneReader, SceneVisit)


def forget_writer(gone: Farewell) -> None:
    """Drafts, visits and feeds go, and pictures that stand nowhere; posts and rolls are a former player's."""
    for model in PRIVATE:
        model._default_manager.filter(user=gone.user).delete()
    drop_pictures_of(gone.user)
    _rename(gone)
    _address_anew(gone.user)


def _rename(gone: Farewell) -> None:
    """What was said as oneself is said by a former player, in the language of the campaign."""
    for rows in (Post.objects.filter(author=gone.user), SceneRoll.objects.filter(author=gone.user)):
        own = rows.filter(speaker_name__in=gone.names)
        for language in list(own.order_by().values_list("scene__campaign__language", flat=True).distinct()):
            with override(language):
                own.filter(scene__campaign__language=language).update(speaker_name=gettext("a former player"))


def _address_anew(user: User) -> None:
    """Where it is shown for whom something was written, the name goes too."""
    inside = Q(audience__people__user=user) | Q(passages__audience__people__user=user)
    for post in Post.objects.filter(inside).distinct().select_related("scene__campaign", "audience"):
        with override(post.scene.campaign.language):
            if post.audience is not None and post.addressed:
                post.addressed = _labels(post, post.audience.people.values_list("user_id", flat=True))
                post.save(update_fields=["addressed"])
            for passage in post.passages.filter(audience__isnull=False).exclude(addressed=[]):
                assert passage.audience is not None
                passage.addressed = _labels(post, passage.audience.people.values_list("user_id", flat=True))
                passage.save(update_fields=["addressed"])
        _render_as_it_was(post)


def _labels(post: Post, users: Iterable[int]) -> list[str]:
    return labels_of(post.scene.campaign, [one for one in users if one != post.author_id])


def _render_as_it_was(post: Post) -> None:
    """Laid out anew; when it was last changed for whom stays what it was."""
    changed = dict(post.renderings.exclude(changed_at=None).values_list("sight", "changed_at"))
    render_post(post, at=None)
    for sight, at in changed.items():
        post.renderings.filter(sight=sight).update(changed_at=at)
