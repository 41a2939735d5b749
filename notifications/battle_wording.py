"""What the notices of battles say, one function per kind; its docstring names the keys of `data` that it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from accounts import when
from notifications.models import Notice
from notifications.said import Said

Kind = Notice.Kind
HOUR_MS = 3_600_000


def your_turn(data: dict[str, Any]) -> Said:
    """`what`: deploy, turn, plan, decide or director; `penalty`: the initiative penalty if it is missed."""
    if data.get("what") == "deploy":
        return Said(
            _("Place your units: {battle}").format_map(data),
            _("Turn 0 of {battle} is open: place your units in your zone.").format_map(data),
            _("Place my units"),
            _("Whoever is not placed by then is placed at random in the zone."),
            runs_out=True,
        )
    return Said(
        _("Your turn: {unit} in {battle}").format_map(data),
        _("It is {unit}'s turn in round {round} of {battle}.").format_map(data),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def deadline_near(data: dict[str, Any]) -> Said:
    """As your_turn; `what` may also be vote, with `frame` and `scene`. It offers early turns (EARLY-4)."""
    if data.get("what") == "vote":
        return Said(
            _("Soon over: the vote on {frame}").format_map(data),
            _("The vote on {frame} in {scene} ends soon, and yours is not given yet.").format_map(data),
            _("Vote"),
            _("After that nobody can vote any more."),
            runs_out=True,
        )
    if data.get("what") == "deploy":
        return Said(
            _("Soon over: placing your units in {battle}").format_map(data),
            _("Turn 0 of {battle} ends soon and you have units to place.").format_map(data),
            _("Place my units"),
            _("Whoever is not placed by then is placed at random in the zone."),
            runs_out=True,
        )
    ends = _("{unit}'s turn in round {round} of {battle} ends soon.").format_map(data)
    offer = _("When you cannot come in time, leave an early turn beforehand: it is played the moment the turn begins.")
    return Said(
        _("Soon over: {unit}'s turn in {battle}").format_map(data),
        f"{ends} {offer}",
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def missing_costs(data: dict[str, Any]) -> str:
    """What happens to a turn that nobody plays in time (LATE-1, LATE-2)."""
    penalty = abs(int(data.get("penalty") or 0))
    if penalty:
        return _("After that: the turn passes, −{penalty} initiative for the rest of this battle.").format(
            penalty=penalty
        )
    return _("After that: the turn passes, and the unit loses initiative for the rest of this battle.")


def missed(data: dict[str, Any]) -> Said:
    """`penalty`: the unit's penalty from now on; `late_window`: may it still act in this round?; `ordered`: standing
    orders were followed (SK-152)."""
    sentence = _("{unit}'s turn in round {round} of {battle} ran out.").format_map(data)
    if data.get("ordered"):
        sentence += " " + _("Its standing orders were followed.")
    penalty = abs(int(data.get("penalty") or 0))
    if penalty:
        sentence += " " + _("Its initiative is {penalty} lower from the next round on.").format(penalty=penalty)
    if data.get("late_window"):
        sentence += " " + _("You can still act until the round ends: you act at once.")
    return Said(
        _("Missed: {unit}'s turn in {battle}").format_map(data),
        sentence,
        _("Play it late") if data.get("late_window") else _("See the battle"),
    )


def more_time(data: dict[str, Any]) -> Said:
    """`cause`: late, or the director's; `source`: the unit that posted late; `reason`; `added`: milliseconds."""
    added = when.span(int(data.get("added") or 3 * HOUR_MS) / 1000)
    if data.get("source"):
        sentence = _("{source} acted late in {battle}, so {unit}'s turn has {added} more.")
    elif data.get("reason"):
        sentence = _("The director gave {unit}'s turn in {battle} {added} more: {reason}")
    else:
        sentence = _("{unit}'s turn in {battle} has {added} more.")
    return Said(
        _("More time: {unit} in {battle}").format_map(data),
        sentence.format_map(data | {"added": added}),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def early_failed(data: dict[str, Any]) -> Said:
    """None of the alternatives could be played (EARLY-3)."""
    return Said(
        _("Early turn not played: {unit} in {battle}").format_map(data),
        _(
            "None of {unit}'s early alternatives could be played in {battle}. The turn is open, with its usual time."
        ).format_map(data),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def early_played(data: dict[str, Any]) -> Said:
    """`alternative`: which one was used, counted from 1 (or absent)."""
    sentence = _("{unit}'s early turn in round {round} of {battle} was played.").format_map(data)
    if data.get("alternative"):
        sentence += " " + _("Alternative used: {alternative}.").format_map(data)
    return Said(_("Early turn played: {unit} in {battle}").format_map(data), sentence, _("See the battle"))


def director_due(data: dict[str, Any]) -> Said:
    """`what`: director, plan, decide, deploy, stuck; `unit` where it is one unit's turn."""
    what = data.get("what")
    if what == "stuck":
        sentence = _("{battle} could not be settled by itself; it is tried again later. Other battles run on.")
    elif what == "plan":
        sentence = _("{unit}'s early turn in {battle} waits for you to publish it.")
    elif what == "decide":
        sentence = _("{battle} waits for your decision.")
    elif what == "deploy":
        sentence = _("Turn 0 of {battle} is open: place your units.")
    elif what == "stuck":
        sentence = _("A deadline of {battle} could not be applied; it is tried again. The site's log says why.")
    elif data["unit"]:
        sentence = _("{unit} waits for you in round {round} of {battle}.")
    else:
        sentence = _("{battle} waits for you.")
    return Said(
        _("The director is due: {battle}").format_map(data),
        sentence.format_map(data),
        _("Go to the battle"),
        runs_out=True,
    )


def battle_began(data: dict[str, Any]) -> Said:
    """`hash`: what the dice's secret seed hashes to; at the end anyone can check the rolls against it.

    The notice has a deadline while turn 0 is open.
    """
    sentence = _("{battle} has begun.").format_map(data)
    if data.get("hash"):
        sentence += " " + _(
            "Hash of the dice's secret: {hash}. Keep it to check the rolls when the battle is over."
        ).format_map(data)
    return Said(
        _("Begun: {battle}").format_map(data),
        sentence,
        _("Go to the battle"),
        _("Whoever is not placed by then is placed at random in the zone."),
        runs_out=True,
    )


def battle_over(data: dict[str, Any]) -> Said:
    """`winner`: the name of the side that won, or nothing; `what`: consequences, once the director confirmed them."""
    if data.get("what") == "consequences":
        sentence = _("What {battle} leaves behind is settled: wounds, renown and fates.")
        return Said(_("Settled: {battle}").format_map(data), sentence.format_map(data), _("See the result"))
    ending = _("{winner} won.") if data.get("winner") else _("It ended without a winner.")
    return Said(
        _("Over: {battle}").format_map(data),
        _("{battle} is over.").format_map(data) + " " + ending.format_map(data),
        _("See the result"),
    )


def muster(data: dict[str, Any]) -> Said:
    """A list is open for players to say who goes (DEPL-0); `what`: all-confirmed, for the directors."""
    subject = _("Who goes? {battle}").format_map(data)
    if data.get("what") == "all-confirmed":
        sentence = _("Everybody has said who goes to {battle}: you can close the list.").format_map(data)
        return Said(subject, sentence, _("See the list"))
    return Said(
        subject,
        _("{battle} is being prepared: choose which of your characters go.").format_map(data),
        _("Choose who goes"),
        _("After that the director may close the list; then your hero goes."),
        runs_out=True,
    )


def paused(data: dict[str, Any]) -> Said:
    """`paused`: true when it was paused, false when it goes on; `reason` (idle-rounds: it paused itself)."""
    if data.get("paused", True):
        subject, sentence = _("Paused: {battle}"), _("{battle} is paused; all clocks stand still.")
    else:
        subject, sentence = _("Going on: {battle}"), _("{battle} goes on; clocks run again with what was left.")
    sentence = sentence.format_map(data)
    if data.get("reason") == "idle-rounds":
        sentence += " " + _("Nobody posted for several rounds; any of its players may let it go on.")
    elif data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(subject.format_map(data), sentence, _("See the battle"))


def taken_over(data: dict[str, Any]) -> Said:
    """`taken`: true when the director plays the unit from now on, false when it is the reader's again; `reason`
    (missed-deadlines: it passed by itself)."""
    if not data.get("taken", True):
        return Said(
            _("Yours again: {unit} in {battle}").format_map(data),
            _("The director handed {unit} back to you in {battle}: you play it again.").format_map(data),
            _("See the battle"),
        )
    sentence = _("The director plays {unit} in {battle} until it is handed back to you.").format_map(data)
    if data.get("reason") == "missed-deadlines":
        sentence += " " + _("It has missed as many deadlines as this table allows.")
    elif data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(_("Taken over: {unit} in {battle}").format_map(data), sentence, _("See the battle"))


def credit(data: dict[str, Any]) -> Said:
    """`start`, `end`: the outage, in milliseconds since 1970 (CLOCK-6)."""
    lost = int(data.get("end") or 0) - int(data.get("start") or 0)
    sentence = _("The site was out of service; open turns in {battle} got the lost time back.").format_map(data)
    if lost > 0:
        sentence += " " + _("Lost time: {time}.").format(time=when.span(lost / 1000))
    return Said(_("Time given back: {battle}").format_map(data), sentence, _("See the battle"))


def retcon(data: dict[str, Any]) -> Said:
    """A played turn that its player asks to have taken back. `what`: asked (for the directors), granted, refused, or
    undone (for everybody in the battle); `who`: its player, or the director; `reason`: the word of whoever acted."""
    what = data.get("what")
    if what == "asked":
        subject = _("Asked to take back: {unit} in {battle}")
        sentence = _("{who} asks you to take back {unit}'s turn in round {round} of {battle}.")
        link = _("Answer")
    elif what == "granted":
        subject = _("Granted: {unit}'s turn in {battle}")
        sentence = _("The director grants that {unit}'s turn in round {round} of {battle} be taken back.")
        link = _("See the turn")
    elif what == "undone":
        subject = _("Taken back: {battle}")
        sentence = _(
            "{who} took {battle} back to an earlier moment, in round {round}; what came after no longer counts."
        )
        link = _("See the battle")
    else:
        subject = _("Refused: {unit}'s turn in {battle}")
        sentence = _("{unit}'s turn in round {round} of {battle} stands.")
        link = _("See the turn")
    sentence = sentence.format_map({"who": "", **data})
    if data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(subject.format_map(data), sentence, link)


def new_round(data: dict[str, Any]) -> Said:
    """A battle that the reader follows has begun, or is in another round. `over`: the round that has ended; `standing`:
    [unit, strength, most strength]."""
    sentence, link = _("Round {round} of {battle} has begun."), _("See the battle")
    if data.get("over"):
        sentence, link = _("Round {over} of {battle} is over. Strength: {stand}."), _("Read the round's report")
    stand = ", ".join(f"{name} {now}/{most}" for name, now, most in data.get("standing") or ())
    return Said(_("Round {round}: {battle}").format_map(data), sentence.format_map(data | {"stand": stand}), link)


SAY: dict[str, Callable[[dict[str, Any]], Said]] = {
    Kind.YOUR_TURN: your_turn,
    Kind.DEADLINE_NEAR: deadline_near,
    Kind.MISSED: missed,
    Kind.MORE_TIME: more_time,
    Kind.EARLY_FAILED: early_failed,
    Kind.EARLY_PLAYED: early_played,
    Kind.DIRECTOR_DUE: director_due,
    Kind.BATTLE_BEGAN: battle_began,
    Kind.BATTLE_OVER: battle_over,
    Kind.MUSTER: muster,
    Kind.PAUSED: paused,
    Kind.TAKEN_OVER: taken_over,
    Kind.CREDIT: credit,
    Kind.RETCON: retcon,
    Kind.NEW_ROUND: new_round,
}
