"""The Overlord on the pages: a person in his windows and his turn, and the Invisible one, who says why."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from rulebook.dungeon.state import ALWAYS
from rulebook.dungeon.steps import OVERLORD, End
from rulebook.errors import Illegal
from tests import cellar, crypt
from tests.cellar import Cellar
from tests.ford import hidden_fields
from tests.pages.test_dungeon_play import plain
from turns.dungeon.orders import Orders, step_of
from turns.models import TurnPost

pytestmark = pytest.mark.django_db
OWNERS = {"bruna": "bob", "torvek": "carla", "sylwen": "bob", "ivo": "carla"}


def end(game: Cellar, *heroes: str) -> None:
    """These heroes do nothing."""
    for hero in heroes:
        crypt.play(game.battle, game.people[OWNERS[hero]], hero, End(), at=timezone.now())


def in_window(game: Cellar) -> Cellar:
    end(game, "bruna")
    assert game.state.phase == "window"
    return game


def in_turn(game: Cellar) -> Cellar:
    """Every hero has acted, every window was passed: the Overlord's turn."""
    for hero in OWNERS:
        end(game, hero)
        if game.state.phase == "window":
            crypt.play(game.battle, game.people["dani"], OVERLORD, End(), at=timezone.now())
    assert game.state.phase == "overlord"
    return game


def passed(game: Cellar, scope: str, name: str = "dani") -> Any:
    client = game.as_(name)
    version = hidden_fields(client.get(game.url).content.decode()).get("version", "")
    return client.post(game.url + "windows/", {"scope": scope, "version": version}, follow=True)


# --- windows


def test_a_window_shows_the_cards_that_may_interrupt_and_the_others_with_their_reason(against_dani: Cellar) -> None:
    """DS-INT: between two hero turns, on a clock of its own."""
    page = against_dani.page("dani") and in_window(against_dani).page("dani")
    words = plain(page)
    kinds = {against_dani.state.cards[card].kind for card in against_dani.state.hand}
    assert "interrupt" in kinds and len(kinds) > 1
    assert re.search(r'value="card:[a-z_]+"[^>]*disabled', page)
    assert re.search(r'value="card:[a-z_]+" id="act-\d+"> <span>', page)
    assert "unit=bone_guard-1" not in page, "nobody acts before a card is played"
    assert 'name="scope" value="window"' in page
    assert "The Overlord" in words or "El Tirano" in words


def test_nobody_else_may_act_nor_see_the_hand_while_a_window_is_open(against_dani: Cellar) -> None:
    in_window(against_dani)
    for name in ("carla", "sam", "alice"):
        page = against_dani.page(name)
        assert 'name="act"' not in page, name
        assert 'name="scope"' not in page, name
    assert "card:" not in against_dani.page("carla")


def test_passing_one_window_lets_the_next_hero_begin(against_dani: Cellar) -> None:
    passed(in_window(against_dani), "window")
    assert against_dani.state.phase == "heroes"
    end(against_dani, "torvek")
    assert against_dani.state.phase == "window"


def test_windows_can_be_passed_ahead_for_a_round_or_always_and_taken_back(against_dani: Cellar) -> None:
    passed(against_dani, "always")
    assert against_dani.state.passed >= ALWAYS
    end(against_dani, "bruna", "torvek")
    assert against_dani.state.phase == "heroes"
    page = against_dani.page("dani")
    assert 'name="scope" value="none"' in page
    assert "passes every window" not in plain(against_dani.page("carla"))
    passed(against_dani, "none")
    end(against_dani, "sylwen")
    assert against_dani.state.phase == "window"


def test_only_the_overlord_passes_windows(against_dani: Cellar) -> None:
    in_window(against_dani)
    for name in ("bob", "sam"):
        assert against_dani.as_(name).post(against_dani.url + "windows/", {"scope": "window"}).status_code == 404
    assert against_dani.as_("dani").post(against_dani.url + "windows/", {"scope": "for-ever"}).status_code == 404
    assert against_dani.state.phase == "window"


def test_an_interrupt_activates_models_one_by_one_in_one_post(against_dani: Cellar) -> None:
    """DS-INT-03."""
    in_window(against_dani)
    state = against_dani.state
    card = next(card for card in state.hand if state.cards[card].kind == "interrupt")
    against_dani.step("dani", OVERLORD, act=f"card:{card}")
    page = against_dani.page("dani")
    assert "Interrupt:" in plain(page)
    assert "unit=bone_guard-1" in page
    answer = against_dani.step("dani", "bone_guard-1", act="fight", target="torvek")
    assert "Activation of Bone Guard 1" in plain(answer.content.decode())
    against_dani.step("dani", "bone_guard-1", act="end")
    post = TurnPost.objects.get(unit=OVERLORD)
    assert post.notes["kind"] == "interrupt"
    words = plain(against_dani.as_("carla").get(f"{against_dani.url}turns/{post.number}/").content.decode())
    assert "Bone Guard 1 fights Torvek Underhelm" in words


# --- his turn


def test_his_turn_offers_cards_raising_and_every_model_that_may_still_act(against_dani: Cellar) -> None:
    """DS-OVER-01."""
    page = in_turn(against_dani).page("dani")
    words = plain(page)
    assert "Your turn: the Overlord" in words
    assert "unit=bone_guard-1" in page and "unit=bone_archer-1" in page
    assert "Raise Dead" in words and "End the Overlord&#x27;s turn" in words.replace("'", "&#x27;")
    assert "orders left" in words


