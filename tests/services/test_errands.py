"""What of the story waits for somebody: My turns, the console and the count in the navigation ask the same question."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from story import services
from tests.plot import asked
from tests.storytelling import later, told
from turns import chores
from turns.errands import errands_for_director, errands_of
from turns.selectors import waiting_count
from turns.services import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, carla, sam):
    for user in (alice, bob, carla, sam):
        user.language = "en"
        user.save(update_fields=["language"])
    return told((alice, bob, carla, sam))


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Whatever language a page of another test was read in."""
    with translation.override("en"):
        yield


def titles(user):
    return [(one.chip, one.title, one.directing) for one in errands_of(user)]


def call(frame, alice, character):
    return services.call_test(
        frame=frame, by=alice, character=character, attribute="care", penalty=0, reason="", at=later()
    )


def test_a_vote_waits_for_its_player_until_it_is_given_and_then_for_the_director(table, alice, bob, carla, sam):
    frame = asked(table[1], alice)
    assert titles(bob) == [("vote", "The ford", False)]
    assert titles(alice) == titles(sam) == []
    for player in (bob, carla):
        services.vote(frame=frame, player=player, option=1, at=later())
    assert titles(bob) == []
    assert titles(alice) == [("vote", "The ford", True)]
    services.close_frame(frame=frame, by=alice, words="They cross.", chosen=1, key="k", at=later())
    assert titles(alice) == []


def test_a_vote_whose_time_is_over_waits_for_the_director_alone(table, alice, bob):
    now = timezone.now()
    frame = asked(table[1], alice, at=now - timedelta(hours=2), until=now - timedelta(hours=1))
    assert titles(bob) == []
    assert errands_of(alice)[0].note == "The time to vote is over."
    assert errands_for_director(alice, table[0])[0].url == frame.get_absolute_url()


def test_a_test_waits_for_its_player_to_roll_and_then_for_the_director_to_weigh(table, alice, bob, carla):
    test = call(asked(table[1], alice, options=()), alice, bob.characters.get())
    assert titles(bob) == [("test", "Hrolf: Care", False)] and titles(alice) == titles(carla) == []
    test = services.roll_test(test=test, by=bob, at=later())
    assert titles(bob) == [] and titles(alice) == [("test", "Hrolf: Care", True)]
    services.weigh_test(test=test, by=alice, plot="a", logic="b", verdict="c", at=later())
    assert titles(alice) == []


def test_what_one_may_not_read_waits_for_nobody(table, alice, bob, carla):
    asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
    assert titles(bob) and titles(carla) == []


def test_who_has_left_is_asked_for_nothing(table, alice, bob):
    asked(table[1], alice)
    table[0].memberships.filter(user=bob).update(left_at=later())
    assert titles(bob) == []


def test_the_pages_count_what_the_question_answers(table, alice, bob):
    frame = asked(table[1], alice)
    client = Client()
    client.force_login(bob)
    page = client.get("/turns/").content.decode()
    assert "Your turn (1)" in page and frame.get_absolute_url() in page and "Nothing needs you" not in page
    assert waiting_count(bob) == 1


def test_the_console_lists_what_the_director_owes(table, alice, bob, carla):
    frame = asked(table[1], alice)
    for player in (bob, carla):
        services.vote(frame=frame, player=player, option=1, at=later())
    client = Client()
    client.force_login(alice)
    page = client.get(f"/c/{table[0].slug}/director/").content.decode()
    assert frame.get_absolute_url() in page and "To decide 1" in page


def test_what_lies_on_the_console_waits_for_directors_alone_counted_by_campaign(table, alice, bob, carla, sam):
    sheet, doomed = bob.characters.get(), carla.characters.get()
    type(sheet).objects.filter(pk=sheet.pk).update(status="proposed")
    type(doomed).objects.filter(pk=doomed.pk).update(doomed_at=later())
    doomed.petitions.create(kind="purchase", item_key="x", by=carla, made_at=later())
    table[0].applications.create(user=sam, made_at=later())
    told = "1 sheet to approve · 1 request of a player · 1 character doomed to die · 1 application"
    assert titles(alice) == [("console", told, True)]
    assert [titles(one) for one in (bob, carla, sam)] == [[], [], []]
    assert waiting_count(alice) == 1 and errands_for_director(alice, table[0]) == []
    client = Client()
    client.force_login(alice)
    page = client.get("/turns/").content.decode()
    assert told in page and "Director: to decide (1)" in page and "Nothing needs you" not in page
    assert "To decide 4" in client.get(f"/c/{table[0].slug}/director/").content.decode()


def broken(now):
    raise ValueError(now)


def test_the_sweep_does_the_chores_and_a_broken_one_stops_nothing(table, alice, monkeypatch):
    until = later() + timedelta(hours=1)
    frame = asked(table[1], alice, until=until)
    registered = [f"{__name__}.broken", "story.services.sweep_votes"]
    monkeypatch.setattr(chores, "_REGISTERED", registered)
    sweep(until)
    frame.refresh_from_db()
    assert frame.told_over_at == until
    assert chores.do_chores(until) == 0
