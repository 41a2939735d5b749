"""Turn 0: DEPL-0 to DEPL-4, and hidden units on the board (DEPL-6)."""

from typing import Any

import pytest

from rulebook.dice import LoadedDice, SeededDice
from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.actions import Deploy, Placement
from rulebook.saga.board import Board, Cell, Size, Zone, parse_cell
from rulebook.saga.deployment import spots, widened
from rulebook.saga.events import DeploymentEnded, UnitPlacedAtRandom
from rulebook.saga.resolve import apply
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Side, Span, State, Unit
from rulebook.saga.waits import waits
from tests.rulebook.rounds import HOUR, moment

SOUTH = frozenset(Cell(x, y) for x in range(6) for y in (4, 5))
NORTH = frozenset(Cell(x, y) for x in range(6) for y in (0, 1))
BOARD = Board(6, 6, frozenset({Cell(0, 5)}), (Zone("south", "S", "blue", SOUTH), Zone("north", "N", "red", NORTH)))


def unit(name: str, player: str, side: str, **figures: Any) -> Unit:
    given: dict[str, Any] = {"at": None, "size": Size(1, 1), "reaction": 5} | figures
    return Unit(
        id=name,
        name=name,
        side=side,
        player=player,
        strength=10,
        max_strength=10,
        armor=8,
        max_armor=8,
        willpower=3,
        max_willpower=3,
        exertion=1,
        break_=1,
        move=3,
        reach=Span(1, 1),
        **given,
    )


TEAMS = (
    unit("a", "ana", "south"),
    unit("b", "beto", "south", size=Size(2, 2)),
    unit("c", "carla", "north", size=Size(1, 2)),
)


def opened(*units: Unit, rules: TableRules | None = None) -> State:
    sides = (Side("south", "South"), Side("north", "North"))
    return new_state(Setup(BOARD, sides, units or TEAMS, opened=0, rules=rules or TableRules()))


def dice() -> SeededDice:
    return SeededDice(b"turn 0")


def deploy(state: State, player: str, at: float = 1, **places: str) -> State:
    placed = tuple(Placement(name, parse_cell(cell)) for name, cell in places.items())
    return apply(state, Deploy(player, placed, moment(at)), dice())[0]


def refusal(state: State, player: str, *placements: Placement, at: float = 1) -> str:
    with pytest.raises(Refused) as refused:
        apply(state, Deploy(player, placements, moment(at)), dice())
    return refused.value.code


def test_depl_0_turn_0_ends_when_all_have_deployed_and_initiative_follows() -> None:
    state = deploy(deploy(opened(), "ana", a="A5"), "beto", b="B5")
    assert state.phase == "deployment"
    state = deploy(state, "carla", c="C1", at=3)
    assert (state.phase, state.round) == ("running", 1)
    assert state.running is not None and state.running.opened == moment(3)
    assert sorted(place.unit for place in state.places) == ["a", "b", "c"]


def test_depl_0_turn_0_ends_at_its_deadline() -> None:
    state, events = apply(opened(), actions.DeadlinePassed(moment(30)), dice())
    ended = next(event for event in events if isinstance(event, DeploymentEnded))
    assert (ended.at, ended.by_deadline) == (moment(24), True)
    assert state.running is not None and state.running.due == moment(48)


def test_depl_0_with_nothing_to_place_it_ends_at_once() -> None:
    units = (unit("a", "ana", "south", at=Cell(1, 4)), unit("g", DIRECTOR, "north", at=Cell(1, 1)))
    state, _ = apply(opened(*units), actions.DeadlinePassed(0), dice())
    assert (state.phase, state.round) == ("running", 1)


def test_depl_1_units_are_placed_freely_in_the_zone() -> None:
    state = deploy(opened(), "beto", b="E5")
    assert state.units["b"].cells == tuple(map(parse_cell, ("E5", "F5", "E6", "F6")))


def test_depl_1_some_now_and_some_later() -> None:
    units = (unit("a", "ana", "south"), unit("d", "ana", "south"), unit("c", "carla", "north"))
    state = deploy(opened(*units), "ana", a="A5")
    assert {wait.who for wait in waits(state)} == {"ana", "carla"}
    state = deploy(state, "ana", d="B5")
    assert {wait.who for wait in waits(state)} == {"carla"}


@pytest.mark.parametrize(
    ("player", "placement", "code"),
    [
        ("ana", Placement("a", Cell(0, 0)), "outside-zone"),
        ("beto", Placement("b", Cell(0, 3)), "outside-zone"),
        ("ana", Placement("a", Cell(0, 5)), "blocked"),
        ("ana", Placement("b", Cell(1, 4)), "not-your-unit"),
        ("ana", Placement("zoe", Cell(1, 4)), "not-your-unit"),
        ("ana", Placement("a", Cell(1, 4), turned=True), "bad-placement"),
    ],
)
def test_depl_1_nowhere_else(player: str, placement: Placement, code: str) -> None:
    assert refusal(opened(), player, placement) == code


