"""What is done beside a turn: placing the heroes, early turns, standing instructions, and the director's acts."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.utils import timezone

from rulebook.dungeon.steps import End
from tests import cellar, crypt
from tests.cellar import Cellar
from tests.ford import hidden_fields
from tests.pages.test_dungeon_play import plain
from turns.models import EarlyTurn, TurnDraft

pytestmark = pytest.mark.django_db


# --- before the first round


@pytest.fixture
def to_place(people: dict[str, Any]) -> Cellar:
    """The cellar before its first round: nobody is placed."""
    return cellar.build(people, io_variant="improved", placed=False)


def placed(game: Cellar, name: str, **spots: str) -> Any:
    """These heroes on these squares, reviewed and confirmed."""
    client = game.as_(name)
    sent = {f"at-{hero}": spot for hero, spot in spots.items()} | {f"facing-{hero}": "S" for hero in spots}
    review = client.post(game.url, sent | {"do": "review"})
    if review.status_code != 200 or "Place 2 heroes" not in review.content.decode():
        return review
    return client.post(game.url + "deploy/", hidden_fields(review.content.decode()), follow=True)


def test_placing_offers_the_start_squares_and_says_whose_turn_to_be_placed_it_is(to_place: Cellar) -> None:
    page = to_place.page("bob")
    words = plain(page)
    assert "Place your heroes" in words
    assert "Tap a start square for Bruna Halgerd." in words
    assert re.findall(r'value="cell:(\d,\d)"', page) == ["1,1", "2,2", "1,3", "1,4"]
    assert "Ogre" not in page


def test_tapped_squares_are_given_one_after_the_other(to_place: Cellar) -> None:
    client = to_place.as_("bob")
    page = client.post(to_place.url, {"pick": ["cell:2,2"]}).content.decode()
    assert 'name="at-bruna" value="2,2"' in page
    assert "Tap a start square for Sylwen Ashbough." in plain(page)


def test_heroes_are_placed_for_good_when_all_is_confirmed(to_place: Cellar) -> None:
    answer = placed(to_place, "bob", bruna="2,2", sylwen="1,3")
    assert "Placed: Bruna Halgerd 2,2, Sylwen Ashbough 1,3." in plain(answer.content.decode())
    state = to_place.state
    assert (str(state.models["bruna"].at), state.models["bruna"].facing) == ("(2,2)", "S")
    assert state.phase == "setup"
    placed(to_place, "carla", torvek="1,1", ivo="1,4")
    assert to_place.state.phase == "heroes"
    assert to_place.state.round == 1


@pytest.mark.parametrize(
    ("spots", "said"),
    [
        ({"bruna": "2,2", "sylwen": "2,2"}, "2,2 is taken."),
        ({"bruna": "5,5", "sylwen": "1,3"}, "5,5 is no start square."),
        ({"bruna": "here", "sylwen": "1,3"}, "here is no start square."),
        ({"bruna": "", "sylwen": "1,3"}, "Choose a square for Bruna Halgerd."),
    ],
)
def test_what_cannot_be_is_said_at_its_hero(to_place: Cellar, spots: dict[str, str], said: str) -> None:
    answer = placed(to_place, "bob", **spots)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in plain(page)
    assert "<title>Error:" in page


def test_who_has_nothing_to_place_looks_on(to_place: Cellar) -> None:
    for name in ("sam", "dani", "alice"):
        page = to_place.page(name)
        assert 'name="placing"' not in page, name


# --- early turns


def planned(game: Cellar, name: str, unit: str, **sent: Any) -> Any:
    """A button of the early turn's page."""
    return game.as_(name).post(f"{game.url}plan/{unit}/", sent, follow=True)


def steps_in(page: str) -> list[dict[str, Any]]:
    """The steps that a plan's page carries."""
    found: list[dict[str, Any]] = json.loads(hidden_fields(page)["steps"])
    return found


def test_an_early_turn_is_written_step_by_step_from_where_it_then_stands(the_cellar: Cellar) -> None:
    page = planned(the_cellar, "carla", "ivo", act="move", to="2,4", facing="E", do="add").content.decode()
    assert [step["kind"] for step in steps_in(page)] == ["move"]
    assert "Goes to 2,4, facing east" in plain(page)
    assert 'value="cell:3,5"' in page, "the next step is chosen from there"
    page = planned(
        the_cellar,
        "carla",
        "ivo",
        steps=json.dumps(steps_in(page)),
        act="cast:ember_dart",
        target="bone_guard-1",
        do="add",
    ).content.decode()
    assert [step["kind"] for step in steps_in(page)] == ["move", "cast"]
    assert "From the first step with dice on" in plain(page)
    page = planned(the_cellar, "carla", "ivo", steps=json.dumps(steps_in(page)), do="drop").content.decode()
    assert [step["kind"] for step in steps_in(page)] == ["move"]


