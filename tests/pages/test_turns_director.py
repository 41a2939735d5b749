"""The director's pages: the console, each act with its reason, own units in one run, going back in history."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Roll
from notifications.models import Notice
from rulebook.saga.steps import Move, Strike
from tests import arena, ford
from tests.ford import ORDERS, Ford, hidden_fields
from turns import services
from turns.models import TurnPost
from turns.suggest import suggest

pytestmark = pytest.mark.django_db

ACTS = ("pause", "take-over", "hand-back", "extend", "pardon", "reveal", "correct", "end")


def act(the_ford: Ford, what: str, **fields: str) -> Any:
    client = the_ford.as_("alice")
    page = client.get(f"{the_ford.url}direct/{what}/").content.decode()
    return client.post(f"{the_ford.url}direct/{what}/", hidden_fields(page) | fields)


@pytest.mark.parametrize("name", ["bob", "sam"])
@pytest.mark.parametrize("under", [*(f"direct/{one}/" for one in ACTS), "npc/", "history/"])
def test_only_the_director_comes_here(the_ford: Ford, name: str, under: str) -> None:
    assert the_ford.as_(name).get(the_ford.url + under).status_code == 403
    assert the_ford.as_(name).post(the_ford.url + under, {"reason": "x", "do": "run"}).status_code == 403


def test_the_console_lists_clocks_own_units_and_absences(the_ford: Ford) -> None:
    address = f"/c/{the_ford.campaign.slug}/director/"
    assert the_ford.as_("bob").get(address).status_code == 403
    page = the_ford.as_("alice").get(address).content.decode()
    assert "Nothing to decide." in page
    assert "Tóki" in page and "+12 h" in page
    the_ford.pass_turn("toki", "bob")
    page = the_ford.as_("alice").get(address).content.decode()
    assert "Raider 1" in page and f"{the_ford.url}npc/" in page


def test_the_console_takes_the_same_queries_for_one_battle_and_for_four(the_ford: Ford, people: dict[str, Any]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            the_ford.as_("alice").get(f"/c/{the_ford.campaign.slug}/director/")
        return len(caught)

    before = queries()
    for number in range(3):
        units = ford.units_for(people["bob"], people["carla"], people["dani"])
        ford.start(the_ford.campaign, units, name=f"Ford {number}")
    assert queries() == before


@pytest.mark.parametrize("what", [one for one in ACTS if one not in ("hand-back", "reveal")])
def test_an_act_without_a_reason_is_not_done(the_ford: Ford, what: str) -> None:
    before = the_ford.state()
    answer = act(the_ford, what, unit="toki", reason="", hours="12", attribute="armor", value="4", winner="north")
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
    assert the_ford.state() == before


@pytest.mark.parametrize(
    ("typed", "shown"), [("-3", "“-3” hours"), ("1.5e9", "“1500000000” hours"), ("x", "“x” hours")]
)
def test_hours_that_cannot_be_given_are_named_as_they_were_typed_with_what_can(
    the_ford: Ford, typed: str, shown: str
) -> None:
    answer = act(the_ford, "extend", unit="toki", hours=typed, reason="travel")
    assert answer.status_code == 422
    assert f"{shown} cannot be given: it takes a number above 0, and no more than 720." in answer.content.decode()


def test_more_time_is_given_with_a_reason_and_the_player_told(the_ford: Ford) -> None:
    due = the_ford.state().running.due
    assert act(the_ford, "extend", unit="toki", hours="12", reason="travel").status_code == 302
    assert the_ford.state().running.due - due == 12 * 3600 * 1000
    assert Notice.objects.filter(reader=the_ford.people["bob"], kind=Notice.Kind.MORE_TIME).exists()
    assert (
        "The director gives Tóki 12 h more: travel."
        in the_ford.as_("carla").get(the_ford.url + "ledger/").content.decode()
    )


def test_a_unit_is_taken_over_played_and_handed_back(the_ford: Ford) -> None:
    """ABSENT-2."""
    act(the_ford, "take-over", unit="toki", reason="no word for days")
    page = the_ford.as_("alice").get(the_ford.url).content.decode()
    assert "You play Tóki: you have taken it over (ABSENT-2)" in page
    assert "You play for its player; the record says so." in page
    assert "Review turn" not in the_ford.as_("bob").get(the_ford.url).content.decode()
    act(the_ford, "hand-back", unit="toki")
    assert "Your turn: Tóki" in the_ford.as_("bob").get(the_ford.url).content.decode()


def test_a_missed_deadline_is_pardoned(people: dict[str, Any]) -> None:
    """LATE-2."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    the_ford.as_("bob").get(the_ford.url)
    assert act(the_ford, "pardon", unit="toki", reason="power cut").status_code == 302
    assert the_ford.state().units["toki"].pardoned == 1
    late = the_ford.as_("bob").get(the_ford.url + "?unit=toki").content.decode()
    assert "No penalty weighs on it: what it missed was pardoned." in late
    assert "−0" not in late


