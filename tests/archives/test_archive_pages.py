"""A campaign's archive: asked for, made in the background, fetched by its director and by nobody else."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from archives import services
from archives.models import Archive, State
from tests.company import march
from tests.storytelling import told, written
from tests.visiting import client_of

pytestmark = pytest.mark.django_db


def made(campaign, director):
    services.ask_for_archive(campaign=campaign, by=director, at=timezone.now())
    assert services.make_archives(now=timezone.now) == 1
    return Archive.objects.get(campaign=campaign, state=State.READY)


def test_the_director_asks_waits_and_downloads(alice, bob, carla, sam):
    campaign, scene = told((alice, bob, carla, sam))
    written(scene, bob, "The ice holds. [private=Eyra]It does not.[/private] [roll 1d20 luck]")
    client = client_of(alice)
    page = f"/c/{campaign.slug}/archive/"
    assert "None was made yet" in client.get(page).content.decode()
    assert client.post(page).status_code == 302
    assert "Waiting for its turn" in client.get(page).content.decode()
    assert client.post(page, follow=True).content.decode().count("An archive is being made already.") == 1
    services.make_archives(now=timezone.now)
    archive = Archive.objects.get()
    link = f"/archives/{archive.code}/download/"
    assert link in client.get(page).content.decode()
    answer = client.get(link)
    assert answer["Content-Type"] == "application/zip" and "attachment" in answer["Content-Disposition"]
    data = b"".join(answer.streaming_content)
    assert len(data) == archive.size
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        posts = json.loads(packed.read("tables/posts.json"))
        assert "The ice holds." in posts[0]["body"] and posts[0]["author"] == 2
        assert [one["name"] for one in json.loads(packed.read("people.json"))] == ["Alice", "Bob", "Carla", "Sam"]
        assert json.loads(packed.read("manifest.json"))["format"] == "skald-campaign"


def test_nobody_else_asks_sees_or_downloads_an_archive(alice, bob, carla, sam, zoe):
    campaign, _scene = told((alice, bob, carla, sam))
    campaign.memberships.create(user=zoe, role="co-director")
    archive = made(campaign, alice)
    for user in (bob, sam, zoe):
        client = client_of(user)
        assert client.get(f"/c/{campaign.slug}/archive/").status_code == 403
        assert client.post(f"/c/{campaign.slug}/archive/").status_code == 403
        assert client.get(f"/archives/{archive.code}/download/").status_code == 404
        assert client.post(f"/archives/{archive.code}/delete/").status_code == 404
        assert client.post(f"/api/v1/campaigns/{campaign.slug}/archives/").status_code == 403
        assert client.get(f"/api/v1/archives/{archive.code}/file/").status_code == 404
    assert Client().get(f"/archives/{archive.code}/download/").status_code == 302
    assert Archive.objects.count() == 1


def test_an_archive_is_deleted_after_a_week_when_a_newer_one_comes_or_at_once(
    alice, django_capture_on_commit_callbacks
):
    campaign = march(alice)
    first = made(campaign, alice)
    kept = first.file.storage
    second = made(campaign, alice)
    first.refresh_from_db()
    assert first.state == State.GONE and not first.file
    client = client_of(alice)
    name = second.file.name
    services.forget_archives(now=timezone.now() + timedelta(days=6))
    assert b"".join(client.get(f"/archives/{second.code}/download/").streaming_content)
    with django_capture_on_commit_callbacks(execute=True):
        services.forget_archives(now=timezone.now() + timedelta(days=8))
    assert client.get(f"/archives/{second.code}/download/").status_code == 404
    assert not kept.exists(name)
    third = made(campaign, alice)
    name = third.file.name
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"/archives/{third.code}/delete/", follow=True).status_code == 200
    assert not kept.exists(name) and client.get(f"/archives/{third.code}/download/").status_code == 404


def test_an_archive_whose_worker_was_lost_is_made_by_the_next_one(alice):
    campaign = march(alice)
    services.ask_for_archive(campaign=campaign, by=alice, at=timezone.now())
    Archive.objects.update(state=State.WORKING, beat_at=timezone.now() - timedelta(minutes=6))
    assert services.make_archives(now=timezone.now) == 1
    assert Archive.objects.get().state == State.READY


def test_an_archive_that_is_being_made_is_left_to_its_worker(alice):
    campaign = march(alice)
    services.ask_for_archive(campaign=campaign, by=alice, at=timezone.now())
    Archive.objects.update(state=State.WORKING, beat_at=timezone.now())
    assert services.make_archives(now=timezone.now) == 0


def test_programs_ask_for_an_archive_and_fetch_it(alice):
    campaign = march(alice)
    client = client_of(alice)
    asked = client.post(f"/api/v1/campaigns/{campaign.slug}/archives/")
    assert asked.status_code == 202 and asked.json()["state"] == "waiting"
    again = client.post(f"/api/v1/campaigns/{campaign.slug}/archives/")
    assert again.status_code == 409 and again.json()["code"] == "archive-under-way"
    services.make_archives(now=timezone.now)
    (listed,) = client.get(f"/api/v1/campaigns/{campaign.slug}/archives/").json()
    assert listed["state"] == "ready" and listed["percent"] == 100
    answer = client.get(f"/api/v1/archives/{listed['code']}/file/")
    assert zipfile.is_zipfile(io.BytesIO(b"".join(answer.streaming_content)))
