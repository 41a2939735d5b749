"""G21: whatever is sent as a picture or as an archive is taken in or refused, and what is refused leaves nothing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.core.files.storage import default_storage
from django.db import models, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from archives.pictures import check_picture
from archives.refusals import SENTENCES
from archives.tables import TABLES
from battles.models import Battle
from campaign.models import Campaign
from rulebook.errors import Refused, Unreadable
from story.models import Picture, Scene
from story.services.pictures import LARGEST_FILE, WIDEST, take_picture
from tests.archives.chest import packed, received
from tests.archives.test_hostile_archives import NOW, lived_here
from tests.company import NOON
from tests.reliability.figures import HOSTILE_FILES, tell
from tests.reliability.hostile_archives import archive
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


# --- archives


@pytest.mark.django_db
def test_a_hostile_archive_becomes_a_campaign_that_can_be_read_or_leaves_nothing(zoe: User, seed: int) -> None:
    honest = chest()
    luck, answers, watch = random.Random(seed), Counter[str](), Watch()
    for number in range(HOSTILE_FILES):
        data, before = archive(luck, honest), kept()
        what = f"archive {number} of seed {seed}, {len(data)} bytes"
        with transaction.atomic():
            try:
                campaign = watch.of(what, lambda: received(data, zoe, NOW))  # noqa: B023
            except Unreadable as refused:
                assert kept() == before, what
                answers[refused.code] += 1
            else:
                assert not unreadable(campaign, zoe), f"{unreadable(campaign, zoe)} of {what}"
                answers["became a campaign"] += 1
            transaction.set_rollback(True)
        assert watch.growth < MOST_GROWTH, f"{watch} at {what}"
    codes = set(answers) - {"became a campaign"}
    assert codes <= set(SENTENCES) and len(codes) > 1
    tell(f"G21: {HOSTILE_FILES} archives: {dict(answers)}; {watch}")


def chest() -> bytes:
    """The archive of a campaign that is on no site any more."""
    with transaction.atomic():
        data = packed(lived_here(), NOW)
        transaction.set_rollback(True)
    return data


def kept() -> tuple[int, ...]:
    """How many rows of each kind there are that an archive can have, and how many files."""
    kinds: list[type[models.Model]] = [Campaign, User, *(table.model for table in TABLES)]
    return (*(kind._default_manager.count() for kind in kinds), *pictures_kept())


def unreadable(campaign: Campaign, director: User) -> list[str]:
    """The pages of a campaign that its director cannot read."""
    client = Client(raise_request_exception=False)
    client.force_login(director)
    rooms = (
        "campaign:home",
        "campaign:rules",
        "campaign:members",
        "story:scenes",
        "battles:list",
        "campaign:catalogue",
    )
    pages = [reverse(room, args=[campaign.slug]) for room in rooms]
    for scene in Scene.objects.filter(campaign=campaign):
        pages += [reverse(f"story:{room}", args=[campaign.slug, scene.code]) for room in ("scene", "markdown", "epub")]
    pages += [
        reverse("turns:battle", args=[campaign.slug, one.code]) for one in Battle.objects.filter(campaign=campaign)
    ]
    return [f"{page}: {status}" for page in pages if (status := client.get(page, follow=True).status_code) != 200]
