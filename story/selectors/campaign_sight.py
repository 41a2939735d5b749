"""Who can read what in a whole campaign, for its directors: asked with the same questions that serve the readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from battles.models import Battle
from campaign.models import Campaign, Membership
from campaign.selectors import DIRECTING, members_of
from characters.models import Character, SeatChange
from characters.selectors import PENDING
from characters.selectors import visible_to as characters_visible_to
from markup.plain import plain
from story.models import AudienceReader, Passage, Post, Scene, SceneRoll
from story.selectors.people import labels_by_user
from story.selectors.sight import Reader, posts_visible_to, readers_of_scene, scenes_visible_to

MOST_SHOWN = 200
LINE = 120


@dataclass(frozen=True, slots=True)
class ReaderColumn:
    """A member (None: a visitor without an account): of how many scenes and posts they may read something."""

    member: Membership | None
    label: str
    scenes: int
    posts: int


@dataclass(frozen=True, slots=True)
class SceneRow:
    """A scene, its posts that stand, and who may read it; `public`: visitors too."""

    scene: Scene
    posts: int
    readers: tuple[str, ...]
    public: bool


@dataclass(frozen=True, slots=True)
class Secret:
    """One thing that not everybody who reads its scene reads. `whole`: a whole post, not a passage of one."""

    post: Post
    words: str
    whole: bool
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetSecret:
    """What of a character is not for everybody: notes, notes sealed when it changed hands, or the character itself."""

    character: Character
    kind: str
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CampaignSights:
    """The whole answer. `only_directors` counts, by what it is, what nobody but the directors sees."""

    readers: tuple[ReaderColumn, ...]
    scenes: tuple[SceneRow, ...]
    secrets: tuple[Secret, ...]
    more_secrets: int
    sheets: tuple[SheetSecret, ...]
    only_directors: dict[str, int]


def sights_of(campaign: Campaign) -> CampaignSights:
    """Everything in the campaign that somebody may not read, with who may; the newest two hundred passages."""
    members = list(members_of(campaign))
    labels = labels_by_user(campaign, [one.user_id for one in members])
    directing = frozenset(one.user_id for one in members if one.role in DIRECTING)
    private = _private(campaign)
    return CampaignSights(
        readers=tuple(_columns(campaign, members, labels)),
        scenes=tuple(_scenes(campaign, labels)),
        secrets=tuple(_secrets(campaign, private, labels, directing)),
        more_secrets=max(0, private.count() - MOST_SHOWN),
        sheets=tuple(_sheets(campaign, members, labels, directing)),
        only_directors=_for_directors(campaign),
    )


def _columns(campaign: Campaign, members: list[Membership], labels: dict[int, str]) -> Iterable[ReaderColumn]:
    for one in members:
        yield ReaderColumn(one, labels.get(one.user_id, ""), *_counts(campaign, one.user))
    yield ReaderColumn(None, "", *_counts(campaign, AnonymousUser()))


def _counts(campaign: Campaign, reader: Reader) -> tuple[int, int]:
    posts = posts_visible_to(reader).filter(scene__campaign=campaign, deleted_at__isnull=True)
    return scenes_visible_to(reader).filter(campaign=campaign).count(), posts.count()


def _scenes(campaign: Campaign, labels: dict[int, str]) -> Iterable[SceneRow]:
    standing = Post.objects.filter(scene__campaign=campaign, deleted_at__isnull=True)
    counts = dict(standing.order_by().values_list("scene").annotate(n=Count("pk")))
    public = set(scenes_visible_to(AnonymousUser()).filter(campaign=campaign).values_list("pk", flat=True))
    for scene in campaign.scenes.select_related("campaign").order_by("pk"):
        inside = set(readers_of_scene(scene).values_list("pk", flat=True))
        yield SceneRow(scene, counts.get(scene.pk, 0), _named(labels, inside), scene.pk in public)


def _private(campaign: Campaign) -> QuerySet[Passage]:
    rows = Passage.objects.filter(post__scene__campaign=campaign).exclude(audience=None, post__audience=None)
    return rows.select_related("post__scene__campaign", "audience", "post__audience").order_by("-post", "ordinal")


def _secrets(
    campaign: Campaign, private: QuerySet[Passage], labels: dict[int, str], directing: frozenset[int]
) -> Iterable[Secret]:
    found = list(private[:MOST_SHOWN])
    inside: dict[int, set[int]] = {}
    people = AudienceReader.objects.filter(audience__scene__campaign=campaign)
    for audience, user in people.values_list("audience_id", "user_id"):
        inside.setdefault(audience, set()).add(user)
    around = {
        scene.pk: set(readers_of_scene(scene).values_list("pk", flat=True))
        for scene in {one.post.scene for one in found}
    }
    for one in found:
        both = [inside.get(key, set()) for key in (one.audience_id, one.post.audience_id) if key is not None]
        may = around[one.post.scene_id].intersection(*both) if one.post.deleted_at is None else set()
        yield Secret(one.post, plain(one.markup)[:LINE], one.audience_id is None, _named(labels, may | directing))


def _sheets(
    campaign: Campaign, members: list[Membership], labels: dict[int, str], directing: frozenset[int]
) -> Iterable[SheetSecret]:
    active = {one.user_id for one in members}
    for one in campaign.characters.exclude(status=Character.Status.DRAFT).select_related("player").order_by("pk"):
        theirs = directing | ({one.player_id} & active)
        if one.status in PENDING:
            yield SheetSecret(one, "unseen", _named(labels, _who_sees(one, members)))
        if one.private_notes:
            yield SheetSecret(one, "notes", _named(labels, theirs))
    sealed = SeatChange.objects.filter(character__campaign=campaign).exclude(sealed_notes="")
    for seat in sealed.select_related("character__player"):
        yield SheetSecret(seat.character, "sealed", _named(labels, set(directing)))


def _who_sees(character: Character, members: list[Membership]) -> set[int]:
    return {one.user_id for one in members if characters_visible_to(one.user).filter(pk=character.pk).exists()}


def _named(labels: dict[int, str], users: Iterable[int]) -> tuple[str, ...]:
    inside = set(users)
    return tuple(label for user, label in labels.items() if user in inside)


def _for_directors(campaign: Campaign) -> dict[str, int]:
    posts = Post.objects.filter(scene__campaign=campaign)
    battles = Battle.objects.filter(campaign=campaign)
    counts = {
        "withdrawn": posts.filter(deleted_at__isnull=False).count(),
        "hidden_authors": posts.filter(author_hidden=True).count(),
        "secret_rolls": SceneRoll.objects.filter(scene__campaign=campaign, secret=True).count(),
        "battles": battles.filter(status=Battle.Status.DRAFT).count(),
    }
    return {name: count for name, count in counts.items() if count}
