"""Items: made, given, handed on, equipped, bought, and what they are worth in battle (PROM-1, STAT-10)."""

import pytest
from django.core.exceptions import PermissionDenied

from characters import selectors, services
from characters.models import Item
from characters.sheets import sheet
from characters.shown import sheet_page
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.catalogue.items import AS_TRAITS, EFFECTS, ITEMS, check_item, with_item
from rulebook.saga.hooks import HOOKS
from rulebook.saga.state import Unit
from tests.company import NOON, active, march

pytestmark = pytest.mark.django_db


def rich(character, director, amount=20):
    services.earn_renown(character=character, amount=amount, kind="plot", by=director, at=NOON)
    return character


def given(campaign, director, to, key="whetted-edge"):
    item = services.find_item(campaign=campaign, by=director, key=key, at=NOON)
    return services.give_item(item=item, to=to, by=director, at=NOON)


class TestCatalogue:
    def test_every_item_changes_only_what_a_battle_carries(self):
        for entry in ITEMS.values():
            check_item(entry.level, entry.effects)
            assert entry.price == 5 * entry.level
            for text in (entry.name, entry.wording):
                assert text.say("en") and text.say("es") and text.say("en") != text.say("es")

    @pytest.mark.parametrize(
        ("level", "effects"), [(0, {"armor": 1}), (6, {"armor": 1}), (1, {}), (1, {"luck": 1}), (1, {"evasion": 51})]
    )
    def test_an_item_no_battle_could_carry_is_refused(self, level, effects):
        with pytest.raises(Unreadable) as refused:
            check_item(level, effects)
        assert refused.value.code == "bad-item"

    def test_nothing_goes_below_nothing_but_strength(self):
        before = {"strength": 1, "max_strength": 1, "armor": 1, "max_armor": 1, "move": 1}
        after = with_item(before, {"strength": -3, "armor": -3, "move": -2, "evasion": 10})
        assert after == {
            "strength": -2,
            "max_strength": -2,
            "armor": 0,
            "max_armor": 0,
            "move": 0,
            "evasion": 10,
        }


