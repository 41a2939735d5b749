"""G21: whatever is sent as a picture or as an archive is taken in or refused, and what is refused leaves nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.core.files.storage import default_storage

from accounts.models import User
from archives.pictures import check_picture
from rulebook.errors import Refused
from story.models import Picture
from story.services.pictures import LARGEST_FILE, WIDEST, take_picture
from tests.company import NOON
from tests.reliability.figures import HOSTILE_FILES, tell
from tests.reliability.hostile_pictures import drawn, picture
from tests.reliability.watch import MOST_GROWTH, Watch
from tests.storytelling import told

PICTURE_CODES = {"picture-too-large", "picture-unreadable", "picture-too-many-pixels", "picture-endless"}


def pictures_kept() -> tuple[int, int]:
    """Rows and files."""
    files = default_storage.listdir("pictures")[1] if default_storage.exists("pictures") else []
    return Picture.objects.count(), len(files)


@pytest.mark.django_db
def test_a_hostile_picture_is_drawn_anew_or_leaves_nothing(
    alice: User, bob: User, carla: User, sam: User, seed: int
) -> None:
    luck, answers = random.Random(seed), Counter[str]()
    campaign, _scene = told((alice, bob, carla, sam))
    take_picture(campaign=campaign, by=bob, data=drawn(random.Random(0)), at=NOON)
    watch = Watch()
    for number in range(HOSTILE_FILES):
        data, before = picture(luck), pictures_kept()
        what = f"picture {number} of seed {seed}, {len(data)} bytes"
        try:
            taken = watch.of(what, lambda: take_picture(campaign=campaign, by=bob, data=data, at=NOON))  # noqa: B023
        except Refused as refused:
            assert pictures_kept() == before, what
            answers[refused.code] += 1
        else:
            assert pictures_kept() == (before[0] + 1, before[1] + 1), what
            assert max(taken.width, taken.height) <= WIDEST and len(data) <= LARGEST_FILE, what
            with taken.file.open("rb") as file:
                assert check_picture(taken.code, file.read())[1:] == (taken.width, taken.height), what
            answers["taken"] += 1
    assert set(answers) <= {*PICTURE_CODES, "taken"} and len(answers) > 1
    assert watch.growth < MOST_GROWTH
    tell(f"G21: {HOSTILE_FILES} pictures: {dict(answers)}; {watch}")
