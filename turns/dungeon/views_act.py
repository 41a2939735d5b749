"""A step on its way to the dice: kept as a draft, reviewed, confirmed; and the answers that others wait for."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.signed_in import me
from campaign.selectors import readers_of
from rulebook.dungeon.actions import PassScope
from rulebook.dungeon.steps import OVERLORD, End
from rulebook.errors import Refused, TooLate
from turns.doors import clock_words
from turns.drafts import Typed, keep_typed, kept_draft, save_typed, typed_from
from turns.dungeon.band import band_of
from turns.dungeon.doors import seen_or_404, version_of
from turns.dungeon.orders import Orders, orders_from
from turns.dungeon.outlook import Outlook
from turns.dungeon.panels import Panel
from turns.dungeon.record import since_visit
from turns.dungeon.sight import Sight
from turns.dungeon.views import battle_page, composing, drafted, name_of
from turns.dungeon.wording import said, step_words
from turns.models import TurnPost
from turns.selectors import answer_to
from turns.services import (
    StaleBoard,
    discard_draft,
    mark_visit,
    play_turn,
)
from turns.wording import language

SCOPES: tuple[PassScope, ...] = ("window", "round", "always", "none")


# --- the draft


@login_required
@require_POST
def draft(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Keep what is typed while it is typed; answers where it lies now, for the line under the field."""
    sight = seen_or_404(request, slug, code)
    unit = request.POST.get("unit", "")
    if not _may_write(sight, unit):
        raise Http404
    try:
        typed = save_typed(sight.battle, me(request), drafted(sight, unit), typed_from(request.POST, orders_from))
    except Refused as refused:
        return JsonResponse({"error": said(refused, sight)}, status=400)
    saved = clock_words(typed.saved_at) if typed.saved_at else ""
    return JsonResponse(
        {"fork": typed.fork, "revision": typed.revision, "saved": saved, "conflict": typed.conflict},
        status=409 if typed.conflict else 200,
    )


def _may_write(sight: Sight, unit: str) -> bool:
    """May the reader write for this model, whether it is its turn or not?"""
    model = sight.known.models.get(unit)
    if unit == OVERLORD or (model is not None and model.side == "overlord"):
        return sight.plays_overlord or sight.directs
    return model is not None and (sight.directs or model.player == sight.player)


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Put the chosen step aside and keep the text, or put a whole draft aside."""
    sight = seen_or_404(request, slug, code)
    unit, typed = request.POST.get("unit", ""), typed_from(request.POST, orders_from)
    if not _may_write(sight, unit):
        raise Http404
    if request.POST.get("what") == "plan":
        keep_typed(sight.battle, me(request), drafted(sight, unit), replace(typed, orders=Orders()))
        messages.success(request, _("The plan is discarded; your text is kept."))
    else:
        user = me(request)
        discard_draft(battle=sight.battle, user=user, unit=drafted(sight, unit), at=clock.now(), fork=typed.fork)
        messages.success(request, _("The draft is put aside."))
    return redirect(f"{sight.battle.get_absolute_url()}?unit={unit}")


# --- the review


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What the step means, before any die: sent by the composer, then read at an address of its own."""
    sight = seen_or_404(request, slug, code)
    if request.method == "POST":
        return _check(request, sight)
    unit = request.GET.get("unit", "")
    if not unit or composing(sight, unit) != unit:
        return redirect(sight.battle)
    fork = request.GET.get("draft", "0")
    typed = kept_draft(sight.battle, me(request), drafted(sight, unit), fork=fork, read=orders_from)
    panel = Panel(sight, unit, typed.orders)
    if panel.step is None:
        return battle_page(request, sight, typed, unit=unit, status=422, errors=problems(panel))
    return render(request, "turns/dungeon/review.html", review_context(panel, typed))


