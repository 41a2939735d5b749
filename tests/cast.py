"""The cast: the same people in all tests, so that a name says what somebody may do.

Alice directs. Bob, Carla, Dani and Eva play. Sam watches. Zoe is a stranger.
"""

from typing import Any

import pytest
from django.contrib.auth import get_user_model

PASSWORD = "a-long-enough-password"

READING = {
    "alice": ("en", "Europe/Madrid"),
    "bob": ("es", "Europe/Madrid"),
    "carla": ("en", "America/Mexico_City"),
    "dani": ("es", "Pacific/Auckland"),
    "eva": ("en", "Europe/Madrid"),
    "sam": ("en", "UTC"),
    "zoe": ("en", "UTC"),
}


def person(name: str, **fields: Any) -> Any:
    """A user of this name, with an address at example.org and PASSWORD."""
    language, zone = READING.get(name, ("en", "UTC"))
    given = {"language": language, "time_zone": zone, "display_name": name.capitalize()} | fields
    return get_user_model().objects.create_user(name, f"{name}@example.org", PASSWORD, **given)


@pytest.fixture
def alice(db: None) -> Any:
    return person("alice")


@pytest.fixture
def bob(db: None) -> Any:
    return person("bob")


@pytest.fixture
def carla(db: None) -> Any:
    return person("carla")


@pytest.fixture
def dani(db: None) -> Any:
    return person("dani")


@pytest.fixture
def eva(db: None) -> Any:
    return person("eva")


@pytest.fixture
def sam(db: None) -> Any:
    return person("sam")


@pytest.fixture
def zoe(db: None) -> Any:
    return person("zoe")
