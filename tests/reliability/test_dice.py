"""G14: a turn rolls once, whatever is sent again, and no face is favoured."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle, Roll
from battles.selectors import player_id, state_of
from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga.board import Cell
from rulebook.saga.steps import Strike
from tests import arena
from tests.arena import HOUR, START
from tests.reliability.figures import RETRIES, THROWS, tell
from tests.reliability.test_kills import breaks_everywhere
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


@pytest.fixture
def battle(director: User, players: list[User]) -> Battle:
    """Bob beside an enemy whose armor is thicker than he is strong: his strength attack is rolled for."""
    bob, carla = players[:2]
    weak = arena.fighter("bob", player_id(bob), "north", Cell(0, 0), strength=5, reaction=9)
    thick = arena.fighter("carla", player_id(carla), "south", Cell(0, 1), armor=9)
    return arena.start(arena.campaign_of(director, players), [weak, thick])


@pytest.fixture
def order(battle: Battle, players: list[User]) -> dict[str, Any]:
    return {
        "battle_id": battle.pk,
        "unit": "bob",
        "player": players[0],
        "steps": (Strike("strength", "carla"),),
        "text": "",
        "version": None,
    }


def rolled_in(battle: Battle) -> list[tuple[int, int, int]]:
    return list(Roll.objects.filter(battle=battle).order_by("counter").values_list("counter", "sides", "face"))


@pytest.mark.django_db(transaction=True)
def test_an_order_broken_off_between_its_roll_and_the_answer_rolls_the_same_when_it_is_sent_again(
    battle: Battle, order: dict[str, Any]
) -> None:
    """Wherever it breaks, nobody gets a second throw by it."""
    fated = SeededDice(bytes(battle.seed), battle.dice_counter)
    broken = breaks_everywhere(lambda: services.play_turn(**order, key="k", received_at=START + HOUR))
    rolls = rolled_in(battle)
    assert rolls and [face for _counter, _sides, face in rolls] == [
        fated.roll(sides) for _counter, sides, _face in rolls
    ]
    tell(f"G14: an order broken off at each of {broken} statements: at last the face it would have had")


@pytest.mark.django_db(transaction=True)
def test_an_order_sent_again_and_again_rolls_once(battle: Battle, order: dict[str, Any]) -> None:
    """With its own key the first answer comes back; with a new one the turn is over. No further die falls."""
    first = services.play_turn(**order, key="first", received_at=START + HOUR)
    rolled = rolled_in(battle)
    assert rolled
    refused = Counter[str]()
    for number in range(RETRIES):
        again = services.play_turn(**order, key="first", received_at=START + HOUR)
        assert again.post == first.post
        try:
            services.play_turn(**order, key=f"other-{number}", received_at=START + HOUR)
        except Refused as error:
            refused[error.code] += 1
    battle.refresh_from_db()
    assert rolled_in(battle) == rolled and battle.dice_counter == state_of(battle).dice_counter
    assert sum(refused.values()) == RETRIES
    assert TurnPost.objects.filter(battle=battle).count() == 1
    tell(f"G14: an order sent {2 * RETRIES} times more: {len(rolled)} rolls as before, refused with {dict(refused)}")
