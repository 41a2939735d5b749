"""JSON in: what does not fit is refused with the place where it does not, never half read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Refused, Unreadable
from rulebook.saga.board import Cell, Size
from rulebook.saga.codec import (
    action_from_json,
    alternatives_from_json,
    alternatives_to_json,
    event_from_json,
    event_to_json,
    from_json,
    setup_from_json,
    steps_from_json,
    steps_to_json,
    to_json,
)
from rulebook.saga.events import EVENTS, Moved, UnitCorrected
from rulebook.saga.state import Alternative, Condition
from rulebook.saga.steps import End, Horn, Move, Rest, Step, Strike, UseAbility
from tests.rulebook.rounds import Round

STEPS: tuple[Step, ...] = (
    Rest(),
    Horn(2),
    Move(Cell(1, 4), 1, True),
    Strike("break", "g", 1, True),
    UseAbility("slag-and-burn", 2, Cell(0, 4)),
    UseAbility("rally", 1, "A5"),
    UseAbility("stone-wall", 3),
    End(),
)


def test_steps_are_written_with_their_kind_and_cells_by_name() -> None:
    assert steps_to_json(STEPS) == [
        {"kind": "rest"},
        {"kind": "horn", "points": 2},
        {"kind": "move", "to": "B5", "will": 1, "turned": True},
        {"kind": "strike", "attack": "break", "target": "g", "boost": 1, "reroll": True},
        {"kind": "ability", "name": "slag-and-burn", "rank": 2, "target": {"cell": "A5"}},
        {"kind": "ability", "name": "rally", "rank": 1, "target": "A5"},
        {"kind": "ability", "name": "stone-wall", "rank": 3, "target": None},
        {"kind": "end"},
    ]


def test_a_unit_named_like_a_cell_is_not_taken_for_one() -> None:
    assert steps_from_json(steps_to_json(STEPS)) == STEPS


def test_what_has_a_default_may_be_left_out() -> None:
    assert steps_from_json([{"kind": "move", "to": "B5"}]) == (Move(Cell(1, 4)),)
    assert steps_from_json([{"kind": "strike", "attack": "break", "target": "g"}]) == (Strike("break", "g"),)


@pytest.mark.parametrize(
    "data",
    [
        [{"kind": "fly"}],
        [{"kind": []}],
        [{}],
        ["rest"],
        "rest",
        None,
        [{"kind": "rest", "long": True}],
        [{"kind": "move"}],
        [{"kind": "move", "to": 7}],
        [{"kind": "move", "to": "B5", "will": 1.5}],
        [{"kind": "move", "to": "B5", "will": True}],
        [{"kind": "strike", "attack": "bite", "target": "g"}],
        [{"kind": "strike", "attack": "break", "target": 3}],
        [{"kind": "ability", "name": "rally", "rank": 1, "target": {"unit": "g"}}],
        [{"kind": "ability", "name": "rally", "rank": 1, "target": ["A5"]}],
        [{"kind": "horn", "points": "2"}],
        [{"kind": "horn", "points": None}],
    ],
)
def test_steps_that_cannot_be_read_are_refused(data: Any) -> None:
    with pytest.raises(Unreadable) as refused:
        steps_from_json(data)
    assert refused.value.code == "bad-data"


def test_a_cell_that_is_none_is_refused_as_such() -> None:
    with pytest.raises(Refused) as refused:
        steps_from_json([{"kind": "move", "to": "5B"}])
    assert refused.value.code == "bad-cell"


def test_the_place_of_the_fault_is_told() -> None:
    with pytest.raises(Unreadable) as refused:
        steps_from_json([{"kind": "rest"}, {"kind": "horn", "points": "2"}])
    assert refused.value.data == {"where": "[1].points"}


KEYS = ("kind", "to", "at", "unit", "x")
READERS = (
    steps_from_json,
    alternatives_from_json,
    action_from_json,
    event_from_json,
    from_json,
    setup_from_json,
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "to", "at", "unit", "x"]), inner)
    ),
    max_leaves=6,
)


@given(data=anything)
def test_whatever_comes_in_is_read_or_refused(data: Any) -> None:
    for read in (
        steps_from_json,
        alternatives_from_json,
        action_from_json,
        event_from_json,
        from_json,
        setup_from_json,
    ):
        try:
            read(data)
        except Refused as refusal:
            assert refusal.code in ("bad-data", "bad-cell", "bad-size", "bad-table-rule")


def test_units_keep_their_listed_order_in_a_store_that_sorts_keys() -> None:
    """INIT-1, INIT-2: dice are dealt in listed order, so it must not depend on where a state was kept."""
    table = Round("dbca")
    sorted_keys = json.loads(json.dumps(to_json(table.state), sort_keys=True))
    listed = list(table.state.units)
    assert listed != sorted(listed)
    assert list(from_json(sorted_keys).units) == listed


def test_a_list_of_other_units_is_refused() -> None:
    written = to_json(Round("dbca").state)
    with pytest.raises(Unreadable) as refused:
        from_json(written | {"listed": ["nobody"]})
    assert (refused.value.code, refused.value.data) == ("bad-data", {"where": "listed"})


def test_alternatives_with_conditions_go_there_and_back() -> None:
    plan = (Alternative((Rest(),), (Condition("free", cell=Cell(0, 0)), Condition("strength", least=3))),)
    assert alternatives_from_json(alternatives_to_json(plan)) == plan


def test_events_carry_kind_and_version() -> None:
    moved = Moved(7, "a", (Cell(0, 0), Cell(1, 0)), Size(2, 1), 1)
    assert event_to_json(moved) == {
        "kind": "moved",
        "version": 1,
        "at": 7,
        "unit": "a",
        "path": ["A1", "B1"],
        "size": "2x1",
        "will": 1,
    }


def test_an_event_of_a_version_yet_unknown_is_refused() -> None:
    data = event_to_json(Moved(7, "a", (), Size(1, 1), 0)) | {"version": 2}
    with pytest.raises(Unreadable):
        event_from_json(data)


@pytest.mark.parametrize(("before", "after"), [(5, 3), (Cell(0, 0), Cell(1, 1))])
def test_a_correction_may_hold_a_number_or_a_cell(before: Any, after: Any) -> None:
    event = UnitCorrected(1, "a", "at", before, after, "why")
    assert event_from_json(event_to_json(event)) == event


def test_every_kind_of_event_has_a_name_of_its_own() -> None:
    assert len(EVENTS) == len(set(EVENTS.values()))
    assert all(kind == known.kind and known.version == 1 for kind, known in EVENTS.items())


def test_what_follows_from_the_state_is_not_written() -> None:
    assert "occupied" not in to_json(Round("abcd").state)
