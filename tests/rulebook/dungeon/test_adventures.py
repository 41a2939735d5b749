"""Adventure files: what they say, what is wrong with them and in which line (section 22)."""

from __future__ import annotations

import pytest

from rulebook.dungeon.adventures import KEYS, shipped, source
from rulebook.dungeon.board import Lock, Spawn, Ward
from rulebook.dungeon.catalogue import HEROES, ITEMS, ORDER_CARDS, PROFILES, SPELLS, texts
from rulebook.dungeon.feats import FEATS
from rulebook.dungeon.grid import Square
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.state import Goal, Victory
from rulebook.errors import Unreadable

SMALL = """\
adventure: cellar
title.en: The Cellar
orders: 2
deck: 8
raise: bone_guard 2
// the way in
door: 5,2 lock 2 2
face: 7,1 W
win: reach 8,3

map:
##########
#12..#.g.#
#34..D.tt#
#....#..X#
##########
"""


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as refusal:
        parse_adventure(text)
    assert refusal.value.code == "bad-adventure"
    return [(problem["line"], problem["code"]) for problem in refusal.value.data["problems"]]


def test_a_small_file_is_read() -> None:
    adventure = parse_adventure(SMALL)
    assert (adventure.title.en, adventure.title.es) == ("The Cellar", "The Cellar")
    first, second = adventure.zones
    assert len(first.squares) == 12
    assert second.spawns == (Spawn("bone_guard", Square(7, 1), "W"),)
    assert [piece.squares for piece in second.furniture] == [(Square(7, 2),), (Square(8, 2),)]
    assert adventure.mission.raisable == {"bone_guard": 2}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("orders: 2", "orders: many", [(3, "bad-number")]),
        ("adventure: cellar", "adventure: The Cellar", [(1, "bad-name")]),
        ("deck: 8", "deck: 8\nlose: never", [(5, "bad-choice")]),
        ("orders: 2\n", "", [(0, "missing-key")]),
        ("deck: 8", "deck: 99", [(4, "bad-number")]),
        ("deck: 8", "deck: 8\ndeck: 9", [(5, "said-twice")]),
        ("raise: bone_guard 2", "raise: shambler 2", [(5, "not-raisable")]),
        ("raise: bone_guard 2", "raise: dragon 2", [(5, "unknown-model")]),
        ("raise: bone_guard 2", "raises: bone_guard 2", [(5, "unknown-key")]),
        ("raise: bone_guard 2", "raise bone_guard", [(5, "unknown-key")]),
        ("door: 5,2 lock 2 2", "door: 5,2 lock 2", [(7, "no-closure")]),
        ("door: 5,2 lock 2 2", "door: 5,2 ward 2", [(7, "not-drawn")]),
        ("door: 5,2 lock 2 2", "door: 5.2 lock 2 2", [(7, "bad-square")]),
        ("door: 5,2 lock 2 2", "hero: ivo spells fireball", [(7, "unknown-spell")]),
        ("door: 5,2 lock 2 2", "hero: bruna spells mend", [(7, "no-spellcaster")]),
        ("door: 5,2 lock 2 2", "hero: bruna items gossamer_coat", [(7, "wrong-hero")]),
        ("face: 7,1 W", "face: 7,1 up", [(8, "bad-facing")]),
        ("face: 7,1 W", "face: 6,1 W", [(8, "not-drawn"), (13, "no-facing")]),
        ("win: reach 8,3", "win: reach 0,0", [(9, "no-such-goal")]),
        ("win: reach 8,3", "win: slay veyra", [(9, "no-such-goal")]),
        ("win: reach 8,3", "win: bring ashen_seal 8,3", [(9, "no-such-goal")]),
        ("win: reach 8,3", "win: run", [(9, "too-little")]),
        ("win: reach 8,3", "goal: door 1,1\nwin: reach 8,3", [(9, "no-such-goal")]),
        ("#....#..X#", "#....#..X", [(15, "uneven-map")]),
        ("#....#..X#", "#....#..?#", [(15, "unknown-mark")]),
        ("#12..#", "#.2..#", [(0, "no-starts")]),
        ("#34..D.tt#", "#34..#.tt#", [(7, "not-drawn")]),
        ("#12..#.g.#", "#12..#.O.#", [(13, "bad-base")]),
        ("#12..#.g.#", "#12..#.go#", [(13, "bad-base")]),
        ("map:\n", "", [(0, "no-map"), (11, "unknown-key")]),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, expected: list[tuple[int, str]]) -> None:
    assert SMALL.count(old) == 1
    assert problems(SMALL.replace(old, new))[: len(expected)] == expected


def test_a_part_that_no_door_leads_to_is_cut_off() -> None:
    walled = SMALL.replace("door: 5,2 lock 2 2\n", "").replace("D", "#")
    assert problems(walled) == [(12, "cut-off")]


