"""Adventures in a campaign's archive: one that is over and one that is being played go on as if nothing were."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from archives.models import Place
from archives.services import take_place
from battles.models import Battle
from battles.selectors import state_of
from rulebook.dungeon.steps import End
from tests import crypt
from tests.archives.chest import packed, parts_of, received
from tests.arena import fresh
from tests.cast import person
from turns import reports, services
from turns.models import TurnPost

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=3)
NAMES = ("alice", "bob", "carla")


def lived():
    """A campaign of the dungeon: an adventure that the director ended after a round, and one in its second round."""
    alice, bob, carla = (person(name, display_name=name.capitalize(), language="en", time_zone="UTC") for name in NAMES)
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    owners = dict(zip(crypt.PARTY, (bob, carla, bob, carla), strict=True))
    for name, variant in (("The first cellar", "official"), ("The second cellar", "improved")):
        game = crypt.start(campaign, crypt.setup_for([bob, carla], io_variant=variant, at=NOW), at=NOW)
        Battle.objects.filter(pk=game.pk).update(name=name)
        while crypt.state(game).round == 1:
            crypt.play_on(game, owners, at=NOW + timedelta(hours=1))
        if variant == "official":
            services.end_battle(
                battle_id=game.pk, director=alice, winner="hero", reason="Enough.", at=NOW + timedelta(hours=2)
            )
    return campaign


def games(campaign):
    return list(Battle.objects.filter(campaign=campaign).order_by("pk"))


def texts(campaign):
    """What everybody reads of each game's first round."""
    return [reports.as_text(game, reports.report_of(game, 1, "en"), "en", reports.PLAIN) for game in games(campaign)]


def test_running_and_ended_adventures_come_out_as_they_went_in():
    with transaction.atomic():
        campaign = lived()
        before, told = packed(campaign, LATER), texts(campaign)
        assert [game.status for game in games(campaign)] == [Battle.Status.ENDED, Battle.Status.RUNNING]
        transaction.set_rollback(True)
    campaign = received(before, person("head", display_name="Alice"), LATER)
    after = parts_of(packed(campaign, LATER))
    for name, part in parts_of(before).items():
        if name.startswith("tables/") or "battles" in name:
            assert after[name] == part, name
    assert texts(campaign) == told and all("The Overlord" in text for text in told)


def test_the_running_one_is_played_on_by_whoever_takes_a_place():
    with transaction.atomic():
        data = packed(lived(), LATER)
        transaction.set_rollback(True)
    head = person("head", display_name="Alice")
    campaign = received(data, head, LATER)
    game = next(one for one in games(campaign) if state_of(one).phase != "over")
    assert crypt.replayed(game) == state_of(game)
    place = Place.objects.get(campaign=campaign, stand_in__display_name="Bob")
    bob = person("bob", display_name="Bob", language="en", time_zone="UTC")
    take_place(token=place.token, user=bob, at=LATER)
    if state_of(fresh(game)).paused is not None:
        services.resume(battle_id=game.pk, user=head, at=LATER)
    before = TurnPost.objects.filter(battle=game, unit="bruna").count()
    crypt.play(game, bob, "bruna", End(), at=LATER + timedelta(hours=1))
    assert TurnPost.objects.filter(battle=game, unit="bruna").count() == before + 1
    assert crypt.replayed(game) == crypt.state(game)
