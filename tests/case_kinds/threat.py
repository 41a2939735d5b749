"""Kind `threat`: the threat of each hero for a model of the Invisible Overlord's (IO-OFF-01, IO-IMP-03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.threat import Facts, threats
from rulebook.dungeon.rules import TableRules
from tests.case_kinds.keys import BadCase, check_case, check_choice, check_keys

RULES = TableRules
HERO_KEYS = {"id", "level", "armour", "wounds", "spellcaster", "shooting", "quest", "adjacent"}
TYPES = {name for card in CARDS.values() for name in card.threats}
CHARACTERS = {"Brutal", "Cowardly", "Cunning", "Warrior", "Undead"}


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"variant", "card", "character", "choosing", "heroes", "expect"})
    check_choice("variant", case["variant"], ("official", "improved"))
    check_choice("choosing", case["choosing"], ("target", "activation"))
    for name in _characters(case):
        check_choice("character", name, CHARACTERS)
    for name in case["card"]:
        check_choice("card", name, TYPES)
    for hero in case["heroes"]:
        check_keys("hero", hero, required=HERO_KEYS)
    known = {hero["id"] for hero in case["heroes"]}
    if len(known) < len(case["heroes"]):
        raise BadCase("two heroes have the same id")
    check_keys("expect", case["expect"], optional={*known, "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    heroes = [Facts(**{key: value for key, value in hero.items() if key != "adjacent"}) for hero in case["heroes"]]
    adjacent = {hero["id"]: hero["adjacent"] for hero in case["heroes"]}
    found = threats(
        case["variant"], heroes, case["card"], _characters(case), case["choosing"], adjacent, rules.weakest_needs
    )
    return {hero: threat.value for hero, threat in found.items()}


def _characters(case: Mapping[str, Any]) -> list[str]:
    named = case["character"]
    return [named] if isinstance(named, str) else list(named)
