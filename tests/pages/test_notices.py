"""The inbox and the page that stops one class of mails."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from notifications import services, stop_links
from notifications.models import Delivery, Notice

Kind = Notice.Kind
NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)


def tell(reader: Any, subject: str = "battle:ford", battle: str = "The frozen ford", **changes: Any) -> Notice:
    given: dict[str, Any] = {
        "kind": Kind.YOUR_TURN,
        "subject": subject,
        "link": "/c/north/b/ford/",
        "data": {"battle": battle, "unit": "Toki", "round": 3},
        "at": NOW,
        "deadline": DUE,
    }
    notice = services.notify(reader=reader, **given | changes)
    assert notice is not None
    return notice


@pytest.fixture
def carlas(client: Client, carla: Any) -> Client:
    client.force_login(carla)
    return client


def inbox(client: Client, query: str = "") -> str:
    response = client.get(f"/notices/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_visitors_are_asked_to_sign_in(db: None, client: Client) -> None:
    assert client.get("/notices/")["Location"] == "/account/login/?next=/notices/"


def test_a_line_says_what_until_when_and_where(carlas: Client, carla: Any) -> None:
    tell(carla)
    page = inbox(carlas)
    assert "It is Toki&#x27;s turn in round 3 of The frozen ford." in page
    assert "Thu 5 Nov, 14:00 (CST)" in page
    assert 'href="/c/north/b/ford/"' in page
    assert "Why do I get this?" in page


def test_others_notices_are_not_shown(carlas: Client, bob: Any) -> None:
    tell(bob)
    assert "Toki" not in inbox(carlas)


def test_withdrawn_notices_are_not_shown(carlas: Client, carla: Any) -> None:
    tell(carla)
    services.withdraw(subject="battle:ford", at=NOW)
    page = inbox(carlas)
    assert "Toki" not in page
    assert "Everything is read." in page


def test_unread_stands_first_and_one_battle_stands_together(carlas: Client, carla: Any) -> None:
    tell(carla, "battle:old", "Long ago")
    services.mark_read(reader=carla, at=NOW)
    tell(carla, "battle:ford:round:3:unit:toki")
    tell(carla, "battle:tower:round:1:unit:toki", "The tower")
    tell(carla, "battle:ford:round:3:unit:asa")
    headings = re.findall(r"<h([23])>([^<]+)</h", inbox(carlas))
    assert headings == [("2", "The frozen ford"), ("2", "The tower"), ("2", "Read"), ("3", "Long ago")]


def test_one_notice_is_marked(carlas: Client, carla: Any) -> None:
    first, second = tell(carla), tell(carla, "battle:tower")
    carlas.post("/notices/read/", {"notice": first.number})
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.read_at is not None
    assert second.read_at is None


def test_marking_all_is_undone_by_the_button_in_the_answer(carlas: Client, carla: Any) -> None:
    tell(carla)
    tell(carla, "battle:tower")
    page = carlas.post("/notices/read/", {"all": "1"}, follow=True).content.decode()
    assert "2 notices marked as read." in page
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token
    carlas.post("/notices/unread/", {"token": token[1]})
    assert Notice.objects.filter(read_at__isnull=True).count() == 2


@pytest.mark.parametrize("token", ["", "x", "2026-11-04T15:00:00+00:00"])
def test_undoing_needs_the_token_of_the_answer(carlas: Client, carla: Any, token: str) -> None:
    tell(carla)
    services.mark_read(reader=carla, at=NOW)
    page = carlas.post("/notices/unread/", {"token": token}, follow=True).content.decode()
    assert "It is too late to undo that." in page
    assert Notice.objects.filter(read_at__isnull=True).count() == 0


def test_nobody_marks_anothers_notices(carlas: Client, bob: Any) -> None:
    theirs = tell(bob)
    carlas.post("/notices/read/", {"notice": [theirs.pk, theirs.number, "nonsense", "9" * 30]})
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_marking_is_not_done_by_following_a_link(carlas: Client) -> None:
    assert carlas.get("/notices/read/").status_code == 405
    assert carlas.get("/notices/unread/").status_code == 405


def test_a_mail_that_could_not_be_sent_is_told_in_the_inbox(carlas: Client, carla: Any) -> None:
    tell(carla)
    Delivery.objects.update(state=Delivery.State.FAILED, error="no such mailbox")
    page = inbox(carlas)
    assert "1 notice could not be sent to you." in page
    assert "Not sent by e-mail: no such mailbox" in page


def test_pages_are_links_and_a_wrong_number_is_the_nearest_page(carlas: Client, carla: Any) -> None:
    for number in range(31):
        tell(carla, f"battle:b{number}", at=NOW + timedelta(minutes=number))
    assert "Page 1 of 2" in inbox(carlas)
    assert "Page 2 of 2" in inbox(carlas, "?page=99")
    assert "Page 1 of 2" in inbox(carlas, "?page=x")


def test_the_inbox_costs_the_same_queries_for_one_notice_and_for_many(
    carlas: Client, carla: Any, django_assert_num_queries: Any
) -> None:
    session, user, count, page, deliveries, failed, unread, pulse = 1, 1, 1, 1, 1, 1, 1, 1
    waiting = 3  # turns, requests for a retcon, what the story waits for
    cost = session + user + count + page + deliveries + failed + waiting + unread + pulse
    tell(carla)
    with django_assert_num_queries(cost):
        inbox(carlas)
    for number in range(20):
        tell(carla, f"battle:b{number}")
    with django_assert_num_queries(cost):
        inbox(carlas)


def test_names_are_escaped(carlas: Client, carla: Any) -> None:
    tell(carla, battle="<script>alert(1)</script>")
    assert "<script>alert" not in inbox(carlas)


# --- stopping mails from a mail


def test_a_mails_link_stops_its_class_after_one_confirmation_without_signing_in(client: Client, carla: Any) -> None:
    address = stop_links.path(carla, "mail_your_turn")
    page = client.get(address).content.decode()
    assert "it is my turn" in page
    carla.refresh_from_db()
    assert carla.mail_your_turn
    assert "have stopped" in client.post(address).content.decode()
    carla.refresh_from_db()
    assert not carla.mail_your_turn
    assert carla.mail_deadline_near


@pytest.mark.parametrize("token", ["x", "WzEsImlzX3N0YWZmIl0:1abc:def"])
def test_a_link_that_this_site_did_not_sign_is_not_found(db: None, client: Client, token: str) -> None:
    assert client.get(f"/notices/stop/{token}/").status_code == 404
    assert client.post(f"/notices/stop/{token}/").status_code == 404


def test_a_link_names_a_wish_and_nothing_else_of_the_account(client: Client, carla: Any) -> None:
    assert client.post(stop_links.path(carla, "is_active")).status_code == 404
    carla.refresh_from_db()
    assert carla.is_active
