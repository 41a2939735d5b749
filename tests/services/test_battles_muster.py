"""Drafts, announcements and who goes: what each verb writes, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from battles import services
from battles.drafts import revision_of
from battles.models import Battle, BattleEvent
from battles.musters import candidates
from battles.selectors import battles_visible_to, commitment_of, plan_of, state_of, visible_plan
from characters.models import BattleRecord, Wound
from notifications.models import Notice
from notifications.wording import words_for
from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from tests.mustering import NOW, against_dredge, announced, character, draft, fresh, grunt, hero_of, table, teams
from turns.services import begin_battle, settle


def live(user: Any, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(reader=user, kind=kind, withdrawn_at__isnull=True))


def fought(one: Any, *, rank: str, number: int, slots: int = 1) -> None:
    BattleRecord.objects.create(
        character=one,
        player=one.player,
        battle_code=f"old{number}",
        battle_name="Before",
        rank=rank,
        slots=slots,
        fought_at=NOW - timedelta(days=30 - number),
    )


def test_a_draft_is_kept_as_it_was_typed_and_counts_its_saves(alice: Any, bob: Any) -> None:
    battle = draft(table(alice, [bob]), alice)
    fields = dict(battle.draft["fields"]) | {"map": ["not a map"], "name": ["  Renamed "]}
    services.save_draft(battle_id=battle.pk, fields=fields, revision=1, by=alice, at=NOW)
    kept = fresh(battle)
    assert kept.draft["fields"]["map"] == ["not a map"]
    assert (kept.name, revision_of(kept.draft)) == ("Renamed", 2)


def test_a_page_that_is_behind_overwrites_nothing(alice: Any, bob: Any) -> None:
    battle = draft(table(alice, [bob]), alice)
    services.save_draft(battle_id=battle.pk, fields={"name": ["First"]}, revision=1, by=alice, at=NOW)
    with pytest.raises(TooLate) as refused:
        services.save_draft(battle_id=battle.pk, fields={"name": ["Second"]}, revision=1, by=alice, at=NOW)
    assert refused.value.code == "draft-changed"
    assert fresh(battle).name == "First"


def test_only_directors_draft_and_see_drafts(alice: Any, bob: Any, sam: Any, zoe: Any) -> None:
    campaign = table(alice, [bob], [sam])
    with pytest.raises(PermissionDenied):
        services.create_battle(campaign=campaign, by=bob, name="Mine", at=NOW)
    battle = draft(campaign, alice)
    for stranger in (bob, sam, zoe):
        with pytest.raises(PermissionDenied):
            services.save_draft(battle_id=battle.pk, fields={}, revision=1, by=stranger, at=NOW)
        assert battle not in battles_visible_to(stranger)
    assert battle in battles_visible_to(alice)


def test_announcing_fixes_the_plan_and_asks_every_player_once(alice: Any, bob: Any, carla: Any, sam: Any) -> None:
    """DEPL-0."""
    campaign = table(alice, [bob, carla], [sam])
    battle = announced(campaign, alice, against_dredge([bob, carla], slots=2, idle_rounds=3))
    assert battle.status == Battle.Status.MUSTER
    assert (battle.slots, battle.pause_after_idle_rounds) == (2, 3)
    assert {entry.player for entry in battle.muster.all()} == {bob, carla}
    assert [len(live(user, "muster")) for user in (bob, carla, alice, sam)] == [1, 1, 0, 0]
    assert battle in battles_visible_to(sam)
    with pytest.raises(Illegal) as again:
        services.announce_battle(battle_id=battle.pk, plan=against_dredge([bob]), by=alice, at=NOW)
    assert again.value.code == "wrong-status"


def test_numbers_of_units_do_not_tell_that_one_between_them_is_hidden(alice: Any, bob: Any) -> None:
    """A director adds a grunt, a lurker that stays hidden, and another grunt that must be destroyed (DEPL-6).
    Whoever reads of the grunts finds them numbered one and two, as if nobody were between them."""
    plan = against_dredge([bob], [grunt("n1", "H8"), grunt("n2", "", hidden=True), grunt("n3", "G8")])
    caravan, dredge = plan.sides
    battle = announced(table(alice, [bob]), alice, replace(plan, sides=(replace(caravan, object="n3"), dredge)))
    shown = visible_plan(plan_of(battle), directs=False)
    assert [(unit.id, unit.name) for unit in shown.units] == [("n1", "Grunt n1"), ("n2", "Grunt n3")]
    assert shown.side("a").object == "n2"
    assert [unit.id for unit in plan_of(battle).units] == ["n1", "n3", "n2"]


def test_a_plan_with_problems_is_not_announced_and_leaves_the_draft(alice: Any, bob: Any) -> None:
    battle = draft(table(alice, [bob]), alice)
    with pytest.raises(Illegal) as refused:
        services.announce_battle(
            battle_id=battle.pk,
            plan=against_dredge([bob], [grunt("n1", "H8", hidden=False), grunt("n2", "H8")]),
            by=alice,
            at=NOW,
        )
    assert refused.value.code == "draft-has-problems"
    assert "cell-taken" in refused.value.data["codes"]
    assert fresh(battle).status == Battle.Status.DRAFT
    assert fresh(battle).plan is None
    assert not fresh(battle).muster.exists()


def test_the_last_answer_is_known_and_the_question_falls_silent(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob, carla]))
    confirm = services.confirm_muster
    assert not confirm(battle_id=battle.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)
    assert not live(bob, "muster")
    assert confirm(battle_id=battle.pk, player=carla, character_ids=[hero_of(carla).pk], at=NOW)
    assert not live(carla, "muster")


@pytest.mark.parametrize("picked", ["someone else's", "nobody", "unknown", "twice"])
def test_a_choice_that_is_not_the_players_is_refused_and_nothing_is_kept(
    alice: Any, bob: Any, carla: Any, picked: str
) -> None:
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob, carla]))
    own = hero_of(bob).pk
    wrong = {
        "someone else's": [hero_of(carla).pk],
        "nobody": [],
        "unknown": [own, 999999],
        "twice": [own, hero_of(carla).pk],
    }
    with pytest.raises(Refused) as refused:
        services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=wrong[picked], at=NOW)
    assert refused.value.code in {"not-yours", "wrong-count"}
    entry = battle.muster.get(player=bob)
    assert entry.confirmed_at is None
    assert not entry.characters.exists()


def test_who_was_not_asked_and_who_has_answered_are_told_so(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob]))
    with pytest.raises(Illegal) as stranger:
        services.confirm_muster(battle_id=battle.pk, player=carla, character_ids=[hero_of(carla).pk], at=NOW)
    assert stranger.value.code == "not-asked"
    services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)
    with pytest.raises(TooLate) as again:
        services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)
    assert again.value.code == "already-confirmed"


def test_the_reason_stands_beside_each_character_that_may_not_go(alice: Any, bob: Any) -> None:
    """ROST-2, WOUND-4."""
    campaign = table(alice, [bob])
    companion = character(bob, campaign, "Ketil", "companion")
    hurt = character(bob, campaign, "Asa", "secondary")
    hero = hero_of(bob)
    fought(hero, rank="hero", number=1)
    fought(companion, rank="companion", number=2)
    Wound.objects.bulk_create(
        Wound(character=hurt, ordinal=number, battle_code="old", opened_at=NOW) for number in range(1, 10)
    )
    battle = announced(campaign, alice, against_dredge([bob]))
    found = {one.character.name: one.reason for one in candidates(battle.muster.get())}
    assert found == {"Boba": "", "Ketil": "hero-must-fight", "Asa": "cannot-be-fielded"}


def test_a_character_in_another_battle_may_not_go_and_a_busy_hero_counts_as_unable(alice: Any, bob: Any) -> None:
    """ROST-3: while the hero fights elsewhere, a companion may go without it."""
    campaign = table(alice, [bob])
    character(bob, campaign, "Ketil", "companion")
    first = announced(campaign, alice, against_dredge([bob]))
    services.confirm_muster(battle_id=first.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)
    second = announced(campaign, alice, against_dredge([bob]))
    found = {one.character.name: one.reason for one in candidates(second.muster.get())}
    assert found == {"Boba": "in-another-battle", "Ketil": ""}


def test_a_battle_with_several_characters_needs_the_hero_among_them(alice: Any, bob: Any) -> None:
    """ROST-1."""
    campaign = table(alice, [bob])
    companion = character(bob, campaign, "Ketil", "companion")
    battle = announced(campaign, alice, against_dredge([bob], slots=2))
    with pytest.raises(Illegal) as refused:
        services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=[companion.pk], at=NOW)
    assert refused.value.code == "hero-must-fight"
    assert services.confirm_muster(
        battle_id=battle.pk, player=bob, character_ids=[companion.pk, hero_of(bob).pk], at=NOW
    )


def test_closing_the_list_sends_a_silent_players_hero(alice: Any, bob: Any, carla: Any) -> None:
    """DEPL-0."""
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob, carla]))
    with pytest.raises(PermissionDenied):
        services.close_muster(battle_id=battle.pk, by=bob, at=NOW)
    hero_of(carla).delete()
    absent = services.close_muster(battle_id=battle.pk, by=alice, at=NOW)
    assert [entry.player for entry in absent] == [carla]
    assert list(battle.muster.get(player=bob).characters.all()) == [hero_of(bob)]
    assert not live(bob, "muster")


def test_nobody_goes_for_a_player_who_has_left_the_campaign(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob, carla]))
    battle.campaign.memberships.filter(user=carla).update(left_at=NOW)
    absent = services.close_muster(battle_id=battle.pk, by=alice, at=NOW)
    assert [entry.player for entry in absent] == [carla]


def test_a_side_with_nobody_able_cannot_begin_and_the_list_stays_open(alice: Any, bob: Any) -> None:
    battle = announced(table(alice, [bob]), alice, against_dredge([bob]))
    hero_of(bob).delete()
    with pytest.raises(Illegal) as refused:
        services.close_muster(battle_id=battle.pk, by=alice, at=NOW)
    assert refused.value.code == "nobody-goes"
    assert battle.muster.get().confirmed_at is None


def test_a_battle_given_up_asks_nobody_any_more(alice: Any, bob: Any) -> None:
    battle = announced(table(alice, [bob]), alice, against_dredge([bob]))
    with pytest.raises(PermissionDenied):
        services.cancel_battle(battle_id=battle.pk, by=bob, at=NOW)
    services.cancel_battle(battle_id=battle.pk, by=alice, at=NOW)
    assert fresh(battle).status == Battle.Status.CANCELLED
    assert not live(bob, "muster")
    with pytest.raises(Illegal):
        services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)


def begun(alice: Any, players: list[Any], plan: Any) -> Battle:
    battle = announced(table(alice, players), alice, plan)
    for player in players:
        services.confirm_muster(battle_id=battle.pk, player=player, character_ids=[hero_of(player).pk], at=NOW)
    begin_battle(battle.pk, at=NOW)
    return fresh(battle)


def test_a_battle_begins_with_everybody_confirmed_under_its_own_rules(alice: Any, bob: Any, carla: Any) -> None:
    plan = against_dredge([bob, carla], rules={"turn_hours": 6}, friendly=True)
    battle = begun(alice, [bob, carla], replace(plan, units=(*plan.units, grunt("n3", "", hidden=True))))
    state = state_of(battle)
    assert battle.status == Battle.Status.RUNNING
    assert state.phase == "deployment"
    assert state.rules.turn_hours == 6
    assert state.friendly
    assert {unit.name for unit in state.units.values()} >= {"Boba", "Carlaa", "Grunt n1", "Grunt n2"}
    assert state.units["n3"].hidden
    assert state.units["n3"].at is None
    assert state.units[f"c{hero_of(bob).pk}"].player == f"u{bob.pk}"


def test_every_participant_is_sent_the_hash_of_the_dice_when_the_battle_begins(
    alice: Any, bob: Any, carla: Any
) -> None:
    battle = begun(alice, [bob, carla], teams([bob], [carla]))
    for reader in (alice, bob, carla):
        [notice] = live(reader, "battle-began")
        assert notice.data["hash"] == commitment_of(battle)


def test_that_a_battle_began_is_told_with_the_end_of_turn_0_only_while_turn_0_is_open(alice: Any, bob: Any) -> None:
    battle = begun(alice, [bob], against_dredge([bob]))
    [open_] = live(bob, "battle-began")
    assert "placed at random" in words_for(open_, now=NOW).consequence
    assert settle(battle.pk, open_.deadline)
    [over] = live(bob, "battle-began")
    assert (over.pk, over.deadline) == (open_.pk, None)
    assert (words_for(over, now=NOW).until, words_for(over, now=NOW).consequence) == ("", "")


def test_a_battle_does_not_begin_while_an_answer_is_awaited(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(table(alice, [bob, carla]), alice, against_dredge([bob, carla]))
    services.confirm_muster(battle_id=battle.pk, player=bob, character_ids=[hero_of(bob).pk], at=NOW)
    with pytest.raises(Illegal) as refused:
        begin_battle(battle.pk, at=NOW)
    assert refused.value.code == "not-confirmed"
    assert fresh(battle).state is None
    assert not BattleEvent.objects.filter(battle=battle).exists()


@pytest.mark.django_db(transaction=True)
def test_a_battle_changes_only_inside_a_transaction(alice: Any, bob: Any) -> None:
    battle = announced(table(alice, [bob]), alice, against_dredge([bob]))
    with pytest.raises(RuntimeError, match="transaction"):
        services.open_battle(battle, NOW)
    with pytest.raises(RuntimeError, match="transaction"):
        services.apply_action(battle, None, None)
    with transaction.atomic(), pytest.raises(Illegal) as refused:
        services.apply_action(battle, None, None)
    assert refused.value.code == "wrong-status"


def test_deadlines_missed_in_earlier_battles_count_only_where_the_table_says_so(alice: Any, bob: Any) -> None:
    """LATE-2, late_penalty_scope."""
    earlier = begun(alice, [bob], against_dredge([bob]))
    hero = hero_of(bob)
    earlier.state["units"][f"c{hero.pk}"]["missed"] = 2
    Battle.objects.filter(pk=earlier.pk).update(state=earlier.state, status=Battle.Status.FINISHED)
    for scope, missed in (("battle", 0), ("campaign", 2)):
        battle = announced(earlier.campaign, alice, against_dredge([bob], rules={"late_penalty_scope": scope}))
        services.close_muster(battle_id=battle.pk, by=alice, at=NOW)
        begin_battle(battle.pk, at=NOW)
        assert state_of(fresh(battle)).units[f"c{hero.pk}"].missed_before == missed
        Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.CANCELLED, state=None)


def test_text_beyond_all_bounds_is_refused(alice: Any, bob: Any) -> None:
    battle = draft(table(alice, [bob]), alice)
    with pytest.raises(Unreadable):
        services.save_draft(battle_id=battle.pk, fields={"intro": ["x" * 30000]}, revision=1, by=alice, at=NOW)
