"""Every page of a running battle in a browser: accessible, light, within its budget, right for each reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Response, expect

from rulebook.saga.state import Alternative
from rulebook.saga.steps import Rest
from tests import ford as fords
from tests.browser.looks import faults_in_every_look
from tests.browser.moves import listen, moved
from tests.browser.table import Table
from tests.ford import Ford
from turns.models import TurnPost
from turns.services import leave_early_turn, pause

pytestmark = pytest.mark.django_db(transaction=True)


def landing(table: Table) -> Ford:
    """Turn 0, team against team."""
    units = [
        replace(unit, at=None, side="south" if unit.id == "hrolf" else "north")
        for unit in fords.units_for(table.people["bob"], table.people["carla"], table.people["dani"])
        if unit.players
    ]
    return table.ford(units=units)


def addresses(table: Table) -> list[tuple[str, str]]:
    """Who reads what: every kind of page, every state of the battle's own."""
    running, played, shore = table.ford(), table.ford(order=("toki", "raider1", "raider2", "eyra")), landing(table)
    still = table.ford()
    pause(battle_id=still.battle.pk, director=table.people["alice"], reason="a holiday", at=timezone.now())
    played.pass_turn("toki", "bob", "The ice holds, for now.")
    console = f"/c/{played.campaign.slug}/director/"
    acts = [f"{running.url}direct/{one}/" for one in ("correct", "end", "extend", "pause")]
    return [
        ("bob", "/turns/"),
        ("bob", running.url),
        ("carla", running.url),
        ("carla", running.url + "?pick=unit:colossus"),
        ("carla", running.url + "plan/eyra/"),
        ("carla", running.url + "ledger/"),
        ("sam", running.url),
        ("bob", still.url),
        ("bob", shore.url),
        ("bob", played.url + "chronicle/"),
        ("bob", played.url + "chronicle/?step=1"),
        ("bob", played.url + "turns/1/"),
        ("alice", console),
        ("alice", played.url),
        ("alice", played.url + "npc/"),
        ("alice", played.url + "history/"),
        ("alice", played.url + "history/?to=3"),
        *(("alice", act) for act in acts),
    ]


def test_pages_have_no_fault_that_axe_finds(table: Table) -> None:
    """At both widths and in both colours; the console stays clean under the site's own content policy."""
    pages: dict[str, Page] = {}
    found: list[str] = []
    for name, address in addresses(table):
        if name not in pages:
            pages[name] = table.page(name)
        answer = pages[name].goto(address)
        assert answer and answer.status == 200, address
        found += faults_in_every_look(pages[name])
    assert found == []
    assert table.complaints == []


def test_no_page_scrolls_sideways_on_the_narrowest_phone(table: Table) -> None:
    pages: dict[str, Page] = {}
    for name, address in addresses(table):
        if name not in pages:
            pages[name] = table.page(name, width=320, height=640)
        pages[name].goto(address)
        assert pages[name].evaluate("document.documentElement.scrollWidth") <= 320, address


def watch(page: Page) -> list[Response]:
    heard: list[Response] = []
    page.on("response", lambda answer: heard.append(answer))
    return heard


@pytest.mark.parametrize(("where", "most"), [("battle", 5), ("mine", 4), ("console", 3)])
def test_pages_need_few_requests_and_little_script(table: Table, where: str, most: int) -> None:
    """ux 5.3: at most five requests, our scripts together at most 8.5 kB compressed."""
    ford = table.ford()
    page = table.page("alice" if where == "console" else "bob")
    heard = watch(page)
    page.goto({"battle": ford.url, "mine": "/turns/", "console": f"/c/{ford.campaign.slug}/director/"}[where])
    page.wait_for_load_state("networkidle")
    needed = [one for one in heard if not one.url.endswith((".svg", ".ico"))]
    assert len(needed) <= most, [one.url for one in needed]


def test_nothing_moves_while_a_page_loads(table: Table) -> None:
    """CLS 0."""
    ford = table.ford()
    for name, address in (("bob", ford.url), ("bob", "/turns/"), ("carla", ford.url)):
        for width in (390, 1280):
            page = table.page(name, width=width)
            listen(page)
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert moved(page) == [], (address, width)


def test_turn_0_is_played_by_tapping_with_and_without_scripts(table: Table) -> None:
    shore = landing(table)
    for name, scripts, cells in (("bob", True, ("B4", "A9")), ("carla", False, ("B1",))):
        page = table.page(name, shore.url, java_script_enabled=scripts)
        for cell in cells:
            page.locator(f'[value="cell:{cell}"]').click()
            expect(page.locator("#placements")).to_contain_text("placed")
            expect(page.locator(f'#placements input[value="{cell}"]')).to_have_count(1)
        page.get_by_role("button", name="Review deployment").click()
        page.get_by_role("button", name=re.compile("for good")).click()
        expect(page.locator("#band")).to_contain_text("Your units are placed.")
    assert "Hrolf" not in table.page("bob", shore.url).content()