def test_a_hidden_unit_is_revealed_on_a_free_cell_only(the_ford: Ford) -> None:
    """DEPL-6."""
    taken = act(the_ford, "reveal", unit="scout", cell="B3")
    assert taken.status_code == 422
    assert "B3 is taken by Eyra." in taken.content.decode()
    act(the_ford, "reveal", unit="scout", cell="J11")
    assert "Hooded Scout" in the_ford.as_("carla").get(the_ford.url).content.decode()


def test_the_page_that_reveals_a_unit_begins_with_the_cell_that_was_planned(the_ford: Ford) -> None:
    plan = {"units": [{"id": "raider1", "at": "G3"}, {"id": "scout", "at": "J11"}]}
    type(the_ford.battle).objects.filter(pk=the_ford.battle.pk).update(plan=plan)
    page = the_ford.as_("alice").get(the_ford.url + "direct/reveal/").content.decode()
    assert 'name="cell" id="cell" value="J11"' in page


def test_a_reason_that_ends_with_a_full_stop_gets_no_second_one(the_ford: Ford) -> None:
    act(the_ford, "correct", unit="raider1", attribute="armor", value="4", reason="A strap broke.")
    chronicle = the_ford.as_("sam").get(the_ford.url + "chronicle/").content.decode()
    assert "armor 10 → 4: A strap broke." in chronicle
    assert "broke.." not in chronicle


def test_a_number_is_corrected_on_the_record(the_ford: Ford) -> None:
    """POST-2."""
    act(the_ford, "correct", unit="raider1", attribute="armor", value="4", reason="a strap broke")
    assert the_ford.state().units["raider1"].armor == 4
    chronicle = the_ford.as_("sam").get(the_ford.url + "chronicle/").content.decode()
    assert "The director corrects Raider 1: armor 10 → 4: a strap broke." in chronicle
    wrong = act(the_ford, "correct", unit="raider1", attribute="armor", value="many", reason="x")
    assert wrong.status_code == 422


def test_an_act_decided_on_an_old_board_is_asked_again(the_ford: Ford) -> None:
    client = the_ford.as_("alice")
    fields = hidden_fields(client.get(f"{the_ford.url}direct/end/").content.decode())
    the_ford.pass_turn("toki", "bob")
    answer = client.post(f"{the_ford.url}direct/end/", fields | {"winner": "north", "reason": "peace"})
    assert answer.status_code == 409
    assert "The battle has changed meanwhile." in answer.content.decode()
    assert the_ford.state().phase == "running"


def test_the_battle_is_ended_with_its_consequences_to_confirm(the_ford: Ford) -> None:
    act(the_ford, "end", winner="north", reason="the raiders flee")
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert "The battle is over: victory for The caravan" in page
    assert "Outcome and consequences" in page and "?step=0" in page
    console = the_ford.as_("alice").get(f"/c/{the_ford.campaign.slug}/director/").content.decode()
    assert f"{the_ford.url}result/" in console
    assert "the seed" in the_ford.as_("bob").get(the_ford.url + "chronicle/").content.decode()


# --- own units


@pytest.fixture
def raid(people: dict[str, Any]) -> Ford:
    """Three of the director's units in a row, then Tóki."""
    return ford.build(people, order=("raider1", "raider2", "colossus", "toki", "eyra"))


def test_the_director_plays_one_unit_with_the_composer(raid: Ford) -> None:
    page = raid.as_("alice").get(raid.url).content.decode()
    assert "You play Raider 1" in page
    assert "Review turn" in page


def test_every_suggested_turn_is_legal_and_strikes_where_it_can(raid: Ford) -> None:
    state = raid.state()
    steps = suggest(state, "raider1")
    assert isinstance(steps[-1], Strike) and steps[-1].target in ("eyra", "toki")
    assert isinstance(suggest(state, "colossus")[-1], Move)


