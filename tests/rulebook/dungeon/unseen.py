"""The Invisible Overlord on a small board: one card carried out, without the deck in between."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulebook.dice import LoadedDice
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import AttackRolled, InvisibleChose, Moved, OverlordTurnBegan, WindowOpened
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.cards import IoCard
from rulebook.dungeon.invisible.records import Order, Slot, ThreatType, Variant
from rulebook.dungeon.invisible.seat import InvisibleOverlord
from rulebook.dungeon.state import State
from tests.rulebook.dungeon.arena import Arena


def invisible(variant: Variant, *, rules: dict[str, Any] | None = None, **more: Any) -> Arena:
    """An arena whose Overlord is the Invisible one; its deck is all interrupts that say no."""
    return Arena(rules={"io_variant": variant, **(rules or {})}, cards=more.pop("cards", ("B02",) * 30), **more)


def card(order: Order, *types: ThreatType, number: int = 1, **more: Any) -> IoCard:
    """A card of any kind."""
    return IoCard("X", number, types, order, **more)


class Ones:
    """Dice that always show a one: nobody is hit."""

    counter = 0

    def roll(self, sides: int) -> int:
        self.counter += 1
        return 1


class Unseen:
    """A card carried out in the Overlord's turn, and what came of it."""

    def __init__(
        self, arena: Arena, io_card: IoCard, faces: Iterable[int] | None = None, slot: Slot = "second"
    ) -> None:
        """Every face given must be needed; without any, all dice show ones."""
        loaded = None if faces is None else LoadedDice(d6=faces)
        dice = loaded or Ones()
        self.ctx = Context(arena.state, dice, arena.state.moment)
        if slot == "interrupt":
            self.ctx.tell(WindowOpened(self.ctx.at))
        else:
            self.ctx.tell(OverlordTurnBegan(self.ctx.at, arena.state.mission.orders_per_turn))
        variant = arena.state.rules.io_variant
        assert variant != "none"
        InvisibleOverlord(variant).carry_out(self.ctx, io_card, slot)
        assert loaded is None or loaded.unused == 0, f"{loaded.unused} faces were not needed"

    @property
    def state(self) -> State:
        return self.ctx.state

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.ctx.events if isinstance(event, kind)]

    @property
    def attacks(self) -> list[tuple[str, str, str]]:
        """Who attacked whom and how, in order."""
        return [(event.unit, event.attack, event.target) for event in self.told(AttackRolled)]

    @property
    def pools(self) -> list[tuple[int, int, int]]:
        """Attacker's dice, defender's dice and Armour of every attack."""
        found: list[AttackRolled] = self.told(AttackRolled)
        return [(len(one.attacker_rolls), len(one.defender_rolls), one.armour) for one in found]

    @property
    def moves(self) -> list[tuple[str, tuple[int, int], int]]:
        """Who moved where in how many steps, turning apart."""
        found: list[Moved] = self.told(Moved)
        return [(one.unit, tuple(one.path[-1].at), _steps(one)) for one in found]

    @property
    def acted(self) -> list[str]:
        """The models activated, in order."""
        return [model.id for model in self.state.side_models("overlord") if model.status == "acted"]

    def choices(self, matter: str) -> list[InvisibleChose]:
        found: list[InvisibleChose] = self.told(InvisibleChose)
        return [event for event in found if event.matter == matter]

    def at(self, unit: str) -> Square | None:
        return self.state.models[unit].at


def _steps(event: Moved) -> int:
    return len(event.path)
