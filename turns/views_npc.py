"""The director's units in one go: a suggested legal turn each, changed where need be, played in order."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from rulebook.errors import Refused
from rulebook.saga.state import State, Unit
from turns import panels, services
from turns.composer import Orders, check, orders_from, orders_of, steps_of
from turns.doors import directed_or_404, version_of
from turns.outlook import Outlook, outlook_of
from turns.planner import orders_words
from turns.scenes import cells_in_aim, reach_of, scene_of, targets_of
from turns.services import StaleBoard, UnitRun, UnitTurn
from turns.sight import Sight
from turns.suggest import after, suggest
from turns.views import PART, boards, changed_orders
from turns.wording import language, said

LONGEST_FORM = 20_000


@dataclass(frozen=True, slots=True)
class NpcRow:
    """One unit's turn as the form has it."""

    unit: str
    orders: Orders
    changed: bool = False
    skip: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class ShownRow:
    """The same for the page: in words, with what would come of it or what stands in its way."""

    row: NpcRow
    unit: Unit
    words: str
    outlook: Outlook | None
    problem: str
    text: str


def due_units(state: State) -> list[Unit]:
    """The director's units that may be played one after the other from now on, the open turn's first."""
    running = state.running
    if running is None:
        return []
    waiting = [place.unit for place in state.places if place.status == "waiting"]
    found: list[Unit] = []
    for unit_id in [running.unit, *waiting]:
        unit = state.units[unit_id]
        first = unit_id == running.unit
        plays = not unit.players or unit.taken_over or (first and running.rule == "absent")
        if not plays or (first and running.rule == "plan-waiting"):
            break
        if unit.standing:
            found.append(unit)
    return found


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def npc(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The rows, the row being changed, the review, the run: all at one address."""
    sight = directed_or_404(request, slug, code)
    if request.method != "POST":
        run = _unfinished(sight, me(request))
        return _page(request, sight, offered(sight, run), "", kept_run=run)
    rows, editing = _rows_from(sight, request.POST)
    do = request.POST.get("do", "")
    if do == "run":
        return _run(request, sight, rows)
    if do == "begin":
        return _begin(request, sight, rows)
    if do == "review":
        return _review(request, sight, rows)
    if do.startswith("change:"):
        editing = do.removeprefix("change:")
    elif do in ("done", "suggest"):
        rows = suggested(sight) if do == "suggest" else rows
        editing = ""
    elif do.startswith("skip:"):
        rows = [replace(row, skip=not row.skip) if row.unit == do.removeprefix("skip:") else row for row in rows]
    elif editing:
        rows = [_edited(request, sight, row) if row.unit == editing else row for row in rows]
    return _page(request, sight, rows, editing)


def suggested(sight: Sight) -> list[NpcRow]:
    """A turn for each unit that is due, each on the board as the ones before it would leave it standing."""
    rows, state = [], sight.state
    for unit in due_units(sight.state):
        steps = suggest(state, unit.id)
        state = after(state, unit.id, steps)
        rows.append(NpcRow(unit.id, orders_of(steps)))
    return rows


def _unfinished(sight: Sight, director: User) -> UnitRun | None:
    """The director's run that stands still in this round with units left that are due."""
    run = services.run_of(sight.battle, director)
    due = {unit.id for unit in due_units(sight.state)}
    if run is None or run.round != sight.state.round or not any(turn.unit in due for turn in run.left):
        return None
    return run


def offered(sight: Sight, run: UnitRun | None) -> list[NpcRow]:
    """The rows to begin with: suggestions, and in their place what a run has left, as it was reviewed."""
    left = run.left if run is not None else ()
    kept = {turn.unit: NpcRow(turn.unit, orders_of(turn.steps), text=turn.text) for turn in left}
    return [kept.get(row.unit, row) for row in suggested(sight)]


def _rows_from(sight: Sight, data: Mapping[str, str]) -> tuple[list[NpcRow], str]:
    due = [unit.id for unit in due_units(sight.state)]
    rows = [
        NpcRow(one["unit"], orders_from(one.get("orders") or {}), bool(one.get("changed")), bool(one.get("skip")))
        for one in _written(data)
        if one.get("unit") in due and isinstance(one.get("orders") or {}, dict)
    ]
    editing = data.get("editing", "")
    if editing and "mode" in data:
        rows = [replace(row, orders=orders_from(data), changed=True) if row.unit == editing else row for row in rows]
    return rows, editing


def _written(data: Mapping[str, str]) -> list[dict[str, Any]]:
    """The objects in the hidden field; none where it cannot be read."""
    try:
        found = json.loads(data.get("rows", "")[:LONGEST_FORM])
    except (ValueError, RecursionError):
        return []
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _edited(request: HttpRequest, sight: Sight, row: NpcRow) -> NpcRow:
    return replace(row, orders=changed_orders(request, row.orders, sight, sight.state.units[row.unit]))


def _shown(sight: Sight, rows: list[NpcRow], data: Mapping[str, str]) -> list[ShownRow]:
    """Each row judged on the board as the rows before it leave it."""
    shown, state = [], sight.state
    for row in rows:
        unit = state.units[row.unit]
        then = replace(sight, state=state)
        checked = check(state, unit, row.orders)
        refused = next(iter(checked.errors.values()), None)
        problem = said(refused, sight.names, state=state, unit=unit.id) if refused else ""
        if not checked.complete and not problem:
            problem = _("Choose what it does: an attack, an ability, or nothing.")
        outlook = outlook_of(then, unit, checked.steps) if not problem else None
        text, words = data.get(f"text-{row.unit}", row.text), orders_words(sight, unit, row.orders)
        shown.append(ShownRow(row, unit, words, outlook, problem, text))
        if not problem and not row.skip:
            state = after(state, unit.id, checked.steps)
    return shown


def _page(
    request: HttpRequest,
    sight: Sight,
    rows: list[NpcRow],
    editing: str,
    *,
    status: int = 200,
    error: str = "",
    key: str = "",
    kept_run: UnitRun | None = None,
) -> HttpResponse:
    context = _context(request, sight, rows, editing) | {"summary": [("rows", error)] if error else []}
    context["kept_run"] = kept_run
    context |= {"key": key} if key else {}
    if request.headers.get(PART) and editing:
        return render(request, "turns/_npc_parts.html", context)
    return render(request, "turns/npc.html", context, status=status)


def _context(request: HttpRequest, sight: Sight, rows: list[NpcRow], editing: str) -> dict[str, Any]:
    data = request.POST
    row = next((one for one in rows if one.unit == editing), None)
    context: dict[str, Any] = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "mode": "npc",
        "rows": _shown(sight, rows, data),
        "written": json.dumps([{**asdict(one), "orders": asdict(one.orders)} for one in rows]),
        "editing": row.unit if row else "",
        "text": data.get("text", ""),
        "version": version_of(sight),
        "key": data.get("key") or secrets.token_urlsafe(16),
        "to_play": sum(not one.skip for one in rows),
    }
    return context | (_editor(request, sight, row) if row else {})


