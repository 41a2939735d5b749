"""What programs send to a dungeon as plain data. Squares are [x, y], poses [[x, y], "N"]; one step at a time.

{"kind": "move", "path": [[[4, 5], "E"], [[5, 5], "E"]]}     {"kind": "fight", "target": "bone_guard-1"}
{"kind": "cast", "spell": "mend", "target": "bruna"}         {"kind": "play-card", "card": "press_them"}
{"kind": "trade", "other": "ivo", "give": ["elixir"]}        {"kind": "end"}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulebook.codec import load
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.codec import steps_from_json, steps_to_json
from rulebook.dungeon.plans import MOST_STEPS as MOST_STEPS
from rulebook.dungeon.state import Corrected
from rulebook.dungeon.steps import Step
from rulebook.errors import Unreadable
from turns.wire import small_list

MOST_HEROES = 12


def steps_from_data(written: object) -> tuple[Step, ...]:
    """Steps. Raises Unreadable `bad-data`."""
    return steps_from_json(small_list(written, least=0, most=MOST_STEPS))


def steps_to_data(steps: Sequence[Step]) -> list[Any]:
    """Steps as programs read them."""
    return steps_to_json(steps)


def placements_from_data(written: object) -> tuple[Placement, ...]:
    """Where heroes start: [{"unit": "bruna", "square": [1, 2], "facing": "E"}]. Raises Unreadable `bad-data`."""
    found: tuple[Placement, ...] = load(tuple[Placement, ...], small_list(written, least=1, most=MOST_HEROES))
    return found


def early_from_data(sent: Mapping[str, Any]) -> dict[str, Any]:
    """An early turn: `steps`, and the heroes whose turns it waits for in `after`. Raises Unreadable `bad-data`."""
    if sent.get("steps") is None:
        raise Unreadable("bad-data", "An early turn needs steps.", {"where": "steps"})
    after = load(tuple[str, ...], small_list(sent.get("after") or [], least=0, most=MOST_HEROES))
    return {"steps": steps_from_data(sent["steps"]), "after": after}


def corrected_from_data(written: Mapping[str, Any]) -> Corrected:
    """What is set of a model: {"wounds": 2, "square": [4, 5]}. Raises Unreadable `bad-data`."""
    small_list([dict(written)], least=1, most=1)
    found: Corrected = load(Corrected, dict(written))
    return found