def test_depl_1_not_on_top_of_each_other() -> None:
    state = deploy(opened(), "ana", a="C5")
    assert refusal(state, "beto", Placement("b", parse_cell("B5"))) == "blocked"
    units = (unit("a", "ana", "south"), unit("d", "ana", "south"), unit("c", "carla", "north"))
    both = (Placement("a", Cell(1, 4)), Placement("d", Cell(1, 4)))
    assert refusal(opened(*units), "ana", *both) == "blocked"


def test_depl_1_a_placed_unit_stays_where_it_is() -> None:
    state = deploy(opened(), "ana", a="C5")
    assert refusal(state, "ana", Placement("a", parse_cell("D5"))) == "already-deployed"
    assert refusal(state, "ana") == "bad-placement"


def test_depl_1_a_1x2_unit_may_lie_along_a_row() -> None:
    state, _ = apply(opened(), Deploy("carla", (Placement("c", Cell(2, 1), turned=True),), moment(1)), dice())
    assert state.units["c"].cells == (Cell(2, 1), Cell(3, 1))


def test_depl_1_the_director_may_place_for_anyone() -> None:
    assert deploy(opened(), DIRECTOR, a="C5").units["a"].at == Cell(2, 4)


def test_depl_2_a_unit_not_placed_is_put_on_a_random_legal_cell_of_its_zone() -> None:
    state, events = apply(opened(), actions.DeadlinePassed(moment(24)), dice())
    placed = [event for event in events if isinstance(event, UnitPlacedAtRandom)]
    assert {event.unit for event in placed} == {"a", "b", "c"}
    assert SOUTH.issuperset({*state.units["a"].cells, *state.units["b"].cells})
    assert NORTH.issuperset(state.units["c"].cells)
    assert len(state.occupied) == 1 + 4 + 2


def test_depl_2_the_die_chooses_among_the_cells_in_reading_order() -> None:
    units = (unit("a", "ana", "south"), unit("g", DIRECTOR, "north", at=Cell(0, 0)))
    free = spots(opened(*units), units[0])
    assert [str(cell) for cell, _ in free] == ["A5", "B5", "C5", "D5", "E5", "F5", *["B6", "C6", "D6", "E6", "F6"]]
    faces = LoadedDice(d11=[7], d10=[1, 2])
    state, _ = apply(opened(*units), actions.DeadlinePassed(moment(24)), faces)
    assert state.units["a"].at == parse_cell("B6")


def test_sk_111_the_larger_units_are_placed_first() -> None:
    """A zone of two rows by three: with the small one in its middle the varl would find no room."""
    zones = (Zone("south", "S", "blue", frozenset(Cell(x, y) for x in range(3) for y in (0, 1))),)
    units = (unit("a", "ana", "south"), unit("v", "beto", "south", size=Size(2, 2)))
    sides = (Side("south", "South"), Side("north", "North"))
    setup = Setup(
        Board(3, 6, frozenset(), zones), sides, (*units, unit("g", DIRECTOR, "north", at=Cell(0, 5))), opened=0
    )
    faces = LoadedDice(d2=[1, 2], d10=[1, 2, 3])
    state, events = apply(new_state(setup), actions.DeadlinePassed(moment(24)), faces)
    assert [event.unit for event in events if isinstance(event, UnitPlacedAtRandom)] == ["v", "a"]
    assert (state.units["v"].at, state.units["a"].at) == (parse_cell("A1"), parse_cell("C2"))


def test_depl_6_a_hidden_unit_is_revealed_and_not_deployed() -> None:
    hidden = unit("h", "ana", "south", hidden=True)
    assert refusal(opened(*TEAMS, hidden), "ana", Placement("h", parse_cell("C5"))) == "already-deployed"


def test_depl_2_that_is_no_missed_deadline() -> None:
    state, _ = apply(opened(), actions.DeadlinePassed(moment(24)), dice())
    assert {unit.missed for unit in state.units.values()} == {0}


def test_depl_2_its_length_is_a_table_rule() -> None:
    state = opened(rules=TableRules(deployment_hours=48))
    assert waits(state)[0].due == 48 * HOUR


def test_depl_2_after_the_deadline_nobody_places_anything() -> None:
    assert refusal(opened(), "ana", Placement("a", Cell(1, 4)), at=24) == "not-deploying"


def test_depl_2_turn_0_can_be_paused_and_credited_like_a_turn() -> None:
    state, _ = apply(opened(), actions.PauseBattle(moment(4)), dice())
    state, _ = apply(state, actions.ResumeBattle(moment(100)), dice())
    assert waits(state)[0].due == moment(120)
    state, _ = apply(state, actions.CreditOutage(moment(101), moment(103), moment(103)), dice())
    assert waits(state)[0].due == moment(122)


