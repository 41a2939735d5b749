"""Links in mails that act on one turn without signing in: they ask first, act once, and die with the turn."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from campaign.services import invite, leave, remove_member
from notifications import services as notices
from notifications import stop_links
from notifications.models import Delivery
from rulebook.saga.events import DeadlineExtended
from tests import crypt, ford
from tests.ford import Ford, hidden_fields
from turns import links, services
from turns.models import ExtraHours, Turn, TurnPost


@pytest.fixture
def granting(people: dict[str, Any]) -> Ford:
    return ford.build(people, rules={"extension_grants": 16})


def open_turn(place: Ford) -> Turn:
    return Turn.objects.get(battle=place.battle, closed_at__isnull=True, kind=Turn.Kind.TURN)


def shown(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status
    return answer.content.decode()


def press(address: str, page: str) -> Any:
    """Press the page's button, as a browser with cookies and without scripts does."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/account/login/")  # any page with a form gives the cookie
    token = browser.cookies["csrftoken"].value
    return browser.post(address, hidden_fields(page) | {"csrfmiddlewaretoken": token})


def test_looking_at_a_link_does_nothing_however_often(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    before = the_ford.state()
    for what in ("rest", "play", "hours"):
        for _time in range(3):
            shown(links.path(turn, what))
            assert Client().head(links.path(turn, what)).status_code == 200
    assert the_ford.state() == before
    assert not TurnPost.objects.exists()


def test_resting_says_what_happens_and_happens_at_the_button(the_ford: Ford) -> None:
    address = links.path(open_turn(the_ford), "rest")
    page = shown(address)
    assert "Rest with Tóki" in page
    assert "+1 willpower" in page
    assert "as Bob" in page
    assert "your own zone" not in page, "its times are in Bob's already"
    answer = press(address, page)
    assert answer.status_code == 200
    post = TurnPost.objects.get(unit="toki")
    assert (post.author, the_ford.state().units["toki"].willpower) == (the_ford.people["bob"], 4)
    assert f"/turns/{post.number}/" in answer.content.decode()


def test_a_button_pressed_twice_tells_what_the_first_press_did(the_ford: Ford) -> None:
    address = links.path(open_turn(the_ford), "rest")
    page = shown(address)
    sent = hidden_fields(page)
    first, second = (Client().post(address, sent) for _time in range(2))
    assert first.status_code == second.status_code == 200
    assert TurnPost.objects.filter(unit="toki").count() == 1


def test_a_link_dies_with_its_turn(the_ford: Ford) -> None:
    address = links.path(open_turn(the_ford), "rest")
    page = shown(address)
    press(address, page)
    assert "no longer good" in shown(address, 410)
    assert press(address, page.replace(hidden_fields(page)["key"], "another")).status_code == 410
    assert TurnPost.objects.filter(unit="toki").count() == 1


def test_a_link_dies_when_the_turn_runs_out(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    address = links.path(turn, "rest")
    services.settle(the_ford.battle.pk, turn.due_at + timedelta(seconds=3))
    assert Client().post(address, {"version": "", "key": "k"}).status_code == 410


def test_a_link_dies_when_its_player_leaves(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    address = links.path(turn, "rest")
    membership = the_ford.campaign.memberships.get(user=the_ford.people["bob"])
    leave(membership=membership, at=timezone.now())
    page = shown(address, 410)
    assert "Tóki" not in page
    assert the_ford.battle.name not in page


@pytest.mark.parametrize("what", ["play", "rest", "hours"])
def test_the_links_of_a_removed_players_mails_act_no_more_and_name_nothing(the_ford: Ford, what: str) -> None:
    """The one that stops mails still does, which is theirs to ask for; the invitation lets them in no more."""
    director, bob = the_ford.people["alice"], the_ford.people["bob"]
    invitation = invite(
        campaign=the_ford.campaign, by=director, role="player", most_uses=5, expires_at=None, at=timezone.now()
    )
    turn, stopping = open_turn(the_ford), stop_links.path(bob, "mail_story")
    remove_member(membership=the_ford.campaign.memberships.get(user=bob), by=director, at=timezone.now())
    for page in (shown(links.path(turn, what), 410), shown(stopping)):
        assert "Tóki" not in page and the_ford.battle.name not in page and the_ford.campaign.name not in page
    assert Client().post(links.path(turn, what), {"key": "k", "version": "0"}).status_code == 410
    assert Client().post(stopping).status_code == 200
    bob.refresh_from_db()
    assert not bob.mail_story
    inbox = the_ford.as_("bob").get("/notices/").content.decode()
    assert "removed you from" in inbox
    assert 'href="/campaigns/"' in inbox and "See the campaign" not in inbox
    refused = the_ford.as_("bob").post(f"/join/{invitation.token}/")
    assert refused.status_code == 410 and the_ford.campaign.name not in refused.content.decode()
    assert not the_ford.campaign.memberships.filter(user=bob, left_at__isnull=True).exists()


def test_a_link_is_for_the_turn_that_it_was_made_for(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    address = links.path(turn, "rest")
    Turn.objects.filter(pk=turn.pk).update(opened_at=turn.opened_at + timedelta(hours=1))
    shown(address, 410)


@pytest.mark.parametrize("token", ["x", "WzEsMiwzXQ:1abc:def"])
def test_a_link_that_this_site_did_not_sign_is_not_found(db: None, token: str) -> None:
    shown(f"/turns/link/{token}/rest/", 404)


def test_a_link_does_what_it_says_and_nothing_else(the_ford: Ford) -> None:
    address = links.path(open_turn(the_ford), "rest").replace("/rest/", "/undo/")
    shown(address, 404)


def test_a_board_that_changed_meanwhile_is_looked_at_again(the_ford: Ford) -> None:
    address = links.path(open_turn(the_ford), "rest")
    page = shown(address)
    services.correct(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        unit="toki",
        attribute="willpower",
        value=1,
        reason="a slip",
        at=timezone.now(),
    )
    answer = press(address, page)
    assert answer.status_code == 409
    assert "The board has changed" in answer.content.decode()
    assert not TurnPost.objects.exists()


def test_what_was_prepared_is_shown_whole_and_played(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    assert "cannot be played" in shown(links.path(turn, "play"))
    bob = the_ford.as_("bob")
    bob.post(f"{the_ford.url}draft/", {"unit": "toki", "text": "Spear first."} | ford.ORDERS)
    page = shown(links.path(turn, "play"))
    assert "Strength attack on Raider 1" in page
    assert "Spear first." in page
    assert "The dice are rolled at once" in page
    assert press(links.path(turn, "play"), page).status_code == 200
    assert TurnPost.objects.get(unit="toki").narrative == "Spear first."


# --- hours


def test_without_a_grant_there_are_no_hours(the_ford: Ford) -> None:
    turn = open_turn(the_ford)
    page = shown(links.path(turn, "hours"))
    assert "There are no hours to take" in page
    assert Client().post(links.path(turn, "hours")).status_code == 422
    assert ExtraHours.objects.count() == 0


def test_hours_are_taken_once_a_turn_counted_and_on_record(granting: Ford) -> None:
    turn = open_turn(granting)
    address = links.path(turn, "hours")
    page = shown(address)
    assert "Take 12 h more" in page
    assert "12.0 h" not in page and "0.0 h" not in page
    assert press(address, page).status_code == 200
    moved = open_turn(granting)
    assert (moved.due_at, moved.moves) == (turn.due_at + timedelta(hours=12), 1)
    assert ExtraHours.objects.get().hours == 12
    assert (
        "takes 12 h more, as this table grants" in granting.as_("bob").get(f"{granting.url}chronicle/").content.decode()
    )
    assert Client().post(address).status_code == 422
    grant = services.grant_for(granting.battle, granting.state(), granting.people["bob"])
    assert (grant.all, grant.left, grant.hours) == (16, 4, 4)


def test_in_a_pause_nobody_takes_hours(granting: Ford) -> None:
    """CLOCK-6: nobody but the director acts. Opened again, the page offers nothing until the battle goes on."""
    address, alice = links.path(open_turn(granting), "hours"), granting.people["alice"]
    page = shown(address)
    services.pause(battle_id=granting.battle.pk, director=alice, reason="A feast", at=timezone.now())
    answer = press(address, page)
    assert answer.status_code == 422 and "The battle is paused." in answer.content.decode()
    assert "There are no hours to take for this turn." in shown(address)
    assert ExtraHours.objects.count() == 0
    services.resume(battle_id=granting.battle.pk, user=alice, at=timezone.now())
    assert press(address, shown(address)).status_code == 200


def test_nobody_takes_hours_for_another(granting: Ford) -> None:
    turn = open_turn(granting)
    with pytest.raises(PermissionDenied):
        services.take_hours(turn_id=turn.pk, player=granting.people["carla"], at=timezone.now())
    assert ExtraHours.objects.count() == 0


def test_the_extension_is_an_event_of_the_battle(granting: Ford) -> None:
    services.take_hours(turn_id=open_turn(granting).pk, player=granting.people["bob"], at=timezone.now())
    kinds = granting.battle.events.filter(kind=DeadlineExtended.kind).values_list("data", flat=True)
    assert [data["reason"] for data in kinds] == [services.GRANTED]


# --- in the mail


def test_the_mail_of_a_turn_offers_what_may_be_done(granting: Ford) -> None:
    Delivery.objects.exclude(notice__reader=granting.people["bob"]).delete()
    notices.send_due(now=timezone.now())
    (sent,) = [message for message in mail.outbox if "Tóki" in message.body]
    found = re.findall(r"http://[^/]+(/turns/link/\S+)", sent.body)
    assert [address.rstrip("/").rsplit("/", 1)[1] for address in found] == ["rest", "hours"]
    assert "Rest with Tóki" in sent.body
    html = sent.alternatives[0].content if hasattr(sent.alternatives[0], "content") else sent.alternatives[0][0]
    assert all(address in html for address in found)
    assert "Rest with Tóki" in shown(found[0])


# --- in the dungeon


def below(alice: Any, bob: Any, **rules: Any) -> Turn:
    """The first of the heroes with whom Bob may begin."""
    bob.language, now = "en", timezone.now()
    bob.save(update_fields=["language"])
    battle = crypt.start(crypt.dungeon_campaign(alice, [bob], []), crypt.setup_for([bob], at=now, **rules), at=now)
    turn = battle.turns.filter(player=bob).order_by("pk").first()
    assert turn is not None
    return turn


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["play", "rest"])
def test_a_link_does_not_play_a_turn_that_is_not_played_in_one_go(alice: Any, bob: Any, what: str) -> None:
    """No mail offers one; somebody made it up with a key of the site, or kept it from another version."""
    turn = below(alice, bob)
    assert Client().get(links.path(turn, what)).status_code == 404
    assert Client().post(links.path(turn, what)).status_code == 404
    assert "There are no hours to take" in shown(links.path(turn, "hours"))


@pytest.mark.django_db
def test_hours_are_taken_in_the_dungeon_too_once_for_the_clock_of_all_heroes(alice: Any, bob: Any) -> None:
    turn = below(alice, bob, extension_grants=30)
    others = Turn.objects.filter(battle=turn.battle, closed_at__isnull=True).exclude(pk=turn.pk)
    assert turn.due_at is not None and others.count() == 3
    assert notices.send_due(now=timezone.now()) > 0
    found = [url for letter in mail.outbox for url in re.findall(r"http://\S+/turns/link/\S+", letter.body)]
    (address,) = [url[url.index("/turns/") :] for url in found]
    page = shown(address)
    assert "Take 12 h more" in page
    assert press(address, page).status_code == 200
    assert {row.due_at for row in others} == {turn.due_at + timedelta(hours=12)}
    for row in (turn, *others):
        assert Client().post(links.path(row, "hours")).status_code == 422
    assert ExtraHours.objects.get().hours == 12
    battle = f"/c/{turn.battle.campaign.slug}/b/{turn.battle.code}"
    reader = Client(HTTP_ACCEPT_LANGUAGE="en")
    reader.force_login(bob)
    assert "as this table grants" in reader.get(f"{battle}/ledger/").content.decode()