def test_rows_stand_in_order_with_words_and_numbers(raid: Ford) -> None:
    page = raid.as_("alice").get(raid.url + "npc/").content.decode()
    rows = re.findall(r"<strong>\d\. ([^<]+)</strong>", page)
    assert rows == ["Raider 1", "Raider 2", "Colossus"]
    assert "Nothing is rolled before you confirm." in page
    assert Roll.objects.filter(unit="raider1").count() == 0


def run(raid: Ford, page: str, **fields: str) -> Any:
    client = raid.as_("alice")
    review = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "review"} | fields)
    assert review.status_code == 200, review.content.decode()[:400]
    return client.post(raid.url + "npc/", hidden_fields(review.content.decode()) | {"do": "run"})


def test_all_are_resolved_in_order_with_one_text(raid: Ford) -> None:
    """Behaviour 32."""
    page = raid.as_("alice").get(raid.url + "npc/").content.decode()
    assert run(raid, page, text="They come down the slope.").status_code == 302
    posts = list(TurnPost.objects.order_by("number"))
    assert [post.unit for post in posts] == ["raider1", "raider2", "colossus"]
    assert [post.narrative for post in posts] == ["They come down the slope.", "", ""]
    assert arena.whose_turn(raid.battle) == "toki"


def test_a_run_with_more_text_than_fits_is_shown_again_whole(raid: Ford) -> None:
    long = f"{'ice ' * 6_000}END"
    page = raid.as_("alice").get(raid.url + "npc/").content.decode()
    answer = run(raid, page, text=long)
    assert answer.status_code == 409 and long in answer.content.decode()
    assert not TurnPost.objects.exists()


def test_the_run_sent_twice_plays_each_turn_once(raid: Ford) -> None:
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    review = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "review"}).content.decode()
    for _again in range(2):
        client.post(raid.url + "npc/", hidden_fields(review) | {"do": "run"})
    assert TurnPost.objects.count() == 3


def test_a_stop_leaves_the_rest_untouched(raid: Ford) -> None:
    """Behaviour 32: stop after two leaves one as it was."""
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    stopped = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "skip:colossus"}).content.decode()
    assert run(raid, stopped).status_code == 302
    assert [post.unit for post in TurnPost.objects.order_by("number")] == ["raider1", "raider2"]
    assert arena.whose_turn(raid.battle) == "colossus"


def test_a_row_is_changed_with_the_same_composer(raid: Ford) -> None:
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    editor = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "change:raider1"}).content.decode()
    assert 'id="orders"' in editor
    orders = {"mode": "act", "to": "G4", "act": "none", "target": "", "boost": "0"}
    done = client.post(raid.url + "npc/", hidden_fields(editor) | orders | {"do": "done"}).content.decode()
    assert "→ G4" in done and "changed" in done
    run(raid, done)
    assert str(raid.state().units["raider1"].at) == "G4"


def test_the_run_stops_at_the_first_turn_that_cannot_be_played_and_keeps_the_rest(raid: Ford) -> None:
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    review = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "review"}).content.decode()
    fields = hidden_fields(review)
    rows = json.loads(fields["rows"])
    rows[1]["orders"] |= {"to": "A1", "act": "none"}
    answer = client.post(raid.url + "npc/", fields | {"rows": json.dumps(rows), "do": "run"})
    assert answer.status_code == 409
    told = answer.content.decode()
    assert "Stopped at Raider 2" in told
    assert [post.unit for post in TurnPost.objects.all()] == ["raider1"]
    assert re.findall(r"<strong>\d\. ([^<]+)</strong>", told) == ["Raider 2", "Colossus"]


# --- history


def test_going_back_is_previewed_with_whose_turn_it_will_be_and_keeps_every_roll(raid: Ford) -> None:
    """Behaviours 15, 33, 34."""
    client = raid.as_("alice")
    run(raid, client.get(raid.url + "npc/").content.decode())
    rolls = Roll.objects.count()
    listing = client.get(raid.url + "history/").content.decode()
    row = next(line for line in listing.split("<li") if "Raider 1 takes its turn." in line)
    step = re.search(r'href="\?to=(\d+)"', row)
    assert step
    preview = client.get(f"{raid.url}history/?to={step[1]}").content.decode()
    assert "It will be the turn of <strong>Raider 1</strong> in round 1." in preview
    assert "Now it is the turn of Tóki." in preview
    assert "Turns that would be taken back" in preview and "Raider 2" in preview
    assert TurnPost.objects.filter(undone_at__isnull=False).count() == 0
    refused = client.post(raid.url + "history/", hidden_fields(preview) | {"reason": ""})
    assert refused.status_code == 409
    client.post(raid.url + "history/", hidden_fields(preview) | {"reason": "wrong unit"})
    assert arena.whose_turn(raid.battle) == "raider1"
    assert Roll.objects.count() == rolls
    chronicle = raid.as_("bob").get(raid.url + "chronicle/").content.decode()
    assert "The director takes back the steps so marked: wrong unit." in chronicle
    assert "<s>Raider 1 takes its turn.</s>" in chronicle
    assert "taken back by the director" in chronicle


