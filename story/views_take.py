"""Taking a scene away: as a page to print, as Markdown, as a book (EPUB)."""

from __future__ import annotations

from collections import defaultdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clock
from campaign.looking import Looking
from campaign.views import campaign_or_404
from story.book import epub_of
from story.doors import looking_in, scene_or_404
from story.entries import whole_scene
from story.models import Scene, SceneRoll
from story.selectors.reading import Shown, posts_in, shown_posts
from story.selectors.sight import directs, rolls_visible_to
from story.taken import absolute_markdown, entry_markdown
from story.words_shown import markdown_of


@never_cache
@require_safe
def printed(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """All of a scene on one page, with nothing around it."""
    looking, scene = _asked(request, slug, code)
    entries = whole_scene(scene, standing(scene, looking), looking.reader)
    context = {"scene": scene, "campaign": scene.campaign, "entries": entries}
    with looking.eyes():
        return render(request, "story/print.html", context)


@never_cache
@require_safe
def markdown(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """All of a scene as one Markdown file."""
    looking, scene = _asked(request, slug, code)
    as_director = directs(looking.reader, scene.campaign)
    entries = whole_scene(scene, standing(scene, looking), looking.reader)
    rolls: dict[int | None, list[SceneRoll]] = defaultdict(list)
    for roll in rolls_visible_to(looking.reader).filter(scene=scene):
        rolls[roll.post_id].append(roll)
    parts = [f"# {scene.title}", f"*{scene.campaign.name}*"]
    with looking.eyes():
        for entry in entries:
            parts += entry_markdown(entry, lambda one: markdown_of(one, rolls[one.post.pk], as_director=as_director))
    return _download(absolute_markdown("\n\n".join(parts)) + "\n", "text/markdown; charset=utf-8", scene, "md")


@never_cache
@require_safe
def book(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """All of a scene as an EPUB, its pictures inside."""
    looking, scene = _asked(request, slug, code)
    with looking.eyes():
        entries = whole_scene(scene, standing(scene, looking), looking.reader)
        data = epub_of(scene, entries, looking.reader, at=clock.now())
    return _download(data, "application/epub+zip", scene, "epub")


def standing(scene: Scene, looking: Looking) -> list[Shown]:
    """Every post of the scene that stands and that the reader may read."""
    rows = posts_in(scene, looking.reader).filter(deleted_at__isnull=True)
    return shown_posts(list(rows), looking.reader, scene.campaign)


def _asked(request: HttpRequest, slug: str, code: str) -> tuple[Looking, Scene]:
    looking = looking_in(request, campaign_or_404(request, slug))
    return looking, scene_or_404(request, slug, code, reader=looking.reader)


def _download(content: str | bytes, kind: str, scene: Scene, ending: str) -> HttpResponse:
    name = slugify(scene.title) or scene.code
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response
