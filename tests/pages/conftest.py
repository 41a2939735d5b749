"""The ford and its people, for the pages of a running battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests import ford
from tests.ford import Ford


@pytest.fixture
def people(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any, zoe: Any) -> dict[str, Any]:
    for user in (bob, dani):
        user.language = "en"
        user.save()
    return {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam, "zoe": zoe}


@pytest.fixture
def the_ford(people: dict[str, Any]) -> Ford:
    return ford.build(people)
