"""Somebody deletes their account: what was theirs alone goes, what others need stays without them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.utils import timezone

from accounts.farewells import hindrances
from accounts.models import User
from accounts.services import delete_account, make_token
from archives.services import ask_for_own_data
from battles.selectors import state_of
from campaign.models import Application, Campaign
from campaign.services import create_campaign, hand_over
from characters.models import Character
from notifications.models import Channel, Notice
from notifications.services import open_webhook
from rulebook.errors import Refused
from story import services as story
from story.models import Post, SceneDraft, SceneRoll
from story.selectors.reading import shown_posts
from story.selectors.sight import posts_visible_to
from tests import arena
from tests.cast import PASSWORD, person
from tests.company import active, march, membership, proposed
from tests.storytelling import scene_in, written
from turns.models import Absence, Turn, TurnDraft

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
NAME = "Quetzalcoatlus"
LOGIN = "xylographer"


@pytest.fixture
def quinn(db):
    return person(LOGIN, display_name=NAME, language="en", time_zone="UTC")


@pytest.fixture
def table(alice, bob, quinn):
    """Quinn has something of every kind in a campaign of Alice's."""
    campaign = march(alice, bob, quinn, is_public=True)
    hero = active(campaign, quinn, alice, name="Hrolf")
    active(campaign, bob, alice, name="Eyra")
    hero.private_notes = "My own plan"
    hero.save(update_fields=["private_notes"])
    proposed(campaign, quinn, name="Ulf", rank="companion")
    scene = scene_in(campaign, alice)
    written(scene, quinn, "I say so myself. [roll 1d20 luck]", at=NOW)
    written(scene, quinn, "The ice holds.", voice=f"c{hero.pk}", at=NOW + timedelta(minutes=1))
    written(scene, bob, f"[private={NAME}]Between us.[/private] Aloud.", at=NOW + timedelta(minutes=2))
    written(scene, bob, "For you alone.", to="chosen", readers=(quinn.pk,), at=NOW + timedelta(minutes=3))
    words = {"body": "Half a thought", "note": "", "choices": {}}
    SceneDraft.objects.create(scene=scene, user=quinn, saved_at=NOW, **words)
    story.feed_token(user=quinn, at=NOW)
    open_webhook(reader=quinn, target="ntfy://my-own-secret-topic", name="Phone", at=NOW)
    make_token(user=quinn)
    Absence.objects.create(campaign=campaign, user=quinn, starts_at=NOW, ends_at=NOW + timedelta(days=9), note="Away")
    other = create_campaign(name="Another", director=bob, clan_name="Wolves", is_public=True)
    Application.objects.create(campaign=other, user=quinn, answers=[{"question": "?", "answer": "Me"}], made_at=NOW)
    return campaign


def gone(user, at=NOW + timedelta(hours=1)):
    delete_account(user=user, password=PASSWORD, at=at)
    return User.objects.get(pk=user.pk)


def everything():
    """Every value of every row of the site, by model."""
    for model in apps.get_models():
        columns = [one for one in model._meta.concrete_fields if not isinstance(one, models.BinaryField)]
        for row in model._default_manager.all():
            for one in columns:
                yield model._meta.label, one.name, str(getattr(row, one.attname))


def test_nothing_of_the_person_is_left_anywhere(table, quinn):
    traces = (NAME, LOGIN, "my-own-secret-topic", "Half a thought", "My own plan", "Away")
    assert {trace for trace in traces if any(trace in value for _label, _name, value in everything())} == set(traces)
    gone(quinn)
    # The markup of somebody else's post names whom it was for: those are that writer's words.
    own_words = {"story.Post.body", "story.PostVersion.body", "story.Rendering.text"}
    left = [(label, name) for label, name, value in everything() for trace in traces if trace in value]
    assert {f"{label}.{name}" for label, name in left} <= own_words


def test_the_account_opens_nothing_any_more(table, quinn):
    client = Client()
    client.force_login(quinn)
    key = client.post("/settings/token/").content.decode().split("<code")[1].split(">")[1].split("<")[0]
    assert client.get("/api/me/").status_code == 200
    left = gone(quinn)
    assert not left.is_active and not left.has_usable_password() and left.email == ""
    assert left.username.startswith("former-") and left.shown_name == "a former player"
    assert client.get("/api/me/").status_code == 401
    assert Client().get("/api/me/", headers={"authorization": f"Token {key}"}).status_code == 401
    assert not Client().login(username=LOGIN, password=PASSWORD)
    assert person(LOGIN).pk != quinn.pk


