"""What an undo takes back besides the posts: how turns had ended, and what their players were told of it."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import ruleset_of
from notifications import services as notices
from notifications.models import Notice
from rulebook.table.events import Undone
from turns.models import Turn
from turns.services.games import game_of
from turns.services.subjects import part_subject, turn_subject
from turns.services.sync import SAME_ROW

TAKEN_BACK = "taken-back"
"""The outcome of a turn whose end no longer counts."""
ROUND, ENDED, EXPIRED, TAKEN = "round-began", "turn-ended", "turn-expired", "turn-taken"
"""The kinds of events, the same in every game, that begin a round and end a turn."""
OF_AN_END = (Notice.Kind.MISSED, Notice.Kind.EARLY_PLAYED)
OVERLORD = "overlord-turn-ended"
"""The end of a turn that is no single unit's."""


def take_back_endings(battle: Battle, stood: frozenset[int], stands: frozenset[int], *, at: datetime) -> None:
    """After an undo: rows say that their end was taken back, and its notices withdraw.

    `stood` and `stands` are the events that counted before it, and that count now; `at` is the undo's own moment.
    """
    ended, missed = _ends(battle, stood, stood - stands)
    _mark(battle, ended)
    if missed:
        notices.withdraw(subjects=missed, kinds=OF_AN_END, at=at)


def _ends(battle: Battle, course: frozenset[int], among: frozenset[int]) -> tuple[set[tuple[str, datetime]], set[str]]:
    """Of the events that led through a course, those among these that end turns: whose and when, and the subjects of
    what was told of them."""
    ended: set[tuple[str, datetime]] = set()
    missed: set[str] = set()
    round_ = 0
    rows = battle.events.filter(kind__in=(ROUND, ENDED, EXPIRED, TAKEN, OVERLORD)).order_by("number")
    for number, kind, data in rows.values_list("number", "kind", "data"):
        if number not in course:
            continue
        if kind == ROUND:
            round_ = data["round"]
            continue
        if number not in among:
            continue
        if kind == OVERLORD:
            missed.add(part_subject(battle, round_, "overlord", "missed"))
            continue
        ended.add((data["unit"], to_datetime(data["at"])))
        if kind == EXPIRED or str(data.get("how", "")).startswith("plan"):
            missed.add(turn_subject(battle, round_, data["unit"]))
    return ended, missed


def _mark(battle: Battle, ended: set[tuple[str, datetime]]) -> None:
    if not ended:
        return
    since = min(moment for _unit, moment in ended)
    closed = Turn.objects.filter(battle=battle, closed_at__gte=since).values_list("pk", "unit", "closed_at")
    Turn.objects.filter(pk__in=[pk for pk, unit, moment in closed if (unit, moment) in ended]).update(
        outcome=TAKEN_BACK
    )


def bring_back_endings(battle: Battle, stood: frozenset[int], stands: frozenset[int]) -> None:
    """Turns whose end had been taken back and counts again end as they had, and what was told of it stands again."""
    again = stands - stood
    if not again:
        return
    _ended, missed = _ends(battle, stands, again)
    undoings = battle.events.filter(kind=Undone.kind).values_list("at", flat=True)
    notices.restore(subjects=missed, kinds=OF_AN_END, withdrawn_at=undoings)
    game, ruleset = game_of(battle), ruleset_of(battle)
    rows = list(Turn.objects.filter(battle=battle, outcome=TAKEN_BACK))
    moments: dict[datetime, list[Any]] = defaultdict(list)
    if rows:
        for number, data in battle.events.order_by("number").values_list("number", "data"):
            if number in again:
                moments[to_datetime(data["at"])].append(ruleset.event_from_json(data))
    for row in rows:
        known = game.endings(moments[row.closed_at]) if row.closed_at in moments else {}
        told = known.get((SAME_ROW.get(row.kind, row.kind), row.unit))
        if told is not None:
            row.outcome, _moment = told
            row.save(update_fields=["outcome"])
