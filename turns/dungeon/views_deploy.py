"""Before the first round: heroes are put on start squares one by one, looked over, and placed for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.signed_in import me
from battles.dungeon_map import Overlay, Plan, draw, plan_of
from battles.dungeon_map.plan import Stand, StandMark
from battles.dungeon_map.seen import initials
from battles.dungeon_map.words import facing_name
from battles.selectors import commitment_of
from campaign.looking import Looking
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.deployment import unplaced
from rulebook.dungeon.grid import FACINGS, Facing, Square, square_name
from rulebook.dungeon.state import DIRECTOR, Model
from rulebook.errors import Refused
from turns.dungeon import side
from turns.dungeon.band import band_of
from turns.dungeon.doors import seen_or_404, version_of
from turns.dungeon.sight import Sight
from turns.dungeon.wording import said, square_or_none
from turns.services import StaleBoard, deploy
from turns.views_deploy import MOST_TAPS

PART = "X-Part"


@dataclass(frozen=True, slots=True)
class Spot:
    """One hero to place: where it is to stand so far and which way it looks, what is wrong with that."""

    hero: Model
    name: str
    written: str
    facing: Facing
    placing: bool
    error: str = ""

    @property
    def square(self) -> Square | None:
        """The square as it is written, if it can be read."""
        return square_or_none(self.written) if self.written else None


def deploy_page(
    request: HttpRequest, sight: Sight, *, status: int = 200, error: str = "", looking: Looking | None = None
) -> HttpResponse:
    """The map before the first round: start squares to tap on, and each hero's facing."""
    data = request.POST if request.method == "POST" else {}
    spots = _spots(sight, data)
    for picked in request.POST.getlist("pick")[-MOST_TAPS:]:
        spots = _after_tap(spots, picked)
    asked = data.get("do") == "review"
    if asked:
        spots = _with_problems(sight, spots)
        if not any(spot.error for spot in spots) and not error:
            return render(request, "turns/dungeon/deploy_review.html", _context(sight, spots))
    summary = [(f"at-{spot.hero.id}", spot.error) for spot in spots if spot.error]
    summary = [("placing", error), *summary] if error else summary
    context = _context(sight, spots) | {"summary": summary, "looking": looking}
    if request.headers.get(PART):
        return render(request, "turns/dungeon/_deploy_parts.html", context)
    return render(request, "turns/dungeon/deploy.html", context, status=422 if summary and status == 200 else status)


def to_place(sight: Sight) -> tuple[Model, ...]:
    """The heroes that the reader has still to place."""
    owners = {wait.who for wait in sight.waiting("deploy")}
    return tuple(hero for hero in unplaced(sight.known) if hero.player in owners)


def _spots(sight: Sight, data: Mapping[str, str]) -> list[Spot]:
    heroes = to_place(sight)
    placing = data.get("placing", "")
    if placing not in {hero.id for hero in heroes}:
        placing = next((hero.id for hero in heroes if not data.get(f"at-{hero.id}")), heroes[0].id if heroes else "")
    return [
        Spot(
            hero,
            sight.name(hero.id),
            data.get(f"at-{hero.id}", "").strip()[:7],
            _facing(data.get(f"facing-{hero.id}", "")),
            hero.id == placing,
        )
        for hero in heroes
    ]


def _facing(written: str) -> Facing:
    return next((facing for facing in FACINGS if facing == written), "E")


def _after_tap(spots: list[Spot], picked: str) -> list[Spot]:
    """A square goes to the hero being placed, and the next one without a square is up; a hero can be taken up again."""
    kind, _colon, value = picked.partition(":")
    if kind == "unit" and any(spot.hero.id == value for spot in spots):
        return [replace(spot, placing=spot.hero.id == value) for spot in spots]
    if kind != "cell":
        return spots
    placed = [replace(spot, written=value) if spot.placing else spot for spot in spots]
    following = next((spot.hero.id for spot in placed if not spot.written), None)
    return [replace(spot, placing=spot.hero.id == following) if following else spot for spot in placed]


def _context(sight: Sight, spots: list[Spot]) -> dict[str, Any]:
    plan = plan_of(sight.seen, sight.language)
    standing = tuple(_stand(spot) for spot in spots if spot.square in plan.starts)
    shown = replace(plan, stands=(*plan.stands, *standing))
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "mode": "deploy",
        "band": band_of(sight),
        "tale": side.tale_of(sight),
        "spots": spots,
        "facings": [(facing, facing_name(facing)) for facing in FACINGS],
        "placed_count": len(standing),
        "heroes": side.heroes_of(sight),
        "overlord": side.overlord_of(sight),
        "goal": side.goal_words(sight),
        "losses": side.loss_words(sight),
        "boards": [("", "all", draw(shown, Overlay(free=_free(shown)), language=sight.language))],
        "version": version_of(sight),
        "commitment": commitment_of(sight.battle),
        "up": next((spot for spot in spots if spot.placing), None),
    }


def _free(plan: Plan) -> frozenset[Square]:
    taken = {square for stand in plan.stands for square in stand.squares}
    return plan.starts - taken


def _stand(spot: Spot) -> Stand:
    assert spot.square is not None
    marks: frozenset[StandMark] = frozenset({"acting"}) if spot.placing else frozenset()
    return Stand(
        spot.hero.id,
        spot.name,
        initials(spot.name, spot.hero.size),
        "a",
        spot.square,
        spot.facing,
        spot.hero.size,
        words=(_("not placed for good yet"),),
        marks=marks,
    )


def _with_problems(sight: Sight, spots: list[Spot]) -> list[Spot]:
    """Each spot with what keeps its hero from standing there, in words."""
    taken = [square_name(hero.at) for hero in sight.known.heroes if hero.at is not None]
    found = []
    for spot in spots:
        error = ""
        if not spot.written:
            error = _("Choose a square for %(unit)s.") % {"unit": spot.name}
        elif spot.square not in sight.known.starts:
            error = _("%(square)s is no start square.") % {"square": spot.written}
        elif square_name(spot.square) in taken:
            error = _("%(square)s is taken.") % {"square": spot.written}
        else:
            taken.append(square_name(spot.square))
        found.append(replace(spot, error=error))
    return found


@login_required
@require_POST
def deploy_act(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The act: these heroes stand there from now on."""
    sight = seen_or_404(request, slug, code)
    spots = _spots(sight, request.POST)
    if sight.mode() != "deploy" or not spots:
        messages.info(request, _("Your heroes are placed already."))
        return redirect(sight.battle)
    placements = tuple(Placement(spot.hero.id, spot.square, spot.facing) for spot in spots if spot.square is not None)
    try:
        deploy(
            battle_id=sight.battle.pk,
            player=me(request),
            placements=placements,
            at=clock.now(),
            version=request.POST.get("version") or None,
            as_director=any(spot.hero.player == DIRECTOR for spot in spots),
        )
    except StaleBoard:
        fresh = seen_or_404(request, slug, code)
        return deploy_page(request, fresh, status=409, error=_("The board has changed. Look again."))
    except Refused as refused:
        fresh = seen_or_404(request, slug, code)
        return deploy_page(request, fresh, status=422, error=said(refused, fresh))
    placed = ", ".join(f"{spot.name} {spot.written}" for spot in spots if spot.square is not None)
    messages.success(request, _("Placed: %(units)s.") % {"units": placed})
    return redirect(sight.battle)
