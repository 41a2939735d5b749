"""A page that makes something makes it once, however often it is sent."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.once import REMEMBERED
from campaign.models import Campaign

pytestmark = pytest.mark.django_db
NEW = {"name": "Salt", "clan_name": "The salters", "language": "en", "ruleset": "saga"}


def a_page(client: Client) -> dict[str, Any]:
    """The form of the page as it was shown this time, filled."""
    page = client.get("/campaigns/new/").content.decode()
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    return NEW | {"csrfmiddlewaretoken": token[1]}


@pytest.fixture
def alices(alice: Any) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    return client


def test_the_same_page_sent_twice_makes_one_thing_and_leads_there_twice(alices: Client) -> None:
    sent = a_page(alices)
    first, again = (alices.post("/campaigns/new/", sent) for _n in range(2))
    assert [first.status_code, again.status_code] == [302, 302]
    assert first["Location"] == again["Location"] == Campaign.objects.get().get_absolute_url()


def test_the_page_opened_anew_makes_another(alices: Client) -> None:
    for _n in range(REMEMBERED + 1):
        assert alices.post("/campaigns/new/", a_page(alices)).status_code == 302
    assert Campaign.objects.count() == REMEMBERED + 1


def test_a_page_that_came_back_with_an_error_is_carried_out_when_it_is_right(alices: Client) -> None:
    sent = a_page(alices)
    assert alices.post("/campaigns/new/", sent | {"clan_name": ""}).status_code != 302
    assert alices.post("/campaigns/new/", sent | {"clan_name": ""}).status_code != 302
    assert alices.post("/campaigns/new/", sent).status_code == 302
    assert Campaign.objects.count() == 1


def test_a_page_sent_with_other_words_is_another_thing(alices: Client) -> None:
    sent = a_page(alices)
    for name in ("Salt", "Ash"):
        assert alices.post("/campaigns/new/", sent | {"name": name}).status_code == 302
    assert set(Campaign.objects.values_list("name", flat=True)) == {"Salt", "Ash"}
