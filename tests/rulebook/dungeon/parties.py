"""Whole games of the shipped adventures, played by whoever picks steps at random from the legal lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon.actions import Action, AnswerStrike, AnswerTrade, PassWindows, PlayStep
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.events import Event
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import OVERLORD, End, Move, Step
from rulebook.dungeon.waits import Wait
from tests.rulebook.dungeon.arena import ANA, BOB, TYR

PARTY = (HeroEntry("bruna", ANA), HeroEntry("torvek", ANA), HeroEntry("sylwen", BOB), HeroEntry("ivo", BOB))


def prepared(key: str, rules: Mapping[str, Any] | None = None) -> Setup:
    """An adventure with everybody in place; Tyr is the Overlord."""
    return with_heroes_placed(Setup(shipped(key), PARTY, 1000, TYR, TableRules(**(rules or {}))))


class Game:
    """A game played step by step; `events` is its whole record."""

    def __init__(self, key: str, seed: int, rules: Mapping[str, Any] | None = None) -> None:
        self.setup = prepared(key, rules)
        self.chance = Random(seed)
        self.dice = SeededDice(seed.to_bytes(8, "big") + b"dungeon")
        self.state, events = dungeon.begin(dungeon.new_state(self.setup), self.dice)
        self.events: list[Event] = list(events)

    def play(self, most: int = 10_000) -> Iterator[tuple[State, Action, State, tuple[Event, ...]]]:
        """Take random steps; yields the state before, the action, the state after, the events."""
        while self.state.phase != "over" and most:
            before, action = self.state, self.next_action()
            self.state, events = dungeon.apply(before, action, self.dice)
            self.events += events
            most -= 1
            yield before, action, self.state, tuple(events)

    def next_action(self) -> Action:
        wait = self.chance.choice(dungeon.waits(self.state))
        at = self.state.moment + 1
        if wait.kind == "trade":
            return AnswerTrade(wait.who, self.chance.random() < 0.5, at)
        if wait.kind == "strike":
            return AnswerStrike(wait.who, wait.unit, self.chance.random() < 0.7, at)
        if wait.kind == "window" and self.chance.random() < 0.3 and self.state.running is None:
            return PassWindows(wait.who, "round", at)
        unit = self._unit_for(wait)
        return PlayStep(wait.who, unit, self._step_of(unit), at)

    def _unit_for(self, wait: Wait) -> str:
        state = self.state
        if wait.unit != OVERLORD:
            return wait.unit
        if state.running is not None:
            return state.running.unit
        turn, window = state.turn, state.window
        left = (turn.orders + turn.extras) if turn else (window.left or 0) if window else 0
        fresh = [m.id for m in state.side_models("overlord") if not (m.activated if window else m.status == "acted")]
        return self.chance.choice(fresh) if fresh and left and self.chance.random() < 0.8 else OVERLORD

    def _step_of(self, unit: str) -> Step:
        listed = dungeon.legal_actions(self.state, unit)
        moves = [step for step in listed if isinstance(step, Move)]
        acts = [step for step in listed if not isinstance(step, Move | End)]
        pick = self.chance.random()
        if acts and pick < 0.5:
            return self.chance.choice(acts)
        return self.chance.choice(moves) if moves and pick < 0.75 else End()
