"""Channels over the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from notifications import services
from notifications.models import Channel, Delivery

NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
ADDRESS = "/api/v1/channels/"


@pytest.fixture
def api(carla: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(carla)
    return client


def opened(api: APIClient, **wishes: Any) -> dict[str, Any]:
    answer = api.post(ADDRESS, {"name": "Phone", "target": "ntfy://secret-topic"} | wishes, format="json")
    assert answer.status_code == 201
    return dict(answer.json())


def test_mail_is_there_from_the_beginning(api: APIClient) -> None:
    (mail,) = api.get(ADDRESS).json()
    assert (mail["id"], mail["type"], mail["pace"], mail["digest_at"]) == (None, "mail", "now", "08:00:00")


def test_a_webhook_is_opened_and_its_address_never_told(api: APIClient) -> None:
    made = opened(api, kinds=["your_turn"], pace="digest", quiet_from="22:00", quiet_until="07:00")
    assert (made["service"], made["kinds"], made["pace"], made["quiet_from"]) == (
        "ntfy",
        ["your_turn"],
        "digest",
        "22:00:00",
    )
    assert "secret-topic" not in api.get(ADDRESS).content.decode()


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"target": "json://example.org/"}, "target"),
        ({"target": "ntfys://[::1]/topic"}, "target"),
        ({"target": "ntfy://topic", "kinds": ["gossip"]}, "kinds"),
        ({"target": "ntfy://topic", "quiet_from": "22:00"}, "quiet_until"),
    ],
)
def test_what_cannot_be_is_told_by_field(api: APIClient, sent: dict[str, Any], field: str) -> None:
    answer = api.post(ADDRESS, {"name": "Phone"} | sent, format="json")
    assert answer.status_code == 400
    assert field in answer.json()["errors"]
    assert Channel.objects.count() == 0


def test_a_channel_is_changed_tried_and_removed(api: APIClient) -> None:
    number = opened(api)["id"]
    changed = api.patch(f"{ADDRESS}{number}/", {"pace": "once"}, format="json").json()
    assert (changed["pace"], changed["name"]) == ("once", "Phone")
    assert api.post(f"{ADDRESS}{number}/test/").status_code == 202
    assert Delivery.objects.get().way_id == number
    assert api.delete(f"{ADDRESS}{number}/").status_code == 204
    assert Channel.objects.count() == 0


def test_anothers_channel_is_not_found_and_mail_is_not_removed(api: APIClient, bob: Any, carla: Any) -> None:
    theirs = services.open_webhook(reader=bob, target="ntfy://topic", name="Phone", at=NOW)
    mine = services.own_mail(reader=carla, at=NOW)
    assert api.patch(f"{ADDRESS}{theirs.pk}/", {"pace": "once"}, format="json").status_code == 404
    assert api.delete(f"{ADDRESS}{theirs.pk}/").status_code == 404
    assert api.post(f"{ADDRESS}{theirs.pk}/test/").status_code == 404
    assert api.delete(f"{ADDRESS}{mine.pk}/").status_code == 404
    assert Channel.objects.count() == 2


def test_visitors_have_no_channels(db: None) -> None:
    assert APIClient().get(ADDRESS).status_code == 401
