"""The band under a game's title: what state the page is in, by when, and what comes of it otherwise."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulebook.dungeon.state import DIRECTOR
from rulebook.dungeon.telling import REASONS
from turns.band import Band, paused_itself_words
from turns.dungeon.sight import Sight
from turns.services import IDLE

AFTERWARDS = {
    "deploy": gettext_lazy("after: the heroes are placed in order"),
    "turn": gettext_lazy("after: the first hero listed loses its place in this round"),
    "open": gettext_lazy("after: this turn ends as it stands"),
    "window": gettext_lazy("after: the window closes"),
    "overlord": gettext_lazy("after: the Overlord's turn ends as it stands"),
    "strike": gettext_lazy("after: the free strike is made"),
}


def band_of(sight: Sight) -> Band:
    """The band for the reader's own state of the page."""
    made = {
        "over": _over,
        "deploy": _deploy,
        "strike": _strike,
        "turn": _turn,
        "window": _window,
        "overlord": _overlord,
        "late": _late,
        "paused": _paused,
        "wait": _wait,
        "watch": _wait,
    }
    return made[sight.mode()](sight)


def _after(sight: Sight, what: str) -> str:
    return str(AFTERWARDS[what]) if sight.due else ""


def _deploy(sight: Sight) -> Band:
    mine = sight.waiting("deploy")
    if mine:
        return Band("turn", _("Place your heroes"), sight.due, _after(sight, "deploy"))
    head = _("You are watching. The heroes are being placed.") if sight.watches else _("The heroes are being placed.")
    return Band("", head, sight.due, _after(sight, "deploy"))


def _turn(sight: Sight) -> Band:
    running = sight.known.running
    if running is not None:
        hero = sight.name(running.unit)
        lines = [_("Its turn stays open until you end it.")]
        return Band("turn", _("Your turn: %(unit)s") % {"unit": hero}, sight.due, _after(sight, "open"), tuple(lines))
    names = [sight.name(unit) for unit, wait in sight.ready.items() if wait.kind != "late"]
    lines = [_("The order of the heroes is free: whoever begins, goes next.")] if len(names) > 1 else []
    others = [hero for hero in _unready(sight) if hero not in names]
    if others:
        lines.append(_("Others who may begin instead: %(names)s.") % {"names": ", ".join(others)})
    return Band(
        "turn",
        _("You may act with: %(names)s") % {"names": ", ".join(names)},
        sight.due,
        _after(sight, "turn"),
        (*lines, *_directors(sight)),
    )


def _unready(sight: Sight) -> list[str]:
    return [sight.name(hero.id) for hero in sight.known.heroes if hero.status == "waiting"]


def _directors(sight: Sight) -> tuple[str, ...]:
    if not any(wait.who == DIRECTOR for wait in sight.ready.values()) or sight.known.clock is None:
        return ()
    if sight.due is None:
        return (_("You play for whoever is away, or was taken over; no time runs out meanwhile."),)
    return (_("You play for whoever is away, or was taken over; the time that runs is the other players'."),)


def _strike(sight: Sight) -> Band:
    asked = sight.asked
    assert asked is not None
    head = _("%(unit)s may make a free strike: does it?") % {"unit": sight.name(asked.unit)}
    return Band("turn", head, sight.due, _after(sight, "strike"))


def _window(sight: Sight) -> Band:
    left = sight.seen["overlord"]["interrupt_left"]
    if left is None:
        return Band("turn", _("Between two heroes: you may interrupt"), sight.due, _after(sight, "window"))
    return Band("turn", _("Interrupt: %(left)s more may act") % {"left": left}, sight.due, _after(sight, "window"))


def _overlord(sight: Sight) -> Band:
    lines = (_("Nobody else acts meanwhile."),)
    return Band("turn", _("Your turn: the Overlord"), sight.due, _after(sight, "overlord"), lines)


def _late(sight: Sight) -> Band:
    names = ", ".join(sight.name(unit) for unit in sight.ready)
    lines = (_("It enters as soon as you play it; the others' clock gets more time."),)
    head = _("Missed, but until the Overlord's turn you may still act with: %(names)s") % {"names": names}
    return Band("danger", head, None, "", lines)


def _paused(sight: Sight) -> Band:
    paused = sight.known.paused
    assert paused is not None
    lines = [_("Every clock keeps what was left.")]
    head = _("Paused by the director: %(reason)s") % {"reason": paused.reason or "—"}
    if paused.reason == IDLE:
        head = paused_itself_words(sight.battle)
    if sight.plannable():
        lines.append(_("Meanwhile you may prepare or change an early turn."))
    return Band("", head, None, "", tuple(lines))


def _wait(sight: Sight) -> Band:
    head = _("Now: %(who)s") % {"who": now_words(sight)}
    if sight.watches:
        head = _("You are watching. Now: %(who)s") % {"who": now_words(sight)}
    plans = [sight.name(unit) for unit, plan in sight.known.plans.items() if plan.player == sight.player]
    lines = [_("Your early turn is waiting: %(units)s.") % {"units": ", ".join(plans)}] if plans else []
    return Band("", head, sight.due, "", tuple(lines))


def now_words(sight: Sight) -> str:
    """Who is waited for, as everybody may know it."""
    state = sight.known
    if state.pending is not None and state.pending.asked:
        return _("a free strike of %(unit)s is being decided") % {"unit": sight.name(state.pending.strikers[0])}
    if state.running is not None:
        return sight.name(state.running.unit)
    if state.phase == "window":
        return _("the Overlord may interrupt")
    if state.phase == "overlord":
        return _("the Overlord's turn")
    names = _unready(sight)
    return _("any of %(names)s") % {"names": ", ".join(names)} if len(names) > 1 else "".join(names) or "—"


def _over(sight: Sight) -> Band:
    winners = {"hero": _("The heroes have won"), "overlord": _("The Overlord has won")}
    head = winners.get(sight.seen["winner"] or "", _("It is over, without a winner"))
    reason = sight.seen["end_reason"]
    words = REASONS[reason].say(sight.language) if reason in REASONS else reason
    return Band("ok", head, None, "", (words[:1].upper() + words[1:] + ".",) if words else ())
