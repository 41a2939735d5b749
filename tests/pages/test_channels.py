"""The pages of one's channels and calendar, and the one-click stop of mails."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from notifications import services, stop_links
from notifications.models import Channel, Delivery, Notice
from tests.ford import Ford

NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
WISHES = {"pace": "now", "digest_at": "08:00", "kinds": ["your_turn"]}


@pytest.fixture
def carlas(client: Client, carla: Any) -> Client:
    client.force_login(carla)
    return client


def hook(reader: Any, **wishes: Any) -> Channel:
    return services.open_webhook(reader=reader, target="ntfy://a-secret-topic", name="Phone", at=NOW, **wishes)


def page(client: Client, address: str = "/notices/channels/") -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_visitors_are_asked_to_sign_in(db: None, client: Client) -> None:
    for address in ("/notices/channels/", "/notices/channels/add/", "/turns/calendar/"):
        assert client.get(address)["Location"].startswith("/account/login/")


def test_everybody_has_mail_and_looking_at_it_makes_no_row(carlas: Client) -> None:
    assert "carla@example.org" in page(carlas)
    assert "Quiet from" in page(carlas, "/notices/channels/mail/")
    assert Channel.objects.count() == 0


def test_a_webhook_is_added_tried_and_its_address_never_shown_again(carlas: Client, carla: Any) -> None:
    answer = carlas.post("/notices/channels/add/", {"name": "Phone", "target": "ntfy://a-secret-topic"} | WISHES)
    assert answer["Location"] == "/notices/channels/"
    channel = Channel.objects.get()
    assert (channel.reader, channel.type, channel.kinds) == (carla, "webhook", ["your_turn"])
    assert Delivery.objects.get().notice.kind == Notice.Kind.CHANNEL_TEST
    shown = page(carlas) + page(carlas, f"/notices/channels/{channel.pk}/")
    assert "Phone" in shown
    assert "waiting to be sent" in shown
    assert "a-secret-topic" not in shown


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("json://example.org/", "no address of a service"),
        ("file:///etc/passwd", "no address of a service"),
        ("ntfys://127.0.0.1/topic", "private network"),
        ("ntfys://localhost/topic", "private network"),
        ("ntfys://169.254.169.254/topic", "private network"),
        ("ntfy://a-topic?rto=100000", "not allowed here"),
    ],
)
def test_an_address_that_may_not_be_reached_is_refused_with_words(carlas: Client, target: str, words: str) -> None:
    answer = carlas.post("/notices/channels/add/", {"name": "Phone", "target": target} | WISHES)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Channel.objects.count() == 0


def test_wishes_are_changed(carlas: Client, carla: Any) -> None:
    channel = hook(carla)
    sent = {"name": "Tablet", "pace": "digest", "digest_at": "19:30", "quiet_from": "22:00", "quiet_until": "07:00"}
    carlas.post(f"/notices/channels/{channel.pk}/", sent)
    channel.refresh_from_db()
    assert (channel.name, channel.pace, channel.digest_at, channel.kinds) == ("Tablet", "digest", time(19, 30), [])
    assert (channel.quiet_from, channel.quiet_until) == (time(22), time(7))
    assert "Quiet from 22:00 until 07:00" in page(carlas)


def test_the_zone_that_the_hours_are_in_is_named_as_everywhere_else(carlas: Client, carla: Any) -> None:
    User.objects.filter(pk=carla.pk).update(time_zone="America/Mexico_City")
    assert "America/Mexico City" in carlas.get("/notices/channels/mail/").content.decode()


def test_quiet_hours_need_both_ends(carlas: Client, carla: Any) -> None:
    answer = carlas.post("/notices/channels/mail/", WISHES | {"quiet_from": "22:00"})
    assert answer.status_code == 422
    assert "Quiet hours need both ends" in answer.content.decode()


def test_ones_own_campaigns_can_be_left_out(the_ford: Ford) -> None:
    client = the_ford.as_("carla")
    assert the_ford.campaign.name in page(client, "/notices/channels/mail/")
    client.post("/notices/channels/mail/", WISHES | {"muted_campaigns": [the_ford.campaign.slug]})
    assert Channel.objects.get(type="mail").muted_campaigns == [the_ford.campaign.slug]
    foreign = client.post("/notices/channels/mail/", WISHES | {"muted_campaigns": ["elsewhere"]})
    assert foreign.status_code == 422


def test_a_dead_channel_says_so_and_is_switched_on_again(carlas: Client, carla: Any) -> None:
    channel = hook(carla)
    Channel.objects.update(off_at=NOW, last_error="ntfy answered 404")
    assert "ntfy answered 404" in page(carlas)
    carlas.post(f"/notices/channels/{channel.pk}/on/")
    channel.refresh_from_db()
    assert channel.off_at is None


def test_a_webhook_is_removed_after_a_question(carlas: Client, carla: Any) -> None:
    channel = hook(carla)
    assert "Remove “Phone”?" in page(carlas, f"/notices/channels/{channel.pk}/remove/")
    assert Channel.objects.count() == 1
    carlas.post(f"/notices/channels/{channel.pk}/remove/")
    assert Channel.objects.count() == 0


@pytest.mark.parametrize("what", ["", "test/", "on/", "remove/"])
def test_anothers_channel_is_not_found(carlas: Client, bob: Any, what: str) -> None:
    channel = hook(bob)
    for address in (f"/notices/channels/{channel.pk}/{what}", f"/notices/channels/nonsense/{what}"):
        assert carlas.post(address, WISHES).status_code == 404
    assert Channel.objects.get().off_at is None


# --- one-click stopping (RFC 8058)


def test_a_mail_program_stops_mails_with_one_post_and_no_cookie(carla: Any) -> None:
    """Behaviour 29: one click, for each class of mails by itself."""
    strict = Client(enforce_csrf_checks=True)
    address = stop_links.path(carla, "mail_your_turn", "mail_battle_over")
    assert strict.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    carla.refresh_from_db()
    assert (carla.mail_your_turn, carla.mail_battle_over, carla.mail_deadline_near) == (False, False, True)


def test_the_stop_page_speaks_its_readers_language(client: Client, bob: Any) -> None:
    assert 'lang="es"' in client.get(stop_links.path(bob, "mail_your_turn")).content.decode()


# --- the calendar's address


def test_the_address_is_made_renewed_and_withdrawn(the_ford: Ford) -> None:
    bob, anybody = the_ford.as_("bob"), Client()
    bob.post("/turns/calendar/", {"do": "make"})
    first = address_in(page(bob, "/turns/calendar/"))
    assert anybody.get(first).status_code == 200
    bob.post("/turns/calendar/", {"do": "renew"})
    second = address_in(page(bob, "/turns/calendar/"))
    assert anybody.get(first).status_code == 404
    assert anybody.get(second)["Content-Type"] == "text/calendar; charset=utf-8"
    bob.post("/turns/calendar/", {"do": "withdraw"})
    assert anybody.get(second).status_code == 404
    assert anybody.get("/calendar/nonsense.ics").status_code == 404


def address_in(page: str) -> str:
    found = re.search(r"https?://[^/]+(/calendar/[^<]+\.ics)", page)
    assert found
    return found[1]


def test_presence_is_noted_only_for_who_asked_to_be_left_alone(carlas: Client, carla: Any) -> None:
    page(carlas)
    carla.refresh_from_db()
    assert carla.seen_at is None
    carlas.post("/notices/channels/mail/", WISHES | {"pace": "once"})
    long_ago = timezone.now() - timedelta(days=1)
    type(carla).objects.update(seen_at=long_ago)
    page(carlas)
    carla.refresh_from_db()
    assert carla.seen_at > long_ago
