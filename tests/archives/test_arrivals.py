"""An archive that is sent becomes a campaign; its people follow their links and are who they were."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.models import User
from archives import services
from archives.models import Arrival, Place, State
from archives.tables import BY_MODEL, CAMPAIGN, LEFT_OUT
from campaign.models import Campaign
from notifications.models import Notice
from rulebook.errors import Refused
from tests.archives.chapter import lived
from tests.archives.chest import packed, received
from tests.cast import person
from tests.visiting import client_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def table(alice, bob, carla, sam):
    for user in (alice, bob, carla, sam):
        user.language = "en"
        user.save(update_fields=["language"])
    return lived(alice, (bob, carla), sam, at=NOW, gone=person("gone"))


def upload(data, name="march.zip"):
    return SimpleUploadedFile(name, data, content_type="application/zip")


def test_every_model_of_the_site_is_in_an_archive_or_left_out_knowingly():
    rooms = ("campaign", "characters", "battles", "turns", "story", "notifications", "archives")
    known = {model._meta.label for model in (*BY_MODEL, CAMPAIGN.model)}
    models = {model._meta.label for room in rooms for model in apps.get_app_config(room).get_models()}
    assert models - known == set(LEFT_OUT), models - known - set(LEFT_OUT)
    assert not known & set(LEFT_OUT)


def test_a_sent_archive_becomes_a_campaign_directed_by_who_sent_it(table, zoe):
    client = client_of(zoe)
    page = client.get("/archives/send/").content.decode()
    assert 'enctype="multipart/form-data"' in page
    answer = client.post("/archives/send/", {"file": upload(packed(table.campaign, NOW))}, follow=True)
    assert "Waiting for its turn" in answer.content.decode()
    again = client.post("/archives/send/", {"file": upload(b"PK..")}).content.decode()
    assert "being read already" in again
    assert services.receive_archives(now=timezone.now) == 1
    arrival = Arrival.objects.get()
    assert arrival.state == State.READY and not arrival.file and arrival.percent == 100
    page = client.get("/archives/send/").content.decode()
    assert arrival.campaign.get_absolute_url() in page
    assert arrival.campaign.memberships.get(role="director").user == zoe
    home = client.get(arrival.campaign.get_absolute_url()).content.decode()
    assert "3 people of the archive have not come yet." in home


def test_a_refused_archive_says_why_and_leaves_nothing(alice):
    client = client_of(alice)
    client.post("/archives/send/", {"file": upload(b"PK and nothing more")})
    services.receive_archives(now=timezone.now)
    page = client.get("/archives/send/").content.decode()
    assert "nothing of it was kept" in page and "no zip file that can be read" in page
    assert Arrival.objects.get().state == State.FAILED and not Campaign.objects.exists()
    shown = client.post("/archives/send/", {"file": upload(b"<html>")}).content.decode()
    assert "This is no zip file that can be read." in shown


def test_a_worker_that_was_lost_leaves_no_second_campaign(table, zoe):
    """Whoever took the work over writes; the one who was given up writes nothing."""
    arrival = services.send_archive(by=zoe, file=upload(packed(table.campaign, NOW)), at=timezone.now())
    moments = iter([timezone.now()] * 3)
    services.receive_archives(now=lambda: next(moments, timezone.now()))
    arrival.refresh_from_db()
    assert arrival.state == State.READY
    assert services.receive_archives(now=timezone.now) == 0
    assert Campaign.objects.filter(name=table.campaign.name).count() == 2


def test_programs_send_archives_too(table, zoe):
    client = client_of(zoe)
    answer = client.post("/api/v1/arrivals/", {"file": upload(packed(table.campaign, NOW))})
    assert answer.status_code == 202, answer.content
    services.receive_archives(now=timezone.now)
    (listed,) = client.get("/api/v1/arrivals/").json()
    assert listed["state"] == "ready" and listed["campaign"] == "the-chapter-2"
    places = client.get(f"/api/v1/campaigns/{listed['campaign']}/places/").json()
    assert [(one["name"], one["characters"]) for one in places] == [
        ("Bob", ["Hrolf"]),
        ("Carla", ["Eyra"]),
        ("Sam", []),
    ]
    refused = client.post("/api/v1/arrivals/", {"file": upload(b"no zip")})
    assert refused.status_code == 400 and refused.json()["code"] == "archive-unreadable"


@pytest.fixture
def copy(table):
    return received(packed(table.campaign, NOW), table.director, NOW)


def place_of(campaign, name):
    return Place.objects.get(campaign=campaign, stand_in__display_name=name)


def test_a_place_is_taken_by_its_link_once(table, copy, bob):
    link = f"/places/{place_of(copy, 'Bob').token}/"
    visitor = Client().get(link).content.decode()
    assert "Hrolf" in visitor and "/account/login/?next=" in visitor
    client = client_of(bob)
    assert "Take my place" in client.get(link).content.decode()
    assert client.post(link)["Location"] == copy.get_absolute_url()
    assert copy.characters.get(name="Hrolf").player == bob
    assert client_of(person("late")).get(link).status_code == 404
    assert client_of(User.objects.get(username="late")).post(link).status_code == 409
    assert not copy.memberships.filter(user__username="late").exists()


def test_whoever_belongs_already_takes_no_second_place(copy, table, bob):
    services.take_place(token=place_of(copy, "Bob").token, user=bob, at=NOW)
    with pytest.raises(Refused, check=lambda refused: refused.code == "belongs-already"):
        services.take_place(token=place_of(copy, "Carla").token, user=bob, at=NOW)
    with pytest.raises(Refused, check=lambda refused: refused.code == "belongs-already"):
        services.take_place(token=place_of(copy, "Carla").token, user=table.director, at=NOW)


def test_the_director_alone_sees_the_links_renews_them_and_gives_places_up(copy, table, bob, zoe):
    page = f"/c/{copy.slug}/places/"
    place = place_of(copy, "Carla")
    services.take_place(token=place_of(copy, "Bob").token, user=bob, at=NOW)
    for client in (client_of(bob), client_of(zoe)):
        assert client.get(page).status_code == 403
        assert client.post(f"{page}{place.pk}/renew/").status_code == 403
        assert client.post(f"{page}{place.pk}/give-up/").status_code == 403
    with pytest.raises(PermissionDenied):
        services.renew_place(place=place, by=bob)
    client = client_of(table.director)
    assert place.token in client.get(page).content.decode()
    client.post(f"{page}{place.pk}/renew/")
    assert place.token not in client.get(page).content.decode()
    assert Client().get(f"/places/{place.token}/").status_code == 404
    assert "Wait no longer for Carla" in client.get(f"{page}{place.pk}/give-up/").content.decode()
    client.post(f"{page}{place.pk}/give-up/")
    assert not Place.objects.filter(pk=place.pk).exists()
    assert copy.memberships.get(user__display_name="Carla").left_at is not None
    assert copy.characters.get(name="Eyra").player.display_name == "Carla"


def test_a_stand_in_signs_in_nowhere_and_is_told_nothing(copy, table):
    stand_in = place_of(copy, "Bob").stand_in
    assert not stand_in.is_active and not stand_in.has_usable_password() and not stand_in.email
    assert not Notice.objects.filter(reader=stand_in).exists()


def test_a_form_without_a_file_says_so(alice):
    shown = client_of(alice).post("/archives/send/", {}).content.decode()
    assert "<title>Error:" in shown
