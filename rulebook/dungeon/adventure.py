"""An adventure, ready to be played: its map cut into zones, and what it says (DS-SETUP-01)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.codec import Listed
from rulebook.dungeon.board import Zone
from rulebook.dungeon.grid import Square
from rulebook.dungeon.state import Mission
from rulebook.text import Text


@dataclass(frozen=True, slots=True)
class Kit:
    """What a hero brings along in this adventure: items, and spells of a spellcaster."""

    items: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Adventure:
    """`zones` begin with the one the heroes start in; `starts` are in reading order."""

    title: Text
    story: Text
    mission: Mission
    starts: tuple[Square, ...]
    zones: tuple[Zone, ...]
    kits: Listed[Kit] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.mission.key
