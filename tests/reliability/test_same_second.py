"""A deadline falls in the same second as a pause, a victory, an undo, more hours: one outcome, by what stands first."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

import pytest

from accounts.models import User
from battles.models import Battle
from battles.selectors import player_id
from notifications.models import Notice
from rulebook.errors import Refused
from rulebook.saga.board import Cell
from rulebook.saga.state import DIRECTOR
from rulebook.saga.steps import Strike
from tests import arena
from tests.arena import HOUR, START
from tests.reliability.figures import figure, tell
from tests.reliability.history import faults_of
from tests.reliability.together import HANG, together
from turns import services
from turns.models import Heartbeat, Turn
from turns.services.pulse import read_pulse
from turns.services.sweeping import settle_many

RACES = figure(25, 1_000)
"""Of each kind."""
SWEEPS = 4
DUE = START + 24 * HOUR

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Race:
    """One battle, the moment at which something is done in it, and those at which it is swept."""

    battle: Battle
    dice: random.Random
    at: datetime = field(init=False)
    sweeps: list[datetime] = field(init=False)
    answer: str = ""

    def __post_init__(self) -> None:
        self.at = DUE + timedelta(milliseconds=self.dice.randint(-2000, 2000))
        self.sweeps = [DUE + timedelta(milliseconds=self.dice.randint(0, 4000)) for _n in range(SWEEPS)]

    @property
    def kinds(self) -> list[str]:
        return list(self.battle.events.order_by("number").values_list("kind", flat=True))

    def place(self, kind: str, unit: str = "") -> int | None:
        """Where the first event of this kind stands in the record."""
        rows = self.battle.events.filter(kind=kind, **({"data__unit": unit} if unit else {}))
        return rows.order_by("number").values_list("number", flat=True).first()

    def open_turns(self) -> list[Turn]:
        return list(Turn.objects.filter(battle=self.battle, closed_at__isnull=True))


def run(races: Sequence[Race], act: Callable[[Race], object]) -> Counter[str]:
    """Each race in turn, everybody in it at once; what was answered, how often.

    In the first race the deed comes before every sweep, in the second after: either outcome is there in each run.
    """
    Heartbeat.objects.create(at=DUE)
    gate = threading.Barrier(1 + SWEEPS)
    first, second = races[:2]
    first.at = DUE - timedelta(seconds=1)

    def do(race: Race) -> None:
        try:
            act(race)
            race.answer = "done"
        except Refused as refused:
            race.answer = refused.code

    def sweep(number: int, race: Race) -> None:
        settle(race, race.sweeps[number])

    def in_turn(mine: Callable[[Race], None], before_all: Race) -> None:
        for race in races:
            if race is before_all:
                mine(race)
            gate.wait(HANG)
            if race is not before_all:
                mine(race)

    sweepers = (partial(in_turn, partial(sweep, number), second) for number in range(SWEEPS))
    together(partial(in_turn, do, first), *sweepers, meetings=len(races))
    for race in races:
        settle(race, DUE + timedelta(seconds=5))
        assert faults_of(race.battle) == []
    return Counter(race.answer for race in races)


def settle(race: Race, now: datetime) -> None:
    """As a sweep does; one that finds the battle taken leaves it to the next."""
    assert settle_many([race.battle.pk], now, read_pulse(now))[1] == 0, "a battle could not be settled"


def test_a_pause_before_the_deadline_keeps_the_turn(
    arenas: Callable[..., list[Battle]], director: User, seed: int
) -> None:
    dice = random.Random(seed)
    races = [Race(battle, dice) for battle in arenas(RACES)]
    answers = run(
        races, lambda race: services.pause(battle_id=race.battle.pk, director=director, reason="Storm", at=race.at)
    )
    kept = 0
    for race in races:
        expired, paused = race.place("turn-expired", "bob"), race.place("battle-paused")
        assert paused is not None
        assert expired is None or expired < paused
        assert race.at < DUE or expired is not None
        assert all(row.due_at is None for row in race.open_turns()), "no deadline stands while clocks do"
        kept += expired is None
    assert answers == {"done": RACES} and 0 < kept < RACES
    tell(f"{RACES} pauses in the second of a deadline: {kept} turns kept (seed {seed})")


def test_a_victory_before_the_deadline_leaves_nothing_to_miss(director: User, players: list[User], seed: int) -> None:
    dice = random.Random(seed)
    bob = players[0]
    campaign = arena.campaign_of(director, players)
    units = [
        arena.fighter("bob", player_id(bob), "north", Cell(3, 3), strength=40),
        arena.fighter("dredge", DIRECTOR, "south", Cell(3, 4), strength=1, max_strength=1, armor=0),
    ]
    races = [Race(arena.start(campaign, units, victory="defeat-all"), dice) for _n in range(RACES)]
    answers = run(races, lambda race: arena.play(race.battle, bob, "bob", race.at, Strike("strength", "dredge")))
    late = 0
    for race in races:
        expired, over = race.place("turn-expired", "bob"), race.place("battle-ended")
        assert over is not None and arena.fresh(race.battle).status == Battle.Status.ENDED
        assert expired is None or expired < over
        assert race.at < DUE or expired is not None
        assert race.open_turns() == []
        missed = Notice.objects.filter(kind="missed", subject__startswith=f"battle:{race.battle.code}:")
        assert missed.count() == (expired is not None)
        late += expired is not None
    assert answers == {"done": RACES} and 0 < late < RACES
    tell(f"{RACES} last blows in the second of a deadline: {late} of them late (seed {seed})")


def test_an_undo_at_the_deadline_leaves_no_miss_behind(
    arenas: Callable[..., list[Battle]], director: User, players: list[User], seed: int
) -> None:
    """Carla's turn runs out while the director goes back to before Bob's: whichever came first, she has missed none."""
    dice = random.Random(seed)
    begun = DUE - 36 * HOUR
    races = [Race(battle, dice) for battle in arenas(RACES, at=begun)]
    back = {race.battle.pk: arena.fresh(race.battle).version for race in races}
    for race in races:
        arena.play(race.battle, players[0], "bob", DUE - 24 * HOUR)

    def undo(race: Race) -> None:
        services.undo(
            battle_id=race.battle.pk, director=director, to_event=back[race.battle.pk], reason="Again", at=race.at
        )

    answers = run(races, undo)
    first = 0
    for race in races:
        expired, undone = race.place("turn-expired", "carla"), race.place("undone")
        assert undone is not None and (expired is None or expired < undone)
        (row,) = [row for row in race.open_turns() if row.kind == Turn.Kind.TURN]
        assert row.unit == "bob" and row.due_at is not None and row.due_at > DUE
        state = arena.state(race.battle)
        assert state.units["bob"].missed == state.units["carla"].missed == 0
        live = Notice.objects.filter(kind="missed", withdrawn_at__isnull=True)
        assert not live.filter(subject__startswith=f"battle:{race.battle.code}:").exists()
        first += expired is not None
    assert answers == {"done": RACES} and 0 < first < RACES
    tell(f"{RACES} undos in the second of a deadline: {first} after it (seed {seed})")


def test_hours_granted_before_the_deadline_move_it_and_none_are_granted_after_it(
    arenas: Callable[..., list[Battle]], director: User, seed: int
) -> None:
    dice = random.Random(seed)
    races = [Race(battle, dice) for battle in arenas(RACES)]

    def extend(race: Race) -> None:
        services.extend(
            battle_id=race.battle.pk, director=director, unit="bob", hours=3, reason="A journey", at=race.at
        )

    answers = run(races, extend)
    for race in races:
        expired = race.place("turn-expired", "bob")
        assert (race.answer == "done") == (expired is None)
        assert race.at < DUE or expired is not None
        (row,) = [row for row in race.open_turns() if row.kind == Turn.Kind.TURN]
        assert (row.unit, row.due_at) == (("bob", DUE + 3 * HOUR) if expired is None else ("carla", row.due_at))
    assert 0 < answers["done"] < RACES
    tell(f"{RACES} grants of hours in the second of a deadline: {dict(answers)} (seed {seed})")
