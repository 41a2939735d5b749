"""Early turns on their page: left, changed, frozen, published; never played from there by their player."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests import ford
from tests.ford import ORDERS, Ford, hidden_fields
from turns.models import EarlyTurn, TurnDraft, TurnPost

pytestmark = pytest.mark.django_db

STRIKE = {"mode": "act", "horn": "0", "to": "F3", "act": "strength", "target": "raider1", "boost": "0"}


def page_of(the_ford: Ford, name: str = "carla", unit: str = "eyra", query: str = "") -> str:
    answer = the_ford.as_(name).get(f"{the_ford.url}plan/{unit}/{query}")
    assert answer.status_code == 200, answer.content.decode()[:400]
    return answer.content.decode()


def press(the_ford: Ford, page: str, do: str, name: str = "carla", unit: str = "eyra", **fields: str) -> Any:
    """Press a button of the planner with these orders for the alternative being edited."""
    data = hidden_fields(page) | {"text": "If they stay.", "do": do} | fields
    return the_ford.as_(name).post(f"{the_ford.url}plan/{unit}/", data)


def leave(the_ford: Ford, **fields: str) -> None:
    answer = press(the_ford, page_of(the_ford), "leave", **{**STRIKE, **fields})
    assert answer.status_code == 302, re.findall(r'class="summary".*?</ul>', answer.content.decode(), re.DOTALL)


def test_the_page_says_that_nothing_is_played_now(the_ford: Ford) -> None:
    page = page_of(the_ford)
    assert "band-plan" in page
    assert "PLAN: nothing is played now" in page
    assert "/play/" not in page and "/review/" not in page


def test_an_early_turn_is_left_read_again_and_private(the_ford: Ford) -> None:
    """EARLY-1: nobody but author and director sees it."""
    leave(the_ford)
    assert the_ford.state().plans["eyra"].alternatives[0].steps[0].to.x == 5
    assert 'value="F3"' in page_of(the_ford)
    assert "early turn waiting" in the_ford.as_("carla").get(the_ford.url).content.decode()
    for name in ("bob", "sam"):
        assert "early turn waiting" not in the_ford.as_(name).get(the_ford.url).content.decode()
        assert the_ford.as_(name).get(f"{the_ford.url}plan/eyra/").status_code == 404
        assert "If they stay." not in the_ford.as_(name).get(the_ford.url + "chronicle/").content.decode()


def test_more_text_than_fits_is_shown_again_whole(the_ford: Ford) -> None:
    """A field with a limit of its own would have dropped the end of what was pasted, without a word."""
    long = f"{'ice ' * 6_000}END"
    answer = press(the_ford, page_of(the_ford), "leave", **STRIKE, text=long)
    assert answer.status_code == 422 and long in answer.content.decode()
    assert "maxlength" not in re.search(r'<textarea name="text"[^>]*>', page_of(the_ford))[0]  # type: ignore[index]
    assert "eyra" not in the_ford.state().plans


def test_three_alternatives_with_conditions_in_order(the_ford: Ford) -> None:
    page = press(
        the_ford, page_of(the_ford), "add", **STRIKE, **{"c0-kind": "standing", "c0-unit": "raider1"}
    ).content.decode()
    assert "Alternative 2 of 2" in page
    page = press(the_ford, page, "add", mode="rest").content.decode()
    assert "Alternative 3 of 3" in page
    assert 'value="add"' not in page
    answer = press(the_ford, page, "leave", mode="act", act="none", to="D3")
    assert answer.status_code == 302
    plan = the_ford.state().plans["eyra"]
    assert [len(one.conditions) for one in plan.alternatives] == [1, 0, 0]
    assert [one.steps[0].kind for one in plan.alternatives] == ["move", "rest", "move"]


def test_an_alternative_can_be_moved_up_and_removed(the_ford: Ford) -> None:
    page = press(the_ford, page_of(the_ford), "add", **STRIKE).content.decode()
    page = press(the_ford, page, "up:1", mode="rest").content.decode()
    assert "Alternative 1 of 2" in page
    assert re.search(r"1\. rest", page)
    page = press(the_ford, page, "drop:0", mode="rest").content.decode()
    assert "Alternative 1 of 1" in page
    assert 'value="F3"' in page


def test_the_dry_run_says_which_alternative_would_be_played_now(the_ford: Ford) -> None:
    page = press(
        the_ford, page_of(the_ford), "add", **STRIKE, **{"c0-kind": "down", "c0-unit": "raider1"}
    ).content.decode()
    page = press(the_ford, page, "recalc", mode="rest").content.decode()
    dry = page[page.index('id="dry"') :]
    assert "if Raider 1 is down: not true now" in re.sub(r"\s+", " ", dry)
    assert re.search(r'class="chosen"><strong>rest', dry)


def test_a_condition_that_is_not_finished_is_refused_at_the_summary(the_ford: Ford) -> None:
    answer = press(the_ford, page_of(the_ford), "leave", **STRIKE, **{"c0-kind": "free"})
    assert answer.status_code == 422
    assert "names no cell" in answer.content.decode()
    answer = press(the_ford, page_of(the_ford), "leave", **STRIKE, **{"c0-kind": "standing", "c0-unit": ""})
    assert "One of the conditions is not complete" in answer.content.decode()
    assert EarlyTurn.objects.count() == 0


def test_what_is_refused_as_an_early_turn_is_kept_as_a_draft(the_ford: Ford) -> None:
    """Also without scripts, which save while one writes: nothing typed is lost by going elsewhere."""
    press(the_ford, page_of(the_ford), "leave", **STRIKE, text="Over the ice.", **{"c0-kind": "free"})
    assert "Over the ice." in page_of(the_ford)
    assert EarlyTurn.objects.count() == 0


def test_a_plan_from_a_page_of_a_round_that_is_over_is_not_saved_for_the_next(the_ford: Ford) -> None:
    """EARLY-1, SK-125."""
    answer = press(the_ford, page_of(the_ford), "leave", **STRIKE, round="9")
    assert answer.status_code == 422
    assert "Round 9 is over." in answer.content.decode()
    assert EarlyTurn.objects.count() == 0


def test_the_planner_never_plays_a_live_turn(the_ford: Ford) -> None:
    """Behaviour 21: whatever is sent to it, and whatever of it is sent to the play address."""
    for do in ("play", "review", "publish-plain", "leave"):
        press(the_ford, page_of(the_ford), do, **STRIKE)
    answer = the_ford.as_("bob").post(f"{the_ford.url}plan/toki/", {**ORDERS, "do": "leave", "text": "Now?"})
    assert answer.status_code == 409
    assert "Frozen" in answer.content.decode()
    data = {"unit": "eyra", "version": "", "key": "forged-key", "text": "", **STRIKE}
    assert the_ford.as_("carla").post(the_ford.url + "play/", data).status_code == 409
    assert TurnPost.objects.count() == 0


def test_editing_and_cancelling_leaves_the_saved_plan_as_it_was(the_ford: Ford) -> None:
    """Behaviour 21."""
    leave(the_ford)
    before = (EarlyTurn.objects.values_list("alternatives", "narrative").get(), the_ford.state().plans)
    page = page_of(the_ford)
    press(the_ford, page, "recalc", **{**STRIKE, "to": "D3"})
    data = hidden_fields(page) | {**STRIKE, "to": "D4", "text": "Other words"}
    assert the_ford.as_("carla").post(f"{the_ford.url}plan/eyra/draft/", data).status_code == 200
    assert (EarlyTurn.objects.values_list("alternatives", "narrative").get(), the_ford.state().plans) == before
    assert TurnDraft.objects.get().purpose == "plan"


def test_taking_it_back_is_asked_first(the_ford: Ford) -> None:
    leave(the_ford)
    page = page_of(the_ford, query="?withdraw=1")
    assert "Take the early turn of Eyra back" in page
    assert "eyra" in the_ford.state().plans
    press(the_ford, page, "withdraw")
    assert "eyra" not in the_ford.state().plans


def play(the_ford: Ford, name: str, unit: str, **orders: str) -> None:
    """Play a unit's turn through review and confirmation."""
    client = the_ford.as_(name)
    page = client.get(f"{the_ford.url}?unit={unit}").content.decode()
    data = hidden_fields(page) | {"text": "", "mode": "act", "act": "none", **orders}
    review = client.post(the_ford.url + "review/", data, follow=True).content.decode()
    assert client.post(the_ford.url + "play/", hidden_fields(review)).status_code == 302


