"""Who may pass where: every address of characters, items, petitions and applications, for every kind of reader."""

from __future__ import annotations

import pytest
from django.test import Client
from rest_framework.test import APIClient

from campaign import services as campaign_services
from campaign.models import Membership
from characters import services
from tests import arena, mustering
from tests.company import NOON, active, march, membership, proposed, wish

pytestmark = pytest.mark.django_db
READERS = ("alice", "dani", "bob", "carla", "sam", "eva", "zoe", "")
"""The director, a co-director, the owner, another player, a spectator, one who was removed, a stranger, a visitor."""


@pytest.fixture
def table(alice, dani, bob, carla, sam, eva, zoe, request):
    """A campaign that the parameter makes public or private, with one of everything."""
    campaign = march(alice, bob, carla, eva, spectator=sam, is_public=request.param)
    Membership.objects.create(campaign=campaign, user=dani, role="co-director")
    hrolf = active(campaign, bob, alice, private_notes="A secret")
    companion = proposed(campaign, bob, name="Ylva", rank="companion")
    draft = services.save_draft(campaign=campaign, player=bob, proposal=wish(campaign, name="Draft"))
    services.earn_renown(character=hrolf, amount=20, kind="plot", by=alice, at=NOON)
    asked = services.propose_purchase(character=hrolf, by=bob, item_key="ash-cloak", at=NOON)
    item = services.find_item(campaign=campaign, by=alice, key="whetted-edge", at=NOON)
    services.give_item(item=item, to=hrolf, by=alice, at=NOON)
    dead = active(campaign, carla, alice, name="Ketil")
    services.die(character=dead, rule="decision", by=alice, at=NOON)
    campaign_services.write_application_form(
        campaign=campaign, by=alice, is_open=True, intro="", questions=[], places=0
    )
    campaign_services.remove_member(membership=membership(eva, campaign), by=alice, at=NOON)
    application = campaign.applications.create(user=sam, made_at=NOON)
    users = dict(zip(READERS, (alice, dani, bob, carla, sam, eva, zoe, None), strict=True))
    names = {
        "c": campaign.slug,
        "hrolf": hrolf.pk,
        "ylva": companion.pk,
        "draft": draft.pk,
        "dead": dead.pk,
        "asked": asked.pk,
        "item": item.pk,
        "app": application.pk,
        "bob": bob.pk,
    }
    return users, names


# For each address what the readers get, in the order of READERS: in a private campaign those who do not belong get 404.
# `login` is the way to the sign-in page.
PAGES = {
    "/p/{hrolf}/": (200, 200, 200, 200, 200, 404, 404, 404),
    "/p/{hrolf}/log/": (200, 200, 200, 200, 200, 404, 404, 404),
    "/p/{hrolf}/items/": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/items/fox-brush/buy/": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/promote/": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/hero-points/": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/die/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/renown/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/p/{hrolf}/retire/": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/p/{ylva}/": (200, 200, 200, 404, 404, 404, 404, 404),
    "/p/{ylva}/return/": (200, 200, 403, 404, 404, 404, 404, "login"),
    "/p/{draft}/": (404, 404, 200, 404, 404, 404, 404, 404),
    "/p/{draft}/edit/": (404, 404, 200, 404, 404, 404, 404, "login"),
    "/p/{dead}/succession/": (200, 200, 403, 200, 403, 404, 404, "login"),
    "/petitions/{asked}/return/": (200, 200, 403, 404, 404, 404, 404, "login"),
    "/items/{item}/give/": (200, 200, 200, 404, 404, 404, 404, "login"),
    "/items/{item}/retire/": (200, 200, 403, 404, 404, 404, 404, "login"),
    "/c/{c}/items/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/c/{c}/characters/desk/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/c/{c}/characters/seats/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/c/{c}/roster/": (200, 200, 200, 200, 200, 404, 404, "login"),
    "/c/{c}/roster/?player={bob}": (200, 200, 200, 403, 403, 404, 404, "login"),
    "/c/{c}/applications/": (200, 200, 403, 403, 403, 404, 404, "login"),
    "/c/{c}/applications/{app}/": (200, 200, 404, 404, 200, 404, 404, "login"),
}
# In a public campaign those who do not belong read what is public and are refused the rest.
PUBLIC = {
    "/p/{hrolf}/": (200, 200, 200),
    "/p/{hrolf}/log/": (200, 200, 200),
    "/p/{ylva}/": (404, 404, 404),
    "/p/{ylva}/return/": (404, 404, "login"),
    "/p/{draft}/": (404, 404, 404),
    "/p/{draft}/edit/": (404, 404, "login"),
    "/petitions/{asked}/return/": (404, 404, "login"),
    "/items/{item}/give/": (404, 404, "login"),
    "/items/{item}/retire/": (404, 404, "login"),
    "/c/{c}/applications/{app}/": (404, 404, "login"),
}
POSTS = (
    "/p/{hrolf}/heal/",
    "/p/{ylva}/approve/",
    "/p/{ylva}/bring-in/",
    "/petitions/{asked}/approve/",
    "/items/{item}/take-back/",
    "/c/{c}/items/find/",
    "/c/{c}/characters/door/",
    "/c/{c}/characters/new-scene/",
    "/c/{c}/applications/{app}/decide/",
)
API = (
    ("post", "/characters/{ylva}/approve/"),
    ("post", "/characters/{ylva}/return/"),
    ("post", "/characters/{ylva}/bring-in/"),
    ("post", "/characters/{hrolf}/death/"),
    ("post", "/characters/{hrolf}/renown/"),
    ("post", "/characters/{hrolf}/heal/"),
    ("post", "/petitions/{asked}/approve/"),
    ("post", "/petitions/{asked}/return/"),
    ("post", "/items/{item}/take-back/"),
    ("post", "/items/{item}/retire/"),
    ("get", "/campaigns/{c}/items/"),
    ("post", "/campaigns/{c}/items/"),
    ("post", "/campaigns/{c}/door/"),
    ("post", "/campaigns/{c}/hero-points/"),
    ("post", "/campaigns/{c}/seats/"),
    ("put", "/campaigns/{c}/application-form/"),
    ("post", "/applications/{app}/accept/"),
    ("post", "/applications/{app}/decline/"),
    ("patch", "/campaigns/{c}/members/{bob}/"),
    ("delete", "/campaigns/{c}/members/{bob}/"),
)
BATTLE_PAGES = (
    "",
    "review/",
    "plan/bob/",
    "npc/",
    "chronicle/",
    "ledger/",
    "history/",
    "result/",
    "export.json",
    "muster/",
)
BATTLE_API = ("", "events/", "export/", "legal/?unit=bob", "posts/")
BODY = {"words": "x", "word": "x", "amount": 1, "reason": "x", "weighty": True, "open": False, "key": "fox-brush"}


