"""The rulesets there are, and the names that each of them offers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rulebook import saga
from rulebook.dice import Dice


class Ruleset(Protocol):
    """What a battle needs of the rules it is fought by; the data types are each ruleset's own.

    `apply` is the loop of `decide` and `evolve`, and nothing else makes a state: replaying
    a battle's events over `new_state` gives the present one.
    """

    @staticmethod
    def new_state(setup: Any) -> Any: ...

    @staticmethod
    def legal_actions(state: Any, actor: str, steps: Iterable[Any] = ()) -> Sequence[Any]: ...

    @staticmethod
    def decide(state: Any, action: Any, dice: Dice) -> Sequence[Any]: ...

    @staticmethod
    def evolve(state: Any, event: Any) -> Any: ...

    @staticmethod
    def apply(state: Any, action: Any, dice: Dice) -> tuple[Any, Sequence[Any]]: ...

    @staticmethod
    def waits(state: Any) -> Sequence[Any]: ...

    @staticmethod
    def view(state: Any, viewer: Any) -> Any: ...

    @staticmethod
    def to_json(state: Any) -> dict[str, Any]: ...

    @staticmethod
    def from_json(data: dict[str, Any]) -> Any: ...


RULESETS: Mapping[str, Ruleset] = {"saga": saga}
"""By the name a battle keeps with it."""