def test_nobody_is_marked_as_the_last_to_act_by_a_turn_that_was_taken_back(the_ford: Ford) -> None:
    """The cross hair leads the eye to who acted last; a turn that does not count any more led nowhere."""
    before = the_ford.battle.events.order_by("-number").values_list("number", flat=True)[0]
    the_ford.pass_turn("toki", "bob")
    assert 'class="bd-last"' in the_ford.as_("dani").get(the_ford.url).content.decode()
    services.undo(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        to_event=before,
        reason="misread",
        at=timezone.now(),
    )
    assert 'class="bd-last"' not in the_ford.as_("carla").get(the_ford.url).content.decode()


def test_the_replay_shows_the_board_of_each_step(the_ford: Ford) -> None:
    client = the_ford.as_("bob")
    page = client.get(the_ford.url).content.decode()
    review = client.post(
        the_ford.url + "review/", hidden_fields(page) | {"text": "", **ORDERS}, follow=True
    ).content.decode()
    client.post(the_ford.url + "play/", hidden_fields(review))
    newest = client.get(the_ford.url + "chronicle/").content.decode()
    steps = int(re.search(r'class="step-count">\d+/(\d+)<', newest)[1])  # type: ignore[index]
    first = client.get(the_ford.url + "chronicle/?step=0").content.decode()
    assert re.search(r"<td>Tóki 13/10", newest.split('<th scope="row">4</th>')[1].split("</tr>")[0])
    assert re.search(r"<td>Tóki 13/10", first.split('<th scope="row">5</th>')[1].split("</tr>")[0])
    for step in range(steps + 1):
        assert client.get(f"{the_ford.url}chronicle/?step={step}").status_code == 200
    assert client.get(the_ford.url + "chronicle/?step=99999999").status_code == 200


def test_what_is_over_is_not_offered_for_going_back(raid: Ford) -> None:
    """A director follows an old link into the history of a battle that has ended meanwhile.
    The page says that nothing can be taken back, instead of asking for a reason."""
    services.end_battle(
        battle_id=raid.battle.pk, director=raid.people["alice"], winner="north", reason="a", at=timezone.now()
    )
    page = raid.as_("alice").get(raid.url + "history/?to=1").content.decode()
    assert "it cannot be undone any more" in page and "Reason, for the record" not in page


@pytest.mark.parametrize("to", ["9" * 5000, "²", "-1", "\x00"])
def test_a_step_that_is_no_step_is_no_page(raid: Ford, to: str) -> None:
    """Somebody writes nonsense after `?to=`.
    There is no such step, so there is no such page."""
    assert raid.as_("alice").get(raid.url + "history/", {"to": to}).status_code == 404


@pytest.mark.parametrize(
    "rows", ["[" * 15_000, "null", '[{"unit": {}}]', '[{"unit": "raider1", "orders": [1]}]', '[{"unit": "raider1"}]']
)
def test_rows_that_nobody_can_read_break_nothing(raid: Ford, rows: str) -> None:
    """The hidden field of the director's own units comes back in pieces.
    What cannot be read is left out, and the page stays a page."""
    answer = raid.as_("alice").post(raid.url + "npc/", {"rows": rows, "do": "review", "key": "k" * 12})
    assert answer.status_code in (200, 302, 422)


def begun(raid: Ford) -> str:
    """The page of a run of three that has been reviewed and begun."""
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    review = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "review", "text": "They come."})
    answer = client.post(raid.url + "npc/", hidden_fields(review.content.decode()) | {"do": "begin"})
    assert answer.url == raid.url + "npc/run/#go"
    return step(raid)


