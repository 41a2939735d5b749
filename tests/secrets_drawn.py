"""What is hidden, drawn from a seed for each of two worlds that are alike in everything else.

In `tests.secrets_told` everything hidden is told in two ways that never change. Here dice decide what is told in each
world, how, how long, and whether at all where that is hidden too; the game around it is of `tests.drawn_games`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from accounts.models import User
from battles.selectors import legal_for
from battles.services import create_battle
from battles.services import save_draft as save_battle_draft
from characters.models import Character
from characters.services import save_draft as save_sheet
from rulebook.saga.board import Cell
from rulebook.saga.deployment import Placement
from rulebook.saga.state import DIRECTOR, Alternative, Condition, Order
from rulebook.saga.steps import UseAbility
from story.models import StoryFrame
from story.services import Words, edit_post, save_draft, vote
from tests import arena, secrets_below
from tests.arena import HOUR, SIZE, fresh
from tests.company import wish
from tests.drawn_games import Game, codes_from, deploy, go_on, play_on, play_one, plays_on, turn_of, words
from tests.secrets_told import CARLAS, DIRECTORS, ORDERS, RAIN, Table, part
from tests.storytelling import loaded, written
from turns import services as turns

TOLD_AT_ALL = 0.75


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


def tell(table: Table, game: Game, second: bool, at: datetime) -> list[str]:
    """Everything hidden, drawn for this world, and then what happens in both. What was told comes back."""
    world = "two" if second else "one"
    told = []
    for secret in SECRETS:
        dice = game.dice(world, secret.__name__)
        if secret in ALWAYS or dice.random() < TOLD_AT_ALL:
            told.append(f"{secret.__name__}: {secret(Told(table, game, dice, at))}")
    part(table, at)
    go_on(table, game, at)
    return told


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
    if plays_on(told.game) or not told.carla_waits:
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
    play_one(battle, told.carla, "carla", (step,), "trap", told.at)
    return step


def deployment(told: Told) -> object:
    """Where Carla's unit stands in turn 0."""
    cell = Cell(told.dice.randrange(SIZE), told.dice.choice((SIZE - 2, SIZE - 1)))
    deploy(told.table, "carla", Placement("carla", cell), told.at)
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
