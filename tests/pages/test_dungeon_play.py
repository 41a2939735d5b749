"""A hero's turn through the pages: each step chosen, foreseen, reviewed and confirmed before the next one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Roll
from rulebook.dungeon import forecast
from rulebook.dungeon.steps import End, Fight
from tests import cellar, crypt
from tests.cellar import Cellar
from tests.ford import hidden_fields
from turns.models import TurnDraft, TurnPost

pytestmark = pytest.mark.django_db


def plain(page: str) -> str:
    """A page's words."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


# --- choosing


def test_a_tapped_square_becomes_the_way_and_says_what_is_left(the_cellar: Cellar) -> None:
    page = the_cellar.composed("carla", "ivo", pick="cell:1,5").content.decode()
    assert 'name="to" value="1,5"' in page
    assert re.search(r'value="move"[^>]*checked', page)
    assert "Then 5 points of movement are left." in page
    assert "dg-arrow" in page


def test_a_tapped_enemy_in_front_becomes_the_target_with_pools_and_exact_chances(the_cellar: Cellar) -> None:
    page = plain(the_cellar.composed("carla", "torvek", pick="unit:bone_guard-1").content.decode())
    assert re.search(r"Bone Guard 1: \d+ % to hit", page)
    assert "4 dice against 2, above Armour 2" in page
    assert "falls to a bone pile" in page and "destroyed" in page


def test_the_chance_shown_is_the_rulebooks(the_cellar: Cellar) -> None:
    """Behaviour 9: the forecast is the one that the roll then uses."""
    told = forecast(the_cellar.state, "torvek", Fight("bone_guard-1"))[0]
    page = plain(the_cellar.composed("carla", "torvek", act="fight", target="bone_guard-1").content.decode())
    assert f"{round(100 * told.chance)} % to hit" in page


def test_leaving_a_front_arc_says_its_price_before_it_is_paid(the_cellar: Cellar) -> None:
    """DS-BREAK-02."""
    page = plain(the_cellar.composed("carla", "torvek", act="move", to="1,2").content.decode())
    assert "before it moves, these may strike it: Bone Guard 1." in page
    assert re.search(r"Free strike: Bone Guard 1: \d+ % to hit", page)


def test_turning_while_engaged_says_that_it_then_stays(the_cellar: Cellar) -> None:
    """AMD-17."""
    page = plain(the_cellar.composed("carla", "torvek", act="move", facing="N").content.decode())
    assert "it cannot break away any more in this turn" in page


def test_a_square_that_cannot_be_reached_says_so_at_its_field(the_cellar: Cellar) -> None:
    """Behaviour 11."""
    answer = the_cellar.composed("carla", "ivo", act="move", to="12,2")
    page = answer.content.decode()
    assert 'id="e-to"' in page and "12,2 cannot be reached now." in page


def test_what_may_not_be_done_is_listed_with_its_reason(the_cellar: Cellar) -> None:
    """Behaviour 12."""
    page = plain(the_cellar.page("carla", "?unit=ivo"))
    assert "Fight (Nobody is in its front arc.)" in page
    assert "Cast Quickstep" in page and "Feat: Overchannel" in page


def test_a_spell_over_an_area_foresees_everyone_in_it(the_cellar: Cellar) -> None:
    page = plain(the_cellar.composed("carla", "ivo", act="cast:fireburst", target="bone_guard-1").content.decode())
    assert "Bone Guard 1:" in page
    assert "Torvek Underhelm:" in page, "friends on and around it too"
    assert "Ready again after 2 ends of a round." in page


def test_a_spell_that_moves_a_friend_asks_for_friend_and_square(the_cellar: Cellar) -> None:
    page = the_cellar.composed("carla", "ivo", act="cast:quickstep", target="sylwen").content.decode()
    assert 'value="cell:1,4"' not in page, "Ivo stands there"
    assert 'value="cell:2,4"' in page
    answer = the_cellar.step("carla", "ivo", act="cast:quickstep", target="sylwen", to="2,4", facing="S")
    assert "Casts" not in answer.redirect_chain[-1][0]
    assert str(the_cellar.state.models["sylwen"].at) == "(2,4)"


