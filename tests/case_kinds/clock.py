"""Kind `clock`: one round of posts, sweeps and silences, in minutes from its start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga import actions, turns
from rulebook.saga.board import SINGLE, Board, Cell
from rulebook.saga.effects import Context
from rulebook.saga.events import Event, RoundEnded, TurnExpired, UnitDefeated
from rulebook.saga.resolve import apply, begin
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Alternative, Order, Side, Span, State, Unit, Victory
from rulebook.saga.steps import End
from rulebook.saga.waits import waits
from tests.case_kinds.keys import BadCase, check_case, check_keys, mismatches

MINUTE = 60_000
ROUND = 1
FAR = 10**9
WHAT = (
    *("sweep", "post", "outage_from", "absent", "back", "early", "pause", "resume", "force", "orders", "sheet"),
    *("take_over", "hand_back", "extend"),
)
SEEN = ("round_over", "ended_at", "current", "due", "missed", "error")


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"order", "steps"}, optional={"director_units", "owners"})
    for step in case["steps"]:
        check_keys("step", step, required={"at"}, optional={*WHAT, "defeats", "hours", "expect"})
        strays = ("defeats" in step and "post" not in step) or ("hours" in step) != ("extend" in step)
        if len(set(step) & set(WHAT)) != 1 or strays:
            raise BadCase(f"a step does one thing: {step!r}")
        check_keys("step.expect", step.get("expect", {}), optional=SEEN)
    check_keys("expect", case.get("expect", {}), optional=SEEN)


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    """Play the round; a step's own expectations are compared as it is played."""
    table = Table(case, rules)
    unexplained = None
    for number, step in enumerate(case["steps"]):
        error = table.refusal_of(step)
        if "expect" in step:
            expected = {"error": None, **step["expect"]}
            wrong = mismatches(expected, table.seen(error), f"steps[{number}]")
            assert not wrong, wrong
        else:
            unexplained = unexplained or error
    return table.seen(unexplained)


