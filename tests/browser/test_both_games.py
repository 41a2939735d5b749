"""What every board does, whatever is played on it: the same behaviours in both games, by their numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, expect

from battles.models import Battle
from tests import cellar
from tests.browser.table import Table
from tests.cast import PASSWORD
from turns.models import Turn, TurnDraft
from turns.services import pause, resume

pytestmark = pytest.mark.django_db(transaction=True)

OFF = """() => {
  let worst = 0, seen = 0;
  for (const board of document.querySelectorAll("[data-board]")) {
    if (!board.offsetParent) continue;
    const matrix = board.querySelector("svg svg").getScreenCTM();
    for (const hit of board.querySelectorAll('.hit[value^="cell:"]')) {
      const name = hit.value.slice(5);
      const [column, row] = /^[A-Z]/.test(name)
        ? [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1] : name.split(",").map(Number);
      const wanted = new DOMPoint(column * 40, row * 40).matrixTransform(matrix);
      const box = hit.getBoundingClientRect();
      worst = Math.max(worst, Math.abs(box.left - wanted.x), Math.abs(box.top - wanted.y));
      seen += 1;
    }
  }
  return [seen, worst];
}"""
"""How many cells' buttons the page has, and by how many pixels the worst of them misses its cell."""


@dataclass
class Game:
    """A battle of either game, in which it is somebody's turn."""

    battle: Battle
    writer: str
    unit: str
    waiting: str

    @property
    def url(self) -> str:
        """The battle's page."""
        return self.battle.get_absolute_url()

    @property
    def turn(self) -> str:
        """The battle's page with the writer's composer."""
        return f"{self.url}?unit={self.unit}"


@pytest.fixture(params=["saga", "dungeon"])
def game(request: pytest.FixtureRequest, table: Table) -> Game:
    if request.param == "saga":
        return Game(table.ford().battle, "bob", "toki", "carla")
    return Game(cellar.build(table.people, io_variant="improved").battle, "carla", "torvek", "bob")


@pytest.mark.parametrize("zoom", ["1", "1.5", "2"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_buttons_lie_exactly_over_the_picture_at_every_size(table: Table, game: Game, width: int, zoom: str) -> None:
    """Behaviour 7: under a pixel, the page no wider than the screen, the console clean."""
    page = table.page(game.writer, f"{game.turn}&v=all&zoom={zoom}", width=width)
    seen, off = page.evaluate(OFF)
    assert seen and off < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    region = page.locator(".board-scroll:visible")
    region.focus()
    assert page.evaluate("document.activeElement.matches('.board-scroll[role=region][aria-label]')")
    wide = "document.querySelector('.board').getBoundingClientRect().width"
    now = page.evaluate(wide)
    page.goto(f"{game.turn}&v=all&zoom=1")
    assert now / page.evaluate(wide) == pytest.approx(float(zoom), abs=0.01)
    assert table.complaints == []


def write(page: Page, text: str) -> None:
    """Type into the field of the turn's text."""
    page.locator("#text").click()
    page.keyboard.type(text)


def saved(page: Page) -> None:
    """What was typed lies on the server, and the page says so."""
    expect(page.locator("#saved")).to_contain_text(re.compile(r"Saved \d\d:\d\d on the server"))


def direct(table: Table, verb: Callable[..., object], game: Game, **about: Any) -> None:
    """Something the director does meanwhile."""
    verb(battle_id=game.battle.pk, director=table.people["alice"], at=timezone.now(), **about)


def test_a_swipe_that_starts_on_the_board_scrolls_the_page(table: Table, game: Game) -> None:
    """Behaviour 5."""
    page = table.page(game.writer, game.turn, width=390, height=800, has_touch=True, is_mobile=True)
    box = page.locator("[data-board]:visible").bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for moved in range(20, 320, 20):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - moved}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("h1")).not_to_be_in_viewport()