# --- the review


def test_the_review_says_the_step_its_chance_and_that_the_turn_stays_open(the_cellar: Cellar) -> None:
    client, page = the_cellar.reviewed("carla", "torvek", act="fight", target="bone_guard-1", text="He swings.")
    words = plain(page)
    assert "Fights Bone Guard 1" in words
    assert "Roll 4 dice against Bone Guard 1" in words
    assert "The turn stays open" in words
    assert "only the director can correct or undo it" in words
    assert not Roll.objects.filter(unit="torvek").exists()
    assert client.get(the_cellar.url + "review/?unit=torvek&draft=0").status_code == 200


def test_a_step_is_rolled_once_however_often_it_is_sent(the_cellar: Cellar) -> None:
    """Behaviour 13."""
    client, page = the_cellar.reviewed("carla", "torvek", act="fight", target="bone_guard-1")
    sent = hidden_fields(page)
    first = client.post(the_cellar.url + "play/", sent)
    rolled = Roll.objects.count()
    second = client.post(the_cellar.url + "play/", sent)
    assert (first.status_code, second.status_code) == (302, 302)
    assert Roll.objects.count() == rolled
    assert TurnPost.objects.filter(unit="torvek").count() == 1


def test_after_the_dice_the_turn_goes_on_where_it_stands(the_cellar: Cellar) -> None:
    answer = the_cellar.step("carla", "torvek", act="fight", target="bone_guard-1")
    assert answer.redirect_chain[-1][0].endswith("?unit=torvek#turn")
    page = plain(answer.content.decode())
    assert "This turn so far" in page
    assert "Torvek Underhelm fights Bone Guard 1:" in page
    assert "Fight (It has acted in this turn.)" in page


def test_moving_and_acting_are_steps_of_one_post(the_cellar: Cellar) -> None:
    the_cellar.step("bob", "bruna", act="move", to="2,1", facing="E")
    the_cellar.step("bob", "bruna", act="fight", target="bone_guard-1")
    answer = the_cellar.step("bob", "bruna", act="end")
    assert re.search(r"/turns/\d+/$", answer.redirect_chain[-1][0])
    post = TurnPost.objects.get(unit="bruna")
    assert not post.open
    assert the_cellar.state.models["bruna"].status == "acted"


# --- words


def test_the_narrative_is_kept_over_steps_and_published_with_the_end(the_cellar: Cellar) -> None:
    answer = the_cellar.step("carla", "torvek", act="fight", target="bone_guard-1", text="He roars.")
    assert ">He roars.</textarea>" in answer.content.decode()
    assert TurnPost.objects.get(unit="torvek").narrative == ""
    ended = the_cellar.step("carla", "torvek", act="end", text="He roars. And waits.")
    assert "He roars. And waits." in plain(ended.content.decode())
    assert TurnPost.objects.get(unit="torvek").narrative == "He roars. And waits."
    left = TurnDraft.objects.filter(unit="torvek", discarded_at__isnull=True)
    assert not any(row.narrative for row in left)


def test_any_step_may_publish_what_is_written_so_far(the_cellar: Cellar) -> None:
    client, page = the_cellar.reviewed("carla", "torvek", act="fight", target="bone_guard-1", text="He roars.")
    answer = client.post(the_cellar.url + "play/", hidden_fields(page) | {"publish": "1"}, follow=True)
    assert TurnPost.objects.get(unit="torvek").narrative == "He roars."
    assert ">He roars.</textarea>" not in answer.content.decode()


