"""In a browser: what a round's picture, a request for a retcon, another reader's eyes and a follower's button are."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from campaign.models import Campaign
from tests.browser.looks import faults
from tests.browser.table import Table
from turns.models import Follow, RetconRequest, TurnPost

pytestmark = pytest.mark.django_db(transaction=True)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize(("width", "colors"), [(390, "light"), (1280, "dark"), (320, "light")])
def test_the_new_pages_are_accessible_and_no_wider_than_the_screen(table: Table, width: int, colors: str) -> None:
    ford = table.ford()
    ford.pass_turn("toki", "bob", "The ice holds, for now.")
    asked = RetconRequest.objects.create(
        battle=ford.battle,
        post=TurnPost.objects.get(),
        user=table.people["bob"],
        reason="Wrong foot",
        asked_at=timezone.now(),
    )
    bob = table.people["bob"].pk
    look = f"/c/{ford.campaign.slug}/director/look/"
    for name, paths in {
        "alice": (f"{ford.url}?as={bob}", look, f"{look}?as={bob}", f"{ford.url}retcons/{asked.pk}/", "/turns/"),
        "bob": (f"{ford.url}turns/1/retcon/", f"{ford.url}turns/1/", f"{ford.url}rounds/1/", f"{ford.url}chronicle/"),
        "sam": (ford.url, f"/c/{ford.campaign.slug}/"),
    }.items():
        page = table.page(name, width=width, color_scheme=colors)
        for path in paths:
            page.goto(path)
            assert faults(page) == []
            assert fits(page), path
    assert table.complaints == []


def test_behaviour_36_nothing_can_be_pressed_with_another_readers_eyes(table: Table) -> None:
    ford = table.ford()
    page = table.page("alice", f"{ford.url}?as={table.people['bob'].pk}", width=390)
    expect(page.get_by_text("You see this page as Bob sees it.")).to_be_visible()
    expect(page.locator("#composer-title")).to_contain_text("Tóki")
    assert (
        page.locator("main button:enabled, main input:not([type=hidden]):enabled, main textarea:enabled").count() == 0
    )
    page.get_by_role("link", name="Look as yourself again").click()
    expect(page.get_by_text("You see this page as")).to_have_count(0)


def test_behaviour_38_a_rounds_picture_opens_without_an_account_at_the_address_that_is_pasted(table: Table) -> None:
    ford = table.ford()
    Campaign.objects.filter(pk=ford.campaign.pk).update(is_public=True)
    page = table.browser.new_context(base_url=table.url, java_script_enabled=False, locale="en-GB").new_page()
    page.goto(f"{ford.url}rounds/1/")
    picture = page.locator("img.round-picture")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth") == 1040
    assert "Tóki C5 13/10" in (picture.get_attribute("alt") or "")
    pasted = re.search(r"\[img\]https?://[^/]+(/.*\.png)\[/img\]", page.locator("#bbcode").input_value())
    assert pasted is not None
    answer = page.request.get(table.url + pasted[1])
    assert answer.ok and answer.headers["content-type"] == "image/png"
    page.context.close()


def test_a_request_for_a_retcon_goes_from_the_post_to_the_director_and_back(table: Table) -> None:
    ford = table.ford()
    ford.pass_turn("toki", "bob", "The ice holds, for now.")
    mine = table.page("bob", f"{ford.url}turns/1/", width=390, java_script_enabled=False)
    mine.get_by_role("link", name=re.compile("Ask the director for a retcon")).click()
    mine.fill("#reason", "Wrong foot")
    mine.get_by_role("button", name="Ask the director").click()
    expect(mine.get_by_text("The director has been asked.")).to_be_visible()
    theirs = table.page("alice", f"/c/{ford.campaign.slug}/director/", width=390, java_script_enabled=False)
    theirs.get_by_role("link", name=re.compile("Answer")).click()
    expect(theirs.get_by_text("Wrong foot")).to_be_visible()
    theirs.get_by_role("button", name="Grant and look at what changes").click()
    expect(theirs.locator("h1")).to_have_text("What going back would change")
    mine.goto("/notices/")
    expect(mine.get_by_text("The director grants that Tóki's turn in round 1")).to_be_visible()


def test_an_onlooker_follows_with_one_press(table: Table) -> None:
    ford = table.ford()
    page = table.page("sam", ford.url, width=390)
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Stop following")).to_be_visible()
    assert Follow.objects.filter(user=table.people["sam"], battle=ford.battle).exists()
