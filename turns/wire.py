"""What programs and forms send as plain data, read by the rulebook's own codec after a look at its size.

{"kind": "move", "to": "F4", "will": 1}        {"kind": "strike", "attack": "break", "target": "ketil", "boost": 1}
{"kind": "horn", "points": 2}                  {"kind": "ability", "name": "rally", "rank": 2, "target": "eyra"}
{"kind": "rest"}                               {"kind": "end"}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulebook.codec import load
from rulebook.errors import Unreadable
from rulebook.saga.actions import Placement
from rulebook.saga.codec import alternatives_from_json, steps_from_json, steps_to_json
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Step

MOST_STEPS = 6
MOST_ALTERNATIVES = 3
MOST_CONDITIONS = 10
MOST_PLACEMENTS = 60
MOST_VALUES = 600
LARGEST_NUMBER = 10_000
LONGEST_STRING = 60


def steps_from_data(written: object) -> tuple[Step, ...]:
    """The steps of a turn. Raises Unreadable `bad-data`, `bad-cell`."""
    return steps_from_json(small_list(written, least=0, most=MOST_STEPS))


def placements_from_data(written: object) -> tuple[Placement, ...]:
    """Where units shall stand: [{"unit": "eyra", "cell": "C7"}]. Raises Unreadable `bad-data`, `bad-cell`."""
    found: tuple[Placement, ...] = load(tuple[Placement, ...], small_list(written, least=1, most=MOST_PLACEMENTS))
    return found


def alternatives_from_data(written: object) -> tuple[Alternative, ...]:
    """An early turn: [{"steps": […], "conditions": [{"kind": "standing", "unit": "ketil"}]}], one to three of them.

    Raises Unreadable `bad-data`, `bad-cell`.
    """
    found = alternatives_from_json(small_list(written, least=1, most=MOST_ALTERNATIVES))
    for alternative in found:
        if len(alternative.steps) > MOST_STEPS or len(alternative.conditions) > MOST_CONDITIONS:
            message = f"An alternative has at most {MOST_STEPS} steps and {MOST_CONDITIONS} conditions."
            raise Unreadable("bad-data", message, {"where": "alternatives"})
    return found


def early_from_data(sent: Mapping[str, Any]) -> dict[str, Any]:
    """An early turn as a request holds it. Raises Unreadable `bad-data`."""
    return {"alternatives": alternatives_from_data(sent.get("alternatives"))}


def steps_to_data(steps: Sequence[Step]) -> list[Any]:
    """Steps as programs read them."""
    return steps_to_json(steps)


def small_list(written: object, *, least: int, most: int) -> list[Any]:
    """A list of that length whose values are all small. Whatever it holds is the codec's to judge."""
    if not isinstance(written, list) or not least <= len(written) <= most:
        raise Unreadable("bad-data", f"This must be a list of {least} to {most}.", {"where": ""})
    for number, value in enumerate(_values(written)):
        if number >= MOST_VALUES or not _small(value):
            raise Unreadable("bad-data", "This holds too many values, or one that is too long.", {"where": ""})
    return written


def _values(written: list[Any]) -> Iterator[Any]:
    """Every value in it, however deep, without recursion."""
    waiting: list[Any] = [written]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _small(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_STRING and value.isprintable()
    if isinstance(value, int | float):
        return -LARGEST_NUMBER <= value <= LARGEST_NUMBER
    return True