def test_a_refused_step_keeps_the_text_and_says_why(the_cellar: Cellar) -> None:
    client = the_cellar.as_("carla")
    page = client.get(the_cellar.url + "?unit=ivo").content.decode()
    sent = hidden_fields(page) | {"unit": "ivo", "act": "fight", "target": "bone_archer-1", "text": "Ha!"}
    answer = client.post(the_cellar.url + "review/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<title>Error:" in page
    assert "is not in front of Ivo Marrowen: turn first." in page
    assert ">Ha!</textarea>" in page


def test_the_game_that_went_on_meanwhile_is_shown_first_and_nothing_is_rolled(the_cellar: Cellar) -> None:
    """Behaviour 20: a stale form gives what changed, whether the step still stands, and the text intact."""
    client, page = the_cellar.reviewed("carla", "ivo", act="cast:ember_dart", target="bone_guard-1", text="Fire!")
    crypt.play(the_cellar.battle, the_cellar.people["bob"], "bruna", End(), at=timezone.now())
    rolled = Roll.objects.filter(unit="ivo").count()
    answer = client.post(the_cellar.url + "play/", hidden_fields(page))
    assert answer.status_code == 409
    words = plain(answer.content.decode())
    assert "Nothing was rolled. Your text is safe." in words
    assert "Fire!" in words
    assert "It is still legal." in words or "It can no longer be done as it is:" in words
    assert Roll.objects.filter(unit="ivo").count() == rolled


def test_a_turn_that_somebody_else_has_begun_gives_the_text_back(the_cellar: Cellar) -> None:
    client, page = the_cellar.reviewed("carla", "ivo", act="cast:ember_dart", target="bone_guard-1", text="Fire!")
    the_cellar.step("bob", "bruna", act="move", to="2,1")
    answer = client.post(the_cellar.url + "play/", hidden_fields(page))
    assert answer.status_code == 409
    assert "Fire!" in answer.content.decode()
    assert TurnDraft.objects.filter(unit="ivo", narrative="Fire!").exists()


def test_typing_is_saved_on_the_way_for_own_heroes_alone(the_cellar: Cellar) -> None:
    client = the_cellar.as_("bob")
    sent = {"unit": "bruna", "text": "Half a sent", "act": "move", "fork": "0", "revision": "0"}
    assert client.post(the_cellar.url + "draft/", sent).status_code == 200
    assert client.post(the_cellar.url + "draft/", sent | {"unit": "torvek"}).status_code == 404
    assert client.post(the_cellar.url + "draft/", sent | {"unit": "overlord"}).status_code == 404
    assert ">Half a sent</textarea>" in client.get(the_cellar.url + "?unit=bruna").content.decode()


def test_forged_steps_for_other_heroes_are_refused(the_cellar: Cellar) -> None:
    client = the_cellar.as_("bob")
    page = client.get(the_cellar.url + "?unit=bruna").content.decode()
    sent = hidden_fields(page) | {"unit": "torvek", "act": "end", "text": "", "key": "forged-key-1"}
    answer = client.post(the_cellar.url + "play/", sent)
    assert answer.status_code in (403, 409, 422)
    assert the_cellar.state.models["torvek"].status == "waiting"


# --- items, trades, feats, strikes


def test_an_item_says_what_it_does_and_that_it_is_used_up(the_cellar: Cellar) -> None:
    page = the_cellar.composed("bob", "bruna", act="item:whetstone_oil")
    words = plain(page.content.decode())
    assert "dado" in words or "die" in words
    the_cellar.step("bob", "bruna", act="item:whetstone_oil")
    assert "whetstone_oil" not in the_cellar.state.models["bruna"].items


def offered(game: Cellar) -> str:
    """Bruna offers Torvek her draught for his knuckle; the words of what is asked of Carla."""
    game.step("bob", "bruna", act="trade", target="torvek", give="healing_draught", take="saints_knuckle")
    return plain(game.page("carla"))


def test_a_trade_between_players_is_asked_and_taken(the_cellar: Cellar) -> None:
    """DS-ITEM-06."""
    words = offered(the_cellar)
    assert "Bruna Halgerd offers Torvek Underhelm a trade" in words
    assert "You get: Healing Draught." in words and "You give: Saint's Knuckle." in words.replace("&#x27;", "'")
    client = the_cellar.as_("carla")
    page = client.get(the_cellar.url).content.decode()
    client.post(the_cellar.url + "trade/", {"version": hidden_fields(page)["version"], "accept": "1"})
    assert the_cellar.state.models["torvek"].items == ("healing_draught",)
    assert "saints_knuckle" in the_cellar.state.models["bruna"].items


def test_a_refused_trade_leaves_all_where_it_is_and_others_cannot_answer(the_cellar: Cellar) -> None:
    offered(the_cellar)
    the_cellar.as_("bob").post(the_cellar.url + "trade/", {"accept": "1"})
    assert the_cellar.state.offer is not None, "Bob is not asked"
    the_cellar.as_("carla").post(the_cellar.url + "trade/", {"accept": "0"})
    assert the_cellar.state.offer is None
    assert the_cellar.state.models["torvek"].items == ("saints_knuckle",)


def test_a_feat_replaces_the_turn_and_its_blows_follow_one_by_one(the_cellar: Cellar) -> None:
    """DS-FEAT-04."""
    the_cellar.step("bob", "bruna", act="move", to="2,1")
    the_cellar.step("bob", "bruna", act="end")
    game = cellar.build(the_cellar.people, io_variant="improved")
    page = plain(game.composed("carla", "torvek", act="feat:hold_the_breach").content.decode())
    assert "A feat replaces the whole turn" in page
    game.step("carla", "torvek", act="feat:hold_the_breach")
    assert "hold_the_breach" in game.state.models["torvek"].feats_used


def test_breaking_away_is_struck_by_whoever_holds_it_before_it_moves(the_cellar: Cellar) -> None:
    the_cellar.step("carla", "torvek", act="move", to="1,2")
    reasons = {event["kind"] for event in the_cellar.battle.events.values("kind")}
    assert {"breaking-away", "attack-rolled"} <= reasons
    assert str(the_cellar.state.models["torvek"].at) == "(1,2)"


def test_a_player_who_wants_to_be_asked_decides_a_free_strike_on_the_page(people: dict[str, Any]) -> None:
    """IMP-03: the question holds its chances; the answer goes on with the game."""
    game = cellar.build(people, overlord="dani", free_strikes="ask")
    game.people["dani"].language = "en"
    game.people["dani"].save()
    game.step("carla", "torvek", act="move", to="1,2")
    page = game.page("dani")
    words = plain(page)
    assert "Free strike of Bone Guard 1 on Torvek Underhelm?" in words
    assert re.search(r"Torvek Underhelm: \d+ % to hit", words)
    assert "Free strike of Bone Guard 1" not in plain(game.page("carla"))
    client = game.as_("dani")
    version = hidden_fields(page)["version"]
    client.post(game.url + "strike/", {"unit": "bone_guard-1", "version": version, "strike": "0"})
    assert game.state.pending is None
    assert str(game.state.models["torvek"].at) == "(1,2)"
    assert game.state.models["torvek"].wounds == 0


def test_a_late_hero_may_still_act_until_the_overlords_turn(people: dict[str, Any]) -> None:
    """IMP-01: the page says that it was missed, and offers the turn all the same."""
    game = cellar.build(people, io_variant="improved", first_turn_hours=1.0, turn_hours=100.0)
    page = plain(game.page("bob"))
    assert game.state.models["bruna"].status == "expired"
    assert "Bruna Halgerd" in page
    game.step("bob", "bruna", act="end")
    assert game.state.models["bruna"].status == "acted-late"
    assert TurnPost.objects.get(unit="bruna").manner == "late"


def test_steps_are_the_same_actions_as_any_others(the_cellar: Cellar) -> None:
    """What the page sent replays to the same game."""
    the_cellar.step("carla", "torvek", act="fight", target="bone_guard-1")
    the_cellar.step("carla", "torvek", act="end")
    assert crypt.replayed(the_cellar.battle) == the_cellar.state


def test_a_player_asks_the_director_to_take_a_turn_back_and_both_read_it_at_the_post(the_cellar: Cellar) -> None:
    answer = the_cellar.step("carla", "torvek", act="end")
    assert "Ask the director for a retcon" in plain(answer.content.decode())
    number = TurnPost.objects.get(unit="torvek").number
    asked = the_cellar.as_("carla").post(
        f"{the_cellar.url}turns/{number}/retcon/", {"reason": "Wrong hero"}, follow=True
    )
    assert "Wrong hero" in asked.content.decode()
    post = f"{the_cellar.url}turns/{number}/"
    assert "Wrong hero" in the_cellar.as_("alice").get(post).content.decode()
    assert "Wrong hero" not in the_cellar.as_("bob").get(post).content.decode()
