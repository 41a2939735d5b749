"""An adventure for programs: the same addresses, with the steps of the dungeon; nothing hidden gets out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from battles.models import Battle
from battles.selectors import view_for, viewer_version
from rulebook.dungeon import heroes
from rulebook.dungeon.codec import steps_to_json
from rulebook.dungeon.steps import OVERLORD
from tests import crypt
from tests.arena import HOUR, fresh

pytestmark = pytest.mark.django_db
END = [{"kind": "end"}]


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User) -> Battle:
    """Bob and Carla with two heroes each, Dani the Overlord; it began a minute ago."""
    return begun(alice, bob, carla, dani, adventure="silent_ossuary")


def begun(director: User, first: User, second: User, overlord: User, **about: Any) -> Battle:
    campaign = crypt.dungeon_campaign(director, [first, second, overlord])
    now = timezone.now().replace(microsecond=0) - HOUR / 60
    setup = crypt.setup_for([first, second], overlord=overlord, at=now, free_strikes="ask", **about)
    return crypt.start(campaign, setup, at=now)


def client(user: User) -> APIClient:
    found = APIClient()
    found.force_authenticate(user)
    return found


def at(battle: Battle, verb: str) -> str:
    return f"/api/v1/battles/{battle.code}/{verb}"


def version(battle: Battle, user: User) -> str:
    return viewer_version(view_for(fresh(battle), user))


def send(battle: Battle, user: User, unit: str, steps: list[Any], **about: Any) -> Any:
    order = {"unit": unit, "steps": steps, "version": version(battle, user), "key": f"k{next(crypt.KEYS)}", **about}
    return client(user).post(at(battle, "play/"), order, format="json")


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert answer["Content-Type"] == "application/problem+json"


def test_the_steps_that_are_listed_are_the_ones_that_may_be_sent(battle: Battle, bob: User) -> None:
    found = client(bob).get(at(battle, "legal/"), {"unit": "bruna"}).json()
    assert found["version"] == version(battle, bob)
    move = next(step for step in found["steps"] if step["kind"] == "move")
    after = client(bob).get(at(battle, "legal/"), {"unit": "bruna", "steps": json.dumps([move])}).json()["steps"]
    assert END[0] in after
    answer = send(battle, bob, "bruna", [move], text="She walks.")
    assert answer.status_code == 201
    played = answer.json()
    assert (played["post"]["open"], played["post"]["narrative"]) == (True, "She walks.")
    assert played["version"] == version(battle, bob)
    assert send(battle, bob, "bruna", END, text="Enough.").json()["post"]["narrative"] == "She walks.\n\nEnough."


def test_a_preview_tells_the_odds_and_rolls_nothing(battle: Battle, bob: User) -> None:
    steps = client(bob).get(at(battle, "legal/"), {"unit": "bruna"}).json()["steps"]
    move = next(step for step in steps if step["kind"] == "move")
    order = {"unit": "bruna", "steps": [move]}
    told = client(bob).post(at(battle, "preview/"), order, format="json").json()["forecast"]
    assert told["refusal"] is None
    assert told["attacks"] == []
    missing = {"unit": "bruna", "steps": [{"kind": "fight", "target": "bone_guard-1"}]}
    assert client(bob).post(at(battle, "preview/"), missing, format="json").json()["forecast"]["refusal"]["code"]
    assert fresh(battle).dice_counter == battle.dice_counter


@pytest.mark.parametrize(
    ("unit", "steps", "status", "code"),
    [
        ("bruna", [*END, *END], 400, "one-step"),
        ("bruna", [], 400, "one-step"),
        ("bruna", [{"kind": "rest"}], 400, "bad-data"),
        ("bruna", [{"kind": "fight", "target": "nobody"}], 400, "unknown-target"),
        ("torvek", END, 422, "not-your-unit"),
        (OVERLORD, END, 422, "not-your-unit"),
        ("bone_guard-1", END, 422, "not-your-unit"),
    ],
)
def test_what_may_not_be_played_is_refused_with_the_rulebooks_code(
    battle: Battle, bob: User, unit: str, steps: list[Any], status: int, code: str
) -> None:
    refused(send(battle, bob, unit, steps), status, code)


def test_a_version_that_has_moved_on_is_refused_and_nothing_is_played(battle: Battle, bob: User, carla: User) -> None:
    seen = version(battle, bob)
    assert send(battle, carla, "torvek", END).status_code == 201
    refused(send(battle, bob, "bruna", END, version=seen), 409, "board-changed")


def test_the_overlord_acts_in_his_window_and_passes_those_to_come(
    battle: Battle, bob: User, carla: User, dani: User
) -> None:
    send(battle, bob, "bruna", END)
    (line,) = client(dani).get("/api/v1/turns/").json()["turns"]
    assert (line["kind"], line["unit"], line["consequence"]) == ("window", OVERLORD, "window-passes")
    body = {"scope": "round", "version": version(battle, dani)}
    refused(client(bob).post(at(battle, "windows/"), body, format="json"), 422, "not-your-unit")
    assert client(dani).post(at(battle, "windows/"), body, format="json").status_code == 204
    assert send(battle, carla, "torvek", END).status_code == 201
    assert crypt.state(battle).phase == "heroes"


def test_an_early_turn_waits_for_the_heroes_named_and_is_played_then(battle: Battle, bob: User, carla: User) -> None:
    body = {"steps": END, "after": ["torvek"], "text": "After Torvek."}
    put = client(bob).put(at(battle, "early-turns/sylwen/"), body, format="json")
    assert put.status_code == 200, put.json()
    assert put.json()["alternatives"] == [{"steps": END, "after": ["torvek"]}]
    assert client(carla).get(at(battle, "early-turns/sylwen/")).status_code == 404
    assert crypt.state(battle).models["sylwen"].status == "waiting"
    assert client(bob).delete(at(battle, "early-turns/sylwen/")).status_code == 204
    refused(client(bob).put(at(battle, "early-turns/sylwen/"), {"text": "x"}, format="json"), 400, "bad-data")


def test_instructions_are_the_players_own(battle: Battle, bob: User, dani: User) -> None:
    body = {"strikes": "never", "declined": []}
    refused(client(bob).put(at(battle, "instructions/torvek/"), body, format="json"), 422, "not-your-unit")
    assert client(bob).put(at(battle, "instructions/bruna/"), body, format="json").status_code == 204
    assert crypt.state(battle).models["bruna"].strikes == "never"
    guard = next(one.id for one in crypt.state(battle).models.values() if one.side == "overlord")
    assert client(dani).put(at(battle, f"instructions/{guard}/"), body, format="json").status_code == 204


def test_nothing_is_answered_that_was_not_asked(battle: Battle, bob: User) -> None:
    body = {"unit": "bruna", "strike": True, "version": version(battle, bob)}
    refused(client(bob).post(at(battle, "strike/"), body, format="json"), 422, "nobody-asked")
    answer = client(bob).post(at(battle, "trade/"), {"accept": True, "version": version(battle, bob)}, format="json")
    refused(answer, 422, "no-offer")


def test_the_director_corrects_gives_seats_and_pauses(battle: Battle, alice: User, bob: User, carla: User) -> None:
    def direct(verb: str, **body: Any) -> Any:
        sent = {"version": version(battle, alice), **body}
        return client(alice).post(at(battle, f"direct/{verb}/"), sent, format="json")

    assert direct("correct", unit="bruna", to={"wounds": 2}, reason="A fall.").status_code == 204
    assert crypt.state(battle).models["bruna"].wounds == 2
    refused(direct("correct", unit="bruna", to={"wounds": 9}, reason="Too many."), 400, "bad-value")
    refused(direct("correct", unit="bruna", to={"luck": 1}, reason="None."), 400, "bad-data")
    refused(direct("correct", unit="bruna", reason="Nothing."), 400, "bad-data")
    refused(direct("pardon", unit="bruna", reason="In no dungeon."), 400, "unknown-action")
    assert direct("seat", unit="bruna", player="carla").status_code == 204
    assert crypt.state(battle).models["bruna"].player == f"u{carla.pk}"
    refused(direct("seat", unit="bruna", player="nobody"), 422, "not-a-member")
    assert direct("seat", unit=OVERLORD, player=None).status_code == 204
    assert crypt.state(battle).overlord == "director"
    assert direct("pause", reason="Supper.").status_code == 204
    refused(send(battle, carla, "bruna", END), 422, "paused")
    sent = {"unit": "bruna", "reason": "No.", "version": version(battle, bob)}
    assert client(bob).post(at(battle, "direct/pause/"), sent, format="json").status_code == 403


def test_hands_decks_and_rooms_not_laid_are_in_no_players_answers(
    alice: User, bob: User, carla: User, dani: User
) -> None:
    """IMP-06."""
    battle = begun(alice, bob, carla, dani, adventure="gravecallers_court")
    owners = {"bruna": bob, "torvek": carla, "sylwen": bob, "ivo": carla}
    for _n in range(12):
        now = crypt.state(battle)
        if now.phase in ("window", "overlord"):
            send(battle, dani, OVERLORD, END)
            continue
        unit, step = heroes.next_step(now)
        assert send(battle, owners[unit], unit, steps_to_json([step])).status_code == 201
    now = crypt.state(battle)
    secrets = {zone.id for zone in now.hidden}
    assert secrets
    assert now.hand
    for verb in ("", "events/", "export/", "posts/"):
        told = client(bob).get(at(battle, verb))
        assert told.status_code == 200
        text = json.dumps(told.json())
        assert not any(f'"{zone}"' in text for zone in secrets), verb
        assert not any(f'"{card}"' in text for card in {*now.hand, *now.deck} - {*now.played}), verb
        assert '"seed"' not in text
    dealt = next(event for event in client(bob).get(at(battle, "events/")).json() if event["kind"] == "deck-built")
    assert set(dealt["data"]["deck"]) == set(dealt["data"]["hand"]) == {""}
    assert dealt["data"]["rolls"] == []
    assert any(card in json.dumps(client(dani).get(at(battle, "")).json()) for card in now.hand)
    assert any(f'"{zone}"' in json.dumps(client(alice).get(at(battle, "")).json()) for zone in secrets)
