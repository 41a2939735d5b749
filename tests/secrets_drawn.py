"""Games drawn from a seed: first what everybody knows, then two worlds that differ in what is hidden alone.

In `tests.secrets_told` everything hidden is told in two ways that never change. Here dice decide what happens before,
what is told in each world, how, how long, whether at all where that is hidden too, and what happens after it.
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
from battles.services import create_battle
from battles.services import save_draft as save_battle_draft
from characters.models import Character
from characters.services import save_draft as save_sheet
from rulebook.saga.board import Cell
from rulebook.saga.deployment import Placement
from rulebook.saga.state import DIRECTOR, Alternative, Condition, Order
from rulebook.saga.steps import End, Rest, UseAbility
from story.models import Post, StoryFrame, new_code
from story.services import Question, Words, edit_post, mark_read, open_frame, save_draft, vote
from tests import arena, secrets_below
from tests.arena import HOUR, SECOND, SIZE, fresh
from tests.company import wish
from tests.reliability.figures import SOAK
from tests.secrets_told import CARLAS, DIRECTORS, ORDERS, RAIN, Table, part
from tests.storytelling import loaded, written
from turns import services as turns

SEED = int(os.environ.get("SKALD_SEED") or (SystemRandom().randrange(10**6) if SOAK else 20261130))
"""What the games are drawn from; SKALD_SEED repeats them."""
TOLD_AT_ALL = 0.75
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


# --- what everybody knows


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
        _deploy(table, "bob", Placement("hild", cell), at)
    _visit(table, dice, at)
    table.further = {
        "frame": [frame.code],
        "post": [code_of(game.dice("codes", name), new_code) for name in HIDDEN_POSTS],
        "code": [code_of(game.dice("codes", name), new_battle_code) for name in ("ambush", "second draft")],
        "character_id": [table.campaign.characters.latest("pk").pk + 1],
    }


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


def _deploy(table: Table, player: str, place: Placement, at: datetime) -> None:
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
        _play(battle, people.get(unit, people["alice"]), unit, turn_of(battle, unit, dice), f"{to_ms(at)}-{number}", at)


def rest_on(battle: Battle, people: Mapping[str, User], at: datetime, count: int) -> None:
    """So many turns in which nobody moves, so that nobody walks into what he does not see."""
    for number in range(count):
        unit = arena.whose_turn(battle)
        _play(battle, people.get(unit, people["alice"]), unit, (Rest(),), f"rest-{number}", at)


def _play(battle: Battle, player: User, unit: str, steps: Sequence[Any], key: str, at: datetime) -> None:
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


# --- what is hidden


@dataclass(frozen=True)
class Told:
    """A world in the telling: `dice` are its own for each secret, `game` those that both worlds share."""

    table: Table
    game: Game
    dice: Random
    at: datetime

    @property
    def earlier(self) -> datetime:
        """When the new posts come, of which nobody may write many in a minute."""
        return self.at - HOUR / 2

    @property
    def carla(self) -> User:
        return self.table.people["carla"]

    @property
    def alice(self) -> User:
        return self.table.people["alice"]

    @property
    def carla_stands(self) -> bool:
        """Public: may anything be said for Carla's unit in the running battle?"""
        now = arena.state(self.table.running)
        return now.phase == "running" and now.units["carla"].standing

    @property
    def carla_waits(self) -> bool:
        """Public: has Carla's unit a turn to come, so that an early turn may be left?"""
        place = arena.state(self.table.running).place("carla")
        return self.carla_stands and place is not None and place.status == "waiting"

    @property
    def plays_on(self) -> bool:
        """Public: the running battle goes on afterwards. Then nobody leaves an early turn: it would be played."""
        return self.game.dice("plays on").random() < 0.5


def tell(table: Table, game: Game, second: bool, at: datetime) -> list[str]:
    """Everything hidden, drawn for this world, and then what happens in both. What was told comes back."""
    world = "two" if second else "one"
    told = []
    for secret in SECRETS:
        dice = game.dice(world, secret.__name__)
        if secret in ALWAYS or dice.random() < TOLD_AT_ALL:
            told.append(f"{secret.__name__}: {secret(Told(table, game, dice, at))}")
    part(table, at)
    _go_on(Told(table, game, game.dice("after"), at))
    return told


def _go_on(told: Told) -> None:
    """What everybody sees afterwards, alike in both worlds."""
    table, dice, at = told.table, told.dice, told.at
    rest_on(table.trapped, table.people, at, dice.randint(0, 4))
    if told.plays_on:
        play_on(table.running, table.people, dice, at + SECOND, dice.randint(1, 4))
    _write(table, dice, at, "after")
    secrets_below.go_on(table.below, table.people, dice, at)


def scout(told: Told) -> object:
    """The director sets the hidden scout's figures."""
    if arena.state(told.table.running).phase != "running":
        return None
    given = [(told.dice.choice(("strength", "armor", "willpower")), told.dice.randint(1, 4)) for _n in range(3)]
    for attribute, value in given:
        set_figure(told.table, attribute, value, words(told.dice, DIRECTORS), told.at)
    return given


