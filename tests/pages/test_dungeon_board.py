"""The page of a running dungeon game: the map for every reader, what is shown on request, what stays hidden."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle
from rulebook.dungeon.grid import Pose
from rulebook.dungeon.steps import End, Move
from tests import cellar, crypt
from tests.cellar import Cellar
from turns.models import TurnPost
from turns.services import play_step

pytestmark = pytest.mark.django_db
HIDDEN = ("Ogre", "corpse_ogre", "Spark Crystal", "spark_crystal", "10,3", "12,4")
"""What lies behind the door, what the chest holds, and the squares of either."""


def labels(page: str) -> list[str]:
    """What the buttons over the map are called."""
    return [unescape(label) for label in re.findall(r'class="hit [^"]*"[^>]*aria-label="([^"]*)"', page)]


@pytest.mark.parametrize("name", ["bob", "carla", "sam"])
def test_unlaid_zones_and_shut_chests_leave_no_trace(the_cellar: Cellar, name: str) -> None:
    """IMP-06: not in the picture, nor the buttons, nor the table, nor any other word of the page."""
    page = the_cellar.page(name)
    assert "Bone Guard" in page or "Guardia de hueso" in page
    for hidden in HIDDEN:
        assert hidden not in page, hidden


def test_whoever_looks_with_a_chosen_model_or_at_a_door_learns_no_more(the_cellar: Cellar) -> None:
    client = the_cellar.as_("sam")
    for query in ("pick=unit:corpse_ogre-1", "show=sight:corpse_ogre-1", "pick=thing:chest-5-4", "show=reach:bruna"):
        page = client.get(f"{the_cellar.url}?{query}").content.decode()
        said = re.sub(r'name="next" value="[^"]*"', "", page)
        assert not any(hidden in said for hidden in HIDDEN), query


def test_the_director_sees_what_is_not_laid_marked_as_such(the_cellar: Cellar) -> None:
    page = the_cellar.page("alice")
    assert "Corpse Ogre, not laid yet" in page
    assert "inside: Spark Crystal" in page
    assert "not laid yet" in page


def test_a_person_who_is_the_overlord_sees_the_map_and_his_hand_and_nobody_else_does(against_dani: Cellar) -> None:
    state = against_dani.state
    assert len(state.hand) == 6
    against_dani.people["dani"].language = "en"
    page = against_dani.page("dani")
    assert "Corpse Ogre, not laid yet" in page
    assert "Hand:" in page
    for name in ("bob", "sam"):
        page = against_dani.page(name)
        assert "Hand:" not in page
        assert not any(hidden in page for hidden in HIDDEN)


def test_every_button_begins_with_its_square_and_says_all_in_words(the_cellar: Cellar) -> None:
    """Behaviour 4: coordinate first; facing and state as words."""
    found = labels(the_cellar.page("carla", "?unit=torvek"))
    assert "2,2 Torvek Underhelm, hero, 0 wounds, Combat 4, Armour 4, acting now, faces east" in found
    assert "3,2 Bone Guard 1, minion, Combat 2, Armour 2, faces west, can be aimed at" in found
    assert "8,3 Door, locked: Combat 2, Armour 2" in found
    assert all(re.match(r"\d+,\d+", label) for label in found)


def test_a_map_is_one_set_of_buttons_over_a_picture_that_is_decoration(the_cellar: Cellar) -> None:
    page = the_cellar.page("carla")
    assert page.count('<table class="text-board">') == 1
    assert re.search(r'<svg class="board-picture"[^>]*aria-hidden="true"', page)
    assert "dg-wall" in page and "dg-pip" in page and "dg-bones" in page
    assert 'style="' not in page and "<script>" not in page


def test_a_large_model_is_one_button_over_four_squares(people: dict[str, Any]) -> None:
    game = cellar.build(people, io_variant="improved")
    page = game.page("alice")
    assert re.search(r'class="hit hit-unit r3 c10 cs2 rs2"[^>]*value="unit:unlaid', page)


def test_the_table_says_what_the_map_shows(the_cellar: Cellar) -> None:
    table = the_cellar.page("bob", "?unit=bruna").split('<table class="text-board">')[1]
    assert "Bruna Halgerd 0/5" in table
    assert "Cofre" in table or "Chest" in table
    assert "Bone pile" in table or "Pila de huesos" in table
    assert "wall" in table or "muro" in table or "pared" in table


# --- shown on request


@pytest.mark.parametrize(
    ("show", "said"),
    [
        ("arcs:bone_guard-1", "front arc of Bone Guard 1"),
        ("sight:sylwen", "Sylwen Ashbough sees it clearly"),
        ("reach:bone_archer-1", "in reach for so many points"),
        ("arcs:enemies", "front arcs: who walks there stops"),
        ("arcs:heroes", "front arcs: who walks there stops"),
    ],
)
def test_arcs_sight_and_reach_are_shown_by_a_link_without_scripts(the_cellar: Cellar, show: str, said: str) -> None:
    page = Client().get(the_cellar.url)
    assert page.status_code in (302, 404)
    answer = the_cellar.as_("sam").get(f"{the_cellar.url}?show={show}")
    assert said in answer.content.decode()
    assert said not in the_cellar.page("sam")


def test_what_is_shown_can_be_asked_for_in_the_midst_of_a_turn_and_keeps_every_field(the_cellar: Cellar) -> None:
    page = the_cellar.composed("bob", "bruna", act="move", to="3,1", text="Words", show="sight:bruna").content.decode()
    assert "Bruna Halgerd" in page and "dg-sees" in page
    assert 'value="3,1"' in page and ">Words</textarea>" in page


def test_sight_over_furniture_is_told_apart(the_cellar: Cellar) -> None:
    page = the_cellar.page("sam", "?show=sight:ivo")
    assert "Ivo Marrowen sees it over furniture: one die less" in page
    assert "dg-over" in page


def test_looking_at_a_model_tells_its_card_and_at_a_door_how_it_is_shut(the_cellar: Cellar) -> None:
    page = the_cellar.page("sam", "?pick=unit:bone_guard-1")
    assert "Damage:" in page and "2 hits: a bone pile, 3 hits: destroyed" in page
    assert "In the front arc of:" in page
    door = the_cellar.page("sam", "?pick=thing:door-8-3")
    assert "Heroes open it by a Fight" in door


# --- who may act


def test_the_story_is_read_while_heroes_are_placed_and_ever_after(people: dict[str, Any], the_cellar: Cellar) -> None:
    """DS-SETUP-03: it is read out to the players; whoever plays from the first moment has seen no list of players."""
    placing = cellar.build(people, placed=False)
    Battle.objects.filter(pk=placing.battle.pk).update(plan={"intro": "Bring <b>lamps</b>."})
    page = placing.page("bob")
    assert '<details class="tale" open>' in page and "Something walks below." in page
    assert "Bring &lt;b&gt;lamps&lt;/b&gt;." in page
    assert "Something walks below." in the_cellar.page("sam")
    Battle.objects.filter(pk=the_cellar.battle.pk).update(plan=None)
    assert "Something walks below." in the_cellar.page("carla")


def test_the_order_of_the_heroes_is_free_and_each_player_is_offered_all_of_theirs(the_cellar: Cellar) -> None:
    """IMP-02."""
    page = the_cellar.page("carla")
    assert "You may act with: Torvek Underhelm, Ivo Marrowen" in page
    assert "whoever begins, goes next" in page
    assert 'href="?unit=ivo#turn"' in page
    assert "Turn of Ivo Marrowen" in the_cellar.page("carla", "?unit=ivo")
    assert "Turn of Torvek Underhelm" in the_cellar.page("carla", "?unit=bruna"), "not her hero"


def test_while_a_turn_is_open_nobody_else_may_begin(the_cellar: Cellar) -> None:
    the_cellar.step("carla", "torvek", act="fight", target="bone_guard-1")
    page = the_cellar.page("carla")
    assert "Your turn: Torvek Underhelm" in page
    assert 'href="?unit=ivo#turn"' not in page
    bob = the_cellar.page("bob")
    assert 'name="act"' not in bob
    assert "Torvek Bajoyelmo" in bob or "Torvek Underhelm" in bob


def test_an_onlooker_has_a_map_to_look_at_and_nothing_to_send(the_cellar: Cellar) -> None:
    page = the_cellar.page("sam")
    assert "You are watching" in page
    for field in ('name="act"', 'name="text"', "data-live", 'name="scope"'):
        assert field not in page, field


def test_strangers_find_no_game(the_cellar: Cellar) -> None:
    assert the_cellar.as_("zoe").get(the_cellar.url).status_code == 404


def test_a_game_that_is_over_says_who_won_and_why(the_cellar: Cellar) -> None:
    client = the_cellar.as_("alice")
    version = re.search(r'name="version" value="([^"]+)"', client.get(the_cellar.url + "direct/end/").content.decode())
    assert version
    client.post(the_cellar.url + "direct/end/", {"version": version[1], "winner": "hero", "reason": "Late already"})
    page = the_cellar.page("carla")
    assert "The heroes have won" in page
    assert 'name="act"' not in page


# --- budgets


def test_models_that_changed_since_the_last_visit_are_dotted_and_say_so_once(the_cellar: Cellar) -> None:
    """Behaviour 30: on the map as in the list."""
    first = the_cellar.page("bob")
    assert "changed since your last visit" not in first
    at = the_cellar.state.models["torvek"].at
    assert at is not None
    crypt.play(the_cellar.battle, the_cellar.people["carla"], "torvek", Move((Pose(at, "S"),)), at=timezone.now())
    again = the_cellar.page("bob")
    assert "is-changed" in again.split("</style>")[-1]
    dotted = [label for label in labels(again) if "changed since your last visit" in label]
    assert dotted and all("Torvek" in label for label in dotted)
    assert "changed since your last visit" not in the_cellar.page("bob")


def queries_of(game: Cellar) -> int:
    client = game.as_("bob")
    client.get(game.url)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(game.url).status_code == 200
    return len(caught)


def test_queries_do_not_grow_with_posts(people: dict[str, Any], the_cellar: Cellar) -> None:
    before = queries_of(the_cellar)
    about = {"unit": "bruna", "unit_name": "Bruna", "first_event": 1, "last_event": 1, "manner": "on-time"}
    TurnPost.objects.bulk_create(
        TurnPost(battle=the_cellar.battle, number=n, round=1, at=timezone.now(), **about) for n in range(1, 30)
    )
    assert queries_of(the_cellar) == before <= 22


def test_a_map_of_twenty_by_thirteen_keeps_its_budget(people: dict[str, Any]) -> None:
    """At most 25 kB of HTML compressed and 1,600 elements, both drawings and the table of the map included."""
    campaign = crypt.dungeon_campaign(people["alice"], [people["bob"]])
    setup = crypt.setup_for([people["bob"]], adventure="gravecallers_court", io_variant="improved", at=timezone.now())
    battle = crypt.start(campaign, setup, at=timezone.now())
    client = Client()
    client.force_login(people["alice"])
    page = client.get(battle.get_absolute_url()).content
    assert len(gzip.compress(page, 6)) <= 25_000
    assert len(re.findall(rb"<[a-zA-Z]", page)) <= 1_600


def test_the_pulse_moves_when_something_visible_happened(the_cellar: Cellar) -> None:
    client = the_cellar.as_("sam")
    before = client.get(the_cellar.url + "pulse/").json()["version"]
    assert client.get(the_cellar.url + "pulse/").json()["version"] == before
    play_step(
        battle_id=the_cellar.battle.pk,
        unit="bruna",
        player=the_cellar.people["bob"],
        step=End(),
        text="",
        version=None,
        key="pulse-1",
        received_at=timezone.now(),
    )
    assert client.get(the_cellar.url + "pulse/").json()["version"] != before