class TestEquipping:
    def test_what_is_equipped_goes_into_the_battle_and_stands_on_the_sheet(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        plain = selectors.figures_for_battle(hrolf)
        ring = given(campaign, alice, hrolf, "forebears-ring")
        assert selectors.figures_for_battle(hrolf) == plain
        services.equip(item=ring, by=bob, at=NOON)
        worn = selectors.figures_for_battle(hrolf)
        grown = ("strength", "max_strength", "armor", "max_armor", "willpower", "max_willpower")
        assert {name: worn[name] - plain[name] for name in grown} == dict.fromkeys(grown, 1)
        assert set(worn) <= set(Unit.__dataclass_fields__)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="abc", battle_name="The ford", wounds=2, by=None, at=NOON
        )
        shown = sheet_page(sheet(hrolf, bob)).now[0]
        assert (shown.most, [value for _label, value in shown.parts]) == (8, ["9", "+1", "−2"])
        assert selectors.figures_for_battle(hrolf)["strength"] == 8

    def test_evasion_goes_into_the_battle_too(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        services.equip(item=given(campaign, alice, hrolf, "ash-cloak"), by=bob, at=NOON)
        assert selectors.figures_for_battle(hrolf)["evasion"] == 10

    def test_the_second_takes_the_firsts_place(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        first, second = (given(campaign, alice, hrolf, key) for key in ("whetted-edge", "ash-cloak"))
        services.equip(item=first, by=bob, at=NOON)
        services.equip(item=second, by=bob, at=NOON)
        assert list(hrolf.items.filter(equipped=True)) == [second]
        assert hrolf.changes.filter(field="equipped").first().before == "whetted-edge"
        services.unequip(item=second, by=bob, at=NOON)
        assert not hrolf.items.filter(equipped=True).exists()

    def test_prom_1_an_item_above_the_bearers_level_is_owned_but_not_equipped(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        claw = given(campaign, alice, hrolf, "bear-claw")
        with pytest.raises(Illegal) as refused:
            services.equip(item=claw, by=bob, at=NOON)
        assert (refused.value.code, refused.value.data) == ("item-above-level", {"item": 3, "level": 1})
        assert not Item.objects.get().equipped

    def test_wound_4_an_item_may_keep_a_character_on_its_feet(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="abc", battle_name="The ford", wounds=9, by=None, at=NOON
        )
        assert not selectors.hero_able(bob, campaign)
        services.equip(item=given(campaign, alice, hrolf), by=bob, at=NOON)
        assert selectors.hero_able(bob, campaign)


class TestGiving:
    def test_a_player_hands_it_on_and_it_is_taken_off(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf, ylva = active(campaign, bob, alice), active(campaign, carla, alice, name="Ylva")
        edge = given(campaign, alice, hrolf)
        services.equip(item=edge, by=bob, at=NOON)
        with pytest.raises(PermissionDenied):
            services.give_item(item=edge, to=ylva, by=carla, at=NOON)
        services.give_item(item=edge, to=ylva, by=bob, at=NOON)
        edge.refresh_from_db()
        assert (edge.bearer, edge.equipped) == (ylva, False)

    def test_a_player_takes_nothing_out_of_the_directors_keeping(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        item = services.find_item(campaign=campaign, by=alice, key="whetted-edge", at=NOON)
        with pytest.raises(PermissionDenied):
            services.give_item(item=item, to=hrolf, by=bob, at=NOON)

    def test_it_goes_to_nobody_of_another_campaign_and_to_no_dead(self, alice, bob):
        campaign, other = march(alice, bob), march(alice, bob, name="Another")
        hrolf, far = active(campaign, bob, alice), active(other, bob, alice)
        item = services.find_item(campaign=campaign, by=alice, key="whetted-edge", at=NOON)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        for to, code in ((far, "other-campaign"), (hrolf, "not-active")):
            with pytest.raises(Illegal) as refused:
                services.give_item(item=item, to=to, by=alice, at=NOON)
            assert refused.value.code == code

    def test_the_director_makes_takes_back_and_retires(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        horn = services.make_item(
            campaign=campaign,
            by=alice,
            name="Cracked horn",
            words="",
            level=2,
            effects={"deflection": 8, "move": -1, "armor": 0},
            at=NOON,
        )
        assert horn.effects == {"deflection": 8, "move": -1}
        services.give_item(item=horn, to=hrolf, by=alice, at=NOON)
        assert list(selectors.items_handled_by(bob)) == [horn]
        services.take_back(item=horn, by=alice, at=NOON)
        assert list(selectors.items_kept(campaign)) == [horn]
        services.retire_item(item=horn, by=alice, at=NOON)
        assert not selectors.items_kept(campaign).exists()
        with pytest.raises(TooLate) as refused:
            services.give_item(item=horn, to=hrolf, by=alice, at=NOON)
        assert refused.value.code == "item-gone"

    def test_players_make_nothing(self, alice, bob):
        campaign = march(alice, bob)
        with pytest.raises(PermissionDenied):
            services.make_item(
                campaign=campaign, by=bob, name="Sun", words="", level=1, effects={"strength": 5}, at=NOON
            )
        with pytest.raises(PermissionDenied):
            services.find_item(campaign=campaign, by=bob, key="whetted-edge", at=NOON)


class TestBuying:
    def test_it_waits_for_the_director_and_is_paid_when_approved(self, alice, bob):
        hrolf = rich(active(march(alice, bob), bob, alice), alice, 7)
        asked = services.propose_purchase(character=hrolf, by=bob, item_key="ash-cloak", at=NOON)
        assert (asked.status, selectors.renown_held(hrolf), hrolf.items.count()) == ("waiting", 7, 0)
        services.approve_petition(petition=asked, by=alice, at=NOON)
        assert (selectors.renown_held(hrolf), hrolf.items.get().key) == (2, "ash-cloak")
        assert hrolf.renown_entries.get(kind="item").amount == -5

    def test_what_was_spent_meanwhile_is_seen_when_it_is_approved(self, alice, bob):
        hrolf = rich(active(march(alice, bob), bob, alice), alice, 7)
        asked = services.propose_purchase(character=hrolf, by=bob, item_key="ash-cloak", at=NOON)
        services.earn_renown(character=hrolf, amount=-3, kind="correction", by=alice, at=NOON)
        with pytest.raises(Illegal) as refused:
            services.approve_petition(petition=asked, by=alice, at=NOON)
        assert refused.value.code == "item-too-dear"
        asked.refresh_from_db()
        assert asked.status == "waiting"

    @pytest.mark.parametrize(
        ("key", "code"),
        [("veil-of-mist", "item-too-dear"), ("forebears-ring", "not-for-sale"), ("sun", "unknown-item")],
    )
    def test_what_cannot_be_bought(self, alice, bob, key, code):
        hrolf = rich(active(march(alice, bob), bob, alice), alice, 10)
        with pytest.raises((Illegal, Unreadable)) as refused:
            services.propose_purchase(character=hrolf, by=bob, item_key=key, at=NOON)
        assert refused.value.code == code

    def test_one_purchase_waits_at_a_time(self, alice, bob):
        hrolf = rich(active(march(alice, bob), bob, alice), alice)
        services.propose_purchase(character=hrolf, by=bob, item_key="ash-cloak", at=NOON)
        with pytest.raises(TooLate) as refused:
            services.propose_purchase(character=hrolf, by=bob, item_key="whetted-edge", at=NOON)
        assert refused.value.code == "asked-already"


def test_what_an_item_may_change_is_what_a_unit_has():
    assert set(EFFECTS) - set(AS_TRAITS) <= set(Unit.__dataclass_fields__)
    assert set(AS_TRAITS.values()) <= set(HOOKS)
