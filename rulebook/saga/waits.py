"""Who is waited for, for what, and until when: what a page, a sweep and a notice need to know."""

from dataclasses import dataclass
from typing import Literal

from rulebook.saga.deployment import awaited
from rulebook.saga.state import DIRECTOR, Moment, Running, State, Unit

WaitKind = Literal["deploy", "turn", "director", "plan", "late", "decide"]
Standing = Literal["submitted", "nothing", "early", "absent-with-notice", "absent"]

DIRECTORS_RULES = ("director", "absent", "taken-over")


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody owes something.

    - `deploy`: `who` has units to place; no single unit is named.
    - `turn`: `who` has to play `unit`.
    - `director`: the director has to play `unit`, its own or for an absent player.
    - `plan`: the director has to publish the early turn of `unit`.
    - `late`: `who` may still act with `unit`; never due, open until the round ends.
    - `decide`: the director has to say how the battle ended.

    `due` is None where no clock runs, or while the battle is paused. `rule` is the running
    turn's, or `deployment`, `late`, `decide`.
    """

    who: str
    kind: WaitKind
    unit: str
    opened: Moment
    due: Moment | None
    rule: str


def waits(state: State) -> tuple[Wait, ...]:
    """Everything that is waited for now, the running turn first; nothing once it is over."""
    if state.phase == "over":
        return ()
    if state.undecided:
        return (Wait(DIRECTOR, "decide", "", state.undecided_since, None, "decide"),)
    if state.deployment is not None:
        return _deployments(state)
    running = () if state.running is None else (_running(state, state.running),)
    return running + _late(state)


def _deployments(state: State) -> tuple[Wait, ...]:
    turn = state.deployment
    assert turn is not None
    due = None if state.paused else turn.due
    return tuple(Wait(player, "deploy", "", turn.opened, due, "deployment") for player in awaited(state))


def _running(state: State, running: Running) -> Wait:
    due = None if state.paused else running.due
    if running.rule == "plan-waiting":
        return Wait(DIRECTOR, "plan", running.unit, running.opened, None, running.rule)
    if running.rule in DIRECTORS_RULES:
        return Wait(DIRECTOR, "director", running.unit, running.opened, None, running.rule)
    player = state.units[running.unit].player
    return Wait(player, "turn", running.unit, running.opened, due, running.rule)


def _late(state: State) -> tuple[Wait, ...]:
    """The late windows, open since the expiry; a unit taken over is the director's to play."""
    return tuple(
        Wait(_acts_for(state.units[place.unit]), "late", place.unit, place.closed, None, "late")
        for place in state.places
        if place.status == "expired" and state.units[place.unit].standing
    )


def _acts_for(unit: Unit) -> str:
    return DIRECTOR if unit.taken_over else unit.player


def standing(state: State, unit_id: str, at: Moment | None = None) -> Standing:
    """Which of the five states a unit is in for its round.

    `submitted`: it has acted, its turn was played for it, or the director ended it. `early`: an early turn is
    waiting. `absent-with-notice`: its player has declared an absence, or the director has
    it. `absent`: its turn ran out and it has not acted, but for standing orders. `nothing`: none of these, be it
    that its turn is open or yet to come, or that it has no turn in this round. Absences
    are looked at as they stand at `at`, by default the state's last moment.
    """
    now = state.moment if at is None else at
    unit, place = state.units[unit_id], state.place(unit_id)
    if place is not None and place.status in ("acted", "acted-late", "forced"):
        return "submitted"
    if unit_id in state.plans:
        return "early"
    away = any(a.player == unit.player and a.start <= now < a.end for a in state.absences)
    if unit.fighter and unit.players and not unit.defeated and (unit.taken_over or away):
        return "absent-with-notice"
    if place is not None and place.status in ("expired", "ordered"):
        return "absent"
    return "nothing"
