"""Story frames, tests and the caravan in a browser: accessible, and lived through once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from campaign.models import CaravanEntry, Clan
from story.models import AttributeTest, FrameVote, Scene, SceneRoll, StoryFrame
from story.services import call_test, roll_test
from tests.browser.looks import faults_in_every_look, fits_the_narrowest_phone
from tests.browser.table import Table
from tests.plot import asked
from tests.storytelling import later, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scene(table: Table) -> Scene:
    return told([table.people[name] for name in ("alice", "bob", "carla", "sam")])[1]


def called(table: Table, frame: StoryFrame) -> AttributeTest:
    return call_test(
        frame=frame,
        by=table.people["alice"],
        character=table.people["bob"].characters.get(),
        attribute="leadership",
        penalty=10,
        reason="It is dark",
        at=later(),
    )


def test_pages_have_no_fault_that_axe_finds_and_fit_the_narrowest_phone(table: Table, scene: Scene) -> None:
    frame = asked(scene, table.people["alice"], until=timezone.now() + timedelta(days=2), at=timezone.now())
    waiting, rolled = called(table, frame), called(table, frame)
    roll_test(test=rolled, by=table.people["bob"], at=later())
    clan = Clan.objects.get(campaign=scene.campaign)
    caravan = f"/c/{scene.campaign.slug}/clans/{clan.pk}/caravan/"
    here, home = frame.get_absolute_url(), scene.get_absolute_url()
    rooms = [
        ("bob", home),
        ("bob", here),
        ("bob", waiting.get_absolute_url()),
        ("bob", caravan),
        ("bob", "/turns/"),
        ("alice", f"{home}frames/new/"),
        ("alice", here),
        ("alice", f"{here}until/"),
        ("alice", f"{here}close/"),
        ("alice", f"{here}tests/new/"),
        ("alice", rolled.get_absolute_url()),
        ("alice", f"{caravan}rest/"),
        ("alice", f"{caravan}change/"),
        ("alice", f"/c/{scene.campaign.slug}/director/"),
    ]
    pages = {name: table.page(name) for name in ("alice", "bob")}
    found: list[str] = []
    for name, address in rooms:
        answer = pages[name].goto(address)
        assert answer and answer.status == 200, address
        found += faults_in_every_look(pages[name])
        assert fits_the_narrowest_phone(pages[name]), address
    assert found == []
    assert table.complaints == []


def test_a_vote_is_given_with_hero_points_and_the_frame_closed(table: Table, scene: Scene) -> None:
    """The director asks, a player votes and pays, the director closes; without scripts."""
    director = table.page("alice", scene.get_absolute_url(), java_script_enabled=False)
    director.get_by_role("link", name="A story frame").click()
    director.get_by_label("Title").fill("The ford")
    director.get_by_label("What happens").fill("The ice groans.")
    director.get_by_label("Options, one on each line").fill("Over the ice\nAlong the shore")
    director.get_by_role("button", name="Publish the frame").click()
    expect(director.get_by_role("heading", name="The ford")).to_be_visible()

    player = table.page("bob", "/turns/", width=390, java_script_enabled=False)
    player.get_by_role("link", name=re.compile("Vote ?: The ford")).click()
    player.get_by_label("Along the shore").check()
    player.get_by_label("An extra vote of Hrolf: 2 of 5 hero points").check()
    player.get_by_role("button", name="Give the vote").click()
    assert not FrameVote.objects.exists()
    player.get_by_role("button", name="Spend the points and vote").click()
    expect(player.get_by_text("Your vote counts.")).to_be_visible()
    assert player.get_by_text("2 votes").count() == 0

    director.reload()
    expect(director.get_by_text("2 votes: Bob ×2")).to_be_visible()
    director.get_by_role("link", name="Close with an outcome").click()
    expect(director.get_by_label("Along the shore (votes: 2)")).to_be_checked()
    director.get_by_label("The outcome").fill("They walk the shore.")
    director.get_by_role("button", name="Close it and publish the outcome").click()
    player.goto(scene.get_absolute_url())
    expect(player.get_by_text("They walk the shore.")).to_be_visible()
    expect(player.get_by_text("2 votes: Bob ×2")).to_be_visible()


def test_a_called_test_is_rolled_once_even_with_a_double_click(table: Table, scene: Scene) -> None:
    test = called(table, asked(scene, table.people["alice"], options=()))
    page = table.page("bob", test.get_absolute_url(), width=390)
    page.get_by_role("button", name="Roll 1d100 for Leadership of Hrolf").dblclick()
    expect(page.get_by_text("It decides nothing by itself")).to_be_visible()
    assert SceneRoll.objects.count() == 1
    page.go_back()
    page.reload()
    expect(page.get_by_role("button", name="Roll 1d100 for Leadership of Hrolf")).to_have_count(0)

    director = table.page("alice", test.get_absolute_url())
    director.get_by_label("The direction of the plot").fill("They must cross.")
    director.get_by_label("The logic of the events").fill("It is late.")
    director.get_by_label("What follows").fill("They follow him.")
    director.get_by_role("button", name="Put it on record").click()
    expect(director.get_by_text("They follow him.")).to_be_visible()


def test_a_day_of_rest_is_confirmed_by_the_keyboard_alone(table: Table, scene: Scene) -> None:
    clan = Clan.objects.get(campaign=scene.campaign)
    page = table.page("alice", f"/c/{scene.campaign.slug}/clans/{clan.pk}/caravan/rest/")
    page.get_by_label("Supplies").focus()
    for _field in range(20):
        if page.evaluate("document.activeElement.matches('.button-primary')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The day is in the ledger.")).to_be_visible()
    assert CaravanEntry.objects.get().kind == "rest"
