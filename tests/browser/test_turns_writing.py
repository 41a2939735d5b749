"""Writing in a browser: drafts that are never lost, boards that change meanwhile, clocks that stay right."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from tests.cast import PASSWORD
from turns.models import TurnDraft, TurnPost
from turns.services import correct

pytestmark = pytest.mark.django_db(transaction=True)


def write(page: Page, text: str) -> None:
    page.locator("#text").click()
    page.keyboard.type(text)


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text(re.compile(r"Saved \d\d:\d\d on the server"))


def break_a_strap(table: Table, battle_id: int) -> None:
    """The director changes a number that everybody sees."""
    correct(
        battle_id=battle_id,
        director=table.people["alice"],
        unit="raider1",
        attribute="armor",
        value=4,
        reason="a strap broke",
        at=timezone.now(),
    )


def test_what_is_typed_is_found_on_another_device(table: Table) -> None:
    """Behaviour 16."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    write(page, "The ice creaks under")
    saved(page)
    page.context.close()
    table.contexts.remove(page.context)
    other = table.page("bob", ford.url, width=390)
    expect(other.locator("#text")).to_have_value("The ice creaks under")


def test_two_tabs_keep_both_texts_and_the_second_is_told_at_once(table: Table) -> None:
    """Behaviour 17."""
    ford = table.ford()
    context = table.context("bob")
    first, second = context.new_page(), context.new_page()
    first.goto(ford.url)
    second.goto(ford.url)
    write(first, "One")
    saved(first)
    write(second, "Two")
    expect(second.locator("#saved")).to_contain_text("there is another version")
    assert {draft.narrative for draft in TurnDraft.objects.all()} == {"One", "Two"}


def test_without_a_line_the_text_stays_on_the_device_until_it_is_back(table: Table) -> None:
    """Behaviour 18."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.context.set_offline(True)
    write(page, "Written in the tunnel")
    expect(page.locator("#saved")).to_contain_text("Offline: saved on this device only")
    assert TurnDraft.objects.count() == 0
    page.context.set_offline(False)
    saved(page)
    assert TurnDraft.objects.get().narrative == "Written in the tunnel"


def test_after_the_session_ended_the_text_is_in_the_field_again(table: Table) -> None:
    """Behaviour 19."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    write(page, "Half a sentence")
    saved(page)
    Session.objects.all().delete()
    page.goto(f"/account/login/?next={ford.url}")
    page.fill("[name=login]", "bob")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    expect(page.locator("#text")).to_have_value("Half a sentence")


def test_text_not_yet_saved_when_the_session_ended_comes_back_from_the_device(table: Table) -> None:
    """Behaviour 19: autosave was refused, so the device kept it."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    Session.objects.all().delete()
    write(page, "Nobody saved this")
    expect(page.locator("#saved")).to_contain_text("saved on this device only")
    page.goto(f"/account/login/?next={ford.url}")
    page.fill("[name=login]", "bob")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    expect(page.locator("#text")).to_have_value("Nobody saved this")


def test_a_board_that_changes_is_told_without_touching_the_page(table: Table) -> None:
    """Behaviour 20."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    write(page, "She waits")
    page.locator('[value="cell:E5"]:visible').click()
    expect(page.locator("#to")).to_have_value("E5")
    page.locator('[name=act][value="none"]').check()
    saved(page)
    break_a_strap(table, ford.battle.pk)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#newer")).to_be_visible()
    expect(page.locator("#text")).to_have_value("She waits")
    page.get_by_role("button", name="Review turn").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The board changed while you were writing")
    expect(page.locator("main")).to_contain_text("armor 10 → 4")
    expect(page.locator("main")).to_contain_text("She waits")
    page.get_by_role("button", name="Keep the plan and review again").click()
    expect(page.get_by_role("button", name="Move Tóki to E5 and end the turn")).to_be_visible()
    assert TurnPost.objects.count() == 0


