"""The band under the title: what this page is about for this reader, until when, and what happens otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Battle
from battles.moments import to_datetime
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.state import Unit
from turns.chronicle import ending_words
from turns.services import IDLE
from turns.sight import Sight
from turns.standing_orders import without_post

Tone = Literal["", "turn", "plan", "danger", "warn", "ok"]


@dataclass(frozen=True, slots=True)
class Band:
    """`head` in bold, then the deadline with what follows it, then the rest. `due` is None where no clock runs."""

    tone: Tone
    head: str
    due: datetime | None = None
    consequence: str = ""
    lines: tuple[str, ...] = ()


def band_of(sight: Sight) -> Band:
    """The band for the reader's own state of the page."""
    made = {
        "over": _over,
        "undecided": _undecided,
        "deploy": _deploy,
        "turn": _turn,
        "late": _late,
        "paused": _paused,
        "wait": _wait,
        "watch": _wait,
    }
    return made[sight.mode()](sight)


def due_of(sight: Sight) -> datetime | None:
    """When the open turn, or turn 0, runs out; None where no clock runs."""
    if sight.state.paused is not None:
        return None
    due = sight.state.deployment.due if sight.state.deployment else sight.running.due if sight.running else None
    return to_datetime(due) if due is not None else None


def penalty_words(penalty: int) -> str:
    """What a missed deadline costs."""
    return _("after: −%(penalty)s initiative in this battle") % {"penalty": penalty}


def _turn(sight: Sight) -> Band:
    unit = sight.acting()
    assert unit is not None
    if sight.directs and unit.player != sight.player:
        return _directors_turn(sight, unit)
    lines = [_plan_failed()] if sight.running and sight.running.plan_failed and sight.running.unit == unit.id else []
    data = {"unit": unit.name}
    if due_of(sight):
        lines += [without_post(sight, unit), *misses_ahead(sight, unit)]
    return Band("turn", _("Your turn: %(unit)s") % data, due_of(sight), _consequence(sight, unit), tuple(lines))


def misses_ahead(sight: Sight, unit: Unit) -> list[str]:
    """What this table does about repeated misses, told beforehand (SK-155, SK-156)."""
    rules, missed = sight.state.rules, unit.missed - unit.pardoned
    lines = []
    if rules.shorten_after_misses:
        left = rules.shorten_after_misses - missed
        data = {"left": left, "hours": rules.shortened_turn_hours}
        if left > 0:
            lines.append(
                ngettext(
                    "After %(left)s more missed deadline its turns last %(hours)s hours (SK-155).",
                    "After %(left)s more missed deadlines its turns last %(hours)s hours (SK-155).",
                    left,
                )
                % data
            )
        else:
            lines.append(_("For its missed deadlines its turns last %(hours)s hours (SK-155).") % data)
    if rules.hand_over_after_misses:
        left = max(1, rules.hand_over_after_misses - missed)
        text = ngettext(
            "After %(left)s more missed deadline the director plays it (SK-156).",
            "After %(left)s more missed deadlines the director plays it (SK-156).",
            left,
        )
        lines.append(text % {"left": left})
    return lines


def _plan_failed() -> str:
    return _("No alternative of the early turn could be played, so the turn is open (EARLY-3).")


def _consequence(sight: Sight, unit: Unit) -> str:
    return penalty_words(sight.next_penalty(unit)) if due_of(sight) else ""


def _directors_turn(sight: Sight, unit: Unit) -> Band:
    why = {
        "absent": _("its player is absent; no penalty falls (ABSENT-1)"),
        "taken-over": _("you have taken it over (ABSENT-2)"),
        "director": _("the clock stands until you have played (CLOCK-1)"),
    }
    rule = sight.running.rule if sight.running else ""
    lines = (_("You see everything."), *_pause_lines(sight))
    return Band(
        "turn", _("You play %(unit)s: %(why)s") % {"unit": unit.name, "why": why.get(rule, "")}, None, "", lines
    )


def _pause_lines(sight: Sight) -> tuple[str, ...]:
    if paused_itself(sight):
        return paused_itself_words(sight.battle), _("Any of its players may resume it, and so may you.")
    return (_("The battle is paused; only you may act."),) if sight.state.paused else ()


def _late(sight: Sight) -> Band:
    unit = sight.acting()
    assert unit is not None
    place = sight.state.place(unit.id)
    when = to_datetime(place.closed) if place is not None and place.closed else None
    data = {"unit": unit.name}
    return Band(
        "danger", _("Missed, but %(unit)s may still act until the round ends") % data, when, "", late_lines(sight, unit)
    )


