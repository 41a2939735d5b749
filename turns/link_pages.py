"""Pages behind the links in mails that need no board: more hours, a link that is dead, an act that failed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts import clock
from battles.moments import to_datetime, to_ms
from battles.selectors import ruleset_of, state_of
from rulebook.dice import SeededDice
from rulebook.errors import Refused, TooLate
from rulebook.table.actions import Extend
from turns import links
from turns.band import penalty_words
from turns.links import Meant
from turns.models import Turn
from turns.services import GRANTED, take_hours
from turns.unit_names import unit_name
from turns.wording import Names, said

GONE = 410


def dead(request: HttpRequest, meant: Meant) -> HttpResponse:
    """The turn is over, or somebody else's: the page says so, and says no more to whoever has left."""
    return render(request, "turns/link_dead.html", {"turn": meant.turn}, status=GONE)


def failed(request: HttpRequest, meant: Meant, words: str, status: int) -> HttpResponse:
    """Why the button did nothing, and the way back to it."""
    context = {"turn": meant.turn, "battle": meant.turn.battle, "words": words, "again": request.get_full_path()}
    return render(request, "turns/link_failed.html", context, status=status)


def hours(request: HttpRequest, meant: Meant) -> HttpResponse:
    """The player takes more time for this turn, where the table grants some."""
    if request.method == "POST":
        return _take(request, meant)
    turn, grant = meant.turn, links.grant_left(meant.turn)
    context: dict[str, Any] = {
        "turn": turn,
        "battle": turn.battle,
        "unit": _unit(turn),
        "reader": meant.user,
        "penalty": penalty_words(turn.penalty) if turn.penalty else "",
        "grant": grant,
        "hour_seconds": state_of(turn.battle).rules.hour_seconds,
    }
    if grant is not None:
        context |= {"due": due_after(turn, grant.hours), "left": grant.left - grant.hours}
    return render(request, "turns/link_hours.html", context)


def due_after(turn: Turn, hours: float) -> datetime | None:
    """When the turn would be due with so many hours more, by its game's rules; None where no clock can be moved."""
    rules, action = ruleset_of(turn.battle), Extend(turn.unit, hours, GRANTED, to_ms(clock.now()))
    try:
        state, _events = rules.apply(state_of(turn.battle), action, SeededDice(b"no die is cast"))
    except Refused:
        return None
    dues = (wait.due for wait in rules.waits(state) if (wait.kind, wait.unit) == ("turn", turn.unit))
    due = next(dues, None)
    return None if due is None else to_datetime(due)


def _unit(turn: Turn) -> dict[str, str]:
    return {"id": turn.unit, "name": unit_name(turn.battle, turn.unit, turn.unit_name)}


def _take(request: HttpRequest, meant: Meant) -> HttpResponse:
    turn = meant.turn
    try:
        take_hours(turn_id=turn.pk, player=meant.user, at=clock.now())
    except Refused as refused:
        words = said(refused, Names({turn.unit: _unit(turn)["name"]}), unit=turn.unit)
        return failed(request, meant, words, 409 if isinstance(refused, TooLate) else 422)
    except PermissionDenied:
        return dead(request, meant)
    turn.refresh_from_db()
    return render(request, "turns/link_done.html", {"battle": turn.battle, "unit": _unit(turn), "due": turn.due_at})
