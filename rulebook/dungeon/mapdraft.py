"""What has been read of an adventure file so far, and what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Chest, Door
from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.state import Goal, GoalKind, Victory

MODELS = {
    "g": "bone_guard",
    "a": "bone_archer",
    "z": "shambler",
    "m": "mailed_shambler",
    "r": "barrow_dwarf",
    "w": "wraith",
    "O": "corpse_ogre",
    "V": "veyra",
    "K": "orrik",
}
MARKS = frozenset("#.1234DWCbtkXo") | frozenset(MODELS)
PLACES: tuple[GoalKind, ...] = ("door", "chest", "square")
NEEDED = ("adventure", "title.en", "orders", "deck")
KEY = re.compile(r"[a-z0-9_-]{1,60}")
NUMBERS = {"orders": (1, 20), "deck": (1, 24), "hand": (0, 24)}
CHOICES = {"overlord": ("necromancer",), "lose": ("yes", "no"), "deck-out": ("overlord", "nothing")}
LARGEST_SIDE = 60
MOST_LINES = 400


class Problem(NamedTuple):
    """Something wrong with a file: the line (from 1; 0 is the file as a whole), a code, a sentence.

    `data` are the details that the sentence holds, by name.
    """

    line: int
    code: str
    message: str
    data: tuple[tuple[str, str], ...] = ()


class Fault(Exception):
    def __init__(self, code: str, message: str, **data: object) -> None:
        super().__init__(code, message)
        self.code, self.message, self.data = code, message, data


@dataclass
class Draft:
    """What has been read so far, each with its line."""

    problems: list[Problem] = field(default_factory=list)
    words: dict[str, tuple[int, str]] = field(default_factory=dict)
    raisable: dict[str, int] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    kits: dict[str, Kit] = field(default_factory=dict)
    doors: list[tuple[int, Door]] = field(default_factory=list)
    chests: list[tuple[int, Chest]] = field(default_factory=list)
    pieces: list[tuple[int, tuple[Square, ...]]] = field(default_factory=list)
    faces: dict[Square, tuple[int, Facing]] = field(default_factory=dict)
    goals: list[tuple[int, Goal]] = field(default_factory=list)
    victory: tuple[int, Victory] | None = None
    rows: list[str] = field(default_factory=list)
    first_row: int = 0

    def note(self, line: int, code: str, message: str, **data: object) -> None:
        """Put down something that is wrong."""
        self.problems.append(Problem(line, code, message, tuple((name, str(one)) for name, one in data.items())))

    def mark(self, square: Square) -> str:
        """What is drawn on a square; a wall beyond the map."""
        if not (0 <= square.y < len(self.rows) and 0 <= square.x < len(self.rows[square.y])):
            return "#"
        return self.rows[square.y][square.x]

    def squares(self, marks: str) -> list[Square]:
        """The squares with one of these marks, in reading order."""
        return [Square(x, y) for y, row in enumerate(self.rows) for x, mark in enumerate(row) if mark in marks]

    def line_of(self, square: Square) -> int:
        """The line of the file a square is drawn on."""
        return self.first_row + square.y