def _editor(request: HttpRequest, sight: Sight, row: NpcRow) -> dict[str, Any]:
    unit = sight.state.units[row.unit]
    panel = panels.panel_of(sight, unit, row.orders)
    checked, aiming = panel.checked, row.orders.tap == "aim" and panel.needs_cell
    reach = cells_in_aim(sight.state, unit, row.orders, checked) if aiming else reach_of(sight.state, unit, row.orders)
    return {
        "unit": unit,
        "panel": panel,
        "outlook": panel.outlook,
        "kept": [(name, value) for name, value in row.orders.to_data().items() if name != "mode"],
        "boards": boards(
            request,
            scene_of(sight, acting=unit.id),
            unit,
            reach=() if panel.rests else reach,
            chosen=checked.draft.unit.at if checked.draft.moved else None,
            targets=() if panel.rests else targets_of(sight.state, unit, row.orders, checked),
        ),
    }


def _review(request: HttpRequest, sight: Sight, rows: list[NpcRow]) -> HttpResponse:
    shown = _shown(sight, rows, request.POST)
    wrong = next((one for one in shown if one.problem and not one.row.skip), None)
    if wrong is not None:
        return _page(request, sight, rows, wrong.row.unit, status=422, error=f"{wrong.unit.name}: {wrong.problem}")
    if not any(not one.row.skip for one in shown):
        return _page(request, sight, rows, "", status=422, error=_("Nothing is left to play."))
    return render(request, "turns/npc_review.html", _context(request, sight, rows, ""))


