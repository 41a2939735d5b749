"""What programs send to a battle as plain data, in the notation of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from battles.models import Battle
from turns import wire, wire_dungeon


class Wire(Protocol):
    """One game's notation. Everything raises Unreadable `bad-data` for what it cannot read."""

    def steps_from_data(self, written: object, /) -> tuple[Any, ...]:
        """The steps of a turn, or one of them."""

    def placements_from_data(self, written: object, /) -> tuple[Any, ...]:
        """Where units shall stand."""

    def early_from_data(self, sent: Mapping[str, Any], /) -> dict[str, Any]:
        """An early turn, as the service takes it."""

    def steps_to_data(self, steps: Sequence[Any], /) -> list[Any]:
        """Steps as programs read them."""


WIRES: Mapping[str, Wire] = {"saga": wire, "dungeon": wire_dungeon}
"""By the ruleset that a battle keeps with it."""


def wire_of(battle: Battle) -> Wire:
    """The notation of a battle's game."""
    return WIRES[battle.ruleset]
