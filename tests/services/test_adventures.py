"""Planning an adventure of the dungeon, announcing it, and who plays which hero."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from battles import services
from battles.dungeon.checks import check
from battles.dungeon.plan import DIRECTING, AdventurePlan, HeroSeat, longest_hours
from battles.dungeon.words import FILE, PLAN, file_words, plan_words
from battles.models import Battle
from battles.selectors import state_of
from campaign.models import Membership
from campaign.services import leave
from notifications.models import Notice
from rulebook.dungeon.adventures import KEYS, source
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.rules import TableRules
from rulebook.errors import Illegal, Refused, Unreadable
from tests.adventuring import HEROES, NOW, announced, begun, descent, drafted, fresh, open_to, vault
from turns.services import begin_battle

pytestmark = pytest.mark.django_db


def codes(plan: AdventurePlan, players: list[int], directors: list[int] | None = None) -> list[tuple[str, str]]:
    found = check(plan, campaign_rules=TableRules(), players=players, directors=directors or [99])
    return [(problem.field, problem.code) for problem in found]


def players_of(battle: Battle) -> dict[str, str]:
    """The rulebook's player of each hero."""
    return {model.id: model.player for model in state_of(battle).models.values() if model.is_hero}


# --- the plan


def test_a_plan_comes_back_from_json_as_it_was(alice: Any, bob: Any) -> None:
    plan = descent(alice, bob, rules={"window_hours": 3.5}, idle_rounds=4, overlord=bob.pk)
    assert AdventurePlan.from_json(plan.to_json()) == plan


def test_the_settings_of_an_adventure_stand_over_those_of_its_campaign(alice: Any) -> None:
    campaign = TableRules(window_hours=9, turn_hours=9, io_variant="official")
    rules = descent(alice, rules={"turn_hours": 5}, overlord=DIRECTING).table_rules(campaign)
    assert (rules.window_hours, rules.turn_hours, rules.io_variant) == (9, 5, "none")
    assert descent(alice).table_rules(campaign).io_variant == "improved"


def test_windows_and_the_overlords_turn_take_time_only_where_a_person_plays_him() -> None:
    rules = TableRules(first_turn_hours=24, turn_hours=12, window_hours=6, overlord_turn_hours=24)
    assert longest_hours(rules, 4, person=False) == 24 + 3 * 12
    assert longest_hours(rules, 4, person=True) == 24 + 3 * 12 + 3 * 6 + 24


def test_nothing_stands_in_the_way_of_the_shipped_adventures(alice: Any) -> None:
    for key in KEYS:
        assert codes(descent(alice, source=source(key)), [alice.pk]) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"source": "nonsense"}, ("source", "bad-adventure")),
        ({"heroes": ()}, ("hero-bruna", "no-heroes")),
        ({"heroes": (HeroSeat("ivo", 77),)}, ("hero-ivo", "not-a-member")),
        ({"heroes": (HeroSeat("ivo"),)}, ("asked", "nobody-chooses")),
        ({"heroes": (HeroSeat("ivo"),), "asked": (77,)}, ("asked", "not-a-player")),
        ({"heroes": (HeroSeat("ivo"),), "asked": (1, 2, 3, 4, 5)}, ("asked", "too-many-players")),
        ({"overlord": 77}, ("overlord", "not-a-player")),
        ({"overlord": 1}, ("overlord", "plays-both-sides")),
        ({"heroes": (HeroSeat("ivo", 99),), "overlord": DIRECTING}, ("overlord", "director-plays-heroes")),
        ({"rules": {"turn_hours": -1}}, ("rule-turn_hours", "bad-table-rule")),
        ({"idle_rounds": 0}, ("idle_rounds", "bad-idle-rounds")),
    ],
)
def test_what_stands_in_the_way_is_told_at_its_field(
    alice: Any, changes: dict[str, Any], expected: tuple[str, str]
) -> None:
    seats = {"heroes": tuple(HeroSeat(hero, 1) for hero in HEROES)}
    assert expected in codes(descent(alice, **(seats | changes)), [1, 2, 3, 4, 5])


def test_a_director_may_play_heroes_against_the_invisible_overlord(alice: Any) -> None:
    """DS-SETUP-02: one person may play all four."""
    assert codes(descent(alice), [], [alice.pk]) == []


def test_whoever_carries_what_must_be_brought_has_to_come(alice: Any) -> None:
    carried = source("silent_ossuary").replace("win: reach 14,3", "win: bring whetstone_oil 14,3")
    without = tuple(HeroSeat(hero, alice.pk) for hero in HEROES if hero != "bruna")
    assert codes(descent(alice, source=carried), [alice.pk]) == []
    assert codes(descent(alice, source=carried, heroes=without), [alice.pk]) == [("hero-bruna", "bearer-stays-away")]


