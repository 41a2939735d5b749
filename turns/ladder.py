"""The round's order as a page shows it: who has acted, whose turn it is and until when, who may still act."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from battles.moments import to_datetime
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.state import Place, Unit
from turns.sight import Sight


@dataclass(frozen=True, slots=True)
class Rung:
    """One unit's place in the order. `due` only for the turn that is open; `planned` only where the reader may know."""

    unit: Unit
    total: int
    status: str
    words: str
    team: str
    own: bool
    now: bool
    due: datetime | None
    planned: bool
    penalty: int


def ladder_of(sight: Sight) -> list[Rung]:
    """Every place of the round, in order."""
    return [
        _rung(sight, sight.state.units[place.unit], place)
        for place in sight.state.places
        if place.unit in sight.state.units
    ]


def _rung(sight: Sight, unit: Unit, place: Place) -> Rung:
    running = sight.running
    now = running is not None and running.unit == unit.id
    due = running.due if running is not None and now and sight.state.paused is None else None
    return Rung(
        unit=unit,
        total=place.total,
        status=place.status,
        words=_words(unit, place),
        team=sight.team(unit),
        own=unit.player == sight.player,
        now=now,
        due=to_datetime(due) if due is not None else None,
        planned=unit.id in sight.state.plans and place.status == "waiting",
        penalty=penalty_of(sight.state, unit) if unit.players else 0,
    )


def _words(unit: Unit, place: Place) -> str:
    if unit.defeated:
        return _("defeated")
    return {
        "waiting": "",
        "running": _("acting now"),
        "acted": _("has acted"),
        "expired": _("missed; may still act"),
        "acted-late": _("acted late"),
        "ordered": _("missed; followed its standing orders"),
        "forced": _("ended by the director"),
        "defeated": _("defeated"),
    }[place.status]


@dataclass(frozen=True, slots=True)
class ShortLadder:
    """The order in one line for a narrow screen: the one before, the one now, the next, how many after them."""

    before: Rung | None
    now: Rung | None
    following: tuple[Rung, ...]
    more: int


def shortened(rungs: list[Rung], following: int = 2) -> ShortLadder:
    """The order round the turn that is open."""
    standing = [rung for rung in rungs if not rung.unit.defeated or rung.now]
    at = next((index for index, rung in enumerate(standing) if rung.now), None)
    if at is None:
        return ShortLadder(None, None, tuple(standing[:following]), max(0, len(standing) - following))
    after = standing[at + 1 :]
    return ShortLadder(
        standing[at - 1] if at else None, standing[at], tuple(after[:following]), max(0, len(after) - following)
    )
