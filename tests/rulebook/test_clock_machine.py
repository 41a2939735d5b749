"""G12, G13: a walk through the whole clock, every promise looked at after every step.

`make soak` walks 5,000 times; every failure prints the walk that leads to it.
"""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rulebook.errors import Refused
from rulebook.saga import actions, hours
from rulebook.saga.codec import from_json, to_json
from rulebook.saga.deadlines import length_of, penalty_of
from rulebook.saga.events import (
    DeadlineExtended,
    DeadlinePardoned,
    OutageCredited,
    TurnExpired,
    TurnOpened,
    TurnTaken,
)
from rulebook.saga.evolve import evolve
from rulebook.saga.history import replay
from rulebook.saga.state import Order, State
from rulebook.saga.steps import End
from rulebook.saga.waits import waits
from tests.rulebook.rounds import HOUR, Round
from tests.rulebook.thoroughness import amount

UNITS = "abcde"
WALKS = amount(quick=8, usual=60, soak=5_000)
STEPS = 50
SHORT = st.sampled_from((0, 1, HOUR // 2, HOUR, 5 * HOUR, 12 * HOUR - 1, 12 * HOUR, 24 * HOUR, 30 * HOUR))


class Clock(RuleBasedStateMachine):
    """Five units of four players: posts, silence, early turns, orders, absences, pauses, outages, the director."""

    @initialize(
        active=st.booleans(),
        quiet=st.booleans(),
        orders=st.booleans(),
        shorten=st.sampled_from((0, 2)),
        hand_over=st.sampled_from((0, 0, 3)),
    )
    def begin(self, active: bool, quiet: bool, orders: bool, shorten: int, hand_over: int) -> None:
        about = {"active_from": 8, "active_until": 20} if active else {}
        self.table = Round(
            UNITS,
            owners={"e": "d"},
            quiet_weekends=quiet,
            standing_orders=orders,
            shorten_after_misses=shorten,
            hand_over_after_misses=hand_over,
            **about,
        )
        self.now = 0
        self.seen = 0

    def attempt(self, action: actions.Action) -> None:
        """Do it; a refusal changes nothing."""
        before = self.table.state
        try:
            self.table.do(action)
        except Refused:
            assert self.table.state == before
        else:
            self.check_events(before)

    def check_events(self, state: State) -> None:
        """What each event may do to the clock, given the state it met."""
        for event in self.table.told:
            running = state.running
            if isinstance(event, TurnExpired):
                assert running is not None and running.due is not None
                assert event.at == max(running.due, state.moment) == running.due
                assert event.missed == state.units[event.unit].missed + 1
            elif isinstance(event, DeadlineExtended):
                assert running is not None and running.due is not None
                assert event.due == hours.after(state.rules, running.due, event.added)
                if event.cause == "late-post":
                    assert event.added == length_of(state, 3)
                    assert state.units[event.source].player != state.units[running.unit].player
            elif isinstance(event, OutageCredited):
                assert event.added >= 0
            elif isinstance(event, TurnOpened) and event.due is not None:
                assert hours.between(state.rules, event.at, event.due) == event.length
            state = evolve(state, event)
        assert state == self.table.state

    @rule(length=SHORT)
    def wait_and_sweep(self, length: int) -> None:
        self.now += length
        self.attempt(actions.DeadlinePassed(self.now))

    @rule(length=SHORT)
    def wait(self, length: int) -> None:
        self.now += length

    @rule(offset=st.sampled_from((-1000, -1, 0, 1, 1000)))
    def come_to_the_deadline(self, offset: int) -> None:
        running = self.table.state.running
        if running is not None and running.due is not None:
            self.now = max(self.now, running.due + offset)

    @rule(unit=st.sampled_from(UNITS))
    def post(self, unit: str) -> None:
        player = self.table.state.units[unit].player
        self.attempt(actions.PlayTurn(player, unit, (End(),), self.now))

    @rule()
    def post_whoever_is_due_twice(self) -> None:
        unit = self.table.current
        if unit is not None:
            self.post(unit)
            self.post(unit)

    @rule(unit=st.sampled_from(UNITS))
    def post_as_director(self, unit: str) -> None:
        self.attempt(actions.PlayTurn("director", unit, (End(),), self.now))

    @rule(unit=st.sampled_from(UNITS))
    def leave_an_early_turn(self, unit: str) -> None:
        try:
            self.table.plan(unit, at=self.now / HOUR)
        except Refused:
            return

    @rule(unit=st.sampled_from(UNITS), deed=st.sampled_from(("hold", "rest")))
    def give_orders(self, unit: str, deed: str) -> None:
        player = self.table.state.units[unit].player
        self.attempt(actions.GiveOrders(player, unit, (Order(deed),), self.now))  # type: ignore[arg-type]

    @rule(unit=st.sampled_from(UNITS), deed=st.sampled_from(("", "hold", "rest")))
    def write_orders_on_the_sheet(self, unit: str, deed: str) -> None:
        player = self.table.state.units[unit].player
        orders = (Order(deed),) if deed else ()  # type: ignore[arg-type]
        self.attempt(actions.BringOrders(player, unit, orders, self.now))

    @rule(player=st.sampled_from("abcd"), length=SHORT)
    def be_absent(self, player: str, length: int) -> None:
        self.attempt(actions.DeclareAbsence(player, self.now, self.now + length, self.now))

    @rule(player=st.sampled_from("abcd"))
    def be_back(self, player: str) -> None:
        self.attempt(actions.CancelAbsence(player, self.now))

    @rule(unit=st.sampled_from(UNITS), back=st.booleans())
    def take_over_or_hand_back(self, unit: str, back: bool) -> None:
        self.attempt(actions.HandBack(unit, self.now) if back else actions.TakeOver(unit, self.now))

    @rule(unit=st.sampled_from(UNITS), count=st.sampled_from((0.5, 3, 48)))
    def extend(self, unit: str, count: float) -> None:
        self.attempt(actions.Extend(unit, count, "more", self.now))

    @rule(unit=st.sampled_from(UNITS))
    def pardon(self, unit: str) -> None:
        self.attempt(actions.Pardon(unit, "kindly", self.now))

    @rule(unit=st.sampled_from(UNITS))
    def force(self, unit: str) -> None:
        self.attempt(actions.ForceTurn(unit, "onward", self.now))

    @rule()
    def pause(self) -> None:
        self.attempt(actions.PauseBattle(self.now))

    @rule()
    def resume(self) -> None:
        left = self.time_left()
        self.attempt(actions.ResumeBattle(self.now))
        if left is not None and self.table.told and self.table.told[0].kind == "battle-resumed":
            assert self.table.told[0].due == hours.after(self.table.state.rules, self.now, left)  # type: ignore[union-attr]

    def time_left(self) -> int | None:
        """What was left, counted, of the turn that stood still when the battle was paused."""
        state = self.table.state
        if state.paused is None or state.running is None or state.running.due is None:
            return None
        stood = max(state.paused.since, state.running.since)
        return hours.between(state.rules, stood, state.running.due) if state.running.due > stood else None

    @precondition(lambda self: self.now > HOUR)
    @rule(length=st.sampled_from((HOUR // 2, HOUR, 6 * HOUR)))
    def credit_an_outage(self, length: int) -> None:
        due = self.table.state.running.due if self.table.state.running else None
        start = max(0, self.now - length)
        self.attempt(actions.CreditOutage(start, self.now, self.now))
        first = next((event for event in self.table.told if isinstance(event, OutageCredited)), None)
        if first is not None and first.added:
            assert due is None or first.due is not None

    @rule()
    def restart(self) -> None:
        """What is stored is what there was."""
        self.table.state = from_json(to_json(self.table.state))

    @invariant()
    def penalties_are_missed_deadlines_and_stay(self) -> None:
        if not hasattr(self, "table"):
            return
        for unit in self.table.state.units.values():
            expired = [e for e in self.table.events if isinstance(e, TurnExpired) and e.unit == unit.id]
            pardons = [e for e in self.table.events if isinstance(e, DeadlinePardoned) and e.unit == unit.id]
            assert [event.missed for event in expired] == list(range(1, len(expired) + 1))
            assert unit.missed == len(expired)
            assert penalty_of(self.table.state, unit) == max(0, len(expired) - len(pardons))

    @invariant()
    def nobody_acts_twice_in_a_round(self) -> None:
        if not hasattr(self, "table"):
            return
        taken: set[str] = set()
        for event in self.table.events[self.seen :]:
            if event.kind == "round-began":
                taken = set()
            elif isinstance(event, TurnTaken):
                assert event.unit not in taken
                taken.add(event.unit)

    @invariant()
    def there_is_always_somebody_to_wait_for(self) -> None:
        if hasattr(self, "table") and self.table.state.phase == "running":
            assert waits(self.table.state)

    def teardown(self) -> None:
        if hasattr(self, "table"):
            assert replay(self.table.setup, self.table.events) == self.table.state


TestClock = Clock.TestCase
TestClock.settings = settings(max_examples=WALKS, stateful_step_count=STEPS, deadline=None)
