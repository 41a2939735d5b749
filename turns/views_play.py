"""A turn on its way to the dice: kept as a draft, reviewed, confirmed, read afterwards."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.kept_words import sign_in_first
from accounts.models import User
from campaign.selectors import readers_of
from rulebook.errors import Refused, TooLate
from rulebook.saga.board import cell_name
from rulebook.saga.state import Unit
from rulebook.saga.steps import Horn, Move, Rest, Strike, UseAbility
from turns import panels
from turns.band import band_of, penalty_words
from turns.composer import NOTHING, Orders
from turns.doors import begun_or_404, clock_words, seen_or_404, version_of
from turns.drafts import Typed, keep_typed, kept_draft, save_typed, typed_from
from turns.models import TurnPost
from turns.one_post import post_context, post_or_404
from turns.outlook import Outlook
from turns.panels import Panel
from turns.posts import shown_post
from turns.record import since_visit
from turns.services import StaleBoard, discard_draft, mark_visit, play_turn
from turns.sight import Sight, sight_of
from turns.views import battle_page
from turns.wording import language, said

# --- the draft


@login_required
@require_POST
def draft(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Keep what is typed while it is typed; answers where it lies now, for the line under the field."""
    battle = begun_or_404(request, slug, code)
    unit, purpose = request.POST.get("unit", ""), request.POST.get("purpose", "turn")
    sight = sight_of(battle, request.user)
    known = sight.state.units.get(unit)
    if known is None or not (sight.directs or known.player == sight.player):
        raise Http404
    try:
        typed = save_typed(battle, _user(request), unit, typed_from(request.POST), purpose)
    except Refused as refused:
        return JsonResponse({"error": said(refused, sight.names)}, status=400)
    saved = clock_words(typed.saved_at) if typed.saved_at else ""
    return JsonResponse(
        {"fork": typed.fork, "revision": typed.revision, "saved": saved, "conflict": typed.conflict},
        status=409 if typed.conflict else 200,
    )


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Put the plan aside and keep the text, or put a whole draft aside."""
    battle = begun_or_404(request, slug, code)
    unit, typed = request.POST.get("unit", ""), typed_from(request.POST)
    if request.POST.get("what") == "plan":
        keep_typed(battle, _user(request), unit, replace(typed, orders=Orders()))
        messages.success(request, _("The plan is discarded; your text is kept."))
    else:
        discard_draft(battle=battle, user=_user(request), unit=unit, at=clock.now(), fork=typed.fork)
        messages.success(request, _("The draft is put aside."))
    return redirect(f"{battle.get_absolute_url()}?unit={unit}")


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


# --- the review


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What will happen, before any die: sent by the composer, then read at an address of its own."""
    if not request.user.is_authenticated:
        return sign_in_first(request, to=reverse("turns:battle", args=[slug, code]))
    sight = seen_or_404(request, slug, code)
    if request.method == "POST":
        return _check(request, sight)
    unit = sight.acting(request.GET.get("unit", ""))
    if unit is None or unit.id != request.GET.get("unit"):
        return redirect(sight.battle)
    typed = kept_draft(sight.battle, _user(request), unit.id, fork=request.GET.get("draft", "0"))
    panel = panels.panel_of(sight, unit, typed.orders)
    if not panel.checked.legal:
        return battle_page(request, sight, typed, status=422, errors=problems(panel))
    return render(request, "turns/review.html", review_context(sight, panel, typed))


def _check(request: HttpRequest, sight: Sight) -> HttpResponse:
    typed = typed_from(request.POST)
    unit = sight.acting(request.POST.get("unit", ""))
    if unit is None or unit.id != request.POST.get("unit"):
        return gone(request, sight, typed)
    typed = keep_typed(sight.battle, _user(request), unit.id, typed)
    if request.POST.get("version") and request.POST["version"] != version_of(sight):
        return changed_page(request, sight, unit, typed)
    panel = panels.panel_of(sight, unit, typed.orders)
    if not panel.checked.legal:
        return battle_page(request, sight, typed, status=422, asked=True, errors=problems(panel))
    address = reverse("turns:review", args=[sight.battle.campaign.slug, sight.battle.code])
    return redirect(f"{address}?unit={unit.id}&draft={typed.fork}")


def problems(panel: Panel) -> list[tuple[str, str]]:
    """Everything wrong with the orders, each with its field: for the summary at the head of the page."""
    found = [(f"f-{field}", words) for field, words in panel.errors.items()]
    if not panel.checked.complete:
        found.append(("f-act", _("Choose what it does: an attack, an ability, or nothing.")))
    return found


