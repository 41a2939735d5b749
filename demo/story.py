"""The slow battle of the demo: the board, the foes, who stands where, and what everybody did, hours before now.

The dice are the battle's own and come from `SEED`, so that they fall as the posts tell. Units are named by the keys of
`demo.cast` and of `FOES`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from rulebook.saga.board import Cell, parse_cell
from rulebook.saga.steps import Move, Step, Strike, UseAbility

SEED = hashlib.sha256(b"Lanterns on the Old Toll Road, 27").digest()

BOARD = """
2222222222
2222222222
..........
..#....#..
..........
..#....#..
..........
1111111111
1111111111
"""

GOING = ("torvald", "aslaug", "hadding", "mereth")


@dataclass(frozen=True, slots=True)
class Foe:
    """One of the director's units: an entry of the catalogue, and its place."""

    key: str
    entry: str
    at: str
    leader: bool = False


FOES = (
    Foe("stonejaw", "dredge:scourge:1", "E2", leader=True),
    Foe("embereye", "dredge:grunt:1", "C3"),
    Foe("splitface", "dredge:grunt:1", "H3"),
    Foe("cinderhand", "dredge:slag-slinger:1", "F1"),
)

PLACES = {"torvald": "D6", "aslaug": "E7", "hadding": "F6", "mereth": "D8"}

BEGUN = 80.0
DEPLOYED = 78.0
MISSED = 21.0


@dataclass(frozen=True, slots=True)
class Beat:
    """A unit's turn, so many hours ago, told in the post `words`.

    `early` is a turn left for later that still waits: its alternatives, the first of them `steps`.
    """

    hours: float
    unit: str
    words: str
    steps: tuple[Step, ...]
    early: bool = False
    otherwise: tuple[Step, ...] = ()
    while_stands: str = ""


def cell(name: str) -> Cell:
    """A cell by its name on the board."""
    return parse_cell(name)


BEATS = (
    Beat(70, "mereth", "first-arrow", (Move(cell("D7")), Strike("break", "stonejaw", 1))),
    Beat(63, "torvald", "into-the-gap", (Move(cell("D3")), Strike("strength", "stonejaw", 1))),
    Beat(56, "aslaug", "twice-swung", (Move(cell("E4")), Strike("strength", "stonejaw", reroll=True))),
    Beat(52, "splitface", "over-the-stones", (Move(cell("G5")), Strike("strength", "hadding"))),
    Beat(51.8, "stonejaw", "the-fist-falls", (Strike("break", "torvald", 1),)),
    Beat(51.6, "embereye", "from-the-left", (Strike("strength", "torvald"),)),
    Beat(43, "hadding", "the-debt", (Strike("strength", "splitface", 1),)),
    Beat(41, "cinderhand", "a-better-place", (Move(cell("G2")),)),
    # Round 2. Aslaug is next and lets her twelve hours pass (`MISSED`); since then the director is waited for.
    Beat(33, "torvald", "the-shield-stays", (UseAbility("stone-wall", 1),)),
    Beat(
        30,
        "mereth",
        "when-my-turn-comes",
        (Move(cell("D5")), UseAbility("slag-and-burn", 1, cell("F2"))),
        early=True,
        otherwise=(Strike("strength", "embereye"),),
        while_stands="stonejaw",
    ),
)
