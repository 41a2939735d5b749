"""Asking for a retcon on the pages: from one's own turn to the director's console, and back as a notice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import ford
from tests.ford import Ford
from turns.models import RetconRequest, TurnPost
from turns.services import ask_retcon, play_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(the_ford: Ford) -> Ford:
    """Bob has played Tóki's turn."""
    the_ford.pass_turn("toki", "bob", "The ice holds.")
    return the_ford


def form(played: Ford) -> str:
    return f"{played.url}turns/1/retcon/"


def ask(played: Ford, reason: str = "Wrong foot") -> RetconRequest:
    return ask_retcon(
        battle_id=played.battle.pk, number=1, player=played.people["bob"], reason=reason, at=timezone.now()
    )


def console(played: Ford) -> str:
    page: str = played.as_("alice").get(f"/c/{played.campaign.slug}/director/").content.decode()
    return page


def test_the_link_stands_at_ones_own_turns_alone(played: Ford) -> None:
    for address in (f"{played.url}turns/1/", f"{played.url}chronicle/"):
        assert form(played) in played.as_("bob").get(address).content.decode()
        for other in ("carla", "sam", "alice"):
            assert form(played) not in played.as_(other).get(address).content.decode()


def test_the_director_is_led_to_the_history_instead_of_asking_themselves(people: dict[str, Any]) -> None:
    """Before the roll the director's own review says the same; a player's says that only the director undoes."""
    raid = ford.build(people, order=("raider1", "toki", "eyra"))
    director = raid.as_("alice")
    version = re.search(r'name="version" value="([^"]*)"', director.get(raid.url).content.decode())
    assert version is not None
    sent = {"unit": "raider1", "mode": "act", "act": "none", "to": "", "version": version[1], "key": "k"}
    review = director.post(f"{raid.url}review/", sent, follow=True).content.decode()
    assert "undone only as a whole step of the history" in review and "only the director can" not in review
    battle, now = raid.battle, timezone.now()
    who = {"battle_id": battle.pk, "player": people["alice"], "unit": "raider1"}
    play_turn(steps=(), text="", version=None, key="k", received_at=now, **who)
    post = director.get(f"{raid.url}turns/1/").content.decode()
    assert f"{raid.url}history/" in post and "ask the director for a retcon" not in post.lower()
    assert form(raid) not in director.get(f"{raid.url}chronicle/").content.decode()
    assert "may ask the director for a retcon" in raid.as_("bob").get(f"{raid.url}turns/1/").content.decode()


def test_a_request_that_waits_stands_on_the_board_for_who_asked_and_who_decides_with_its_reason(played: Ford) -> None:
    asked = ask(played)
    for name in ("bob", "alice"):
        assert "Wrong foot" in played.as_(name).get(played.url).content.decode()
    assert f"retcons/{asked.pk}/" in played.as_("alice").get(played.url).content.decode()
    for name in ("carla", "sam"):
        assert "Wrong foot" not in played.as_(name).get(played.url).content.decode()
    RetconRequest.objects.update(status=RetconRequest.Status.REFUSED)
    assert "Wrong foot" not in played.as_("bob").get(played.url).content.decode()


def test_nobody_asks_for_another_players_turn(played: Ford) -> None:
    for name, status in (("carla", 403), ("sam", 403), ("alice", 403), ("zoe", 404)):
        assert played.as_(name).get(form(played)).status_code == status
        assert played.as_(name).post(form(played), {"reason": "x"}).status_code == status
    assert not RetconRequest.objects.exists()


def test_a_form_without_a_reason_comes_back_and_says_so(played: Ford) -> None:
    answer = played.as_("bob").post(form(played), {"reason": " "})
    page = answer.content.decode()
    assert answer.status_code == 422 and "A reason is needed" in page and "<title>Error:" in page


def test_asking_twice_keeps_what_was_typed(played: Ford) -> None:
    ask(played)
    answer = played.as_("bob").post(form(played), {"reason": "And the other foot"})
    assert answer.status_code == 409
    assert 'value="And the other foot"' in answer.content.decode()


def test_a_request_waits_on_the_console_until_it_is_answered(played: Ford) -> None:
    assert played.as_("bob").post(form(played), {"reason": "Wrong foot"}).status_code == 302
    page = console(played)
    asked = RetconRequest.objects.get()
    assert f"{played.url}retcons/{asked.pk}/" in page and "Wrong foot" in page and "Nothing to decide." not in page
    played.as_("alice").post(f"{played.url}retcons/{asked.pk}/", {"do": "refuse", "word": "It was legal"})
    assert "Wrong foot" not in console(played)
    mine = played.as_("bob").get(f"{played.url}turns/1/").content.decode()
    assert "It was legal" in mine and "refused" in mine
    assert "It was legal" not in played.as_("carla").get(f"{played.url}turns/1/").content.decode()


def test_a_request_is_counted_and_listed_among_what_waits_for_the_director(played: Ford) -> None:
    def lines() -> str:
        page: str = played.as_("alice").get("/turns/").content.decode()
        return page

    assert "Director: to decide (1)" in lines()  # Raider 1 is due
    asked = ask(played)
    page = lines()
    assert "Director: to decide (2)" in page and f"{played.url}retcons/{asked.pk}/" in page
    assert "retcons/" not in played.as_("bob").get("/turns/").content.decode()


def test_granting_leads_to_what_going_back_would_change_and_changes_nothing(played: Ford) -> None:
    asked = ask(played)
    before = played.state()
    answer = played.as_("alice").post(f"{played.url}retcons/{asked.pk}/", {"do": "grant", "word": ""})
    assert answer["Location"] == f"{played.url}history/?post=1"
    page = played.as_("alice").get(answer["Location"]).content.decode()
    assert "It will be the turn of <strong>Tóki</strong>" in page
    assert played.state() == before and TurnPost.objects.get().undone_at is None


def test_refusing_without_a_word_comes_back_and_says_so(played: Ford) -> None:
    asked = ask(played)
    answer = played.as_("alice").post(f"{played.url}retcons/{asked.pk}/", {"do": "refuse", "word": ""})
    assert answer.status_code == 422 and "Say why: the player reads it." in answer.content.decode()
    asked.refresh_from_db()
    assert asked.status == "waiting"


def test_a_second_answer_shows_the_first(played: Ford) -> None:
    asked = ask(played)
    address = f"{played.url}retcons/{asked.pk}/"
    played.as_("alice").post(address, {"do": "refuse", "word": "It was legal"})
    answer = played.as_("alice").post(address, {"do": "grant"})
    assert answer.status_code == 409 and "It was legal" in answer.content.decode()
    assert played.as_("alice").post(address, {"do": "jump"}).status_code == 404


@pytest.mark.parametrize("name", ["bob", "sam"])
def test_only_the_director_answers(played: Ford, name: str) -> None:
    address = f"{played.url}retcons/{ask(played).pk}/"
    assert played.as_(name).get(address).status_code == 403
    assert played.as_(name).post(address, {"do": "grant"}).status_code == 403


def test_the_console_takes_the_same_queries_for_one_request_and_for_several(played: Ford) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            console(played)
        return len(caught)

    ask(played)
    before = queries()
    rows: list[Any] = list(TurnPost.objects.all())
    for number, post in enumerate(rows * 3, 2):
        post.pk, post.number = None, number
        post.save()
        RetconRequest.objects.create(
            battle=played.battle, post=post, user=played.people["bob"], reason="x", asked_at=timezone.now()
        )
    assert queries() == before
