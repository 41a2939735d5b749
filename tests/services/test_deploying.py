"""Turn 0: players place their units, each unseen by the others."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from notifications.models import Notice
from rulebook.errors import Illegal
from rulebook.saga.actions import Placement
from rulebook.saga.board import Cell
from tests import arena
from tests.arena import HOUR, START
from turns import selectors, services
from turns.models import Turn

pytestmark = pytest.mark.django_db


def test_players_place_their_units_and_turn_0_ends_with_the_last(alice: User, bob: User, carla: User) -> None:
    """DEPL-0, DEPL-1."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    assert {row.kind for row in selectors.waits_for(bob)} == {"deploy"}
    services.deploy(battle_id=battle.pk, player=bob, placements=[place("bob", 2, 1)], at=START + HOUR)
    assert Turn.objects.get(battle=battle, player=bob).outcome == "deployed"
    assert not selectors.waits_for(bob).exists()
    with pytest.raises(Illegal):
        services.deploy(battle_id=battle.pk, player=carla, placements=[place("bob", 3, 1)], at=START + HOUR)
    services.deploy(battle_id=battle.pk, player=carla, placements=[place("carla", 2, 6)], at=START + 2 * HOUR)
    assert arena.state(battle).phase == "running"
    assert arena.open_turn(battle).kind == "turn"


def test_who_has_placed_leaves_the_others_reminded(alice: User, bob: User, carla: User) -> None:
    """SK-113: nor does a notice that falls silent tell them."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    services.deploy(battle_id=battle.pk, player=carla, placements=[place("carla", 2, 6)], at=START + HOUR)
    waiting = Notice.objects.filter(kind="your-turn", withdrawn_at=None)
    assert [notice.reader for notice in waiting] == [bob]


def place(unit: str, x: int, y: int) -> Any:
    return Placement(unit, Cell(x, y))


def test_who_has_not_deployed_in_time_is_placed_and_misses_nothing(alice: User, bob: User, carla: User) -> None:
    """DEPL-2."""
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla], deployed=False))
    services.settle(battle.pk, START + 24 * HOUR)
    state = arena.state(battle)
    assert state.units["bob"].at is not None and state.units["bob"].missed == 0
    assert not Notice.objects.filter(kind="missed").exists()
    rows = Turn.objects.filter(battle=battle, kind="deploy")
    assert set(rows.values_list("outcome", flat=True)) == {"expired"}
