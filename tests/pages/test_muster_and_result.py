"""The pages of who goes and of what a battle leaves: choosing, confirming, closing, deciding."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from characters.models import BattleRecord, Character
from characters.services import mark_doomed
from tests.arena import fighter, start
from tests.mustering import against_dredge, announced, character, fresh, hero_of, table, teams
from tests.pages.test_prepare import page, signed_in
from tests.services.test_battles_end import LATER, at_the_end


@pytest.fixture(autouse=True)
def _bob_reads_english(bob: Any) -> None:
    bob.language = "en"
    bob.save(update_fields=["language"])


@pytest.fixture
def battle(alice: Any, bob: Any, carla: Any, sam: Any) -> Battle:
    return announced(table(alice, [bob, carla], [sam]), alice, against_dredge([bob, carla]))


def choose(user: Any, battle: Battle, *characters: Any, **more: Any) -> Any:
    return signed_in(user).post(page(battle, "muster/"), {"character": [one.pk for one in characters]} | more)


def test_a_player_chooses_confirms_on_a_page_of_its_own_and_the_last_answer_begins_the_battle(
    bob: Any, carla: Any, battle: Battle
) -> None:
    asked = choose(bob, battle, hero_of(bob)).content.decode()
    assert "Confirm who goes?" in asked
    assert "One more player has still to answer" in asked
    assert battle.muster.get(player=bob).confirmed_at is None
    choose(bob, battle, hero_of(bob), confirm="1")
    assert "You have confirmed who goes." in signed_in(bob).get(page(battle, "muster/")).content.decode()
    assert fresh(battle).status == Battle.Status.MUSTER
    assert "Yours is the last answer" in choose(carla, battle, hero_of(carla)).content.decode()
    assert choose(carla, battle, hero_of(carla), confirm="1").url == page(battle, "")
    assert fresh(battle).status == Battle.Status.RUNNING


def test_a_choice_of_nobody_is_refused_in_plain_words(bob: Any, battle: Battle) -> None:
    answer = choose(bob, battle)
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "<p>Choose one character.</p></div>" in shown
    assert "<title>Error:" in shown


def test_who_may_not_go_says_why_and_cannot_be_chosen(alice: Any, bob: Any, battle: Battle) -> None:
    """ROST-2."""
    companion = character(bob, battle.campaign, "Ketil", "companion")
    shown = signed_in(bob).get(page(battle, "muster/")).content.decode()
    assert "May not go:" in shown
    assert "The hero must go this time." in shown
    assert f'value="{companion.pk}" disabled' in " ".join(shown.split())
    answer = choose(bob, battle, companion, confirm="1")
    assert answer.status_code == 409
    assert "The hero must go this time." in answer.content.decode()


def test_nobody_reads_whom_the_others_send_but_the_director(
    alice: Any, bob: Any, carla: Any, sam: Any, battle: Battle
) -> None:
    """DEPL-3."""
    against = announced(battle.campaign, alice, teams([bob], [carla]))
    choose(bob, against, hero_of(bob), confirm="1")
    for reader in (carla, sam):
        shown = signed_in(reader).get(page(against, "muster/")).content.decode()
        assert "Boba" not in shown
        assert "confirmed" in shown
    assert "Boba" in signed_in(alice).get(page(against, "muster/")).content.decode()


def test_the_director_closes_the_list_after_reading_who_is_sent(
    alice: Any, bob: Any, carla: Any, battle: Battle
) -> None:
    hero_of(carla).delete()
    client = signed_in(alice)
    shown = client.get(page(battle, "muster/close/")).content.decode()
    assert "Boba" in shown
    assert "nobody can go" in shown
    assert signed_in(bob).post(page(battle, "muster/close/")).status_code == 403
    assert client.post(page(battle, "muster/close/")).url == page(battle, "")
    assert fresh(battle).status == Battle.Status.RUNNING


def test_a_list_that_leaves_a_side_empty_stays_open_and_says_so(
    alice: Any, bob: Any, carla: Any, battle: Battle
) -> None:
    Character.objects.all().delete()
    answer = signed_in(alice).post(page(battle, "muster/close/"))
    assert answer.status_code == 409
    assert "Nobody can go on Caravan" in answer.content.decode()
    assert fresh(battle).status == Battle.Status.MUSTER


def test_a_stranger_finds_no_battle_and_an_onlooker_may_only_look(sam: Any, zoe: Any, battle: Battle) -> None:
    assert signed_in(zoe).get(page(battle, "muster/")).status_code == 404
    assert Client().get(page(battle, "muster/")).status_code == 404
    shown = signed_in(sam).get(page(battle, "muster/"))
    assert shown.status_code == 200
    assert "Whom do you send?" not in shown.content.decode()
    assert signed_in(sam).post(page(battle, "muster/"), {"character": [1], "confirm": "1"}).status_code == 404


def test_the_hash_of_the_dice_is_on_the_page_from_the_start(bob: Any, battle: Battle) -> None:
    assert sha256(bytes(battle.seed)).hexdigest() in signed_in(bob).get(page(battle, "muster/")).content.decode()


def test_my_turns_asks_who_goes_until_the_player_has_answered(bob: Any, sam: Any, battle: Battle) -> None:
    link = page(battle, "muster/")
    assert link in signed_in(bob).get("/turns/").content.decode()
    assert link not in signed_in(sam).get("/turns/").content.decode()
    choose(bob, battle, hero_of(bob), confirm="1")
    assert link not in signed_in(bob).get("/turns/").content.decode()


# --- the end


def test_my_turns_reminds_the_director_of_consequences_until_they_are_confirmed(alice: Any, bob: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    link = page(battle, "result/")
    assert link in signed_in(alice).get("/turns/").content.decode()
    assert link not in signed_in(bob).get("/turns/").content.decode()
    signed_in(alice).post(page(battle, "result/confirm/"), {"ketil-renown": "2", "ketil-fate": "lives"})
    assert link not in signed_in(alice).get("/turns/").content.decode()


def test_the_director_decides_sees_what_will_be_written_and_confirms_once(alice: Any, bob: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    client = signed_in(alice)
    shown = client.get(page(battle, "result/")).content.decode()
    assert "Felled by a boss: you decide." in shown
    assert "One more wound at 50 or less on 1d100: rolled 60." in shown
    assert client.post(page(battle, "result/"), {"ketil-renown": "2"}).status_code == 422
    sent = {"ketil-renown": "2", "ketil-fate": "lives", "ketil-words": "Carried off."}
    asked = client.post(page(battle, "result/"), sent).content.decode()
    assert "spared by the director" in asked
    assert "3 new wounds" in asked
    back = client.post(page(battle, "result/"), sent | {"again": "1"}).content.decode()
    assert "Carried off." in back and "See what will be written" in back
    assert BattleRecord.objects.count() == 0
    for _time in range(2):
        assert client.post(page(battle, "result/confirm/"), sent).url == page(battle, "result/")
    assert BattleRecord.objects.count() == 1
    told = signed_in(bob).get(page(battle, "result/")).content.decode()
    assert "spared by the director" in told
    followed = [change for hero in battle.campaign.characters.all() for change in hero.changes.exclude(battle_code="")]
    assert followed
    for change in followed:
        sheet = signed_in(bob).get(f"/p/{change.character_id}/log/").content.decode()
        assert f'"{page(battle, "result/")}#of-{change.character_id}"' in sheet
        assert f'id="of-{change.character_id}"' in told


def test_others_read_the_consequences_only_once_they_stand(alice: Any, bob: Any, zoe: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    shown = signed_in(bob).get(page(battle, "result/")).content.decode()
    assert "The director has still to confirm" in shown
    assert "new wounds" not in shown
    assert signed_in(bob).post(page(battle, "result/confirm/"), {"ketil-fate": "lives"}).status_code == 403
    assert signed_in(zoe).get(page(battle, "result/")).status_code == 404
    assert signed_in(zoe).post(page(battle, "result/confirm/")).status_code == 404


def test_a_running_battle_has_no_result_and_its_export_no_seed(alice: Any, bob: Any, zoe: Any) -> None:
    campaign = table(alice, [bob])
    battle = start(
        campaign, [fighter("x", f"u{bob.pk}", "north", None), fighter("y", "director", "south", None, hidden=True)]
    )
    assert signed_in(bob).get(page(battle, "result/")).status_code == 404
    answer = signed_in(bob).get(page(battle, "export.json"))
    assert "attachment" in answer["Content-Disposition"]
    assert set(json.loads(answer.content)["dice"]) == {"commitment"}
    assert signed_in(zoe).get(page(battle, "export.json")).status_code == 404


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 18, "9" * 19, "²"])
def test_a_character_that_cannot_be_is_refused(bob: Any, battle: Battle, number: str) -> None:
    """Somebody sends a number that no character has, or no database can hold.
    The page asks again."""
    answer = signed_in(bob).post(page(battle, "muster/"), {"character": number, "confirm": "1"})
    assert answer.status_code in (409, 422)


def test_a_confirmed_result_leads_to_promotion_caravan_and_items(alice: Any, bob: Any) -> None:
    """CONS-1."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    director, player = signed_in(alice), signed_in(bob)
    assert "What follows" not in player.get(page(battle, "result/")).content.decode()
    director.post(page(battle, "result/confirm/"), {"ketil-renown": "5", "ketil-fate": "lives"})
    ketil = Character.objects.get(player=bob)
    shown = player.get(page(battle, "result/")).content.decode()
    assert "can rise to level 2: it costs 5 of 5 renown" in shown and "Ask for the promotion" in shown
    assert "Give an item" not in shown and "caravan" not in shown
    shown = director.get(page(battle, "result/")).content.decode()
    assert f"/p/{ketil.pk}/promote/" in shown and "Give an item" in shown
    change = f"/c/{battle.campaign.slug}/clans/{ketil.clan_id}/caravan/change/?battle={battle.code}"
    assert change in shown
    assert f'<option value="{battle.code}" selected>' in director.get(change).content.decode()
    figures = {"days": 0, "supplies": 5, "morale": 40, "clansmen": 0, "fighters": 0, "varl": 0}
    sent = figures | {"battle": battle.code, "reason": "A hard day", "seen": 0, "key": "k"}
    assert director.post(change, sent).status_code == 302
    assert "In the ledger already" in director.get(page(battle, "result/")).content.decode()


