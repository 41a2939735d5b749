"""The ledger of deadlines as a page, and the battle's export with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from battles.exports import export_of
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import Reader
from turns.band import band_of, due_of
from turns.doors import begun_or_404, seen_or_404
from turns.dungeon import ledger_pages as dungeon
from turns.ledger import Ledger, ledger_of, letters_on_battle, with_letters
from turns.ledger_course import rule_words
from turns.sight import Sight, sight_of

ACCOUNTS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Computed:
    """How the open deadline came about."""

    unit: str
    rule: str
    words: str
    opened: datetime
    length: int
    extended: int
    by_late_posts: bool
    due: datetime | None


@never_cache
@require_safe
def ledger(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How the open deadline was computed; then turn by turn what moved each, what was sent, and what it cost."""
    sight = seen_or_404(request, slug, code)
    found = ledger_of(sight)
    page = Paginator(found.accounts, ACCOUNTS_SHOWN).get_page(request.GET.get("page"))
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "band": band_of(sight),
        "computed": _computed(sight, found),
        "deployment": sight.state.deployment,
        "due": due_of(sight),
        "hour_seconds": sight.state.rules.hour_seconds,
        "rules": sight.state.rules,
        "ledger": found,
        "accounts": with_letters(sight, page.object_list),
        "page": page,
        "letters": letters_on_battle(sight),
    }
    return render(request, "turns/ledger.html", context)


def _computed(sight: Sight, found: Ledger) -> Computed | None:
    """Of more time than its length gives, the rule is named where late posts alone gave it."""
    running, unit = sight.running, sight.running_unit
    if running is None or unit is None:
        return None
    rule, words = rule_words(running.rule)
    opened, due = to_datetime(running.opened), due_of(sight)
    moves = [shift.rule for one in found.accounts if one.ended is None and not one.undone for shift in one.shifts]
    late = set(moves) == {"LATE-3"}
    return Computed(unit.name, rule, words, opened, running.length, running.extended, late, due)


def ledger_data(sight: Sight) -> dict[str, Any]:
    """The reader's ledger as plain values, for programs and exports."""
    found: Ledger = ledger_of(sight)
    accounts = with_letters(sight, found.accounts)
    return {
        "counting": found.counting,
        "turns": [asdict(account) for account in accounts],
        "covers": [asdict(cover) for cover in found.covers],
        "pardons": [asdict(pardon) for pardon in found.pardons],
        "penalties": [
            {
                "unit": one.unit.id,
                "name": one.unit.name,
                "rule": "LATE-2",
                "penalty": one.penalty,
                "missed": one.missed,
                "pardoned": one.pardoned,
            }
            for one in found.burdens
        ],
        "letters": [asdict(letter) for letter in letters_on_battle(sight)],
    }


@never_cache
@require_safe
def export(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The battle as a file: what this reader may know, its ledger, and everything with the seed once it is over."""
    battle = begun_or_404(request, slug, code)
    answer = JsonResponse(with_ledger(battle, request.user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="battle-{battle.code}.json"'
    return answer


def with_ledger(battle: Battle, user: User | AnonymousUser) -> dict[str, Any]:
    """The export for a reader, with the ledger of deadlines."""
    return export_of(battle, user) | {"ledger": LEDGERS[battle.ruleset](battle, user)}


LEDGERS: Mapping[str, Callable[[Battle, Reader], dict[str, Any]]] = {
    "saga": lambda battle, user: ledger_data(sight_of(battle, user)),
    "dungeon": dungeon.ledger_data,
}
"""The ledger of a battle for a reader as plain values, by ruleset."""