# --- words


RAISED = re.compile(r"""(?:note\(\s*[\w.()+ ]+,|Fault\()\s*f?"([a-z-]+)\"""")


def test_every_code_of_an_adventures_file_has_its_sentence() -> None:
    found = {"bad-square", "unknown-model", "unknown-hero", "unknown-spell", "unknown-item"}
    for name in ("mapfile", "mapbuild"):
        text = Path("rulebook", "dungeon", f"{name}.py").read_text(encoding="utf-8")
        assert text.count("draft.note(") + text.count("raise Fault(") == len(RAISED.findall(text)) + text.count(
            "fault.code"
        ) + text.count('f"unknown-{what}"')
        found |= set(RAISED.findall(text))
    assert found == set(FILE)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("orders: 2", "orders: lots", 8, "“lots” is no whole number from 1 to 20."),
        (
            "##############\n#.....##......##",
            "##############\n#.....##......#",
            29,
            "This row has 15 squares, the first has 16.",
        ),
        ("face: 3,5 N", "face: 3,5 up", 18, "“up” is no facing; N, E, S and W are."),
        ("door: 7,3 lock 2 2", "", 31, "The door or chest on (7,3) has no line that says how it is closed."),
    ],
)
def test_a_sentence_holds_what_was_written(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_adventure(source("silent_ossuary").replace(old, new))
    problems: Any = refused.value.data["problems"]
    assert (line, words) in [(one["line"], file_words(one["code"], one["data"])) for one in problems]


def test_no_sentence_fails_for_want_of_a_detail() -> None:
    for code in FILE:
        assert "%(" not in file_words(code, {})
    for code in PLAN:
        assert "%(" not in plan_words(code, {}, "en")


# --- announcing and choosing


def test_a_draft_holds_a_shipped_adventure_and_leaves_its_heroes_to_the_players(alice: Any, bob: Any) -> None:
    battle = drafted(vault(alice, [bob], io_variant="official"), alice)
    fields = battle.draft["fields"]
    assert (battle.ruleset, battle.status) == ("dungeon", Battle.Status.DRAFT)
    assert fields["source"] == [source("silent_ossuary")]
    assert fields["hero-ivo"] == ["open"]
    assert (fields["asked"], fields["overlord"]) == ([str(bob.pk)], ["official"])


def test_without_players_whoever_directs_plays_all_heroes_alone(alice: Any) -> None:
    fields = drafted(vault(alice, []), alice).draft["fields"]
    assert {fields[f"hero-{hero}"][0] for hero in HEROES} == {str(alice.pk)}
    assert fields["overlord"] == ["improved"]


def test_only_directors_prepare_and_announce(alice: Any, bob: Any) -> None:
    campaign = vault(alice, [bob])
    with pytest.raises(PermissionDenied):
        drafted(campaign, bob)
    battle = drafted(campaign, alice)
    with pytest.raises(PermissionDenied):
        services.announce_adventure(battle_id=battle.pk, plan=descent(bob), by=bob, at=NOW)


def test_a_plan_with_problems_is_not_announced(alice: Any, bob: Any) -> None:
    battle = drafted(vault(alice, [bob]), alice)
    with pytest.raises(Illegal) as refused:
        services.announce_adventure(battle_id=battle.pk, plan=descent(bob, source="?"), by=alice, at=NOW)
    assert refused.value.code == "draft-has-problems"
    assert fresh(battle).status == Battle.Status.DRAFT


def test_where_every_hero_has_a_player_nobody_is_asked_and_it_can_begin(alice: Any, bob: Any, carla: Any) -> None:
    battle = begun(vault(alice, [bob, carla]), alice, descent(bob, carla))
    one, other = f"u{bob.pk}", f"u{carla.pk}"
    assert players_of(battle) == {"bruna": one, "torvek": other, "sylwen": one, "ivo": other}
    assert state_of(battle).automatic
    assert not Notice.objects.filter(kind=Notice.Kind.MUSTER).exists()
    told = Notice.objects.filter(kind=Notice.Kind.BATTLE_BEGAN).values_list("reader", flat=True)
    assert set(told) >= {bob.pk, carla.pk}


def test_players_choose_among_the_heroes_that_are_left(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(vault(alice, [bob, carla]), alice, open_to(bob, carla))
    assert Notice.objects.filter(kind=Notice.Kind.MUSTER, withdrawn_at=None).count() == 2
    assert not services.choose_heroes(battle_id=battle.pk, player=bob, heroes=["ivo"], at=NOW)
    with pytest.raises(Illegal) as taken:
        services.choose_heroes(battle_id=battle.pk, player=carla, heroes=["ivo", "bruna"], at=NOW)
    assert taken.value.code == "hero-taken"
    assert not services.choose_heroes(battle_id=battle.pk, player=bob, heroes=["torvek"], at=NOW)
    assert services.choose_heroes(battle_id=battle.pk, player=carla, heroes=["ivo", "bruna", "sylwen"], at=NOW)
    begin_battle(battle.pk, at=NOW)
    hers = f"u{carla.pk}"
    assert players_of(fresh(battle)) == {"bruna": hers, "torvek": f"u{bob.pk}", "sylwen": hers, "ivo": hers}
    assert not Notice.objects.filter(kind=Notice.Kind.MUSTER, withdrawn_at=None).exists()


@pytest.mark.parametrize(("heroes", "code"), [([], "choose-a-hero"), (["nobody"], "no-such-hero")])
def test_a_choice_names_heroes_that_can_be_chosen(alice: Any, bob: Any, heroes: list[str], code: str) -> None:
    battle = announced(vault(alice, [bob]), alice, open_to(bob))
    with pytest.raises(Refused) as refused:
        services.choose_heroes(battle_id=battle.pk, player=bob, heroes=heroes, at=NOW)
    assert refused.value.code == code


def test_who_was_not_asked_chooses_nothing(alice: Any, bob: Any, carla: Any) -> None:
    battle = announced(vault(alice, [bob, carla]), alice, open_to(bob, overlord=carla.pk))
    with pytest.raises(Illegal) as refused:
        services.choose_heroes(battle_id=battle.pk, player=carla, heroes=["ivo"], at=NOW)
    assert refused.value.code == "not-asked"


def test_it_does_not_begin_while_a_hero_has_no_player(alice: Any, bob: Any) -> None:
    battle = announced(vault(alice, [bob]), alice, open_to(bob))
    services.choose_heroes(battle_id=battle.pk, player=bob, heroes=["ivo"], at=NOW)
    with pytest.raises(Illegal) as refused:
        begin_battle(battle.pk, at=NOW)
    assert refused.value.code == "not-confirmed"


def test_when_the_list_is_closed_what_is_left_goes_to_whoever_has_fewest(alice: Any, bob: Any, carla: Any) -> None:
    """SK-264"""
    battle = announced(vault(alice, [bob, carla]), alice, open_to(bob, carla))
    services.choose_heroes(battle_id=battle.pk, player=bob, heroes=["ivo"], at=NOW)
    with pytest.raises(PermissionDenied):
        services.close_party(battle_id=battle.pk, by=bob, at=NOW)
    services.close_party(battle_id=battle.pk, by=alice, at=NOW)
    begin_battle(battle.pk, at=NOW)
    one, other = f"u{bob.pk}", f"u{carla.pk}"
    assert players_of(fresh(battle)) == {"bruna": other, "torvek": one, "sylwen": other, "ivo": one}


def test_the_heroes_of_somebody_who_left_go_to_the_others(alice: Any, bob: Any, carla: Any) -> None:
    """SK-264"""
    campaign = vault(alice, [bob, carla])
    battle = announced(campaign, alice, open_to(bob, carla))
    services.choose_heroes(battle_id=battle.pk, player=bob, heroes=["ivo"], at=NOW)
    leave(membership=Membership.objects.get(campaign=campaign, user=bob), at=NOW)
    services.close_party(battle_id=battle.pk, by=alice, at=NOW)
    begin_battle(battle.pk, at=NOW)
    assert set(players_of(fresh(battle)).values()) == {f"u{carla.pk}"}


def test_with_nobody_left_to_play_it_cannot_begin(alice: Any, bob: Any) -> None:
    campaign = vault(alice, [bob])
    battle = announced(campaign, alice, open_to(bob))
    leave(membership=Membership.objects.get(campaign=campaign, user=bob), at=NOW)
    with pytest.raises(Illegal) as refused:
        services.close_party(battle_id=battle.pk, by=alice, at=NOW)
    assert refused.value.code == "nobody-plays"


def test_a_player_can_be_the_overlord(alice: Any, bob: Any, carla: Any) -> None:
    battle = begun(vault(alice, [bob, carla]), alice, descent(bob, overlord=carla.pk))
    state = state_of(battle)
    assert (state.overlord, state.automatic) == (f"u{carla.pk}", False)
    assert {entry.player: entry.side for entry in battle.muster.all()} == {bob: "heroes", carla: "overlord"}


def test_whoever_directs_can_be_the_overlord(alice: Any, bob: Any) -> None:
    state = state_of(begun(vault(alice, [bob]), alice, descent(bob, overlord=DIRECTING)))
    assert (state.overlord, state.automatic) == ("director", False)
