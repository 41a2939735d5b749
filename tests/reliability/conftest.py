"""What the reliability tests share: a cast whose rows others can see, and a printed seed."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest
from django.db import connection

from accounts.models import User
from battles.models import Battle
from tests import arena
from tests.cast import person
from tests.reliability.crew import Crew
from tests.reliability.website import Website, website

NAMES = ("bob", "carla", "dani", "eva")


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """What a test draws from; set SKALD_SEED to repeat a failure, which prints it."""
    found = int(os.environ.get("SKALD_SEED") or random.SystemRandom().randrange(10**6))
    request.node.add_report_section("setup", "seed", f"SKALD_SEED={found}")
    return found


@pytest.fixture
def director(transactional_db: None) -> User:
    return person("alice")  # type: ignore[no-any-return]


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    return [person(name) for name in NAMES]


@pytest.fixture
def arenas(director: User, players: list[User]) -> Callable[..., list[Battle]]:
    """So many battles at once, as `arena.start` makes them."""

    def make(count: int, **about: object) -> list[Battle]:
        campaign = arena.campaign_of(director, players)
        return [arena.start(campaign, arena.line_up(players, **lines(about)), **about) for _n in range(count)]  # type: ignore[arg-type]

    return make


def lines(about: dict[str, object]) -> dict[str, object]:
    return {name: about.pop(name) for name in ("director_units", "deployed") if name in about}


@pytest.fixture
def crew(site_environment: dict[str, str]) -> Iterator[Crew]:
    found = Crew(site_environment | {"SKALD_LOG_LEVEL": "ERROR"})
    yield found
    found.stop()
    connection.close()


@pytest.fixture
def site(site_environment: dict[str, str]) -> Iterator[Website]:
    """A real server, as a site runs it."""
    with website(site_environment) as found:
        yield found