def test_adjusting_and_discarding_after_a_change_keep_the_text(table: Table) -> None:
    """Behaviour 20."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    write(page, "She waits")
    page.locator('[name=act][value="none"]').check()
    saved(page)
    break_a_strap(table, ford.battle.pk)
    page.get_by_role("button", name="Review turn").click()
    page.get_by_role("link", name="Adjust").click()
    expect(page.locator("#text")).to_have_value("She waits")
    expect(page.locator('[name=act][value="none"]')).to_be_checked()
    break_strap_again = page.locator("#text")
    break_strap_again.focus()
    correct(
        battle_id=ford.battle.pk,
        director=table.people["alice"],
        unit="raider1",
        attribute="armor",
        value=3,
        reason="again",
        at=timezone.now(),
    )
    page.get_by_role("button", name="Review turn").click()
    page.get_by_role("button", name="Discard the plan, keep the text").click()
    expect(page.locator("#text")).to_have_value("She waits")
    expect(page.locator('[name=act][value="none"]')).not_to_be_checked()


def test_a_phone_whose_clock_is_wrong_by_three_hours_counts_right(table: Table) -> None:
    """Behaviour 25."""
    ford = table.ford()
    context = table.context("bob", width=390)
    page = context.new_page()
    page.clock.install(time=timezone.now() + timedelta(hours=3))
    page.goto(ford.url)
    expect(page.locator("#band .countdown")).to_contain_text(re.compile(r"^2[12] h"))


def test_a_page_left_open_for_a_day_is_right_when_looked_at_again(table: Table) -> None:
    """Behaviour 26."""
    ford = table.ford()
    context = table.context("bob")
    page = context.new_page()
    page.clock.install()
    page.goto(ford.url)
    expect(page.locator("#band .countdown")).to_contain_text("left")
    page.clock.fast_forward("25:00:00")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#band .countdown")).to_contain_text(re.compile("ago"))


def test_switching_the_language_in_the_middle_keeps_every_field(table: Table) -> None:
    """Behaviour 40."""
    ford = table.ford()
    page = table.page("bob", ford.url)
    page.locator('[value="cell:F4"]:visible').click()
    expect(page.locator("#to")).to_have_value("F4")
    page.locator('[value="unit:raider1"]:visible').click()
    expect(page.locator("#outlook")).to_contain_text("83")
    page.locator("#boost").fill("1")
    write(page, "Palabras")
    page.locator('.languages button[value="es"]:visible').click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#text")).to_have_value("Palabras")
    expect(page.locator("#to")).to_have_value("F4")
    expect(page.locator("#target")).to_have_value("raider1")
    expect(page.locator("#boost")).to_have_value("1")


def test_since_your_visit_lists_what_is_new_once_on_any_device(table: Table) -> None:
    """Behaviour 30."""
    ford = table.ford()
    table.page("carla", ford.url)
    break_a_strap(table, ford.battle.pk)
    phone = table.page("carla", ford.url, width=390)
    expect(phone.locator("#since-title ~ ul")).to_contain_text("armor 10 → 4")
    desk = table.page("carla", ford.url)
    expect(desk.locator("[aria-labelledby=since-title]")).to_contain_text("Nothing new.")


def test_an_expired_turn_moves_the_ladder_when_somebody_looks(table: Table) -> None:
    """Behaviours 27 and 28."""
    ford = table.ford(order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    page = table.page("bob", ford.url)
    expect(page.locator("#band")).to_contain_text("Missed, but Tóki may still act")
    expect(page.locator("#ladder .now")).to_contain_text("Eyra")
    expect(page.locator("#ladder")).to_contain_text("missed; may still act −1")
    page.locator('[name=act][value="none"]').check()
    page.get_by_role("button", name="Review late turn").click()
    expect(page.locator("main")).to_contain_text("−1 initiative has already been applied")
    page.get_by_role("button", name="End the turn of Tóki").click()
    page.get_by_role("link", name="To the battle").first.click()
    expect(page.locator("#ladder")).to_contain_text("acted late")
    expect(page.locator("#ladder .now .countdown")).to_contain_text(re.compile("^1[34] h"))


def test_a_defeated_unit_never_changes_whose_turn_it_is(table: Table) -> None:
    """Behaviour 35."""
    ford = table.ford(order=("toki", "raider1", "eyra"))
    correct(
        battle_id=ford.battle.pk,
        director=table.people["alice"],
        unit="raider1",
        attribute="strength",
        value=0,
        reason="thin ice",
        at=timezone.now(),
    )
    page = table.page("bob", ford.url)
    expect(page.locator("#ladder .now")).to_contain_text("Tóki")
    expect(page.locator("#ladder s")).to_have_text("Raider 1")
