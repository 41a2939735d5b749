"""Four players and their battle, for tests of what is done in one."""

from __future__ import annotations

import pytest

from accounts.models import User
from battles.models import Battle
from tests import arena


@pytest.fixture
def cast(bob: User, carla: User, dani: User, eva: User) -> list[User]:
    return [bob, carla, dani, eva]


@pytest.fixture
def battle(alice: User, cast: list[User]) -> Battle:
    """Four against four in the order bob, carla, dani, eva; 24 h for the first turn, 24 h for each (three stand)."""
    return arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))
