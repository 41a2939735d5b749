"""The API of battles: lists, views, events and exports, for each of the cast."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from battles.models import Battle
from battles.selectors import commitment_of
from rulebook.saga.board import Cell
from rulebook.saga.state import DIRECTOR
from tests.arena import HOUR, START, fighter, fresh, line_up, start
from tests.cast import person
from tests.mustering import against_dredge, announced, draft, table
from tests.services.test_battles_end import at_the_end


def program(user: Any = None) -> APIClient:
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


@pytest.fixture(autouse=True)
def _soon_after_the_start() -> Iterator[None]:
    """Nothing is due yet, so that reading settles nothing."""
    with time_machine.travel(START + HOUR, tick=False):
        yield


@pytest.fixture
def running(alice: Any, bob: Any, carla: Any, sam: Any) -> Battle:
    """Bob and Carla against a grunt in the open and one that is hidden."""
    campaign = table(alice, [bob, carla], [sam])
    hidden = fighter("lurker", DIRECTOR, "south", None, hidden=True)
    return start(campaign, [*line_up([bob, carla], director_units=1), hidden])


def test_the_list_holds_what_the_reader_may_know_of(alice: Any, bob: Any, sam: Any, zoe: Any, running: Battle) -> None:
    announced_one = announced(running.campaign, alice, against_dredge([bob]))
    drafted = draft(running.campaign, alice)
    codes = {
        user.username: {one["code"] for one in program(user).get("/api/v1/battles/").json()}
        for user in (alice, bob, sam, zoe)
    }
    both = {running.code, announced_one.code}
    assert codes == {"alice": both | {drafted.code}, "bob": both, "sam": both, "zoe": set()}
    mustering = program(bob).get(f"/api/v1/battles/?status=muster&campaign={running.campaign.slug}").json()
    assert [one["code"] for one in mustering] == [announced_one.code]
    assert program().get("/api/v1/battles/").json() == []


def test_a_battle_is_read_with_the_readers_own_version(bob: Any, sam: Any, running: Battle) -> None:
    mine = program(bob).get(f"/api/v1/battles/{running.code}/").json()
    assert mine["commitment"] == commitment_of(running)
    assert mine["view"]["viewer"] == f"u{bob.pk}"
    assert mine["version"] != program(sam).get(f"/api/v1/battles/{running.code}/").json()["version"]


def test_before_it_begins_a_battle_has_neither_view_nor_version(alice: Any, bob: Any, running: Battle) -> None:
    battle = announced(running.campaign, alice, against_dredge([bob]))
    found = program(bob).get(f"/api/v1/battles/{battle.code}/").json()
    assert (found["view"], found["version"], found["status"]) == (None, None, "muster")
    assert program(bob).get(f"/api/v1/battles/{battle.code}/events/").status_code == 404
    assert program(bob).get(f"/api/v1/battles/{battle.code}/export/").status_code == 404


@pytest.mark.parametrize("rest", ["", "events/", "export/"])
def test_strangers_and_guests_find_nothing(zoe: Any, running: Battle, rest: str) -> None:
    for reader in (program(zoe), program()):
        answer = reader.get(f"/api/v1/battles/{running.code}/{rest}")
        assert answer.status_code == 404
        assert running.name not in answer.content.decode()


@pytest.mark.parametrize("rest", ["", "events/", "export/"])
def test_hidden_units_are_in_no_answer_but_the_directors(
    alice: Any, bob: Any, carla: Any, sam: Any, running: Battle, rest: str
) -> None:
    """DEPL-6."""
    address = f"/api/v1/battles/{running.code}/{rest}"
    for reader in (bob, carla, sam):
        assert "lurker" not in program(reader).get(address).content.decode().lower()
    if rest != "events/":
        assert "lurker" in program(alice).get(address).content.decode().lower()


def test_events_are_numbered_for_the_reader_and_can_be_read_from_a_number_on(bob: Any, running: Battle) -> None:
    events = program(bob).get(f"/api/v1/battles/{running.code}/events/").json()
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    later = program(bob).get(f"/api/v1/battles/{running.code}/events/?after=1").json()
    assert later == events[1:]


def test_where_the_others_deploy_is_in_no_answer_until_turn_0_ends(alice: Any, bob: Any, carla: Any, sam: Any) -> None:
    """DEPL-3."""
    campaign = table(alice, [bob, carla], [sam])
    units = [
        fighter("toki", f"u{bob.pk}", "north", None, class_key="raider"),
        fighter("secretive", f"u{carla.pk}", "south", Cell(5, 7)),
    ]
    battle = start(campaign, units)
    for rest in ("", "events/", "export/"):
        for reader in (bob, sam):
            shown = program(reader).get(f"/api/v1/battles/{battle.code}/{rest}").content.decode().lower()
            assert "secretive" not in shown
        assert (
            rest == "events/"
            or "secretive" in program(carla).get(f"/api/v1/battles/{battle.code}/{rest}").content.decode()
        )


def test_the_seed_is_in_the_export_once_the_battle_is_over_and_nowhere_before(
    alice: Any, bob: Any, running: Battle
) -> None:
    seed = bytes(fresh(running).seed).hex()
    for user in (alice, bob):
        for rest in ("", "events/", "export/"):
            assert seed not in program(user).get(f"/api/v1/battles/{running.code}/{rest}").content.decode()
    over = at_the_end(alice, person("frode"), faces=(1, 60))
    export = program(alice).get(f"/api/v1/battles/{over.code}/export/").json()
    assert export["dice"]["seed"] == bytes(over.seed).hex()
    assert json.dumps(export["setup"])


def test_queries_of_the_list_do_not_grow_with_the_battles(
    alice: Any, bob: Any, running: Battle, django_assert_max_num_queries: Any
) -> None:
    for _n in range(8):
        draft(running.campaign, alice)
    with django_assert_max_num_queries(4):
        program(alice).get("/api/v1/battles/")


def test_what_is_due_is_applied_before_the_view_is_read(bob: Any, running: Battle) -> None:
    """CLOCK-4: the first turn's 24 hours are over."""
    before = program(bob).get(f"/api/v1/battles/{running.code}/").json()["view"]["running"]["unit"]
    with time_machine.travel(START + 25 * HOUR, tick=False):
        after = program(bob).get(f"/api/v1/battles/{running.code}/").json()["view"]["running"]["unit"]
    assert before == "bob"
    assert after != before
