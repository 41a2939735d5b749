"""Behaviour 36: the director reads a battle's pages with somebody else's eyes, and can do nothing with them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaign.models import Campaign
from tests import cellar, ford
from tests.ford import Ford
from turns.models import BattleVisit, TurnPost
from turns.services import save_draft

pytestmark = pytest.mark.django_db
PAGES = ("", "chronicle/", "chronicle/?step=1")


def as_(the_ford: Ford, name: str) -> str:
    return f"as={the_ford.people[name].pk}"


def main(page: str) -> str:
    """What stands under the title, without what is another at each visit and what only says who looks."""
    body = re.search(r"<main.*</main>", page, re.DOTALL)
    assert body is not None
    text = body[0]
    text = re.sub(r'<div class="band band-plan no-print"><p>You see this page as.*?</div>', "", text)
    text = re.sub(r'<fieldset class="looked" disabled>(.*)</fieldset>', r"\1", text, flags=re.DOTALL)
    text = re.sub(r'<input type="hidden" name="(csrfmiddlewaretoken|key)"[^>]*>', "", text)
    text = re.sub(r'<p class="band band-warn" id="newer".*?</p>', "", text, flags=re.DOTALL)
    text = re.sub(r"(&amp;|\?)as=\w+", "", text)
    return re.sub(r"\s+", " ", text)


def visit(the_ford: Ford, name: str, under: str) -> str:
    page: str = the_ford.as_(name).get(the_ford.url + under).content.decode()
    return page


@pytest.mark.parametrize("under", PAGES)
@pytest.mark.parametrize("name", ["bob", "carla", "sam"])
def test_the_page_is_the_one_that_the_reader_gets(the_ford: Ford, name: str, under: str) -> None:
    mark = "&" if "?" in under else "?"
    seen = visit(the_ford, "alice", f"{under}{mark}{as_(the_ford, name)}")
    assert "You see this page as" in seen
    assert main(seen) == main(visit(the_ford, name, under))
    assert "Hooded Scout" not in seen


def test_in_turn_0_too(people: dict[str, Any]) -> None:
    units = [replace(one, at=None) for one in ford.units_for(people["bob"], people["carla"], people["dani"])]
    the_ford = ford.build(people, units=units)
    seen = visit(the_ford, "alice", f"?{as_(the_ford, 'bob')}")
    assert main(seen) == main(visit(the_ford, "bob", ""))
    assert "Review deployment" in seen and "csrfmiddlewaretoken" not in re.sub(r"(?s)<header.*?</header>", "", seen)


def test_nothing_can_be_sent_from_it(the_ford: Ford) -> None:
    """Its forms are off, they hold no token of the director's, and what is sent to its address is refused."""
    page = visit(the_ford, "alice", f"?{as_(the_ford, 'bob')}")
    assert "Review turn" in page
    inner = re.search(r'<fieldset class="looked" disabled>.*</fieldset>', page, re.DOTALL)
    assert inner is not None and "csrfmiddlewaretoken" not in inner[0] and "<form" in inner[0]
    assert "composer.js" not in page
    answer = the_ford.as_("alice").post(f"{the_ford.url}?{as_(the_ford, 'bob')}", {"unit": "toki", "do": "recalc"})
    assert answer.status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(the_ford.people["alice"])
    fields = ford.hidden_fields(inner[0]) | ford.ORDERS
    assert strict.post(f"{the_ford.url}play/", fields).status_code == 403
    assert not TurnPost.objects.exists()


def test_looking_leaves_no_trace_and_shows_no_draft(the_ford: Ford) -> None:
    save_draft(
        battle=the_ford.battle,
        user=the_ford.people["bob"],
        unit="toki",
        text="My secret thought",
        plan={},
        revision=0,
        at=timezone.now(),
    )
    assert "My secret thought" not in visit(the_ford, "alice", f"?{as_(the_ford, 'bob')}")
    assert not BattleVisit.objects.exists()
    assert "My secret thought" in visit(the_ford, "bob", "")