def left(game: Cellar) -> Any:
    """Ivo waits for Bruna, then walks."""
    page = planned(game, "carla", "ivo", act="move", to="2,4", facing="E", do="add").content.decode()
    sent = {"steps": json.dumps(steps_in(page)), "after": ["bruna"], "text": "I follow.", "do": "leave"}
    return planned(game, "carla", "ivo", **sent)


def test_an_early_turn_that_waits_for_others_is_played_after_them(the_cellar: Cellar) -> None:
    """EARLY: `after` names heroes whose turns of this round must be over first."""
    left(the_cellar)
    assert the_cellar.state.plans["ivo"].after == ("bruna",)
    assert the_cellar.state.models["ivo"].status == "waiting"
    crypt.play(the_cellar.battle, the_cellar.people["bob"], "bruna", End(), at=timezone.now())
    state = the_cellar.state
    assert state.models["ivo"].status == "acted"
    assert str(state.models["ivo"].at) == "(2,4)"
    assert EarlyTurn.objects.get(unit="ivo").status == "played"


def test_nobody_but_its_author_and_the_director_knows_of_an_early_turn(the_cellar: Cellar) -> None:
    left(the_cellar)
    assert "early turn waiting" in the_cellar.page("carla")
    for name in ("bob", "sam"):
        page = the_cellar.page(name)
        assert "early turn waiting" not in page and "I follow." not in page
        assert the_cellar.as_(name).get(f"{the_cellar.url}plan/ivo/").status_code == 404


def test_an_early_turn_is_taken_back_after_asking(the_cellar: Cellar) -> None:
    left(the_cellar)
    client = the_cellar.as_("carla")
    assert (
        "Take the early turn of Ivo Marrowen back"
        in client.get(f"{the_cellar.url}plan/ivo/?withdraw=1").content.decode()
    )
    planned(the_cellar, "carla", "ivo", do="withdraw")
    assert the_cellar.state.plans == {}


def test_what_is_written_of_an_early_turn_is_kept_until_it_is_left(the_cellar: Cellar) -> None:
    client = the_cellar.as_("carla")
    page = planned(the_cellar, "carla", "ivo", act="move", to="2,4", do="add").content.decode()
    sent = {"steps": json.dumps(steps_in(page)), "text": "Then I", "fork": "0", "revision": "0"}
    assert client.post(f"{the_cellar.url}plan/ivo/draft/", sent).status_code == 200
    page = client.get(f"{the_cellar.url}plan/ivo/").content.decode()
    assert ">Then I</textarea>" in page
    assert [step["kind"] for step in steps_in(page)] == ["move"]
    assert the_cellar.state.plans == {}
    assert TurnDraft.objects.filter(unit="ivo", purpose="plan").exists()


def test_a_forged_list_of_steps_does_no_harm(the_cellar: Cellar) -> None:
    for steps in ("[", "{}", '[{"kind": "fly"}]', '[{"kind": "play-card", "card": "sudden_malice"}]', "x" * 30_000):
        answer = planned(the_cellar, "carla", "ivo", steps=steps, do="leave")
        assert answer.status_code in (200, 422), steps
    assert the_cellar.state.models["ivo"].status == "waiting"


def test_a_step_that_cannot_be_is_refused_when_it_is_added(the_cellar: Cellar) -> None:
    answer = planned(the_cellar, "carla", "ivo", act="fight", target="bone_archer-1", text="Ha", do="add")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "is not in front of Ivo Marrowen" in plain(page)
    assert ">Ha</textarea>" in page


# --- standing instructions


def test_free_strikes_are_decided_beforehand(the_cellar: Cellar) -> None:
    """IMP-03."""
    client = the_cellar.as_("carla")
    page = client.get(the_cellar.url + "orders/torvek/").content.decode()
    assert re.search(r'value="always" checked', page)
    assert "Saint&#x27;s Knuckle" in page
    client.post(the_cellar.url + "orders/torvek/", {"strikes": "never"})
    torvek = the_cellar.state.models["torvek"]
    assert (torvek.strikes, torvek.declined) == ("never", ("saints_knuckle",))
    assert "free strikes: never" in the_cellar.page("carla")
    assert "free strikes: never" not in the_cellar.page("bob")


def test_instructions_are_a_players_own(the_cellar: Cellar, against_dani: Cellar) -> None:
    for name in ("bob", "sam", "alice"):
        assert the_cellar.as_(name).get(the_cellar.url + "orders/torvek/").status_code == 404
    assert the_cellar.as_("carla").post(the_cellar.url + "orders/torvek/", {"strikes": "often"}).status_code == 422
    assert against_dani.as_("dani").get(against_dani.url + "orders/bone_guard-1/").status_code == 200
    assert against_dani.as_("bob").get(against_dani.url + "orders/bone_guard-1/").status_code == 404


