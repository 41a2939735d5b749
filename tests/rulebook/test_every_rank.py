"""Every ability of the catalogue is played through `apply` in a rule case at each of its ranks, and once refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rulebook.saga.catalogue import ABILITIES
from tests.test_cases import OWN_CASES, cases_under

CASES = [case for case in cases_under(OWN_CASES / "saga") if case["kind"] == "battle"]


def turns_with(ability: str) -> Iterator[dict[str, Any]]:
    for case in CASES:
        for turn in case["turns"]:
            if turn.get("act", {}).get("ability") == ability:
                yield turn


@pytest.mark.parametrize("ability", ABILITIES)
def test_will_3_every_rank_is_played_with_what_it_changes(ability: str) -> None:
    played = [turn for turn in turns_with(ability) if "error" not in turn["expect"]]
    assert {turn["act"]["rank"] for turn in played} == set(range(1, ABILITIES[ability].ranks + 1))
    assert all(turn["expect"]["units"] for turn in played)


@pytest.mark.parametrize("ability", ABILITIES)
def test_hit_6_every_ability_is_refused_somewhere(ability: str) -> None:
    assert any(turn["expect"].get("error") for turn in turns_with(ability))
