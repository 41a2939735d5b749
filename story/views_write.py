"""Writing: the full-page editor, drafts, previews, edits, withdrawals, pictures."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.kept_words import brought_back, sign_in_first
from accounts.models import User
from accounts.signed_in import me
from campaign.selectors import role_of
from rulebook.errors import Illegal, Refused, TooLate
from story import composer, services
from story.doors import may_write, post_or_404, scene_or_404
from story.models import Post, Scene, SceneDraft
from story.previews import preview_of
from story.refusals import said
from story.selectors.scenes import all_drafts
from story.selectors.sight import WRITING, directs
from story.services.editing import require_editor
from story.services.publishing import Published, require_writer
from story.typed import Typed, new_key, save_typed, typed_from
from story.views import place_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The editor of a new post. POST publishes, previews (`do=preview`) or keeps the draft (`do=save`)."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    scene = scene_or_404(request, slug, code)
    require_writer(me(request), scene)
    if request.method != "POST":
        typed = _brought_back(request) or composer.opened(request, scene)
        return editor(request, scene, typed, preview="preview" in request.GET)
    typed = typed_from(request.POST)
    if request.POST.get("do") in ("preview", "save", "picture"):
        return _kept(request, scene, typed)
    return _published(request, scene, typed)


def _brought_back(request: HttpRequest) -> Typed | None:
    words = brought_back(request)
    if words is None:
        return None
    messages.info(request, _("Here is what you had written."))
    return replace(typed_from(words), key=new_key())


def _kept(request: HttpRequest, scene: Scene, typed: Typed) -> HttpResponse:
    """Keep the draft and show the page again, with a preview if one is wanted, and with a picture if one came."""
    try:
        typed = save_typed(scene, me(request), typed, at=clock.now())
        if request.POST.get("do") == "picture":
            typed = _with_picture(request, scene, typed)
    except Refused as refused:
        return editor(request, scene, typed, error=said(refused), status=422)
    return editor(request, scene, typed, preview=request.POST.get("do") == "preview")


def _published(request: HttpRequest, scene: Scene, typed: Typed) -> HttpResponse:
    user, at = me(request), clock.now()
    try:
        done = services.publish(
            scene=scene,
            author=user,
            words=typed.words(scene.campaign.language),
            key=typed.key or new_key(),
            at=at,
            confirmed=typed.confirmed,
            draft_fork=typed.fork,
        )
    except Refused as refused:
        return _refused(request, scene, typed, refused, at=at)
    _warn(request, done)
    return redirect(place_of(done.post, user))


def _warn(request: HttpRequest, done: Published) -> None:
    if "unread-markup" in done.warnings:
        messages.warning(
            request,
            _("The private markup could not be read: only you and the director see the post. Edit it."),
        )


def _refused(
    request: HttpRequest, scene: Scene, typed: Typed, refused: Refused, *, at: datetime, post: Post | None = None
) -> HttpResponse:
    """Words that were not published are kept as a draft, whatever the reason."""
    target = {"kind": SceneDraft.Kind.EDIT, "target": post.code} if post else {}
    if isinstance(refused, TooLate):
        typed = replace(typed, key=new_key())
    try:
        typed = save_typed(scene, me(request), typed, at=at, **target)
    except Refused as too_much:
        return editor(request, scene, typed, error=said(too_much), status=422, post=post)
    if refused.code == "wider-audience":
        return _ask_to_widen(request, scene, typed, refused, post)
    status = 409 if isinstance(refused, TooLate) else 422
    return editor(request, scene, typed, error=said(refused), status=status, post=post)


def _ask_to_widen(
    request: HttpRequest, scene: Scene, typed: Typed, refused: Refused, post: Post | None
) -> HttpResponse:
    """A page that names who would read what was private, and goes on only when that is wanted."""
    context = {
        "scene": scene,
        "campaign": scene.campaign,
        "typed": replace(typed, confirmed=str(refused.data["token"])),
        "names": refused.data["names"],
        "public": refused.data["public"],
        "post": post,
        "action": _action(scene, post),
    }
    return render(request, "story/widen.html", context, status=409)


def _action(scene: Scene, post: Post | None) -> str:
    if post is None:
        return reverse("story:write", args=[scene.campaign.slug, scene.code])
    return reverse("story:edit-post", args=[scene.campaign.slug, scene.code, post.code])


def editor(
    request: HttpRequest,
    scene: Scene,
    typed: Typed,
    *,
    error: str = "",
    preview: bool = False,
    status: int = 200,
    post: Post | None = None,
) -> HttpResponse:
    """The page to write on."""
    context: dict[str, Any] = composer.context(request, scene, typed) | {
        "scene": scene,
        "campaign": scene.campaign,
        "post": post,
        "error": error,
        "action": _action(scene, post),
        "open": may_write(me(request), scene) or post is not None,
        "full": True,
    }
    if preview:
        context["preview"] = preview_of(scene, me(request), typed.words(scene.campaign.language))
    if post is not None and status == 409:
        context["theirs"] = post
    return render(request, "story/write.html", context, status=status)


# --- drafts


@require_POST
def draft(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Keep what is typed while it is typed; answers where it lies now, for the line under the field."""
    if not request.user.is_authenticated:
        return JsonResponse(
            {"error": _("You are signed out. The text is kept on this device; publishing asks you to sign in.")},
            status=401,
        )
    scene = scene_or_404(request, slug, code)
    user = me(request)
    target = request.POST.get("target", "")[:12]
    kind = SceneDraft.Kind.EDIT if target else SceneDraft.Kind.POST
    if target:
        require_editor(user, post_or_404(request, slug, code, target))
    elif role_of(user, scene.campaign) not in WRITING:
        raise PermissionDenied
    try:
        typed = save_typed(scene, user, typed_from(request.POST), at=clock.now(), kind=kind, target=target)
    except Refused as refused:
        return JsonResponse({"error": said(refused)}, status=400)
    read_by = composer.read_by(scene, user, typed)
    saved = f"{timezone.localtime(typed.saved_at):%H:%M}" if typed.saved_at else ""
    told = {
        "fork": typed.fork,
        "revision": typed.revision,
        "saved": saved,
        "conflict": typed.conflict,
        "readers": read_by,
    }
    return JsonResponse(told, status=409 if typed.conflict else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def drafts(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What I have typed in this scene and not published; put aside and taken back here."""
    scene = scene_or_404(request, slug, code)
    user = me(request)
    if request.method == "POST":
        _shelve(request, scene, user)
        return redirect("story:drafts", slug, code)
    context = {"scene": scene, "campaign": scene.campaign, "drafts": all_drafts(scene, user)}
    return render(request, "story/drafts.html", context)


def _shelve(request: HttpRequest, scene: Scene, user: User) -> None:
    row = SceneDraft.objects.filter(scene=scene, user=user, pk=request.POST.get("draft") or 0).first()
    if row is None:
        return
    place: dict[str, Any] = {"scene": scene, "user": user, "kind": row.kind, "target": row.target, "fork": row.fork}
    if request.POST.get("do") == "restore":
        services.restore_draft(**place)
        messages.success(request, _("The draft is back."))
    else:
        services.discard_draft(**place, at=clock.now())
        messages.success(request, _("The draft is put aside for seven days."))


# --- a post that stands


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, code: str, post: str) -> HttpResponse:
    """Other words for a post of one's own; what it said is kept."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    found = post_or_404(request, slug, code, post)
    user, scene = me(request), found.scene
    require_editor(user, found)
    if request.method != "POST":
        kept = _brought_back(request)
        typed = replace(kept, version=found.version) if kept else None
        typed = typed or composer.editing(scene, user, found, fork=request.GET.get("draft", ""))
        return editor(request, scene, typed, post=found)
    typed = typed_from(request.POST)
    at = clock.now()
    if request.POST.get("do") in ("preview", "save", "picture"):
        return _kept_edit(request, scene, typed, found, at)
    try:
        done = services.edit_post(
            post=found,
            by=user,
            words=typed.words(scene.campaign.language),
            version=typed.version,
            at=at,
            confirmed=typed.confirmed,
            draft_fork=typed.fork,
        )
    except Refused as refused:
        fresh = replace(typed, version=_version_now(found)) if refused.code == "post-changed" else typed
        return _refused(request, scene, fresh, refused, at=at, post=Post.objects.get(pk=found.pk))
    _warn(request, done)
    return redirect(place_of(done.post, user))


def _version_now(post: Post) -> int:
    return Post.objects.values_list("version", flat=True).get(pk=post.pk)


def _kept_edit(request: HttpRequest, scene: Scene, typed: Typed, post: Post, at: datetime) -> HttpResponse:
    kind, target = SceneDraft.Kind.EDIT, post.code
    try:
        typed = save_typed(scene, me(request), typed, at=at, kind=kind, target=target)
        if request.POST.get("do") == "picture":
            typed = _with_picture(request, scene, typed)
    except Refused as refused:
        return editor(request, scene, typed, error=said(refused), status=422, post=post)
    return editor(request, scene, typed, preview=request.POST.get("do") == "preview", post=post)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str, code: str, post: str) -> HttpResponse:
    """A page that says what withdrawing means, then does it."""
    found = post_or_404(request, slug, code, post)
    user = me(request)
    if found.author_id != user.pk and not directs(user, found.scene.campaign):
        raise PermissionDenied(_("Only its author and the directors may withdraw a post."))
    context = {"post": found, "scene": found.scene, "campaign": found.scene.campaign, "rolls": found.rolls.exists()}
    if request.method != "POST":
        return render(request, "story/withdraw.html", context)
    try:
        services.withdraw_post(post=found, by=user, at=clock.now())
    except Illegal as refused:
        messages.error(request, said(refused))
        return redirect(found.scene)
    undo = {"post": found, "scene": found.scene, "campaign": found.scene.campaign}
    return render(request, "story/withdrawn.html", undo)


@require_POST
@login_required
def restore(request: HttpRequest, slug: str, code: str, post: str) -> HttpResponse:
    """Bring a withdrawn post back."""
    scene = scene_or_404(request, slug, code)
    found = scene.posts.filter(code=post).select_related("scene__campaign").first()
    user = me(request)
    if found is None or not (directs(user, scene.campaign) or found.deleted_by_id == user.pk):
        raise PermissionDenied(_("Only a director may bring back what a director withdrew."))
    try:
        services.restore_post(post=found, by=user)
    except Illegal as refused:
        messages.error(request, said(refused))
        return redirect(scene)
    messages.success(request, _("The post is back."))
    return redirect(place_of(found, user))


# --- pictures


@require_POST
@login_required
def picture(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take in a picture; answers with what to write to show it."""
    scene = scene_or_404(request, slug, code)
    require_writer(me(request), scene)
    try:
        markup = _taken(request, scene)
    except Refused as refused:
        return JsonResponse({"error": said(refused)}, status=422)
    return JsonResponse({"markup": markup}, status=201)


def _with_picture(request: HttpRequest, scene: Scene, typed: Typed) -> Typed:
    return replace(typed, body=f"{typed.body.rstrip()}\n\n{_taken(request, scene)}\n".lstrip())


def _taken(request: HttpRequest, scene: Scene) -> str:
    sent = request.FILES.get("picture")
    data = sent.read(services.LARGEST_FILE + 1) if sent else b""
    taken = services.take_picture(campaign=scene.campaign, by=me(request), data=data, at=clock.now())
    words = " ".join(request.POST.get("alt", "").translate(str.maketrans("[]\n", "() ")).split())[:200]
    return f"![{words}](/pictures/{taken.code}/)"
