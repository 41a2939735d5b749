"""Everything of one's own as one file, for oneself alone."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.test import Client
from django.utils import timezone

from archives import services
from archives.models import Archive
from notifications.services import open_webhook
from tests.company import NOON
from tests.storytelling import told, written
from tests.visiting import client_of

pytestmark = pytest.mark.django_db


def fetched(client):
    client.post("/settings/data/")
    services.make_archives(now=timezone.now)
    link = f"/archives/{Archive.objects.latest('pk').code}/download/"
    assert link in client.get("/settings/data/").content.decode()
    data = b"".join(client.get(link).streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_holds_what_one_has_written_and_was_told_and_nothing_of_others(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    written(scene, bob, "Mine alone. [roll 1d20 luck] [secretroll 1d6 fate]")
    written(scene, carla, "Somebody else's words.")
    open_webhook(reader=bob, target="ntfy://a-secret-topic", name="Phone", at=NOON)
    parts = fetched(client_of(bob))
    whole = b"".join(parts.values()).decode()
    assert "Mine alone." in whole and "bob@example.org" in whole and "Hrolf" in whole
    assert "Somebody else" not in whole and "a-secret-topic" not in whole and bob.password not in whole
    luck, fate = json.loads(parts["rolls.json"])
    assert luck["total"] is not None and fate["total"] is None
    assert json.loads(parts["manifest.json"])["format"] == "skald-person"
    assert json.loads(parts["memberships.json"])[0]["campaign"] == "The long march"


def test_nobody_else_fetches_it(alice, bob):
    fetched(client_of(bob))
    archive = Archive.objects.get()
    for client in (client_of(alice), Client()):
        assert client.get(f"/archives/{archive.code}/download/").status_code in (302, 404)
    assert client_of(alice).post(f"/archives/{archive.code}/delete/").status_code == 404


def test_a_newer_one_takes_its_place_and_leaves_other_peoples_alone(alice, bob):
    fetched(client_of(alice))
    fetched(client_of(bob))
    fetched(client_of(bob))
    assert sorted(Archive.objects.values_list("asked_by__username", "state")) == [
        ("alice", "ready"),
        ("bob", "gone"),
        ("bob", "ready"),
    ]
    assert client_of(bob).post("/api/v1/own-data/").status_code == 202
    assert len(client_of(bob).get("/api/v1/own-data/").json()) == 3
