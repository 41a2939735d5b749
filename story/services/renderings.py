"""A post as each kind of reader sees it, rendered once when it is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaign.models import Campaign
from markup import private
from markup.mentions import Names
from markup.plain import folded
from markup.render import PICTURE_CODE, Cast, Context, render
from story.models import Audience, AudienceReader, Passage, Picture, Post, Rendering, Scene, SceneRoll
from story.selectors.people import names_in
from story.selectors.sight import pictures_visible_to, sight_of
from story.services.composing import Composition, Cut

DIRECTOR = "director"
AT_ONCE = 200


def audience_for(scene: Scene, users: frozenset[int] | None) -> Audience | None:
    """The row of a set of people in a scene, made where there was none; None for whoever reads the scene."""
    if users is None:
        return None
    audience, made = Audience.objects.get_or_create(scene=scene, key=".".join(map(str, sorted(users))))
    if made:
        AudienceReader.objects.bulk_create(AudienceReader(audience=audience, user_id=user) for user in sorted(users))
    return audience


def write_passages(post: Post, made: Composition, texts: Sequence[str]) -> list[Passage]:
    """The rows of a post's passages, with these texts, their pictures tied to them."""
    rows = [
        Passage(
            post=post,
            ordinal=ordinal,
            part=cut.part,
            audience=audience_for(post.scene, cut.users),
            addressed=list(cut.labels),
            markup=text,
            folded=folded(text),
        )
        for ordinal, (cut, text) in enumerate(zip(made.cuts, texts, strict=True))
    ]
    Passage.objects.bulk_create(rows)
    _tie_pictures(post, rows)
    return rows


def _tie_pictures(post: Post, rows: Sequence[Passage]) -> None:
    codes = {code for row in rows for code in PICTURE_CODE.findall(row.markup)}
    if not codes or post.author is None:
        return
    visible = pictures_visible_to(post.author).filter(code__in=codes).values("pk")
    # Held until the post is there, so that nobody tidies them away meanwhile.
    known = {one.code: one for one in Picture.objects.select_for_update().filter(pk__in=visible)}
    for row in rows:
        row.pictures.set([known[code] for code in set(PICTURE_CODE.findall(row.markup)) if code in known])


def render_post(post: Post, *, at: datetime | None) -> None:
    """Write the renderings of a post for every kind of reader; `at` is the moment of an edit, None when it is new."""
    (page,) = _pages([post], names_in(post.scene.campaign))
    before = {row.sight: row for row in post.renderings.all()}
    rows = [page.rendering(inside, before=before, at=at) for inside in page.kinds_of_readers()]
    post.renderings.all().delete()
    Rendering.objects.bulk_create(rows)


def render_scene(scene: Scene) -> None:
    """Write the renderings of all posts of a scene that has none yet: a handful of statements for each few hundred."""
    names = names_in(scene.campaign)
    posts = list(scene.posts.order_by("position"))
    for start in range(0, len(posts), AT_ONCE):
        pages = _pages(posts[start : start + AT_ONCE], names)
        Rendering.objects.bulk_create(
            [page.rendering(inside, before={}, at=None) for page in pages for inside in page.kinds_of_readers()],
            batch_size=AT_ONCE,
        )


def _pages(posts: Sequence[Post], names: Names) -> list[_Page]:
    """The posts with all that their renderings need, read together."""
    passages: dict[int, list[Passage]] = defaultdict(list)
    for row in Passage.objects.filter(post__in=posts).order_by("ordinal"):
        passages[row.post_id].append(row)
    rolls: dict[int, list[SceneRoll]] = defaultdict(list)
    for roll in SceneRoll.objects.filter(post__in=posts).order_by("number"):
        rolls[roll.post_id or 0].append(roll)
    pictures: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    shown = Picture.objects.filter(passages__post__in=posts)
    for post, code, width, height in shown.values_list("passages__post", "code", "width", "height"):
        pictures[post][code] = (width, height)
    audiences = {row.audience_id for rows in passages.values() for row in rows} | {post.audience_id for post in posts}
    readers: dict[int, list[int]] = defaultdict(list)
    inside = AudienceReader.objects.filter(audience_id__in=[key for key in audiences if key is not None])
    for audience, user in inside.values_list("audience_id", "user_id"):
        readers[audience].append(user)
    return [_Page(post, passages[post.pk], rolls[post.pk], names, pictures[post.pk], readers) for post in posts]


@dataclass(frozen=True, slots=True)
class Preview:
    """A post not yet published, as its writer would see it."""

    chunks: list[dict[str, Any]]


def preview(campaign: Campaign, made: Composition, pictures: Mapping[str, tuple[int, int]]) -> Preview:
    """What a composition would look like to its author; nothing is thrown and nothing written."""
    context = Context(names_in(campaign), pictures)
    return Preview(_chunks(list(_runs(_cut_views(made.cuts))), context))