def step(raid: Ford, **fields: str) -> str:
    """Press a button of the run's page, and what it says then."""
    client = raid.as_("alice")
    if fields:
        assert client.post(raid.url + "npc/run/", fields).status_code == 302
    answer = client.get(raid.url + "npc/run/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_without_scripts_units_are_played_one_by_one(raid: Ford) -> None:
    page = begun(raid)
    assert "0 of 3 played" in page and "Play Raider 1 alone" in page
    assert TurnPost.objects.count() == 0
    page = step(raid, do="next", number="0")
    assert "1 of 3 played" in page and "next: Raider 2" in page
    assert f"{raid.url}turns/1/" in page
    assert "1 of 3 played" in step(raid, do="next", number="0")
    page = step(raid, do="rest", number="1")
    assert "3 of 3 played" in page and "To the battle" in page
    assert [post.narrative for post in TurnPost.objects.order_by("number")] == ["They come.", "", ""]


def test_a_run_is_stopped_between_two_units_and_its_rest_kept(raid: Ford) -> None:
    """Behaviour 32."""
    begun(raid)
    step(raid, do="next", number="0")
    client = raid.as_("alice")
    page = client.post(raid.url + "npc/run/", {"do": "stop", "number": "1"}, follow=True).content.decode()
    assert "Stopped: 1 turn was played. What is left was not touched." in page
    assert "A run stands at 1 of 3" in page
    assert re.findall(r"<strong>\d\. ([^<]+)</strong>", page) == ["Raider 2", "Colossus"]
    assert "Go on with the rest" in step(raid)
    assert "3 of 3 played" in step(raid, do="again-rest")
    assert "A run stands" not in client.get(raid.url + "npc/").content.decode()


def test_a_part_tells_how_far_the_run_is(raid: Ford) -> None:
    begun(raid)
    answer = raid.as_("alice").post(raid.url + "npc/run/", {"do": "next", "number": "0"}, headers={"X-Part": "run"})
    part = answer.content.decode()
    assert part.startswith("<section") and 'data-number="1" data-state="going"' in part
    assert '<progress max="3" value="1"' in part


def test_a_unit_that_fell_between_two_of_a_run_is_said_to_be_defeated_by_its_name(raid: Ford) -> None:
    begun(raid)
    step(raid, do="next", number="0")
    about = {"battle_id": raid.battle.pk, "director": raid.people["alice"], "at": timezone.now()}
    services.correct(**about, unit="raider2", attribute="strength", value=0, reason="It fell through the ice.")
    page = step(raid, do="again", number="1")
    assert "Stopped at Raider 2: Raider 2 is defeated." in page and "1 of 3 played" in page


def test_a_unit_that_cannot_act_as_reviewed_is_named_and_the_rest_kept(raid: Ford) -> None:
    """The board changes between two units; what was played stands."""
    begun(raid)
    step(raid, do="next", number="0")
    act(raid, "correct", unit="toki", attribute="armor", value="4", reason="a strap broke")
    page = step(raid, do="next", number="1")
    assert "Stopped at Raider 2: the board has changed" in page
    assert "What was played stands; the rest was not touched." in page
    assert TurnPost.objects.count() == 1
    assert "3 of 3 played" in step(raid, do="again-rest")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "next"},
        {"do": "rest", "number": "x"},
        {"do": "next", "number": "9999"},
        {"do": "roll", "number": "0"},
    ],
)
def test_a_forged_button_plays_nothing(raid: Ford, fields: dict[str, str]) -> None:
    begun(raid)
    assert raid.as_("alice").post(raid.url + "npc/run/", fields).status_code == 302
    assert TurnPost.objects.count() == 0


def test_a_run_is_its_directors_own(raid: Ford) -> None:
    begun(raid)
    for name in ("bob", "sam"):
        for answer in (
            raid.as_(name).get(raid.url + "npc/run/"),
            raid.as_(name).post(raid.url + "npc/run/", {"do": "next", "number": "0"}),
        ):
            assert answer.status_code == 403
    assert TurnPost.objects.count() == 0


def test_without_a_run_its_page_leads_to_the_units(raid: Ford) -> None:
    answer = raid.as_("alice").get(raid.url + "npc/run/")
    assert (answer.status_code, answer.url) == (302, raid.url + "npc/")


def test_a_run_begun_on_an_old_board_is_looked_at_again(raid: Ford) -> None:
    client = raid.as_("alice")
    page = client.get(raid.url + "npc/").content.decode()
    act(raid, "correct", unit="toki", attribute="armor", value="4", reason="a strap broke")
    answer = client.post(raid.url + "npc/", hidden_fields(page) | {"do": "begin"})
    assert answer.status_code == 409
    assert "The battle has changed meanwhile." in answer.content.decode()
