"""A battle as one reader sees it: what they may know, whom they play, what state the page is in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from battles.models import Battle
from battles.selectors import DIRECTOR, SPECTATOR, player_id, state_of, viewer_for
from rulebook.errors import Refused
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.deployment import awaited
from rulebook.saga.knowledge import Viewer, known_to
from rulebook.saga.state import Plan, Running, State, Unit
from rulebook.saga.turns import how_to_post
from turns.wording import Names, names_in

Mode = Literal["deploy", "turn", "late", "wait", "planned", "paused", "undecided", "over", "watch"]
How = Literal["in-turn", "late"]


@dataclass(frozen=True)
class Sight:
    """One reader's battle. `state` holds nothing that they may not know; `whole` is for asking what they may, alone."""

    battle: Battle
    user: User | AnonymousUser
    viewer: str
    state: State
    whole: State

    @property
    def directs(self) -> bool:
        """Does the reader run this battle?"""
        return self.viewer == DIRECTOR

    @property
    def watches(self) -> bool:
        """Has the reader no unit here, and does not direct?"""
        return not self.directs and not self.mine

    @cached_property
    def names(self) -> Names:
        """What units and sides are called."""
        return names_in(self.state)

    @cached_property
    def player(self) -> str:
        """The reader's id as a player of units of their own, also where they direct."""
        return player_id(self.user) if isinstance(self.user, User) else SPECTATOR

    @cached_property
    def mine(self) -> tuple[Unit, ...]:
        """The reader's own units, in their listed order."""
        return tuple(unit for unit in self.state.units.values() if unit.player == self.player)

    @cached_property
    def side(self) -> str:
        """The side that is drawn as the reader's: their own, else the first."""
        own = next((unit.side for unit in self.mine), "")
        return own or (self.state.sides[0].id if self.state.sides else "")

    @cached_property
    def ready(self) -> dict[str, How]:
        """The units that the reader may play at this moment, and whether in their turn or late."""
        found: dict[str, How] = {}
        for unit in self.state.units.values():
            how = self._how(unit)
            if how is not None:
                found[unit.id] = how
        return found

    def _how(self, unit: Unit) -> How | None:
        by = self.player if unit.player == self.player else DIRECTOR if self.directs else ""
        if not by or not unit.fighter:
            return None
        try:
            return "late" if how_to_post(self.state, unit.id, by) == "late" else "in-turn"
        except Refused:
            return None

    @cached_property
    def to_place(self) -> tuple[Unit, ...]:
        """The units that the reader has still to place in turn 0."""
        owed = awaited(self.state)
        own = (self.player, DIRECTOR) if self.directs else (self.player,)
        return tuple(unit for player, units in owed.items() if player in own for unit in units)

    @property
    def hidden(self) -> tuple[Unit, ...]:
        """The units that wait unseen, for whoever may know of them."""
        return tuple(unit for unit in self.state.units.values() if unit.hidden and not unit.defeated)

    @property
    def running(self) -> Running | None:
        """The turn that is open."""
        return self.state.running

    @property
    def running_unit(self) -> Unit | None:
        """The unit whose turn is open, if the reader may know of it."""
        running = self.state.running
        return self.state.units.get(running.unit) if running else None

    def plannable(self) -> tuple[Unit, ...]:
        """The reader's units whose turn of this round is still to come: an early turn may be left for them."""
        if self.state.phase != "running" or self.state.undecided:
            return ()
        waiting = {place.unit for place in self.state.places if place.status == "waiting"}
        return tuple(unit for unit in self.mine if unit.id in waiting and unit.standing and not unit.taken_over)

    def plan_for(self, unit: str) -> Plan | None:
        """The early turn left for a unit, if the reader may see it."""
        return self.state.plans.get(unit)

    def mode(self) -> Mode:
        """What the page is about for this reader."""
        state = self.state
        if state.phase == "over":
            return "over"
        if state.undecided:
            return "undecided"
        if state.phase == "deployment":
            return "deploy"
        if "in-turn" in self.ready.values():
            return "turn"
        if state.paused is not None:
            return "paused"
        if "late" in self.ready.values():
            return "late"
        if self.watches:
            return "watch"
        return "wait"

    def acting(self, wanted: str = "") -> Unit | None:
        """The unit that the composer is for: the one asked for, if it may be played now, else the first that may."""
        if wanted in self.ready:
            return self.state.units[wanted]
        order = sorted(self.ready, key=lambda unit: self.ready[unit] != "in-turn")
        return self.state.units[order[0]] if order else None

    def next_penalty(self, unit: Unit) -> int:
        """What the unit's initiative would lose if this deadline were missed too (LATE-2)."""
        return penalty_of(self.state, unit) + 1

    def team(self, unit: Unit) -> Literal["a", "b", "n"]:
        """How the unit is drawn for this reader."""
        if unit.obstacle or all(side.id != unit.side for side in self.state.sides[:2]):
            return "n"
        return "a" if unit.side == self.side else "b"


def sight_of(battle: Battle, user: User | AnonymousUser) -> Sight:
    """The battle as this user may see it."""
    return sight_at(battle, user, state_of(battle))


def sight_at(battle: Battle, user: User | AnonymousUser, state: State) -> Sight:
    """The same of an earlier, or imagined, state of the battle."""
    viewer = viewer_for(user, battle)
    return Sight(battle, user, viewer, known_to(state, Viewer(viewer)), state)
