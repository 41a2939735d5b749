"""From words to passages: who each of them is for, and whether anybody would read what was not meant for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from accounts.models import User
from markup import private
from markup.dice import Wanted, check_amount, rolls_wanted
from markup.plain import fold, plain
from markup.render import quoted_from, tidy
from markup.tags import tokens_of
from rulebook.errors import Illegal, Unreadable
from story.models import Passage, Post, Scene
from story.selectors.people import audience_named, labels_of
from story.selectors.sight import director_ids, passages_visible_to, posts_visible_to, readers_of_scene
from story.services.words import Words

SHORTEST_FRAGMENT = 20
MOST_SOURCES = 300


@dataclass(frozen=True, slots=True)
class Cut:
    """A passage to be: its text, and the users it is for beside the directors (None: whoever reads the post)."""

    part: str
    text: str
    users: frozenset[int] | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Composition:
    """A post to be: its passages, whom the whole is for, and whether its private markup could not be read."""

    cuts: tuple[Cut, ...]
    users: frozenset[int] | None
    labels: tuple[str, ...]
    broken: bool

    def rolls(self) -> list[tuple[Cut, list[Wanted]]]:
        """What would be thrown, passage by passage. Raises Unreadable: see `dice.wanted` and `dice.check_amount`."""
        found = [(cut, rolls_wanted(cut.text)) for cut in self.cuts]
        check_amount([one for _cut, wanted in found for one in wanted])
        return found


@dataclass(frozen=True, slots=True)
class Circle:
    """People who can read something: members by id, and whether anybody at all can."""

    users: frozenset[int]
    public: bool = False

    def beyond(self, other: Circle) -> Circle:
        """Those of this circle who are not in the other."""
        return Circle(self.users - other.users, self.public and not other.public)

    @property
    def token(self) -> str:
        """The circle as a form carries it; empty for nobody."""
        return ".".join([*map(str, sorted(self.users)), *(["public"] if self.public else [])])


def compose(scene: Scene, author: User, words: Words) -> Composition:
    """The passages of these words. Raises Unreadable `nobody-chosen`, `unknown-name`; Illegal `private-outsider`."""
    may = frozenset(readers_of_scene(scene).values_list("pk", flat=True))
    users, labels = _whole(scene, author, words, may)
    parts = {Passage.Part.BODY: tidy(words.body), Passage.Part.NOTE: tidy(words.note)}
    try:
        pieces = {part: private.pieces_of(text) for part, text in parts.items()}
        named = audience_named(
            scene.campaign, {name for run in pieces.values() for one in run for name in one.names or ()}
        )
    except (private.Broken, Unreadable):
        cuts = tuple(Cut(part, text) for part, text in parts.items() if text.strip())
        return Composition(cuts, frozenset({author.pk}), (), broken=True)
    _refuse_outsiders(scene, named, may if users is None else users | director_ids(scene.campaign))
    cuts = tuple(_cut(part, one, named, author) for part, run in pieces.items() for one in run)
    return _narrowed(Composition(cuts, users, labels, broken=False))


def _whole(
    scene: Scene, author: User, words: Words, may: frozenset[int]
) -> tuple[frozenset[int] | None, tuple[str, ...]]:
    if words.to == "scene":
        return None, ()
    if words.to == "director":
        return frozenset({author.pk}), ()
    wanted = frozenset(words.readers) - {author.pk}
    if not wanted:
        raise Unreadable("nobody-chosen", "Nobody is chosen to read this.")
    if wanted - may:
        outsiders = ", ".join(labels_of(scene.campaign, wanted - may)) or "?"
        raise Illegal("private-outsider", "Somebody chosen cannot read this scene.", {"names": outsiders})
    return wanted | {author.pk}, tuple(labels_of(scene.campaign, wanted))


def _refuse_outsiders(scene: Scene, named: dict[str, int], may: frozenset[int]) -> None:
    outside = [name for name, user in named.items() if user not in may]
    if outside:
        names = ", ".join(outside)
        raise Illegal(
            "private-outsider", f"{names} cannot read this; a passage for them would reach nobody.", {"names": names}
        )


def _cut(part: str, piece: private.Piece, named: dict[str, int], author: User) -> Cut:
    if piece.names is None:
        return Cut(part, piece.text)
    return Cut(part, piece.text, frozenset({author.pk, *(named[name] for name in piece.names)}), piece.names)


def _narrowed(made: Composition) -> Composition:
    """A post with nothing for everybody is a private post: otherwise others would see that there is something."""
    if not made.cuts or any(cut.users is None for cut in made.cuts):
        return made
    users = frozenset().union(*(cut.users or frozenset() for cut in made.cuts))
    labels = tuple(dict.fromkeys(label for cut in made.cuts for label in cut.labels))
    cuts = tuple(replace(cut, users=None, labels=()) if cut.users == users else cut for cut in made.cuts)
    return Composition(cuts, users, labels, broken=False)


# --- nobody reads by accident what was not for them


def gained(scene: Scene, author: User, made: Composition, *, reply_to: Post | None = None) -> Circle:
    """Who would read, through this post, words that were private and not for them; nobody in the usual case.

    Found by what is quoted, by lines taken over from passages that the author may read, and by what is answered.
    """
    around = _scene_circle(scene)
    sources = _sources(scene, author, made)
    users: frozenset[int] = frozenset()
    public = False
    for cut in made.cuts:
        circle = _circle(cut.users if cut.users is not None else made.users, around, scene)
        quoted = quoted_codes(cut.text)
        for source, code, fragments in sources:
            beyond = circle.beyond(source)
            if beyond.token and _shares(cut.text, fragments, quoted=code in quoted):
                users, public = users | beyond.users, public or beyond.public
    if reply_to is not None and any(cut.users is None for cut in made.cuts):
        beyond = _circle(made.users, around, scene).beyond(post_circle(reply_to))
        users, public = users | beyond.users, public or beyond.public
    return Circle(users - {author.pk}, public)


def post_circle(post: Post) -> Circle:
    """Who can read a post as a whole."""
    around = _scene_circle(post.scene)
    if post.audience is None:
        return around
    return _circle(frozenset(post.audience.people.values_list("user_id", flat=True)), around, post.scene)


def _scene_circle(scene: Scene) -> Circle:
    public = scene.openness == Scene.Openness.EVERYONE and scene.campaign.is_public
    return Circle(frozenset(readers_of_scene(scene).values_list("pk", flat=True)), public)


def _circle(users: frozenset[int] | None, around: Circle, scene: Scene) -> Circle:
    if users is None:
        return around
    return Circle(users & around.users | director_ids(scene.campaign))


def _sources(scene: Scene, author: User, made: Composition) -> list[tuple[Circle, str, list[str]]]:
    rows = passages_visible_to(author).select_related("post__scene__campaign", "audience", "post__audience")
    private_here = rows.filter(post__scene=scene).exclude(audience=None, post__audience=None)
    recent = private_here.order_by("-post__position", "ordinal")[:MOST_SOURCES]
    quoted = {code for cut in made.cuts for code in quoted_codes(cut.text)}
    elsewhere = rows.filter(post__code__in=quoted) if quoted else rows.none()
    found = {row.pk: row for row in [*recent, *elsewhere]}
    circles = _Circles()
    return [(circles.of(row), row.post.code, fragments_of(row.markup)) for row in found.values()]


class _Circles:
    """The circles of passages, each scene and audience looked up once."""

    def __init__(self) -> None:
        self.around: dict[int, Circle] = {}
        self.known: dict[tuple[int, int | None], Circle] = {}

    def of(self, passage: Passage) -> Circle:
        """Who can read a passage."""
        scene, audience = passage.post.scene, passage.audience or passage.post.audience
        key = (scene.pk, audience.pk if audience else None)
        if key not in self.known:
            around = self.around.setdefault(scene.pk, _scene_circle(scene))
            users = frozenset(audience.people.values_list("user_id", flat=True)) if audience else None
            self.known[key] = _circle(users, around, scene)
        return self.known[key]


def quoted_codes(text: str) -> set[str]:
    """The codes of the posts that a text quotes."""
    quotes = (quoted_from(token.argument)[1] for token in tokens_of(text) if token.name == "quote")
    return {code for code in quotes if code}


def fragments_of(markup: str) -> list[str]:
    """The sentences of a passage by which it is known again, as they are compared."""
    sentences = [fold(plain(one)) for one in re.split(r"\n+|(?<=[.!?…])\s+", private.unwrapped(markup))]
    long = [one for one in sentences if len(one) >= SHORTEST_FRAGMENT]
    return long or [one for one in [fold(plain(markup))] if one]


def _shares(text: str, fragments: Sequence[str], *, quoted: bool) -> bool:
    """Whether a text holds one of these sentences; short ones, which anybody might write, only where it quotes."""
    whole = fold(plain(private.unwrapped(text)))
    return any(fragment in whole for fragment in fragments if quoted or len(fragment) >= SHORTEST_FRAGMENT)


def refuse_widening(scene: Scene, circle: Circle, *, confirmed: str) -> None:
    """Raise Illegal `wider-audience`, naming who would gain sight, unless exactly that was confirmed."""
    if not circle.token or circle.token == confirmed:
        return
    names = labels_of(scene.campaign, circle.users)
    data = {"names": names, "public": circle.public, "token": circle.token}
    raise Illegal(
        "wider-audience", "Others would read what was private: " + ", ".join(names or ["anybody"]) + ".", data
    )


def reply_target(author: User, scene: Scene, code: str) -> Post | None:
    """The post that is answered, if its author may see it in this scene."""
    if not code:
        return None
    return posts_visible_to(author).filter(scene=scene, code=code).select_related("scene__campaign", "audience").first()
