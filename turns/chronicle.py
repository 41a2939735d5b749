"""What happened, in sentences: one line per event worth reading, in the language in force.

`SAY` has one function per kind of event. A function may answer an empty text: that event is told by another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.moments import to_datetime
from rulebook.dice import Roll
from rulebook.saga import events as ev
from rulebook.saga.board import cell_name
from turns import chronicle_deeds, chronicle_table
from turns.sentences import Say, Tone, closed, span_words, with_reason
from turns.services.grants import GRANTED
from turns.wording import Names


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the chronicle. `tone` says what kind of thing it is; `units` are those it changes."""

    number: int
    text: str
    tone: Tone
    at: datetime
    kind: str
    roll: Roll | None = None
    undone: bool = False


def lines_of(entries: Iterable[tuple[int, ev.Event, bool]], names: Names) -> list[Line]:
    """Events in sentences: (number, event, whether it was taken back later)."""
    found = [(number, event, undone, *SAY[event.kind](event, names)) for number, event, undone in entries]
    return [
        Line(number, text, tone, to_datetime(event.at), event.kind, getattr(event, "roll", None), undone)
        for number, event, undone, text, tone in found
        if text
    ]


def touched(event: ev.Event) -> str:
    """The unit that an event changes for all to see, or nothing."""
    shown = (ev.Moved, ev.Pushed, ev.Damaged, ev.Restored, ev.WillpowerLost, ev.UnitDefeated, ev.UnitRevealed)
    return event.unit if isinstance(event, (*shown, ev.UnitCorrected, ev.Rested, ev.EffectGained)) else ""


# --- deployment and rounds


def _deployed(event: ev.UnitsDeployed, names: Names) -> tuple[str, Tone]:
    units = ", ".join(f"{names.unit(one.unit)} {cell_name(one.cell)}" for one in event.placements)
    return (_("Placed: %(units)s.") % {"units": units} if units else _("A player has placed units.")), ""


def _placed_at_random(event: ev.UnitPlacedAtRandom, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "cell": cell_name(event.cell)}
    return _("%(unit)s was not placed: the die puts it on %(cell)s (DEPL-2).") % data, "clock"


def _deployment_ended(event: ev.DeploymentEnded, names: Names) -> tuple[str, Tone]:
    if event.by_deadline:
        return _("Turn 0 is over: its time ran out. All units are shown."), "head"
    return _("Turn 0 is over: everybody has deployed. All units are shown."), "head"


def _round_began(event: ev.RoundBegan, names: Names) -> tuple[str, Tone]:
    totals = dict(event.totals)
    order = ", ".join(f"{names.unit(unit)} {totals.get(unit, '')}".strip() for unit in event.order)
    return _("Round %(round)s. Initiative: %(order)s.") % {"round": event.round, "order": order}, "head"


def _silent(event: ev.Event, names: Names) -> tuple[str, Tone]:
    return "", ""


def _turn_taken(event: ev.TurnTaken, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "number": (event.alternative or 0) + 1}
    sentences = {
        "in-turn": _("%(unit)s takes its turn."),
        "late": _("%(unit)s acts late, ahead of the running turn (LATE-1)."),
        "plan": _("The early turn of %(unit)s is played, alternative %(number)s (EARLY-2).")
        if event.alternative is not None
        else _("The early turn of %(unit)s is played (EARLY-2)."),
        "plan-adapted": _("The director plays an adapted early turn for %(unit)s."),
        "ordered": _("%(unit)s follows its standing orders, as its time is out (SK-152)."),
    }
    return sentences[event.how] % data, "head"


def _expired(event: ev.TurnExpired, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "penalty": event.penalty}
    text = _("The time of %(unit)s ran out: −%(penalty)s initiative from the next roll on (LATE-2).") % data
    if event.late_window:
        text += " " + _("It may still act until the round ends.")
    return text, "clock"


def _extended(event: ev.DeadlineExtended, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "source": names.unit(event.source), "reason": event.reason}
    data["span"] = span_words(event.added)
    if event.cause == "late-post":
        return _("%(unit)s gets %(span)s more, because %(source)s acted late (LATE-3).") % data, "clock"
    if event.reason == GRANTED:
        return _("%(unit)s takes %(span)s more, as this table grants.") % data, "clock"
    return with_reason(_("The director gives %(unit)s %(span)s more") % data, event.reason)


# --- the end


def _undecided(event: ev.BattleUndecided, names: Names) -> tuple[str, Tone]:
    return _("Both sides are spent at once: the director decides (WIN-2)."), "director"


ENDINGS = {
    "defeat-all": lambda: _("all enemies are defeated"),
    "defeat-leader": lambda: _("the leader is defeated"),
    "destroy": lambda: _("what was to be destroyed is destroyed"),
    "last-standing": lambda: _("nobody of the other side stands"),
}


def ending_words(reason: str) -> str:
    """Why a battle ended: our words for a code of the rules, or the director's own."""
    return ENDINGS[reason]() if reason in ENDINGS else reason


def _ended(event: ev.BattleEnded, names: Names) -> tuple[str, Tone]:
    reason = ending_words(event.reason)
    if event.winner is None:
        return _("The battle is over, without a winner: %(reason)s") % {"reason": closed(reason)}, "head"
    data = {"side": names.side(event.winner), "reason": closed(reason)}
    return _("The battle is over. Victory for %(side)s: %(reason)s") % data, "head"


DECIDED_BY = {
    "boss": lambda: _("Felled by a boss."),
    "wounds": lambda: _("The open wounds decide."),
    "chance": lambda: _("The death roll decides."),
}


def _fate(event: ev.FateRolled, names: Names) -> tuple[str, Tone]:
    fate = event.fate
    data = {"unit": names.unit(fate.unit), "wounds": fate.wounds}
    outcomes = {
        "lives": ngettext(
            "%(unit)s lives, with %(wounds)s new wound.", "%(unit)s lives, with %(wounds)s new wounds.", fate.wounds
        ),
        "dies": _("%(unit)s dies."),
        "doomed": _("%(unit)s is doomed: the director stages its death."),
        "director-decides": _("The director decides about %(unit)s."),
    }
    told = outcomes[fate.outcome] % data
    return f"{told} {DECIDED_BY[fate.rule]()}" if fate.rule else told, "fall"


def _renown(event: ev.RenownProposed, names: Names) -> tuple[str, Tone]:
    shares = ", ".join(f"{names.unit(one.unit)} {one.renown}" for one in event.shares)
    return (_("Renown proposed: %(shares)s (REN-1).") % {"shares": shares} if shares else ""), ""


COURSE: dict[str, Say] = {
    ev.UnitsDeployed.kind: _deployed,
    ev.UnitPlacedAtRandom.kind: _placed_at_random,
    ev.DeploymentEnded.kind: _deployment_ended,
    ev.RoundBegan.kind: _round_began,
    ev.RoundEnded.kind: _silent,
    ev.TurnOpened.kind: _silent,
    ev.TurnTaken.kind: _turn_taken,
    ev.TurnEnded.kind: _silent,
    ev.TurnExpired.kind: _expired,
    ev.DeadlineExtended.kind: _extended,
    ev.ClockSet.kind: _silent,
    ev.BattleUndecided.kind: _undecided,
    ev.BattleEnded.kind: _ended,
    ev.FateRolled.kind: _fate,
    ev.RenownProposed.kind: _renown,
}
SAY: dict[str, Say] = COURSE | chronicle_deeds.SAY | chronicle_table.SAY
