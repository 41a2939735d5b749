"""Dice: the documented recipe, the loaded double, and the offline verifier."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import LoadedDice, OutOfFaces, Roll, SeededDice, commitment, throw
from rulebook.errors import Unreadable

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "verify_battle.py"
SEED = bytes(range(32))


def test_a_face_is_the_hmac_of_the_counter_by_the_documented_recipe() -> None:
    dice = SeededDice(SEED, counter=7)
    digest = hmac.new(SEED, (7).to_bytes(8, "big"), hashlib.sha256).digest()
    assert dice.roll(100) == int.from_bytes(digest[:8], "big") % 100 + 1
    assert dice.counter == 8


def test_the_example_of_the_documentation_is_true() -> None:
    text = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")
    dice = SeededDice(bytes(32))
    assert commitment(bytes(32)) in text
    faces = ", ".join(str(dice.roll(100)) for _ in range(5))
    assert re.search(rf"from it are {faces}\.", text)


@given(st.binary(min_size=1), st.integers(0, 2**63), st.integers(1, 1000))
def test_faces_stay_on_the_die_and_the_same_counter_gives_the_same_face(seed: bytes, counter: int, sides: int) -> None:
    face = SeededDice(seed, counter).roll(sides)
    assert 1 <= face <= sides
    assert SeededDice(seed, counter).roll(sides) == face


@given(st.binary(min_size=1, max_size=40), st.lists(st.sampled_from([10, 100, 2**63 + 1]), max_size=8))
def test_going_on_from_a_counter_is_the_same_as_never_having_stopped(seed: bytes, sizes: list[int]) -> None:
    whole = SeededDice(seed)
    together = [whole.roll(sides) for sides in sizes]
    counter, apart = 0, []
    for sides in sizes:
        dice = SeededDice(seed, counter)
        apart.append(dice.roll(sides))
        counter = dice.counter
    assert apart == together
    assert counter == whole.counter


def test_a_number_that_would_favour_low_faces_is_thrown_away_and_counted() -> None:
    sides = 2**63 + 1
    dice = SeededDice(bytes(32))
    face = dice.roll(sides)
    thrown_away = dice.counter - 1
    assert thrown_away > 0
    for counter in range(thrown_away):
        digest = hmac.digest(bytes(32), counter.to_bytes(8, "big"), "sha256")
        assert int.from_bytes(digest[:8], "big") >= sides
    assert SeededDice(bytes(32), thrown_away).roll(sides) == face


def test_every_face_of_a_d10_comes_up() -> None:
    dice = SeededDice(SEED)
    assert {dice.roll(10) for _ in range(200)} == set(range(1, 11))


def test_a_throw_records_the_counter_before_the_roll_and_its_reason() -> None:
    dice = SeededDice(SEED, counter=3)
    roll = throw(dice, 100, "Break attack")
    assert roll == Roll(sides=100, face=SeededDice(SEED, 3).roll(100), counter=3, reason="Break attack")


@pytest.mark.parametrize("sides", [0, -1, 2**64 + 1])
def test_a_die_without_such_sides_is_unreadable(sides: int) -> None:
    with pytest.raises(Unreadable, match=str(sides)) as refusal:
        SeededDice(SEED).roll(sides)
    assert refusal.value.code == "bad-die"


def test_an_empty_seed_and_an_impossible_counter_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="seed"):
        SeededDice(b"")
    with pytest.raises(Unreadable, match="-1"):
        SeededDice(SEED, counter=-1)


def test_loaded_dice_deal_their_faces_in_order_by_size() -> None:
    dice = LoadedDice(d10=[3, 9], d100=[42])
    assert [dice.roll(10), dice.roll(100)] == [3, 42]
    assert (dice.unused, dice.counter) == (1, 2)
    assert dice.roll(10) == 9


def test_loaded_dice_say_when_they_run_out() -> None:
    dice = LoadedDice(d10=[3])
    dice.roll(10)
    with pytest.raises(OutOfFaces, match="d10 after 1"):
        dice.roll(10)
    with pytest.raises(OutOfFaces, match="d100"):
        dice.roll(100)


@pytest.mark.parametrize("faces", [{"d10": [0]}, {"d10": [11]}, {"d10": [True]}, {"ten": [1]}])
def test_loaded_dice_refuse_what_is_no_face_or_no_die(faces: dict[str, list[int]]) -> None:
    with pytest.raises(Unreadable):
        LoadedDice(**faces)


def battle() -> dict[str, Any]:
    """A finished battle's export with four rolls, one of them deep and one told twice."""
    dice = SeededDice(SEED)
    rolls = [vars_of(throw(dice, sides, "why")) for sides in (10, 10, 100, 2**63 + 1)]
    return {
        "dice": {"commitment": commitment(SEED), "seed": SEED.hex()},
        "events": [
            {"number": 1, "kind": "RoundOpened", "data": {"rolls": rolls[:2]}},
            {"number": 2, "kind": "Moved", "data": {"to": "B4"}},
            {"number": 3, "kind": "Struck", "data": {"rolls": [rolls[2]], "attack": {"roll": rolls[2]}}},
            {"number": 4, "kind": "Finished", "data": {"deaths": [{"wounds": {"roll": rolls[3]}}]}},
        ],
    }


