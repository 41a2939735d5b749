"""Composing a turn in a browser: with and without scripts, by keyboard, by touch, on a phone."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from notifications.models import Notice
from tests.browser.table import Table
from tests.ford import ORDERS
from turns.models import TurnDraft, TurnPost

pytestmark = pytest.mark.django_db(transaction=True)


def compose(page: Page) -> None:
    """Tap F4, then Raider 1."""
    page.locator('[value="cell:F4"]:visible').click()
    expect(page.locator("#to")).to_have_value("F4")
    page.locator('[value="unit:raider1"]:visible').click()
    expect(page.locator("#outlook")).to_contain_text("Needs < 83")


def test_without_scripts_a_turn_is_composed_reviewed_and_rolled(table: Table) -> None:
    """Behaviour 1."""
    ford = table.ford()
    page = table.page("bob", ford.url, java_script_enabled=False)
    page.locator('[value="cell:F4"]:visible').click()
    expect(page.locator("#to")).to_have_value("F4")
    page.locator('[value="unit:raider1"]:visible').click()
    expect(page.locator("#target")).to_have_value("raider1")
    page.fill("#text", "The ice creaks.\n\nShe runs.")
    page.get_by_role("button", name="Recalculate").click()
    expect(page.locator("#outlook")).to_contain_text("Needs < 83")
    expect(page.locator("#text")).to_have_value("The ice creaks.\n\nShe runs.")
    page.get_by_role("button", name="Review turn").click()
    page.get_by_role("button", name="Roll 1d100 against Raider 1").click()
    expect(page.locator(".post")).to_contain_text("She runs.")
    expect(page.locator(".post")).to_contain_text("(< 83)")
    assert TurnPost.objects.count() == 1


def test_by_keyboard_alone_a_turn_is_played_and_focus_is_never_lost(table: Table) -> None:
    """Behaviour 2."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.locator('.hit[tabindex="0"]:visible').focus()
    reach(page, "cell:F4", "ArrowRight", "ArrowUp", "ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#to")).to_have_value("F4")
    assert focused(page) not in ("BODY", "")
    reach(page, "unit:raider1", "ArrowRight", "ArrowUp", "ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("#outlook")).to_contain_text("Needs < 83")
    assert focused(page) not in ("BODY", "")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "composer-title"
    page.locator("#boost").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#outlook")).to_contain_text("STR 8 → 4")
    assert page.evaluate("document.activeElement.id") == "boost"
    page.locator("#text").focus()
    page.keyboard.type("By hand.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Review the turn of Tóki")
    page.get_by_role("button", name="Roll 1d100 against Raider 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".post")).to_contain_text("By hand.")


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement?.tagName || ''"))


def reach(page: Page, value: str, *keys: str) -> None:
    """Walk the board with arrows, breadth first on where they lead, until the wanted button has focus."""
    for _step in range(40):
        at = page.evaluate("document.activeElement.value")
        if at == value:
            return
        here, there = spot(page, at), spot(page, value)
        key = "ArrowRight" if there[0] > here[0] else "ArrowLeft" if there[0] < here[0] else ""
        if not key or page.evaluate("document.activeElement.value") == at and _step % 3 == 2:
            key = "ArrowDown" if there[1] > here[1] else "ArrowUp"
        page.keyboard.press(key)
    pytest.fail(f"{value} was not reached; focus is on {page.evaluate('document.activeElement.value')}")


def spot(page: Page, value: str) -> tuple[float, float]:
    box = page.locator(f'[value="{value}"]:visible').bounding_box()
    assert box
    return box["x"], box["y"]


def test_the_board_is_one_tab_stop_and_a_big_unit_is_one_step(table: Table) -> None:
    """Behaviour 3."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    assert page.locator('.hit[tabindex="0"]:visible').count() == 1
    page.locator('[value="cell:C7"]:visible').focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.value") == "unit:hrolf"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "cell:C7"


def test_a_phone_shows_the_own_area_with_readable_tokens(table: Table) -> None:
    """Behaviour 6."""
    ford = table.ford()
    page = table.page("bob", ford.url, width=390, height=800)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.bd-token.is-acting text')].filter(e => e.getBoundingClientRect().width)
             .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"""
    )
    assert sizes and min(sizes) >= 12
    cell = page.locator('[value="cell:F4"]:visible').bounding_box()
    assert cell and cell["width"] >= 40
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.goto(ford.url + "?v=all")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(("width", "zoom"), [(320, 1), (390, 1), (768, 1), (1280, 1), (640, 2)])
def test_buttons_lie_exactly_over_the_picture(table: Table, width: int, zoom: int) -> None:
    """Behaviour 7: under a pixel, at every width and at twice the size, with a clean console."""
    ford = table.ford()
    page = table.page("bob", ford.url, width=width, height=900, device_scale_factor=zoom)
    off = page.evaluate(
        """() => {
          const board = [...document.querySelectorAll('[data-board]')].find(e => e.offsetParent);
          const inner = board.querySelector('svg svg'), matrix = inner.getScreenCTM();
          let worst = 0;
          for (const hit of board.querySelectorAll('.hit-cell')) {
            const name = hit.value.split(':')[1];
            const column = name.charCodeAt(0) - 65, row = Number(name.slice(1)) - 1;
            const wanted = new DOMPoint(column * 40, row * 40).matrixTransform(matrix);
            const box = hit.getBoundingClientRect();
            worst = Math.max(worst, Math.abs(box.left - wanted.x), Math.abs(box.top - wanted.y));
          }
          return worst;
        }"""
    )
    assert off < 1
    assert table.complaints == []


def test_text_board_and_picture_agree_cell_by_cell(table: Table) -> None:
    """Behaviour 4."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    wrong = page.evaluate(
        """() => {
          const rows = [...document.querySelectorAll('.text-board tbody tr')];
          const at = (name) => rows[Number(name.slice(1)) - 1].children[name.charCodeAt(0) - 64].textContent;
          const board = [...document.querySelectorAll('[data-board]')].find(e => e.offsetParent);
          return [...board.querySelectorAll('.hit')].filter(hit => {
            const label = hit.getAttribute('aria-label'), name = label.match(/^[A-L][0-9]+/)[0];
            if (hit.value.startsWith('cell:')) return !at(name).includes('in reach');
            return !at(name).includes(label.split(',')[0].replace(/^\\S+ /, ''));
          }).map(hit => hit.value);
        }"""
    )
    assert wrong == []


def test_numbers_follow_a_changed_boost_and_target(table: Table) -> None:
    """Behaviours 8 and 10: while the answer is awaited the old figure stands there, marked as stale."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    compose(page)
    held: list[Route] = []
    page.route(
        f"**{ford.url}*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.get_by_role("button", name="one more").click()
    expect(page.locator("#outlook")).to_have_class(re.compile("stale"))
    expect(page.locator("#outlook")).to_contain_text("STR 8 → 5")
    expect(page.locator("#outlook")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    page.unroute(f"**{ford.url}*")
    expect(page.locator("#outlook")).to_contain_text("STR 8 → 4")
    expect(page.locator("#outlook")).to_contain_text("WIL 3 → 1 on a hit, 2 on a miss")
    expect(page.locator("#outlook")).not_to_have_class(re.compile("stale"))
    page.get_by_text("Breakdown").click()
    numbers = [int(one.replace("+", "")) for one in page.locator(".terms td.number").all_inner_texts()]
    assert sum(numbers[:-1]) == numbers[-1] == 83
    assert page.locator(".terms a").count() == 2


def test_an_illegal_cell_explains_itself(table: Table) -> None:
    """Behaviour 11."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.fill("#to", "D8")
    page.keyboard.press("Tab")
    expect(page.locator("#f-to")).to_contain_text("D8 is taken by Sunna.")
    page.get_by_role("button", name="Review turn").click()
    expect(page.locator(".summary")).to_be_focused()
    expect(page.locator(".summary")).to_contain_text("D8 is taken by Sunna.")
    page.locator(".summary a").first.click()
    assert page.url.endswith("#f-to")


def test_the_horn_closes_once_a_move_is_chosen(table: Table) -> None:
    """Behaviour 12."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.locator("#horn").select_option("1")
    expect(page.locator(".numbers").first).to_contain_text("4/4")
    compose(page)
    expect(page.locator("#horn")).to_be_disabled()
    expect(page.locator("#f-horn")).to_contain_text("The horn comes before the move")
    page.locator("#mode-rest").check()
    expect(page.locator("#f-act")).to_have_count(0)
    page.locator("#mode-act").check()
    expect(page.locator("#to")).to_have_value("F4")


def test_a_double_click_on_a_slow_line_is_one_roll_one_post_one_notice(table: Table) -> None:
    """Behaviours 13 and 14."""
    ford = table.ford(order=("toki", "eyra", "hrolf"))
    page = table.page("bob", ford.url)
    compose(page)
    page.get_by_role("button", name="Review turn").click()

    def slow(route: Route) -> None:
        time.sleep(0.8)
        route.continue_()

    page.route("**/play/", slow)
    page.get_by_role("button", name="Roll 1d100 against Raider 1").dblclick()
    expect(page.locator(".post")).to_be_visible()
    assert TurnPost.objects.count() == 1
    assert Notice.objects.filter(reader=table.people["carla"], kind=Notice.Kind.YOUR_TURN).count() == 1
    page.reload()
    expect(page.locator(".post")).to_be_visible()
    page.go_back()
    page.go_forward()
    assert TurnPost.objects.count() == 1


def test_two_cells_tapped_at_once_end_at_the_second(table: Table) -> None:
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.locator('[value="cell:D5"]:visible').click()
    page.locator('[value="cell:E5"]:visible').click()
    expect(page.locator("#to")).to_have_value("E5")


def test_a_tap_after_a_swap_still_keeps_one_tab_stop(table: Table) -> None:
    ford = table.ford()
    page = table.page("bob", ford.url)
    compose(page)
    assert page.locator('.hit[tabindex="0"]:visible').count() == 1


def test_orders_sent_by_hand_equal_the_composers(table: Table) -> None:
    """The form that scripts fill and the one that works without are the same."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    compose(page)
    sent: dict[str, Any] = page.evaluate("Object.fromEntries(new FormData(document.querySelector('form[data-live]')))")
    assert {name: sent[name] for name in ORDERS} == ORDERS
    assert TurnDraft.objects.count() <= 1


def test_a_tap_counts_although_the_next_choice_comes_before_its_answer(table: Table) -> None:
    """On a slow line a cell is tapped, then an attack chosen, then a target tapped, then the review asked for.
    None of them waits for the answer to the one before, and the review holds them all."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.route("**/*", lambda route: slowly(route) if route.request.headers.get("x-part") else route.continue_())
    page.locator('[value="cell:F4"]:visible').click()
    page.get_by_label("Break attack").check()
    page.locator('[value="unit:raider1"]:visible').click()
    page.get_by_role("button", name="Review turn").click()
    summary = page.locator("main")
    expect(summary).to_contain_text("F4")
    expect(summary).to_contain_text("Break attack on Raider 1")


def slowly(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()