def test_clock_6_while_turn_0_is_paused_only_the_director_places() -> None:
    state, _ = apply(opened(), actions.PauseBattle(moment(4)), dice())
    assert refusal(state, "ana", Placement("a", Cell(1, 4)), at=5) == "paused"
    assert deploy(state, DIRECTOR, at=5, a="B5").units["a"].at == Cell(1, 4)


def test_depl_2_without_deadlines_it_waits_for_everybody() -> None:
    rules = TableRules(clock_against_director=False)
    units = (unit("a", "ana", "south"), unit("g", DIRECTOR, "north", at=Cell(0, 0)))
    state, events = apply(opened(*units, rules=rules), actions.DeadlinePassed(moment(9999)), dice())
    assert events == () and state.phase == "deployment"


def test_turns_are_not_played_in_turn_0() -> None:
    with pytest.raises(Refused) as refused:
        apply(opened(), actions.PlayTurn("ana", "a", (), moment(1)), dice())
    assert refused.value.code == "not-started"


@pytest.mark.parametrize(("rows", "edge"), [(0, 4), (1, 3), (3, 1)])
def test_depl_4_a_zone_grows_toward_the_middle_of_the_board(rows: int, edge: int) -> None:
    grown = widened(BOARD, SOUTH, rows)
    assert min(cell.y for cell in grown) == edge
    assert max(cell.y for cell in widened(BOARD, NORTH, rows)) == 1 + rows
    assert grown >= SOUTH


def test_depl_4_blocked_cells_are_left_out() -> None:
    board = Board(6, 6, frozenset({Cell(2, 3)}))
    assert Cell(2, 3) not in widened(board, SOUTH, 1)


HIDDEN = (
    unit("a", "ana", "south", at=Cell(2, 2)),
    unit("g", DIRECTOR, "north", at=Cell(2, 0)),
    unit("h", DIRECTOR, "north", hidden=True),
)


def started(*units: Unit) -> State:
    return apply(opened(*units), actions.DeadlinePassed(0), dice())[0]


def test_depl_6_a_hidden_unit_blocks_no_cell_rolls_no_initiative_and_has_no_turn() -> None:
    state = started(*HIDDEN)
    assert "h" not in state.occupied.values()
    assert sorted(place.unit for place in state.places) == ["a", "g"]


def test_depl_6_revealed_it_takes_a_free_cell_and_rolls_from_the_next_round_on() -> None:
    state, _ = apply(started(*HIDDEN), actions.Reveal("h", Cell(4, 4), moment(1)), dice())
    assert state.occupied[Cell(4, 4)] == "h"
    assert state.place("h") is None
    for _ in range(2):
        assert state.running is not None
        acting = state.units[state.running.unit]
        state, _ = apply(state, actions.PlayTurn(acting.player, acting.id, (), moment(2)), dice())
    assert state.round == 2 and state.place("h") is not None


@pytest.mark.parametrize(
    ("name", "cell", "code"),
    [("h", Cell(2, 2), "blocked"), ("h", Cell(0, 5), "blocked"), ("g", Cell(4, 4), "not-hidden")],
)
def test_depl_6_it_is_revealed_on_a_free_cell_only(name: str, cell: Cell, code: str) -> None:
    with pytest.raises(Refused) as refused:
        apply(started(*HIDDEN), actions.Reveal(name, cell, moment(1)), dice())
    assert refused.value.code == code


def seated(state: State, unit_id: str, at: float) -> State:
    return apply(state, actions.ChangePlayer(unit_id, "zoe", moment(at)), dice())[0]


def test_sk_344_a_new_player_has_the_whole_time_of_turn_0_to_place_the_unit() -> None:
    state = seated(opened(), "c", 20)
    assert state.deployment is not None and state.deployment.due == moment(44)
    assert {(wait.who, wait.due) for wait in waits(state)} == {(who, moment(44)) for who in ("ana", "beto", "zoe")}
    state, _ = apply(state, actions.DeadlinePassed(moment(43)), dice())
    assert state.phase == "deployment"
    assert apply(state, actions.DeadlinePassed(moment(44)), dice())[0].phase == "running"


def test_sk_344_a_unit_that_is_placed_already_moves_no_deadline() -> None:
    state = seated(deploy(opened(), "carla", c="C1"), "c", 20)
    assert state.deployment is not None and state.deployment.due == moment(24)
    assert state.units["c"].player == "zoe"


def test_sk_344_a_paused_turn_0_keeps_what_was_left() -> None:
    paused, _ = apply(opened(), actions.PauseBattle(moment(10)), dice())
    resumed, _ = apply(seated(paused, "c", 20), actions.ResumeBattle(moment(30)), dice())
    assert resumed.deployment is not None and resumed.deployment.due == moment(44)
