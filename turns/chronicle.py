"""What happened, in sentences: one line per event worth reading, in the language in force.

`SAY` has one function per kind of event. A function may answer an empty text: that event is told by another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.when import span
from battles.moments import to_datetime
from rulebook.dice import Roll
from rulebook.saga import events as ev
from rulebook.saga.board import Cell, cell_name
from rulebook.saga.deadlines import MISSED
from turns.services.grants import GRANTED
from turns.wording import Names, entry_name

Tone = Literal["", "head", "hit", "miss", "fall", "clock", "director"]


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


Say = Callable[[Any, Names], tuple[str, Tone]]


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
        "plan": _("The early turn of %(unit)s is played, alternative %(number)s (EARLY-2)."),
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
    data["span"] = _span(event.added)
    if event.cause == "late-post":
        return _("%(unit)s gets %(span)s more, because %(source)s acted late (LATE-3).") % data, "clock"
    if event.reason == GRANTED:
        return _("%(unit)s takes %(span)s more, as this table grants.") % data, "clock"
    return with_reason(_("The director gives %(unit)s %(span)s more") % data, event.reason)


def _span(ms: int) -> str:

    return span(ms / 1000)


# --- what a unit does


def _rested(event: ev.Rested, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "gained": event.gained}
    return _("%(unit)s rests: +%(gained)s willpower.") % data, ""


def _horn(event: ev.HornSounded, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "points": event.points}
    return _("%(unit)s takes %(points)s from the horn.") % data, ""


def _moved(event: ev.Moved, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "start": cell_name(event.path[0]), "end": cell_name(event.path[-1])}
    text = _("%(unit)s %(start)s → %(end)s") % data
    if event.will:
        text += " " + _("(%(will)s willpower)") % {"will": event.will}
    return text + ".", ""


def _hazard_sprung(event: ev.HazardSprung, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "name": entry_name(event.name), "cell": cell_name(event.cell)}
    text = _("%(unit)s steps into %(name)s on %(cell)s.") % data
    return (text + " " + _("Its move ends there.") if event.stopped else text), "miss"


def _struck(event: ev.StrikeRolled, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "target": names.unit(event.target),
        "attack": attack_words(event),
        "threshold": event.threshold,
        "face": event.roll.face if event.roll else 0,
    }
    if event.roll is None:
        return _("%(unit)s → %(target)s, %(attack)s: cannot miss.") % data, "hit"
    if event.hit:
        return _("%(unit)s → %(target)s, %(attack)s: needs < %(threshold)s, rolls %(face)s. Hit.") % data, "hit"
    text = _("%(unit)s → %(target)s, %(attack)s: needs < %(threshold)s, rolls %(face)s. Miss.") % data
    if not event.final:
        text += " " + _("Rolled again for hero points (STAT-8).")
    return text, "miss"


def attack_words(event: ev.StrikeRolled) -> str:
    """What kind of attack it is: plain, boosted, or part of an ability."""
    if event.ability:
        return _("%(ability)s %(rank)s") % {"ability": entry_name(event.ability), "rank": event.rank}
    name = _("strength") if event.attack == "strength" else _("break")
    return f"{name} +{event.boost}" if event.boost else name


def _ability(event: ev.AbilityUsed, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "ability": entry_name(event.name),
        "rank": event.rank,
        "target": names.target(event.target),
        "cost": event.cost,
    }
    if event.target is None:
        return _("%(unit)s uses %(ability)s %(rank)s (%(cost)s willpower).") % data, ""
    return _("%(unit)s uses %(ability)s %(rank)s on %(target)s (%(cost)s willpower).") % data, ""


def _die(event: ev.DieRolled, names: Names) -> tuple[str, Tone]:
    data = {"name": entry_name(event.name), "sides": event.roll.sides, "face": event.roll.face}
    return _("%(name)s: 1d%(sides)s → %(face)s.") % data, ""


def _damaged(event: ev.Damaged, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "amount": event.amount,
        "name": entry_name(event.name) if event.name else "",
    }
    if event.cause == "wear":
        return _("%(unit)s loses %(amount)s armor: another missed break in this round (DMG-4).") % data, "hit"
    text = (
        _("%(unit)s loses %(amount)s strength") if event.damage == "strength" else _("%(unit)s loses %(amount)s armor")
    ) % data
    return (f"{text} ({data['name']})." if event.name else f"{text}."), "hit"


ATTRIBUTES = {
    "strength": lambda: _("strength"),
    "armor": lambda: _("armor"),
    "willpower": lambda: _("willpower"),
    "hero_points": lambda: _("hero points"),
    "at": lambda: _("place"),
}


def _restored(event: ev.Restored, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "amount": event.amount, "what": ATTRIBUTES[event.attribute]()}
    text = _("%(unit)s regains %(amount)s %(what)s") % data
    return (f"{text} ({entry_name(event.name)})." if event.name else f"{text}."), ""


def _will_lost(event: ev.WillpowerLost, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "amount": event.amount}
    text = _("%(unit)s loses %(amount)s willpower") % data
    return (f"{text} ({entry_name(event.name)})." if event.name else f"{text}."), "hit"


def _pushed(event: ev.Pushed, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "by": names.unit(event.by),
        "start": cell_name(event.path[0]),
        "end": cell_name(event.path[-1]),
    }
    return _("%(by)s pushes %(unit)s %(start)s → %(end)s.") % data, "hit"


def _effect_gained(event: ev.EffectGained, names: Names) -> tuple[str, Tone]:
    ends = {
        "own-turn-begins": _("until its next turn"),
        "own-turn-ends": _("until its turn ends"),
        "source-turn-begins": _("until the next turn of %(source)s"),
        "round-ends": _("until the round ends"),
        "battle-ends": _("until the battle ends"),
    }
    until = ends[event.effect.until] % {"source": names.unit(event.effect.source)}
    data = {"unit": names.unit(event.unit), "effect": entry_name(event.effect.name), "until": until}
    return _("%(effect)s on %(unit)s, %(until)s.") % data, ""


def _effect_lost(event: ev.EffectLost, names: Names) -> tuple[str, Tone]:
    return _("%(effect)s on %(unit)s ends.") % {"unit": names.unit(event.unit), "effect": entry_name(event.name)}, ""


def _hazard_placed(event: ev.HazardPlaced, names: Names) -> tuple[str, Tone]:
    data = {"name": entry_name(event.hazard.name), "cell": cell_name(event.hazard.cell)}
    return _("%(name)s now lies on %(cell)s.") % data, ""


def _place_moved(event: ev.PlaceMoved, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "before": names.unit(event.before), "by": names.unit(event.by)}
    if event.before:
        return _("%(by)s moves the turn of %(unit)s right before that of %(before)s.") % data, ""
    return _("%(by)s moves the turn of %(unit)s to the end of the round.") % data, ""


def _defeated(event: ev.UnitDefeated, names: Names) -> tuple[str, Tone]:
    data = {"unit": names.unit(event.unit), "by": names.unit(event.by)}
    if not event.by:
        return _("%(unit)s is defeated.") % data, "fall"
    return _("%(unit)s is defeated by %(by)s.") % data, "fall"


# --- early turns, absences, the director


def _plan_left(event: ev.PlanLeft, names: Names) -> tuple[str, Tone]:
    count = len(event.plan.alternatives)
    data = {"unit": names.unit(event.plan.unit), "count": count}
    text = ngettext(
        "An early turn was left for %(unit)s, with %(count)s alternative.",
        "An early turn was left for %(unit)s, with %(count)s alternatives.",
        count,
    )
    return text % data, ""


def _plan_withdrawn(event: ev.PlanWithdrawn, names: Names) -> tuple[str, Tone]:
    return _("The early turn of %(unit)s was taken back.") % {"unit": names.unit(event.unit)}, ""


def _plan_failed(event: ev.PlanFailed, names: Names) -> tuple[str, Tone]:
    return _("No alternative of the early turn of %(unit)s could be played; its turn stays open (EARLY-3).") % {
        "unit": names.unit(event.unit)
    }, "clock"


def _orders_given(event: ev.OrdersGiven, names: Names) -> tuple[str, Tone]:
    return _("Standing orders were left for %(unit)s (SK-152).") % {"unit": names.unit(event.orders.unit)}, ""


def _orders_dropped(event: ev.OrdersDropped, names: Names) -> tuple[str, Tone]:
    return _("The standing orders of %(unit)s were taken back.") % {"unit": names.unit(event.unit)}, ""


def _forced(event: ev.TurnForced, names: Names) -> tuple[str, Tone]:
    return with_reason(_("The director ends the turn of %(unit)s") % {"unit": names.unit(event.unit)}, event.reason)


def _absence_declared(event: ev.AbsenceDeclared, names: Names) -> tuple[str, Tone]:
    return _("A player has announced an absence; the director plays for them, without penalty (ABSENT-1)."), "clock"


def _absence_cancelled(event: ev.AbsenceCancelled, names: Names) -> tuple[str, Tone]:
    return _("A player is back before the time."), "clock"


def _taken_over(event: ev.UnitTakenOver, names: Names) -> tuple[str, Tone]:
    if event.reason == MISSED:
        text = _("%(unit)s has missed as many deadlines as this table allows: the director plays it (SK-156).")
        return text % {"unit": names.unit(event.unit)}, "clock"
    reason = _("its player has gone") if event.reason == "departed" else event.reason
    return with_reason(_("The director takes %(unit)s over") % {"unit": names.unit(event.unit)}, reason)


def _handed_back(event: ev.UnitHandedBack, names: Names) -> tuple[str, Tone]:
    return _("The director hands %(unit)s back to its player.") % {"unit": names.unit(event.unit)}, "director"


def _player_changed(event: ev.PlayerChanged, names: Names) -> tuple[str, Tone]:
    return _("Another player takes %(unit)s over.") % {"unit": names.unit(event.unit)}, "director"


IDLE = "idle-rounds"


def _paused(event: ev.BattlePaused, names: Names) -> tuple[str, Tone]:
    if event.reason == IDLE:
        return _("The battle pauses itself: nobody has posted for some rounds."), "director"
    return with_reason(_("The director pauses the battle"), event.reason)


def _resumed(event: ev.BattleResumed, names: Names) -> tuple[str, Tone]:
    return _("The battle goes on; clocks run with what was left."), "director"


def _credited(event: ev.OutageCredited, names: Names) -> tuple[str, Tone]:
    if not event.added:
        return "", ""
    return _("The service was down; %(span)s are given back (CLOCK-6).") % {"span": _span(event.added)}, "clock"


def _pardoned(event: ev.DeadlinePardoned, names: Names) -> tuple[str, Tone]:
    return with_reason(
        _("The director pardons %(unit)s one missed deadline") % {"unit": names.unit(event.unit)}, event.reason
    )


def _revealed(event: ev.UnitRevealed, names: Names) -> tuple[str, Tone]:
    return _("%(unit)s appears on %(cell)s.") % {
        "unit": names.unit(event.unit),
        "cell": cell_name(event.cell),
    }, "director"


def _corrected(event: ev.UnitCorrected, names: Names) -> tuple[str, Tone]:
    data = {
        "unit": names.unit(event.unit),
        "what": ATTRIBUTES[event.attribute](),
        "before": _value(event.before),
        "after": _value(event.after),
    }
    return with_reason(_("The director corrects %(unit)s: %(what)s %(before)s → %(after)s") % data, event.reason)


def _value(value: object) -> str:
    return cell_name(value) if isinstance(value, Cell) else str(value)


def with_reason(text: str, reason: str) -> tuple[str, Tone]:
    """A sentence about what the director did, with the reason where one was given."""
    return (f"{text}: {_closed(reason)}" if reason else f"{text}."), "director"


def _closed(reason: str) -> str:
    """Somebody's own words as the end of a sentence, with a full stop unless they bring their own."""
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."


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
        return _("The battle is over, without a winner: %(reason)s") % {"reason": _closed(reason)}, "head"
    data = {"side": names.side(event.winner), "reason": _closed(reason)}
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


