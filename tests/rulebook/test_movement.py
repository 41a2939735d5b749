"""Ways over the board: MOVE-1, MOVE-2, and what waits on cells (DEPL-6)."""

import pytest

from rulebook.errors import Refused
from rulebook.saga.board import (
    Board,
    Cell,
    Size,
    cell_name,
    distance,
    footprint,
    parse_cell,
    parse_drawing,
    parse_size,
    surrounding,
)
from rulebook.saga.change import change
from rulebook.saga.events import HazardSprung, Moved
from rulebook.saga.legal import legal_actions
from rulebook.saga.state import Hazard
from rulebook.saga.steps import Move, Strike
from tests.rulebook.boards import Table, ours, theirs


@pytest.mark.parametrize(
    ("name", "cell"), [("A1", (0, 0)), ("A5", (0, 4)), ("Z1", (25, 0)), ("AA1", (26, 0)), ("BH60", (59, 59))]
)
def test_move_1_columns_are_lettered_and_rows_numbered(name: str, cell: tuple[int, int]) -> None:
    assert parse_cell(name) == Cell(*cell)
    assert cell_name(Cell(*cell)) == name


def test_move_1_every_cell_of_the_largest_board_has_a_name_of_its_own() -> None:
    names = {cell_name(Cell(x, y)) for x in range(60) for y in range(60)}
    assert len(names) == 3600
    assert {parse_cell(name) for name in names} == {Cell(x, y) for x in range(60) for y in range(60)}


@pytest.mark.parametrize("name", ["", "5A", "A0", "A", "AAA1", "A1000", "A5x", None, 7])
def test_move_1_what_names_no_cell_is_refused(name: object) -> None:
    with pytest.raises(Refused) as refused:
        parse_cell(name)  # type: ignore[arg-type]
    assert refused.value.code == "bad-cell"


def test_move_1_distances_are_orthogonal_between_the_nearest_cells() -> None:
    assert distance(Cell(0, 0), Size(1, 1), Cell(3, 4)) == 7
    assert distance(Cell(0, 0), Size(2, 2), Cell(3, 1), Size(2, 2)) == 2
    assert distance(Cell(0, 0), Size(2, 2), Cell(2, 1)) == 1
    assert distance(Cell(4, 4), Size(1, 1), Cell(1, 1), Size(2, 2)) == 4


def test_move_1_a_2x2_unit_has_eight_cells_around_it_clockwise_from_above() -> None:
    around = surrounding(Cell(1, 1), Size(2, 2))
    assert [cell_name(cell) for cell in around] == ["B1", "C1", "D2", "D3", "C4", "B4", "A3", "A2"]


def test_move_1_the_anchor_is_the_cell_with_the_lowest_column_and_row() -> None:
    assert footprint(Cell(2, 3), Size(2, 2)) == (Cell(2, 3), Cell(3, 3), Cell(2, 4), Cell(3, 4))


def test_sizes_and_drawings_that_make_no_sense_are_refused() -> None:
    for read, text in ((parse_size, "3x1"), (parse_drawing, "..\n..."), (parse_drawing, "x"), (parse_drawing, "")):
        with pytest.raises(Refused):
            read(text)
    assert parse_drawing(".#\n..") == Board(2, 2, frozenset({Cell(1, 0)}))


def ends(table: Table, unit: str) -> set[str]:
    """The cells where the unit could end its walk."""
    return {str(step.to) for step in legal_actions(table.state, unit) if isinstance(step, Move)}


def refused_walk(table: Table, unit: str, to: str) -> str:
    with pytest.raises(Refused) as refused:
        table.walk(unit, to)
    return refused.value.code


def test_move_2_no_occupied_or_blocked_cell_is_entered_or_passed() -> None:
    table = Table("a#.\nG..\n...", a=ours(), G=theirs())
    assert ends(table, "a") == set()
    assert refused_walk(table, "a", "C3") == "blocked"
    assert refused_walk(table, "a", "B1") == "blocked"
    assert refused_walk(table, "a", "A2") == "blocked"


def test_move_2_off_the_board_and_onto_oneself_are_blocked_too() -> None:
    table = Table("a.G", a=ours(), G=theirs())
    assert refused_walk(table, "a", "A9") == "blocked"
    assert refused_walk(table, "a", "A1") == "blocked"


def test_move_2_a_way_that_exists_but_is_too_long_is_too_far() -> None:
    table = Table("a.#...\n..#...\n.....G", a=ours(move=4, exertion=0), G=theirs())
    assert refused_walk(table, "a", "D1") == "too-far"


def test_move_2_the_shortest_way_of_any_lie_is_told_where_a_goal_is_too_far() -> None:
    """Three squares to D1 as it lies, four with a turn on the way."""
    table = Table("a....\na....\n....G", a=ours(move=1, exertion=1), G=theirs())
    with pytest.raises(Refused) as refused:
        table.walk("a", "D1")
    assert (refused.value.code, refused.value.data["needed"], refused.value.data["limit"]) == ("too-far", 3, 2)


def test_move_2_a_large_unit_needs_its_whole_footprint_at_every_step() -> None:
    table = Table("aa...\naa.#.\n....G", a=ours(move=2, exertion=0), G=theirs())
    assert ends(table, "a") == {"A2", "B1", "B2"}