def review_context(sight: Sight, panel: Panel, typed: Typed) -> dict[str, Any]:
    """What the review says: each step in words with its way back, cost, chance, readers, what cannot be undone."""
    unit = panel.unit
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": unit,
        "band": band_of(sight),
        "late": sight.ready.get(unit.id) == "late",
        "lines": step_lines(sight, panel),
        "outlook": panel.outlook,
        "typed": typed,
        "fields": list(typed.orders.to_data().items()),
        "version": version_of(sight),
        "key": secrets.token_urlsafe(16),
        "verb": verb(sight, panel),
        "readers": readers_of(sight.battle.campaign).count(),
        "rolls": panel.outlook is not None and panel.outlook.rolls > 0,
        "expected": expected(panel.outlook),
        "composer": f"{sight.battle.get_absolute_url()}?unit={unit.id}&draft={typed.fork}",
        "penalty": penalty_words(sight.next_penalty(unit)),
        "for_player": sight.directs and unit.player != sight.player and unit.players,
    }


def expected(outlook: Outlook | None) -> str:
    """The threshold that the reader has seen, to be told when it changes."""
    return str(outlook.threshold) if outlook and outlook.threshold is not None else ""


@dataclass(frozen=True, slots=True)
class StepLine:
    """One line of the review: what it is, what it says, the field where it is changed."""

    label: str
    text: str
    field: str


def step_lines(sight: Sight, panel: Panel) -> list[StepLine]:
    """Every step of the turn in words, the skipped ones too: nothing can be taken up later (TURN-1)."""
    steps = {type(step): step for step in panel.checked.steps}
    if Rest in steps:
        gained = _("+%(gain)s willpower. The turn ends.") % {"gain": panel.rest_gain}
        return [StepLine(_("Rest"), gained, "f-mode")]
    horn, move = steps.get(Horn), steps.get(Move)
    lines = []
    if panel.horn_held is not None and (horn is not None or panel.horn_held):
        taken = horn.points if isinstance(horn, Horn) else 0
        lines.append(
            StepLine(
                _("Horn"), _("takes %(points)s of %(held)s") % {"points": taken, "held": panel.horn_held}, "f-horn"
            )
        )
    lines.append(StepLine(_("Move"), _move_text(panel, move if isinstance(move, Move) else None), "f-to"))
    lines.append(StepLine(_("Act"), act_text(sight, panel), "f-act"))
    return lines


def _move_text(panel: Panel, move: Move | None) -> str:
    if move is None:
        return _("stays on %(cell)s") % {"cell": panel.start}
    text = f"{panel.start} → {cell_name(move.to)}"
    return text + " " + _("(%(will)s willpower)") % {"will": panel.move_cost} if panel.move_cost else text


def act_text(sight: Sight, panel: Panel) -> str:
    """The attack or ability of the turn in words."""
    step = panel.checked.steps[-1] if panel.checked.steps else None
    names = sight.names
    if isinstance(step, Strike):
        kind = _("Strength attack on %(target)s") if step.attack == "strength" else _("Break attack on %(target)s")
        text = kind % {"target": names.unit(step.target)}
        text += ", " + _("+%(boost)s willpower on a hit") % {"boost": step.boost} if step.boost else ""
        return text + (", " + _("a miss is rolled once more") if step.reroll else "")
    if isinstance(step, UseAbility):
        text = f"{names.entry(step.name)} {step.rank}"
        return text + (" → " + names.target(step.target) if step.target is not None else "")
    return _("does nothing")


def verb(sight: Sight, panel: Panel) -> str:
    """What the last button says: the verb and its object."""
    step = panel.checked.steps[-1] if panel.checked.steps else None
    outlook, unit = panel.outlook, panel.unit.name
    if isinstance(step, Rest):
        return _("Rest with %(unit)s") % {"unit": unit}
    if outlook is not None and outlook.rolls:
        target = sight.names.unit(outlook.target)
        if outlook.rolls > 1:
            return _("Roll %(count)sd100") % {"count": outlook.rolls}
        return _("Roll 1d100 against %(target)s") % {"target": target}
    if isinstance(step, UseAbility):
        return _("Use %(ability)s with %(unit)s") % {"ability": sight.names.entry(step.name), "unit": unit}
    if isinstance(step, Move):
        return _("Move %(unit)s to %(cell)s and end the turn") % {"unit": unit, "cell": cell_name(step.to)}
    return _("End the turn of %(unit)s") % {"unit": unit}


