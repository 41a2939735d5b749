"""The rulesets there are, and the names that each of them offers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rulebook import dungeon, saga
from rulebook.dice import Dice
from rulebook.dungeon.rules import TableRules as DungeonRules
from rulebook.saga.rules import TableRules as SagaRules


class Ruleset(Protocol):
    """What a battle needs of the rules it is fought by; the data types are each ruleset's own.

    `apply` is the loop of `decide` and `evolve`, and nothing else makes a state: replaying
    a battle's events over `new_state` gives the present one.
    """

    def new_state(self, setup: Any, /) -> Any: ...

    def legal_actions(self, state: Any, actor: str, steps: Iterable[Any] = (), /) -> Sequence[Any]: ...

    def decide(self, state: Any, action: Any, dice: Dice, /) -> Sequence[Any]: ...

    def evolve(self, state: Any, event: Any, /) -> Any: ...

    def apply(self, state: Any, action: Any, dice: Dice, /) -> tuple[Any, Sequence[Any]]: ...

    def waits(self, state: Any, /) -> Sequence[Any]: ...

    def view(self, state: Any, viewer: Any, /) -> Any: ...

    def to_json(self, state: Any, /) -> dict[str, Any]: ...

    def from_json(self, data: dict[str, Any], /) -> Any: ...


RULESETS: Mapping[str, Ruleset] = {"saga": saga, "dungeon": dungeon}
"""By the name a battle keeps with it."""

TABLE_RULES: Mapping[str, type[SagaRules] | type[DungeonRules]] = {"saga": SagaRules, "dungeon": DungeonRules}
"""The settings that a table of each ruleset may choose."""
