"""The director's console, and each of the director's acts on a page that says what it does and asks why."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from rulebook.errors import Refused, Unreadable
from rulebook.saga.board import Cell, parse_cell
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.state import Unit
from turns import acts, services
from turns.acts import About, Act
from turns.doors import directed_or_404, seen_or_404, version_of
from turns.services import StaleBoard
from turns.sight import Sight
from turns.wording import said

NUMBERS = ("strength", "armor", "willpower", "hero_points")


# --- acts


def _players(sight: Sight, *, taken: bool) -> list[Unit]:
    return [
        unit for unit in sight.state.units.values() if unit.players and not unit.defeated and unit.taken_over is taken
    ]


def _handable(sight: Sight) -> list[Unit]:
    running = sight.running
    waiting = running.unit if running is not None and running.rule == "plan-waiting" else ""
    return [*_players(sight, taken=True), *(unit for unit in _players(sight, taken=False) if unit.id == waiting)]


def _running(sight: Sight) -> list[Unit]:
    unit = sight.running_unit
    return [unit] if unit is not None and sight.running is not None and sight.running.due is not None else []


def _open(sight: Sight) -> list[Unit]:
    return [sight.running_unit] if sight.running_unit is not None else []


def _all(sight: Sight) -> list[Unit]:
    return list(sight.state.units.values())


def _penalised(sight: Sight) -> list[Unit]:
    return [unit for unit in sight.state.units.values() if unit.players and penalty_of(sight.state, unit)]


def _hidden(sight: Sight) -> list[Unit]:
    return [unit for unit in sight.state.units.values() if unit.hidden]


def _reveal(sight: Sight, user: User, data: Mapping[str, str], about: About) -> None:
    services.reveal(
        unit=data["unit"],
        cell=parse_cell(data.get("cell", "")),
        turned=bool(data.get("turned")),
        director=user,
        **about,
    )


def _correct(sight: Sight, user: User, data: Mapping[str, str], about: About) -> None:
    attribute = data.get("attribute", "")
    if attribute not in (*NUMBERS, "at"):
        raise Unreadable("bad-value", "No such number.", {"value": attribute})
    value: int | Cell = parse_cell(data.get("value", "")) if attribute == "at" else _whole(data.get("value", ""))
    services.correct(
        unit=data["unit"],
        attribute=attribute,  # type: ignore[arg-type]  # one of them, as asked above
        value=value,
        reason=data.get("reason", ""),
        director=user,
        **about,
    )


def _whole(written: str) -> int:
    try:
        return int(written.strip().replace("−", "-"))
    except ValueError as wrong:
        raise Unreadable("bad-value", f"{written!r} is no whole number.", {"value": written}) from wrong


ACTS: dict[str, Act[Sight, Unit]] = {
    "pause": acts.PAUSE,
    "resume": acts.RESUME,
    "take-over": Act(
        gettext_lazy("Take a unit over"),
        (
            gettext_lazy("You play the unit until you hand it back; it has no deadline and no penalty meanwhile."),
            gettext_lazy("The record shows who acted for whom."),
        ),
        gettext_lazy("Take the unit over"),
        ("unit", "reason"),
        lambda sight: _players(sight, taken=False),
        acts.take_over,
    ),
    "hand-back": Act(
        gettext_lazy("Hand a unit back"),
        (gettext_lazy("Its player plays it again."), gettext_lazy("A turn that is open gets a fresh turn's length.")),
        gettext_lazy("Hand the unit back"),
        ("unit",),
        _handable,
        acts.hand_back,
    ),
    "extend": Act(
        gettext_lazy("Give more time"),
        (
            gettext_lazy(
                "The open turn's own deadline moves by so many hours of this table; the next turn does not inherit it."
            ),
            gettext_lazy("Its player gets a notice with the reason."),
        ),
        gettext_lazy("Give the time"),
        ("unit", "hours", "reason"),
        _running,
        acts.extend,
    ),
    "force": Act(
        gettext_lazy("End the open turn"),
        (
            gettext_lazy("The unit does nothing in this round. It misses no deadline and has no late turn (SK-153)."),
            gettext_lazy("The next turn begins at once. That cannot be taken back except by undoing."),
        ),
        gettext_lazy("End the turn"),
        ("unit", "reason"),
        _open,
        lambda sight, user, data, about: services.force_turn(
            unit=data["unit"], reason=data.get("reason", ""), director=user, **about
        ),
    ),
    "pardon": Act(
        gettext_lazy("Pardon a missed deadline"),
        (gettext_lazy("One missed deadline no longer weighs on the unit's initiative, from the next roll on."),),
        gettext_lazy("Pardon it"),
        ("unit", "reason"),
        _penalised,
        lambda sight, user, data, about: services.pardon(
            unit=data["unit"], reason=data.get("reason", ""), director=user, **about
        ),
    ),
    "reveal": Act(
        gettext_lazy("Reveal a hidden unit"),
        (
            gettext_lazy("Everybody sees it from now on; that cannot be taken back."),
            gettext_lazy("It blocks its cell at once and rolls initiative from the next round on."),
        ),
        gettext_lazy("Reveal the unit"),
        ("unit", "cell"),
        _hidden,
        _reveal,
    ),
    "correct": Act(
        gettext_lazy("Correct a unit"),
        (
            gettext_lazy("The number, or the place, is set as you write it."),
            gettext_lazy("A unit whose strength is set to 0 or below is defeated."),
            gettext_lazy("The old and the new value and the reason stay in the chronicle."),
        ),
        gettext_lazy("Set it"),
        ("unit", "attribute", "value", "reason"),
        _all,
        _correct,
    ),
    "end": Act(
        gettext_lazy("End the battle"),
        (
            gettext_lazy("Nobody acts any more; that cannot be undone, because the seed of the dice is shown."),
            gettext_lazy("Wounds, deaths and renown are worked out for you to confirm."),
        ),
        gettext_lazy("End the battle"),
        ("winner", "reason"),
        None,
        acts.end,
    ),
}
DANGEROUS = ("end", "reveal", "correct", "force")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def direct(request: HttpRequest, slug: str, code: str, what: str) -> HttpResponse:
    """One act of the director's: what it means, and the act itself when sent."""
    sight = directed_or_404(request, slug, code)
    act = ACTS.get(what)
    if act is None:
        raise Http404
    if request.method == "POST":
        return _run(request, sight, what, act)
    return _page(request, sight, what, act)