def test_a_door_joins_two_parts_and_may_be_double() -> None:
    double = SMALL.replace("door: 5,2", "door: 5,2 5,3").replace("#....#..X#", "#....D..X#")
    assert parse_adventure(double).zones[0].doors[0].squares == (Square(5, 2), Square(5, 3))
    assert problems(double.replace("5,2 5,3", "5,2 5,4"))[0] == (7, "bad-door")
    *rows, _last = SMALL.replace("door:", "door: 3,4 lock 2 2\ndoor:").splitlines()
    assert problems("\n".join([*rows, "###D######"])) == [(7, "leads-nowhere")]


def test_all_that_is_wrong_is_told_at_once() -> None:
    broken = SMALL.replace("orders: 2", "orders: many").replace("7,1 W", "7,1 up")
    assert problems(broken) == [(3, "bad-number"), (8, "bad-facing")]


def test_a_table_of_two_squares_is_one_piece() -> None:
    joined = parse_adventure(SMALL.replace("win:", "piece: 7,2 8,2\nwin:"))
    assert [piece.squares for piece in joined.zones[1].furniture] == [(Square(7, 2), Square(8, 2))]


def test_the_silent_ossuary_is_as_written() -> None:
    adventure = shipped("silent_ossuary")
    mission = adventure.mission
    assert [len(zone.squares) for zone in adventure.zones] == [28, 37]
    assert (mission.orders_per_turn, mission.deck_size, mission.raisable) == (2, 10, {"bone_guard": 4})
    assert mission.victory == Victory("reach", Square(14, 3))
    assert mission.goals == (Goal("door", Square(7, 3)), Goal("square", Square(14, 3)))
    assert adventure.zones[0].piles == (Square(5, 3), Square(3, 6))
    assert adventure.kits["ivo"].spells == ("ember_dart", "rust_hex", "quickstep", "mend")


def test_the_vault_of_the_ashen_seal_is_as_written() -> None:
    adventure = shipped("ashen_seal")
    hall, middle, vault = adventure.zones
    assert [door.closure for door in middle.doors] == [Lock(2, 2), Ward(2)]
    assert hall.spawns == ()
    assert {(spawn.key, spawn.at, spawn.facing) for spawn in vault.spawns} == {
        ("corpse_ogre", Square(12, 3), "W"),
        ("mailed_shambler", Square(14, 5), "W"),
    }
    assert vault.chests[0].contents == ("ashen_seal", "healing_draught")
    assert adventure.mission.victory == Victory("bring", Square(1, 4), item="ashen_seal")


def test_the_gravecallers_court_is_as_written() -> None:
    adventure = shipped("gravecallers_court")
    assert [len(zone.doors) for zone in adventure.zones] == [1, 3, 1, 1]
    middle = adventure.zones[1]
    assert {door.closure for door in middle.doors} == {Lock(2, 2), Ward(2), Lock(3, 3)}
    assert (Square(8, 8), Square(8, 9)) in [piece.squares for piece in middle.furniture]
    assert adventure.mission.limits == {"wraith": 2}
    assert adventure.mission.victory == Victory("slay", key="veyra")
    assert set(adventure.kits["ivo"].spells) == {key for key, spell in SPELLS.items() if _is_heros(key)}


def _is_heros(spell: str) -> bool:
    return all(spell not in profile.spells for profile in PROFILES.values())


@pytest.mark.parametrize("key", KEYS)
def test_titles_and_stories_are_told_in_both_languages(key: str) -> None:
    adventure = shipped(key)
    assert adventure.key == key
    for text in (adventure.title, adventure.story):
        assert text.en and text.es and text.en != text.es
    assert source(key).startswith(f"adventure: {key}\n")


def test_an_unknown_adventure_is_refused() -> None:
    with pytest.raises(Unreadable) as refusal:
        shipped("nowhere")
    assert refusal.value.code == "unknown-adventure"


@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_of_the_starter_set_has_a_name(language: str) -> None:
    keys = [*PROFILES, *SPELLS, *ITEMS, *ORDER_CARDS, *FEATS, "stoneblood"]
    for key in keys:
        words = texts(key, language)
        assert words.name and words.description
    assert len({texts(key, language).name for key in keys}) == len(keys)
    with pytest.raises(Unreadable):
        texts("nobody", language)


def test_the_heroes_are_those_of_the_starter_set() -> None:
    figures = {h.key: (h.move, h.combat, h.shooting, h.armour, h.injured_at) for h in HEROES}
    assert figures == {
        "bruna": (6, 5, 0, 2, 3),
        "torvek": (5, 4, 0, 4, 4),
        "sylwen": (7, 3, 4, 2, 2),
        "ivo": (6, 2, 0, 1, 2),
    }
    assert all(feat in FEATS for profile in PROFILES.values() for feat in profile.feats)
