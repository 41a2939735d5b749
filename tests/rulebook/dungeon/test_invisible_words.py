"""The Invisible Overlord's reasons in words, in both languages (IMP-04)."""

from __future__ import annotations

import pytest

from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible import words
from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.records import Threat
from rulebook.dungeon.telling import tell
from tests.rulebook.dungeon.arena import Arena, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible


def told(done: Unseen, language: str) -> list[str]:
    return [said for event in done.ctx.events if (said := tell(event, done.state, language))]


def two_guards(apart: int) -> Arena:
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((1, 5), "E"), ((9, 5), "W")]},
        board=floor(11, 11),
    )
    arena.change("bone_guard-2", at=Square(9 - apart, 5))
    return arena


def test_a_card_carried_out_reads_from_card_to_blow() -> None:
    done = Unseen(two_guards(1), card("Attack", "Unarmoured"))
    assert told(done, "en") == [
        "The Overlord's turn.",
        "Attack, 1 to activate (IO-IMP-05).",
        "Next to act: Bone Guard 1 (IO-IMP-05): steps to go 3, the next 2.",
        "Threat as a target, for Bone Guard 1 (IO-IMP-03): Bruna Halgerd 3 = 3 Unarmoured.",
        "Bone Guard 1 goes for Bruna Halgerd (IO-IMP-05): the only one it can attack.",
        "Bone Guard 1 takes 4,6 N (IO-IMP-05): steps to go 3, the next 4.",
        "Bone Guard 1:",
        "Bone Guard 1 goes to (4,6), facing N.",
        "Bone Guard 1 fights Bruna Halgerd: [1, 1] against [1, 1, 1, 1] (-1 from behind), A2 → hits: 0.",
    ]


def test_the_same_in_spanish() -> None:
    done = Unseen(two_guards(1), card("Attack", "Unarmoured"))
    assert told(done, "es")[1:4] == [
        "Atacar, 1 por activar (IO-IMP-05).",
        "Actúa ahora: Guardia de hueso 1 (IO-IMP-05): pasos por andar: 3, el siguiente 2.",
        "Amenaza como objetivo, para Guardia de hueso 1 (IO-IMP-03): Bruna Halgerd 3 = 3 Sin armadura.",
    ]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "tied Undead all act"), ("es", "los no muertos empatados actúan todos")]
)
def test_a_tie_of_undead_says_so(language: str, said: str) -> None:
    done = Unseen(two_guards(0), card("Attack", "Unarmoured"))
    (choice,) = done.choices("activation")
    assert words.why(choice, language) == said


def test_the_table_of_a_choice_names_every_candidate_with_each_key() -> None:
    done = Unseen(two_guards(1), card("Attack", "Unarmoured"))
    (choice,) = done.choices("activation")
    assert words.table(choice, done.state, "en") == [
        "* Bone Guard 1 → Bruna Halgerd: dice 2 · kind of attack fight · threat 3 · steps to go 3 · level 1",
        "  Bone Guard 2 → Bruna Halgerd: dice 2 · kind of attack fight · threat 3 · steps to go 2 · level 1",
    ]


def test_a_threat_shows_what_it_is_made_of() -> None:
    assert words.threat_line(Threat("h", 1, ("Weakest", "Unarmoured"), 0, True, 14), "en") == (
        "14 = (1 + 3 Weakest + 3 Unarmoured) x 2"
    )
    assert words.threat_line(Threat("h", 0, ("Quest",), 6, False, 9), "es") == "9 = 3 Misión + 6 carácter"
    assert words.threat_line(Threat("h", 1, (), 0, False, 1), "en") == "1"


def test_every_card_has_a_line_in_both_languages() -> None:
    for one in CARDS.values():
        english, spanish = words.card_line(one, "en"), words.card_line(one, "es")
        assert english != spanish
        assert english.startswith(one.key) and spanish.startswith(one.key)
