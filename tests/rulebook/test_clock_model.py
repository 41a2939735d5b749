"""Every interleaving of posts, late posts, silence and pauses, against a clock kept on paper.

The paper clock knows nothing of states and events: it is a list of names, a few numbers and
the sentences of CLOCK-1, CLOCK-4 to CLOCK-6 and LATE-1 to LATE-3, in hours.
"""

from __future__ import annotations

import os
from itertools import product

from rulebook.saga import actions
from tests.rulebook.rounds import Round, moment

ORDER = "abcde"
DEEDS = ("post", "late", "wait 5", "wait 13", "pause 2")
DEPTH = 6 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 4


class Paper:
    """One round on paper."""

    def __init__(self) -> None:
        self.now = 0
        self.turn = 0
        self.due = 24
        self.may_act_late: list[str] = []
        self.missed: list[str] = []
        self.over = False

    def do(self, deed: str) -> str | None:
        """Do a deed; the unit that posts, if one does."""
        if deed.startswith("wait"):
            self._pass_time(int(deed.split()[1]))
        elif deed.startswith("pause"):
            self.now += 2
            self.due += 2
        elif deed == "post":
            unit = ORDER[self.turn]
            self._next_turn(self.now)
            return unit
        elif self.may_act_late:
            self.due += 3
            return self.may_act_late.pop(0)
        return None

    def _pass_time(self, hours: int) -> None:
        self.now += hours
        while not self.over and self.due <= self.now:
            self.missed.append(ORDER[self.turn])
            self.may_act_late.append(ORDER[self.turn])
            self._next_turn(self.due)

    def _next_turn(self, at: int) -> None:
        self.turn += 1
        self.due = at + 12
        self.over = self.turn == len(ORDER)


def play(table: Round, paper: Paper, deed: str) -> None:
    """The same deed at the table and on paper."""
    begun = paper.now
    unit = paper.do(deed)
    if unit is not None:
        table.post(unit, at=paper.now)
    elif deed.startswith("wait"):
        table.sweep(at=paper.now)
    elif deed.startswith("pause"):
        table.do(actions.PauseBattle(moment(begun)))
        table.do(actions.ResumeBattle(moment(paper.now)))


def test_every_interleaving_of_deeds_keeps_the_paper_clock() -> None:
    """CLOCK-1, CLOCK-4, CLOCK-5, CLOCK-6, LATE-1, LATE-2, LATE-3."""
    for deeds in product(DEEDS, repeat=DEPTH):
        table, paper = Round(ORDER), Paper()
        for deed in deeds:
            play(table, paper, deed)
            assert (table.state.round == 2) is paper.over, deeds
            if paper.over:
                break
            assert (table.current, table.due) == (ORDER[paper.turn], paper.due), deeds
            assert sorted(table.missed) == paper.missed, deeds
            late = [wait.unit for wait in table.waits if wait.kind == "late"]
            assert sorted(late) == paper.may_act_late, deeds
