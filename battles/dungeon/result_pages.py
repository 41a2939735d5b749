"""How an adventure ended: for everybody to read, and for the director to close it; it takes nothing from anybody."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from battles import services
from battles.dungeon.pages import language
from battles.dungeon.words import entry_name
from battles.games import dungeon
from battles.models import Battle
from battles.selectors import commitment_of, user_of
from battles.services import Decisions
from battles.views import battle_or_404, user_in
from campaign.selectors import is_director
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.telling import REASONS
from rulebook.text import Text

OVER = (Battle.Status.ENDED, Battle.Status.FINISHED)


@never_cache
@require_safe
def result(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who won and why, and how the heroes came out of it."""
    battle = _over_or_404(request, slug, code)
    story = dungeon.story(battle)
    reason, title = story["reason"], story["title"]
    context = {
        "battle": battle,
        "campaign": battle.campaign,
        "title": Text(title["en"], title["es"]).say(language()) if title else "",
        "winner": story["winner"],
        "reason": REASONS[reason].say(language()) if reason in REASONS else reason,
        "rounds": story["rounds"],
        "overlord": story["overlord"],
        "person": user_of(story["overlord"]),
        "heroes": [_hero(hero) for hero in story["heroes"]],
        "most": MOST_WOUNDS,
        "to_close": battle.status == Battle.Status.ENDED and is_director(request.user, battle.campaign),
        "commitment": commitment_of(battle),
    }
    return render(request, "battles/dungeon/result.html", context)


def _hero(hero: dict[str, Any]) -> dict[str, Any]:
    return hero | {"name": entry_name(hero["unit"], language()), "player": user_of(hero["player"])}


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The director closes the adventure: how it ended goes on record, and each player gets a notice."""
    battle = _over_or_404(request, slug, code)
    services.finish_battle(battle_id=battle.pk, decisions=Decisions(), by=user_in(request), at=clock.now())
    return redirect("battles:result", slug, code)


def _over_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    battle = battle_or_404(request, slug, code)
    if battle.status not in OVER or battle.state is None:
        raise Http404
    return battle


PAGES = {"result": result, "result-confirm": confirm}
"""By the names of the addresses that every ruleset has."""
