"""Turn 0 on the battle's page: units are put on cells one by one, looked over, and shown for good."""

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
from battles import board
from battles.board import Piece, Reach
from battles.selectors import commitment_of
from campaign.looking import Looking
from rulebook.errors import Refused
from rulebook.saga.actions import Placement
from rulebook.saga.board import Cell, cell_name, footprint, parse_cell
from rulebook.saga.deployment import spots
from rulebook.saga.state import DIRECTOR, Unit
from turns.band import band_of
from turns.doors import seen_or_404, version_of
from turns.following import following
from turns.placing import placing_of
from turns.scenes import piece_of, scene_of
from turns.services import StaleBoard, deploy
from turns.sight import Sight
from turns.veiled import veiled_of
from turns.wording import language, said

PART = "X-Part"
MOST_TAPS = 8  # between two answers


@dataclass(frozen=True, slots=True)
class Spot:
    """One unit to place: where it is to stand so far, how it lies, what is wrong with that."""

    unit: Unit
    cell: str
    turned: bool
    placing: bool
    error: str = ""

    @property
    def turns(self) -> bool:
        """Can it lie two ways?"""
        return self.unit.size.width != self.unit.size.height


def deploy_page(
    request: HttpRequest, sight: Sight, *, status: int = 200, error: str = "", looking: Looking | None = None
) -> HttpResponse:
    """The board in turn 0: the reader's zone to tap on, of the others only how many there are."""
    data = request.POST if request.method == "POST" else {}
    spots_ = _spots(sight, data)
    for picked in request.POST.getlist("pick")[-MOST_TAPS:]:
        spots_ = _after_tap(spots_, picked)
    if data.get("do") == "review" and not _problems(sight, spots_):
        return render(request, "turns/deploy_review.html", _context(request, sight, spots_))
    asked = data.get("do") == "review"
    if asked:
        spots_ = _with_problems(sight, spots_)
    context = (
        _context(request, sight, spots_)
        | following(sight.battle, sight.user, watches=sight.watches)
        | {"looking": looking}
    )
    context["summary"] = _summary(spots_, error) if asked or error else []
    if request.headers.get(PART):
        return render(request, "turns/_deploy_parts.html", context)
    return render(request, "turns/deploy.html", context, status=422 if context["summary"] and status == 200 else status)


def _spots(sight: Sight, data: Mapping[str, str]) -> list[Spot]:
    units = sight.to_place
    placing = data.get("placing", "")
    if placing not in {unit.id for unit in units}:
        placing = next((unit.id for unit in units if not data.get(f"at-{unit.id}")), units[0].id if units else "")
    return [
        Spot(
            unit,
            data.get(f"at-{unit.id}", "").strip().upper()[:4],
            data.get(f"turned-{unit.id}") == "1",
            unit.id == placing,
        )
        for unit in units
    ]


def _after_tap(spots_: list[Spot], picked: str) -> list[Spot]:
    """A cell goes to the unit being placed, and the next one without a cell is up; a unit can be taken up again."""
    kind, _colon, value = picked.partition(":")
    if kind == "unit":
        return [replace(spot, placing=spot.unit.id == value) for spot in spots_] if _is_one(spots_, value) else spots_
    if kind != "cell":
        return spots_
    placed = [replace(spot, cell=value) if spot.placing else spot for spot in spots_]
    following = next((spot.unit.id for spot in placed if not spot.cell), None)
    return [replace(spot, placing=spot.unit.id == following) if following else spot for spot in placed]


def _is_one(spots_: list[Spot], unit: str) -> bool:
    return any(spot.unit.id == unit for spot in spots_)


def _context(request: HttpRequest, sight: Sight, spots_: list[Spot]) -> dict[str, Any]:
    placed = [_piece(sight, spot) for spot in spots_ if _cell(spot) is not None]
    pieces = [piece for piece in placed if piece is not None]
    scene = scene_of(sight, placed=pieces)
    up = next((spot for spot in spots_ if spot.placing), None)
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "mode": "deploy",
        "band": band_of(sight),
        "spots": spots_,
        "placed_count": len(pieces),
        "veiled": veiled_of(sight),
        "placing": placing_of(sight),
        "standing": [unit for unit in sight.mine if unit.at is not None],
        "hidden_units": sight.hidden,
        "boards": [("", "all", _drawn(scene, _free(sight, spots_, up)))],
        "version": version_of(sight),
        "commitment": commitment_of(sight.battle),
        "up": up,
    }