def test_raising_asks_for_pile_kind_and_facing(against_dani: Cellar) -> None:
    """DS-RAISE."""
    in_turn(against_dani)
    page = against_dani.composed("dani", OVERLORD, act="raise").content.decode()
    assert 'value="cell:7,4"' in page
    assert 'name="minion"' in page and "Bone Guard" in page
    assert "choose</option>" not in page, "there is but one kind"
    assert "Choose a square, or a facing." in page, "what is missing stands where the chances will"
    assert "Choose a square" not in against_dani.composed("dani", OVERLORD, act="raise", to="7,4").content.decode()
    against_several = replace(
        against_dani.state, mission=replace(against_dani.state.mission, raisable={"a": 1, "b": 1})
    )
    with pytest.raises(Illegal) as refused:
        step_of(against_several, OVERLORD, Orders("raise", "7,4"))
    assert refused.value.code == "no-minion"
    against_dani.step("dani", OVERLORD, act="raise", to="7,4", minion="bone_guard", facing="W")
    raised = against_dani.state.models["bone_guard-2"]
    assert (str(raised.at), raised.facing) == ("(7,4)", "W")


def test_an_order_activates_a_model_and_its_end_leaves_the_turn_open(against_dani: Cellar) -> None:
    in_turn(against_dani)
    page = against_dani.page("dani", "?unit=bone_guard-1")
    assert "Activate Bone Guard 1" in plain(page)
    against_dani.step("dani", "bone_guard-1", act="end")
    assert against_dani.state.turn is not None and against_dani.state.turn.orders == 1
    page = against_dani.page("dani")
    assert "unit=bone_guard-1" not in page, "it has acted"
    answer = against_dani.step("dani", OVERLORD, act="end", text="They wait.")
    assert against_dani.state.round == 2
    assert "They wait." in answer.content.decode()


def test_a_tap_on_another_of_his_models_makes_it_the_one_to_act(against_dani: Cellar) -> None:
    in_turn(against_dani)
    answer = against_dani.composed("dani", OVERLORD, pick="unit:bone_archer-1")
    assert answer.status_code == 302
    assert "unit=bone_archer-1" in answer.headers["Location"]


def test_the_director_who_plays_the_overlord_does_so_on_the_same_page(people: dict[str, Any]) -> None:
    game = cellar.build(people)
    end(game, "bruna")
    page = game.page("alice")
    assert 'name="scope" value="window"' in page and "card:" in page
    passed(game, "round", "alice")
    assert game.state.phase == "heroes"


# --- the Invisible Overlord


def his_post(game: Cellar) -> TurnPost:
    """His post once every hero has acted."""
    end(game, *OWNERS)
    return TurnPost.objects.filter(battle=game.battle, unit=OVERLORD).order_by("-number")[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ("First card", "Next to act", "chosen")), ("es", ("Primera carta", "Actúa ahora", "amenaza"))],
)
def test_his_turn_is_a_post_with_every_reason_to_unfold_in_both_languages(
    the_cellar: Cellar, language: str, said: tuple[str, ...]
) -> None:
    """IMP-04: candidates, each sort key, who was chosen."""
    carla = the_cellar.people["carla"]
    carla.language = language
    carla.save()
    post = his_post(the_cellar)
    assert (post.author, post.manner) == (None, "automatic")
    page = the_cellar.as_("carla").get(f"{the_cellar.url}turns/{post.number}/").content.decode()
    words = plain(page)
    for one in said:
        assert one in words
    reason = r'<details class="reasons"><summary>(.*?)</summary>.*?<thead>(.*?)</thead>.*?<tbody>(.*?)</tbody>'
    table = re.search(reason, page, re.DOTALL)
    assert table is not None
    assert "IO-IMP-" in table[1]
    assert table[2].count("<th") >= 2
    assert '<span class="chip ok">' in table[3]


def test_his_order_of_cards_and_the_hand_stay_hidden(the_cellar: Cellar) -> None:
    post = his_post(the_cellar)
    state = the_cellar.state
    assert state.invisible is not None
    page = the_cellar.as_("carla").get(f"{the_cellar.url}turns/{post.number}/").content.decode()
    unseen = set(state.invisible.deck) - set(state.invisible.discard)
    assert not any(re.search(rf"\b{card}\b", plain(page)) for card in unseen)
    assert not any(hidden in page for hidden in ("Ogre", "corpse_ogre", "Spark Crystal"))


def test_the_page_leads_to_what_he_did_last_and_does_not_repeat_it(the_cellar: Cellar) -> None:
    post = his_post(the_cellar)
    page = the_cellar.page("carla")
    assert f"/turns/{post.number}/" in page
    assert "What he did last, and why" in page
    assert "Threat as a target" not in page


def test_nobody_may_act_for_him(the_cellar: Cellar) -> None:
    for name in ("alice", "bob", "dani"):
        page = the_cellar.page(name)
        assert 'name="scope"' not in page
        client = the_cellar.as_(name)
        assert client.post(the_cellar.url + "windows/", {"scope": "always"}).status_code == 404
        answer = client.post(
            the_cellar.url + "play/", {"unit": OVERLORD, "act": "end", "key": "forged-key", "text": ""}
        )
        assert answer.status_code in (403, 409, 422)
    assert the_cellar.state.phase == "heroes"
