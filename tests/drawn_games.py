"""Games drawn from a seed, as far as everybody sees them: what happens before anything hidden is told, and after it.

Two worlds that differ in what is hidden alone have the same game (`tests.secrets_drawn`).
"""

from __future__ import annotations

import os
import secrets
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random, SystemRandom
from typing import Any
from unittest import mock

from accounts.models import User
from battles.models import Battle
from battles.models import new_code as new_battle_code
from battles.moments import to_ms
from battles.selectors import legal_for
from rulebook.saga.board import Cell
from rulebook.saga.deployment import Placement
from rulebook.saga.steps import End, Rest
from story.models import Post, StoryFrame, new_code
from story.services import Question, Words, mark_read, open_frame, vote
from tests import arena, secrets_below
from tests.arena import HOUR, SECOND, SIZE, fresh
from tests.reliability.figures import SOAK
from tests.secrets_told import Table
from tests.storytelling import written
from turns import services as turns

SEED = int(os.environ.get("SKALD_SEED") or (SystemRandom().randrange(10**6) if SOAK else 20261130))
"""What the games are drawn from; SKALD_SEED repeats them."""
HIDDEN_POSTS = ("question", "reply", "new passages")
"""Posts that are told later, in one world or both: their addresses are looked at in any case."""
PUBLIC = ("Rain.", "A raven.", "Nobody speaks.", "We wait for the ferry.\n\nIt does not come.")


@dataclass(frozen=True)
class Game:
    """One game of a seed. Dice of the same name fall alike, whatever else was thrown."""

    seed: int
    number: int

    def dice(self, *names: object) -> Random:
        return Random("/".join(map(str, (self.seed, self.number, *names))))


@contextmanager
def codes_from(dice: Random) -> Iterator[None]:
    """Addresses that would be new in each world are the same in both."""
    with (
        mock.patch.object(secrets, "token_hex", lambda count=16: dice.randbytes(count).hex()),
        mock.patch.object(secrets, "token_bytes", lambda count=32: dice.randbytes(count)),
        mock.patch.object(secrets, "choice", dice.choice),
    ):
        yield


def code_of(dice: Random, new: Callable[[], str]) -> str:
    """The code that the first thing gets for which these dice draw codes."""
    with codes_from(dice):
        return new()


def words(dice: Random, known: str) -> str:
    """A hidden word and up to thirty more."""
    more = ("".join(dice.choices(string.ascii_lowercase, k=dice.randint(1, 9))) for _n in range(dice.randint(0, 30)))
    return " ".join([known, *more])


def happen(table: Table, game: Game, at: datetime) -> None:
    """Before anything hidden is told: turns, posts, a vote that is called, a unit that Bob places."""
    dice = game.dice("before")
    _give_dice(table, dice)
    play_on(table.running, table.people, dice, at, dice.randint(0, 8))
    _write(table, dice, at - HOUR, "before")
    question = Question("Which way?", ("North", "South", "Back"), at + timedelta(days=3), StoryFrame.Ballot.SEALED)
    frame = open_frame(
        scene=table.scene, by=table.people["alice"], question=question, words=Words("?"), key="f", at=at - HOUR
    )
    if dice.random() < 0.5:
        vote(frame=frame, player=table.people["bob"], option=dice.randint(1, 3), at=at)
    if dice.random() < 0.5:
        cell = Cell(dice.randrange(SIZE), dice.randrange(2))
        deploy(table, "bob", Placement("hild", cell), at)
    _visit(table, dice, at)
    table.further = {
        "frame": [frame.code],
        "post": [code_of(game.dice("codes", name), new_code) for name in HIDDEN_POSTS],
        "code": [code_of(game.dice("codes", name), new_battle_code) for name in ("ambush", "second draft")],
        "character_id": [table.campaign.characters.latest("pk").pk + 1],
    }


def go_on(table: Table, game: Game, at: datetime) -> None:
    """What everybody sees after everything hidden is told, alike in both worlds."""
    dice = game.dice("after")
    rest_on(table.trapped, table.people, at, dice.randint(0, 4))
    if plays_on(game):
        play_on(table.running, table.people, dice, at + SECOND, dice.randint(1, 4))
    _write(table, dice, at, "after")
    secrets_below.go_on(table.below, table.people, dice, at)


def plays_on(game: Game) -> bool:
    """Does the running battle go on afterwards? Then nobody leaves an early turn: it would be played."""
    return game.dice("plays on").random() < 0.5


def _visit(table: Table, dice: Random, at: datetime) -> None:
    """Some have looked at all of it before."""
    for name in dice.sample(("bob", "sam", "zoe"), dice.randint(0, 3)):
        for battle in map(fresh, (table.running, table.trapped, table.deploying)):
            turns.mark_visit(battle=battle, user=table.people[name], last_event=battle.version, at=at)
        last = Post.objects.filter(scene=table.scene).latest("position").position
        mark_read(scene=table.scene, user=table.people[name], position=last, at=at)


def _give_dice(table: Table, dice: Random) -> None:
    for battle in (*table.battles, table.below):
        Battle.objects.filter(pk=battle.pk).update(seed=dice.randbytes(32))


def deploy(table: Table, player: str, place: Placement, at: datetime) -> None:
    """One unit placed in turn 0."""
    turns.deploy(battle_id=table.deploying.pk, player=table.people[player], placements=(place,), at=at)


def _write(table: Table, dice: Random, at: datetime, when: str) -> None:
    for number in range(dice.randint(0, 3)):
        author = table.people[dice.choice(("alice", "bob", "carla"))]
        with codes_from(dice):
            written(table.scene, author, dice.choice(PUBLIC), at=at, key=f"{when}-{number}")


def play_on(battle: Battle, people: Mapping[str, User], dice: Random, at: datetime, count: int) -> None:
    """So many turns of whoever's turn it is, each drawn from what is legal."""
    for number in range(count):
        running = arena.state(battle).running
        if running is None:
            return
        unit = running.unit
        play_one(
            battle, people.get(unit, people["alice"]), unit, turn_of(battle, unit, dice), f"{to_ms(at)}-{number}", at
        )


def rest_on(battle: Battle, people: Mapping[str, User], at: datetime, count: int) -> None:
    """So many turns in which nobody moves, so that nobody walks into what he does not see."""
    for number in range(count):
        unit = arena.whose_turn(battle)
        play_one(battle, people.get(unit, people["alice"]), unit, (Rest(),), f"rest-{number}", at)


def play_one(battle: Battle, player: User, unit: str, steps: Sequence[Any], key: str, at: datetime) -> None:
    """One turn, sent once."""
    turns.play_turn(
        battle_id=battle.pk,
        unit=unit,
        player=player,
        steps=tuple(steps),
        text="On.",
        version=None,
        key=f"{battle.pk}-{key}-{unit}",
        received_at=at,
    )


def turn_of(battle: Battle, unit: str, dice: Random) -> list[Any]:
    """A legal turn, step by step; a walk, a blow and the rest are equally likely."""
    steps: list[Any] = []
    while not steps or not isinstance(steps[-1], (Rest, End)):
        kinds: dict[str, list[Any]] = {}
        for step in legal_for(fresh(battle), unit, steps):
            kinds.setdefault(step.kind, []).append(step)
        if not kinds:
            break
        steps.append(dice.choice(kinds[dice.choice(sorted(kinds))]))
    return steps
