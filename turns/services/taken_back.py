"""What an undo takes back besides the posts: how turns had ended, and what their players were told of it."""

from __future__ import annotations

from datetime import datetime

from battles.models import Battle
from battles.moments import to_datetime
from notifications import services as notices
from notifications.models import Notice
from turns.models import Turn
from turns.services.subjects import part_subject, turn_subject

TAKEN_BACK = "taken-back"
"""The outcome of a turn whose end no longer counts."""
ROUND, ENDED, EXPIRED, TAKEN = "round-began", "turn-ended", "turn-expired", "turn-taken"
"""The kinds of events, the same in every game, that begin a round and end a turn."""
OVERLORD = "overlord-turn-ended"
"""The end of a turn that is no single unit's."""


def take_back_endings(battle: Battle, to: int, round_: int, *, at: datetime) -> None:
    """After an undo to event `to`, in this round: rows say that their end was taken back, and its notices withdraw."""
    ended: set[tuple[str, datetime]] = set()
    missed: set[str] = set()
    rows = battle.events.filter(number__gt=to, kind__in=(ROUND, ENDED, EXPIRED, TAKEN, OVERLORD)).order_by("number")
    for kind, data in rows.values_list("kind", "data"):
        if kind == ROUND:
            round_ = data["round"]
            continue
        if kind == OVERLORD:
            missed.add(part_subject(battle, round_, "overlord", "missed"))
            continue
        ended.add((data["unit"], to_datetime(data["at"])))
        if kind == EXPIRED or str(data.get("how", "")).startswith("plan"):
            missed.add(turn_subject(battle, round_, data["unit"]))
    _mark(battle, ended)
    if missed:
        notices.withdraw(subjects=missed, kinds=(Notice.Kind.MISSED, Notice.Kind.EARLY_PLAYED), at=at)


def _mark(battle: Battle, ended: set[tuple[str, datetime]]) -> None:
    if not ended:
        return
    since = min(moment for _unit, moment in ended)
    closed = Turn.objects.filter(battle=battle, closed_at__gte=since).values_list("pk", "unit", "closed_at")
    Turn.objects.filter(pk__in=[pk for pk, unit, moment in closed if (unit, moment) in ended]).update(
        outcome=TAKEN_BACK
    )


def reopen_windows(battle: Battle) -> None:
    """Whoever may act late again is told so in the notice of what they missed."""
    late = Turn.objects.filter(battle=battle, kind=Turn.Kind.LATE, closed_at__isnull=True)
    subjects = [turn_subject(battle, round_, unit) for round_, unit in late.values_list("round", "unit")]
    notices.amend(subjects=subjects, kind=Notice.Kind.MISSED, data={"late_window": True})
