"""Sharing a round: its picture at an address of its own, and the page with what to paste elsewhere."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import clock
from battles.models import Battle
from battles.palette import THEMES, Theme
from turns import pictures, reports
from turns.doors import begun_or_404
from turns.models import RoundPicture
from turns.pictures import Look

YEAR = 365 * 24 * 3600


@require_safe
def share(request: HttpRequest, slug: str, code: str, round: int) -> HttpResponse:
    """The report of a round with its picture, and both as text to paste into a letter, a forum or a chat."""
    battle = _drawn_or_404(request, slug, code, round)
    look = _look(request)
    path = _address(pictures.picture_of(battle, round, look, now=clock.now()))
    address = settings.SITE_URL + path
    page = settings.SITE_URL + reverse("turns:round", args=[slug, code, round])
    alt = pictures.alt_of(battle, round)
    report = reports.report_of(battle, round, look.language)
    pasted = {name: reports.as_text(battle, report, look.language, marks) for name, marks in reports.PASTED.items()}
    context: dict[str, Any] = {
        "battle": battle,
        "campaign": battle.campaign,
        "round": round,
        "look": look,
        "last": pictures.last_round(battle),
        "alt": alt,
        "path": path,
        "address": address,
        "report": report,
        "plain": f"{pasted['plain']}{page}",
        "bbcode": f"{pasted['bbcode']}[url={page}][img]{address}[/img][/url]",
        "markdown": f"{pasted['markdown']}\n[![{_bare(alt)}]({address})]({page})",
        "discord": f"{reports.for_discord(battle, report, look.language)}<{page}>\n{address}",
    }
    return render(request, "turns/round.html", context)


def _bare(words: str) -> str:
    """Words without what would end a Markdown label."""
    return words.replace("[", "(").replace("]", ")")


@require_safe
def newest(request: HttpRequest, slug: str, code: str, round: int) -> HttpResponse:
    """Leads to the picture of a round as it is now."""
    battle = _drawn_or_404(request, slug, code, round)
    return redirect(_address(pictures.picture_of(battle, round, _look(request), now=clock.now())))


@require_safe
def picture(
    request: HttpRequest, slug: str, code: str, round: int, version: str, language: str, theme: str
) -> HttpResponse:
    """One picture, which never changes; one that has been replaced leads to the newest."""
    battle = _drawn_or_404(request, slug, code, round)
    kept = RoundPicture.objects.filter(battle=battle, round=round, theme=theme, language=language).first()
    if kept is None or kept.version != version:
        address = reverse("turns:round-newest", args=[slug, code, round])
        return redirect(f"{address}?theme={theme}&language={language}")
    answer = HttpResponse(bytes(kept.png), content_type="image/png")
    if battle.campaign.is_public:
        patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(answer, private=True, max_age=YEAR, immutable=True)
    return answer


@require_safe
def drawing(request: HttpRequest, slug: str, code: str, round: int) -> HttpResponse:
    """The picture as SVG, to keep or to change."""
    battle = _drawn_or_404(request, slug, code, round)
    answer = HttpResponse(pictures.svg_of(battle, round, _look(request)), content_type="image/svg+xml")
    answer["Content-Disposition"] = f'attachment; filename="{battle.code}-{round}.svg"'
    return answer


def _drawn_or_404(request: HttpRequest, slug: str, code: str, round_: int) -> Battle:
    battle = begun_or_404(request, slug, code)
    if not 1 <= round_ <= pictures.last_round(battle):
        raise Http404
    return battle


def _look(request: HttpRequest) -> Look:
    theme: Theme = next((one for one in THEMES if one == request.GET.get("theme")), "light")
    wanted = request.GET.get("language") or get_language() or settings.LANGUAGE_CODE
    known = dict(settings.LANGUAGES)
    return Look(theme, wanted if wanted in known else settings.LANGUAGE_CODE)


def _address(kept: RoundPicture) -> str:
    battle = kept.battle
    return reverse(
        "turns:round-picture",
        args=[battle.campaign.slug, battle.code, kept.round, kept.version, kept.language, kept.theme],
    )
