"""Games on small open boards, for tests of single rules.

    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("bruna", Fight("bone_guard-1"), faces=[6, 4, 3, 2, 1, 2, 5])
    assert arena.felled == ["bone_guard-1"]

Every square of the board is floor unless a drawing says otherwise; heroes stand anywhere.
Ana plays all heroes, Tyr the Overlord. Faces are six-sided, in the order in which they are rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulebook import dungeon
from rulebook.change import change
from rulebook.dice import LoadedDice
from rulebook.dungeon.actions import Action, DeadlinePassed, PlayStep
from rulebook.dungeon.adventure import Adventure, Kit
from rulebook.dungeon.board import Spawn, Zone
from rulebook.dungeon.events import AttackRolled, Event, ModelFelled
from rulebook.dungeon.grid import Facing, Pose, Square
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup
from rulebook.dungeon.state import Mission, Model, State, Victory
from rulebook.dungeon.steps import OVERLORD, End, Move, RaiseDead, Step
from rulebook.dungeon.waits import Wait
from rulebook.errors import Refused
from rulebook.text import Text

Place = tuple[tuple[int, int], Facing]
ANA, BOB, TYR = "ana", "bob", "tyr"
MINUTE = 60_000
NOWHERE = Square(99, 99)
SPELLS = ("ember_dart", "fireburst", "unbind", "rust_hex", "quickstep", "stoneskin", "mend")
QUIET_DECK = ("press_them",) * 24
MISSION = Mission("arena", "necromancer", Victory("reach", NOWHERE), orders_per_turn=3, deck_size=24)


def floor(width: int, height: int) -> frozenset[Square]:
    """An open rectangle."""
    return frozenset(Square(x, y) for x in range(width) for y in range(height))


def drawn(drawing: str) -> frozenset[Square]:
    """The floor of a drawing: everything but `#`."""
    rows = drawing.split()
    return frozenset(Square(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "#")


class Arena:
    """A game in its first round, everybody in place, and the events so far."""

    def __init__(
        self,
        *,
        heroes: Mapping[str, Place],
        foes: Mapping[str, Sequence[Place]] | None = None,
        board: frozenset[Square] | None = None,
        zone: Mapping[str, Any] | None = None,
        hidden: Sequence[Zone] = (),
        mission: Mapping[str, Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        players: Mapping[str, str] | None = None,
        kits: Mapping[str, Kit] | None = None,
        hand: Sequence[str] = (),
        deck: Sequence[str] = QUIET_DECK,
        models: Mapping[str, Mapping[str, Any]] | None = None,
        cards: Sequence[str] | None = None,
    ) -> None:
        start = Zone("zone-0-0", floor(10, 10) if board is None else board, **(zone or {}))
        spawns = tuple(Spawn(key, Square(*at), facing) for key, places in (foes or {}).items() for at, facing in places)
        start = replace(start, spawns=spawns)
        entries = tuple(
            HeroEntry(key, (players or {}).get(key, ANA), at=Square(*at), facing=facing)
            for key, (at, facing) in heroes.items()
        )
        adventure = Adventure(
            Text("Arena", "Arena"),
            Text("", ""),
            replace(MISSION, **{"opening_hand": len(hand), **(mission or {})}),
            tuple(entry.at for entry in entries if entry.at is not None),
            (start, *hidden),
            {"ivo": Kit(spells=SPELLS), **(kits or {})},
        )
        table = TableRules(**(rules or {}))
        given = None if cards is None else tuple(cards)
        self.setup = Setup(adventure, entries, 0, TYR, table, (*hand, *deck), given)
        self.state, events = dungeon.begin(dungeon.new_state(self.setup), LoadedDice())
        self.events: list[Event] = list(events)
        for model, fields in (models or {}).items():
            self.change(model, **fields)

    def change(self, model_id: str, **fields: Any) -> None:
        """Set fields of a model; a new place is taken, of course."""
        model = change(self.state.models[model_id], **fields)
        models = {**self.state.models, model_id: model}
        occupied = {square: one.id for one in models.values() for square in one.squares}
        self.state = change(self.state, models=models, occupied=occupied)

    def model(self, model_id: str) -> Model:
        return self.state.models[model_id]

    # Acting

    def act(self, action: Action, faces: Iterable[int] = ()) -> list[Event]:
        """Apply an action; every face given must be needed. Returns what it led to."""
        dice = LoadedDice(d6=faces)
        self.state, events = dungeon.apply(self.state, action, dice)
        self.events += events
        assert dice.unused == 0, f"{dice.unused} faces were not needed"
        return list(events)

    def step(
        self, unit: str, step: Step, faces: Iterable[int] = (), *, by: str = "", extra: bool = False
    ) -> list[Event]:
        return self.act(self.played(unit, step, by, extra), faces)

    def played(self, unit: str, step: Step, by: str = "", extra: bool = False) -> PlayStep:
        """The action of a step by whoever plays the unit."""
        player = TYR if unit == OVERLORD or unit not in self.state.models else self.state.models[unit].player
        return PlayStep(by or player, unit, step, self.state.moment + 1, extra=extra)

    def refused(self, unit: str, step: Step, *, by: str = "", extra: bool = False) -> str:
        """The code with which a step is refused; the state stays as it was."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            dungeon.apply(self.state, self.played(unit, step, by, extra), LoadedDice())
        assert self.state is before
        return refusal.value.code

    def end(self, unit: str) -> list[Event]:
        return self.step(unit, End())

    def walk(self, unit: str, *squares: tuple[int, int], facing: Facing | None = None) -> Move:
        """A move along squares with the model's own facing, or another at the end."""
        own = self.model(unit).facing
        path = [Pose(Square(*square), own) for square in squares]
        path[-1] = Pose(path[-1].at, facing or own)
        return Move(tuple(path))

    def pass_heroes(self) -> None:
        """Every hero still to act does nothing, and the Overlord passes between them."""
        while self.state.phase in ("heroes", "window"):
            if self.state.phase == "window":
                self.end(OVERLORD)
            else:
                waiting = [hero.id for hero in self.state.heroes if hero.status == "waiting"]
                self.end(self.state.running.unit if self.state.running else waiting[0])

    def pass_round(self) -> list[Event]:
        """To the next round, with nothing done on either side."""
        self.pass_heroes()
        return self.end(OVERLORD)

    def raise_dead(self, at: tuple[int, int], minion: str, faces: Iterable[int] = (), facing: Facing = "N") -> None:
        self.step(OVERLORD, RaiseDead(Square(*at), minion, facing), faces)

    def pass_time(self, at: int, faces: Iterable[int] = ()) -> list[Event]:
        """Let deadlines expire up to a moment."""
        return self.act(DeadlinePassed(at), faces)

    # Reading

    def waits(self, kind: str = "") -> list[Wait]:
        """What is waited for, all or of one kind."""
        return [wait for wait in dungeon.waits(self.state) if kind in ("", wait.kind)]

    def view_of(self, model_id: str, viewer: str = "director") -> dict[str, Any]:
        """A model as a viewer sees it."""
        seen = dungeon.view(self.state, dungeon.Viewer(viewer))
        return next(dict(model) for model in seen["models"] if model["id"] == model_id)

    def told(self, kind: type) -> list[Any]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def felled(self) -> list[str]:
        return [event.unit for event in self.told(ModelFelled)]

    @property
    def last_attack(self) -> AttackRolled:
        attack: AttackRolled = self.told(AttackRolled)[-1]
        return attack


def pools(attack: AttackRolled) -> tuple[int, int, int]:
    """Dice of the attacker, dice of the defender, Armour."""
    return len(attack.attacker_rolls), len(attack.defender_rolls), attack.armour


def steps_of(state: State, unit: str, kind: type) -> list[Any]:
    """The listed steps of a kind."""
    return [step for step in dungeon.legal_actions(state, unit) if isinstance(step, kind)]
