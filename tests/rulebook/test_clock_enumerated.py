"""The small model of the clock, enumerated: three players, every order of deeds, a second about every deadline.

Beside the rulebook runs a clock on paper that knows a list of names and a few numbers. Whatever leads to the same
state is followed once, so that all interleavings up to the depth are looked at. `make soak` goes deeper.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.codec import from_json, to_json
from rulebook.saga.state import State
from rulebook.saga.steps import End
from tests.rulebook.rounds import HOUR, Round
from tests.rulebook.thoroughness import amount

ORDER = "abc"
DEPTH = amount(quick=4, usual=5, soak=12)
LEAST = amount(quick=2_000, usual=10_000, soak=10_000)
SECOND = 1000
OFFSETS = (-SECOND, 0, SECOND)
LENGTH, EXTRA = 12 * HOUR, 3 * HOUR


@dataclass(frozen=True)
class Paper:
    """One round on paper; three stand, so every turn has the endgame's length (CLOCK-3)."""

    now: int = 0
    turn: int = 0
    due: int = LENGTH
    late: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    paused: int | None = None

    @property
    def over(self) -> bool:
        return self.turn >= len(ORDER)

    def passed(self, now: int) -> Paper:
        """The clock alone: everything due at or before `now` expires at its due time."""
        paper = replace(self, now=max(now, self.now))
        while not paper.over and paper.paused is None and paper.due <= paper.now:
            unit = ORDER[paper.turn]
            late = (*paper.late, unit)
            paper = replace(paper, late=late, missed=(*paper.missed, unit), turn=paper.turn + 1, due=paper.due + LENGTH)
        return paper

    def posted(self, unit: str) -> Paper | None:
        """A post arriving now; None if it is refused."""
        if self.over or self.paused is not None:
            return None
        acted = (*self.acted, unit)
        if unit == ORDER[self.turn]:
            return replace(self, acted=acted, turn=self.turn + 1, due=self.now + LENGTH)
        if unit in self.late:
            left = tuple(name for name in self.late if name != unit)
            return replace(self, acted=acted, late=left, due=self.due + EXTRA)
        return None


Node = tuple[State, Paper]


def begin() -> Node:
    table = Round(ORDER, endgame_turn_hours=12)
    return table.state, Paper()


def moves(paper: Paper) -> Iterator[tuple[str, int, str]]:
    """What may happen next: (deed, when, to whom)."""
    moments = sorted({max(paper.now, paper.due + offset) for offset in OFFSETS} | {paper.now})
    for moment in moments:
        yield "sweep", moment, ""
        for unit in ORDER:
            yield "post", moment, unit
            yield "post twice", moment, unit
    yield "kill", paper.now, ""
    yield "extend", paper.now, ORDER[min(paper.turn, len(ORDER) - 1)]
    if paper.paused is None:
        yield "pause", paper.now, ""
    else:
        yield "resume", paper.now + 2 * HOUR, ""
        yield "resume", paper.now, ""


def on_paper(paper: Paper, deed: str, moment: int, unit: str) -> tuple[Paper, bool]:
    """The paper clock after a deed, and whether the deed is refused; a refused deed changes nothing, not even time."""
    if deed == "kill":
        return paper, False
    after = paper.passed(moment)
    if deed == "sweep":
        return after, False
    if after.over:
        return paper, True
    if deed == "extend":
        return replace(after, due=after.due + HOUR), False
    if deed == "pause":
        return replace(after, paused=after.now), False
    if deed == "resume":
        assert after.paused is not None
        return replace(after, due=after.due + after.now - after.paused, paused=None), False
    posted = after.posted(unit)
    return (paper, True) if posted is None else (posted, False)


def in_rules(state: State, deed: str, moment: int, unit: str) -> State | None:
    """The state after a deed; None if it is refused."""
    table = Round.__new__(Round)
    table.state, table.events, table.told = state, [], ()
    table.dice = DICE
    if deed == "kill":
        return from_json(to_json(state))
    action: actions.Action = {
        "sweep": actions.DeadlinePassed(moment),
        "post": actions.PlayTurn(unit, unit, (End(),), moment, 1),
        "post twice": actions.PlayTurn(unit, unit, (End(),), moment, 1),
        "extend": actions.Extend(unit, 1, "more", moment),
        "pause": actions.PauseBattle(moment),
        "resume": actions.ResumeBattle(moment),
    }[deed]
    try:
        table.do(action)
        if deed == "post twice":
            refused_again(table, action)
    except Refused:
        return None
    return table.state


def refused_again(table: Round, action: actions.Action) -> None:
    """A duplicate changes nothing, unless it is the next round already."""
    before = table.state
    try:
        table.do(action)
    except Refused:
        assert table.state == before
    else:
        raise AssertionError(f"{action} was taken twice")


DICE = Round(ORDER).dice


def agree(state: State, paper: Paper) -> bool:
    """Whether both tell the same of the first round."""
    if paper.over:
        return state.round == 2
    running = state.running
    late = tuple(place.unit for place in state.places if place.status == "expired")
    missed = {unit.id: unit.missed for unit in state.units.values() if unit.missed}
    return (
        running is not None
        and (running.unit, running.due) == (ORDER[paper.turn], paper.due)
        and sorted(late) == sorted(paper.late)
        and missed == dict.fromkeys(paper.missed, 1)
        and state.round == 1
    )


def test_every_interleaving_of_the_small_model_keeps_the_paper_clock() -> None:
    """G12, G13: CLOCK-3 to CLOCK-6, LATE-1 to LATE-5."""
    layer: dict[Paper, State] = {begin()[1]: begin()[0]}
    known, steps = set(layer), 0
    for _depth in range(DEPTH):
        following: dict[Paper, State] = {}
        for paper, state in layer.items():
            for deed, moment, unit in moves(paper):
                after, refused = on_paper(paper, deed, moment, unit)
                found = in_rules(state, deed, moment, unit)
                steps += 1
                assert (found is None) is refused, (paper, deed, moment, unit)
                assert found is None or agree(found, after), (paper, deed, moment, unit, after)
                if found is not None and not after.over and after not in known:
                    known.add(after)
                    following[after] = found
        layer = following
    assert steps > LEAST
    sys.stdout.write(f"{len(known)} states of the clock, {steps} steps between them, to depth {DEPTH}\n")
