"""A text for a turn that cannot be played now: while the battle is paused it is written and kept, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turns.drafts import Typed


@dataclass(frozen=True, slots=True)
class WaitingText:
    """What is being written for one of the reader's units; `others` are those it may be written for instead.

    `unit` and `others` are (id, name). `kept` are the orders of the same draft, as fields of a form: they stay as they
    were.
    """

    unit: tuple[str, str]
    typed: Typed
    others: tuple[tuple[str, str], ...] = ()

    @property
    def as_unit(self) -> dict[str, str]:
        """The unit as the parts of a composer name it."""
        return {"id": self.unit[0], "name": self.unit[1]}

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The draft's orders, to be sent along with the text."""
        return [(name, value) for name, value in self.typed.orders.to_data().items() if value]


def chosen(units: Sequence[tuple[str, str]], wanted: str, first: str) -> tuple[str, str] | None:
    """The unit that is written for: the one asked for, else the one whose turn it is, else the first of them."""
    by_id = dict(units)
    found = next((unit for unit in (wanted, first) if unit in by_id), next(iter(by_id), None))
    return None if found is None else (found, by_id[found])