def test_a_phone_shows_the_own_area_with_readable_tokens(table: Table, game: Game) -> None:
    """Behaviour 6."""
    page = table.page(game.writer, game.turn, width=390, height=800)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.bd-token.is-acting text')].filter(e => e.getBoundingClientRect().width)
             .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"""
    )
    assert sizes and min(sizes) >= 12


def test_without_a_line_the_text_stays_on_the_device_and_is_found_on_another_later(table: Table, game: Game) -> None:
    """Behaviours 16 and 18."""
    page = table.page(game.writer, game.turn)
    page.context.set_offline(True)
    write(page, "Written in the tunnel")
    expect(page.locator("#saved")).to_contain_text("Offline: saved on this device only")
    page.context.set_offline(False)
    saved(page)
    other = table.page(game.writer, game.turn, width=390)
    expect(other.locator("#text")).to_have_value("Written in the tunnel")


def test_two_tabs_keep_both_texts_and_the_second_is_told_at_once(table: Table, game: Game) -> None:
    """Behaviour 17."""
    context = table.context(game.writer)
    first, second = context.new_page(), context.new_page()
    first.goto(game.turn)
    second.goto(game.turn)
    write(first, "One")
    saved(first)
    write(second, "Two")
    expect(second.locator("#saved")).to_contain_text("there is another version")
    assert {draft.narrative for draft in TurnDraft.objects.all()} == {"One", "Two"}


def test_a_text_not_saved_when_the_session_ended_is_in_the_field_after_signing_in(table: Table, game: Game) -> None:
    """Behaviour 19."""
    page = table.page(game.writer, game.turn)
    Session.objects.all().delete()
    write(page, "Nobody saved this")
    expect(page.locator("#saved")).to_contain_text("saved on this device only")
    page.goto(f"/account/login/?next={quote(game.turn)}")
    page.fill("[name=login]", game.writer)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    expect(page.locator("#text")).to_have_value("Nobody saved this")


def test_a_board_that_changes_is_told_without_touching_the_page(table: Table, game: Game) -> None:
    """Behaviour 20."""
    page = table.page(game.writer, game.turn)
    write(page, "She waits")
    saved(page)
    direct(table, pause, game, reason="a holiday")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#newer")).to_be_visible()
    expect(page.locator("#text")).to_have_value("She waits")


def test_a_phone_with_a_wrong_clock_counts_right_and_so_does_a_page_left_open_for_a_day(
    table: Table, game: Game
) -> None:
    """Behaviours 25 and 26."""
    page = table.context(game.writer, width=390).new_page()
    page.clock.install(time=timezone.now() + timedelta(hours=3))
    page.goto(game.turn)
    countdown = page.locator("#band .countdown")
    honest = Turn.objects.filter(battle=game.battle, closed_at__isnull=True, due_at__isnull=False).earliest("due_at")
    assert honest.due_at is not None
    left = int((honest.due_at - timezone.now()).total_seconds() // 3600)
    days, hours = divmod(left, 24)
    expect(countdown).to_contain_text(f"{days} d {hours} h" if days else f"{hours} h")
    page.clock.fast_forward(f"{left + 2}:00:00")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(countdown).to_contain_text("ago")


def test_what_is_new_is_listed_once_on_any_device(table: Table, game: Game) -> None:
    """Behaviour 30."""
    table.page(game.waiting, game.url)
    direct(table, pause, game, reason="a holiday")
    phone = table.page(game.waiting, game.url, width=390)
    expect(phone.locator("[aria-labelledby=since-title]")).to_contain_text("a holiday")
    desk = table.page(game.waiting, game.url)
    expect(desk.locator("[aria-labelledby=since-title]")).to_contain_text("Nothing new.")


def test_switching_the_language_in_the_middle_keeps_the_text(table: Table, game: Game) -> None:
    """Behaviour 40."""
    page = table.page(game.writer, game.turn)
    write(page, "Palabras")
    page.locator('.languages button[value="es"]:visible').click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#text")).to_have_value("Palabras")


def test_a_text_written_ahead_in_a_pause_saves_itself_and_is_in_the_composer_afterwards(
    table: Table, game: Game
) -> None:
    direct(table, pause, game, reason="a holiday")
    page = table.page(game.writer, game.turn, width=390)
    expect(page.get_by_role("button", name=re.compile("^Review"))).to_have_count(0)
    write(page, "When the feast is over")
    saved(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert Axe().run(page).response["violations"] == []
    resume(battle_id=game.battle.pk, user=table.people["alice"], at=timezone.now())
    page.goto(game.turn)
    expect(page.locator("#text")).to_have_value("When the feast is over")
    assert table.complaints == []


def test_my_turns_tells_a_change_and_shows_it_when_asked_leaving_what_is_typed(table: Table, game: Game) -> None:
    """Nothing moves under the pointer: the line stands where room was kept for it."""
    page = table.page(game.writer, "/turns/")
    page.get_by_label("Note for the director").fill("At sea")
    before = page.locator("#g-yours").bounding_box()
    words = page.locator("#changes")
    expect(words).to_be_hidden()
    direct(table, pause, game, reason="a holiday")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(words).to_be_visible()
    assert page.locator("#g-yours").bounding_box() == before
    expect(page.locator("#mine")).not_to_contain_text("The battle is paused.")
    words.get_by_role("link", name="Show").click()
    expect(page.locator("#mine")).to_contain_text("The battle is paused.")
    expect(words).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "g-yours"
    expect(page.get_by_label("Note for the director")).to_have_value("At sea")
    assert Axe().run(page).response["violations"] == []
    assert table.complaints == []