def _check(request: HttpRequest, sight: Sight) -> HttpResponse:
    typed = typed_from(request.POST, orders_from)
    unit = request.POST.get("unit", "")
    if not unit or composing(sight, unit) != unit:
        return gone(request, sight, typed)
    typed = keep_typed(sight.battle, me(request), drafted(sight, unit), typed)
    if request.POST.get("version") and request.POST["version"] != version_of(sight):
        return changed_page(request, sight, unit, typed)
    panel = Panel(sight, unit, typed.orders)
    if panel.step is None:
        return battle_page(request, sight, typed, unit=unit, status=422, errors=problems(panel))
    address = reverse("turns:review", args=[sight.battle.campaign.slug, sight.battle.code])
    return redirect(f"{address}?unit={unit}&draft={typed.fork}")


def problems(panel: Panel) -> list[tuple[str, str]]:
    """What is wrong with the step, with its field: for the summary at the head of the page."""
    problem = panel.problem
    return [(f"f-{problem[0]}", problem[1])] if problem is not None else []


def review_context(panel: Panel, typed: Typed) -> dict[str, Any]:
    """What the review says: the step in words, its chances, who reads it, what cannot be undone."""
    sight, unit = panel.sight, panel.unit
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": {"id": unit, "name": name_of(sight, unit)},
        "band": band_of(sight),
        "step": step_words(panel.step, sight, unit) if panel.step is not None else "",
        "outlook": panel.outlook,
        "typed": typed,
        "fields": list(typed.orders.to_data().items()),
        "version": version_of(sight),
        "key": secrets.token_urlsafe(16),
        "verb": verb(panel),
        "ends": isinstance(panel.step, End),
        "readers": readers_of(sight.battle.campaign).count(),
        "expected": expected(panel.outlook),
        "composer": f"{sight.battle.get_absolute_url()}?unit={unit}&draft={typed.fork}",
        "for_player": unit in sight.ready and sight.ready[unit].kind == "director",
    }


def expected(outlook: Outlook | None) -> str:
    """The chances that the reader has seen, to be told when they change."""
    return " ".join(f"{attack.chance}" for attack in outlook.attacks) if outlook is not None else ""


def verb(panel: Panel) -> str:
    """What the last button says: the verb and its object."""
    outlook = panel.outlook
    if outlook is None or not outlook.rolls or any(attack.free for attack in outlook.attacks):
        return _("Do it: %(step)s") % {"step": step_words(panel.step, panel.sight, panel.unit)} if panel.step else ""
    target = ", ".join(attack.title for attack in outlook.attacks)
    return ngettext("Roll %(dice)d die against %(target)s", "Roll %(dice)d dice against %(target)s", outlook.dice) % {
        "dice": outlook.dice,
        "target": target,
    }


# --- the act


