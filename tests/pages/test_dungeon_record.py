"""What an adventure leaves to read: the chronicle with its replay, the director's undo, the outcome."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from battles.models import Battle
from battles.selectors import state_of
from notifications.models import Notice
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import End, Fight, Move
from tests import crypt
from tests.adventuring import fresh
from tests.visiting import client_of
from turns import services
from turns.models import TurnPost

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
OWN_WAY = Move(tuple(Pose(Square(x, y), "E") for x, y in ((2, 1), (3, 1), (4, 1), (5, 2), (6, 3))))


def shown(client: Any, battle: Battle, rest: str, status: int = 200) -> str:
    answer = client.get(f"{battle.get_absolute_url()}{rest}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


@pytest.fixture
def battle(alice: Any, bob: Any, sam: Any) -> Battle:
    """Bob's four heroes against the Invisible Overlord, a round played; alice reads English, sam looks on."""
    start = timezone.now() - 2 * HOUR
    campaign = crypt.dungeon_campaign(alice, [bob], [sam])
    campaign.is_public = True
    campaign.save()
    battle = crypt.start(campaign, crypt.setup_for([bob], io_variant="improved", at=start), at=start)
    services.settle(battle.pk, start)
    crypt.play(battle, bob, "bruna", OWN_WAY, at=start + HOUR, text="She goes to the door.")
    crypt.play(battle, bob, "bruna", Fight("door-7-3"), at=start + HOUR)
    for hero in crypt.PARTY:
        crypt.play(battle, bob, hero, End(), at=start + HOUR)
    bob.language = "en"
    bob.save()
    return fresh(battle)


def test_the_chronicle_tells_every_step_with_the_overlords_reasons(battle: Battle, bob: Any, sam: Any) -> None:
    for client in (client_of(bob), client_of(sam), Client()):
        text = shown(client, battle, "chronicle/")
        assert "She goes to the door." in text
        assert "Bruna Halgerd fights the lock of Door 7,3" in text or "lucha con la cerradura" in text
        assert "IO-IMP-" in text


def test_each_step_shows_the_dungeon_as_it_was(battle: Battle, bob: Any) -> None:
    client = client_of(bob)
    assert "The dungeon before the first round" in shown(client, battle, "chronicle/?step=0")
    first = shown(client, battle, "chronicle/?step=2")
    assert 'aria-current="step"' in first and "The dungeon in round 1" in first.replace(
        "before the first round", "in round 1"
    )


def test_nobody_but_the_director_sees_what_lies_behind_a_closed_door(battle: Battle, alice: Any, bob: Any) -> None:
    assert state_of(battle).hidden or "shambler" in str(battle.state)
    early = "chronicle/?step=3"
    assert "not laid yet" in shown(client_of(alice), battle, early)
    assert "not laid yet" not in shown(client_of(bob), battle, early)


def test_the_director_sees_what_going_back_would_change_and_goes_back(battle: Battle, alice: Any, bob: Any) -> None:
    client, before = client_of(alice), state_of(battle)
    shown(client_of(bob), battle, "history/", status=403)
    listing = shown(client, battle, "history/")
    assert "Go back before this" in listing
    post = TurnPost.objects.get(battle=battle, number=1)
    text = shown(client, battle, f"history/?post={post.number}")
    assert "In round 1 this is waited for" in text
    assert "Bruna Halgerd" in text and "6,3 E" in text
    sent = {"to": _hidden(text, "to"), "version": _hidden(text, "version"), "reason": ""}
    refused = client.post(f"{battle.get_absolute_url()}history/", sent)
    assert refused.status_code == 409
    answer = client.post(f"{battle.get_absolute_url()}history/", sent | {"reason": "the wrong door"})
    assert answer.status_code == 302
    after = state_of(fresh(battle))
    assert (before.round, after.round) == (2, 1)
    assert after.models["bruna"].at == Square(1, 2)
    told = shown(client_of(bob), battle, "chronicle/")
    assert "The director takes back the steps so marked: the wrong door." in told
    assert "(taken back)" in told


