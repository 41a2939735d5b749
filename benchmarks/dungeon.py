"""How fast the Invisible Overlord is, and who wins: whole adventures played by themselves.

    python -m benchmarks.dungeon [GAMES]

Every shipped adventure is played under both variants, GAMES times each from fixed seeds,
by simple automatic heroes. Printed are whole adventures per second of processor time,
heroes and bookkeeping included; the Overlord's decisions per second (a decision is a choice
on record: who acts, whom it attacks, where it goes), the heroes' thinking left out; and how
often each side won, and by what. The run ends with an error if an Overlord model ever
suffers a free strike.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rulebook.dice import SeededDice
from rulebook.dungeon import heroes, solo
from rulebook.dungeon.actions import PlayStep
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.events import AttackRolled, Event, InvisibleChose
from rulebook.dungeon.resolve import apply, begin
from rulebook.dungeon.rules import TableRules, Variant
from rulebook.dungeon.setup import Setup, new_state
from rulebook.dungeon.state import State

GAMES = 5
VARIANTS: tuple[Variant, ...] = ("official", "improved")


@dataclass
class Tally:
    """What some games came to; seconds apart for heroes thinking and for everything in `apply`."""

    games: int = 0
    rounds: int = 0
    choices: int = 0
    thinking: float = 0.0
    playing: float = 0.0
    ends: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.rounds += other.rounds
        self.choices += other.choices
        self.thinking += other.thinking
        self.playing += other.playing
        self.ends += other.ends


def main(games: int = GAMES) -> None:
    """Print a line for each adventure and variant, and one for all."""
    print(f"dungeon: {games} adventures each, simple automatic heroes against the Invisible Overlord")
    whole = Tally()
    for key in KEYS:
        for variant in VARIANTS:
            tally = Tally()
            setup = solo.solo_setup(shipped(key), TableRules(io_variant=variant))
            for seed in range(games):
                tally.add(play(setup, f"{key}-{seed}".encode()))
            print(f"  {key:20}{variant:10}{line(tally)}")
            whole.add(tally)
    print(f"  {'all':30}{line(whole)}")


def line(tally: Tally) -> str:
    """Speeds, length and win rates in one line."""
    seconds = tally.thinking + tally.playing
    won = sum(count for (winner, _), count in tally.ends.items() if winner == "hero")
    how = ", ".join(f"{reason} {count}" for (_, reason), count in sorted(tally.ends.items()))
    return (
        f"{tally.games / seconds:6.2f} adventures/s  {tally.choices / tally.playing:7.0f} decisions/s  "
        f"{tally.rounds / tally.games:5.1f} rounds  heroes win {100 * won / tally.games:5.1f} %  ({how})"
    )


def play(setup: Setup, seed: bytes) -> Tally:
    """One game from its seed to its end."""
    dice, tally = SeededDice(seed), Tally(games=1)
    state, events = begin(new_state(setup), dice)
    while state.phase != "over":
        start = time.process_time()
        unit, step = heroes.next_step(state)
        thought = time.process_time()
        state, events = apply(state, PlayStep(solo.PLAYER, unit, step, state.moment), dice)
        tally.thinking += thought - start
        tally.playing += time.process_time() - thought
        tally.choices += sum(isinstance(event, InvisibleChose) for event in events)
        refuse_free_strikes(state, events)
    assert state.outcome is not None
    tally.rounds = state.round
    tally.ends[(state.outcome.winner or "", state.outcome.reason)] += 1
    return tally


def refuse_free_strikes(state: State, events: Iterable[Event]) -> None:
    """No Overlord model ever suffers one (IO-COM-14, AMD-11)."""
    for event in events:
        if isinstance(event, AttackRolled) and event.attack == "free-strike" and not state.models[event.target].is_hero:
            raise AssertionError(f"{event.target} suffered a free strike")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