def set_figure(table: Table, attribute: str, value: int, reason: str, at: datetime) -> None:
    """One of the scout's figures, set by the director."""
    turns.correct(
        battle_id=table.running.pk,
        director=table.people["alice"],
        unit="scout",
        attribute=attribute,  # type: ignore[arg-type]
        value=value,
        reason=reason,
        at=at,
    )


def ambush(told: Told) -> object:
    """A battle in which more or fewer hidden units wait; everybody sees that it goes on."""
    bob, dice = told.table.people["bob"], told.dice
    figures = [(dice.randint(1, 12), dice.randint(0, 9)) for _n in range(dice.randint(0, 4))]
    hidden = [
        arena.fighter(f"{DIRECTORS}{n}", DIRECTOR, "south", None, hidden=True, strength=strength, armor=armor)
        for n, (strength, armor) in enumerate(figures)
    ]
    units = arena.line_up([bob, told.carla], director_units=2)
    codes = told.game.dice("codes", "ambush")
    with codes_from(codes):
        battle = arena.start(told.table.campaign, [*units, *hidden], at=told.at, rules=ORDERS)
    play_on(battle, told.table.people, told.game.dice("ambush"), told.at, 3)
    return figures


def early_turn(told: Told) -> object:
    """Carla's early turn: its alternatives, their conditions, its words."""
    if told.plays_on or not told.carla_waits:
        return None
    running, dice = told.table.running, told.dice
    given = [Alternative(tuple(turn_of(running, "carla", dice)), _conditions(dice)) for _n in range(dice.randint(1, 3))]
    said = words(dice, CARLAS)
    turns.leave_early_turn(
        battle_id=running.pk, unit="carla", player=told.carla, text=said, alternatives=given, at=told.at
    )
    if dice.random() < 0.2:
        turns.withdraw_early_turn(battle_id=running.pk, unit="carla", player=told.carla, at=told.at)
    return given, said


def _conditions(dice: Random) -> tuple[Condition, ...]:
    known = (
        Condition("standing", unit="bob"),
        Condition("down", unit="dredge1"),
        Condition("free", cell=Cell(dice.randrange(SIZE), dice.randrange(SIZE))),
        Condition("strength", least=dice.randint(1, 10)),
    )
    return tuple(dice.sample(known, dice.randint(0, 2)))


def _orders(dice: Random) -> tuple[Order, ...]:
    deeds = dice.sample(("hold", "rest", "strike", "break"), dice.randint(1, 3))
    return tuple(
        Order(deed) if dice.random() < 0.5 else Order(deed, "strength-below", dice.randint(1, 9))  # type: ignore[arg-type]
        for deed in deeds
    )


def standing_orders(told: Told) -> object:
    """Carla's orders for this battle, which she may take back."""
    if not told.carla_stands:
        return None
    given, running = _orders(told.dice), told.table.running.pk
    turns.give_orders(battle_id=running, unit="carla", player=told.carla, orders=given, at=told.at)
    if told.dice.random() < 0.2:
        turns.drop_orders(battle_id=running, unit="carla", player=told.carla, at=told.at)
    return given


def lasting_orders(told: Told) -> object:
    """Carla's orders on the sheet."""
    given = _orders(told.dice)
    eyra = told.table.campaign.characters.get(player=told.carla, status=Character.Status.ACTIVE)
    turns.write_lasting_orders(character_id=eyra.pk, player=told.carla, orders=given, at=told.at)
    return given


def drafts_of_turns(told: Told) -> object:
    """What Carla and the director have written and not sent, in tabs that parted."""
    said = [words(told.dice, CARLAS) for _n in range(told.dice.randint(1, 3))]
    for text in said:
        cell = f"{told.dice.choice('ABCDEFGH')}{told.dice.randint(1, 8)}"
        turns.save_draft(
            battle=told.table.running,
            user=told.carla,
            unit="carla",
            text=text,
            plan={"to": cell},
            revision=0,
            at=told.at,
        )
    turns.save_draft(
        battle=told.table.running,
        user=told.alice,
        unit="dredge1",
        text=words(told.dice, DIRECTORS),
        plan={},
        revision=0,
        at=told.at,
    )
    return said


def trap(told: Told) -> object:
    """Where the archer's arrows wait."""
    battle = told.table.trapped
    legal = [step for step in legal_for(fresh(battle), "carla") if isinstance(step, UseAbility) and step.name == RAIN]
    step = told.dice.choice(legal)
    _play(battle, told.carla, "carla", (step,), "trap", told.at)
    return step


def deployment(told: Told) -> object:
    """Where Carla's unit stands in turn 0."""
    cell = Cell(told.dice.randrange(SIZE), told.dice.choice((SIZE - 2, SIZE - 1)))
    _deploy(told.table, "carla", Placement("carla", cell), told.at)
    return cell