def vars_of(roll: Roll) -> dict[str, Any]:
    return {"sides": roll.sides, "face": roll.face, "counter": roll.counter, "reason": roll.reason}


def verdict(tmp_path: Path, export: object, promised: str = commitment(SEED)) -> int:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(export), encoding="utf-8")
    code: int = runpy.run_path(str(SCRIPT))["main"]([str(path), promised])
    return code


def test_the_verifier_confirms_an_honest_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verdict(tmp_path, battle(), commitment(SEED).upper()) == 0
    assert "all 4 rolls" in capsys.readouterr().out


def test_the_verifier_runs_without_the_project(tmp_path: Path) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(battle()), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path), commitment(SEED)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VERIFIED")


def test_the_verifier_finds_a_changed_face(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export = battle()
    roll = export["events"][0]["data"]["rolls"][0]
    roll["face"] = roll["face"] % 10 + 1
    assert verdict(tmp_path, export) == 1
    assert "Event 1: a d10 is recorded" in capsys.readouterr().out


def test_the_verifier_finds_a_roll_kept_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SK-60"""
    export = battle()
    del export["events"][0]["data"]["rolls"][1]
    assert verdict(tmp_path, export) == 1
    assert "starts at counter 2 where 1 comes next" in capsys.readouterr().out


def test_the_verifier_finds_a_roll_used_by_two_events(tmp_path: Path) -> None:
    export = battle()
    export["events"].append(
        {"number": 5, "kind": "Struck", "data": {"rolls": [export["events"][2]["data"]["rolls"][0]]}}
    )
    assert verdict(tmp_path, export) == 1


def test_the_verifier_finds_another_seed_even_with_its_own_hash(tmp_path: Path) -> None:
    export = battle()
    export["dice"] = {"commitment": commitment(b"other"), "seed": b"other".hex()}
    export["events"] = []
    assert verdict(tmp_path, export) == 1
    assert verdict(tmp_path, export, commitment(b"other")) == 0


@pytest.mark.parametrize(
    "export",
    [
        [],
        {"events": []},
        {"dice": {"commitment": "00", "seed": None}, "events": []},
        {"dice": {"commitment": "00", "seed": "xyz"}, "events": []},
        {
            "dice": {"commitment": "00", "seed": "00"},
            "events": [{"number": 1, "data": {"sides": 10, "face": 1, "counter": "0"}}],
        },
    ],
)
def test_the_verifier_says_when_a_file_is_no_finished_battle(tmp_path: Path, export: object) -> None:
    assert verdict(tmp_path, export) == 2
