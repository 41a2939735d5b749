"""How large a board is drawn: links for the moment, a setting for good, on the boards of both games."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import BoardText
from tests import ford
from tests.cellar import Cellar
from tests.ford import Ford

pytestmark = pytest.mark.django_db
REGION = re.compile(r'<div class="board-scroll([^"]*)"([^>]*)>')
GAMES = ["the_ford", "the_cellar"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Ford | Cellar:
    found: Ford | Cellar = request.getfixturevalue(request.param)
    return found


def cast(people: dict[str, Any]) -> dict[str, Any]:
    return {name: people[name] for name in ("bob", "carla", "dani")}


def read(client: Client, address: str) -> str:
    found: str = client.get(address).content.decode()
    return found


def zooms(page: str) -> list[str]:
    """Where the links to the three sizes lead; the one in force as its words."""
    [found, *_more] = re.findall(r'class="zooms"[^>]*>(.*?)</span>\s*</p>', page, re.DOTALL)
    return [unescape(address or words) for address, words in re.findall(r'href="([^"]+)"|true">([^<]+)<', found)]


def test_three_sizes_are_offered_and_the_one_in_force_is_no_link(game: Ford | Cellar) -> None:
    page = read(game.as_("sam"), game.url)
    assert zooms(page) == ["1×", "?zoom=1.5#board", "?zoom=2#board"]
    assert zooms(read(game.as_("sam"), f"{game.url}?zoom=2&v=all")) == [
        "?v=all&zoom=1#board",
        "?v=all&zoom=1.5#board",
        "2×",
    ]
    assert zooms(read(game.as_("sam"), f"{game.url}?zoom=900")) == ["1×", "?zoom=1.5#board", "?zoom=2#board"]


def test_a_larger_board_scrolls_in_a_named_region_that_the_keyboard_reaches(game: Ford | Cellar) -> None:
    for css, attributes in REGION.findall(read(game.as_("bob"), f"{game.url}?zoom=1.5")):
        assert css == " z15"
        assert 'tabindex="0"' in attributes and 'role="region"' in attributes and "aria-label=" in attributes


def test_forms_that_come_back_to_the_board_come_back_to_its_size(game: Ford | Cellar) -> None:
    page = unescape(read(game.as_("bob"), f"{game.url}?v=all&zoom=2"))
    assert f'action="{game.url}?v=all&zoom=2#turn"' in page
    looked = read(game.as_("sam"), f"{game.url}?v=all&zoom=2")
    assert '<input type="hidden" name="zoom" value="2">' in looked and 'name="v" value="all"' in looked
    planning = "hrolf" if isinstance(game, Ford) else "torvek"
    owner = "dani" if isinstance(game, Ford) else "carla"
    plan = unescape(read(game.as_(owner), f"{game.url}plan/{planning}/?zoom=2"))
    assert f'action="{game.url}plan/{planning}/?zoom=2"' in plan and "2×</span>" in plan


def test_whoever_wishes_large_text_finds_boards_half_as_large_again_and_may_still_choose(
    game: Ford | Cellar, people: dict[str, Any]
) -> None:
    wished = re.compile(r'<html [^>]*class="[^"]*\blarge-board\b')
    assert not wished.search(read(game.as_("bob"), game.url))
    people["bob"].board_text = BoardText.LARGE
    people["bob"].save()
    page = read(game.as_("bob"), game.url)
    assert wished.search(page)
    assert all('tabindex="0"' in attributes for _css, attributes in REGION.findall(page))
    assert [one for one in zooms(page) if one.endswith("×")] == ["1.5×"]
    assert {css for css, _attributes in REGION.findall(read(game.as_("bob"), f"{game.url}?zoom=1"))} == {" z1"}


def test_the_placing_of_units_has_the_same_sizes(people: dict[str, Any]) -> None:
    landing = [replace(unit, at=None) if unit.id == "toki" else unit for unit in ford.units_for(**cast(people))]
    the_ford = ford.build(people, units=landing)
    page = unescape(read(the_ford.as_("bob"), f"{the_ford.url}?zoom=2"))
    assert f'action="{the_ford.url}?zoom=2#placements"' in page and "2×</span>" in page