class Table:
    """A battle on a bare board, where only the clock matters, and what has happened in it."""

    def __init__(self, case: Mapping[str, Any], rules: TableRules) -> None:
        self.dice = SeededDice(b"the order of later rounds matters to no case")
        setup = bare_setup(case["order"], case.get("director_units", ()), rules, case.get("owners", {}))
        self.state, started = begin(new_state(setup), self.dice)
        self.events: list[Event] = list(started)

    def refusal_of(self, step: Mapping[str, Any]) -> str | None:
        """Do what the step says; the code if it is refused."""
        self._apply_settling(step)
        try:
            self._act(step)
        except Refused as refusal:
            return refusal.code
        return None

    def _apply_settling(self, step: Mapping[str, Any]) -> None:
        """Whatever is due by then, as a page that shows the battle would settle it."""
        if "outage_from" not in step:
            self._apply(actions.DeadlinePassed(step["at"] * MINUTE))

    def _act(self, step: Mapping[str, Any]) -> None:
        at = step["at"] * MINUTE
        if "post" in step:
            self._post(step["post"], step.get("defeats", ()), at)
        elif "outage_from" in step:
            self._apply(actions.CreditOutage(step["outage_from"] * MINUTE, at, at))
        elif "absent" in step:
            self._apply(actions.DeclareAbsence(self.player(step["absent"]), at, at + FAR * MINUTE, at))
        elif "back" in step:
            self._apply(actions.CancelAbsence(self.player(step["back"]), at))
        elif "early" in step:
            plan = (Alternative((End(),)),)
            self._apply(actions.LeavePlan(self.player(step["early"]), step["early"], plan, at, ROUND))
        elif "pause" in step:
            self._apply(actions.PauseBattle(at))
        elif "resume" in step:
            self._apply(actions.ResumeBattle(at))
        elif "orders" in step:
            self._apply(actions.GiveOrders(self.player(step["orders"]), step["orders"], (Order("hold"),), at))
        elif "sheet" in step:
            self._apply(actions.BringOrders(self.player(step["sheet"]), step["sheet"], (Order("hold"),), at))
        else:
            self._direct(step, at)

    def _direct(self, step: Mapping[str, Any], at: int) -> None:
        """What the director does; a sweep is over when what was due is settled."""
        if "force" in step:
            self._apply(actions.ForceTurn(step["force"], "the case says so", at))
        elif "take_over" in step:
            self._apply(actions.TakeOver(step["take_over"], at))
        elif "hand_back" in step:
            self._apply(actions.HandBack(step["hand_back"], at))
        elif "extend" in step:
            self._apply(actions.Extend(step["extend"], step["hours"], "the case says so", at))

    def player(self, unit: str) -> str:
        return self.state.units[unit].player

    def _apply(self, action: actions.Action) -> None:
        self.state, told = apply(self.state, action, self.dice)
        self.events += told

    def _post(self, unit: str, defeats: Iterable[str], at: int) -> None:
        """A post that fells these units: the chapter's own function, with a deed of ours."""

        def fell(ctx: Context) -> None:
            for fallen in defeats:
                ctx.tell(UnitDefeated(ctx.at, fallen, unit, False))

        ctx = Context(self.state, self.dice, max(at, self.state.moment))
        if self.state.round == ROUND and is_asked_for(self.state, unit):
            turns.take_turn(ctx, unit, DIRECTOR, "plan", fell)
        else:
            turns.post(ctx, unit, expected_by(self.state, unit), fell, written_for=ROUND)
        self.state = ctx.state
        self.events += ctx.events

    def seen(self, error: str | None) -> dict[str, Any]:
        running = self.state.running
        ended = [event.at for event in self.events if isinstance(event, RoundEnded)]
        return {
            "error": error,
            "round_over": bool(ended),
            "ended_at": minutes(ended[0]) if ended else None,
            "current": running.unit if running and not ended else None,
            "due": minutes(running.due) if running and not ended else None,
            "missed": self._missed(ended[0] if ended else None),
        }

    def _missed(self, ended: int | None) -> dict[str, int]:
        expired = [event for event in self.events if isinstance(event, TurnExpired)]
        return {event.unit: event.missed for event in expired if ended is None or event.at <= ended}


def minutes(moment: int | None) -> float | None:
    return None if moment is None else moment / MINUTE


def expected_by(state: State, unit: str) -> str:
    """Who is waited for with this unit; its player, if nobody is."""
    waiting = [wait.who for wait in waits(state) if wait.unit == unit]
    return waiting[0] if waiting else state.units[unit].player


def is_asked_for(state: State, unit: str) -> bool:
    """Whether the director is asked to publish this unit's early turn (EARLY-2)."""
    return any(wait.kind == "plan" and wait.unit == unit for wait in waits(state))


def bare_setup(order: Iterable[str], directors: Iterable[str], rules: TableRules, owners: Mapping[str, str]) -> Setup:
    names, owned = tuple(order), set(directors)
    sides = tuple(Side(side, side, Victory("none")) for side in ("players", DIRECTOR))
    players = {name: DIRECTOR if name in owned else owners.get(name, name) for name in names}
    units = tuple(bare_unit(name, Cell(number, 0), players[name]) for number, name in enumerate(names))
    board = Board(width=len(names), height=1)
    return Setup(board, sides, units, opened=0, rules=rules, deployment=False, order=names)


def bare_unit(name: str, at: Cell, player: str) -> Unit:
    return Unit(
        id=name,
        name=name,
        side=DIRECTOR if player == DIRECTOR else "players",
        player=player,
        at=at,
        size=SINGLE,
        strength=10,
        max_strength=10,
        armor=10,
        max_armor=10,
        willpower=0,
        max_willpower=0,
        exertion=0,
        reaction=5,
        break_=1,
        move=3,
        reach=Span(1, 1),
    )
