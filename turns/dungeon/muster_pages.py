"""Who plays which hero: each player's page, the director's list, and beginning where all of it is settled.

It lives here because the last answer begins the adventure.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from battles.dungeon.pages import checked_plan, form_of, language
from battles.dungeon.party import HEROES, adventure_plan, dealt, heroes_left, owners
from battles.dungeon.plan import AdventurePlan, longest_hours
from battles.dungeon.words import entry_name, plan_words
from battles.models import Battle, MusterEntry
from battles.selectors import commitment_of
from battles.views import draft_or_404, user_in
from campaign.selectors import directors_of, dungeon_rules, is_director, players_of
from rulebook.dungeon.catalogue import PROFILES, texts
from rulebook.errors import Illegal, Refused
from turns.muster_doors import announced_or_404, close_page
from turns.services import announce_party, begin_party, join_party


@login_required
@require_POST
def begin(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A draft in which every hero has a player is announced and begun at once."""
    battle = draft_or_404(request, slug, code)
    plan, at, by = checked_plan(battle, form_of(battle, battle.draft)), clock.now(), user_in(request)
    if plan is None or plan.open_heroes:
        return redirect("battles:announce", slug, code)
    announce_party(battle_id=battle.pk, plan=plan, by=by, at=at)
    return redirect(battle)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The announced adventure: its story, who plays whom, and the reader's own choice where they are asked."""
    battle = announced_or_404(request, slug, code)
    if battle.status != Battle.Status.MUSTER:
        return redirect(battle)
    if request.method == "POST":
        return _choose(request, battle)
    return _page(request, battle)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The director closes the list: who gets the heroes that are left, then the act, which begins the adventure."""
    battle = announced_or_404(request, slug, code)
    return close_page(
        request,
        battle,
        act=begin_party,
        said=lambda refused: plan_words(refused.code, refused.data, language()),
        template="battles/dungeon/muster_close.html",
        context=lambda: {"seats": _seats_when_closed(battle)},
    )


def _choose(request: HttpRequest, battle: Battle) -> HttpResponse:
    heroes = request.POST.getlist("hero")
    try:
        last = join_party(battle_id=battle.pk, player=user_in(request), heroes=heroes, at=clock.now())
    except Refused as refused:
        return _page(request, battle, error=plan_words(refused.code, refused.data, language()), picked=heroes)
    return redirect(battle if last else request.path)


def _page(request: HttpRequest, battle: Battle, *, error: str = "", picked: list[str] | None = None) -> HttpResponse:
    plan, entries = adventure_plan(battle), list(battle.muster.select_related("player").order_by("pk"))
    rules = plan.table_rules(dungeon_rules(battle.campaign))
    entry = next((one for one in entries if one.player_id == request.user.pk), None)
    adventure = plan.adventure
    context: dict[str, Any] = {
        "battle": battle,
        "campaign": battle.campaign,
        "plan": plan,
        "title": adventure.title.say(language()),
        "story": adventure.story.say(language()),
        "rules": rules,
        "hours": longest_hours(rules, len(plan.heroes), person=not plan.invisible),
        "seats": _seats(plan, entries),
        "overlord": next((one.player for one in entries if one.player_id == plan.overlord_player), None),
        "mine": _choices(plan, entries, entry, picked) if entry and entry.player_id in plan.asked else [],
        "entry": entry,
        "silent": [one.player for one in entries if one.confirmed_at is None],
        "left": heroes_left(plan, entries),
        "directs": is_director(request.user, battle.campaign),
        "error": error,
        "commitment": commitment_of(battle),
    }
    return render(request, "battles/dungeon/muster.html", context, status=409 if error else 200)


def _seats(plan: AdventurePlan, entries: list[MusterEntry]) -> list[tuple[str, str]]:
    """Each hero of the party and who plays it; nobody yet where that is open."""
    taken, names = owners(entries), {one.player_id: one.player.shown_name for one in entries}
    return [(entry_name(seat.hero, language()), names.get(taken.get(seat.hero, 0), "")) for seat in plan.heroes]


def _choices(
    plan: AdventurePlan, entries: list[MusterEntry], entry: MusterEntry, picked: list[str] | None
) -> list[dict[str, Any]]:
    """The heroes that this player may choose, each as a card."""
    free = heroes_left(plan, [one for one in entries if one != entry])
    chosen = entry.heroes if picked is None else picked
    return [_card(plan, hero, hero in chosen) for hero in plan.open_heroes if hero in free]


def _card(plan: AdventurePlan, hero: str, checked: bool) -> dict[str, Any]:
    words, kit = texts(hero, language()), plan.adventure.kits.get(hero)
    brought = (*kit.items, *kit.spells) if kit else ()
    return {
        "key": hero,
        "name": words.name,
        "about": words.description,
        "profile": PROFILES[hero],
        "brings": ", ".join(entry_name(key, language()) for key in brought),
        "checked": checked,
    }


def _seats_when_closed(battle: Battle) -> list[dict[str, Any]]:
    """Each hero, who would play it if the list were closed now, and whether that is dealt rather than chosen."""
    plan, entries = adventure_plan(battle), list(battle.muster.select_related("player").order_by("pk"))
    campaign = battle.campaign
    people = {one.pk: one.shown_name for one in (*players_of(campaign), *directors_of(campaign))}
    taken = owners(one for one in entries if one.side == HEROES)
    try:
        given = {hero: user for user, heroes in dealt(plan, entries, people).items() for hero in heroes}
    except Illegal:
        given = {}
    return [
        {
            "hero": entry_name(seat.hero, language()),
            "player": people.get(taken.get(seat.hero) or given.get(seat.hero, 0), ""),
            "dealt": seat.hero in given,
        }
        for seat in plan.heroes
    ]


PAGES = {"begin": begin, "choose": choose, "close": close}
"""By the names of the addresses that every ruleset has."""
