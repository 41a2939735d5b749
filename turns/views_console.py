"""The director's console: what waits in all battles of a campaign together, and the acts that each game has."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clock
from accounts.signed_in import me
from battles.models import Battle
from campaign.guards import require_director
from campaign.models import Campaign, Membership
from campaign.selectors import members_of, visible_to
from turns import views_director
from turns.console import Console, console_of
from turns.decisions import results_of
from turns.dungeon import views_direct
from turns.errands import errands_for_director
from turns.habits import habits_of
from turns.queue import Row, chosen_row, late_rows, rows_of
from turns.queue_detail import Asker, detail_of
from turns.silence import quiet_players
from turns.views import PART

ACTS: Mapping[str, Mapping[str, Promise]] = {
    "saga": {what: act.title for what, act in views_director.ACTS.items()},
    "dungeon": {what: act.title for what, act in views_direct.ACTS.items()},
}
"""By game: the director's acts, with their titles."""
ELSEWHERE = ("extend",)
"""Acts that are offered beside the clock they move."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A battle, and what its director can do to it now."""

    battle: Battle
    acts: tuple[tuple[str, Promise], ...]

    @property
    def is_paused(self) -> bool:
        """Does it stand still until somebody resumes it?"""
        return any(what == "resume" for what, _title in self.acts)


@dataclass(frozen=True, slots=True)
class Waits:
    """What the console has found in a campaign, as rows."""

    console: Console
    rows: list[Row]
    late: list[Row]

    @property
    def all(self) -> list[Row]:
        """Every row that has a detail, in the order of the page."""
        return [*self.rows, *self.late]


@dataclass(frozen=True, slots=True)
class Unsent:
    """A word that could not be sent: for which row, what was written, why not."""

    row: str
    word: str
    error: str


@never_cache
@login_required
@require_safe
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for the director, all battles of a campaign together; one row of it looked at closely."""
    campaign = directed_campaign(request, slug)
    if request.headers.get(PART):
        return _pane(request, campaign)
    return console_page(request, campaign)


def directed_campaign(request: HttpRequest, slug: str) -> Campaign:
    """The campaign at this address, for whoever directs it. Raises Http404, PermissionDenied."""
    campaign = get_object_or_404(visible_to(request.user), slug=slug)
    require_director(request.user, campaign)
    return campaign


def waits_in(request: HttpRequest, campaign: Campaign) -> Waits:
    """Everything that waits, as rows; a fixed number of queries."""
    found = console_of(campaign, now=clock.now())
    errands = errands_for_director(me(request), campaign)
    return Waits(found, rows_of(found, errands, campaign), late_rows(found, campaign, pardoning()))


def pardoning() -> list[str]:
    """The games in which a missed deadline can be pardoned."""
    return [game for game, acts in ACTS.items() if "pardon" in acts]


def console_page(
    request: HttpRequest, campaign: Campaign, *, unsent: Unsent | None = None, status: int = 200
) -> HttpResponse:
    """The whole page; with a word that could not be sent, at its row."""
    now, members = clock.now(), list(members_of(campaign))
    waits = waits_in(request, campaign)
    away = {one.user_id for one in waits.console.absences if one.starts_at <= now}
    context = _about(request, campaign, waits, members, unsent) | {
        "console": waits.console,
        "rows": waits.rows,
        "late": waits.late,
        "approvable": any(row.approvable for row in waits.rows),
        "all_selected": "all" in request.GET,
        "battles": [Shown(battle, acts_of(battle)) for battle in waits.console.battles],
        "to_decide": waits.console.to_decide + sum(row.kind == "errand" for row in waits.rows),
        "quiet": quiet_players(campaign, members, away, now),
        "habits": habits_of(campaign),
        "results": results_of(request, request.GET.get("done", "")),
    }
    return render(request, "turns/console.html", context, status=status)


def _pane(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Only the row looked at closely, for a page that is there already."""
    waits = waits_in(request, campaign)
    return render(request, "turns/_console_pane.html", _about(request, campaign, waits, list(members_of(campaign))))


def _about(
    request: HttpRequest,
    campaign: Campaign,
    waits: Waits,
    members: Sequence[Membership],
    unsent: Unsent | None = None,
) -> dict[str, Any]:
    wanted = unsent.row if unsent is not None else request.GET.get("row", "")
    row = chosen_row(waits.all, wanted)
    asker = Asker(me(request), campaign, members)
    return {
        "campaign": campaign,
        "chosen": row.key if row is not None else "",
        "asked_for": row is not None and row.key == wanted,
        "detail": detail_of(row, asker) if row is not None else None,
        "unsent": unsent,
        "key": secrets.token_urlsafe(16),
    }


def acts_of(battle: Battle) -> tuple[tuple[str, Promise], ...]:
    """The acts that can be done to a battle as it stands, in order."""
    if battle.status != Battle.Status.RUNNING:
        return ()
    paused = bool((battle.state or {}).get("paused"))
    left_out = {*ELSEWHERE, "pause" if paused else "resume"}
    return tuple((what, title) for what, title in ACTS[battle.ruleset].items() if what not in left_out)
