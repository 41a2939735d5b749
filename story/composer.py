"""The composer: as whom, for whom, what was kept, and who will read it, named above the button."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signed_in import me
from campaign.selectors import is_director
from markup import private
from rulebook.errors import Refused
from story.models import Post, Scene, SceneDraft
from story.quoting import quote_of
from story.refusals import said
from story.selectors.people import labels_by_user, labels_of, voices_of
from story.selectors.reading import shown_posts
from story.selectors.sight import director_ids, posts_visible_to, readers_of_scene
from story.services.composing import compose
from story.typed import Typed, fresh, from_post, kept_draft


def opened(request: HttpRequest, scene: Scene) -> Typed:
    """The fields of a new post as the reader finds them: their draft, with what a link asks to quote or answer."""
    user = me(request)
    empty = fresh(user, scene.campaign, scene)
    typed = kept_draft(scene, user, fork=request.GET.get("draft", "")) or empty
    voices = {voice.value for voice in voices_of(user, scene.campaign, in_character=scene.in_character)}
    if typed.voice not in voices and not (typed.voice == "npc" and is_director(user, scene.campaign)):
        typed = replace(typed, voice=empty.voice)
    return _answering(
        _quoting(typed, scene, user, request.GET.get("quote", "")), scene, user, request.GET.get("reply", "")
    )


def _quoting(typed: Typed, scene: Scene, user: User, code: str) -> Typed:
    """The draft with a quote at its end, in the quoted post's own audience."""
    post = _post(user, code)
    if post is None:
        return typed
    shown = shown_posts([post], user, post.scene.campaign)[0]
    quote = quote_of(post, shown.text["body"], user)
    body = f"{typed.body.rstrip()}\n\n{quote}" if typed.body.strip() else quote
    return replace(_audience_of(typed, post, scene, user), body=body)


def _answering(typed: Typed, scene: Scene, user: User, code: str) -> Typed:
    post = _post(user, code)
    if post is None or post.scene_id != scene.pk:
        return typed
    return replace(_audience_of(typed, post, scene, user), reply_to=post.code)


def _post(user: User, code: str) -> Post | None:
    if len(code) != 12:
        return None
    rows = posts_visible_to(user).filter(code=code, deleted_at__isnull=True)
    return rows.select_related("scene__campaign", "audience", "author").first()


def _audience_of(typed: Typed, post: Post, scene: Scene, user: User) -> Typed:
    """Whoever quotes or answers something private begins among those who could read it."""
    if post.audience is None or post.scene_id != scene.pk:
        return typed
    people = set(post.audience.people.values_list("user_id", flat=True)) | {post.author_id or 0}
    if post.author_hidden:
        people.discard(post.author_id or 0)
    others = people & set(readers_of_scene(scene).values_list("pk", flat=True)) - {user.pk}
    if others - director_ids(scene.campaign) or (others and is_director(user, scene.campaign)):
        return replace(typed, to="chosen", readers=tuple(sorted(others)))
    return replace(typed, to="director", readers=())


def editing(scene: Scene, user: User, post: Post, *, fork: str = "") -> Typed:
    """The fields of an edit: what was typed for it before, else the post's words."""
    kept = kept_draft(scene, user, kind=SceneDraft.Kind.EDIT, target=post.code, fork=fork)
    own = from_post(post)
    if kept is None:
        return own
    return replace(kept, version=own.version)


def context(request: HttpRequest, scene: Scene, typed: Typed) -> dict[str, Any]:
    """What the composer's fields need."""
    user = me(request)
    readers = readers_of_scene(scene).exclude(pk=user.pk).values_list("pk", flat=True)
    chosen = list(labels_by_user(scene.campaign, readers).items())
    return {
        "typed": typed,
        "voices": voices_of(user, scene.campaign, in_character=scene.in_character),
        "directs_here": is_director(user, scene.campaign),
        "may_choose": chosen,
        "read_by": read_by(scene, user, typed),
    }


def read_by(scene: Scene, user: User, typed: Typed) -> str:
    """Who will read it, and who each private passage of it: what stands above the button."""
    if not private.has_private(typed.body) and not private.has_private(typed.note):
        return _read_by_all(scene, user, typed)
    try:
        made = compose(scene, user, typed.words(scene.campaign.language))
    except Refused as refused:
        return f"{_read_by_all(scene, user, typed)} {said(refused)}"
    if made.broken:
        return _("The private markup cannot be read: only you and the director would see the post.")
    first = _read_by_all(scene, user, typed) if made.users is None else _read_by_some(scene, user, made.users)
    apart = dict.fromkeys(_named(scene, user, cut.users) for cut in made.cuts if cut.users is not None)
    if not apart:
        return first
    passages = _("Private passages are read by: %(names)s.") % {"names": "; ".join(apart)}
    return f"{first} {passages}"


def _named(scene: Scene, user: User, users: frozenset[int]) -> str:
    """The people of an audience, as its author thinks of them: not themselves, and the director always."""
    others = _others(scene, user, users)
    return _("%(names)s, and the director") % {"names": ", ".join(others)} if others else _("the director alone")


def _others(scene: Scene, user: User, users: frozenset[int]) -> list[str]:
    return labels_of(scene.campaign, users - {user.pk} - director_ids(scene.campaign))


def _read_by_some(scene: Scene, user: User, users: frozenset[int]) -> str:
    """Who will read a post that says nothing to everybody."""
    others = _others(scene, user, users)
    if not others:
        return _("Only the director will read this.")
    return _("Will read this: %(names)s, and the director.") % {"names": ", ".join(others)}


def _read_by_all(scene: Scene, user: User, typed: Typed) -> str:
    """Who will read the post, without a look at what it says."""
    if typed.to == "director":
        return _("Only the director will read this.")
    if typed.to == "chosen":
        names = ", ".join(labels_of(scene.campaign, typed.readers)) or _("nobody yet")
        return _("Will read this: %(names)s, and the director.") % {"names": names}
    if scene.openness == Scene.Openness.EVERYONE and scene.campaign.is_public:
        return _("Anybody can read this: the scene is public.")
    names = ", ".join(one.shown_name for one in readers_of_scene(scene).exclude(pk=user.pk)) or _("nobody yet")
    return _("Will read this: everybody in the scene (%(names)s).") % {"names": names}