@login_required
@require_POST
def play(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The act itself; the same key sent twice is one step. The turn stays open for the next one, until it is ended."""
    received = clock.now()
    sight = seen_or_404(request, slug, code)
    typed, unit = typed_from(request.POST, orders_from), request.POST.get("unit", "")
    if unit != OVERLORD and unit not in sight.known.models:
        raise Http404
    before = answer_to(me(request), request.POST.get("key", ""))
    if before is not None:
        return _afterwards(request, slug, code, unit, before.post)
    step = Panel(sight, unit, typed.orders).step
    if step is None:
        return _again(request, sight, unit, typed)
    published = typed.text if request.POST.get("publish") else ""
    try:
        played = play_turn(
            battle_id=sight.battle.pk,
            unit=unit,
            player=me(request),
            steps=(step,),
            text=published,
            version=request.POST.get("version", ""),
            key=request.POST.get("key", ""),
            received_at=received,
            language=language(),
            draft_fork=typed.fork,
            extra=bool(typed.orders.extra),
        )
    except StaleBoard:
        return changed_page(request, seen_or_404(request, slug, code), unit, typed)
    except Refused as refused:
        return _refused(request, slug, code, unit, typed, refused)
    _keep_text(request, sight, unit, typed, published=bool(published))
    return _afterwards(request, slug, code, unit, played.post)


def _keep_text(request: HttpRequest, sight: Sight, unit: str, typed: Typed, *, published: bool) -> None:
    """What was not published stays in its field for the next step; what was, does not come back."""
    key, user = drafted(sight, unit), me(request)
    latest = kept_draft(sight.battle, user, key, fork=str(typed.fork), read=orders_from)
    if published or not typed.text:
        if latest.revision:
            discard_draft(battle=sight.battle, user=user, unit=key, at=clock.now(), fork=latest.fork)
        return
    keep_typed(sight.battle, user, key, replace(typed, orders=Orders(), revision=latest.revision, fork=latest.fork))


def _afterwards(request: HttpRequest, slug: str, code: str, unit: str, post: TurnPost | None) -> HttpResponse:
    """Back to the turn where it goes on, else to its post."""
    if post is not None and not post.open:
        return redirect("turns:post", slug, code, post.number)
    address = reverse("turns:battle", args=[slug, code])
    return redirect(f"{address}?unit={unit}#turn")


def _again(request: HttpRequest, sight: Sight, unit: str, typed: Typed) -> HttpResponse:
    """The step cannot be taken any more: the page says why, with everything as it was typed."""
    if composing(sight, unit) != unit:
        return gone(request, sight, typed)
    typed = _saved(request, sight, unit, typed)
    errors = problems(Panel(sight, unit, typed.orders))
    return battle_page(request, sight, typed, unit=unit, status=422, errors=errors)


def _refused(request: HttpRequest, slug: str, code: str, unit: str, typed: Typed, refused: Refused) -> HttpResponse:
    """Not played: the text is kept, and the page says why."""
    sight = seen_or_404(request, slug, code)
    if composing(sight, unit) != unit:
        return gone(request, sight, typed, refused)
    typed = _saved(request, sight, unit, typed)
    status = 409 if isinstance(refused, TooLate) else 422
    errors = [("f-act", said(refused, sight, unit))]
    return battle_page(request, sight, typed, unit=unit, status=status, errors=errors)


def _saved(request: HttpRequest, sight: Sight, unit: str, typed: Typed) -> Typed:
    """The same, kept over whatever was kept before."""
    key, user = drafted(sight, unit), me(request)
    latest = kept_draft(sight.battle, user, key, fork=str(typed.fork), read=orders_from)
    return keep_typed(sight.battle, user, key, replace(typed, revision=latest.revision))


def gone(request: HttpRequest, sight: Sight, typed: Typed, refused: Refused | None = None) -> HttpResponse:
    """Nobody can act with it any more: what happened, and the text to keep."""
    unit = request.POST.get("unit", "")
    if typed.text and _may_write(sight, unit):
        typed = _saved(request, sight, unit, typed)
    posts = TurnPost.objects.filter(battle=sight.battle, unit=drafted(sight, unit), round=sight.known.round)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "unit": {"id": unit, "name": name_of(sight, unit)},
        "typed": typed,
        "since": since_visit(sight),
        "reason": said(refused, sight, unit) if refused else "",
        "posts": posts.order_by("-number")[:1],
    }
    return render(request, "turns/gone.html", context, status=409)


def changed_page(request: HttpRequest, sight: Sight, unit: str, typed: Typed) -> HttpResponse:
    """The game went on while they wrote: what changed, whether the step still holds, new chances, the text intact."""
    if composing(sight, unit) != unit:
        return gone(request, sight, typed)
    typed = _saved(request, sight, unit, typed)
    panel = Panel(sight, unit, typed.orders)
    context = review_context(panel, typed) | {
        "since": since_visit(sight),
        "legal": panel.step is not None,
        "problems": problems(panel),
        "before": typed.expected,
    }
    mark_visit(battle=sight.battle, user=me(request), last_event=sight.battle.version, at=clock.now())
    return render(request, "turns/dungeon/changed.html", context, status=409)
