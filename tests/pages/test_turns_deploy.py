"""Turn 0 on the battle's page: placing by tapping, without scripts; what the other side may know of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from tests import ford
from tests.ford import Ford, hidden_fields

pytestmark = pytest.mark.django_db


@pytest.fixture
def landing(people: dict[str, Any]) -> Ford:
    """Team against team in turn 0: Bob's Tóki and Sunna, Carla's Eyra against Dani's Hrolf."""
    units = [
        replace(unit, at=None, side="south" if unit.id == "hrolf" else "north")
        for unit in ford.units_for(people["bob"], people["carla"], people["dani"])
        if unit.players
    ]
    return ford.build(people, units=units)


def tap(landing: Ford, page: str, name: str = "bob", **fields: str) -> str:
    answer = landing.as_(name).post(landing.url, placed(page) | fields)
    assert answer.status_code in (200, 422)
    return answer.content.decode()


def placed(page: str) -> dict[str, str]:
    """The placement fields of the page as a browser would send them."""
    cells = dict(re.findall(r'name="(at-[^"]+)"[^>]* value="([^"]*)"', page))
    up = re.search(r'name="placing" value="([^"]+)" checked', page)
    return cells | ({"placing": up[1]} if up else {})


def test_the_players_zone_is_active_and_the_rival_a_count_alone(landing: Ford) -> None:
    """DEPL-1, DEPL-3."""
    page = landing.as_("bob").get(landing.url).content.decode()
    assert "Place your 2 units" in page
    assert "after: a die places them" in page
    assert 'value="cell:A1"' in page and 'value="cell:C1"' not in page
    assert "1 unit, not shown yet" in page
    assert "Hrolf" not in page


def test_units_are_placed_by_tapping_one_after_the_other(landing: Ford) -> None:
    page = landing.as_("bob").get(landing.url).content.decode()
    page = tap(landing, page, pick="cell:B4")
    assert 'value="B4"' in page and "(1/2 placed)" in page
    assert "Tap a cell of your zone for Sunna" in page
    assert 'value="cell:B4"' not in page
    page = tap(landing, page, pick="cell:A9")
    assert "(2/2 placed)" in page
    page = tap(landing, page, pick="unit:toki")
    page = tap(landing, page, pick="cell:A1")
    assert placed(page)["at-toki"] == "A1"


def test_what_is_wrong_with_a_placement_is_said_at_its_unit(landing: Ford) -> None:
    page = landing.as_("bob").get(landing.url).content.decode()
    page = tap(landing, page, **{"at-toki": "F6", "at-sunna": "", "do": "review"})
    assert "F6 is outside the zone." in page
    assert "Choose a cell for Sunna." in page
    assert "Error:" in page


def test_placing_is_reviewed_and_final(landing: Ford) -> None:
    """DEPL-0: shown to nobody of the other side before turn 0 ends."""
    page = landing.as_("bob").get(landing.url).content.decode()
    review = tap(landing, page, **{"at-toki": "b4", "at-sunna": "A9", "do": "review"})
    assert "Place 2 units for good" in review
    assert landing.state().units["toki"].at is None
    client = landing.as_("bob")
    assert client.post(landing.url + "deploy/", hidden_fields(review)).status_code == 302
    assert str(landing.state().units["toki"].at) == "B4"
    assert "Your units are placed." in client.get(landing.url).content.decode()
    for under in ("", "chronicle/", "ledger/"):
        page = landing.as_("dani").get(landing.url + under).content.decode()
        assert "Tóki" not in page and "B4 " not in page
    again = client.post(landing.url + "deploy/", hidden_fields(review), follow=True).content.decode()
    assert "Your units are placed already." in again


def test_the_last_placement_shows_everybody_and_rolls_initiative(landing: Ford) -> None:
    for name, cells in (
        ("bob", {"at-toki": "B4", "at-sunna": "A9"}),
        ("carla", {"at-eyra": "B1"}),
        ("dani", {"at-hrolf": "K5"}),
    ):
        assert landing.as_(name).post(landing.url + "deploy/", cells).status_code == 302
    page = landing.as_("dani").get(landing.url).content.decode()
    assert "Tóki" in page and "round 1" in page
    assert (
        "Turn 0 is over: everybody has deployed." in landing.as_("bob").get(landing.url + "chronicle/").content.decode()
    )


def test_a_forged_placement_is_refused(landing: Ford) -> None:
    client = landing.as_("carla")
    client.post(landing.url + "deploy/", {"at-toki": "A1", "at-hrolf": "A2"})
    assert landing.state().units["toki"].at is None
    answer = client.post(landing.url + "deploy/", {"at-eyra": "G6"})
    assert answer.status_code == 422
    assert "G6 is outside the zone." in answer.content.decode()


def test_the_director_reads_who_has_placed_and_who_has_not_and_until_when(landing: Ford) -> None:
    """DEPL-1, DEPL-2."""
    review = landing.as_("dani").post(landing.url, {"at-hrolf": "K3", "do": "review"}).content.decode()
    landing.as_("dani").post(landing.url + "deploy/", hidden_fields(review))
    page = landing.as_("alice").get(landing.url).content.decode()
    card = page.split('id="deploy-title"')[1].split("</section>")[0]
    rows = re.findall(r"<li>(\w+): <(?:strong|span)[^>]*>([^<]*)<", card)
    assert rows == [
        ("Bob", "still to place: Tóki, Sunna"),
        ("Carla", "still to place: Eyra"),
        ("Dani", "all placed"),
    ]
    assert "at the latest" in card and 'class="deadline"' in card
    assert "still to place" not in landing.as_("bob").get(landing.url).content.decode()


def test_who_has_placed_reads_where_the_units_stand(landing: Ford) -> None:
    landing.as_("bob").post(landing.url + "deploy/", {"at-toki": "B4", "at-sunna": "A9"})
    page = landing.as_("bob").get(landing.url).content.decode()
    assert "Your units stay where they are:" in page
    assert "<strong>Tóki B4</strong>, <strong>Sunna A9</strong>." in page
    assert "stay where they are" not in landing.as_("carla").get(landing.url).content.decode()


def test_the_director_of_turn_0_finds_the_units_that_wait_hidden(people: dict[str, Any]) -> None:
    """DEPL-6: the board holds no hidden unit, so the page names them beside it, for the director alone."""
    units = ford.units_for(people["bob"], people["carla"], people["dani"])
    placing = ford.build(people, units=[replace(unit, at=None) if unit.id == "toki" else unit for unit in units])
    page = placing.as_("alice").get(placing.url).content.decode()
    assert "Turn 0: the players place their units." in page
    assert "Hooded Scout" in page and "direct/reveal/?unit=scout" in page
    assert "Hooded Scout" not in placing.as_("bob").get(placing.url).content.decode()
