"""Pages of applying to play."""

from __future__ import annotations

import pytest

from campaign import selectors, services
from campaign.models import Application
from tests.company import NOON, march
from tests.pages.test_characters import client_of, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice):
    campaign = march(alice, is_public=True)
    client_of(alice).post(
        f"/c/{campaign.slug}/applications/",
        {"is_open": "on", "intro": "Bring warm clothes.", "questions": "Why?\n\nHow often?", "places": "1"},
    )
    return campaign


def test_a_visitor_finds_the_form_and_sends_it(alice, zoe, campaign):
    client = client_of(zoe)
    assert "Apply to play" in page(client, f"/c/{campaign.slug}/")
    shown = page(client, f"/c/{campaign.slug}/apply/")
    assert "Bring warm clothes." in shown and "How often?" in shown and "1 place left" in shown
    missing = client.post(f"/c/{campaign.slug}/apply/", {"answer0": "The cold."}).content.decode()
    assert 'href="#id_answer1"' in missing and "The cold." in missing
    client.post(f"/c/{campaign.slug}/apply/", {"answer0": "The cold.", "answer1": "Daily."})
    made = Application.objects.get()
    assert "The cold." in page(client, f"/c/{campaign.slug}/applications/{made.pk}/")
    assert client.get(f"/c/{campaign.slug}/apply/").status_code == 302
    assert "Zoe" in page(client_of(alice), f"/c/{campaign.slug}/applications/")


@pytest.mark.parametrize(
    ("decision", "status", "role"),
    [("accept", "accepted", "player"), ("list", "listed", None), ("decline", "declined", None)],
)
def test_the_director_decides_with_a_word(alice, zoe, campaign, decision, status, role):
    made = services.apply_to(campaign=campaign, user=zoe, answers=["a", "b"], at=NOON)
    address = f"/c/{campaign.slug}/applications/{made.pk}/"
    client_of(alice).post(f"{address}decide/", {"decision": decision, "word": "Thank you for writing."})
    made.refresh_from_db()
    assert (made.status, selectors.role_of(zoe, campaign)) == (status, role)
    assert "Thank you for writing." in page(client_of(zoe), address)


def test_an_unknown_decision_changes_nothing(alice, zoe, campaign):
    made = services.apply_to(campaign=campaign, user=zoe, answers=["a", "b"], at=NOON)
    client_of(alice).post(f"/c/{campaign.slug}/applications/{made.pk}/decide/", {"decision": "burn"})
    made.refresh_from_db()
    assert made.status == "waiting"


def test_the_applicant_takes_it_back(alice, zoe, campaign):
    made = services.apply_to(campaign=campaign, user=zoe, answers=["a", "b"], at=NOON)
    client_of(zoe).post(f"/c/{campaign.slug}/applications/{made.pk}/withdraw/")
    made.refresh_from_db()
    assert made.status == "withdrawn"


def test_when_all_places_are_taken_the_waiting_list_is_offered(alice, zoe, dani, campaign):
    first = services.apply_to(campaign=campaign, user=dani, answers=["a", "b"], at=NOON)
    services.accept_application(application=first, by=alice, word="", at=NOON)
    assert "All places are taken" in page(client_of(zoe), f"/c/{campaign.slug}/apply/")


def test_a_closed_form_says_so(alice, zoe, campaign):
    services.write_application_form(campaign=campaign, by=alice, is_open=False, intro="", questions=[], places=0)
    client = client_of(zoe)
    assert "takes no applications now" in page(client, f"/c/{campaign.slug}/apply/")
    assert "Apply to play" not in page(client, f"/c/{campaign.slug}/")
    client.post(f"/c/{campaign.slug}/apply/", {"answer0": "x"})
    assert not Application.objects.exists()


def test_campaigns_that_take_applications_are_found(alice, zoe, campaign):
    march(alice, name="The quiet march", is_public=True)
    client = client_of(zoe)
    every, seeking = page(client, "/campaigns/"), page(client, "/campaigns/?seeking=on")
    assert "The quiet march" in every and every.count("takes applications") >= 1
    assert "The long march" in seeking and "The quiet march" not in seeking
