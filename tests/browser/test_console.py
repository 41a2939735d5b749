"""The director's console in a browser: single keys, the row beside the queue, a yes to several, units one by one."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from characters.models import Character
from tests import queueing
from tests.browser.looks import faults_in_every_look, fits_the_narrowest_phone
from tests.browser.table import Table
from tests.cast import person
from tests.queueing import SEVEN, Queue
from turns.models import TurnPost

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue(table: Table) -> Queue:
    return queueing.build(table.people | {"zoe": person("zoe", language="en")})


@pytest.fixture
def console(table: Table, queue: Queue) -> Page:
    return table.page("alice", queue.address)


def current(page: Page) -> str:
    return page.locator("[data-row][aria-current]").get_attribute("data-row") or ""


# --- single keys


def test_j_and_k_move_through_the_queue_and_the_pane_follows(table: Table, queue: Queue, console: Page) -> None:
    """K6."""
    assert current(console) == queue.keys[0]
    console.keyboard.press("j")
    expect(console.locator("#detail-title")).to_contain_text("Sunna")
    expect(console).to_have_url(re.compile(rf"\?row={queue.keys[1]}$"))
    assert console.evaluate("document.activeElement.className") == "q-title"
    for _again in range(9):
        console.keyboard.press("j")
    expect(console.locator("#detail-title")).to_contain_text("Zoe")
    console.keyboard.press("k")
    expect(console.locator("#detail-title")).to_contain_text("Hrolf")
    assert current(console) == queue.keys[3]
    assert table.complaints == []


def test_a_opens_the_page_before_the_dice_and_rolls_nothing(queue: Queue, console: Page) -> None:
    """K6: no shortcut publishes or rolls."""
    console.keyboard.press("a")
    expect(console.get_by_role("heading", level=1)).to_have_text("Before the dice are rolled")
    console.keyboard.press("a")
    expect(console.get_by_role("heading", level=1)).to_have_text("Before the dice are rolled")
    assert not TurnPost.objects.filter(unit="eyra").exists()
    console.get_by_role("button", name="Play the turn of Eyra now").click()
    expect(console.locator("#c-results")).to_have_text("Approved: 1 of 1")
    assert TurnPost.objects.filter(unit="eyra").count() == 1


def test_a_approves_what_needs_no_more_and_e_adapts(queue: Queue, console: Page) -> None:
    """Behaviour 31: two presses."""
    console.keyboard.press("e")
    expect(console).to_have_url(re.compile("/plan/eyra/$"))
    console.goto(queue.address)
    console.keyboard.press("j")
    console.keyboard.press("a")
    expect(console.locator("#c-results")).to_have_text("Approved: 1 of 1")
    assert Character.objects.get(pk=queue.sheet.pk).status == "active"


def test_r_leads_to_the_message_where_letters_are_letters(queue: Queue, console: Page) -> None:
    console.keyboard.press("j")
    expect(console.locator("#detail-title")).to_contain_text("Sunna")
    console.keyboard.press("r")
    expect(console.locator("#word")).to_be_focused()
    console.keyboard.type("jar? kea")
    expect(console.locator("#word")).to_have_value("jar? kea")
    assert current(console) == queue.keys[1]
    console.locator("#detail").get_by_role("button", name="Return", exact=True).click()
    expect(console.locator(".messages")).to_contain_text("Sunna went back to its player.")
    queue.sheet.refresh_from_db()
    assert queue.sheet.director_note == "jar? kea"


def test_a_question_mark_lists_the_keys_and_with_others_held_they_are_the_browsers(console: Page) -> None:
    expect(console.locator("#keys li").first).not_to_be_visible()
    console.keyboard.press("?")
    expect(console.locator("#keys li").first).to_be_visible()
    before = current(console)
    for keys in ("Control+j", "Alt+j", "Meta+j"):
        console.keyboard.press(keys)
    assert current(console) == before


def test_switched_off_the_keys_do_nothing(table: Table, queue: Queue) -> None:
    table.people["alice"].single_keys = False
    table.people["alice"].save()
    page = table.page("alice", queue.address)
    for key in "jaer?":
        page.keyboard.press(key)
    assert current(page) == queue.keys[0]
    expect(page.get_by_role("heading", level=1)).to_have_text("Director's console")
    assert page.locator("#keys").count() == 0


# --- the row beside


def test_the_pane_stands_beside_the_queue_and_on_a_phone_only_where_it_is_asked_for(table: Table, queue: Queue) -> None:
    wide = table.page("alice", queue.address)
    box, pane = wide.locator(".queue").bounding_box(), wide.locator("#detail").bounding_box()
    assert box and pane and pane["x"] >= box["x"] + box["width"]
    wide.locator(f"#row-{queue.keys[3]} .q-title").click()
    expect(wide.locator("#detail")).to_contain_text("Level 1 → 2")
    phone = table.page("alice", queue.address, width=390)
    expect(phone.locator("#detail")).not_to_be_visible()
    expect(phone.get_by_role("button", name=re.compile("Approve ?: Sunna"))).to_be_visible()
    phone.locator(f"#row-{queue.keys[3]} .q-title").click()
    expect(phone.locator("#detail")).to_be_visible()
    expect(phone.locator("#detail")).to_contain_text("Level 1 → 2")


def test_without_scripts_a_row_is_chosen_marked_and_approved(table: Table, queue: Queue) -> None:
    page = table.page("alice", queue.address, java_script_enabled=False)
    page.locator(f"#row-{queue.keys[1]} .q-title").click()
    expect(page.locator("#detail-title")).to_contain_text("Sunna")
    page.get_by_role("checkbox", name="Mark: sheet, Ylva").check()
    page.get_by_role("checkbox", name="Mark: application, Zoe").check()
    page.get_by_role("button", name="Approve what is marked").click()
    expect(page.locator("#c-results")).to_have_text("Approved: 2 of 2")
    expect(page.locator("#detail-title")).to_contain_text("Eyra")


# --- several at once


def test_all_are_marked_and_each_is_told_apart(queue: Queue, console: Page) -> None:
    """One of them was taken back since the page was opened."""
    queue.other_sheet.delete()
    console.get_by_role("link", name="Mark all").click()
    assert console.locator("[name=rows]:checked").count() == 5
    console.get_by_role("link", name="Mark none").click()
    assert console.locator("[name=rows]:checked").count() == 0
    console.get_by_role("link", name="Mark all").click()
    console.get_by_role("checkbox", name="Mark: early turn, Eyra").uncheck()
    console.get_by_role("button", name="Approve what is marked").click()
    expect(console.locator("#c-results")).to_have_text("Approved: 3 of 4")
    expect(console.locator("#c-results")).to_be_focused()
    told = console.locator("section", has=console.locator("#c-results")).locator("li")
    expect(told).to_have_text(
        [re.compile(one) for one in ("done Sunna", "failed sheet-.*does not wait", "done Hrolf", "done Zoe")]
    )
    console.reload()
    expect(console.locator("#c-results")).to_have_text("Approved: 3 of 4")


# --- units one by one


def review(page: Page, address: str) -> None:
    page.goto(f"{address}npc/")
    page.get_by_role("button", name="Resolve in order…").click()


def review_with_scripts(page: Page, address: str) -> None:
    """The review, once its button plays unit by unit."""
    review(page, address)
    expect(page.locator("[data-stepwise]")).to_have_js_property("value", "begin")


def held_after(page: Page, units: int) -> list[Route]:
    """So many units are played at once; what is asked for after them waits in the list until it is let go."""
    asked: list[Route] = []
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            asked.append(route)
        if len(asked) == units + 1 and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/npc/run/", hold)
    return held


def test_seven_units_are_played_in_a_row_and_the_page_counts_them(table: Table) -> None:
    """Behaviour 32, by keyboard."""
    raid = queueing.raid(table.people)
    page = table.page("alice")
    page.goto(f"{raid.url}npc/")
    page.get_by_role("button", name="Resolve in order…").press("Enter")
    expect(page.locator("[data-stepwise]")).to_have_js_property("value", "begin")
    page.get_by_role("button", name="Play 7 turns").press("Enter")
    expect(page.locator("#run-title")).to_have_text("7 of 7 played", timeout=60_000)
    expect(page.get_by_role("link", name="To the battle")).to_be_visible()
    assert [post.unit for post in TurnPost.objects.order_by("number")] == list(SEVEN)
    assert "7/7" in page.title()
    assert table.complaints == []


def test_stopped_during_the_third_unit_three_are_resolved_and_four_untouched(table: Table) -> None:
    """Behaviour 32."""
    raid = queueing.raid(table.people)
    page = table.page("alice")
    review_with_scripts(page, raid.url)
    held = held_after(page, 2)
    page.get_by_role("button", name="Play 7 turns").click()
    expect(page.locator("#run-title")).to_have_text("2 of 7 played", timeout=60_000)
    stop = page.locator("[data-stop]")
    expect(stop).to_be_focused()
    stop.click()
    expect(stop).to_have_text("Stopping after this unit…")
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(".messages")).to_contain_text("Stopped: 3 turns were played.", timeout=60_000)
    assert [post.unit for post in TurnPost.objects.order_by("number")] == list(SEVEN[:3])
    expect(page.locator("#rows > li")).to_have_count(4)
    page.get_by_role("link", name="To the run").click()
    page.get_by_role("button", name="Go on with the rest").click()
    expect(page.locator("#run-title")).to_have_text("7 of 7 played", timeout=60_000)


def test_a_page_that_is_opened_again_plays_nothing_by_itself(table: Table) -> None:
    raid = queueing.raid(table.people)
    page = table.page("alice")
    review_with_scripts(page, raid.url)
    page.route("**/npc/run/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Play 7 turns").click()
    expect(page.locator("#run-title")).to_have_text("0 of 7 played")
    page.wait_for_load_state("networkidle")
    page.unroute_all()
    page.reload()
    page.goto(f"{raid.url}npc/run/")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#run-title")).to_have_text("0 of 7 played")
    assert TurnPost.objects.count() == 0
    page.get_by_role("button", name="Play Raider 1 alone").click()
    expect(page.locator("#run-title")).to_have_text("1 of 7 played")
    page.get_by_role("button", name="Play 6 turns").click()
    expect(page.locator("#run-title")).to_have_text("7 of 7 played", timeout=60_000)


def test_without_scripts_all_are_played_in_one_request(table: Table) -> None:
    raid = queueing.raid(table.people)
    page = table.page("alice", java_script_enabled=False)
    review(page, raid.url)
    page.get_by_role("button", name="One by one…").click()
    page.get_by_role("button", name="Play Raider 1 alone").click()
    expect(page.locator("#run-title")).to_have_text("1 of 7 played")
    page.get_by_role("button", name="Play 6 turns").click()
    expect(page.locator("#run-title")).to_have_text("7 of 7 played", timeout=60_000)


# --- for everybody, light, steady


def pages(queue: Queue, raid: str) -> list[tuple[str, Callable[[Page], None]]]:
    def confirm(page: Page) -> None:
        page.keyboard.press("a")
        page.wait_for_url("**/decide/")

    return [
        *((f"{queue.address}?row={key}", lambda _page: None) for key in queue.keys),
        (queue.address, confirm),
        (f"{raid}npc/run/", lambda _page: None),
    ]


def test_the_console_is_accessible_fits_and_stands_still(table: Table, queue: Queue) -> None:
    raid = queueing.raid(table.people)
    page = table.page("alice", java_script_enabled=True)
    review_with_scripts(page, raid.url)
    page.get_by_role("button", name="Play 7 turns").click()
    expect(page.locator("#run-title")).to_have_text("7 of 7 played", timeout=60_000)
    found = []
    for address, then in pages(queue, raid.url):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(address)
        then(page)
        found += faults_in_every_look(page)
        assert fits_the_narrowest_phone(page), address
    assert found == []
    assert table.complaints == []


def test_the_console_is_light_and_nothing_moves(table: Table, queue: Queue) -> None:
    """ux 5.3: at most five requests, our scripts together at most 8.5 kB compressed; CLS 0."""
    page = table.page("alice")
    heard: list[Any] = []
    page.on("response", lambda answer: heard.append(answer))
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(one => {"
        " if (!one.hadRecentInput) window.shift += one.value; })).observe({type: 'layout-shift', buffered: true});"
    )
    page.goto(queue.address)
    page.wait_for_load_state("networkidle")
    needed = [one for one in heard if not one.url.endswith((".svg", ".ico"))]
    assert len(needed) <= 5, [one.url for one in needed]
    scripts = sum(len(gzip.compress(one.body())) for one in needed if one.url.endswith(".js"))
    assert scripts <= 8_500
    assert page.evaluate("window.shift") == 0
