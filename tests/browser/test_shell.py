"""The shell in a real browser: accessible at every width and in both colours, right clocks, one press one request."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from notifications import services
from tests.browser.looks import faults
from tests.cast import PASSWORD, person

pytestmark = pytest.mark.django_db(transaction=True)

PUBLIC = ("/", "/help/", "/account/login/", "/account/signup/", "/no/such/page/")
PRIVATE = ("/", "/help/", "/notices/", "/no/such/page/")


class Server:
    """The part of pytest-django's live server that tests use."""

    url: str


@pytest.fixture
def open_context(browser: Browser, live_server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Open browser contexts on the live server; they are closed after the test."""
    opened: list[BrowserContext] = []

    def open_one(**wanted: Any) -> BrowserContext:
        opened.append(browser.new_context(base_url=live_server.url, **wanted))
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/?next=/help/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/help/")


def tell(reader: Any, *, left: timedelta = timedelta(days=1, hours=4, minutes=30), unit: str = "Toki") -> None:
    now = datetime.now(UTC)
    services.notify(
        reader=reader,
        kind="your-turn",
        subject=f"battle:ford:round:3:unit:{unit}",
        link="/c/north/b/ford/",
        data={"battle": "The frozen ford", "unit": unit, "round": 3},
        at=now,
        deadline=now + left,
    )


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_have_no_fault_that_axe_finds(
    open_context: Callable[..., BrowserContext], width: int, colours: Any
) -> None:
    tell(person("carla"))
    page = open_context(viewport={"width": width, "height": 800}, color_scheme=colours).new_page()
    found: list[str] = []
    for address in PUBLIC:
        page.goto(address)
        found += faults(page)
    sign_in(page, "carla")
    for address in PRIVATE:
        page.goto(address)
        found += faults(page)
    assert found == []


def test_no_page_scrolls_sideways_on_the_narrowest_phone(open_context: Callable[..., BrowserContext]) -> None:
    tell(person("bob"))
    page = open_context(viewport={"width": 320, "height": 640}).new_page()
    sign_in(page, "bob")
    for address in PRIVATE:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, address


def test_the_first_tab_stop_leads_past_the_navigation(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto("/help/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_form_with_errors_puts_the_reader_on_the_summary(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto("/account/login/")
    page.locator("main form").evaluate("form => { form.noValidate = true; }")
    page.click("main form button")
    expect(page.locator(".summary")).to_be_focused()
    page.locator(".summary a").first.click()
    expect(page.locator("[name=login]")).to_be_focused()


def test_the_menu_closes_on_escape_and_gives_the_focus_back(open_context: Callable[..., BrowserContext]) -> None:
    person("carla")
    page = open_context().new_page()
    sign_in(page, "carla")
    page.locator(".menu summary").press("Enter")
    expect(page.locator(".menu ul")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".menu ul")).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()


def test_a_second_press_sends_nothing(open_context: Callable[..., BrowserContext]) -> None:
    """A slow answer leaves the page standing; the guard is ours, the promise is the server's."""
    page = open_context().new_page()
    sent: list[str] = []

    def swallow(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        sent.append(route.request.url)
        route.fulfill(status=204)

    page.route("**/account/login/", swallow)
    page.goto("/account/login/")
    page.fill("[name=login]", "carla")
    page.fill("[name=password]", "x")
    with page.expect_response(lambda answer: answer.status == 204):
        page.click("main form button")
    expect(page.locator("main form button")).to_have_attribute("aria-disabled", "true")
    page.locator("main form button").dispatch_event("click")
    page.locator("[name=password]").press("Enter")
    page.evaluate("fetch('/help/')")
    assert len(sent) == 1


@pytest.mark.parametrize("wrong", [timedelta(hours=3), timedelta(hours=-3)])
def test_a_countdown_is_right_on_a_device_with_a_wrong_clock(
    open_context: Callable[..., BrowserContext], wrong: timedelta
) -> None:
    tell(person("carla"))
    page = open_context().new_page()
    sign_in(page, "carla")
    page.clock.install(time=datetime.now(UTC) + wrong)
    page.goto("/notices/")
    page.clock.run_for(61_000)
    expect(page.locator(".countdown")).to_have_text("1 d 4 h left")
    expect(page.locator(".as-of")).to_be_hidden()


def test_a_page_left_open_for_a_day_says_so_by_itself(open_context: Callable[..., BrowserContext]) -> None:
    tell(person("carla"))
    page = open_context().new_page()
    sign_in(page, "carla")
    page.clock.install(time=datetime.now(UTC))
    page.goto("/notices/")
    page.clock.fast_forward("30:00:00")
    expect(page.locator(".countdown")).to_have_text("1 h 30 min ago")


def test_the_last_ten_minutes_are_said_aloud_once(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.clock.install(time=datetime.now(UTC))
    page.goto("/help/")
    page.evaluate(
        """() => {
            const span = document.createElement("span");
            const until = new Date(Date.now() + 11.5 * 60e3).toISOString();
            Object.assign(span.dataset, { until, left: "{} left", overdue: "{} ago", speak: "Toki" });
            document.querySelector("main").append(span);
        }"""
    )
    page.clock.run_for(75_000)
    expect(page.locator("#spoken")).to_have_text("")
    page.clock.run_for(30_000)
    expect(page.locator("#spoken")).to_contain_text("Toki: 9 min 59 s left")
    page.clock.fast_forward(570_000)
    expect(page.locator("[data-until]").first).to_have_text(re.compile(r"^\d\d s left$"))
    page.clock.run_for(30_000)
    expect(page.locator("#spoken")).to_contain_text("Toki: 9 min 59 s left")


def test_without_scripts_a_countdown_says_when_it_was_counted(open_context: Callable[..., BrowserContext]) -> None:
    tell(person("carla"))
    page = open_context(java_script_enabled=False).new_page()
    sign_in(page, "carla")
    page.goto("/notices/")
    expect(page.locator(".as-of")).to_be_visible()
    expect(page.locator(".as-of")).to_have_text(re.compile(r"\(at \d\d:\d\d\)"))


def test_without_scripts_notices_are_marked_and_unmarked(open_context: Callable[..., BrowserContext]) -> None:
    carla = person("carla")
    tell(carla)
    tell(carla, unit="Asa")
    page = open_context(java_script_enabled=False).new_page()
    sign_in(page, "carla")
    page.goto("/notices/")
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("main")).to_contain_text("Everything is read.")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Mark as read: Your turn: Asa in The frozen ford")).to_be_visible()


@pytest.mark.parametrize(("device", "told"), [("America/Bogota", True), ("Africa/Ceuta", False)])
def test_settings_say_when_the_device_lives_in_another_time(
    open_context: Callable[..., BrowserContext], device: str, told: bool
) -> None:
    person("eva")
    page = open_context(timezone_id=device).new_page()
    sign_in(page, "eva")
    page.goto("/settings/")
    expect(page.locator("[data-zone-hint]")).to_be_visible(visible=told)
    expect(page.locator("select[name=time_zone]")).to_have_value("Europe/Madrid")


BOARD = """() => {
    const board = document.createElement("form");
    board.dataset.board = "";
    const cells = { A7: "r7 c1 rs2 cs2", C6: "r6 c3", D6: "r6 c4", C7: "r7 c3", D7: "r7 c4", H7: "r7 c8", D2: "r2 c4" };
    for (const [name, place] of Object.entries(cells)) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = `hit ${place}`;
        button.textContent = name;
        board.append(button);
    }
    const composer = document.createElement("div");
    composer.dataset.composer = "";
    composer.tabIndex = -1;
    document.querySelector("main").replaceChildren(board, composer);
    const script = document.createElement("script");
    script.src = "/static/js/board.js";
    return new Promise((done) => { script.onload = done; document.head.append(script); });
}"""


@pytest.fixture
def board(open_context: Callable[..., BrowserContext]) -> Page:
    page = open_context().new_page()
    page.goto("/help/")
    page.evaluate(BOARD)
    return page


def walk(page: Page, *keys: str) -> list[str]:
    stops = []
    for key in keys:
        page.keyboard.press(key)
        stops.append(page.evaluate("document.activeElement.textContent"))
    return stops


def test_arrows_walk_the_board_and_a_large_unit_is_one_stop(board: Page) -> None:
    board.get_by_role("button", name="C6").focus()
    assert walk(board, "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft") == ["D6", "D7", "C7", "A7"]
    assert walk(board, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight") == ["C7", "D7", "H7", "H7"]
    assert walk(board, "ArrowUp", "ArrowLeft") == ["D6", "C6"]


def test_home_and_end_go_to_the_ends_of_the_row_and_of_the_board(board: Page) -> None:
    board.get_by_role("button", name="D7").focus()
    assert walk(board, "Home", "End", "Control+Home", "Control+End") == ["A7", "H7", "D2", "H7"]


def test_the_board_is_one_tab_stop_and_escape_leads_to_the_composer(board: Page) -> None:
    assert board.locator(".hit[tabindex='0']").count() == 1
    board.get_by_role("button", name="D7").focus()
    assert board.locator(".hit[tabindex='0']").all_text_contents() == ["D7"]
    board.keyboard.press("Escape")
    expect(board.locator("[data-composer]")).to_be_focused()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [390, 360])
def test_the_navigation_takes_one_line_of_a_phone_and_loses_no_entry(
    open_context: Callable[..., BrowserContext], language: str, width: int
) -> None:
    carla = person("carla")
    carla.language = language
    carla.save()
    for unit in ("Toki", "Eyra", "Hrolf", "Sunna", "Ketil", "Asa", "Vigdis", "Bruni", "Gro", "Ulf", "Liv", "Odd"):
        tell(carla, unit=unit)
    page = open_context(viewport={"width": width, "height": 844}).new_page()
    sign_in(page, "carla")
    box = page.locator(".site-header").bounding_box()
    assert box is not None and box["height"] < 50
    page.locator(".menu summary").press("Enter")
    for address in ("/", "/turns/", "/notices/", "/campaigns/", "/settings/", "/account/password/change/"):
        expect(page.locator(f'.site-header a[href="{address}"]:visible')).to_have_count(1)
    expect(page.locator(".site-header .languages button:visible")).to_have_count(2)
    expect(page.locator('.site-header form[action="/account/logout/"] button')).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator('.site-header a[href="/campaigns/"]:visible')).to_have_count(1)
    expect(page.locator(".site-header .languages button:visible")).to_have_count(2)