@dataclass(frozen=True, slots=True)
class _Page:
    """One post with all that its renderings need. `readers`: the users of each audience that has to do with it."""

    post: Post
    passages: Sequence[Passage]
    rolls: Sequence[SceneRoll]
    names: Names
    pictures: Mapping[str, tuple[int, int]]
    readers: Mapping[int, Iterable[int]]

    @property
    def audiences(self) -> set[int]:
        """The audiences of its passages."""
        return {row.audience_id for row in self.passages if row.audience_id is not None}

    def kinds_of_readers(self) -> list[frozenset[int] | None]:
        """Each set of this post's audiences that somebody is in; None stands for the directors."""
        ids = self.audiences | ({self.post.audience_id} if self.post.audience_id else set())
        inside: dict[int, set[int]] = {}
        for audience in ids:
            for user in self.readers.get(audience, ()):
                inside.setdefault(user, set()).add(audience)
        kinds: set[frozenset[int]] = {frozenset(audiences & self.audiences) for audiences in inside.values()}
        kinds.add(frozenset())
        return [None, *sorted(kinds, key=sorted)]

    def rendering(
        self, inside: frozenset[int] | None, *, before: Mapping[str, Rendering], at: datetime | None
    ) -> Rendering:
        """What one kind of reader sees."""
        seen = [row for row in self.passages if inside is None or row.audience_id is None or row.audience_id in inside]
        text = _text(seen)
        sight = sight_of(self.audiences, inside or frozenset(), as_director=inside is None)
        context = Context(self.names, self.pictures, casts_of(self.rolls, inside, whole=self.post.audience_id))
        return Rendering(
            post=self.post,
            sight=sight,
            chunks=_chunks(list(_runs(_row_views(seen))), context),
            text=text,
            changed_at=_changed_at(_earlier(before, sight), text, at),
        )


def _earlier(before: Mapping[str, Rendering], sight: str) -> Rendering | None:
    """What this kind of reader saw before an edit: the same sight, else the widest of the old ones within it."""
    if sight in before:
        return before[sight]
    within = [row for row in before.values() if set(row.sight.split(".")) <= set(sight.split(".")) | {""}]
    return max(within, key=lambda row: len(row.sight), default=None)


def _changed_at(earlier: Rendering | None, text: dict[str, str], at: datetime | None) -> datetime | None:
    if at is None or earlier is None:
        return None
    return earlier.changed_at if earlier.text == text else at


def casts_of(rolls: Iterable[SceneRoll], inside: frozenset[int] | None, *, whole: int | None = None) -> dict[str, Cast]:
    """The rolls that a kind of reader may know of, by code; `whole` is the audience of the post itself."""
    open_ones = {None, whole, *(inside or ())}
    return {
        one.code: cast_of(one, result=inside is None or not one.secret)
        for one in rolls
        if inside is None or one.audience_id in open_ones
    }


def cast_of(roll: SceneRoll, *, result: bool) -> Cast:
    """A roll as it is shown, with or without what it came to."""
    if not result:
        return Cast(roll.expression, roll.reason)
    groups = tuple(tuple((die[0], die[1]) for die in group["dice"]) for group in roll.faces)
    return Cast(roll.expression, roll.reason, roll.total, groups)


# --- runs of passages


@dataclass(frozen=True, slots=True)
class _View:
    part: str
    text: str
    labels: tuple[str, ...] | None


def _row_views(rows: Iterable[Passage]) -> list[_View]:
    return [_View(row.part, row.markup, None if row.audience_id is None else tuple(row.addressed)) for row in rows]


def _cut_views(cuts: Iterable[Cut]) -> list[_View]:
    return [_View(cut.part, cut.text, None if cut.users is None else cut.labels) for cut in cuts]


def _runs(views: Iterable[_View]) -> Iterable[_View]:
    """What stands together for a reader: open passages that only hidden ones kept apart are one text."""
    run: list[_View] = []
    for view in views:
        if run and (view.labels is not None or run[0].part != view.part):
            yield _View(run[0].part, private.joined([one.text for one in run]), None)
            run = []
        if view.labels is None:
            run.append(view)
        else:
            yield view
    if run:
        yield _View(run[0].part, private.joined([one.text for one in run]), None)


def _chunks(runs: list[_View], context: Context) -> list[dict[str, Any]]:
    return [
        {"part": run.part, "html": render(run.text, context), "to": None if run.labels is None else list(run.labels)}
        for run in runs
        if run.text.strip()
    ]


def _text(rows: Sequence[Passage]) -> dict[str, str]:
    """What a reader may read, as it was typed, each private passage in its tags."""
    found: dict[str, list[str]] = {part: [] for part in Passage.Part.values}
    for run in _runs(_row_views(rows)):
        found[run.part].append(run.text if run.labels is None else _wrapped(run))
    return {part: "\n\n".join(texts).strip() for part, texts in found.items()}


def _wrapped(run: _View) -> str:
    body = run.text.strip("\n")
    return f"[private={', '.join(run.labels)}]{body}[/private]" if run.labels else f"[director]{body}[/director]"