def got(user, address):
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(address)
    if answer.status_code == 302 and "/account/login/" in answer["Location"]:
        return "login"
    return answer.status_code


@pytest.mark.parametrize("table", [False], indirect=True, ids=["private"])
def test_pages_of_a_private_campaign(table):
    users, names = table
    seen = {address: tuple(got(users[reader], address.format(**names)) for reader in READERS) for address in PAGES}
    assert seen == PAGES


@pytest.mark.parametrize("table", [True], indirect=True, ids=["public"])
def test_pages_of_a_public_campaign_for_those_who_do_not_belong(table):
    users, names = table
    expected = {address: PUBLIC.get(address, (403, 403, "login")) for address in PAGES}
    seen = {address: tuple(got(users[reader], address.format(**names)) for reader in READERS[5:]) for address in PAGES}
    assert seen == expected


@pytest.mark.parametrize("table", [True, False], indirect=True, ids=["public", "private"])
def test_what_is_the_directors_nobody_else_posts(table):
    users, names = table
    for address in POSTS:
        for reader in ("bob", "carla", "sam", "eva", "zoe"):
            client = Client()
            client.force_login(users[reader])
            assert client.post(address.format(**names), {"key": "fox-brush"}).status_code in (403, 404), (
                address,
                reader,
            )
        assert got(None, address.format(**names)) in ("login", 405)


@pytest.mark.parametrize("table", [True, False], indirect=True, ids=["public", "private"])
def test_what_is_the_directors_nobody_else_does_over_the_api(table):
    users, names = table
    for verb, address in API:
        for reader in ("bob", "carla", "sam", "eva", "zoe", ""):
            client = APIClient()
            if users[reader] is not None:
                client.force_authenticate(users[reader])
            answer = getattr(client, verb)(f"/api/v1{address.format(**names)}", BODY, format="json")
            assert answer.status_code in (401, 403, 404), (verb, address, reader, answer.content)


@pytest.mark.parametrize("table", [False], indirect=True, ids=["private"])
def test_a_removed_player_finds_nothing_at_any_address_of_the_api(table):
    users, names = table
    client = APIClient()
    client.force_authenticate(users["eva"])
    for address in (
        "/campaigns/{c}/",
        "/campaigns/{c}/members/",
        "/campaigns/{c}/characters/",
        "/campaigns/{c}/roster/",
        "/campaigns/{c}/applications/",
        "/campaigns/{c}/application-form/",
        "/characters/{hrolf}/",
        "/characters/{hrolf}/log/",
    ):
        assert client.get(f"/api/v1{address.format(**names)}").status_code == 404, address
    assert client.get("/api/v1/petitions/").json() == []


def test_a_removed_player_finds_nothing_of_a_battle_of_a_private_campaign(alice, bob, carla):
    campaign = mustering.table(alice, [bob, carla])
    battle = arena.start(campaign, arena.line_up([bob, carla]))
    addresses = [f"/c/{campaign.slug}/b/{battle.code}/{end}" for end in BATTLE_PAGES]
    client, program = Client(), APIClient()
    client.force_login(bob)
    program.force_authenticate(bob)
    before = {address: client.get(address).status_code for address in addresses}
    assert before[addresses[0]] == 200
    campaign_services.remove_member(
        membership=Membership.objects.get(user=bob, campaign=campaign), by=alice, at=arena.START
    )
    assert {address: client.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 404)
    for end in BATTLE_API:
        assert program.get(f"/api/v1/battles/{battle.code}/{end}").status_code == 404, end
    assert program.get("/api/v1/turns/").json()["turns"] == []
