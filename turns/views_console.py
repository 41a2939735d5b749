"""The director's console: what waits in all battles of a campaign together, and the acts that each game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.signed_in import me
from battles.models import Battle
from campaign.guards import require_director
from campaign.selectors import visible_to
from turns import views_director
from turns.console import console_of
from turns.dungeon import views_direct
from turns.errands import errands_for_director
from turns.habits import habits_of

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


@never_cache
@login_required
@require_safe
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for the director, all battles of a campaign together."""
    campaign = get_object_or_404(visible_to(request.user), slug=slug)
    require_director(request.user, campaign)
    found = console_of(campaign, now=timezone.now())
    errands = errands_for_director(me(request), campaign)
    context = {
        "campaign": campaign,
        "console": found,
        "battles": [Shown(battle, acts_of(battle)) for battle in found.battles],
        "pardoning": [game for game, acts in ACTS.items() if "pardon" in acts],
        "errands": errands,
        "to_decide": found.to_decide + len(errands),
        "habits": habits_of(campaign),
    }
    return render(request, "turns/console.html", context)


def acts_of(battle: Battle) -> tuple[tuple[str, Promise], ...]:
    """The acts that can be done to a battle as it stands, in order."""
    if battle.status != Battle.Status.RUNNING:
        return ()
    paused = bool((battle.state or {}).get("paused"))
    left_out = {*ELSEWHERE, "pause" if paused else "resume"}
    return tuple((what, title) for what, title in ACTS[battle.ruleset].items() if what not in left_out)
