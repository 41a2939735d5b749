"""Dice as people write them: what is read, what is refused before any die is thrown, what comes out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import LoadedDice, SeededDice
from rulebook.dice_notation import LARGEST, MOST_AGAIN, MOST_DICE, read, read_beginning, roll
from rulebook.errors import Unreadable


def total(text: str, **faces: list[int]) -> int:
    return roll(read(text), LoadedDice(**faces)).total


READ: list[tuple[str, dict[str, list[int]], int]] = [
    ("2d6+3", {"d6": [4, 5]}, 12),
    ("d%", {"d100": [73]}, 73),
    ("D8", {"d8": [8]}, 8),
    ("(1d8+2)*2", {"d8": [3]}, 10),
    ("10-2*3", {}, 4),
    ("1d6-1d4", {"d6": [2], "d4": [4]}, -2),
    ("-1d6+10", {"d6": [6]}, 4),
    ("7/2", {}, 3),
    ("-7/2", {}, -4),
    ("4d6kh3", {"d6": [1, 6, 3, 6]}, 15),
    ("4d6k3", {"d6": [1, 6, 3, 6]}, 15),
    ("4d6kl1", {"d6": [4, 6, 3, 6]}, 3),
    ("4d6dl1", {"d6": [1, 6, 3, 6]}, 15),
    ("4d6dh2", {"d6": [1, 6, 3, 6]}, 4),
    ("2d6!", {"d6": [6, 6, 2, 3]}, 17),
    ("2d6!kh1", {"d6": [6, 1, 3]}, 7),
    (" 2d6 + 1 ", {"d6": [1, 1]}, 3),
]


@pytest.mark.parametrize(("text", "faces", "expected"), READ)
def test_a_notation_comes_to_what_its_dice_say(text, faces, expected):
    assert total(text, **faces) == expected


def test_what_was_thrown_stays_on_record_with_what_did_not_count():
    outcome = roll(read("3d6dl1+1d4"), LoadedDice(d6=[2, 5, 2], d4=[3]))
    first, second = outcome.thrown
    assert [(die.face, die.kept) for die in first.dice] == [(2, False), (5, True), (2, True)]
    assert (first.notation, second.notation, outcome.total) == ("3d6dl1", "1d4", 10)


@pytest.mark.parametrize(
    ("text", "notation", "rest"),
    [
        ("2d6+3 climbing", "2d6+3", "climbing"),
        ("2d6 - for luck", "2d6", "- for luck"),
        ("1d20 4 attempts", "1d20", "4 attempts"),
        ("d6: does she hear it?", "d6", ": does she hear it?"),
        ("1d100 Заметить", "1d100", "Заметить"),
    ],
)
def test_a_reason_may_follow(text, notation, rest):
    read_text, found = read_beginning(text)
    assert (read_text.written, found) == (notation, rest)


REFUSED = [
    ("999999d999999", "no-such-die"),
    ("101d6", "too-many-dice"),
    ("0d6", "no-dice"),
    ("1d0", "no-such-die"),
    ("1d1001", "no-such-die"),
    ("1d1!", "endless-dice"),
    ("1d10000!", "no-such-die"),
    ("999999999999d6", "number-too-large"),
    ("1000*1001", "number-too-large"),
    ("100d1000*100", "number-too-large"),
    ("100d6+100d6+1d6", "too-many-dice"),
    ("(" * 10_000, "dice-too-deep"),
    ("-" * 10_000 + "1", "dice-too-deep"),
    ("1+" * 150 + "1d6", "dice-too-long"),
    ("1d6/0", "divide-by-zero"),
    ("1d6/(1-1)", "divide-by-zero"),
    ("6/1d6", "dice-in-divisor"),
    ("3d6kh4", "nothing-kept"),
    ("3d6dl3", "nothing-kept"),
    ("3d6kh0", "nothing-kept"),
    ("2d", "dice-unreadable"),
    ("2d6+", "dice-unreadable"),
    ("2d6)", "dice-unreadable"),
    ("2**3", "dice-unreadable"),
    ("", "dice-unreadable"),
    ("dice", "dice-unreadable"),
    ("٣d6", "dice-unreadable"),
]


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_what_cannot_be_rolled_is_refused_before_any_die_is_thrown(text, code):
    with pytest.raises(Unreadable) as refused:
        read(text)
    assert refused.value.code == code


def test_explosions_end():
    class Sixes:
        counter = 0

        def roll(self, sides: int) -> int:
            self.counter += 1
            return sides

    dice = Sixes()
    notation = read("5d6!+5d6!")
    assert roll(notation, dice).total == notation.most - MOST_AGAIN * 6
    assert dice.counter == 10 + MOST_AGAIN


@given(st.text(alphabet="0123456789dDkKhHlL!%+-*/() x", max_size=60))
def test_whatever_is_typed_is_read_or_refused_and_a_result_stays_in_its_bounds(text):
    try:
        notation, _rest = read_beginning(text)
    except Unreadable as refused:
        assert refused.code and refused.message
        return
    outcome = roll(notation, SeededDice(b"seed"))
    assert notation.least <= outcome.total <= notation.most
    assert -LARGEST <= outcome.total <= LARGEST and notation.dice <= MOST_DICE


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    try:
        read_beginning(text)
    except Unreadable as refused:
        assert str(refused)
