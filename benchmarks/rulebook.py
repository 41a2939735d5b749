"""How fast the saga rulebook is: turns and actions per second, and the steps open to a unit.

    python -m benchmarks.rulebook

A battle of 24 units on a board of 16 by 16 is recorded once: every turn moves, and then
strikes or uses an ability, drawn from the legal list. The recorded turns are then played
through `apply` again, nothing left out: deadlines, legality, dice, passives, events, the
next turn. Beside it stands a bare loop that does the same arithmetic on plain numbers,
without rules, records or copies. Medians of one run, in seconds of processor time: other
programs on the machine change nothing.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from rulebook import saga
from rulebook.dice import SeededDice
from rulebook.saga.actions import PlayTurn
from rulebook.saga.board import Board, Cell, Size
from rulebook.saga.codec import from_json, to_json
from rulebook.saga.events import StrikeRolled
from rulebook.saga.state import Side, Span, State, Unit
from rulebook.saga.steps import End, Move, Step, Strike, UseAbility

UNITS, SIDE, TURNS, ROUNDS = 24, 16, 480, 7
SEED = b"benchmark"
LEAST_TURNS_PER_SECOND = 3000
MOST_MILLISECONDS = 1.0
CLASSES: tuple[tuple[Size, Span, dict[str, int], tuple[str, ...]], ...] = (
    (Size(1, 1), Span(1, 1), {"stone-wall": 3}, ("shield-wall",)),
    (Size(1, 1), Span(2, 5), {"bird-of-prey": 3}, ("puncture",)),
    (Size(1, 1), Span(2, 5), {"slag-and-burn": 3}, ("puncture",)),
    (Size(2, 2), Span(1, 1), {"sundering-impact": 3}, ("heavy-impact",)),
    (Size(1, 1), Span(1, 2), {"rally": 3}, ("light-step",)),
    (Size(1, 1), Span(1, 1), {"mend": 3}, ()),
)


@dataclass(frozen=True)
class Recording:
    """A battle's first state and the turns that were played in it."""

    start: State
    turns: tuple[PlayTurn, ...]
    strikes: tuple[StrikeRolled, ...]


def main() -> None:
    """Print every figure beside what it is compared to."""
    recorded = record()
    turns = TURNS / median(lambda: replay(recorded))
    bare = TURNS / median(lambda: bare_loop(recorded))
    steps, listed = legal_time(recorded.start)
    written = median(lambda: to_json(recorded.start)) * 1000
    data = to_json(recorded.start)
    read = median(lambda: from_json(data)) * 1000
    moves, strikes, used = (count(recorded, kind) for kind in (Move, Strike, UseAbility))
    print(f"rulebook: {TURNS} recorded turns, {UNITS} units ({moves} moves, {strikes} strikes, {used} abilities)")
    print(f"  full turns:        {turns:10,.0f} /s   (target at least {LEAST_TURNS_PER_SECOND:,})")
    print(f"  bare arithmetic:   {bare:10,.0f} /s   ratio {turns / bare:.3f}")
    print(f"  steps of one unit: {steps:10.3f} ms  ({listed} steps at most; target under {MOST_MILLISECONDS} ms)")
    print(f"  state to JSON:     {written:10.3f} ms, back {read:.3f} ms")


def count(recorded: Recording, kind: type[Step]) -> int:
    """How many steps of a kind the recorded turns hold."""
    return sum(isinstance(step, kind) for turn in recorded.turns for step in turn.steps)


