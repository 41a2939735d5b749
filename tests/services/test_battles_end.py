"""What a battle leaves behind: the director's decisions, written to every character exactly once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import transaction

from battles import services
from battles.models import Battle
from battles.moments import to_ms
from battles.outcomes import cases_of
from battles.selectors import state_of
from battles.services import Decisions
from characters.models import BattleRecord, Character, Death, RenownEntry, Wound
from notifications.models import Notice
from rulebook.dice import LoadedDice
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.actions import EndBattle, PlayTurn
from rulebook.saga.board import Cell
from rulebook.saga.state import DIRECTOR
from rulebook.saga.steps import Strike
from tests.arena import START, fighter, fresh, start
from tests.mustering import character, table

LATER = START + timedelta(hours=1)
NIGHTFALL = START + timedelta(hours=2)


def at_the_end(
    alice: Any, bob: Any, *, rank: str = "hero", boss: bool = True, faces: tuple[int, ...] = (1,), **about: Any
) -> Battle:
    """Bob's character felled by the director's champion, which the director's side wins by."""
    campaign = table(alice, [bob])
    fallen = character(bob, campaign, "Ketil", rank) if rank != "hero" else Character.objects.get(player=bob)
    victim = fighter(
        "ketil", f"u{bob.pk}", "north", Cell(4, 3), strength=3, armor=0, rank=rank, character=str(fallen.pk), exertion=2
    )
    champion = fighter("bellower", DIRECTOR, "south", Cell(3, 3), strength=10, boss=boss)
    friendly = about.pop("friendly", False)
    battle = start(campaign, [champion, victim], victory="defeat-all", **about)
    if friendly:
        row = fresh(battle)
        row.state["friendly"] = row.setup["friendly"] = row.friendly = True
        row.save()
    blow = PlayTurn(by=DIRECTOR, unit="bellower", steps=(Strike("strength", "ketil"),), at=to_ms(LATER))
    with transaction.atomic():
        row = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle.pk)
        services.apply_action(row, blow, alice, dice=LoadedDice(d100=faces))
    return fresh(battle)


def finish(battle: Battle, by: Any, **decisions: Any) -> Battle:
    return services.finish_battle(battle_id=battle.pk, decisions=Decisions(**decisions), by=by, at=NIGHTFALL)


def ketil(bob: Any) -> Character:
    return Character.objects.get(player=bob, pk=Character.objects.filter(player=bob).order_by("-pk")[0].pk)


def counts(bob: Any) -> dict[str, int]:
    mine = {"character__player": bob}
    return {
        "records": BattleRecord.objects.filter(**mine).count(),
        "wounds": Wound.objects.filter(**mine).count(),
        "renown": RenownEntry.objects.filter(**mine).count(),
        "deaths": Death.objects.filter(**mine).count(),
    }


