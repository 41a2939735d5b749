"""Every page of an adventure for every reader: none breaks, and none says what is behind the doors (IMP-06)."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from campaign.models import Campaign
from rulebook.dungeon import heroes
from rulebook.dungeon.catalogue import texts
from rulebook.dungeon.steps import OVERLORD, End
from story.models import Scene
from story.services import begin_scene
from tests import crypt
from tests.addresses import routes
from tests.arena import HOUR, fresh
from turns import services
from turns.models import TurnPost

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "es")


@pytest.fixture
def campaign(alice: User, bob: User, carla: User, dani: User, zoe: User) -> Campaign:
    return crypt.dungeon_campaign(alice, [bob, carla, dani], [zoe])


@pytest.fixture
def begun(bob: User, carla: User, dani: User) -> tuple[dict[str, User], User]:
    return {"bruna": bob, "torvek": carla, "sylwen": bob, "ivo": carla}, dani


def adventure(campaign: Campaign, owners: dict[str, User], overlord: User | None, steps: int, **rules: Any) -> Battle:
    """The Gravecaller's Court, some steps on; the third zone is not laid yet."""
    now = timezone.now().replace(microsecond=0) - HOUR
    players = [owners[hero] for hero in crypt.PARTY]
    setup = crypt.setup_for(players, adventure="gravecallers_court", overlord=overlord, at=now, **rules)
    battle = crypt.start(campaign, setup, at=now)
    for _n in range(steps):
        now += timedelta(seconds=1)
        crypt.play_on(battle, owners, at=now, overlord=overlord)
    assert crypt.state(battle).hidden
    return fresh(battle)


def secrets(battle: Battle) -> set[str]:
    """What only stands behind the doors, in the chests and in the Overlord's hand and deck, in both languages."""
    now = crypt.state(battle)
    cards = {*now.hand, *now.deck} - set(now.played)
    spawns = {spawn.key for zone in now.hidden for spawn in zone.spawns}
    shown = {model.key for model in now.models.values()} | {*now.mission.raisable, *now.mission.limits}
    kept = {item for chest in now.board.chests if not chest.open for item in chest.contents}
    carried = {item for model in now.models.values() for item in model.items}
    aimed = {now.mission.victory.key, now.mission.victory.item}
    keys = cards | (spawns - shown - aimed) | (kept - carried - aimed)
    zones = {zone.id for zone in now.hidden}
    return keys | zones | {texts(key, language).name for key in keys for language in LANGUAGES}


def of_battle(battle: Battle) -> Iterator[str]:
    """Every page address under the battle's own."""
    post = TurnPost.objects.filter(battle=battle).order_by("number").first()
    values = {
        "slug": battle.campaign.slug,
        "code": battle.code,
        "number": post.number if post else 1,
        "unit": "bruna",
        "what": "pause",
        "round": 1,
        "request_id": 1,
    }
    for route in routes():
        space = route.name.split(":")[0]
        if space in ("turns", "battles", "muster") and {"slug", "code"} <= set(route.parameters):
            yield reverse(route.name, kwargs={name: values[name] for name in route.parameters})


def around(battle: Battle) -> Iterator[str]:
    """Pages that speak of battles among other things, and what programs read."""
    slug = battle.campaign.slug
    for name in ("campaign:home", "battles:list", "turns:console", "turns:look", "story:scenes", "campaign:rules"):
        yield reverse(name, args=[slug])
    yield from (reverse("turns:mine"), reverse("notifications:inbox"), reverse("front"), "/turns/calendar/")
    for verb in ("", "events/", "posts/", "ledger/", "export/"):
        yield f"/api/v1/battles/{battle.code}/{verb}"
    yield f"{battle.get_absolute_url()}export.json"


def answers(battle: Battle, reader: User | None, scene: Scene | None = None) -> Iterator[tuple[str, int, str]]:
    """Every answer to a reader who only looks: its address, its status, what it says."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    more = [scene.get_absolute_url()] if scene else []
    for address in (*of_battle(battle), *around(battle), *more):
        answer = client.get(address, follow=False)
        text = "" if answer.streaming else answer.content.decode(errors="replace")
        yield address, answer.status_code, html.unescape(text)


@pytest.mark.parametrize("variant", ["none", "official"])
def test_no_page_of_a_running_adventure_breaks_or_says_what_is_hidden(
    campaign: Campaign, begun: Any, bob: User, zoe: User, alice: User, variant: str
) -> None:
    owners, overlord = begun
    battle = adventure(campaign, owners, overlord if variant == "none" else None, 14, io_variant=variant)
    scene = begin_scene(chapter=None, campaign=campaign, title="Below", by=alice, at=timezone.now(), battle=battle)
    hidden = secrets(battle)
    assert len(hidden) > 4
    for reader in (bob, zoe):
        for address, status, text in answers(battle, reader, scene):
            assert status < 500, (address, status)
            told = [secret for secret in hidden if secret in text]
            assert not told, (reader.username, address, told)


def test_no_page_breaks_for_the_director_the_overlord_or_a_stranger(
    campaign: Campaign, begun: Any, alice: User, eva: User
) -> None:
    owners, overlord = begun
    battle = adventure(campaign, owners, overlord, 9)
    for reader in (alice, overlord, eva, None):
        for address, status, _text in answers(battle, reader):
            assert status < 500, (address, status)


def test_no_page_breaks_while_heroes_are_placed_or_when_all_is_over(
    campaign: Campaign, begun: Any, alice: User, bob: User
) -> None:
    owners, _overlord = begun
    now = timezone.now().replace(microsecond=0) - HOUR
    players = [owners[hero] for hero in crypt.PARTY]
    unplaced = crypt.start(campaign, crypt.setup_for(players, at=now, placed=False, io_variant="improved"), at=now)
    over = adventure(campaign, owners, None, 5, io_variant="improved")
    services.end_battle(battle_id=over.pk, director=alice, winner="hero", reason="Enough.", at=timezone.now())
    for battle in (unplaced, fresh(over)):
        for reader in (alice, bob, None):
            for address, status, _text in answers(battle, reader):
                assert status < 500, (address, status)


def test_once_it_is_over_the_export_holds_everything_and_the_seed(
    campaign: Campaign, begun: Any, alice: User, bob: User
) -> None:
    owners, overlord = begun
    battle = adventure(campaign, owners, overlord, 6)
    hidden = secrets(battle)
    services.end_battle(battle_id=battle.pk, director=alice, winner="hero", reason="Enough.", at=timezone.now())
    client = Client()
    client.force_login(bob)
    told = client.get(f"/api/v1/battles/{battle.code}/export/").json()
    assert told["dice"]["seed"] == crypt.SEED.hex()
    text = json.dumps(told)
    assert sum(secret in text for secret in hidden) > 4


def test_the_overlords_end_step_is_listed(campaign: Campaign, begun: Any, bob: User) -> None:
    """Whoever asks for the legal steps of the Overlord is told only where they are theirs."""
    owners, overlord = begun
    battle = adventure(campaign, owners, overlord, 0)
    unit, _step = heroes.next_step(crypt.state(battle))
    crypt.play(battle, owners[unit], unit, End(), at=timezone.now())
    client = Client()
    client.force_login(overlord)
    listed = client.get(f"/api/v1/battles/{battle.code}/legal/", {"unit": OVERLORD}).json()["steps"]
    assert {"kind": "end"} in listed
    client.force_login(bob)
    assert client.get(f"/api/v1/battles/{battle.code}/legal/", {"unit": OVERLORD}).status_code == 422