def _undone_event(event: ev.Undone, names: Names) -> tuple[str, Tone]:
    return with_reason(_("The director takes back the steps so marked"), event.reason)


SAY: dict[str, Say] = {
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
    ev.Rested.kind: _rested,
    ev.HornSounded.kind: _horn,
    ev.Moved.kind: _moved,
    ev.HazardSprung.kind: _hazard_sprung,
    ev.StrikeRolled.kind: _struck,
    ev.AbilityUsed.kind: _ability,
    ev.DieRolled.kind: _die,
    ev.Damaged.kind: _damaged,
    ev.Restored.kind: _restored,
    ev.WillpowerLost.kind: _will_lost,
    ev.Pushed.kind: _pushed,
    ev.EffectGained.kind: _effect_gained,
    ev.EffectLost.kind: _effect_lost,
    ev.HazardPlaced.kind: _hazard_placed,
    ev.PlaceMoved.kind: _place_moved,
    ev.UnitDefeated.kind: _defeated,
    ev.PlanLeft.kind: _plan_left,
    ev.PlanWithdrawn.kind: _plan_withdrawn,
    ev.PlanFailed.kind: _plan_failed,
    ev.OrdersGiven.kind: _orders_given,
    ev.OrdersDropped.kind: _orders_dropped,
    ev.TurnForced.kind: _forced,
    ev.AbsenceDeclared.kind: _absence_declared,
    ev.AbsenceCancelled.kind: _absence_cancelled,
    ev.UnitTakenOver.kind: _taken_over,
    ev.UnitHandedBack.kind: _handed_back,
    ev.PlayerChanged.kind: _player_changed,
    ev.BattlePaused.kind: _paused,
    ev.BattleResumed.kind: _resumed,
    ev.OutageCredited.kind: _credited,
    ev.DeadlinePardoned.kind: _pardoned,
    ev.UnitRevealed.kind: _revealed,
    ev.UnitCorrected.kind: _corrected,
    ev.BattleUndecided.kind: _undecided,
    ev.BattleEnded.kind: _ended,
    ev.FateRolled.kind: _fate,
    ev.RenownProposed.kind: _renown,
    ev.Undone.kind: _undone_event,
}
