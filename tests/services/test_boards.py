"""How a board is drawn: geometry, buttons and words say the same."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from battles.board import Crop, Ground, Piece, Reach, Scene, area_round, compose, short_name
from battles.outlines import edges, fill, ring
from rulebook.saga.board import Cell, Size

HROLF = Piece("h", "Hrolf", "a", Cell(0, 6), Size(2, 2), "14/9", ("ally",))
RAIDER = Piece("s1", "Raider 1", "b", Cell(6, 2), Size(1, 1), "8/10", ("enemy", "STR 8"))
SCENE = Scene(10, 9, frozenset({Cell(4, 4)}), pieces=(HROLF, RAIDER), title="Round 3")


def test_a_large_unit_is_one_button_named_by_anchor_and_far_corner() -> None:
    [hit] = [hit for hit in compose(SCENE).hits if hit.value == "unit:h"]
    assert hit.label == "A7–B8 Hrolf, ally"
    assert set(hit.css.split()) >= {"hit", "hit-unit", "r7", "c1", "cs2", "rs2"}


def test_where_a_large_unit_would_stand_all_its_cells_are_framed() -> None:
    acting = replace(HROLF, marks=frozenset({"acting"}))
    frames = {
        layer.css: layer.d for layer in compose(replace(SCENE, pieces=(acting, RAIDER)), chosen=Cell(2, 4)).ground
    }
    assert frames["bd-chosen"] == ring(Cell(2, 4), 2, 2)
    alone = {layer.css: layer.d for layer in compose(SCENE, chosen=Cell(2, 4)).ground}
    assert alone["bd-chosen"] == ring(Cell(2, 4), 1, 1) != frames["bd-chosen"]


def test_every_button_begins_with_its_coordinate_and_stands_in_reading_order() -> None:
    drawing = compose(SCENE, reach=[Reach(Cell(5, 3), 1), Reach(Cell(2, 2)), Reach(Cell(6, 2))], targets=["s1"])
    assert [hit.label for hit in drawing.hits] == [
        "C3, in reach",
        "G3 Raider 1, enemy, STR 8, can be attacked",
        "F4, in reach, 1 willpower",
        "A7–B8 Hrolf, ally",
    ]


def test_the_board_in_words_agrees_cell_by_cell_with_the_buttons() -> None:
    drawing = compose(SCENE, reach=[Reach(Cell(5, 3), 2)])
    texts = {(x, row.number - 1): text for row in drawing.rows for x, text in enumerate(row.cells)}
    assert texts[5, 3] == "in reach, 2 willpower"
    assert texts[4, 4] == "blocked"
    assert {cell for cell, text in texts.items() if text.startswith("Hrolf")} == set(HROLF.cells)
    assert len(drawing.rows) == 9
    assert drawing.columns == tuple("ABCDEFGHIJ")


def test_my_area_is_eight_by_eight_round_a_cell_and_never_leaves_the_board() -> None:
    assert area_round(Cell(0, 0), SCENE) == Crop(0, 0, 8, 8)
    assert area_round(Cell(9, 8), SCENE) == Crop(2, 1, 8, 8)
    assert area_round(Cell(3, 3), Scene(8, 8)) is None


def test_a_crop_counts_places_from_its_own_corner_and_cuts_what_sticks_out() -> None:
    drawing = compose(SCENE, crop=Crop(1, 1, 8, 8), reach=[Reach(Cell(9, 0)), Reach(Cell(8, 8))])
    [hit] = [hit for hit in drawing.hits if hit.value == "unit:h"]
    assert set(hit.css.split()) >= {"r6", "c1", "rs2"}
    assert "cs2" not in hit.css.split()
    assert [hit.value for hit in drawing.hits if hit.value.startswith("cell")] == ["cell:I9"]
    assert drawing.inner == "40 40 320 320"
    assert [word.text for word in drawing.coordinates][0] == "B"


def test_coordinates_stand_on_both_rims_of_a_board_above_twelve() -> None:
    assert compose(Scene(12, 12)).outer == "0 0 500 500"
    wide = compose(Scene(13, 12))
    assert wide.outer == "0 0 560 500"
    assert len(wide.coordinates) == 13 + 2 * 12
    assert wide.wide


def test_teams_differ_by_shape_and_not_by_colour_alone() -> None:
    shapes = {}
    for team in ("a", "b", "n"):
        [token] = compose(Scene(4, 4, pieces=(Piece("x", "X", team, Cell(1, 1), Size(1, 1)),))).tokens
        shapes[team] = token.shape
    thing = Piece("x", "X", "n", Cell(1, 1), Size(1, 1), marks=frozenset({"obstacle"}))
    shapes["thing"] = compose(Scene(4, 4, pieces=(thing,))).tokens[0].shape
    assert len(set(shapes.values())) == 4


def test_marks_are_drawn_and_said() -> None:
    boss = Piece("x", "Bellower", "b", Cell(1, 1), Size(2, 2), marks=frozenset({"boss", "leader", "hidden", "acting"}))
    [token] = compose(Scene(6, 6, pieces=(boss,)), changed=["x"]).tokens
    assert {"is-boss", "is-leader", "is-hidden", "is-acting", "is-changed"} <= set(token.css.split())
    assert {mark.css for mark in token.marks} >= {"bd-horns", "bd-pennant", "bd-frame is-hidden", "bd-frame is-changed"}
    assert "hidden" in [word.text for word in token.texts]


def test_words_on_the_board_follow_the_language_asked_for() -> None:
    english = compose(SCENE, reach=[Reach(Cell(2, 2))], language="en")
    assert english.rows[4].cells[4] == "blocked"
    assert english.language == "en"


@pytest.mark.parametrize(
    ("name", "length", "short"),
    [("Eyra", 3, "Eyr"), ("Grunt 2", 3, "Gr2"), ("Hrolf", 8, "Hrolf"), ("Scourge 12", 3, "S12"), ("Ulf", 3, "Ulf")],
)
def test_a_short_name_keeps_the_number(name: str, length: int, short: str) -> None:
    assert short_name(name, length) == short


def test_outlines_join_neighbours_and_edges_lie_only_outside() -> None:
    row = {Cell(1, 1), Cell(2, 1), Cell(3, 1)}
    assert fill(row) == "M40 40h120v40h-120z"
    assert sorted(re.findall(r"M[^M]+", edges(row))) == ["M160 40v40", "M40 40h120", "M40 40v40", "M40 80h120"]


def test_the_template_writes_no_inline_style_and_hides_the_picture_from_readers() -> None:
    zone = Ground("Z1", "zone of the caravan", frozenset({Cell(0, 0)}), "zone-1")
    drawing = compose(Scene(4, 4, zones=(zone,), pieces=()), reach=[Reach(Cell(0, 0))])
    written = render_to_string("battles/_board.html", {"drawing": drawing})
    assert "style=" not in written
    assert 'aria-hidden="true"' in written
    assert 'aria-label="A1, in reach, zone of the caravan"' in written
    assert "Z1: zone of the caravan" in written
    assert "<table" in written


def test_a_board_to_look_at_has_no_buttons() -> None:
    drawing = compose(SCENE, reach=[Reach(Cell(2, 2))], picks=False)
    assert drawing.hits == ()
    assert "<button" not in render_to_string("battles/_board.html", {"drawing": drawing})


def test_the_board_in_one_sentence_tells_both_sides() -> None:
    assert compose(SCENE).alt == "Round 3. Ours: Hrolf A7–B8 14/9. Theirs: Raider 1 G3 8/10"
