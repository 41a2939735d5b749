"""What battles leave on a sheet, and what the roster rules read from it."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied

from campaign.services import change_table_rules
from characters import selectors, services
from characters.models import Character, Death
from characters.services import lasting
from notifications.models import Notice
from rulebook.errors import Illegal
from rulebook.saga.state import Unit
from tests.company import NOON, active, march

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def hrolf(alice, bob):
    return active(march(alice, bob), bob, alice)


def fought(character, code, *, day=0, slots=1, friendly=False, won=True):
    return services.record_battle(
        character=character,
        battle_code=code,
        battle_name=f"Battle {code}",
        slots=slots,
        friendly=friendly,
        defeated=False,
        won=won,
        enemies_defeated=1,
        fought_at=NOON + day * DAY,
    )


def wounded(character, code, wounds, by=None):
    return services.open_wounds_from_battle(
        character=character, battle_code=code, battle_name="The ford", wounds=wounds, by=by, at=NOON
    )


class TestWounds:
    """WOUND-4, STAT-9, HEAL-1."""

    def test_open_wounds_lower_the_strength_a_battle_begins_with(self, hrolf):
        assert wounded(hrolf, "abc", 2) == 2
        figures = selectors.figures_for_battle(hrolf)
        assert (figures["strength"], figures["max_strength"], figures["open_wounds"]) == (7, 7, 2)
        assert (figures["armor"], figures["willpower"], figures["exertion"], figures["break_"]) == (8, 7, 3, 2)
        hrolf.refresh_from_db()
        assert hrolf.strength == 9

    def test_one_battle_wounds_once_and_another_again(self, hrolf):
        assert [wounded(hrolf, "abc", 2), wounded(hrolf, "abc", 2), wounded(hrolf, "xyz", 1)] == [2, 0, 1]
        assert selectors.open_wounds(hrolf) == 3
        log = [(one.before, one.after, one.battle_code) for one in hrolf.changes.filter(field="wounds")]
        assert log == [("2", "3", "xyz"), ("0", "2", "abc")]

    def test_a_day_of_rest_heals_one_the_oldest_first(self, alice, hrolf):
        wounded(hrolf, "abc", 1)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="xyz", battle_name="The tower", wounds=1, by=None, at=NOON + DAY
        )
        assert services.heal(character=hrolf, by=alice, at=NOON + 2 * DAY) == 1
        assert [wound.battle_code for wound in hrolf.wounds.filter(healed_at__isnull=True)] == ["xyz"]
        assert services.heal(character=hrolf, by=alice, at=NOON + 3 * DAY, wounds=5) == 1
        assert services.heal(character=hrolf, by=alice, at=NOON + 4 * DAY) == 0

    def test_who_fights_does_not_rest(self, alice, hrolf, monkeypatch):
        """During a battle its state is the truth, and the sheet is frozen (HEAL-1)."""
        wounded(hrolf, "abc", 1)
        here = SimpleNamespace(battle="The tower")
        monkeypatch.setattr(lasting, "standing_of", lambda character, viewer: here)
        with pytest.raises(Illegal) as refused:
            services.heal(character=hrolf, by=alice, at=NOON + DAY)
        assert refused.value.code == "in-battle" and selectors.open_wounds(hrolf) == 1

    def test_no_strength_left_no_field(self, bob, hrolf):
        campaign = hrolf.campaign
        wounded(hrolf, "abc", 8)
        assert selectors.hero_able(bob, campaign)
        wounded(hrolf, "xyz", 1)
        assert not selectors.hero_able(bob, campaign)

    def test_players_heal_and_wound_nobody(self, bob, hrolf):
        with pytest.raises(PermissionDenied):
            services.heal(character=hrolf, by=bob, at=NOON)
        with pytest.raises(PermissionDenied):
            wounded(hrolf, "abc", 1, by=bob)


class TestRenown:
    """PROM-1, REN-1, HEIR-1."""

    def test_a_battle_pays_once(self, alice, hrolf):
        for _n in range(2):
            services.earn_renown(character=hrolf, amount=3, battle_code="abc", reason="The ford", by=alice, at=NOON)
        services.earn_renown(character=hrolf, amount=2, battle_code="xyz", by=alice, at=NOON)
        assert selectors.renown_held(hrolf) == 5

    def test_what_was_inherited_is_held_but_was_not_earned(self, alice, hrolf):
        services.earn_renown(character=hrolf, amount=7, kind="inherited", by=alice, at=NOON)
        services.earn_renown(character=hrolf, amount=4, kind="plot", by=alice, at=NOON)
        services.earn_renown(character=hrolf, amount=-1, kind="correction", by=alice, at=NOON)
        assert (selectors.renown_held(hrolf), selectors.renown_earned(hrolf)) == (10, 3)

    def test_the_ledger_never_falls_below_nothing(self, alice, hrolf):
        with pytest.raises(Illegal) as refused:
            services.earn_renown(character=hrolf, amount=-1, kind="correction", by=alice, at=NOON)
        assert refused.value.code == "renown-below-zero"
        assert not hrolf.renown_entries.exists()

    def test_players_give_themselves_none(self, bob, hrolf):
        with pytest.raises(PermissionDenied):
            services.earn_renown(character=hrolf, amount=50, kind="plot", by=bob, at=NOON)


class TestRoster:
    """ROST-1 to ROST-3."""

    @pytest.fixture
    def party(self, alice, bob, hrolf):
        return hrolf, active(hrolf.campaign, bob, alice, rank="companion", name="Eyra")

    def test_history_has_one_character_battles_in_order_friendlies_left_out(self, bob, party):
        hero, companion = party
        fought(hero, "b1", day=1)
        fought(companion, "b2", day=2)
        fought(companion, "b3", day=3, friendly=True)
        fought(hero, "b4", day=4, slots=2)
        fought(companion, "b4", day=4, slots=2)
        fought(hero, "b0", day=0)
        assert selectors.roster_history(bob, hero.campaign) == ("hero", "hero", "companion")

    def test_a_battle_is_recorded_once(self, bob, party):
        hero, _companion = party
        assert fought(hero, "b1") == fought(hero, "b1")
        assert selectors.roster_history(bob, hero.campaign) == ("hero",)

    def test_the_battle_before_had_a_hero(self, bob, party):
        hero, companion = party
        campaign = hero.campaign
        assert selectors.previous_battle_had_hero(bob, campaign) is None
        fought(companion, "b1", day=1)
        assert selectors.previous_battle_had_hero(bob, campaign) is False
        fought(companion, "b2", day=2, slots=2)
        assert selectors.previous_battle_had_hero(bob, campaign) is True
        fought(companion, "b3", day=3)
        fought(hero, "b4", day=4, friendly=True)
        assert selectors.previous_battle_had_hero(bob, campaign) is False

    def test_counting_starts_anew_with_a_new_hero(self, alice, bob, party):
        hero, companion = party
        for day in (1, 2):
            fought(hero, f"b{day}", day=day)
        services.die(character=hero, rule="decision", by=alice, at=NOON + 3 * DAY)
        fought(companion, "b4", day=4)
        assert not selectors.hero_able(bob, hero.campaign)
        new = active(hero.campaign, bob, alice, name="Toki")
        Character.objects.filter(pk=new.pk).update(hero_since=NOON + 5 * DAY)
        assert selectors.roster_history(bob, hero.campaign) == ()
        fought(new, "b6", day=6)
        assert selectors.roster_history(bob, hero.campaign) == ("hero",)

    def test_another_campaign_and_another_player_do_not_count(self, alice, bob, carla, hrolf):
        fought(active(march(alice, bob, name="Elsewhere"), bob, alice), "b1")
        assert selectors.roster_history(bob, hrolf.campaign) == ()
        assert selectors.roster_history(carla, hrolf.campaign) == ()


class TestFates:
    """DEATH-1 to DEATH-5."""

    def test_the_dead_die_once(self, alice, bob, hrolf):
        for rule in ("boss", "chance"):
            services.die(character=hrolf, rule=rule, by=alice, at=NOON, battle_code="abc", words="At the ford.")
        death = Death.objects.get()
        hrolf.refresh_from_db()
        assert (death.rule, death.words, death.decided_by, hrolf.status) == ("boss", "At the ford.", alice, "dead")
        assert hrolf.changes.filter(field="status", after="dead").count() == 1
        assert [n.data["what"] for n in Notice.objects.filter(reader=bob)].count("died") == 1

    def test_a_doomed_hero_stays_doomed_from_the_first_moment(self, alice, bob, hrolf):
        for day in (0, 1):
            services.mark_doomed(character=hrolf, by=alice, at=NOON + day * DAY, battle_code=f"b{day}")
        hrolf.refresh_from_db()
        assert (hrolf.doomed_at, hrolf.status) == (NOON, "active")
        assert hrolf.changes.filter(field="doomed").count() == 1

    def test_sparing_is_on_record_once_for_each_battle_and_never_for_the_dead(self, alice, hrolf):
        for code in ("abc", "abc", "xyz"):
            services.spare(character=hrolf, by=alice, at=NOON, battle_code=code, words="The plot needs him.")
        assert hrolf.changes.filter(field="spared").count() == 2
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        with pytest.raises(Illegal) as refused:
            services.spare(character=hrolf, by=alice, at=NOON, battle_code="new")
        assert refused.value.code == "already-dead"

    def test_players_kill_doom_and_spare_nobody(self, bob, hrolf):
        for decide in (
            lambda: services.die(character=hrolf, rule="decision", by=bob, at=NOON),
            lambda: services.mark_doomed(character=hrolf, by=bob, at=NOON),
            lambda: services.spare(character=hrolf, by=bob, at=NOON, battle_code="abc"),
        ):
            with pytest.raises(PermissionDenied):
                decide()
        hrolf.refresh_from_db()
        assert (hrolf.status, hrolf.doomed_at) == ("active", None)


def test_hero_points_of_a_battle_follow_rank_and_table_STAT_8(alice, bob, hrolf):
    companion = active(hrolf.campaign, bob, alice, rank="companion", name="Eyra")
    assert [selectors.figures_for_battle(one)["max_hero_points"] for one in (hrolf, companion)] == [5, 3]
    change_table_rules(campaign=hrolf.campaign, settings={"hero_points": False}, by=alice, at=NOON)
    hrolf = Character.objects.get(pk=hrolf.pk)
    assert selectors.figures_for_battle(hrolf)["hero_points"] == 0


def test_what_a_battle_takes_over_fits_the_rulebooks_unit(hrolf):
    assert set(selectors.figures_for_battle(hrolf)) <= set(Unit.__dataclass_fields__)