def _run(request: HttpRequest, sight: Sight, what: str, act: Act[Sight, Unit]) -> HttpResponse:
    about = {"battle_id": sight.battle.pk, "at": clock.now(), "version": request.POST.get("version", "")}
    if "unit" in act.asks and request.POST.get("unit", "") not in sight.state.units:
        return _page(request, sight, what, act, error=_("Choose a unit."), status=422)
    try:
        act.run(sight, me(request), request.POST, about)
    except StaleBoard:
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        return _page(
            request, fresh, what, act, error=_("The battle has changed meanwhile. Look again, then decide."), status=409
        )
    except Refused as refused:
        error = said(refused, sight.names, state=sight.state, unit=request.POST.get("unit", ""))
        return _page(request, sight, what, act, error=error, status=422)
    messages.success(request, _("Done: %(act)s.") % {"act": act.title})
    return redirect(sight.battle)


def _planned_cell(sight: Sight, unit: str) -> str:
    """Where the director's plan of the battle puts a unit that has no place yet."""
    planned = (sight.battle.plan or {}).get("units", ())
    return next((one["at"] or "" for one in planned if one["id"] == unit), "")


def _page(
    request: HttpRequest, sight: Sight, what: str, act: Act[Sight, Unit], *, error: str = "", status: int = 200
) -> HttpResponse:
    data = request.POST if request.method == "POST" else request.GET
    hidden = act.units(sight) if what == "reveal" and act.units else []
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "act": act,
        "what": what,
        "danger": what in DANGEROUS,
        "units": act.units(sight) if act.units else [],
        "sent": data,
        "unit": sight.state.units.get(data.get("unit", "")),
        "cell": data.get("cell", _planned_cell(sight, data.get("unit") or next((one.id for one in hidden), ""))),
        "error": error,
        "version": version_of(sight),
        "hours": data.get("hours", "12"),
    }
    return render(request, "turns/direct.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Ask, then end a pause that the battle took itself: any of its players may."""
    sight = seen_or_404(request, slug, code)
    if not isinstance(request.user, User):
        raise PermissionDenied
    if request.method != "POST":
        return _ask_to_resume(request, sight, request.user)
    try:
        services.resume(battle_id=sight.battle.pk, user=request.user, at=clock.now())
        messages.success(request, _("The battle goes on; clocks run with what was left."))
    except Refused as refused:
        messages.error(request, said(refused, sight.names))
    return redirect(sight.battle)


def _ask_to_resume(request: HttpRequest, sight: Sight, user: User) -> HttpResponse:
    if sight.state.paused is None:
        return redirect(sight.battle)
    if not services.may_resume(sight.battle, sight.whole, user):
        raise PermissionDenied
    return _page(request, sight, "resume", ACTS["resume"])