def _hidden(text: str, name: str) -> str:
    return text.split(f'name="{name}" value="')[1].split('"')[0]


def test_an_adventure_that_is_over_tells_who_won_and_the_director_closes_it(
    battle: Battle, alice: Any, bob: Any
) -> None:
    shown(client_of(bob), battle, "result/", status=404)
    services.end_battle(battle_id=battle.pk, director=alice, winner="hero", reason="dawn", at=timezone.now())
    text = shown(client_of(bob), battle, "result/")
    assert "The heroes have won: dawn." in text and "Ivo Marrowen" in text
    assert "Close the adventure" not in text
    client = client_of(alice)
    assert "Close the adventure" in shown(client, battle, "result/")
    assert client_of(bob).post(f"{battle.get_absolute_url()}result/confirm/").status_code == 403
    client.post(f"{battle.get_absolute_url()}result/confirm/")
    assert fresh(battle).status == Battle.Status.FINISHED
    assert "Close the adventure" not in shown(client, battle, "result/")
    assert Notice.objects.filter(reader=bob, kind=Notice.Kind.BATTLE_OVER).exists()


def test_its_whole_record_and_seed_can_be_checked_afterwards(battle: Battle, alice: Any, sam: Any) -> None:
    services.end_battle(battle_id=battle.pk, director=alice, winner="overlord", reason="dusk", at=timezone.now())
    exported = client_of(sam).get(f"{battle.get_absolute_url()}export.json").json()
    assert exported["dice"]["seed"] == bytes(battle.seed).hex()
    assert len(exported["events"]) == fresh(battle).version
    assert exported["setup"]["adventure"]["mission"]["key"] == "silent_ossuary"


def test_a_round_has_a_picture_to_share_with_nothing_hidden_in_it(battle: Battle, alice: Any) -> None:
    client = client_of(alice)
    page = shown(client, battle, "rounds/1/")
    assert "Heroes: " in page and "Bone Guard 1" in page
    assert "not laid yet" not in page
    drawing = client.get(f"{battle.get_absolute_url()}rounds/2/drawing.svg").content.decode()
    assert "dg-wall" in drawing and "is-unlaid" not in drawing.split("</style>")[1]
    picture = client.get(f"{battle.get_absolute_url()}rounds/2/picture.png", follow=True)
    assert picture["content-type"] == "image/png"
    assert len(picture.content) < 40 * 1024
    shown(client, battle, "rounds/9/", status=404)


def test_my_turns_names_heroes_the_overlord_and_rounds_in_the_readers_language(battle: Battle, bob: Any) -> None:
    bob.language = "es"
    bob.save()
    answer = client_of(bob).get("/turns/")
    page = unescape(answer.content.decode())
    assert "Torvek Bajoyelmo" in page and "Torvek Underhelm" not in page
    assert "El Tirano, ronda 1" in page and "asalto" not in page


def test_a_hero_whose_turn_is_open_is_not_offered_to_be_planned_ahead(battle: Battle, bob: Any) -> None:
    """Whatever its name is in the reader's language."""
    for language in ("en", "es"):
        bob.language = language
        bob.save()
        groups = client_of(bob).get("/turns/").context["groups"]
        assert len(groups.yours) == len(crypt.PARTY) and groups.ahead == []


def test_the_console_of_an_adventure_owes_nobody_a_character_of_the_saga(battle: Battle, alice: Any) -> None:
    page = client_of(alice).get(f"/c/{battle.campaign.slug}/director/").content.decode()
    assert "CHAR-3" not in page


def test_an_undo_names_beforehand_whom_it_tells(battle: Battle, alice: Any) -> None:
    assert "A notice goes to: Bob." in shown(client_of(alice), battle, "history/?to=3")
