"""A campaign's own classes, abilities and passives: data over what the engine does, and never able to break it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import LoadedDice
from rulebook.errors import Refused, Unreadable
from rulebook.saga.actions import PlayTurn
from rulebook.saga.board import Board, Cell, Size
from rulebook.saga.catalogue import texts
from rulebook.saga.catalogue.model import AbilityEntry, Text
from rulebook.saga.catalogue.own import (
    STARTING,
    Change,
    assembled,
    check_written,
    outfitted,
    own_abilities,
    own_words,
    template_of,
)
from rulebook.saga.catalogue.shapes import ACTIVE, PASSIVE
from rulebook.saga.catalogue.written import (
    KINDS,
    Unfit,
    WrittenAbility,
    WrittenClass,
    WrittenPassive,
    blank,
    entry_of,
    problems_of,
    written_from_json,
    written_of,
    written_to_json,
)
from rulebook.saga.codec import event_from_json, event_to_json, from_json, setup_from_json, setup_to_json, to_json
from rulebook.saga.effects import ABILITIES
from rulebook.saga.forecast import forecast
from rulebook.saga.history import replay
from rulebook.saga.hooks import HOOKS
from rulebook.saga.knowledge import Viewer
from rulebook.saga.legal import legal_actions
from rulebook.saga.reasons import Reason, reason_text
from rulebook.saga.resolve import apply
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import Side, Span, State, Unit
from rulebook.saga.steps import UseAbility
from rulebook.saga.view import view
from tests.rulebook.battlefields import started
from tests.rulebook.own_entries import catalogues, own_setups, written_abilities, written_classes, written_passives
from tests.rulebook.test_battle_properties import check_bounds, random_action, through_text

RALLY = template_of(STARTING, "ability", "rally")
assert isinstance(RALLY, WrittenAbility)
RAIDMASTER = template_of(STARTING, "class", "raidmaster")
assert isinstance(RAIDMASTER, WrittenClass)


def codes(written: Any) -> set[tuple[str, str]]:
    found = problems_of(written, STARTING.abilities, STARTING.passives)
    return {(one.field, one.code) for one in found}


# --- the starting catalogue is written the same way


def test_every_entry_of_the_starting_catalogue_could_be_written_by_a_director() -> None:
    for kind in KINDS:
        for key, entry in STARTING.entries(kind).items():
            written = written_of(entry)
            assert codes(written) == set(), key
            assert written_from_json(kind, through_text(written_to_json(written))) == written
            again = entry_of(key, written)
            assert written_of(again) == written
            assert (again.key, again.name) == (entry.key, entry.name)


def test_every_effect_of_the_engine_can_be_given_other_figures() -> None:
    assert set(ACTIVE) == set(ABILITIES)
    assert set(PASSIVE) <= set(HOOKS) and set(PASSIVE) == set(STARTING.passives)
    for key, ability in STARTING.abilities.items():
        assert set(ACTIVE[key].figures) == set(ability.figures)
    for effect in ACTIVE:
        assert {code for _field, code in codes(blank(effect))} == {"name-needed"}


# --- what is refused, all at once


def test_everything_that_is_wrong_with_an_ability_is_told_at_once() -> None:
    bad = replace(RALLY, name=Text("", " "), figures={"willpower": (2, -1, 10**12)}, ranges=((0, 3), (2, 1), (1, 5000)))
    assert codes(bad) == {
        ("name_en", "name-needed"),
        ("willpower-2", "bad-figure"),
        ("willpower-3", "bad-figure"),
        ("range-1", "bad-range"),
        ("range-2", "bad-range"),
        ("range-3", "bad-range"),
    }


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"effect": "own-rally"}, ("effect", "unknown-effect")),
        ({"effect": "rally", "target": "enemy"}, ("target", "bad-aim")),
        ({"figures": {}}, ("willpower", "missing-figure")),
        ({"figures": {"willpower": (1, 2)}}, ("willpower", "missing-figure")),
        ({"figures": {"willpower": (1, 2, 3), "luck": (1, 1, 1)}}, ("figures", "unknown-figure")),
        ({"ranges": ()}, ("ranks", "bad-ranks")),
        ({"ranges": ((1, 1),) * 4}, ("ranks", "bad-ranks")),
        ({"name": Text("x" * 61, "")}, ("name_en", "too-long")),
        ({"wording": Text("", "y" * 601)}, ("wording_es", "too-long")),
        ({"wording": Text("{0}", "{willpower}")}, ("wording_en", "unknown-place")),
        ({"wording": Text("[gives {luck}]", "")}, ("wording_en", "unknown-place")),
    ],
)
def test_an_ability_out_of_bounds_is_refused(about: dict[str, Any], wrong: tuple[str, str]) -> None:
    assert wrong in codes(replace(RALLY, **about))


def test_a_range_that_an_effect_needs_stays_as_it_is() -> None:
    tempest, wall = (template_of(STARTING, "ability", key) for key in ("tempest", "stone-wall"))
    assert isinstance(tempest, WrittenAbility) and isinstance(wall, WrittenAbility)
    assert ("range-1", "range-fixed") in codes(replace(tempest, ranges=((1, 2),) * 3))
    assert ("range-1", "range-fixed") in codes(replace(wall, ranges=((1, 1),) * 3))
    far = replace(blank("composed"), target="cell", ranges=((1, 13), (None, None), (1, 12)))
    assert {("range-1", "bad-range"), ("range-2", "bad-range")} <= codes(far)
    assert ("range-3", "bad-range") not in codes(far)


@pytest.mark.parametrize(
    ("about", "wrong"),
    [
        ({"race": "elf"}, ("race", "unknown-race")),
        ({"size": "3x3"}, ("size", "unknown-size")),
        ({"move": -1}, ("move", "bad-figure")),
        ({"reach": (3, 2)}, ("reach", "bad-span")),
        ({"reaction": (0, 21)}, ("reaction", "bad-span")),
        ({"points": (29, 28, 31)}, ("points-3", "totals-fall")),
        ({"points": (1, 30, 31)}, ("points-1", "bad-total")),
        ({"fixed": {"strength": 6}}, ("points", "totals-or-fixed")),
        ({"points": None, "fixed": {"strength": 100}}, ("fixed-strength", "not-fixed")),
        ({"passives": ("shield-wall", "shield-wall")}, ("passives", "unknown-passive")),
        ({"passives": ("stone-wall",)}, ("passives", "unknown-passive")),
        ({"abilities": {"own-nothing": 1}}, ("abilities", "unknown-ability")),
        ({"abilities": {"rally": 4}}, ("ability-rally", "bad-rank")),
        ({"caps": {"strength": (1, 2)}}, ("caps", "unknown-figure")),
    ],
)
def test_a_class_out_of_bounds_is_refused(about: dict[str, Any], wrong: tuple[str, str]) -> None:
    assert wrong in codes(replace(RAIDMASTER, **about))


@given(written=st.one_of(written_abilities(), written_passives()))
def test_what_keeps_the_bounds_is_never_refused(written: WrittenAbility | WrittenPassive) -> None:
    assert codes(written) == set()


@given(written=written_classes())
def test_a_class_within_the_bounds_goes_to_json_and_back(written: WrittenClass) -> None:
    known = dict.fromkeys(written.abilities, STARTING.abilities["rally"])
    assert problems_of(written, known, set(written.passives)) == ()
    assert written_from_json("class", through_text(written_to_json(written))) == written


@given(value=st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
def test_what_is_no_entry_is_unreadable(value: Any) -> None:
    for kind in KINDS:
        with pytest.raises(Unreadable):
            written_from_json(kind, {"name": value, "effect": value})


# --- retiring


def test_a_retired_entry_is_offered_to_nobody_and_known_to_all_who_have_it() -> None:
    """SK-353"""
    table = assembled([Change("class", "raidmaster", None, retired=True), Change("ability", "rally", None, True)])
    assert "raidmaster" not in {one.key for one in table.player_classes()}
    assert table.class_entry("raidmaster").abilities == ("stone-wall",)
    with_rally = replace(RAIDMASTER, abilities={"rally": 2})
    with pytest.raises(Unfit) as refused:
        check_written(with_rally, table)
    assert [one.code for one in refused.value.problems] == ["unknown-ability"]
    check_written(with_rally, table, before=table.class_entry("warden"))


def test_a_class_says_up_to_which_rank_an_ability_is_learned() -> None:
    """PROM-1, SK-352"""
    table = assembled([Change("class", "own-guard", replace(RAIDMASTER, abilities={"stone-wall": 2, "sunstrike": 3}))])
    entry = table.class_entry("own-guard")
    at = [table.abilities_at(entry, level) for level in (1, 3, 5)]
    assert at == [
        {"stone-wall": 1, "sunstrike": 1},
        {"stone-wall": 2, "sunstrike": 1},
        {"stone-wall": 2, "sunstrike": 1},
    ]
    starting = STARTING.class_entry("raidmaster")
    assert [STARTING.abilities_at(starting, level) for level in (1, 3, 5)] == [{"stone-wall": n} for n in (1, 2, 3)]


# --- in battle


def fighter(name: str, side: str, at: Cell, **about: Any) -> Unit:
    given: dict[str, Any] = {
        "strength": 10,
        "max_strength": 10,
        "armor": 5,
        "max_armor": 10,
        "willpower": 6,
        "max_willpower": 9,
        "exertion": 2,
        "reaction": 5,
        "break_": 2,
        "move": 3,
        "reach": Span(1, 1),
    } | about
    return Unit(id=name, name=name.title(), side=side, player=f"p-{name}", at=at, size=Size(1, 1), **given)


def field_with(*entries: Change, knows: dict[str, int], passives: tuple[str, ...] = ()) -> Setup:
    """`ann` with what the campaign wrote, `bea` beside her as an ally, two enemies in a row."""
    table = assembled(entries)
    units = [
        fighter("ann", "east", Cell(1, 1), abilities=knows, passives=passives),
        fighter("bea", "east", Cell(0, 1), willpower=0),
        fighter("cid", "west", Cell(2, 1)),
        fighter("dan", "west", Cell(2, 2)),
    ]
    units = [outfitted(unit, table) for unit in units]
    return Setup(
        board=Board(6, 6),
        sides=(Side("east", "East"), Side("west", "West")),
        units=tuple(units),
        opened=0,
        deployment=False,
        order=("ann", "bea", "cid", "dan"),
        abilities=own_abilities(units, table),
        words=own_words(units, table),
    )


def used(setup: Setup, step: UseAbility) -> tuple[State, list[Any]]:
    state, _dice, _events = started(setup)
    state, events = apply(state, PlayTurn("p-ann", "ann", (step,), 10), LoadedDice(d100=[50] * 8))
    return state, list(events)


def test_an_own_ability_does_what_its_effect_does_with_its_own_figures_and_name() -> None:
    """SK-350, WILL-3: willpower 5 for rank 1, named in both languages in the reason of its dice."""
    song = replace(RALLY, name=Text("War song", "Canto de guerra"), figures={"willpower": (5, 6, 7)})
    setup = field_with(Change("ability", "own-song", song), knows={"own-song": 1})
    state, events = used(setup, UseAbility("own-song", 1, "bea"))
    assert (state.units["bea"].willpower, state.units["ann"].willpower) == (5, 5)
    assert [event.name for event in events if event.kind == "restored"] == ["own-song"]
    reason = Reason("ability", ability="own-song", rank=1)
    assert reason_text(reason, "es", state.words) == "Ataque con Canto de guerra 1"
    assert reason_text(reason, "en", state.words) == "War song rank 1"


def test_a_changed_entry_of_the_catalogue_counts_in_its_campaign_alone() -> None:
    mended = replace(RALLY, figures={"willpower": (1, 1, 1)})
    setup = field_with(Change("ability", "rally", mended), knows={"rally": 1})
    assert used(setup, UseAbility("rally", 1, "bea"))[0].units["bea"].willpower == 1
    usual = field_with(knows={"rally": 1})
    assert used(usual, UseAbility("rally", 1, "bea"))[0].units["bea"].willpower == 2


def test_an_ability_made_of_verbs_needs_no_code() -> None:
    """SK-350: an attack that cannot miss, armor damage, willpower drained, a push, a daze, a guard, all around."""
    verbs = blank("composed")
    figures = dict(verbs.figures) | {
        name: (value,) * 3
        for name, value in {
            "strike": 1,
            "sure": 1,
            "armor": 2,
            "drain": 3,
            "push": 2,
            "daze": 1,
            "guard": 4,
            "around": 1,
        }.items()
    }
    storm = replace(verbs, name=Text("Storm", ""), figures=figures)
    setup = field_with(Change("ability", "own-storm", storm), knows={"own-storm": 1})
    state, _events = used(setup, UseAbility("own-storm", 1, "cid"))
    cid, dan, ann = (state.units[name] for name in ("cid", "dan", "ann"))
    assert (cid.strength, cid.armor, cid.willpower, cid.at) == (5, 3, 3, Cell(4, 1))
    assert (dan.strength, dan.armor, dan.willpower) == (5, 3, 3) and dan.at != Cell(2, 2)
    assert [one.name for one in cid.lasting] == ["sunstrike"]
    assert [(one.name, one.amount) for one in ann.lasting] == [("stone-wall", 4)]
    assert state.units["bea"].armor == 5


def test_an_own_passive_has_its_own_figure() -> None:
    """SK-351, SK-40: a shield wall of 3 beside an ally."""
    wall = WrittenPassive("shield-wall", Text("Iron wall", "Muro de hierro"), Text("{amount} more", ""), 3)
    setup = field_with(Change("passive", "own-wall", wall), knows={}, passives=("own-wall",))
    shown = {unit["id"]: unit for unit in view(new_state(setup), Viewer("p-ann"))["units"]}
    assert (shown["ann"]["armor_counted"], shown["bea"]["armor_counted"]) == (8, 8)
    assert shown["ann"]["passives"] == ["own-wall"]


def test_words_of_units_that_a_viewer_does_not_know_stay_hidden() -> None:
    """DEPL-6: the campaign's own words tell nothing of a hidden unit."""
    song = Change("ability", "own-song", replace(RALLY, name=Text("Secret song", "")))
    setup = field_with(song, knows={"own-song": 1})
    hidden = replace(setup.units[0], hidden=True, at=None)
    state = new_state(replace(setup, units=(hidden, *setup.units[1:]), order=("bea", "cid", "dan")))
    assert "own-song" in view(state, Viewer("director"))["words"]
    assert "own-song" in view(state, Viewer("p-ann"))["words"]
    for viewer in ("p-bea", "p-cid", "spectator"):
        assert "Secret song" not in str(view(state, Viewer(viewer)))


