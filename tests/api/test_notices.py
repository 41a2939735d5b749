"""The inbox over the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from notifications import services
from notifications.models import Notice
from notifications.numbers import meant, shown

NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)


def tell(reader: Any, subject: str = "battle:ford") -> Notice:
    data = {"battle": "The frozen ford", "unit": "Toki", "round": 3}
    notice = services.notify(
        reader=reader, kind=Notice.Kind.YOUR_TURN, subject=subject, link="/c/north/b/ford/", data=data, at=NOW
    )
    assert notice is not None
    return notice


@pytest.fixture
def api(carla: Any) -> APIClient:
    client = APIClient()
    client.force_authenticate(carla)
    return client


def test_notices_are_listed_newest_first_with_their_sentence(api: APIClient, carla: Any, bob: Any) -> None:
    tell(bob)
    tell(carla)
    newest = tell(carla, "battle:tower")
    body = api.get("/api/v1/notices/").json()
    assert body["unread"] == 2
    assert [notice["subject"] for notice in body["notices"]] == ["battle:tower", "battle:ford"]
    assert body["next_before"] is None
    assert body["notices"][0] == {
        "id": newest.number,
        "kind": "your-turn",
        "subject": "battle:tower",
        "campaign": "",
        "sentence": "It is Toki's turn in round 3 of The frozen ford.",
        "link": "/c/north/b/ford/",
        "deadline": None,
        "created_at": "2026-11-04T15:00:00Z",
        "read_at": None,
    }


def test_a_long_list_is_read_page_by_page(api: APIClient, carla: Any) -> None:
    for number in range(51):
        tell(carla, f"battle:b{number}")
    first = api.get("/api/v1/notices/").json()
    second = api.get("/api/v1/notices/", {"before": first["next_before"]}).json()
    assert (len(first["notices"]), len(second["notices"])) == (50, 1)
    assert second["next_before"] is None
    shown = [notice["subject"] for notice in (*first["notices"], *second["notices"])]
    assert shown == [f"battle:b{number}" for number in reversed(range(51))]


def test_no_number_tells_how_much_others_were_told_meanwhile(api: APIClient, carla: Any, bob: Any) -> None:
    told = [tell(carla, "battle:ford"), tell(bob), tell(carla, "battle:tower")]
    numbers = [notice["id"] for notice in api.get("/api/v1/notices/").json()["notices"]]
    assert numbers == [told[2].number, told[0].number]
    assert not {notice.pk for notice in told} & set(numbers)
    assert abs(numbers[0] - numbers[1]) > 1_000, "not counted through"
    assert told[1].number != shown(carla.pk, told[1].pk), "another reader has other numbers"
    assert [meant(carla.pk, number) for number in numbers] == [told[2].pk, told[0].pk]


def test_only_unread_ones_can_be_asked_for(api: APIClient, carla: Any) -> None:
    tell(carla)
    services.mark_read(reader=carla, at=NOW)
    tell(carla, "battle:tower")
    body = api.get("/api/v1/notices/", {"unread": "true"}).json()
    assert [notice["subject"] for notice in body["notices"]] == ["battle:tower"]


def test_some_or_all_are_marked_as_read_and_never_anothers(api: APIClient, carla: Any, bob: Any) -> None:
    first, theirs = tell(carla), tell(bob)
    tell(carla, "battle:tower")
    assert api.post(
        "/api/v1/notices/read/", {"ids": [first.number, theirs.number, theirs.pk]}, format="json"
    ).json() == {"marked": 1}
    assert api.post("/api/v1/notices/read/", {}, format="json").json() == {"marked": 1}
    theirs.refresh_from_db()
    assert theirs.read_at is None


@pytest.mark.parametrize("body", [{"ids": ["x"]}, {"ids": [0]}, {"ids": 7}, {"ids": [2**63]}])
def test_ids_that_are_none_are_refused_as_a_problem(api: APIClient, body: dict[str, Any]) -> None:
    response = api.post("/api/v1/notices/read/", body, format="json")
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "invalid"


def test_a_wrong_page_is_refused(api: APIClient) -> None:
    assert api.get("/api/v1/notices/", {"before": "x"}).status_code == 400


def test_a_stranger_without_a_key_reads_nothing(db: None) -> None:
    assert APIClient().get("/api/v1/notices/").status_code == 401
    assert APIClient().post("/api/v1/notices/read/", {}, format="json").status_code == 401
