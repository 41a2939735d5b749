"""Reading: a campaign's scenes, a scene page by page, one post, a picture."""

from __future__ import annotations

from typing import Any, get_args

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from campaign.looking import Looking
from campaign.selectors import DIRECTING, members_of, role_of
from campaign.views import campaign_or_404
from story import composer, services
from story.beside import beside
from story.doors import looking_in, may_write, post_or_404, scene_or_404
from story.entries import entries_of
from story.models import Picture, Post, Scene
from story.selectors.reading import Only, Page, page_number_of, page_of
from story.selectors.scenes import by_chapter, first_unread, follows, read_up_to, scene_lines, scenes_in
from story.selectors.sight import WRITING, pictures_visible_to, posts_visible_to

DAY = 24 * 3600


@never_cache
@require_safe
def scenes(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's scenes by chapter, with what is new to the reader."""
    campaign = campaign_or_404(request, slug)
    looking = looking_in(request, campaign)
    role = role_of(looking.reader, campaign)
    lines = scene_lines(scenes_in(campaign, looking.reader), looking.reader)
    archived = [line for line in lines if line.scene.status == Scene.Status.ARCHIVED]
    standing = [line for line in lines if line.scene.status != Scene.Status.ARCHIVED]
    directing = role in DIRECTING and not looking.as_other
    context = {
        "campaign": campaign,
        "chapters": by_chapter(campaign, standing, empty=directing),
        "archived": archived,
        "directs": directing,
        "role": role,
        "looking": looking,
    }
    with looking.eyes():
        return render(request, "story/scenes.html", context)


@never_cache
@require_safe
def scene(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A page of a scene: with `?page=`, or where the unread begins (`?unread=1`), else the last one."""
    looking = looking_in(request, campaign_or_404(request, slug))
    found = scene_or_404(request, slug, code, reader=looking.reader)
    reader = looking.reader
    unread = first_unread(found, reader)
    only = _wanted_part(request)
    page = page_of(
        found,
        reader,
        number=_wanted_page(request, unread, reader),
        unread_from=unread.position if unread else None,
        only=only,
    )
    with looking.eyes():
        context = page_context(request, found, page, looking, unread, only=only)
        shown = render(request, "story/scene.html", context)
    # Whoever looks at a part has not read the rest.
    if isinstance(reader, User) and not looking.as_other and request.method == "GET" and only == "all":
        services.mark_read(scene=found, user=reader, position=page.last_position, at=clock.now())
    return shown


def _wanted_page(request: HttpRequest, unread: Post | None, reader: Any) -> int | None:
    number = request.GET.get("page", "")
    if number.isdecimal() and len(number) < 7:
        return int(number)
    if "unread" in request.GET and unread is not None:
        return page_number_of(unread, reader)
    return None


def _wanted_part(request: HttpRequest) -> Only:
    wanted = request.GET.get("show")
    return next((one for one in get_args(Only) if one == wanted), "all")


def _parts() -> list[tuple[Only, str]]:
    return [
        ("all", _("all")),
        ("story", _("story")),
        ("rolls", _("with dice")),
        ("private", _("private")),
    ]


def page_context(
    request: HttpRequest, scene: Scene, page: Page, looking: Looking, unread: Post | None, *, only: Only = "all"
) -> dict[str, Any]:
    """What the reading page shows; everything between its posts' section is the reader's, whoever looks."""
    role = role_of(looking.reader, scene.campaign)
    role_here = role if not looking.as_other else role_of(request.user, scene.campaign)
    at = clock.now()
    context: dict[str, Any] = {
        "scene": scene,
        "campaign": scene.campaign,
        "page": page,
        "numbers": page_numbers(page.number, page.pages),
        "entries": entries_of(page, looking.reader, at=at, only=only),
        "only": only,
        "filters": _parts(),
        "part": "" if only == "all" else f"&show={only}",
        "beside": beside(scene, looking.reader, at=at, drafts=not looking.as_other),
        "looking": looking,
        "role": role,
        "reader_directs": role in DIRECTING,
        "may_write": may_write(looking.reader, scene),
        "directs": role_here in DIRECTING,
        "unread": unread,
        "unread_before": unread is not None and page.posts and unread.position < page.posts[0].post.position,
        "follows": _follows(scene, looking, role),
        "newest": _newest(page, looking.reader, only),
    }
    if context["directs"]:
        context["members"] = members_of(scene.campaign)
    if context["may_write"] and not looking.as_other and page.number == page.pages:
        context |= composer.context(request, scene, composer.opened(request, scene))
    return context


def _newest(page: Page, reader: Any, only: Only) -> str:
    """The last post that the reader knows of, by its code: a number would count what is hidden from them."""
    if only == "all":
        return page.posts[-1].post.code if page.posts else ""
    known = posts_visible_to(reader).filter(scene=page.scene, deleted_at__isnull=True)
    return known.order_by("-position").values_list("code", flat=True).first() or ""


def _follows(scene: Scene, looking: Looking, role: str | None) -> bool:
    wish = follows(scene, looking.reader)
    return role in WRITING if wish is None else wish


def page_numbers(at: int, pages: int) -> list[int | None]:
    """The pages to link to: the first, the last, those near this one; None where some are left out."""
    near = sorted({1, pages, *range(max(1, at - 2), min(pages, at + 2) + 1)})
    out: list[int | None] = []
    for number in near:
        if out and isinstance(out[-1], int) and number - out[-1] > 1:
            out.append(None)
        out.append(number)
    return out


@never_cache
@require_safe
def pulse(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How many posts came after the one an open page ended with, of those its reader may read.

    With `?sent=` the key of a form: whether what was sent with it has become a post.
    """
    found = scene_or_404(request, slug, code)
    rows: QuerySet[Post] = posts_visible_to(request.user).filter(scene=found, deleted_at__isnull=True)
    newest = rows.filter(code=request.GET.get("newest", "")[:12]).first()
    after = newest.position if newest else read_up_to(found, request.user)
    own = request.user.pk
    told = {"new": rows.filter(position__gt=after).exclude(author=own).count()}
    if sent := request.GET.get("sent", "")[:64]:
        told["sent"] = own is not None and Post.objects.filter(author=own, key=sent).exists()
    return JsonResponse(told)


@require_POST
@login_required
def follow(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Be told of new posts, or no longer."""
    found = scene_or_404(request, slug, code)
    wanted = request.POST.get("follow") == "1"
    services.follow(scene=found, user=me(request), follows=wanted)
    messages.success(request, _("You will be told.") if wanted else _("You will not be told any more."))
    return redirect(found)


@never_cache
@require_safe
def post(request: HttpRequest, slug: str, code: str, post: str) -> HttpResponse:
    """A post's own address leads to its place in the scene."""
    return redirect(place_of(post_or_404(request, slug, code, post), request.user))


@never_cache
@require_safe
def any_post(request: HttpRequest, post: str) -> HttpResponse:
    """The same, known by the post's code alone: what quotes link to."""
    found = get_object_or_404(posts_visible_to(request.user).select_related("scene__campaign"), code=post)
    return redirect(place_of(found, request.user))


def place_of(post: Post, reader: Any) -> str:
    """The address of the page that shows a post, with the post to jump to."""
    address = reverse("story:scene", args=[post.scene.campaign.slug, post.scene.code])
    return f"{address}?page={page_number_of(post, reader)}#p-{post.code}"


@require_safe
def picture(request: HttpRequest, picture: str) -> FileResponse:
    """An uploaded picture, for whoever may read a passage that shows it; kept by the reader's own browser alone."""
    found = get_object_or_404(pictures_visible_to(request.user), code=picture)
    response = sent_picture(found)
    response["Cache-Control"] = f"private, max-age={DAY}, immutable"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


def sent_picture(picture: Picture) -> FileResponse:
    """The picture's bytes, which no browser takes for anything else."""
    response = FileResponse(picture.file.open("rb"), content_type=picture.kind)
    response["Content-Disposition"] = f'inline; filename="{picture.code}.webp"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    return response
