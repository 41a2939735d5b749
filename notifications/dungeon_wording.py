"""What the notices of a dungeon say, where they say it otherwise than those of a battle of the saga.

`units` are the names of the heroes in question; `what` is the kind of turn; `key` a model of the Overlord's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from accounts import when
from notifications.models import Notice
from notifications.said import Said
from rulebook.dungeon.catalogue import PROFILES, texts
from rulebook.dungeon.naming import in_language

Kind = Notice.Kind
HOUR_MS = 3_600_000


def named(data: dict[str, Any]) -> dict[str, Any]:
    """With the names of units in the reader's language; a notice keeps them as they were written down."""
    language = get_language() or "en"
    data = data | {"source": in_language(str(data.get("source") or ""), language)}
    key, number = str(data.get("key") or "").rpartition("-")[::2]
    if key in PROFILES:
        return data | {"unit": f"{texts(key, language).name} {number}"}
    units = [in_language(str(name), language) for name in data.get("units") or ()]
    unit = ", ".join(units) or in_language(str(data.get("unit") or ""), language)
    return data | {"unit": unit, "units": units}


def _several(data: dict[str, Any]) -> bool:
    return len(data.get("units") or ()) > 1


def your_turn(data: dict[str, Any]) -> Said:
    """`what`: deploy, turn, window, overlord, strike, trade."""
    what = data.get("what")
    if what == "deploy":
        return Said(
            _("Place your heroes: {battle}").format_map(data),
            _("{battle} is open: place your heroes on the start squares.").format_map(data),
            _("Place my heroes"),
            _("Whoever is not placed by then takes the next free start square."),
            runs_out=True,
        )
    if what in OTHERS:
        return OTHERS[what](data)
    subject = _("Your turn: {unit} in {battle}")
    sentence = _("{unit} may act now, in round {round} of {battle}.")
    if _several(data):
        subject = _("Your heroes may act: {battle}")
        sentence = _("In round {round} of {battle} any of these may act now: {unit}.")
    return Said(
        subject.format_map(data), sentence.format_map(data), _("Play the turn"), missing_costs(data), runs_out=True
    )


def _window(data: dict[str, Any]) -> Said:
    return Said(
        _("Interrupt? {battle}").format_map(data),
        _("A hero's turn in round {round} of {battle} is over: you may interrupt, or pass.").format_map(data),
        _("Interrupt or pass"),
        _("After that: the window passes."),
        runs_out=True,
    )


def _overlord(data: dict[str, Any]) -> Said:
    return Said(
        _("The Overlord's turn: {battle}").format_map(data),
        _("It is the Overlord's turn in round {round} of {battle}, and you play him.").format_map(data),
        _("Play the turn"),
        _("After that: the orders that are left are lost."),
        runs_out=True,
    )


def _strike(data: dict[str, Any]) -> Said:
    return Said(
        _("Free strike? {unit} in {battle}").format_map(data),
        _("{unit} may make a free strike in {battle}; the game waits for your answer.").format_map(data),
        _("Decide"),
        _("After that: the strike is made."),
        runs_out=True,
    )


def _trade(data: dict[str, Any]) -> Said:
    return Said(
        _("A trade for {unit} in {battle}").format_map(data),
        _("{unit} is offered a trade in {battle}. It holds until the turn ends.").format_map(data),
        _("Answer"),
    )


OTHERS: dict[str, Callable[[dict[str, Any]], Said]] = {
    "window": _window,
    "overlord": _overlord,
    "strike": _strike,
    "trade": _trade,
}


def missing_costs(data: dict[str, Any]) -> str:
    """What happens when nobody begins in time."""
    if data.get("what") in ("overlord", "window", "strike"):
        return ""
    return _("After that: a turn that was begun ends; else the first hero listed loses its place, and may act late.")


def deadline_near(data: dict[str, Any]) -> Said:
    """As your_turn."""
    what = data.get("what")
    if what == "deploy":
        return Said(
            _("Soon over: placing your heroes in {battle}").format_map(data),
            _("{battle} begins soon and you have heroes to place.").format_map(data),
            _("Place my heroes"),
            _("Whoever is not placed by then takes the next free start square."),
            runs_out=True,
        )
    if what == "overlord":
        subject, sentence = (
            _("Soon over: the Overlord's turn in {battle}"),
            _("The Overlord's turn in round {round} of {battle} ends soon."),
        )
    elif what == "strike":
        subject, sentence = (
            _("Soon decided: {unit}'s free strike in {battle}"),
            _("Without an answer {unit} soon makes its free strike in {battle}."),
        )
    else:
        subject, sentence = (
            _("Soon over: the heroes' time in {battle}"),
            _("The time for {unit} in round {round} of {battle} ends soon."),
        )
    return Said(
        subject.format_map(data), sentence.format_map(data), _("Play the turn"), missing_costs(data), runs_out=True
    )


