"""Asking the director to take a played turn back, and the director's answer."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.signed_in import me
from battles.models import Battle
from battles.selectors import SHOWN_SEED
from campaign.guards import require_director
from rulebook.errors import Refused, TooLate, Unreadable
from turns import services
from turns.doors import begun_or_404
from turns.models import RetconRequest, TurnPost
from turns.readings import post_template, said_to, shown_to


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """The turn, and a field for why it should be taken back."""
    battle = begun_or_404(request, slug, code)
    post = post_or_404(battle, number)
    if not services.may_ask(battle, post, me(request)):
        raise PermissionDenied
    if request.method != "POST":
        return _form(request, battle, post)
    try:
        services.ask_retcon(
            battle_id=battle.pk,
            number=number,
            player=me(request),
            reason=request.POST.get("reason", ""),
            at=clock.now(),
        )
    except Refused as refused:
        return _form(request, battle, post, error=said_to(battle, refused, me(request)), status=_status(refused))
    messages.success(request, _("The director has been asked. You get a notice with the answer."))
    return redirect("turns:post", slug, code, number)


def post_or_404(battle: Battle, number: int) -> TurnPost:
    """A turn's post by its number."""
    rows = TurnPost.objects.filter(battle=battle).select_related("author", "played_for")
    return get_object_or_404(rows, number=number)


def _form(request: HttpRequest, battle: Battle, post: TurnPost, *, error: str = "", status: int = 200) -> HttpResponse:
    context = _about(request, battle, post) | {"error": error, "reason": request.POST.get("reason", "")}
    return render(request, "turns/retcon.html", context, status=status)


def _about(request: HttpRequest, battle: Battle, post: TurnPost) -> dict[str, Any]:
    return {
        "battle": battle,
        "campaign": battle.campaign,
        "post": shown_to(battle, [post], me(request))[0],
        "post_template": post_template(battle),
        "over": battle.status in SHOWN_SEED,
    }


def _status(refused: Refused) -> int:
    return 409 if isinstance(refused, TooLate) else 422


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, slug: str, code: str, request_id: int) -> HttpResponse:
    """What a player asks for, and the director's word: granting leads to what going back would change."""
    battle = begun_or_404(request, slug, code)
    require_director(me(request), battle.campaign)
    rows = RetconRequest.objects.filter(battle=battle).select_related("post__author", "user", "answered_by")
    asked = get_object_or_404(rows, pk=request_id)
    if request.method != "POST":
        return _answering(request, battle, asked)
    do = request.POST.get("do")
    if do not in ("grant", "refuse"):
        raise Http404
    try:
        services.answer_retcon(
            request_id=asked.pk,
            director=me(request),
            grant=do == "grant",
            word=request.POST.get("word", ""),
            at=clock.now(),
        )
    except Refused as refused:
        fresh = rows.get(pk=request_id)
        return _answering(request, battle, fresh, error=_why(request, battle, refused), status=_status(refused))
    if do == "grant":
        messages.success(request, _("Granted, and the player told. Nothing is taken back until you confirm it here."))
        return redirect(undo_address(battle, asked.post))
    messages.success(request, _("Refused, and the player told."))
    return redirect("turns:console", slug)


def _why(request: HttpRequest, battle: Battle, refused: Refused) -> str:
    if isinstance(refused, Unreadable) and refused.code == "reason-needed":
        return _("Say why: the player reads it.")
    return said_to(battle, refused, me(request))


def undo_address(battle: Battle, post: TurnPost) -> str:
    """The page that says what going back before a post's turn would change."""
    address = reverse("turns:history", args=[battle.campaign.slug, battle.code])
    return f"{address}?post={post.number}"


def _answering(
    request: HttpRequest, battle: Battle, asked: RetconRequest, *, error: str = "", status: int = 200
) -> HttpResponse:
    context = _about(request, battle, asked.post) | {
        "asked": asked,
        "error": error,
        "word": request.POST.get("word", ""),
        "undo_url": undo_address(battle, asked.post),
    }
    return render(request, "turns/retcon_answer.html", context, status=status)