def drafts_of_battles(told: Told) -> object:
    """The battle that is being prepared, and perhaps another one."""
    said, battle = words(told.dice, DIRECTORS), told.table.drafted
    fields = battle.draft["fields"] | {"intro": [said]}
    save_battle_draft(battle_id=battle.pk, fields=fields, revision=1, by=told.alice, at=told.at)
    if told.dice.random() < 0.5:
        with codes_from(told.game.dice("codes", "second draft")):
            create_battle(campaign=told.table.campaign, by=told.alice, name=said[:80], at=told.at)
    return said


def _passages(dice: Random) -> str:
    """None, or some, for Carla's character or the director, in the line or between paragraphs."""
    names = [dice.choice(("private=Eyra", "director")) for _n in range(dice.randint(0, 3))]
    return "".join(f" [{name}]{words(dice, CARLAS)}[/{name.partition('=')[0]}]" for name in names)


def passages(told: Told) -> object:
    """An edit, of which nothing shows outside of the passages: not even whether there are any."""
    said, post = f"Fog.{_passages(told.dice)} Snow.", told.table.partly
    note = _passages(told.dice).strip()
    edit_post(post=post, by=told.alice, words=Words(said, note=note), version=post.version, at=told.at)
    return said, note


def new_passages(told: Told) -> object:
    """A post for everybody, with passages that are not."""
    said = f"Sleet.{_passages(told.dice)} Hail.{_passages(told.dice)}"
    with codes_from(told.game.dice("codes", "new passages")):
        written(told.table.scene, told.alice, said, at=told.earlier, key="new passages")
    return said


def secret_roll(told: Told) -> object:
    """A roll whose result only the director sees."""
    face = told.dice.randint(1, 6)
    with codes_from(told.game.dice("codes", "secret roll")):
        said = "It scratches. [secretroll 1d6 the door]"
        written(told.table.scene, told.alice, said, at=told.earlier, key="secret roll", dice=loaded(d6=[face]))
    return face


def whisper(told: Told) -> object:
    """What was said to Eyra and to somebody who has left since."""
    said, post = words(told.dice, CARLAS), told.table.whispered
    text = Words(f"Ice. [private=Eyra, Sigrid]{said}[/private] Thaw.")
    edit_post(post=post, by=told.alice, words=text, version=post.version, at=told.at)
    return said


def answer(told: Told) -> object:
    """Carla's words to the director."""
    said, post = words(told.dice, CARLAS), told.table.asked
    edit_post(post=post, by=told.carla, words=Words(said, to="director"), version=post.version, at=told.at)
    return said


def question(told: Told) -> object:
    """Another post that is there for Carla and the director alone."""
    said = words(told.dice, CARLAS)
    with codes_from(told.game.dice("codes", "question")):
        written(told.table.scene, told.carla, said, at=told.earlier, key="question", to="director")
    return said


def reply(told: Told) -> object:
    """The director's word to Carla alone, with a roll."""
    said, face = words(told.dice, CARLAS), told.dice.randint(1, 6)
    about: Mapping[str, Any] = {"to": "chosen", "readers": (told.carla.pk,), "dice": loaded(d6=[face])}
    with codes_from(told.game.dice("codes", "reply")):
        written(told.table.scene, told.alice, f"{said} [roll 1d6]", at=told.earlier, key="reply", **about)
    return said, face


def drafts_of_posts(told: Told) -> object:
    """What Carla has written in the scene and not sent."""
    said = words(told.dice, CARLAS)
    save_draft(scene=told.table.scene, user=told.carla, body=said, note=said, choices={}, revision=0, at=told.at)
    return said


def ballot(told: Told) -> object:
    """What Carla votes for; that she has voted everybody sees."""
    option = told.dice.randint(1, 3)
    frame = StoryFrame.objects.get(post__scene=told.table.scene)
    vote(frame=frame, player=told.carla, option=option, at=told.at)
    return option


def notes(told: Told) -> object:
    """Carla's notes on her character."""
    said = words(told.dice, CARLAS)
    Character.objects.filter(player=told.carla).update(private_notes=said)
    return said


def sheet(told: Told) -> object:
    """A character in the making, which only its player sees."""
    said = words(told.dice, CARLAS)[:40]
    save_sheet(campaign=told.table.campaign, player=told.carla, proposal=wish(told.table.campaign, name=said))
    return said


def below(told: Told) -> object:
    """What waits behind the doors of an adventure."""
    return secrets_below.begin(told.table.below, told.carla, told.dice, told.at)


SECRETS: tuple[Callable[[Told], object], ...] = (
    scout,
    ambush,
    early_turn,
    standing_orders,
    lasting_orders,
    drafts_of_turns,
    trap,
    deployment,
    drafts_of_battles,
    passages,
    new_passages,
    secret_roll,
    whisper,
    answer,
    question,
    reply,
    drafts_of_posts,
    ballot,
    notes,
    sheet,
    below,
)
ALWAYS = (ambush, trap, new_passages, secret_roll, ballot, below)
"""Everybody sees that there is something; what it is is hidden."""
HIDDEN_POSTS = ("question", "reply", "new passages")
