"""Plans of battles: maps, what is wrong with a plan, drafts, and the set-up that follows from one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from battles import drafts
from battles.checks import check
from battles.dungeon.words import PLAN
from battles.forms import PrepareForm
from battles.maps import TEMPLATES, read_map, room_for, widened
from battles.moments import to_datetime, to_ms
from battles.plans import Plan, SidePlan, UnitPlan, longest_hours
from battles.setups import Going, setup_of
from battles.stock import classes, dredge, things, unit_from_stock
from battles.wording import SENTENCES, problem_words
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.board import Cell, Size, parse_cell
from rulebook.saga.rules import TableRules

OPENED = datetime(2026, 11, 30, 12, tzinfo=UTC)
TOP = frozenset(Cell(x, y) for x in range(8) for y in (0, 1))
BOTTOM = frozenset(Cell(x, y) for x in range(8) for y in (6, 7))


def grunt(unit_id: str = "n1", at: str = "B1", **changes: object) -> UnitPlan:
    unit = unit_from_stock("dredge:grunt:1", unit_id=unit_id, name=f"Grunt {unit_id}", side="b")
    return replace(unit, at=parse_cell(at), **changes)


def plan(**changes: object) -> Plan:
    base = Plan(
        name="The ford",
        width=8,
        height=8,
        sides=(SidePlan("a", "Caravan", BOTTOM, players=(7,)), SidePlan("b", "Dredge", TOP)),
        units=(grunt(),),
    )
    return replace(base, **changes)


def codes(found: Plan, members: tuple[int, ...] = (7,), **about: object) -> set[tuple[str, str]]:
    sizes = about.pop("sizes", {})
    problems = check(found, campaign_rules=TableRules(), members=members, sizes=sizes)
    return {(problem.field, problem.code) for problem in problems}


def test_moments_go_to_milliseconds_and_back() -> None:
    assert to_datetime(to_ms(OPENED)) == OPENED
    with pytest.raises(ValueError, match="no time zone"):
        to_ms(datetime(2026, 11, 30, 12))


def test_a_map_is_read_with_its_blocked_cells_and_both_zones() -> None:
    board = read_map("22..\n.#..\n....\n..11\n")
    assert (board.width, board.height) == (4, 4)
    assert board.blocked == {Cell(1, 1)}
    assert board.second == {Cell(0, 0), Cell(1, 0)}
    assert board.first == {Cell(2, 3), Cell(3, 3)}
    assert board.strip("left", 1) == {Cell(0, y) for y in range(4)}
    assert board.strip("top", 2) == {Cell(x, y) for x in range(4) for y in (0, 1)} - {Cell(1, 1)}
    assert board.strip("map", 3) == frozenset()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("....\n..x.\n....\n....", "bad-map-mark"),
        ("....\n...\n....\n....", "bad-map-rows"),
        ("...\n...", "bad-map-size"),
        ("", "bad-map-size"),
    ],
)
def test_a_map_that_cannot_be_read_says_why(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_map(text)
    assert refused.value.code == code


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_every_ready_made_board_has_room_for_four_large_units_on_each_side(name: str) -> None:
    board = read_map(TEMPLATES[name])
    assert room_for(board.first, [(2, 2)] * 4)
    assert room_for(board.second, [(2, 2)] * 4)
    assert not board.first & board.second


def test_war_widens_a_zone_toward_the_middle_whichever_edge_it_lies_on() -> None:
    """DEPL-4."""
    left = frozenset(Cell(0, y) for y in range(8))
    assert widened(left, 1, width=8, height=8, barred=()) == left | {Cell(1, y) for y in range(8)}
    assert widened(BOTTOM, 2, width=8, height=8, barred={Cell(3, 5)}) == BOTTOM | {
        Cell(x, y) for x in range(8) for y in (4, 5)
    } - {Cell(3, 5)}
    assert widened(TOP, 0, width=8, height=8, barred=()) == TOP


def test_a_sound_plan_has_no_problem_and_survives_json() -> None:
    found = plan()
    assert codes(found) == set()
    assert Plan.from_json(found.to_json()) == found


def test_all_problems_of_a_plan_are_found_at_once_each_at_its_field() -> None:
    found = plan(
        units=(
            grunt("n1", "H8", size=Size(2, 2)),
            grunt("n2", "C1"),
            grunt("n3", "C1", name="Grunt n2", strength=0),
            grunt("n4", "D4", side=""),
            replace(grunt("n5"), at=None),
        ),
        blocked=frozenset({Cell(2, 0)}),
        sides=(
            SidePlan("a", "Caravan", players=(7, 9), victory="defeat-leader"),
            SidePlan("b", "Dredge", TOP, players=(7,), victory="destroy"),
        ),
        idle_rounds=99,
        rules={"turn_hours": -1},
    )
    assert codes(found) >= {
        ("n1-at", "does-not-fit"),
        ("n2-at", "stands-on-blocked"),
        ("n3-at", "cell-taken"),
        ("n3-name", "same-name"),
        ("n3-strength", "no-strength"),
        ("n4-side", "no-side"),
        ("n5-at", "no-place"),
        ("side-a-zone", "no-zone"),
        ("side-a-players", "not-a-player"),
        ("side-b-players", "player-twice"),
        ("side-a-victory", "no-leader"),
        ("side-b-victory", "nothing-to-destroy"),
        ("idle_rounds", "bad-idle-rounds"),
        ("rule-turn_hours", "bad-table-rule"),
    }


def test_a_plan_without_players_or_without_an_enemy_is_refused() -> None:
    empty = plan(sides=(SidePlan("a", "Caravan", BOTTOM), SidePlan("b", "Dredge", TOP)), units=())
    assert codes(empty) == {
        ("side-a-players", "no-players"),
        ("side-a-players", "side-empty"),
        ("side-b-players", "side-empty"),
    }


def test_a_zone_must_hold_the_largest_characters_that_may_come() -> None:
    narrow = frozenset(Cell(x, 7) for x in range(8))
    sides = (SidePlan("a", "Caravan", narrow, players=(7,)), SidePlan("b", "Dredge", TOP))
    assert codes(plan(sides=sides), sizes={7: ((1, 1), (2, 2))}) == {("side-a-zone", "zone-too-small")}
    assert codes(plan(sides=sides), sizes={7: ((1, 1),)}) == set()


def test_overlapping_zones_and_two_leaders_are_refused() -> None:
    sides = (
        SidePlan("a", "Caravan", BOTTOM | {Cell(0, 1)}, players=(7,), victory="defeat-leader"),
        SidePlan("b", "Dredge", TOP, players=(8,), leader=8),
    )
    found = plan(sides=sides, units=(grunt(leader=True),))
    assert codes(found, members=(7, 8)) == {
        ("side-a-zone", "zones-overlap"),
        ("side-b-zone", "zones-overlap"),
        ("side-b-leader", "two-leaders"),
    }


def test_four_against_four_lasts_at_most_108_hours() -> None:
    """CLOCK-2."""
    assert longest_hours(TableRules(), 8) == 108
    assert longest_hours(TableRules(), 12) == 156
    assert longest_hours(TableRules(), 2) == 48
    assert longest_hours(TableRules(), 0) == 0


def test_every_entry_of_the_catalogue_can_be_put_on_a_board() -> None:
    for item in (*dredge("en"), *classes("es"), *things("en")):
        unit = unit_from_stock(item.key, unit_id="n1", name=item.name, side="b")
        assert unit.strength > 0
        assert unit.obstacle == item.key.startswith("thing:")
    raidmaster = unit_from_stock("class:raidmaster", unit_id="n1", name="Ulf", side="b")
    figures = (raidmaster.strength, raidmaster.armor, raidmaster.willpower, raidmaster.exertion, raidmaster.break_)
    assert sum(figures) == 29
    for key in ("dredge:grunt:9", "dredge:nobody:1", "thing:", "x"):
        with pytest.raises(Unreadable, match="no"):
            unit_from_stock(key, unit_id="n1", name="x", side="b")


def test_a_draft_keeps_what_cannot_be_understood_and_adds_and_removes_units() -> None:
    fields = drafts.first_fields(kind="director", template="open-8", first="Us", second="Them")
    fields = drafts.add_units(fields, entry="dredge:grunt:2", side="b", count=2, language="es")
    assert fields["unit"] == ["n1", "n2"]
    assert (fields["n1-name"], fields["n2-name"]) == (["Draga rasa 1"], ["Draga rasa 2"])
    fields |= {"n2-strength": ["many"], "name": [""]}
    form = PrepareForm({"fields": fields}, players=[])
    assert not form.is_valid()
    assert {"name", "n2-strength"} <= set(form.errors)
    assert form["n2-strength"].value() == "many"
    fields = drafts.remove_unit(fields, "n1")
    assert fields["unit"] == ["n2"]
    assert not any(name.startswith("n1-") for name in fields)
    assert "n2-name" in fields


def test_a_draft_takes_neither_too_many_units_nor_endless_text() -> None:
    fields = drafts.first_fields(kind="teams", template="open-8", first="Us", second="Them")
    with pytest.raises(Unreadable) as refused:
        drafts.add_units(fields, entry="dredge:grunt:1", side="b", count=11, language="en")
    assert refused.value.code == "bad-count"
    for _n in range(4):
        fields = drafts.add_units(fields, entry="thing:barrel", side="", count=10, language="en")
    with pytest.raises(Illegal) as full:
        drafts.add_units(fields, entry="thing:barrel", side="", count=1, language="en")
    assert full.value.code == "too-many-units"
    with pytest.raises(Unreadable) as long:
        drafts.checked_fields({"intro": ["x" * 20001]})
    assert long.value.code == "draft-too-long"
    assert "csrfmiddlewaretoken" not in drafts.checked_fields({"csrfmiddlewaretoken": ["secret"], "name": ["x"]})


def going(**changes: object) -> Going:
    figures = {
        "name": "Eyra",
        "character": "5",
        "class_key": "raider",
        "race": "human",
        "rank": "hero",
        "level": 1,
        "strength": 8,
        "max_strength": 8,
        "armor": 9,
        "max_armor": 9,
        "willpower": 6,
        "max_willpower": 6,
        "exertion": 2,
        "break_": 2,
        "reaction": 6,
        "open_wounds": 1,
        "hero_points": 5,
        "max_hero_points": 5,
        "size": "1x1",
        "move": 4,
        "reach": (1, 1),
        "abilities": {},
        "passives": ("shield-wall",),
    }
    return replace(Going(character_id=5, player="u7", side="a", figures=figures), **changes)


def test_a_set_up_copies_sheet_and_plan_shifts_willpower_by_morale_and_widens_the_zone_by_war() -> None:
    """STAT-9, CARA-4, DEPL-4."""
    hidden = grunt("n2", "C1", hidden=True, boss=True)
    barrel = replace(unit_from_stock("thing:barrel", unit_id="n3", name="Barrel", side=""), at=parse_cell("D4"))
    made = setup_of(
        plan(units=(grunt(), hidden, barrel)),
        [going(war=50, morale=95, leader=True)],
        rules=TableRules(),
        opened=OPENED,
    )
    units = {unit.id: unit for unit in made.units}
    assert (units["c5"].willpower, units["c5"].max_willpower) == (8, 8)
    assert (units["c5"].strength, units["c5"].open_wounds, units["c5"].leader) == (8, 1, True)
    assert units["n1"].at == parse_cell("B1")
    assert units["n2"].at is None
    assert units["n2"].boss
    assert units["n3"].side == "n"
    assert [side.id for side in made.sides] == ["a", "b", "n"]
    assert made.board.zone_of("a") == {Cell(x, y) for x in range(8) for y in (4, 5, 6, 7)}
    assert made.board.zone_of("b") == TOP


def test_zones_widened_by_war_never_meet() -> None:
    """DEPL-4: a cell of two sides would tell each where the other stands."""
    sides = (
        SidePlan("a", "Caravan", BOTTOM, players=(7,)),
        SidePlan("b", "Raiders", TOP, players=(8,)),
    )
    made = setup_of(
        plan(sides=sides, units=()),
        [going(war=80), going(character_id=6, player="u8", side="b", war=80)],
        rules=TableRules(),
        opened=OPENED,
    )
    first, second = made.board.zone_of("a"), made.board.zone_of("b")
    assert not first & second
    assert first >= BOTTOM
    assert second >= TOP


RAISED = re.compile(r"(?:Illegal|Unreadable|TooLate)\(\s*'([a-z-]+)'|Problem\((?:f?'[^']+'|\w+), '([a-z-]+)'")


def test_every_code_of_these_pages_has_its_sentence() -> None:
    sources = [*Path("battles").rglob("*.py"), Path("rulebook/saga/roster.py")]
    found = {
        one or other
        for path in sources
        for one, other in RAISED.findall(path.read_text(encoding="utf-8").replace('"', "'"))
    }
    elsewhere = {
        "party-full",
        "hero-first",
        "too-many-companions",
        "too-many-secondaries",
        "secondary-beside-two-companions",
        "secondary-not-needed",
    }
    assert len(found) > 40
    assert found - set(SENTENCES) - set(PLAN) - elsewhere == set()


def test_a_sentence_never_fails_for_want_of_a_detail() -> None:
    for code in SENTENCES:
        assert "%(" not in problem_words(code, {})
    assert "strange-code" in problem_words("strange-code", {})
