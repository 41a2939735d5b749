"""G14: a turn rolls once, whatever is sent again, and no face is favoured."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from accounts.models import User
from battles.models import Roll
from battles.selectors import player_id, state_of
from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga.board import Cell
from rulebook.saga.steps import Strike
from tests import arena
from tests.arena import HOUR, START
from tests.reliability.figures import RETRIES, THROWS, tell
from turns import services
from turns.models import TurnPost

UNLIKELY = {6: 20.515, 10: 27.877, 100: 148.230}
"""By sides: the chi-square that fair dice pass but once in a thousand times (p = 0.001)."""


@pytest.mark.parametrize("sides", sorted(UNLIKELY))
def test_no_face_is_favoured(sides: int) -> None:
    """The seed is fixed: the same throws in every run, none of them a matter of luck."""
    dice = SeededDice(b"a seed that anybody may know")
    faces = Counter(dice.roll(sides) for _throw in range(THROWS))
    expected = THROWS / sides
    distance = sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert sum(faces.values()) == THROWS and set(faces) <= set(range(1, sides + 1))
    assert distance < UNLIKELY[sides]
    tell(f"G14: {THROWS} throws of a d{sides}: chi-square {distance:.1f}, below {UNLIKELY[sides]}")


@pytest.mark.django_db(transaction=True)
def test_an_order_sent_again_and_again_rolls_once(director: User, players: list[User]) -> None:
    """With its own key the first answer comes back; with a new one the turn is over. No further die falls."""
    bob, carla = players[:2]
    weak = arena.fighter("bob", player_id(bob), "north", Cell(0, 0), strength=5, reaction=9)
    thick = arena.fighter("carla", player_id(carla), "south", Cell(0, 1), armor=9)
    battle = arena.start(arena.campaign_of(director, players), [weak, thick])
    order: dict[str, Any] = {
        "battle_id": battle.pk,
        "unit": "bob",
        "player": bob,
        "steps": (Strike("strength", "carla"),),
        "text": "",
        "version": None,
    }
    first = services.play_turn(**order, key="first", received_at=START + HOUR)
    rolled = list(Roll.objects.filter(battle=battle).order_by("counter").values_list("counter", "sides", "face"))
    assert rolled, "a strength attack against thicker armor is rolled for"
    refused = Counter[str]()
    for number in range(RETRIES):
        again = services.play_turn(**order, key="first", received_at=START + HOUR)
        assert again.post == first.post
        try:
            services.play_turn(**order, key=f"other-{number}", received_at=START + HOUR)
        except Refused as error:
            refused[error.code] += 1
    battle.refresh_from_db()
    now = list(Roll.objects.filter(battle=battle).order_by("counter").values_list("counter", "sides", "face"))
    assert now == rolled and battle.dice_counter == state_of(battle).dice_counter
    assert sum(refused.values()) == RETRIES
    assert TurnPost.objects.filter(battle=battle).count() == 1
    tell(f"G14: an order sent {2 * RETRIES} times more: {len(rolled)} rolls as before, refused with {dict(refused)}")
