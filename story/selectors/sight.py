"""The one question, `visible_to(user)`, for everything that is written: every list, page, feed and notice asks it here.

A scene is seen by the directors, and by whom its openness lets in. A post is seen where its scene is, unless it has an
audience without the reader or was withdrawn; directors see it all. Passages, rolls and pictures follow their posts.
Audiences count only for people who still belong to the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import User
from campaign.models import Campaign, Membership
from campaign.selectors import DIRECTING, role_of
from campaign.selectors import visible_to as campaigns_visible_to
from story.models import Audience, AudienceReader, Passage, Picture, Post, Scene, SceneReader, SceneRoll

Reader: TypeAlias = User | AnonymousUser

WRITING = (*DIRECTING, Membership.Role.PLAYER)


def scenes_visible_to(user: Reader) -> QuerySet[Scene]:
    """Every scene the user may know of."""
    everyone = Q(openness=Scene.Openness.EVERYONE, campaign__in=campaigns_visible_to(user).values("pk"))
    if not isinstance(user, User):
        return Scene.objects.filter(everyone)
    chosen = SceneReader.objects.filter(user=user).values("scene_id")
    return Scene.objects.filter(
        everyone
        | Q(campaign_id__in=_campaigns(user, DIRECTING))
        | Q(openness=Scene.Openness.MEMBERS, campaign_id__in=_campaigns(user, WRITING))
        | Q(openness=Scene.Openness.CHOSEN, pk__in=chosen, campaign_id__in=_campaigns(user))
    )


def posts_visible_to(user: Reader) -> QuerySet[Post]:
    """Every post of which the user may read something."""
    seen = Q(scene_id__in=scenes_visible_to(user).values("pk"))
    standing = Q(deleted_at__isnull=True) & _open_to(user)
    return Post.objects.filter(seen & standing | Q(scene_id__in=_directed_scenes(user)))


def passages_visible_to(user: Reader) -> QuerySet[Passage]:
    """Every passage the user may read."""
    readable = Q(post_id__in=posts_visible_to(user).values("pk")) & _open_to(user)
    return Passage.objects.filter(readable | Q(post__scene_id__in=_directed_scenes(user)))


def rolls_visible_to(user: Reader) -> QuerySet[SceneRoll]:
    """Every roll whose result the user may know, of posts that stand and of posts that were withdrawn."""
    readable = Q(scene_id__in=scenes_visible_to(user).values("pk"), secret=False) & _open_to(user)
    return SceneRoll.objects.filter(readable | Q(scene_id__in=_directed_scenes(user)))


def pictures_visible_to(user: Reader) -> QuerySet[Picture]:
    """Every picture that stands in a passage the user may read, and those the user has uploaded."""
    shown = Q(
        pk__in=Picture.passages.through.objects.filter(passage__in=passages_visible_to(user)).values("picture_id")
    )
    if not isinstance(user, User):
        return Picture.objects.filter(shown)
    own = Q(uploader=user, campaign_id__in=_campaigns(user))
    return Picture.objects.filter(shown | own | Q(campaign_id__in=_campaigns(user, DIRECTING)))


def audiences_of(user: Reader) -> QuerySet[Audience, int]:
    """The ids of the audiences the user is in, as long as they belong to the campaign."""
    if not isinstance(user, User):
        return Audience.objects.none().values_list("pk", flat=True)
    inside = AudienceReader.objects.filter(user=user).values("audience_id")
    return Audience.objects.filter(pk__in=inside, scene__campaign_id__in=_campaigns(user)).values_list("pk", flat=True)


def directs(user: Reader, campaign: Campaign) -> bool:
    """Whether the user sees everything of the campaign's scenes."""
    return role_of(user, campaign) in DIRECTING


def open_to_all(scene: Scene, audience_id: int | None = None) -> bool:
    """Whether whoever reads the campaign may know of it: only then is it named where everybody reads, as on sheets."""
    return scene.openness == Scene.Openness.EVERYONE and audience_id is None


def may_know_author(user: Reader, post: Post | SceneRoll, *, as_director: bool) -> bool:
    """Whether the user may know who wrote: it was not hidden, or they direct, or it was they themselves."""
    return as_director or not post.author_hidden or (post.author_id is not None and post.author_id == user.pk)


def readers_of_scene(scene: Scene) -> QuerySet[User]:
    """The members who may read the scene, directors included; the same question asked the other way round."""
    members = Membership.objects.filter(campaign=scene.campaign, left_at__isnull=True)
    if scene.openness == Scene.Openness.MEMBERS:
        members = members.filter(role__in=WRITING)
    elif scene.openness == Scene.Openness.CHOSEN:
        members = members.filter(Q(role__in=DIRECTING) | Q(user__in=scene.chosen.values("user_id")))
    return User.objects.filter(pk__in=members.values("user_id")).order_by("pk")


def readers_of_post(post: Post) -> QuerySet[User]:
    """The members who may read something of the post."""
    readers = readers_of_scene(post.scene)
    if post.audience_id is None and post.deleted_at is None:
        return readers
    inside = post.audience.people.values_list("user_id", flat=True) if post.audience and not post.deleted_at else ()
    return readers.filter(Q(pk__in=inside) | Q(pk__in=director_ids(post.scene.campaign)))


def director_ids(campaign: Campaign) -> frozenset[int]:
    """The directors' ids."""
    rows = Membership.objects.filter(campaign=campaign, role__in=DIRECTING, left_at__isnull=True)
    return frozenset(rows.values_list("user_id", flat=True))


def sight_of(audiences: Iterable[int | None], inside: frozenset[int], *, as_director: bool) -> str:
    """The name of the rendering (see `Rendering.sight`) for whoever is in these audiences."""
    if as_director:
        return "director"
    return ".".join(str(pk) for pk in sorted({pk for pk in audiences if pk is not None} & inside))


def _open_to(user: Reader) -> Q:
    return Q(audience__isnull=True) | Q(audience_id__in=audiences_of(user))


def _directed_scenes(user: Reader) -> QuerySet[Scene, int]:
    return Scene.objects.filter(campaign_id__in=_campaigns(user, DIRECTING)).values_list("pk", flat=True)


def _campaigns(user: Reader, roles: Iterable[str] | None = None) -> QuerySet[Membership, int]:
    if not isinstance(user, User):
        return Membership.objects.none().values_list("campaign_id", flat=True)
    mine = Membership.objects.filter(user=user, left_at__isnull=True)
    if roles is not None:
        mine = mine.filter(role__in=list(roles))
    return mine.values_list("campaign_id", flat=True)