def test_a_death_leads_its_player_to_heir_or_successor(alice: Any, bob: Any, carla: Any) -> None:
    """HEIR-1, HEIR-2."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    battle.campaign.memberships.create(user=carla, role="player")
    signed_in(alice).post(page(battle, "result/confirm/"), {"ketil-renown": "5", "ketil-fate": "dies"})
    dead = Character.objects.get(player=bob)
    for reader, told in ((bob, True), (alice, True), (carla, False)):
        shown = signed_in(reader).get(page(battle, "result/")).content.decode()
        assert (f"/p/{dead.pk}/succession/" in shown) is told
    assert "can rise to level" not in signed_in(bob).get(page(battle, "result/")).content.decode()


def test_a_doomed_hero_leads_the_director_to_the_scene_of_the_death(alice: Any, bob: Any) -> None:
    """DEATH-1."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    signed_in(alice).post(page(battle, "result/confirm/"), {"ketil-renown": "0", "ketil-fate": "lives"})
    doomed = Character.objects.get(player=bob)
    mark_doomed(character=doomed, by=alice, at=LATER)
    assert "dies when you stage it" in signed_in(alice).get(page(battle, "result/")).content.decode()
    assert "dies when you stage it" not in signed_in(bob).get(page(battle, "result/")).content.decode()
