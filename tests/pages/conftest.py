"""The ford, the cellar and a scene with their people, for pages."""

from __future__ import annotations

from typing import Any

import pytest

from tests import cellar, ford
from tests.cellar import Cellar
from tests.ford import Ford
from tests.storytelling import told


@pytest.fixture
def people(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any, zoe: Any) -> dict[str, Any]:
    for user in (bob, dani):
        user.language = "en"
        user.save()
    return {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam, "zoe": zoe}


@pytest.fixture
def the_ford(people: dict[str, Any]) -> Ford:
    return ford.build(people)


@pytest.fixture
def the_cellar(people: dict[str, Any]) -> Cellar:
    """The cellar against the improved Invisible Overlord."""
    return cellar.build(people, io_variant="improved")


@pytest.fixture
def against_dani(people: dict[str, Any]) -> Cellar:
    """The cellar with Dani as the Overlord."""
    return cellar.build(people, overlord="dani")


@pytest.fixture
def company(alice: Any, bob: Any, carla: Any, sam: Any) -> Any:
    """All of them read English here, in their own zones."""
    bob.language = "en"
    bob.save()
    return alice, bob, carla, sam


@pytest.fixture
def scene(company: Any) -> Any:
    """A scene of theirs that is open to everybody."""
    return told(company)[1]