def test_move_2_light_step_passes_allies_but_does_not_stop_on_them() -> None:
    table = Table("ab..G", a=ours(passives=("light-step",), move=2, exertion=0), b=ours(), G=theirs())
    assert ends(table, "a") == {"C1"}
    assert refused_walk(table, "a", "B1") == "blocked"


def test_move_2_turning_costs_a_square_and_keeps_the_anchor() -> None:
    table = Table("a...\na...\n...G", a=ours(move=1, exertion=0), G=theirs())
    assert Move(parse_cell("A1"), 0, True) in legal_actions(table.state, "a")
    table.play("a", Move(parse_cell("A1"), turned=True))
    assert table.state.units["a"].size == Size(2, 1)
    assert table.state.units["a"].cells == (Cell(0, 0), Cell(1, 0))


def test_move_2_a_turn_needs_room() -> None:
    table = Table("a#..\na...\n...G", a=ours(move=1, exertion=0), G=theirs())
    assert not [s for s in legal_actions(table.state, "a") if isinstance(s, Move) and s.turned]


def test_move_2_the_cheaper_lie_is_taken_where_none_is_asked_for() -> None:
    table = Table("a...\na...\n....\n...G", a=ours(move=3, exertion=0), G=theirs())
    table.walk("a", "B1")
    assert table.state.units["a"].size == Size(1, 2)


def test_move_2_willpower_offered_beyond_what_is_needed_is_not_spent() -> None:
    table = Table("a....G", a=ours(move=3, exertion=2, willpower=4), G=theirs())
    table.play("a", Move(parse_cell("D1"), 2))
    assert table.state.units["a"].willpower == 4


def test_the_path_walked_is_told() -> None:
    table = Table("a.#\n#.G", a=ours(), G=theirs())
    table.walk("a", "B2")
    moved = next(event for event in table.events if isinstance(event, Moved))
    assert [str(cell) for cell in moved.path] == ["A1", "B1", "B2"]


def with_hazards(table: Table, *hazards: Hazard) -> Table:
    table.state = change(table.state, hazards=hazards)
    return table


def coals(cell: str, strength: int = 1) -> Hazard:
    return Hazard("coals", parse_cell(cell), "G", "theirs", strength=strength)


def trap(cell: str, side: str = "theirs") -> Hazard:
    return Hazard("trap", parse_cell(cell), "G", side, strength=2, hidden=True, stops=True, spent=True)


def test_of_two_ways_equally_long_the_one_with_fewer_known_hazards_is_taken() -> None:
    table = with_hazards(Table("a.\n..\n.G", a=ours(), G=theirs()), coals("B1"))
    table.walk("a", "B2")
    assert table.changed["a"] == {"at": "B2"}


def test_every_hazard_on_the_way_takes_its_toll() -> None:
    table = with_hazards(Table("a...G", a=ours(), G=theirs()), coals("B1"), coals("C1", 2), coals("D1", 4))
    table.walk("a", "C1")
    assert table.state.units["a"].strength == 10 - 1 - 2


def test_who_falls_on_the_way_goes_no_farther_and_acts_no_more() -> None:
    table = with_hazards(Table("b...G\na....", b=ours(strength=1), a=ours(), G=theirs()), coals("B1"))
    table.play("b", Move(parse_cell("D1")), Strike("strength", "G"))
    assert table.state.units["b"].defeated
    assert table.state.fallen[-1].by == "G"
    assert table.state.running is not None and table.state.running.unit == "a"


def test_depl_6_a_hidden_trap_is_stepped_into_and_ends_move_and_turn() -> None:
    table = with_hazards(Table("a...G", a=ours(move=2, exertion=2), G=theirs()), trap("C1"))
    assert "D1" in ends(table, "a")
    table.play("a", Move(parse_cell("D1")), Strike("strength", "G"))
    assert table.changed == {"a": {"at": "C1", "strength": 8}}
    assert table.state.hazards == ()
    assert [event.stopped for event in table.events if isinstance(event, HazardSprung)] == [True]


def test_depl_6_ones_own_sides_traps_are_known_and_gone_around() -> None:
    table = with_hazards(Table("a.\n..\n.G", a=ours(), G=theirs()), trap("B1", side="ours"))
    table.walk("a", "B2")
    assert table.changed["a"] == {"at": "B2"}


@pytest.mark.parametrize("side", ["theirs", "ours"])
def test_depl_6_of_two_ways_alike_the_choice_tells_nothing_of_the_other_sides_traps(side: str) -> None:
    """One of the two ways is taken wherever the others' trap lies; one's own trap is gone around on either."""
    sprung = []
    for cell in ("B1", "A2"):
        table = with_hazards(Table("a.\n..\n.G", a=ours(), G=theirs()), trap(cell, side=side))
        table.walk("a", "B2")
        sprung.append(any(isinstance(event, HazardSprung) for event in table.events))
    assert sum(sprung) == (1 if side == "theirs" else 0)


def test_only_the_squares_walked_are_paid_for() -> None:
    table = with_hazards(Table("a.....G", a=ours(move=2, exertion=3, willpower=3), G=theirs()), trap("D1"))
    table.play("a", Move(parse_cell("F1")))
    assert table.changed["a"] == {"at": "D1", "willpower": 2, "strength": 8}
