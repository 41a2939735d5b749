"""The ledger of a dungeon's deadlines as a page and as plain values, and its export with it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.models import Battle
from battles.selectors import Reader
from turns.dungeon.band import band_of
from turns.dungeon.doors import seen_or_404
from turns.dungeon.ledger import RULE, computed, ledger_of, letters_on_game, with_letters
from turns.dungeon.sight import sight_of

ACCOUNTS_SHOWN = 20


@never_cache
@require_safe
def ledger(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How the clock that runs was computed; then clock by clock what moved each, what was sent, and how it ended."""
    sight = seen_or_404(request, slug, code)
    found = ledger_of(sight)
    page = Paginator(found.accounts, ACCOUNTS_SHOWN).get_page(request.GET.get("page"))
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "band": band_of(sight),
        "computed": computed(found.accounts),
        "due": sight.due,
        "hour_seconds": sight.known.rules.hour_seconds,
        "ledger": found,
        "accounts": with_letters(sight, page.object_list),
        "page": page,
        "letters": letters_on_game(sight),
    }
    return render(request, "turns/dungeon/ledger.html", context)


def ledger_data(battle: Battle, user: Reader) -> dict[str, Any]:
    """The reader's ledger as plain values, for programs and exports; a missed deadline costs no initiative here."""
    sight = sight_of(battle, user)
    found = ledger_of(sight)
    return {
        "counting": found.counting,
        "turns": [asdict(account) for account in with_letters(sight, found.accounts)],
        "covers": [asdict(cover) for cover in found.covers],
        "pardons": [],
        "penalties": [
            {"unit": one.unit, "name": one.name, "rule": RULE, "penalty": 0, "missed": one.missed, "pardoned": 0}
            for one in found.missed
        ],
        "letters": [asdict(letter) for letter in letters_on_game(sight)],
    }
