"""The director's acts on a game, each on a page that says what it does and asks why."""

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
from battles.dungeon_map.seen import figures
from battles.dungeon_map.words import facing_name, place_name
from campaign.selectors import players_of
from rulebook.dungeon.grid import FACINGS, parse_square
from rulebook.dungeon.state import DIRECTOR, Corrected
from rulebook.dungeon.steps import OVERLORD
from rulebook.errors import Refused, Unreadable
from turns import acts, services
from turns.acts import About, Act
from turns.dungeon.doors import directed_or_404, seen_or_404, version_of
from turns.dungeon.sight import Sight
from turns.dungeon.wording import said
from turns.services import StaleBoard


def _heroes(sight: Sight, *, taken: bool) -> list[str]:
    return [hero.id for hero in sight.known.heroes if hero.players and hero.taken_over is taken]


def _seats(sight: Sight) -> list[str]:
    """The heroes, and the Overlord's chair where a person sits in it."""
    heroes = [hero.id for hero in sight.known.heroes if hero.players]
    return heroes if sight.known.automatic else [*heroes, OVERLORD]


def _open(sight: Sight) -> list[str]:
    """For whom more time can be given: whoever the running clock waits for."""
    ticking, running = sight.known.clock, sight.known.running
    if ticking is None or ticking.due is None:
        return []
    if running is not None:
        return [running.unit]
    return [hero.id for hero in sight.known.heroes if hero.status == "waiting"]


def _all(sight: Sight) -> list[str]:
    return [model.id for model in sight.known.models.values() if model.on_board or model.is_hero]


def _correct(sight: Sight, user: User, data: Mapping[str, str], about: About) -> None:
    services.correct_model(
        unit=data["unit"], to=corrected_from(data), reason=data.get("reason", ""), director=user, **about
    )


def corrected_from(data: Mapping[str, str]) -> Corrected:
    """What the director's form sets of a model; whatever is left empty stays. Raises `bad-value`, `bad-square`."""
    wounds, square = data.get("wounds", "").strip(), data.get("square", "").strip()
    facing = next((facing for facing in FACINGS if facing == data.get("facing")), None)
    items = data.get("items", "").replace(",", " ").split() if "change-items" in data else None
    if wounds and not (wounds.isdecimal() and len(wounds) < 3):
        raise Unreadable("bad-value", f"{wounds!r} is no number of wounds.", {"value": wounds})
    return Corrected(
        wounds=int(wounds) if wounds else None,
        square=parse_square(square) if square else None,
        facing=facing,
        items=tuple(items) if items is not None else None,
    )


def _seat(sight: Sight, user: User, data: Mapping[str, str], about: About) -> None:
    player = next((one for one in _members(sight) if str(one.pk) == data.get("player")), None)
    if player is None and data.get("player") != DIRECTOR:
        raise Unreadable("bad-value", "No player is chosen.", {"value": data.get("player", "")})
    services.give_seat(unit=data["unit"], player=player, director=user, **about)


def _members(sight: Sight) -> list[User]:
    """Who may take a seat."""
    return list(players_of(sight.battle.campaign))