def _drawn(scene: board.Scene, free: list[Reach]) -> board.Drawing:
    """The board with a button on every free cell of the zone; the zone's own colour says where they are."""
    drawing = board.compose(scene, reach=free, language=language())
    ground = tuple(layer for layer in drawing.ground if not layer.css.startswith("bd-reach"))
    return replace(drawing, ground=ground, legend=tuple(one for one in drawing.legend if one[0] != "bd-reach"))


def _cell(spot: Spot) -> Cell | None:
    try:
        return parse_cell(spot.cell)
    except Refused:
        return None


def _piece(sight: Sight, spot: Spot) -> Piece | None:
    cell = _cell(spot)
    if cell is None or not sight.state.board.holds(cell):
        return None
    unit = replace(spot.unit, size=spot.unit.size.turned) if spot.turned and spot.turns else spot.unit
    return piece_of(sight, unit, at=cell, acting=unit.id if spot.placing else "")


def _free(sight: Sight, spots_: list[Spot], up: Spot | None) -> list[Reach]:
    """Where the unit being placed may stand, the cells meant for the others left out."""
    if up is None:
        return []
    taken = {cell for spot in spots_ if spot is not up for cell in _cells(spot)}
    found = dict.fromkeys(cell for cell, _turned in spots(sight.state, up.unit) if cell not in taken)
    return [Reach(cell) for cell in found]


def _cells(spot: Spot) -> tuple[Cell, ...]:
    cell = _cell(spot)
    if cell is None:
        return ()
    return footprint(cell, spot.unit.size.turned if spot.turned and spot.turns else spot.unit.size)


def _with_problems(sight: Sight, spots_: list[Spot]) -> list[Spot]:
    wrong = _problems(sight, spots_)
    return [replace(spot, error=wrong.get(spot.unit.id, "")) for spot in spots_]


def _problems(sight: Sight, spots_: list[Spot]) -> dict[str, str]:
    """What keeps each unit from standing where it is meant to, in words."""
    wrong: dict[str, str] = {}
    taken: set[Cell] = set()
    zone = {spot.unit.id: sight.state.board.zone_of(spot.unit.side) for spot in spots_}
    for spot in spots_:
        cells = _cells(spot)
        if not cells:
            wrong[spot.unit.id] = _("Choose a cell for %(unit)s.") % {"unit": spot.unit.name}
        elif not zone[spot.unit.id].issuperset(cells):
            wrong[spot.unit.id] = _("%(cell)s is outside the zone.") % {"cell": spot.cell}
        elif taken.intersection(cells) or any(cell in sight.state.occupied for cell in cells):
            wrong[spot.unit.id] = _("%(cell)s is taken.") % {"cell": spot.cell}
        elif not sight.state.board.fits(cells):
            wrong[spot.unit.id] = _("%(cell)s is blocked.") % {"cell": spot.cell}
        taken.update(cells)
    return wrong


def _summary(spots_: list[Spot], error: str) -> list[tuple[str, str]]:
    found = [(f"at-{spot.unit.id}", spot.error) for spot in spots_ if spot.error]
    return [("placing", error), *found] if error else found


@login_required
@require_POST
def deploy_act(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The act: these units stand there from now on."""
    sight = seen_or_404(request, slug, code)
    if sight.mode() != "deploy" or not sight.to_place:
        messages.info(request, _("Your units are placed already."))
        return redirect(sight.battle)
    spots_ = _spots(sight, request.POST)
    placements = tuple(
        Placement(spot.unit.id, cell, spot.turned and spot.turns)
        for spot in spots_
        if (cell := _cell(spot)) is not None
    )
    try:
        deploy(
            battle_id=sight.battle.pk,
            player=me(request),
            placements=placements,
            at=clock.now(),
            as_director=any(spot.unit.player == DIRECTOR for spot in spots_),
        )
    except StaleBoard:
        return deploy_page(
            request, seen_or_404(request, slug, code), status=409, error=_("The board has changed. Look again.")
        )
    except Refused as refused:
        fresh = seen_or_404(request, slug, code)
        return deploy_page(request, fresh, status=422, error=said(refused, fresh.names, state=fresh.state))
    placed = ", ".join(f"{spot.unit.name} {cell_name(cell)}" for spot in spots_ if (cell := _cell(spot)) is not None)
    messages.success(request, _("Placed: %(units)s.") % {"units": placed})
    return redirect(sight.battle)