@pytest.mark.parametrize(
    "broken",
    [
        {"figures": {"willpower": (10**9,)}},
        {"figures": {"willpower": (-5, 1, 1)}},
        {"effect": "no-such-thing"},
        {"aim": "self"},
        {"ranges": ((1, 10**9),) * 3},
        {"name": "other"},
    ],
)
def test_a_setup_with_an_impossible_ability_is_refused(broken: dict[str, Any]) -> None:
    setup = field_with(Change("ability", "own-song", RALLY), knows={"own-song": 1})
    ability = replace(setup.abilities["own-song"], **broken)
    with pytest.raises(Unreadable, check=lambda refused: refused.code == "bad-setup"):
        new_state(replace(setup, abilities={"own-song": ability}))


def test_a_setup_with_an_impossible_passive_is_refused() -> None:
    wall = WrittenPassive("puncture", Text("x", ""), Text("", ""), 2)
    setup = field_with(Change("passive", "own-wall", wall), knows={}, passives=("own-wall",))
    for own in ({"effect": "puncture", "amount": 0}, {"effect": "nothing", "amount": 1}):
        data = through_text(setup_to_json(setup))
        data["units"][0]["own_passives"]["own-wall"] = own
        with pytest.raises(Unreadable, check=lambda refused: refused.code == "bad-setup"):
            new_state(setup_from_json(data))