def late_lines(sight: Sight, unit: Unit) -> tuple[str, ...]:
    """What weighs on a unit that has missed its turn, and where it enters if it acts after all."""
    penalty, running = penalty_of(sight.state, unit), sight.running_unit
    lines = [_("No penalty weighs on it: what it missed was pardoned.")]
    if penalty:
        lines = [_("The penalty of −%(penalty)s initiative has already been applied (LATE-2).") % {"penalty": penalty}]
    if running is not None:
        words = _("If sent, %(unit)s acts at once, ahead of %(running)s, whose turn gets more time (LATE-1, LATE-3).")
        if due_of(sight) is None:
            words = _("If sent, %(unit)s acts at once, ahead of %(running)s (LATE-1).")
        lines.append(words % {"unit": unit.name, "running": running.name})
    return tuple(lines)


def _wait(sight: Sight) -> Band:
    running = sight.running_unit
    if running is None:
        return Band("", _("Nobody acts at this moment."))
    data = {"unit": running.name}
    head = _("Now: %(unit)s") % data
    if sight.watches:
        head = _("You are watching. Now: %(unit)s") % data
    if sight.directs:
        head = _("Director: you see everything. Now: %(unit)s") % data
    lines = [] if due_of(sight) else [_no_clock(sight)]
    plans = [
        sight.state.units[plan].name for plan in sight.state.plans if sight.state.units[plan].player == sight.player
    ]
    if plans:
        lines.append(_("Your early turn is waiting: %(units)s.") % {"units": ", ".join(plans)})
    return Band("", head, due_of(sight), "", tuple(lines))


def _no_clock(sight: Sight) -> str:
    rule = sight.running.rule if sight.running else ""
    if rule in ("director", "absent", "taken-over"):
        return _("The director plays this turn; the clock stands meanwhile.")
    if rule == "plan-waiting":
        return _("The director has an early turn to publish; the clock stands meanwhile.")
    return _("No deadline runs.")


def _paused(sight: Sight) -> Band:
    paused = sight.state.paused
    assert paused is not None
    if paused_itself(sight):
        return Band("", paused_itself_words(sight.battle), None, "", (*_who_may_resume(sight), *_meanwhile(sight)))
    head = _("Paused by the director: %(reason)s") % {"reason": paused.reason}
    return Band("", head, None, "", (*_who_acts(sight), *_meanwhile(sight)))


def paused_itself(sight: Sight) -> bool:
    """Has the battle paused without its director (SK-90)?"""
    return sight.state.paused is not None and sight.state.paused.reason == IDLE


def paused_itself_words(battle: Battle) -> str:
    """Why the battle stands still without its director."""
    rounds = battle.pause_after_idle_rounds
    if not rounds:
        return _("The battle has paused itself: nobody posted for some rounds.")
    return ngettext(
        "The battle has paused itself after %(rounds)s round without a player's post.",
        "The battle has paused itself after %(rounds)s rounds without a player's post.",
        rounds,
    ) % {"rounds": rounds}


def _who_may_resume(sight: Sight) -> tuple[str, ...]:
    if sight.watches:
        return (_("Every clock keeps what was left. Any of its players, or a director, may resume it."),)
    return (_("Every clock keeps what was left. You may resume it; so may any of its players, or a director."),)


def _who_acts(sight: Sight) -> tuple[str, ...]:
    if sight.directs:
        return (_("Every clock keeps what was left. Only you may act, or resume the battle."),)
    return (_("Every clock keeps what was left. Nobody but the director acts, or resumes the battle."),)


def _meanwhile(sight: Sight) -> tuple[str, ...]:
    """What a pause leaves to players whose turn is still to come."""
    return (_("Meanwhile you may prepare or change an early turn."),) if sight.plannable() else ()


def _undecided(sight: Sight) -> Band:
    return Band("warn", _("Both sides fell at once: the director decides how it ends (WIN-2)."))


def _over(sight: Sight) -> Band:
    outcome = sight.state.outcome
    winner = sight.names.side(outcome.winner) if outcome and outcome.winner else ""
    reason = ending_words(outcome.reason) if outcome else ""
    if not winner:
        return Band("ok", _("The battle is over, without a winner"), None, "", (reason,) if reason else ())
    return Band(
        "ok", _("The battle is over: victory for %(side)s") % {"side": winner}, None, "", (reason,) if reason else ()
    )


def _deploy(sight: Sight) -> Band:
    left = len(sight.to_place)
    if not left:
        head = (
            _("You are watching turn 0.")
            if sight.watches
            else _("Your units are placed. Others are still placing theirs.")
        )
        if sight.directs:
            head = _("Turn 0: the players place their units. You see everything.")
        return Band("", head, due_of(sight))
    head = ngettext("Place your unit", "Place your %(left)d units", left) % {"left": left}
    return Band("turn", head, due_of(sight), _("after: a die places them") if due_of(sight) else "")
