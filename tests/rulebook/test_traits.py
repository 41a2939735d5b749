"""Talents, and items that act at moments of their own."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Unreadable
from rulebook.saga.actions import PlayTurn
from rulebook.saga.catalogue import TALENTS, TRAITS, texts
from rulebook.saga.catalogue.items import AS_TRAITS, ITEMS, check_item, with_item
from rulebook.saga.catalogue.traits import REGAIN_CHANCES
from rulebook.saga.codec import from_json, to_json
from rulebook.saga.events import DieRolled, Restored
from rulebook.saga.evolve import evolve
from rulebook.saga.hooks import HOOKS
from rulebook.saga.reasons import Reason, reason_text
from rulebook.saga.resolve import apply
from rulebook.saga.steps import Rest, Strike
from tests.rulebook.boards import Table, ours, theirs


def duel(striker: dict[str, Any] | None = None, **figures: Any) -> Table:
    own = {"strength": 12, "break_": 3} | (striker or {})
    return Table("aG", a=ours(**own), G=theirs(**({"strength": 30} | figures)))


@pytest.mark.parametrize(("face", "taken"), [(20, 2), (21, 4)])
def test_sk_340_robust_resists_one_strength_hit_in_five(face: int, taken: int) -> None:
    table = duel(traits={"robust": 2})
    table.play("a", Strike("strength", "G"), d100=(1, face))
    assert table.changed == {"G": {"strength": 30 - taken}}


@pytest.mark.parametrize(("face", "taken"), [(20, 1), (21, 3)])
def test_sk_340_hunker_down_resists_one_armor_hit_in_five(face: int, taken: int) -> None:
    table = duel(traits={"hunker-down": 2})
    table.play("a", Strike("break", "G"), d100=(1, face))
    assert table.changed == {"G": {"armor": 8 - taken}}


def test_sk_340_what_is_resisted_is_never_more_than_the_hit() -> None:
    table = duel({"strength": 8}, traits={"robust": 6})
    table.play("a", Strike("strength", "G"), d100=(1, 1))
    assert table.changed == {}


def test_sk_340_a_talent_of_strength_sleeps_when_armor_is_hit() -> None:
    table = duel(traits={"robust": 6})
    table.play("a", Strike("break", "G"), d100=(1,))
    assert table.changed == {"G": {"armor": 5}}


def test_sk_340_a_miss_rolls_for_no_talent_and_wear_is_not_resisted() -> None:
    table = duel(traits={"robust": 1, "hunker-down": 6})
    table.play("a", Strike("break", "G"), d100=(100,))
    assert not [event for event in table.events if isinstance(event, DieRolled)]


def test_dmg_6_the_roll_of_a_talent_is_on_record_with_its_reason() -> None:
    table = duel(traits={"robust": 3})
    table.play("a", Strike("strength", "G"), d100=(1, 50))
    (told,) = [event for event in table.events if isinstance(event, DieRolled)]
    assert (told.unit, told.name, told.rank, told.roll.face, told.roll.reason) == ("G", "robust", 3, 50, "Robust 3")
    assert reason_text(Reason("ability", ability="robust", rank=3), "es") == "Robusto 3"


def opened(traits: dict[str, int], *faces: int, **figures: Any) -> Table:
    """The turn of `b` opens after that of `a`."""
    table = Table("a.b", a=ours(), b=theirs(**({"armor": 3, "max_armor": 8, "traits": traits} | figures)))
    table.play("a", d100=faces)
    return table


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5, 6])
def test_sk_341_tighten_straps_regains_armor_by_its_chance_when_the_turn_opens(rank: int) -> None:
    chance = REGAIN_CHANCES[rank - 1]
    assert chance == 15 + 5 * rank
    assert opened({"tighten-straps": rank}, chance).changed == {"b": {"armor": 4}}
    assert opened({"tighten-straps": rank}, chance + 1).changed == {}


def test_sk_341_nothing_is_rolled_where_no_armor_is_missing() -> None:
    assert opened({"tighten-straps": 6}, armor=8).changed == {}


def test_sk_342_armor_comes_back_each_turn_up_to_the_maximum() -> None:
    assert opened({"turn-armor": 2}).changed == {"b": {"armor": 5}}
    assert opened({"turn-armor": 2}, armor=7).changed == {"b": {"armor": 8}}


def test_sk_342_a_rest_gives_more_willpower_and_armor_up_to_the_maximum() -> None:
    """WILL-5: the point of the rest first, then what the item adds."""
    table = Table("a.G", a=ours(willpower=1, max_willpower=5, traits={"rest-willpower": 2}), G=theirs())
    table.play("a", Rest())
    assert table.changed == {"a": {"willpower": 4}}
    table = Table("a.G", a=ours(willpower=4, max_willpower=5, traits={"rest-willpower": 2}), G=theirs())
    table.play("a", Rest())
    assert table.changed == {"a": {"willpower": 5}}
    table = Table("a.G", a=ours(armor=5, max_armor=8, traits={"rest-armor": 2}), G=theirs())
    table.play("a", Rest())
    assert table.changed["a"]["armor"] == 7


def test_sk_342_felling_an_enemy_gives_willpower() -> None:
    table = duel({"willpower": 1, "max_willpower": 5, "traits": {"kill-willpower": 1}}, strength=1)
    table.play("a", Strike("strength", "G"), d100=(1,))
    assert [event.amount for event in table.events if isinstance(event, Restored)] == [1]
    assert table.changed["a"]["willpower"] == 2


def test_sk_342_ignored_strength_damage_comes_off_every_hit() -> None:
    table = duel(traits={"resist-strength": 1})
    table.play("a", Strike("strength", "G"), d100=(1,))
    assert table.changed == {"G": {"strength": 27}}


def test_an_items_traits_go_into_the_battle_and_through_its_record() -> None:
    figures = with_item({"strength": 9, "max_strength": 9}, {"strength": 1, "rest_armor": 1, "robust": 2})
    assert figures["traits"] == {"rest-armor": 1, "robust": 2} and figures["strength"] == 10
    assert with_item(figures, {"robust": 6})["traits"]["robust"] == 6
    table = duel(traits={"robust": 2})
    assert from_json(to_json(table.state)).units["G"].traits == {"robust": 2}


def test_a_state_from_before_there_were_traits_is_read() -> None:
    written = to_json(duel().state)
    for unit in written["units"].values():
        del unit["traits"]
    assert from_json(written).units["G"].traits == {}


def test_every_trait_has_words_and_does_something() -> None:
    for key in TRAITS:
        assert texts(key, "en").description and texts(key, "es").description
        assert HOOKS[key]
    assert set(AS_TRAITS.values()) == set(TRAITS)
    assert set(TALENTS) < set(TRAITS)


def test_items_that_act_only_ever_add() -> None:
    with pytest.raises(Unreadable, check=lambda refused: refused.code == "bad-item"):
        check_item(1, {"rest_armor": -1})
    with pytest.raises(Unreadable, check=lambda refused: refused.code == "bad-item"):
        check_item(1, {"robust": 7})
    for item in ITEMS.values():
        check_item(item.level, item.effects)


def test_what_a_talent_resists_is_the_same_when_the_record_is_read_again() -> None:
    table = duel(traits={"robust": 2})
    action = PlayTurn("ana", "a", (Strike("strength", "G"),), at=table.state.moment + 1)
    first, events = apply(table.state, action, LoadedDice(d100=(1, 20)))
    again = table.state
    for event in events:
        again = evolve(again, event)
    assert again == first