def _run(request: HttpRequest, sight: Sight, rows: list[NpcRow]) -> HttpResponse:
    """Play the rows in order; the first that cannot be played stops the run, and the rest is kept."""
    try:
        run = services.play_npc_turns(
            battle_id=sight.battle.pk,
            director=me(request),
            turns=_turns(request, sight, rows),
            key=request.POST.get("key", ""),
            received_at=clock.now(),
            version=request.POST.get("version", ""),
            language=language(),
        )
    except Refused as refused:
        return _page(request, sight, rows, "", status=409, error=said(refused, sight.names))
    if run.posts:
        words = ngettext("%(count)d turn was played.", "%(count)d turns were played.", len(run.posts))
        messages.success(request, words % {"count": len(run.posts)})
    if run.stopped_by is None:
        return redirect(reverse("turns:npc", args=[sight.battle.campaign.slug, sight.battle.code]))
    return _stopped(request, sight, rows, [turn.unit for turn in run.left], run.stopped_by)


def _begin(request: HttpRequest, sight: Sight, rows: list[NpcRow]) -> HttpResponse:
    """Write the run down and go to its page, where one unit is played after the other."""
    try:
        services.begin_run(
            battle_id=sight.battle.pk,
            director=me(request),
            turns=_turns(request, sight, rows),
            key=request.POST.get("key", ""),
            version=request.POST.get("version", ""),
            at=clock.now(),
            language=language(),
        )
    except StaleBoard:
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        error = _("The battle has changed meanwhile. Look again, then decide.")
        return _page(request, fresh, rows, "", status=409, error=error, key=secrets.token_urlsafe(16))
    except Refused as refused:
        return _page(request, sight, rows, "", status=422, error=said(refused, sight.names))
    return redirect(f"{reverse('turns:npc-run', args=[sight.battle.campaign.slug, sight.battle.code])}#go")


def _turns(request: HttpRequest, sight: Sight, rows: list[NpcRow]) -> list[UnitTurn]:
    """The rows up to the first that waits, as turns; the words for all go with the first. Raises Unreadable."""
    played = list(takewhile(lambda row: not row.skip, rows))
    return [
        UnitTurn(row.unit, steps_of(sight.state, row.orders), _words(request, row, first=number == 0))
        for number, row in enumerate(played)
    ]


def _words(request: HttpRequest, row: NpcRow, *, first: bool) -> str:
    return request.POST.get(f"text-{row.unit}", "") or (request.POST.get("text", "") if first else "")


def _stopped(request: HttpRequest, sight: Sight, rows: list[NpcRow], left: list[str], why: Refused) -> HttpResponse:
    fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
    due = {unit.id for unit in due_units(fresh.state)}
    kept = [row for row in rows if row.unit in left and row.unit in due]
    name = sight.names.unit(left[0])
    reason = (
        _("the board has changed")
        if isinstance(why, StaleBoard)
        else said(why, fresh.names, state=fresh.state, unit=left[0])
    )
    error = _("Stopped at %(unit)s: %(reason)s") % {"unit": name, "reason": reason}
    return _page(request, fresh, kept, "", status=409, error=error, key=secrets.token_urlsafe(16))
