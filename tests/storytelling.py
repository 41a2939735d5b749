"""A campaign with scenes, for tests of what is written and who may read it."""

from __future__ import annotations

import io
import re
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from PIL import Image

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


def where(scene: Scene, room: str = "") -> str:
    """The address of a scene's room."""
    return f"/c/{scene.campaign.slug}/s/{scene.code}/{room}"


def posts_of(shown: str) -> str:
    """The part of a reading page that holds its posts."""
    found = re.search(r'<section id="posts".*?</section>\n', shown, re.DOTALL)
    assert found is not None
    return found[0]


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 30), *, mode: str = "RGB", **options: Any) -> io.BytesIO:
    """A picture's file, to be sent with a form."""
    out = io.BytesIO()
    Image.new(mode, size, 1 if mode == "1" else "red").save(out, kind, **options)
    out.seek(0)
    out.name = f"x.{kind.lower()}"
    return out