def median(work: Callable[[], object]) -> float:
    """The median of several runs, in seconds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def record() -> Recording:
    """Play a battle from the legal list and keep its turns."""
    luck, dice = random.Random(SEED), SeededDice(SEED)
    start, _ = saga.begin(saga.new_state(setup()), dice)
    state, turns, strikes = start, list[PlayTurn](), list[StrikeRolled]()
    while len(turns) < TURNS:
        assert state.running is not None
        unit = state.units[state.running.unit]
        turn = PlayTurn(unit.player, unit.id, drawn(state, unit.id, luck), state.moment + 60_000)
        state, events = saga.apply(state, turn, dice)
        turns.append(turn)
        strikes += [event for event in events if isinstance(event, StrikeRolled)]
    return Recording(start, tuple(turns), tuple(strikes))


def drawn(state: State, unit: str, luck: random.Random) -> tuple[Step, ...]:
    """A move and an act, where there are any."""
    steps: tuple[Step, ...] = ()
    for wanted in ((Move,), (Strike, UseAbility)):
        fitting = [step for step in saga.legal_actions(state, unit, steps) if isinstance(step, wanted)]
        if fitting:
            steps += (luck.choice(fitting),)
    return steps or (End(),)


def replay(recorded: Recording) -> State:
    """All recorded turns through `apply`."""
    state, dice = recorded.start, SeededDice(SEED, recorded.start.dice_counter)
    for turn in recorded.turns:
        state, _ = saga.apply(state, turn, dice)
    return state


def bare_loop(recorded: Recording) -> int:
    """The arithmetic of the recorded turns on plain numbers: ways, thresholds, damage, due times."""
    strength = {unit.id: unit.strength for unit in recorded.start.units.values()}
    armor = {unit.id: unit.armor for unit in recorded.start.units.values()}
    will = {unit.id: unit.willpower for unit in recorded.start.units.values()}
    place = {unit.id: unit.at for unit in recorded.start.units.values() if unit.at}
    dice, due, strikes = SeededDice(SEED), 0, iter(recorded.strikes)
    for turn in recorded.turns:
        for step in turn.steps:
            if isinstance(step, Move):
                will[turn.unit] -= step.will or 0
                way = bare_way(place, turn.unit, step.to)
                place[turn.unit] = step.to if way else place[turn.unit]
            elif isinstance(step, Strike):
                strike = next(strikes, None)
                target = strike.target if strike else step.target
                needed = max(25, 70 + strength[turn.unit] - 10 * max(0, armor[target] - strength[turn.unit]))
                if dice.roll(100) < needed:
                    strength[target] -= max(1, strength[turn.unit] - armor[target]) + step.boost
                    will[turn.unit] -= step.boost
            elif isinstance(step, UseAbility):
                will[turn.unit] -= step.rank
        due = turn.at + 12 * 3_600_000
    return due + sum(strength.values())


def bare_way(place: dict[str, Cell], unit: str, goal: Cell) -> int:
    """The length of the shortest way, for a unit of one square among others of one square."""
    taken = {tuple(at) for at in place.values()} - {tuple(place[unit])}
    layer, seen, steps = {tuple(place[unit])}, {tuple(place[unit])}, 0
    while layer and tuple(goal) not in seen:
        steps += 1
        layer = {
            near
            for x, y in layer
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
            if 0 <= near[0] < SIDE and 0 <= near[1] < SIDE and near not in taken and near not in seen
        }
        seen |= layer
    return steps


def legal_time(state: State) -> tuple[float, int]:
    """The median time to list one unit's steps, in milliseconds, and the longest list."""
    times, longest = [], 0
    for unit in state.units:
        start = time.process_time()
        listed = saga.legal_actions(state, unit)
        times.append((time.process_time() - start) * 1000)
        longest = max(longest, len(listed))
    return statistics.median(times), longest


def setup() -> saga.Setup:
    """Two teams of twelve, facing each other, who last."""
    units = tuple(_unit(number) for number in range(UNITS))
    sides = (Side("east", "East"), Side("west", "West"))
    return saga.Setup(Board(SIDE, SIDE, frozenset({Cell(0, 7), Cell(15, 8)})), sides, units, opened=0, deployment=False)


def _unit(number: int) -> Unit:
    side = "east" if number % 2 == 0 else "west"
    size, reach, abilities, passives = CLASSES[number // 2 % len(CLASSES)]
    row, column = divmod(number // 2, 6)
    return Unit(
        id=f"u{number}",
        name=f"Unit {number}",
        side=side,
        player=f"p{number}",
        at=Cell(column * 2 + 2, (4 + row * 2) if side == "east" else (8 + row * 2)),
        size=size,
        strength=5000,
        max_strength=5000,
        armor=5000,
        max_armor=5000,
        willpower=5000,
        max_willpower=5000,
        exertion=2,
        reaction=5,
        break_=2,
        move=4,
        reach=reach,
        abilities=abilities,
        passives=passives,
    )


if __name__ == "__main__":
    main()
