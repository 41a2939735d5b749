"""A dungeon game as one reader sees it: what they may know, whom they play, what the page is about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Literal

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from battles.dungeon_map.seen import entry, model_name
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import SPECTATOR, player_id, state_of, viewer_for
from campaign.selectors import is_director
from rulebook.dungeon import view, waits
from rulebook.dungeon.knowledge import Viewer, known_to
from rulebook.dungeon.overlord import activation
from rulebook.dungeon.state import DIRECTOR, Model, State
from rulebook.dungeon.steps import OVERLORD
from rulebook.dungeon.view import GameView, ModelView
from rulebook.dungeon.waits import Wait, WaitKind
from rulebook.errors import Refused
from turns.wording import language

Mode = Literal["over", "deploy", "strike", "turn", "window", "overlord", "paused", "late", "wait", "watch"]


@dataclass(frozen=True)
class Sight:
    """One reader's game. `seen` and `known` hold only what they may know; `whole` answers what waits for them."""

    battle: Battle
    user: User | AnonymousUser
    viewer: str
    seen: GameView
    known: State
    whole: State

    @cached_property
    def directs(self) -> bool:
        """May the reader run this game? They may do so and still look at it as a player."""
        return is_director(self.user, self.battle.campaign)

    @property
    def watches(self) -> bool:
        """Has the reader no part in it?"""
        return not self.directs and self.seen["chair"] == "spectator"

    @cached_property
    def player(self) -> str:
        """The reader's id as a player."""
        return player_id(self.user) if isinstance(self.user, User) else SPECTATOR

    @cached_property
    def language(self) -> str:
        """The language in force."""
        return language()

    @cached_property
    def models(self) -> dict[str, ModelView]:
        """Every model that is laid, by its id."""
        return {model["id"]: model for model in self.seen["models"]}

    @cached_property
    def mine(self) -> tuple[Model, ...]:
        """The reader's own heroes, in their listed order."""
        return tuple(model for model in self.known.models.values() if model.is_hero and model.player == self.player)

    @cached_property
    def plays_overlord(self) -> bool:
        """Is the reader the Overlord, or the director who plays him?"""
        if self.known.automatic:
            return False
        return self.known.overlord == self.player or (self.known.overlord == DIRECTOR and self.directs)

    def name(self, key: str) -> str:
        """What a model, door, chest, item, spell, feat or card is called."""
        if key in self.models:
            return model_name(self.models[key], self.language)
        kind = key.split("-")[0]
        if kind in ("door", "chest"):
            return f"{entry(kind, self.language)} {key.removeprefix(kind + '-').replace('-', ',')}"
        return entry(key, self.language)

    # --- what waits for the reader

    @cached_property
    def waits(self) -> tuple[Wait, ...]:
        """Everything that is waited for from this reader, as a player or as who directs."""
        own = {self.player, DIRECTOR} if self.directs else {self.player}
        return tuple(wait for wait in waits(self.whole) if wait.who in own)

    def waiting(self, *kinds: WaitKind) -> tuple[Wait, ...]:
        """Those of these kinds."""
        return tuple(wait for wait in self.waits if wait.kind in kinds)

    @cached_property
    def ready(self) -> dict[str, Wait]:
        """The heroes that the reader may play at this moment, each with its wait: in turn, late, or as director."""
        open_turn = self.known.running is not None
        ready = {wait.unit: wait for wait in self.waiting("turn", "director") if self.known.phase == "heroes"}
        if self.known.phase == "heroes" and not open_turn and self.known.pending is None:
            ready |= {wait.unit: wait for wait in self.waiting("late") if wait.unit not in ready}
        if self.known.paused is not None:
            ready = {unit: wait for unit, wait in ready.items() if self.directs and wait.who == DIRECTOR}
        return ready

    def acting(self, wanted: str = "") -> Model | None:
        """The hero that the composer is for: the one whose turn is open, the one asked for, else the first."""
        running = self.known.running
        if running is not None and running.unit in self.ready:
            return self.known.models[running.unit]
        if wanted in self.ready:
            return self.known.models[wanted]
        order = sorted(self.ready, key=lambda unit: self.ready[unit].kind == "late")
        return self.known.models[order[0]] if order else None

    @property
    def commands(self) -> bool:
        """Is it the reader's to act as the Overlord now, in his turn or in a window?"""
        waiting = self.waiting("overlord", "window")
        return bool(waiting) and (self.known.paused is None or self.directs)

    def commanded(self, wanted: str = "") -> Model | None:
        """The Overlord's model that the console is for: the one that is acting, else the one asked for."""
        running = self.known.running
        unit = running.unit if running is not None else wanted
        model = self.known.models.get(unit)
        if model is None or model.side != "overlord" or not model.on_board:
            return None
        return model if running is not None or self.may_begin(model) else None

    def may_begin(self, model: Model) -> bool:
        """May the Overlord activate this model now, by an order, a card or an interrupt?"""
        try:
            activation(self.known, model)
        except Refused:
            return False
        return True

    @property
    def asked(self) -> Wait | None:
        """The free strike that the reader is asked about."""
        return next(iter(self.waiting("strike")), None)

    @property
    def offered(self) -> Wait | None:
        """The trade that the reader is offered."""
        return next(iter(self.waiting("trade")), None)

    def mode(self) -> Mode:
        """What the page is about for this reader."""
        if self.known.phase == "over":
            return "over"
        if self.known.phase == "setup":
            return "deploy"
        if self.asked is not None:
            return "strike"
        if self.commands:
            return "window" if self.known.phase == "window" else "overlord"
        if any(wait.kind != "late" for wait in self.ready.values()):
            return "turn"
        if self.known.paused is not None:
            return "paused"
        if self.ready:
            return "late"
        return "watch" if self.watches else "wait"

    @cached_property
    def due(self) -> datetime | None:
        """When the clock that runs now is due; None where none runs."""
        clock = self.seen["clock"]
        due = clock["due"] if clock is not None else None
        return to_datetime(due) if due is not None else None

    def plannable(self) -> tuple[Model, ...]:
        """The reader's heroes for which an early turn may be left or changed, also to be played after others."""
        if self.known.phase in ("setup", "over"):
            return ()
        running = self.known.running.unit if self.known.running else ""
        return tuple(hero for hero in self.mine if hero.on_board and not hero.taken_over and hero.id != running)


def sight_of(battle: Battle, user: User | AnonymousUser) -> Sight:
    """The game as this user may see it."""
    return sight_at(battle, user, state_of(battle))


def sight_at(battle: Battle, user: User | AnonymousUser, state: State) -> Sight:
    """The same of an earlier, or imagined, state of the game."""
    viewer = viewer_for(user, battle)
    known = known_to(state, Viewer(viewer))
    return Sight(battle, user, viewer, view(state, Viewer(viewer)), known, state)


__all__ = ["OVERLORD", "Mode", "Sight", "sight_at", "sight_of"]
