"""Everything that can happen in a dungeon game is told in a sentence, in both languages, without keys in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from django.utils import translation

from rulebook.dice import SeededDice
from rulebook.dungeon import events as ev
from rulebook.dungeon import solo
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.grid import Square
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import new_state
from rulebook.dungeon.state import Corrected, Plan, State
from turns.dungeon.rule_texts import RULES
from turns.dungeon.told import SAY, said

LEFT_OVER = re.compile(r"%\(|\{\w*\}|\b[a-z]+_[a-z_]+\b")
CITED = re.compile(r"\b(?:[A-Z]+-)+\d+\b")
SILENT = {"clock-started", "strikes-done"}


def game(key: str = "silent_ossuary", variant: Any = "improved") -> State:
    return new_state(solo.solo_setup(shipped(key), TableRules(io_variant=variant)))


def told(event: ev.Event, state: State, language: str = "en") -> str:
    with translation.override(language):
        return said(event, state, language)[0]


def test_every_kind_of_event_has_its_words() -> None:
    assert set(SAY) == {kind.kind for kind in get_args(ev.Event)}


def passages(key: str, variant: Any, seed: str) -> Iterator[solo.Passage]:
    rules = TableRules(io_variant=variant)
    yield from solo.passages(solo.solo_setup(shipped(key), rules), SeededDice(seed.encode()))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("key", "variant"), [(key, variant) for key in KEYS for variant in ("official", "improved")])
def test_whole_adventures_are_told_without_a_key_or_a_gap(key: str, variant: str, language: str) -> None:
    """The words are those of the last state: whoever reads the chronicle reads all of it from there."""
    played = list(passages(key, variant, f"told {key} {variant}"))
    last = played[-1].after
    kinds, cited = set(), set()
    for event in (event for passage in played for event in passage.events):
        text = told(event, last, language)
        assert not LEFT_OVER.search(text), text
        assert text == "" or text.rstrip()[-1] in ".!?:", text
        kinds.add(event.kind) if text else None
        cited.update(CITED.findall(text))
    assert {"round-began", "moved", "attack-rolled", "invisible-chose", "battle-ended"} <= kinds
    assert not kinds & SILENT
    assert cited and cited <= set(RULES), "every rule that is cited can be looked up"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (ev.TurnExpired(1, "ivo", 1, True), "The time of Ivo Marrowen ran out before its turn began. It may still act"),
        (ev.TurnEnded(1, "ivo", "expired"), "its turn ends as it stands"),
        (ev.TurnEnded(1, "ivo", "acted"), ""),
        (ev.WindowClosed(1, "expired"), "counts as passed"),
        (ev.WindowClosed(1, "played"), ""),
        (ev.WindowsPassed(1, 3), "passes his windows ahead"),
        (ev.WindowsPassed(1, 0), "wants to be asked"),
        (ev.OverlordTurnEnded(1, True), "what orders were left are lost"),
        (ev.OverlordTurnEnded(1, False), ""),
        (ev.CardPlayed(1, "sudden_malice", 1), "Sudden Malice: Interrupt: 1 model moves and acts."),
        (ev.CardDrawn(1, "?"), "A card leaves the order deck."),
        (ev.DeadlineExtended(1, 9, 3_600_000, "late-post", "ivo"), "1 h more, because Ivo Marrowen acted late"),
        (
            ev.DeadlineExtended(1, 9, 3_600_000, "director", "", "fog"),
            "The director gives the running turn 1 h more: fog.",
        ),
        (ev.DeadlineExtended(1, 9, 60_000, "answered"), "gets back the"),
        (ev.StrikeAsked(1, "torvek", "bone_guard-1", 9, 1), "Does Torvek Underhelm strike Bone Guard 1?"),
        (ev.StrikeAnswered(1, "torvek", True, True, 9), "No answer for Torvek Underhelm"),
        (ev.StrikeAnswered(1, "torvek", True, False, 9), ""),
        (
            ev.TradeOffered(1, "ivo", "bruna", ("healing_draught",), ()),
            "offers Bruna Halgerd a trade: Healing Draught for —",
        ),
        (ev.TradeLapsed(1, "ivo", "bruna", True), "Bruna Halgerd declines the trade"),
        (ev.TradeLapsed(1, "ivo", "bruna", False), "comes to nothing"),
        (ev.Instructed(1, "ivo", "ask", ()), "Free strikes of Ivo Marrowen from now on: when asked."),
        (ev.PlanLeft(1, Plan("ivo", "solo", (), (), 1)), "An early turn was left for Ivo Marrowen."),
        (ev.PlanFailed(1, "ivo", 1, "blocked", "…"), "Step 2 of the early turn of Ivo Marrowen"),
        (ev.UnitTakenOver(1, "ivo", "at sea"), "The director takes Ivo Marrowen over: at sea."),
        (ev.Undone(1, 3, "a wrong door"), "The director takes back the steps so marked: a wrong door."),
        (ev.BattlePaused(1, ""), "The director pauses the battle."),
        (ev.ModelFelled(1, "bone_guard-7", "ivo", "bone_pile", Square(1, 1)), "Bone Guard 7 falls"),
    ],
)
def test_what_automatic_games_never_show_is_told_too(event: ev.Event, expected: str) -> None:
    text = told(event, game(variant="none"))
    assert (expected in text) if expected else not text


def test_the_invisible_overlords_windows_are_told_by_his_cards_alone() -> None:
    for event in (ev.WindowOpened(1), ev.WindowClosed(1, "passed")):
        assert told(event, game(variant="none")) and not told(event, game())
    assert "in the Overlord's hand" in told(ev.DeckBuilt(1, ("?",) * 7, ("?",) * 3), game(variant="none"))
    assert "3 set aside, 7 left" in told(ev.DeckBuilt(1, ("?",) * 7, ("?",) * 3), game())


def test_a_correction_tells_only_what_was_changed() -> None:
    event = ev.UnitCorrected(1, "ivo", Corrected(wounds=2), Corrected(wounds=1), "counted wrong")
    assert told(event, game()) == "The director corrects Ivo Marrowen: wounds 2/5 → 1/5: counted wrong."
