"""Every kind of event has its sentence, every code its words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from django.utils import timezone, translation

from rulebook.dice import Roll
from rulebook.errors import Illegal
from rulebook.saga import events as ev
from rulebook.saga.board import Cell, Size
from rulebook.saga.state import Fate, Hazard, Lasting, Order, Plan, StandingOrders
from story import refusals
from tests import ford
from tests.ford import Ford
from turns import decisions, wording
from turns.chronicle import SAY, lines_of
from turns.dungeon import wording as dungeon_wording
from turns.rule_texts import RULES
from turns.services import force_turn
from turns.wording import Names, said

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = Names({"toki": "Tóki", "raider": "Raider 1"}, {"north": "The caravan"})
SAMPLES: dict[str, Any] = {
    "orders": StandingOrders("toki", "u1", (Order("hold"),), 1),
    "at": 1_793_900_000_000,
    "unit": "toki",
    "target": "raider",
    "by": "toki",
    "source": "raider",
    "before": "",
    "cell": Cell(3, 6),
    "roll": Roll(100, 41, 7, "Strength attack"),
    "path": (Cell(0, 0), Cell(1, 2)),
    "size": Size(1, 1),
    "effect": Lasting("stone-wall", 3, "toki", "own-turn-begins"),
    "hazard": Hazard("slag-and-burn", Cell(2, 2), "toki", "north"),
    "plan": Plan("toki", "u1", (), 0),
    "fate": Fate("toki", "hero", "lives", "", 1, 60, 2, 0),
    "attribute": "armor",
    "winner": "north",
    "reason": "fog",
    "threshold": 83,
    "name": "stone-wall",
    "how": "in-turn",
    "cause": "director",
    "damage": "strength",
    "attack": "strength",
}


def sample(kind: type[Any]) -> Any:
    """An event of this kind with something in every field."""
    values = {}
    for name, declared in get_type_hints(kind).items():
        if get_origin(declared) is not None and "ClassVar" in str(declared):
            continue
        if name in ("kind", "version"):
            continue
        values[name] = SAMPLES[name] if name in SAMPLES else _of(declared)
    if kind is ev.DeadlineExtended:
        values["cause"] = "late-post"
    if kind is ev.Damaged:
        values["cause"] = "strike"
    if kind is ev.UnitCorrected:
        values |= {"before": 10, "after": 4}
    return kind(**values)


def _of(declared: Any) -> Any:
    if declared is bool:
        return True
    if declared in (int, str):
        return declared(2)
    if get_origin(declared) is tuple:
        return ()
    return 2 if int in get_args(declared) else None


def test_every_kind_of_event_is_known_to_the_chronicle() -> None:
    assert set(SAY) == set(ev.EVENTS)


SILENT = {"round-ended", "turn-opened", "turn-ended", "clock-set", "renown-proposed"}


@pytest.mark.parametrize("kind", sorted(ev.EVENTS))
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_event_reads_as_a_sentence(kind: str, language: str, settings: Any) -> None:
    with translation.override(language):
        lines = lines_of([(1, sample(ev.EVENTS[kind]), False)], NAMES)
    assert bool(lines) == (kind not in SILENT)
    for line in lines:
        assert line.text[-1] in ".)"
        assert "%(" not in line.text
        assert "somebody" not in line.text or kind == "place-moved"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("boss", "Felled by a boss."),
        ("wounds", "The open wounds decide."),
        ("chance", "The death roll decides."),
        ("", ""),
    ],
)
def test_a_fate_says_in_words_what_decided(rule: str, told: str) -> None:
    event = sample(ev.FateRolled)
    line = lines_of([(1, replace(event, fate=replace(event.fate, rule=rule)), False)], NAMES)[0]
    assert line.text.endswith(told or "wounds.")
    assert "(" not in line.text


def test_what_was_taken_back_is_marked() -> None:
    line = lines_of([(1, sample(ev.Rested), True)], NAMES)[0]
    assert line.undone


def refusal_codes() -> set[str]:
    """Every code that the rulebook of saga, and the services of turns, refuse with."""
    files = [*(ROOT / "rulebook" / "saga").rglob("*.py"), *(ROOT / "turns" / "services").rglob("*.py")]
    files += [ROOT / "turns" / "composer.py", ROOT / "turns" / "planner.py", ROOT / "turns" / "panels.py"]
    found: set[str] = set()
    for file in files:
        found |= set(re.findall(r'(?:Illegal|TooLate|Unreadable)\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")))
    return found


NEVER_SHOWN = {
    "bad-alternative", "bad-board", "bad-extra", "bad-item", "bad-morale", "bad-outage", "bad-player", "bad-roll",
    "bad-setup", "bad-size", "bad-slots", "bad-table-rule", "hero-must-fight", "not-enough-renown", "one-step",
    "second-hero", "voted-twice",
    "secondary-not-allowed", "top-level", "unknown-action", "unknown-class", "unknown-day", "unknown-dredge",
    "unknown-entry", "unknown-item", "unknown-kind", "unknown-level", "unknown-table-rule", "wrong-count",
}  # fmt: skip
"""Refusals of set-ups, sheets and plain data, which other pages put into words or nobody can cause from a page."""


def test_every_refusal_a_page_can_meet_has_words() -> None:
    worded = {*wording.SENTENCES, *dungeon_wording.REFUSALS, *refusals.SENTENCES, *decisions.SENTENCES}
    assert not refusal_codes() - worded - NEVER_SHOWN


def test_every_rule_that_a_page_cites_can_be_read() -> None:
    """Behaviour 10: links lead to the rule."""
    cited: set[str] = set()
    for file in [*(ROOT / "turns").glob("*.py"), *(ROOT / "templates" / "turns").glob("*.html")]:
        cited |= set(re.findall(r"#([A-Z]+-[0-9]+)", file.read_text(encoding="utf-8")))
    ledger = ROOT / "turns" / "ledger_course.py"
    for terms in (ROOT / "rulebook" / "saga" / "attack.py", ROOT / "turns" / "views_record.py", ledger):
        cited |= set(re.findall(r'"([A-Z]+-[0-9]+)"', terms.read_text(encoding="utf-8")))
    cited |= set(re.findall(r"\(([A-Z]+-[0-9]+)\)\"\)", ledger.read_text(encoding="utf-8")))
    assert {"SK-144", "CLOCK-4"} < cited <= set(RULES)
    assert all(text.en and text.es for text in RULES.values())


def test_an_unknown_code_still_makes_a_sentence() -> None:
    with translation.override("en"):
        assert said(Illegal("never-heard-of", "No.", {}), NAMES) == "That is not possible: never-heard-of."


def test_turn_0_has_a_chronicle_too(people: dict[str, Any]) -> None:
    units = [replace(one, at=None) for one in ford.units_for(people["bob"], people["carla"], people["dani"])]
    the_ford = ford.build(people, units=units)
    answer = the_ford.as_("bob").get(f"{the_ford.url}chronicle/")
    assert answer.status_code == 200 and "The board in turn 0" in answer.content.decode()


def test_a_round_is_picked_by_its_number_and_shown_at_its_end(the_ford: Ford) -> None:
    chronicle = f"{the_ford.url}chronicle/"
    assert 'name="round"' not in the_ford.as_("bob").get(chronicle).content.decode()
    while the_ford.state().round == 1:
        force_turn(
            battle_id=the_ford.battle.pk,
            unit=the_ford.state().running.unit,
            reason="on",
            director=the_ford.people["alice"],
            at=timezone.now(),
        )
    newest = the_ford.as_("bob").get(chronicle).content.decode()
    assert "<option selected>2</option>" in newest and "The board in round 2" in newest
    first = the_ford.as_("bob").get(f"{chronicle}?round=1").content.decode()
    assert "The board in round 1" in first and "<option selected>1</option>" in first
    step = re.search(r'<span class="step-count">(\d+)/', first)
    assert step is not None
    after = the_ford.as_("bob").get(f"{chronicle}?step={int(step[1]) + 1}").content.decode()
    assert "The board in round 2" in after
    assert the_ford.as_("bob").get(f"{chronicle}?round=77").status_code == 200
