"""The director's corrections and a set-up's checks: POST-2, STAT-1 to STAT-3."""

from dataclasses import replace
from typing import Any

import pytest

from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.actions import Attribute, Correct
from rulebook.saga.board import Board, Cell, Size, Zone
from rulebook.saga.change import change
from rulebook.saga.events import UnitCorrected
from rulebook.saga.setup import Setup, new_state
from tests.rulebook.rounds import Round, moment


def correct(table: Round, attribute: Attribute, value: Any, *, unit: str = "b", at: float = 1) -> None:
    table.do(Correct(unit, attribute, value, "the notes say so", moment(at)))


@pytest.mark.parametrize(("attribute", "value"), [("strength", 7), ("armor", 0), ("willpower", 1), ("hero_points", 0)])
def test_post_2_the_director_sets_a_number_with_a_reason_on_the_record(attribute: Attribute, value: int) -> None:
    table = Round("abcd")
    before = getattr(table.state.units["b"], attribute)
    correct(table, attribute, value)
    assert getattr(table.state.units["b"], attribute) == value
    assert table.told == (UnitCorrected(moment(1), "b", attribute, before, value, "the notes say so"),)


def test_post_2_not_without_a_reason() -> None:
    assert Round("abcd").refusal(Correct("b", "armor", 0, "  ", 1)) == "no-reason"


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("strength", 21), ("armor", -1), ("willpower", 4), ("willpower", True), ("armor", "0"), ("reaction", 3)],
)
def test_post_2_within_the_bounds(attribute: Any, value: Any) -> None:
    assert Round("abcd").refusal(Correct("b", attribute, value, "why not", 1)) == "bad-value"


def test_post_2_a_unit_can_be_moved_to_a_free_cell() -> None:
    table = Round("abcd")
    correct(table, "strength", 0, unit="c")
    correct(table, "at", Cell(2, 0))
    assert table.state.units["b"].at == Cell(2, 0)
    assert table.state.occupied[Cell(2, 0)] == "b" and Cell(1, 0) not in table.state.occupied
    assert table.refusal(Correct("b", "at", Cell(0, 0), "no", moment(2))) == "blocked"
    assert table.refusal(Correct("c", "at", Cell(1, 0), "no", moment(2))) == "defeated"


def test_post_2_strength_of_0_or_below_is_a_defeat() -> None:
    table = Round("abcd")
    correct(table, "strength", -2, unit="a")
    assert table.state.units["a"].defeated
    assert table.current == "b"
    assert table.state.fallen[0].by == ""
    correct(table, "strength", -4, unit="a", at=2)
    assert table.state.units["a"].strength == -4
    assert table.refusal(Correct("a", "strength", 1, "up again", moment(3))) == "defeated"


def test_a_correction_may_end_the_battle() -> None:
    table = Round("ab", victory="defeat-all")
    correct(table, "strength", 0)
    assert table.state.outcome is not None and table.state.outcome.winner == "east"
    assert table.refusal(actions.PauseBattle(moment(2))) == "already-over"


SETUP = Round("abcd").setup


@pytest.mark.parametrize(
    "broken",
    [
        replace(SETUP, units=(*SETUP.units, SETUP.units[0])),
        replace(SETUP, sides=SETUP.sides[:1]),
        replace(SETUP, order=("a", "zoe")),
        replace(SETUP, board=Board(0, 1)),
        replace(SETUP, board=Board(3, 1)),
        replace(SETUP, board=Board(4, 1, frozenset({Cell(0, 0)}))),
        replace(SETUP, units=tuple(change(unit, at=Cell(0, 0)) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, at=None) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, at=None) for unit in SETUP.units), deployment=True),
        replace(SETUP, units=tuple(change(unit, hidden=True) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, strength=99) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, willpower=-1) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, move=-1) for unit in SETUP.units)),
        replace(SETUP, units=tuple(change(unit, size=Size(2, 2)) for unit in SETUP.units)),
    ],
    ids=range(14),
)
def test_a_set_up_that_cannot_be_played_is_refused(broken: Setup) -> None:
    with pytest.raises(Refused) as refused:
        new_state(broken)
    assert refused.value.code == "bad-setup"


def test_depl_3_zones_of_two_sides_share_no_cell() -> None:
    """Where one's unit could not be placed would tell where the other's stands."""
    shared = frozenset({Cell(0, 0)})
    board = Board(4, 1, zones=(Zone("east", "E", "blue", shared), Zone("west", "W", "red", shared)))
    with pytest.raises(Refused):
        new_state(replace(SETUP, board=board))


def test_an_ability_that_is_not_built_is_refused() -> None:
    units = tuple(change(unit, abilities={"soul-bond": 1}) for unit in SETUP.units)
    with pytest.raises(Refused) as refused:
        new_state(replace(SETUP, units=units))
    assert refused.value.code == "unknown-ability"