# --- the act


@require_POST
def play(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The act itself: all of the turn or nothing of it; the same key sent twice is one turn."""
    if not request.user.is_authenticated:
        return sign_in_first(request, to=reverse("turns:battle", args=[slug, code]))
    received = clock.now()
    battle = begun_or_404(request, slug, code)
    sight, typed = sight_of(battle, request.user), typed_from(request.POST)
    unit_id = request.POST.get("unit", "")
    unit = sight.state.units.get(unit_id)
    if unit is None:
        raise Http404
    try:
        steps = panels.steps_for(sight, unit, typed.orders)
        played = play_turn(
            battle_id=battle.pk,
            unit=unit_id,
            player=_user(request),
            steps=steps,
            text=typed.text,
            version=request.POST.get("version", ""),
            key=request.POST.get("key", ""),
            received_at=received,
            language=language(),
            draft_fork=typed.fork,
        )
    except StaleBoard:
        return changed_page(request, seen_or_404(request, slug, code), unit, typed)
    except Refused as refused:
        return _refused(request, slug, code, unit, typed, refused)
    assert played.post is not None  # a whole turn always makes one
    return redirect("turns:post", slug, code, played.post.number)


def _refused(request: HttpRequest, slug: str, code: str, unit: Unit, typed: Typed, refused: Refused) -> HttpResponse:
    """Not played: the text is kept, and the page says why."""
    sight = seen_or_404(request, slug, code)
    typed = _kept_over(request, sight, unit, typed)
    if unit.id in sight.ready:
        words = said(refused, sight.names, state=sight.state, unit=unit.id)
        return battle_page(
            request, sight, typed, status=409 if isinstance(refused, TooLate) else 422, errors=[("f-act", words)]
        )
    return gone(request, sight, typed, refused)


def _kept_over(request: HttpRequest, sight: Sight, unit: Unit, typed: Typed) -> Typed:
    """What was sent, kept as a draft over whatever revision stands there."""
    user = _user(request)
    latest = kept_draft(sight.battle, user, unit.id, fork=str(typed.fork)).revision
    return keep_typed(sight.battle, user, unit.id, replace(typed, revision=latest))


def gone(request: HttpRequest, sight: Sight, typed: Typed, refused: Refused | None = None) -> HttpResponse:
    """The unit may not act any more: what happened, and the text to keep."""
    unit = sight.state.units.get(request.POST.get("unit", ""))
    if unit is not None and (sight.directs or unit.player == sight.player):
        typed = _kept_over(request, sight, unit, typed)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "unit": unit,
        "typed": typed,
        "since": since_visit(sight),
        "reason": said(refused, sight.names, unit=unit.id if unit else "") if refused else "",
        "posts": list(_posts_of(sight, unit)),
    }
    return render(request, "turns/gone.html", context, status=409)


def _posts_of(sight: Sight, unit: Unit | None) -> Any:
    if unit is None:
        return ()
    return TurnPost.objects.filter(battle=sight.battle, unit=unit.id, round=sight.state.round).order_by("-number")[:1]


def changed_page(request: HttpRequest, sight: Sight, unit: Unit, typed: Typed) -> HttpResponse:
    """The board changed while they wrote: what changed, whether the plan still holds, new numbers, the text intact."""
    if unit.id not in sight.ready:
        return gone(request, sight, typed)
    unit = sight.state.units[unit.id]
    typed = _kept_over(request, sight, unit, typed)
    panel = panels.panel_of(sight, unit, typed.orders)
    context = review_context(sight, panel, typed) | {
        "since": since_visit(sight),
        "legal": panel.checked.legal,
        "problems": problems(panel),
        "before": typed.expected,
        "no_act": typed.orders.act == NOTHING,
    }
    mark_visit(battle=sight.battle, user=_user(request), last_event=sight.battle.version, at=clock.now())
    return render(request, "turns/changed.html", context, status=409)


# --- afterwards


@never_cache
@require_safe
def post(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """One turn, at an address of its own: safe to reload, to come back to, to share."""
    sight = seen_or_404(request, slug, code)
    row = post_or_404(sight.battle, number)
    shown = {"post": shown_post(row, sight), "band": band_of(sight), "next_url": sight.battle.get_absolute_url()}
    return render(request, "turns/post.html", post_context(sight, row, **shown))