def test_posts_and_rolls_stay_under_the_characters_or_a_former_player(table, alice, quinn):
    rolls = list(SceneRoll.objects.values_list("code", "total"))
    gone(quinn)
    assert list(SceneRoll.objects.values_list("code", "total")) == rolls
    speakers = list(Post.objects.filter(author=quinn).order_by("position").values_list("speaker_name", flat=True))
    assert speakers == ["a former player", "Hrolf"]
    shown = shown_posts(list(posts_visible_to(alice).order_by("position")), alice, table)
    told = json.dumps([[one.author, one.body, one.post.addressed] for one in shown])
    assert NAME not in told and told.count("a former player") >= 3


def test_what_was_private_stays_private(table, alice, bob, quinn, zoe):
    before = [set(posts_visible_to(user).values_list("code", flat=True)) for user in (alice, bob, zoe)]
    gone(quinn)
    assert [set(posts_visible_to(user).values_list("code", flat=True)) for user in (alice, bob, zoe)] == before


def test_characters_in_play_stay_for_the_director_to_give_away_and_proposals_go(table, alice, bob, carla, quinn):
    from characters.services import hand_seat_over

    left = gone(quinn)
    assert set(Character.objects.filter(player=left).values_list("name", flat=True)) == {"Hrolf"}
    table.memberships.create(user=carla, role="player")
    hand_seat_over(campaign=table, before=left, after=carla, by=alice, at=NOW + timedelta(hours=2))
    assert Character.objects.get(name="Hrolf").player == carla


def test_open_turns_are_the_directors_and_the_clock_goes_on(alice, bob, quinn):
    campaign = march(alice, bob, quinn)
    battle = arena.start(campaign, arena.line_up([quinn, bob]), at=NOW)
    unit = arena.whose_turn(battle)
    assert state_of(battle).units[unit].player == f"u{quinn.pk}"
    TurnDraft.objects.create(battle=battle, user=quinn, unit=unit, narrative="Not yet", saved_at=NOW)
    gone(quinn, at=NOW + timedelta(minutes=5))
    now = arena.state(battle)
    assert now.units[unit].taken_over
    waiting = Turn.objects.get(battle=battle, unit=unit, closed_at__isnull=True)
    assert waiting.player is None or waiting.due_at is None
    assert not TurnDraft.objects.exists()


def test_notices_and_channels_go_and_others_are_told_that_a_former_player_left(table, alice, quinn):
    assert Notice.objects.filter(reader=quinn).exists()
    gone(quinn)
    assert not Notice.objects.filter(reader=quinn).exists() and not Channel.objects.filter(reader=quinn).exists()
    told = Notice.objects.filter(reader=alice, data__what="left")
    assert [one.data["who"] for one in told] == ["a former player"]


def test_a_director_of_others_hands_over_first(table, alice, bob, quinn):
    with pytest.raises(Refused, check=lambda refused: refused.code == "cannot-go-yet"):
        gone(alice)
    assert [one.link for one in hindrances(alice)] == [f"/c/{table.slug}/members/"]
    hand_over(campaign=table, to=bob, by=alice, at=NOW)
    assert not gone(alice).is_active


def test_a_campaign_that_nobody_else_belongs_to_is_closed(alice):
    campaign = march(alice, is_public=True)
    gone(alice)
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.CLOSED and not campaign.is_public


def test_a_wrong_password_changes_nothing(table, quinn):
    with pytest.raises(Refused, check=lambda refused: refused.code == "wrong-password"):
        delete_account(user=quinn, password="guess", at=NOW)
    assert User.objects.get(pk=quinn.pk).is_active and membership(quinn, table).left_at is None


def test_the_page_says_what_goes_and_what_stays_and_asks_for_the_password(table, quinn):
    client = Client()
    client.force_login(quinn)
    page = client.get("/settings/delete/").content.decode()
    assert "What goes" in page and "What stays" in page and 'type="password"' in page
    again = client.post("/settings/delete/", {"password": "guess"}).content.decode()
    assert "This is not the account&#x27;s password." in again
    answer = client.post("/settings/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account is deleted." in answer.content.decode()
    assert not User.objects.get(pk=quinn.pk).is_active and not answer.wsgi_request.user.is_authenticated


def test_a_director_is_led_to_what_keeps_them(table, alice):
    client = Client()
    client.force_login(alice)
    page = client.get("/settings/delete/").content.decode()
    assert f"/c/{table.slug}/members/" in page and 'type="password"' not in page


def test_files_made_for_the_person_go(table, quinn, django_capture_on_commit_callbacks):
    from archives.models import Archive
    from archives.services import make_archives

    ask_for_own_data(by=quinn, at=NOW)
    make_archives(now=timezone.now)
    file = Archive.objects.get().file
    storage, name = file.storage, file.name
    with django_capture_on_commit_callbacks(execute=True):
        gone(quinn)
    assert not Archive.objects.exists() and not storage.exists(name)