ACTS: dict[str, Act[Sight, str]] = {
    "pause": acts.PAUSE,
    "resume": acts.RESUME,
    "take-over": Act(
        gettext_lazy("Take a hero over"),
        (
            gettext_lazy("You play the hero until you hand it back; it is not waited for with a clock meanwhile."),
            gettext_lazy("The record shows who acted for whom."),
        ),
        gettext_lazy("Take the hero over"),
        ("unit", "reason"),
        lambda sight: _heroes(sight, taken=False),
        acts.take_over,
    ),
    "hand-back": Act(
        gettext_lazy("Hand a hero back"),
        (gettext_lazy("Its player plays it again."), gettext_lazy("A turn that is open gets a fresh turn's length.")),
        gettext_lazy("Hand the hero back"),
        ("unit",),
        lambda sight: _heroes(sight, taken=True),
        acts.hand_back,
    ),
    "seat": Act(
        gettext_lazy("Give a seat to another player"),
        (
            gettext_lazy("From now on they play it, with a fresh clock where it is waited for."),
            gettext_lazy("Early turns of the player before are void."),
        ),
        gettext_lazy("Give the seat"),
        ("unit", "player"),
        _seats,
        _seat,
    ),
    "extend": Act(
        gettext_lazy("Give more time"),
        (
            gettext_lazy("The clock that runs now gets so many hours of this table; the next one does not inherit it."),
            gettext_lazy("Its player gets a notice with the reason."),
        ),
        gettext_lazy("Give the time"),
        ("unit", "hours", "reason"),
        _open,
        acts.extend,
    ),
    "correct": Act(
        gettext_lazy("Correct a model"),
        (
            gettext_lazy("Wounds, place, facing and items are set as you write them; what you leave empty stays."),
            gettext_lazy("A hero or boss with five wounds is incapacitated."),
            gettext_lazy("What was set and the reason stay in the chronicle."),
        ),
        gettext_lazy("Set it"),
        ("unit", "model", "reason"),
        _all,
        _correct,
    ),
    "end": Act(
        gettext_lazy("End the battle"),
        (
            gettext_lazy("Nobody acts any more; that cannot be undone, because the seed of the dice is shown."),
            gettext_lazy("What it leaves behind is worked out for you to confirm."),
        ),
        gettext_lazy("End the battle"),
        ("winner", "reason"),
        None,
        acts.end,
    ),
}
DANGEROUS = ("end", "correct")


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


def _run(request: HttpRequest, sight: Sight, what: str, act: Act[Sight, str]) -> HttpResponse:
    about = {"battle_id": sight.battle.pk, "at": clock.now(), "version": request.POST.get("version", "")}
    if "unit" in act.asks and request.POST.get("unit", "") not in (act.units(sight) if act.units else ()):
        return _page(request, sight, what, act, error=_("Choose a model."), status=422)
    try:
        act.run(sight, me(request), request.POST, about)
    except StaleBoard:
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        error = _("The battle has changed meanwhile. Look again, then decide.")
        return _page(request, fresh, what, act, error=error, status=409)
    except Refused as refused:
        error = said(refused, sight, request.POST.get("unit", ""))
        return _page(request, sight, what, act, error=error, status=422)
    messages.success(request, _("Done: %(act)s.") % {"act": act.title})
    return redirect(sight.battle)


def _page(
    request: HttpRequest, sight: Sight, what: str, act: Act[Sight, str], *, error: str = "", status: int = 200
) -> HttpResponse:
    data = request.POST if request.method == "POST" else request.GET
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "act": act,
        "what": what,
        "danger": what in DANGEROUS,
        "units": [(unit, _label(sight, unit)) for unit in (act.units(sight) if act.units else [])],
        "members": _members(sight) if "player" in act.asks else [],
        "facings": [(facing, facing_name(facing)) for facing in FACINGS],
        "sent": data,
        "sent_items": data.get("items", ""),
        "error": error,
        "version": version_of(sight),
        "hours": data.get("hours", "12"),
    }
    return render(request, "turns/dungeon/direct.html", context, status=status)


def _label(sight: Sight, unit: str) -> str:
    """A model to choose: its name, where it stands, its wounds; or the Overlord."""
    if unit == OVERLORD:
        return _("The Overlord")
    model = sight.known.models[unit]
    parts = [sight.name(unit), place_name(model.squares) if model.squares else "", figures(sight.models[unit])]
    return " · ".join(part for part in parts if part)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Ask, then end a pause that the game took itself: any of its players may."""
    sight = seen_or_404(request, slug, code)
    if not isinstance(request.user, User):
        raise PermissionDenied
    if request.method != "POST":
        return _ask_to_resume(request, sight, request.user)
    try:
        services.resume(battle_id=sight.battle.pk, user=request.user, at=clock.now())
        messages.success(request, _("The battle goes on; clocks run with what was left."))
    except Refused as refused:
        messages.error(request, said(refused, sight))
    return redirect(sight.battle)


def _ask_to_resume(request: HttpRequest, sight: Sight, user: User) -> HttpResponse:
    if sight.known.paused is None:
        return redirect(sight.battle)
    if not services.may_resume(sight.battle, sight.whole, user):
        raise PermissionDenied
    return _page(request, sight, "resume", ACTS["resume"])