@pytest.mark.parametrize("under", PAGES)
def test_only_directors_look_and_only_as_somebody_of_here(the_ford: Ford, under: str) -> None:
    mark = "&" if "?" in under else "?"
    for name in ("bob", "sam"):
        answer = the_ford.as_(name).get(f"{the_ford.url}{under}{mark}{as_(the_ford, 'carla')}")
        assert answer.status_code == 403
    for nobody in (as_(the_ford, "zoe"), "as=x", "as=99999999999", "as=visitor"):
        assert the_ford.as_("alice").get(f"{the_ford.url}{under}{mark}{nobody}").status_code == 404


def test_an_onlooker_may_be_looked_as_where_there_is_none(the_ford: Ford) -> None:
    seen = visit(the_ford, "alice", "?as=spectator")
    assert "You are watching" in seen and "Hooded Scout" not in seen
    Campaign.objects.filter(pk=the_ford.campaign.pk).update(is_public=True)
    visitor = visit(the_ford, "alice", "?as=visitor")
    assert main(visitor.replace("You see this page as a visitor", "You see this page as")) == main(
        Client().get(the_ford.url).content.decode()
    )


def test_a_reader_is_looked_as_in_their_own_language_and_zone(the_ford: Ford) -> None:
    bob = the_ford.people["bob"]
    bob.language, bob.time_zone = "es", "America/Mexico_City"
    bob.save()
    seen = visit(the_ford, "alice", f"?{as_(the_ford, 'bob')}")
    assert "Te toca: Tóki" in seen
    assert main(re.sub(r"Ves esta página.*?</a></p></div>", "", seen)).count("Te toca: Tóki") == main(
        visit(the_ford, "bob", "")
    ).count("Te toca: Tóki")


def look(the_ford: Ford, query: str = "", name: str = "alice") -> Any:
    return the_ford.as_(name).get(f"/c/{the_ford.campaign.slug}/director/look/?{query}")


def test_the_lines_of_my_turns_are_the_readers_and_of_this_campaign_alone(
    the_ford: Ford, people: dict[str, Any]
) -> None:
    other = ford.build(people | {"alice": people["zoe"]}, order=("toki",))
    page = look(the_ford, as_(the_ford, "bob")).content.decode()
    assert "Your turn (1)" in page and "You can go ahead (1)" in page
    assert the_ford.battle.code in page and other.battle.code not in page
    assert 'href="' + the_ford.url + "?unit=" not in page
    mine = the_ford.as_("bob").get("/turns/").content.decode()
    assert other.battle.code in mine


def test_only_the_director_comes_here(the_ford: Ford) -> None:
    assert look(the_ford, name="bob").status_code == 403
    assert look(the_ford, name="zoe").status_code == 404
    page = look(the_ford).content.decode()
    assert page.count("<option") == 6  # five members, an onlooker
    assert (
        f"/c/{the_ford.campaign.slug}/director/look/"
        in the_ford.as_("alice").get(f"/c/{the_ford.campaign.slug}/director/").content.decode()
    )


def test_a_player_sees_their_own_page_at_their_own_id_only_without_the_eyes(the_ford: Ford) -> None:
    assert the_ford.as_("bob").get(f"{the_ford.url}?{as_(the_ford, 'bob')}").status_code == 403


# --- the dungeon


@pytest.mark.parametrize("name", ["bob", "carla", "sam"])
def test_an_adventure_is_seen_as_its_reader_sees_it_too(people: dict[str, Any], name: str) -> None:
    adventure = cellar.build(people)
    alice = adventure.as_("alice")
    for under in ("", "chronicle/"):
        seen = alice.get(f"{adventure.url}{under}?as={people[name].pk}").content.decode()
        assert "You see this page as" in seen
        assert main(seen) == main(adventure.as_(name).get(adventure.url + under).content.decode())
    answer = alice.post(f"{adventure.url}?as={people[name].pk}", {"do": "recalc"})
    assert answer.status_code == 403


def test_an_adventures_onlooker_may_follow_it_and_share_its_round(people: dict[str, Any]) -> None:
    adventure = cellar.build(people)
    page = adventure.as_("sam").get(adventure.url).content.decode()
    assert f'action="{adventure.url}follow/"' in page and f"{adventure.url}rounds/1/" in page
    assert f'action="{adventure.url}follow/"' not in adventure.as_("bob").get(adventure.url).content.decode()