def test_the_second_alternative_is_used_when_the_first_is_not_legal(people: dict[str, Any]) -> None:
    """Behaviours 22 and 23, EARLY-2: its owner reads both, others neither; the plan is frozen."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"))
    page = press(
        the_ford, page_of(the_ford), "add", **{**STRIKE, "to": "D3", "act": "none", "target": ""}
    ).content.decode()
    assert press(the_ford, page, "leave", mode="rest").status_code == 302
    play(the_ford, "bob", "toki", to="D3")
    post = TurnPost.objects.get(unit="eyra")
    assert post.manner == "early"
    frozen = page_of(the_ford)
    assert "Frozen" in frozen and "Alternative 2 was played." in frozen
    assert "→ D3" in frozen and "rest" in frozen
    assert "Your early turn was played (alternative 2)." in the_ford.as_("carla").get(the_ford.url).content.decode()
    others = the_ford.as_("bob").get(the_ford.url + "chronicle/").content.decode()
    assert "Alternative 2" not in others and "alternative 2" not in others
    assert press(the_ford, frozen, "leave", **STRIKE).status_code == 409


def test_the_director_publishes_adapts_or_leaves_it(people: dict[str, Any]) -> None:
    """EARLY-2 with `early_turns = director`; behaviour 31."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), rules={"early_turns": "director"})
    leave(the_ford)
    play(the_ford, "bob", "toki")
    client = the_ford.as_("alice")
    console = client.get(f"/c/{the_ford.campaign.slug}/director/").content.decode()
    assert f"{the_ford.url}plan/eyra/" in console
    page = page_of(the_ford, "alice")
    assert "What the player wrote" in page and "If they stay." in page
    review = press(
        the_ford, page, "review-adapted", "alice", **{**STRIKE, "to": "E3", "act": "none", "target": ""}
    ).content.decode()
    assert "Original" in review and "Adapted" in review
    answer = client.post(f"{the_ford.url}plan/eyra/", hidden_fields(review) | {"do": "publish-adapted"})
    assert answer.status_code == 302
    post = TurnPost.objects.get(unit="eyra")
    assert (post.author, post.narrative, post.notes["how"]) == (people["carla"], "If they stay.", "plan-adapted")
    assert str(the_ford.state().units["eyra"].at) == "E3"
    assert EarlyTurn.objects.get().alternatives[0]["steps"][0]["to"] == "F3"


@pytest.mark.parametrize("alts", ["[" * 11_000, "null", '[{"orders": [1], "conditions": 3}]'])
def test_alternatives_that_nobody_can_read_break_nothing(the_ford: Ford, alts: str) -> None:
    """The hidden field of the planner comes back in pieces, and so does the number of the one being edited.
    The page begins again with one alternative."""
    answer = press(the_ford, page_of(the_ford), "alt:" + "9" * 5000, alts=alts, current="9" * 5000)
    assert answer.status_code == 200
    assert "Alternative 1 of 1" in answer.content.decode()