def test_a_plan_with_two_alternatives_is_left_in_the_browser(table: Table) -> None:
    """Behaviours 21 and 22."""
    ford = table.ford(order=("toki", "eyra", "hrolf"))
    page = table.page("carla", ford.url)
    page.get_by_role("link", name="Prepare an early turn").click()
    page.locator('[value="cell:F3"]:visible').click()
    expect(page.locator("#to")).to_have_value("F3")
    page.locator('[value="unit:raider1"]:visible').click()
    expect(page.locator("#dry")).to_contain_text("would be played")
    page.get_by_role("button", name="Add an alternative").click()
    expect(page.get_by_role("heading", name="Alternative 2 of 2")).to_be_visible()
    page.locator("#mode-rest").check()
    expect(page.locator("#f-act")).to_have_count(0)
    page.get_by_role("combobox", name="condition 1", exact=True).select_option("within")
    page.get_by_role("combobox", name="unit of condition 1").select_option("raider2")
    expect(page.locator("#dry")).to_contain_text("if Raider 2 is within reach: not true now")
    expect(page.locator("#alternatives")).to_contain_text("2. rest")
    page.get_by_role("button", name="Save plan").click()
    expect(page.locator(".messages")).to_contain_text("Early turn saved.")
    assert len(ford.state().plans["eyra"].alternatives) == 2
    assert TurnPost.objects.count() == 0
    assert page.get_by_role("button", name="Review turn").count() == 0


def test_a_plan_freezes_when_its_turn_begins_and_says_so(table: Table) -> None:
    """Behaviour 23."""
    ford = table.ford(order=("toki", "eyra", "hrolf"))
    leave_early_turn(
        battle_id=ford.battle.pk,
        unit="eyra",
        player=table.people["carla"],
        alternatives=[Alternative((Rest(),))],
        text="Rest, then.",
        at=timezone.now(),
    )
    page = table.page("carla", ford.url + "plan/eyra/")
    ford.pass_turn("toki", "bob", "The ice holds, for now.")
    page.get_by_role("button", name="Save the changed plan").click()
    expect(page.locator(".band-plan")).to_contain_text("Frozen")
    expect(page.locator("main")).to_contain_text("Alternative 1 was played.")


def test_the_director_runs_own_units_from_the_keyboard(table: Table) -> None:
    """Behaviour 32."""
    ford = table.ford(order=("raider1", "raider2", "colossus", "toki"))
    page = table.page("alice", ford.url + "npc/")
    page.get_by_role("button", name=re.compile("stop before ?: Colossus")).press("Enter")
    expect(page.get_by_role("button", name=re.compile("take in ?: Colossus"))).to_be_visible()
    page.get_by_role("button", name="Resolve in order…").press("Enter")
    expect(page.locator("[data-stepwise]")).to_have_js_property("value", "begin")
    page.get_by_role("button", name="Play 2 turns").press("Enter")
    expect(page.locator("#run-title")).to_have_text("2 of 2 played")
    page.get_by_role("link", name="Director's units").click()
    expect(page.locator("#rows")).to_contain_text("1. Colossus")
    assert TurnPost.objects.count() == 2


def test_a_row_is_changed_on_the_board(table: Table) -> None:
    ford = table.ford(order=("raider1", "toki"))
    page = table.page("alice", ford.url + "npc/")
    page.get_by_role("button", name=re.compile("Change ?: Raider 1")).click()
    page.locator('[value="cell:G4"]:visible').click()
    expect(page.locator("#to")).to_have_value("G4")
    page.locator('[name=act][value="none"]').check()
    page.get_by_role("button", name="Keep this").click()
    expect(page.locator("#rows")).to_contain_text("→ G4")


def test_printing_the_board_opens_its_words_and_drops_the_navigation(table: Table) -> None:
    """Behaviour 39, for the battle."""
    ford = table.ford()
    page = table.page("carla", ford.url)
    page.emulate_media(media="print")
    expect(page.locator(".site-header")).not_to_be_visible()
    expect(page.locator(".text-board")).to_be_visible()


def test_forced_colours_keep_every_unit_told_apart(table: Table) -> None:
    ford = table.ford()
    page = table.page("bob", ford.url, forced_colors="active")
    fills: Callable[[str], str] = lambda team: str(  # noqa: E731
        page.evaluate(f"getComputedStyle(document.querySelector('.bd-token.team-{team} .bd-shape')).fill")
    )
    assert fills("a") != fills("b")
