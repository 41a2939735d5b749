"""One turn of a battle in three pictures for whoever comes by: played through the rulebook with faces laid down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.translation import gettext as _

from battles import board
from battles.board import Drawing
from battles.models import Battle
from battles.selectors import SPECTATOR
from rulebook.dice import LoadedDice
from rulebook.saga import apply, new_state
from rulebook.saga.actions import DeadlinePassed, PlayTurn
from rulebook.saga.board import Board, Cell, Size, parse_cell
from rulebook.saga.events import Event
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup
from rulebook.saga.state import Side, Span, State, Unit, Victory
from rulebook.saga.steps import Move, Strike
from turns.chronicle import lines_of
from turns.composer import Orders
from turns.outlook import outlook_of
from turns.scenes import reach_of, scene_of
from turns.sight import Sight
from turns.wording import language, names_in

WIDTH, HEIGHT = 8, 5
PLAYERS = ("north", "south")
TO = parse_cell("D3")
STEPS = (Move(TO), Strike("strength", "raider1"))
ANSWER = (Strike("break", "torvald"),)
FACE, ANSWERED = 41, 60


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, a heading and what happens in it, in the language in force when it was made."""

    drawing: Drawing
    title: str
    words: str


@cache
def frames(spoken: str) -> tuple[Frame, ...]:
    """Before the dice, after them, and the answer; always the same, so they are made once for each language."""
    with translation.override(spoken):
        before, _began = apply(new_state(_setup()), DeadlinePassed(at=1), LoadedDice())
        after, struck = apply(before, PlayTurn(PLAYERS[0], "torvald", STEPS, 2), LoadedDice(d100=[FACE]))
        answered, answer = apply(after, PlayTurn(PLAYERS[1], "raider1", ANSWER, 3), LoadedDice(d100=[ANSWERED]))
        return (
            Frame(_foreseen(before), _("Look first"), _forecast_words(before)),
            Frame(_drawn(after, last="torvald"), _("Then roll, once"), _told(after, struck)),
            Frame(_drawn(answered, last="raider1"), _("The next turn opens"), _told(answered, answer)),
        )


def _setup() -> Setup:
    names = ("torvald", "raider1", "aslaug", "raider2")
    return Setup(
        board=Board(WIDTH, HEIGHT, frozenset({parse_cell("C1"), parse_cell("F5")})),
        sides=(
            Side("north", _("The caravan"), Victory("defeat-all")),
            Side("south", _("The raiders"), Victory("defeat-all")),
        ),
        units=(
            _unit("torvald", _("Torvald"), PLAYERS[0], "B4", strength=13, armor=10),
            _unit("raider1", _("Raider %(number)s") % {"number": 1}, PLAYERS[1], "E3", strength=8, armor=10),
            _unit("aslaug", _("Aslaug"), PLAYERS[0], "A2", strength=9, armor=7),
            _unit("raider2", _("Raider %(number)s") % {"number": 2}, PLAYERS[1], "G4", strength=8, armor=6),
        ),
        opened=0,
        rules=TableRules(),
        deployment=False,
        order=names,
    )


def _unit(key: str, name: str, side: str, at: str, *, strength: int, armor: int) -> Unit:
    return Unit(
        id=key,
        name=name,
        side=side,
        player=side,
        at=parse_cell(at),
        size=Size(1, 1),
        strength=strength,
        max_strength=strength,
        armor=armor,
        max_armor=armor,
        willpower=3,
        max_willpower=4,
        exertion=2,
        reaction=5,
        break_=2,
        move=3,
        reach=Span(1, 1),
    )


def _sight(state: State) -> Sight:
    return Sight(Battle(), AnonymousUser(), SPECTATOR, state, state)


def _foreseen(state: State) -> Drawing:
    """The board as Torvald's player has it: where he can go, where he means to, whom he can reach from there."""
    scene = scene_of(_sight(state), acting="torvald")
    reach = reach_of(state, state.units["torvald"], Orders())
    return board.compose(scene, reach=reach, chosen=Cell(*TO), targets=["raider1"], picks=False, language=language())


def _drawn(state: State, *, last: str) -> Drawing:
    running = state.running.unit if state.running else ""
    return board.compose(scene_of(_sight(state), acting=running, last=last), picks=False, language=language())


def _forecast_words(state: State) -> str:
    unit = state.units["torvald"]
    outlook = outlook_of(_sight(state), unit, STEPS)
    assert outlook is not None
    data = {"unit": unit.name, "threshold": outlook.threshold, "chance": outlook.chance}
    first = _("%(unit)s needs under %(threshold)s on 1d100 (%(chance)s %%).") % data
    return " ".join([first, *outlook.lines])


def _told(state: State, events: tuple[Event, ...]) -> str:
    entries = [(number, event, False) for number, event in enumerate(events)]
    return " ".join(line.text for line in lines_of(entries, names_in(state)) if line.tone != "head")
