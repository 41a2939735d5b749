"""The director's yes and no from the console: one row or several at once, each decided on its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.signed_in import me
from campaign.models import Campaign
from campaign.selectors import members_of
from campaign.services import decline_application, put_on_waiting_list
from characters.services import return_character, return_petition
from rulebook.errors import Refused, TooLate, Unreadable
from turns import services
from turns.decisions import MOST_KEY, Result, approved_words, keep_results, refused_words, results_of, why
from turns.doors import version_of
from turns.queue import Row
from turns.queue_detail import Asker, Detail, detail_of
from turns.services import Consent, Waiting
from turns.sight import sight_of
from turns.views_console import Unsent, console_page, directed_campaign, waits_in

MOST_ROWS = 100
MOST_DIGITS = 3
LONGEST_WORD = 2000
WORDS = ("return", "list")
"""The buttons that answer with a word."""


@dataclass(frozen=True, slots=True)
class Throw:
    """An early turn about to be played by a yes: what it would do, on which board, which alternative."""

    detail: Detail
    version: str
    alternative: int | None


@never_cache
@login_required
@require_POST
def decide(request: HttpRequest, slug: str) -> HttpResponse:
    """Approve the rows that are marked (or the one whose button was pressed), or answer one with a word."""
    campaign = directed_campaign(request, slug)
    if request.POST.get("do") in WORDS:
        return _answer(request, campaign)
    key = request.POST.get("key", "")
    if results_of(request, key) is not None:
        return _to_results(campaign, key)
    wanted = _wanted(request)
    if not wanted:
        messages.error(request, _("Mark at least one row."))
        return redirect("turns:console", slug)
    rows = {row.key: row for row in waits_in(request, campaign).rows}
    throwing = [row for written in wanted if (row := rows.get(_key(written))) is not None and row.rolls]
    if throwing and "confirm" not in request.POST:
        return _confirm(request, campaign, wanted, rows, throwing)
    results = [_approve(request, campaign, written, rows.get(_key(written))) for written in wanted]
    keep_results(request, key, results)
    return _to_results(campaign, key)


def _wanted(request: HttpRequest) -> list[str]:
    """What is to be approved, once each, in the order of the page."""
    only = request.POST.get("only", "")
    written = [only] if only else request.POST.getlist("rows")
    return list(dict.fromkeys(written))[:MOST_ROWS]


def _key(written: str) -> str:
    return written.partition(".")[0]


def _to_results(campaign: Campaign, key: str) -> HttpResponse:
    return redirect(f"{reverse('turns:console', args=[campaign.slug])}?{urlencode({'done': key[:MOST_KEY]})}")


def _approve(request: HttpRequest, campaign: Campaign, written: str, row: Row | None) -> Result:
    """One row on its own: whatever becomes of the others changes nothing here."""
    key = _key(written)
    try:
        waiting = services.read_waiting(written)
        approved = services.approve(campaign=campaign, waiting=waiting, consent=_consent(request, waiting, row))
    except Refused as refused:
        return refused_words(request, row, key[:60], refused)
    return approved_words(row, key, approved)


def _consent(request: HttpRequest, waiting: Waiting, row: Row | None) -> Consent:
    """What goes along with the yes. Raises Unreadable `not-confirmed` for dice that nobody has confirmed."""
    word = request.POST.get("word", "").strip()[:LONGEST_WORD]
    version = request.POST.get(f"version-{waiting.key}")
    chosen = request.POST.get(f"alternative-{waiting.key}", "")
    if waiting.kind == "plan" and row is not None and not (version and chosen.isdecimal()):
        raise Unreadable("not-confirmed", f"{waiting.key} rolls dice and was not confirmed.", {"row": waiting.key})
    alternative = int(chosen) if chosen.isdecimal() and len(chosen) <= MOST_DIGITS else 0
    return Consent(me(request), clock.now(), word, version or "", alternative)


def _confirm(
    request: HttpRequest, campaign: Campaign, wanted: list[str], rows: Mapping[str, Row], throwing: list[Row]
) -> HttpResponse:
    """The page before the dice: what each yes does, which of them cannot be taken back."""
    asker = Asker(me(request), campaign, list(members_of(campaign)))
    throws = [_throw(row, asker) for row in throwing]
    blocked = [one for one in throws if one.alternative is None]
    left_out = {one.detail.row.key for one in blocked}
    context = {
        "campaign": campaign,
        "throws": [one for one in throws if one.alternative is not None],
        "blocked": blocked,
        "others": [row for written in wanted if (row := rows.get(_key(written))) is not None and not row.rolls],
        "wanted": [written for written in wanted if _key(written) not in left_out],
        "key": request.POST.get("key", ""),
        "word": request.POST.get("word", ""),
    }
    return render(request, "turns/approve_review.html", context)


def _throw(row: Row, asker: Asker) -> Throw:
    detail = detail_of(row, asker)
    chosen = next((one.number for one in detail.alternatives if one.chosen), None)
    assert row.battle is not None
    return Throw(detail, version_of(sight_of(row.battle, asker.user)), chosen)


# --- answering one row with a word


def _answer(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """A no, or a waiting list, with the director's word; what was typed is never lost."""
    key = _key(request.POST.get("only", ""))
    row = next((one for one in waits_in(request, campaign).rows if one.key == key), None)
    word = request.POST.get("word", "").strip()
    try:
        told = _answered(request, row, word, request.POST["do"])
    except Refused as refused:
        error = _word_error(refused) or why(request, row, refused)
        status = 409 if isinstance(refused, TooLate) else 422
        return console_page(request, campaign, unsent=Unsent(key, word, error), status=status)
    messages.success(request, told)
    return redirect("turns:console", campaign.slug)