def test_a_hero_felled_by_a_boss_waits_for_the_director_and_is_spared(alice: Any, bob: Any) -> None:
    """DEATH-1: 3 strength less 10 leave −7; exertion 2 gives three wounds and an even chance of a fourth."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    [case] = cases_of(state_of(battle))
    assert (case.to_decide, case.wounds, case.certain, case.chance) == (True, 3, 3, 50)
    with pytest.raises(Illegal) as refused:
        finish(battle, alice)
    assert refused.value.code == "undecided"
    assert counts(bob) == {"records": 0, "wounds": 0, "renown": 0, "deaths": 0}
    done = finish(battle, alice, dies={"ketil": False}, renown={"ketil": 4}, words={"ketil": "Dragged away."})
    assert done.status == Battle.Status.FINISHED
    assert counts(bob) == {"records": 1, "wounds": 3, "renown": 1, "deaths": 0}
    assert RenownEntry.objects.get().amount == 4
    [line] = done.result["cases"]
    assert (line["outcome"], line["spared"], line["renown"], line["words"]) == ("lives", True, 4, "Dragged away.")


def test_confirming_twice_writes_once(alice: Any, bob: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    for _time in range(2):
        finish(battle, alice, dies={"ketil": True})
    assert counts(bob) == {"records": 1, "wounds": 3, "renown": 1, "deaths": 1}
    assert Death.objects.get().rule == "boss"
    assert ketil(bob).status == Character.Status.DEAD
    assert Notice.objects.filter(reader=bob, subject=f"battle:{battle.code}:result").count() == 1


def test_a_companion_claimed_by_a_boss_dies_unless_spared_and_takes_no_wounds(alice: Any, bob: Any) -> None:
    """DEATH-2, DEATH-4."""
    battle = at_the_end(alice, bob, rank="companion")
    [case] = cases_of(state_of(battle))
    assert (case.outcome, case.rule, case.to_decide, case.wounds) == ("dies", "boss", True, 0)
    finish(battle, alice, dies={"ketil": True}, words={"ketil": "At the ford."})
    death = Death.objects.get()
    assert (death.rule, death.words, death.battle_code) == ("boss", "At the ford.", battle.code)


def test_a_secondary_claimed_by_a_boss_is_not_for_the_director(alice: Any, bob: Any) -> None:
    """DEATH-3."""
    battle = at_the_end(alice, bob, rank="secondary")
    with pytest.raises(Illegal) as refused:
        finish(battle, alice, dies={"ketil": False})
    assert refused.value.code == "nothing-to-decide"
    finish(battle, alice)
    assert Death.objects.get().character.name == "Ketil"


def test_wounds_of_an_ordinary_defeat_are_written_and_nobody_dies_by_the_roll_that_failed(alice: Any, bob: Any) -> None:
    """WOUND-3, DEATH-2: a companion with four new wounds dies at 4 or less."""
    battle = at_the_end(alice, bob, rank="companion", boss=False, faces=(1, 50, 5))
    finish(battle, alice)
    assert counts(bob) == {"records": 1, "wounds": 4, "renown": 1, "deaths": 0}


def test_a_friendly_battle_kills_nobody_and_counts_apart(alice: Any, bob: Any) -> None:
    """DEATH-4, ROST-2."""
    battle = at_the_end(alice, bob, rank="companion", faces=(1, 60), friendly=True)
    finish(battle, alice)
    assert counts(bob)["deaths"] == 0
    assert BattleRecord.objects.get().friendly


def test_the_record_says_who_won_and_fell_and_proposed_renown_stands_unless_changed(alice: Any, bob: Any) -> None:
    """REN-1: the losers' pool is the enemies defeated plus one."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    finish(battle, alice, dies={"ketil": False})
    record = BattleRecord.objects.get()
    assert (record.won, record.defeated, record.enemies_defeated, record.fought_at) == (False, True, 0, LATER)
    assert RenownEntry.objects.get().amount == 1


@pytest.mark.parametrize("renown", [{"ketil": -1}, {"ketil": 1001}, {"bellower": 3}])
def test_renown_that_cannot_be_is_refused(alice: Any, bob: Any, renown: dict[str, int]) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    with pytest.raises(Unreadable) as refused:
        finish(battle, alice, dies={"ketil": False}, renown=renown)
    assert refused.value.code == "bad-renown"
    assert counts(bob)["records"] == 0


def test_only_the_director_confirms_and_only_a_battle_that_is_over(alice: Any, bob: Any, sam: Any, zoe: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    for user in (bob, sam, zoe):
        with pytest.raises(PermissionDenied):
            finish(battle, user, dies={"ketil": False})
    running = start(
        battle.campaign, [fighter("x", f"u{bob.pk}", "north", Cell(0, 0)), fighter("y", DIRECTOR, "south", Cell(5, 5))]
    )
    with pytest.raises(Illegal) as refused:
        finish(running, alice)
    assert refused.value.code == "wrong-status"


def test_a_failure_halfway_leaves_no_part_behind(alice: Any, bob: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))

    def broken(**_about: Any) -> None:
        raise RuntimeError("the lights went out")

    monkeypatch.setattr("characters.services.die", broken)
    with pytest.raises(RuntimeError), transaction.atomic():
        finish(battle, alice, dies={"ketil": True})
    assert counts(bob) == {"records": 0, "wounds": 0, "renown": 0, "deaths": 0}
    assert fresh(battle).status == Battle.Status.ENDED


def test_a_battle_in_which_nobody_won_is_recorded_as_undecided(alice: Any, bob: Any) -> None:
    campaign = table(alice, [bob])
    hero = Character.objects.get(player=bob)
    mine = fighter("boba", f"u{bob.pk}", "north", Cell(0, 0), rank="hero", character=str(hero.pk))
    battle = start(campaign, [mine, fighter("grunt", DIRECTOR, "south", Cell(7, 7))])
    with transaction.atomic():
        row = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle.pk)
        services.apply_action(row, EndBattle(winner=None, reason="dusk", at=to_ms(LATER)), alice)
    finish(battle, alice)
    assert BattleRecord.objects.get().won is None
