"""A campaign with scenes, for tests of what is written and who may read it."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from campaign.models import Campaign
from rulebook.dice import LoadedDice
from story.models import Post, Scene
from story.services import Words, begin_scene, publish
from tests.company import NOON, active, march

KEYS = count()
APART = timedelta(minutes=1)


def scene_in(campaign: Campaign, director: User, **about: Any) -> Scene:
    """An open scene for everybody, unless a test asks for another."""
    return begin_scene(campaign=campaign, by=director, at=NOON, **({"title": "The frozen ford"} | about))


def told(company: Any) -> tuple[Campaign, Scene]:
    """The long march: Alice directs, Bob plays Hrolf and Carla plays Eyra, Sam watches; one scene."""
    alice, bob, carla, sam = company
    campaign = march(alice, bob, carla, spectator=sam)
    active(campaign, bob, alice, name="Hrolf")
    active(campaign, carla, alice, name="Eyra")
    return campaign, scene_in(campaign, alice)


def later() -> datetime:
    """A moment after every earlier one."""
    return NOON + APART * next(KEYS)


def written(scene: Scene, author: User, body: str, *, at: datetime | None = None, **about: Any) -> Post:
    """A post; `confirmed` and `dice` go to the verb, the rest are its words."""
    verb = {name: about.pop(name) for name in ("confirmed", "dice", "key") if name in about}
    verb = {"key": f"key-{next(KEYS)}"} | verb
    return publish(scene=scene, author=author, words=Words(body, **about), at=at or later(), **verb).post


def loaded(**faces: Any) -> LoadedDice:
    return LoadedDice(**faces)