# --- the director


def directed(game: Cellar, what: str, **sent: str) -> Any:
    """One of the director's acts, sent as its page sends it."""
    client = game.as_("alice")
    page = client.get(f"{game.url}direct/{what}/").content.decode()
    version = hidden_fields(page)["version"]
    return client.post(f"{game.url}direct/{what}/", {"version": version} | sent, follow=True)


def test_the_director_pauses_and_resumes(the_cellar: Cellar) -> None:
    directed(the_cellar, "pause", reason="Bruno is ill")
    page = the_cellar.page("carla")
    assert "Paused by the director: Bruno is ill" in plain(page)
    assert 'name="act"' not in page
    console = plain(the_cellar.as_("alice").get(f"/c/{the_cellar.battle.campaign.slug}/director/").content.decode())
    assert "running, paused" in console and "no clock runs" not in console
    directed(the_cellar, "resume")
    assert 'name="act"' in the_cellar.page("carla")


def test_the_director_takes_a_hero_over_plays_it_and_hands_it_back(the_cellar: Cellar) -> None:
    directed(the_cellar, "take-over", unit="ivo", reason="Carla asked")
    assert "unit=ivo" not in the_cellar.page("carla")
    page = the_cellar.page("alice")
    assert "Turn of Ivo Marrowen" in plain(page)
    assert "You play for its player; the record says so." in plain(page)
    the_cellar.step("alice", "ivo", act="end")
    assert the_cellar.state.models["ivo"].status == "acted"
    directed(the_cellar, "hand-back", unit="ivo")
    assert not the_cellar.state.models["ivo"].taken_over


def test_the_director_corrects_a_model_and_the_reason_stays(the_cellar: Cellar) -> None:
    answer = directed(
        the_cellar, "correct", unit="torvek", wounds="2", square="4,1", facing="S", reason="A die was read wrongly"
    )
    torvek = the_cellar.state.models["torvek"]
    assert (torvek.wounds, str(torvek.at), torvek.facing) == (2, "(4,1)", "S")
    assert torvek.items == ("saints_knuckle",), "what is left empty stays"
    assert "A die was read wrongly" in the_cellar.page("sam")
    assert answer.status_code == 200


@pytest.mark.parametrize("wrong", [{"wounds": "many"}, {"square": "C5"}, {"reason": ""}])
def test_a_correction_that_cannot_be_read_says_so(the_cellar: Cellar, wrong: dict[str, str]) -> None:
    sent = {"unit": "torvek", "wounds": "1", "reason": "So it was"} | wrong
    assert directed(the_cellar, "correct", **sent).status_code == 422
    assert the_cellar.state.models["torvek"].wounds == 0


def test_the_director_gives_more_time(the_cellar: Cellar) -> None:
    before = the_cellar.state.clock
    assert before is not None and before.due is not None
    directed(the_cellar, "extend", unit="bruna", hours="2", reason="A feast day")
    after = the_cellar.state.clock
    assert after is not None and after.due == before.due + 2 * 3_600_000


def test_the_director_gives_a_hero_to_another_player(the_cellar: Cellar) -> None:
    dani = the_cellar.people["dani"]
    page = the_cellar.as_("alice").get(the_cellar.url + "direct/seat/").content.decode()
    assert ">Dani</option>" in page and 'value="overlord"' not in page, "nobody sits there"
    directed(the_cellar, "seat", unit="ivo", player=str(dani.pk))
    assert the_cellar.state.models["ivo"].player == f"u{dani.pk}"
    assert "Turn of Ivo Marrowen" in plain(the_cellar.page("dani"))
    assert directed(the_cellar, "seat", unit="ivo", player="999999").status_code == 422


def test_only_who_directs_finds_these_pages(the_cellar: Cellar) -> None:
    for what in ("pause", "take-over", "correct", "end"):
        assert the_cellar.as_("bob").get(f"{the_cellar.url}direct/{what}/").status_code == 403
        assert the_cellar.as_("alice").get(f"{the_cellar.url}direct/{what}/").status_code == 200
    for what in ("reveal", "pardon", "force", "nonsense"):
        assert the_cellar.as_("alice").get(f"{the_cellar.url}direct/{what}/").status_code == 404


def test_a_stale_act_of_the_directors_is_asked_again(the_cellar: Cellar) -> None:
    answer = the_cellar.as_("alice").post(
        the_cellar.url + "direct/end/", {"version": "old", "winner": "", "reason": "x"}
    )
    assert answer.status_code == 409
    assert the_cellar.state.phase == "heroes"