# --- whatever a director writes


@given(data=st.data())
def test_no_own_catalogue_breaks_a_battle(data: st.DataObject) -> None:
    """Bounds, squares, replays and round trips hold whatever abilities and passives are written within the bounds."""
    setup = data.draw(own_setups())
    state, dice, events = started(setup, b"own" + bytes([data.draw(st.integers(0, 255))]))
    for _ in range(data.draw(st.integers(1, 8))):
        if state.running is not None:
            for step in legal_actions(state, state.running.unit)[:40]:
                assert forecast(state, state.running.unit, (step,), Viewer("director")).refusal is None
        try:
            state, told = apply(state, random_action(data.draw, state), dice)
        except Refused:
            continue
        events += told
    for before in setup.units:
        check_bounds(state, before, state.units[before.id])
    cells = [cell for unit in state.units.values() for cell in unit.cells]
    assert len(cells) == len(set(cells))
    assert replay(setup, events) == state
    assert from_json(through_text(to_json(state))) == state
    assert setup_from_json(through_text(setup_to_json(setup))) == setup
    assert tuple(event_from_json(through_text(event_to_json(event))) for event in events) == events


@given(table=catalogues())
def test_words_show_their_figures_and_nothing_else_of_the_program(table: Any) -> None:
    for entry in table.abilities.values():
        for rank in range(1, entry.ranks + 1):
            assert isinstance(entry.description(rank, "es"), str)
    hostile = AbilityEntry(
        "own-x",
        Text("X", "X"),
        Text("{willpower.__class__} {0} {{willpower}} {willpower}", ""),
        STARTING.abilities["rally"].target,
        STARTING.abilities["rally"].ranges,
        {"willpower": (2, 4, 6)},
    )
    assert hostile.description(2, "en") == "{willpower.__class__} {0} {4} 4"
    assert "1 more armor" in texts("shield-wall", "en").description