def missed(data: dict[str, Any]) -> Said:
    """`begun`: the turn had been begun; `late_window`: may it still act in this round?; `what`: overlord."""
    if data.get("what") == "overlord":
        return Said(
            _("Missed: the Overlord's turn in {battle}").format_map(data),
            _("The Overlord's turn in round {round} of {battle} ran out; what was left of it is lost.").format_map(
                data
            ),
            _("See the battle"),
        )
    if data.get("begun"):
        sentence = _("{unit}'s turn in round {round} of {battle} ran out; what was done stays done.")
    else:
        sentence = _("Nobody acted in time in round {round} of {battle}: {unit} lost its place.")
    sentence = sentence.format_map(data)
    late = bool(data.get("late_window"))
    if late:
        sentence += " " + _("It can still act until the Overlord's turn begins.")
    link = _("Play it late") if late else _("See the battle")
    return Said(_("Missed: {unit}'s turn in {battle}").format_map(data), sentence, link)


def more_time(data: dict[str, Any]) -> Said:
    """`source`: the hero that acted late; `reason`: the director's; `added`: milliseconds."""
    added = when.span(int(data.get("added") or 3 * HOUR_MS) / 1000)
    if data.get("source"):
        sentence = _("{source} acted late in {battle}, so there are {added} more.")
    elif data.get("reason"):
        sentence = _("The director gave {added} more in {battle}: {reason}")
    else:
        sentence = _("There are {added} more in {battle}.")
    return Said(
        _("More time: {battle}").format_map(data),
        sentence.format_map(data | {"added": added}),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def early_failed(data: dict[str, Any]) -> Said:
    """`step`: the number of the step, from 0, that was not possible any more."""
    if data.get("step"):
        sentence = _("{unit}'s early turn in {battle} was begun and could not be finished: the rest is yours to play.")
    else:
        sentence = _("{unit}'s early turn in {battle} could not be played: the turn is yours to play.")
    return Said(
        _("Early turn not played: {unit} in {battle}").format_map(data), sentence.format_map(data), _("Play the turn")
    )


def director_due(data: dict[str, Any]) -> Said:
    """`what`: deploy, director, window, overlord, strike, trade, stuck."""
    sentences = {
        "stuck": _("{battle} could not be settled by itself; it is tried again later. Other battles run on."),
        "deploy": _("{battle} is open: place your heroes."),
        "window": _("A hero's turn in round {round} of {battle} is over: you may interrupt, or pass."),
        "overlord": _("It is the Overlord's turn in round {round} of {battle}, and you play him."),
        "strike": _("{unit} may make a free strike in {battle}; the game waits for your answer."),
    }
    sentence = sentences.get(str(data.get("what")), _("{unit} waits for you in round {round} of {battle}."))
    return Said(
        _("The director is due: {battle}").format_map(data),
        sentence.format_map(data),
        _("Go to the battle"),
        runs_out=True,
    )


def new_round(data: dict[str, Any]) -> Said:
    """`over`: the round that has ended; `standing`: [hero, wounds, most wounds]."""
    return Said(
        pgettext("dungeon", "Round {round}: {battle}").format_map(data),
        _new_round(data),
        _("Read the round's report") if data.get("over") else _("See the battle"),
    )


def _new_round(data: dict[str, Any]) -> str:
    language = get_language() or "en"
    if not data.get("over"):
        return pgettext("dungeon", "Round {round} of {battle} has begun.").format_map(data)
    stand = ", ".join(f"{in_language(str(name), language)} {now}/{most}" for name, now, most in data["standing"])
    sentence = pgettext("dungeon", "Round {over} of {battle} is over. Wounds: {stand}.")
    return sentence.format_map(data | {"stand": stand})


def battle_began(data: dict[str, Any]) -> Said:
    """`hash`: what the dice's secret seed hashes to; the notice has a deadline while heroes are to be placed."""
    sentence = _("{battle} has begun.").format_map(data)
    if data.get("hash"):
        sentence += " " + _(
            "Hash of the dice's secret: {hash}. Keep it to check the rolls when the battle is over."
        ).format_map(data)
    consequence = _("Whoever is not placed by then takes the next free start square.")
    return Said(_("Begun: {battle}").format_map(data), sentence, _("Go to the battle"), consequence, runs_out=True)


def battle_over(data: dict[str, Any]) -> Said:
    """`side`: hero, overlord or nothing; `what`: consequences, once the director confirmed the end."""
    if data.get("what") == "consequences":
        sentence = _("How {battle} ended is on record.")
        return Said(_("Settled: {battle}").format_map(data), sentence.format_map(data), _("See the result"))
    endings = {"hero": _("The heroes won."), "overlord": _("The Overlord won.")}
    ending = endings.get(str(data.get("side")), _("It ended without a winner."))
    sentence = _("{battle} is over.").format_map(data) + " " + ending
    return Said(_("Over: {battle}").format_map(data), sentence, _("See the result"))


SAY: dict[str, Callable[[dict[str, Any]], Said]] = {
    Kind.YOUR_TURN: your_turn,
    Kind.DEADLINE_NEAR: deadline_near,
    Kind.MISSED: missed,
    Kind.MORE_TIME: more_time,
    Kind.EARLY_FAILED: early_failed,
    Kind.DIRECTOR_DUE: director_due,
    Kind.BATTLE_BEGAN: battle_began,
    Kind.BATTLE_OVER: battle_over,
    Kind.NEW_ROUND: new_round,
}