def _answered(request: HttpRequest, row: Row | None, word: str, do: str) -> str:
    """Answer, and say what was done. Raises TooLate `row-gone`, Unreadable `word-needed` and `word-too-long`."""
    if row is None or (row.kind, do) not in ANSWERS:
        raise TooLate("row-gone", "This does not wait any more.")
    if len(word) > LONGEST_WORD:
        raise Unreadable("word-too-long", f"{len(word)} characters.", {"length": len(word), "most": LONGEST_WORD})
    if not word and row.kind != "application":
        raise Unreadable("word-needed", "Nothing was written.")
    verb, told = ANSWERS[row.kind, do]
    verb(row, word, request)
    return told() % {"name": row.title}


def _word_error(refused: Refused) -> str:
    if refused.code == "word-needed":
        return _("Say what should change: the player reads it.")
    if refused.code == "word-too-long":
        return _("The text has %(length)s characters; %(most)s fit.") % refused.data
    return ""


Answer = Callable[[Row, str, HttpRequest], object]
ANSWERS: Mapping[tuple[str, str], tuple[Answer, Callable[[], str]]] = {
    ("sheet", "return"): (
        lambda row, word, request: return_character(character=row.about, by=me(request), word=word, at=clock.now()),
        lambda: _("%(name)s went back to its player."),
    ),
    ("petition", "return"): (
        lambda row, word, request: return_petition(petition=row.about, by=me(request), word=word, at=clock.now()),
        lambda: _("Returned with your word; nothing is changed."),
    ),
    ("application", "return"): (
        lambda row, word, request: decline_application(
            application=row.about, by=me(request), word=word, at=clock.now()
        ),
        lambda: _("%(name)s is told that it is a no."),
    ),
    ("application", "list"): (
        lambda row, word, request: put_on_waiting_list(
            application=row.about, by=me(request), word=word, at=clock.now()
        ),
        lambda: _("%(name)s is on the waiting list."),
    ),
}
"""By kind of row and button: the verb, and what is said afterwards."""
