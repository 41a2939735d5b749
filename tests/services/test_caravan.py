"""The caravan: days, hunger, rest, changes with their reasons, the ledger, and what the next battle takes along."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from battles.selectors import state_of
from battles.services import confirm_muster
from battles.setups import unit_id_of
from campaign import services as campaigns
from campaign.models import CaravanEntry, Clan
from campaign.selectors import latest_entry
from characters.models import Wound
from rulebook.errors import Refused
from story import services
from story.selectors.caravan import bearing_of, day_ahead
from tests import mustering
from tests.company import NOON, march
from tests.storytelling import later, scene_in, told
from turns.services import begin_battle

pytestmark = pytest.mark.django_db
FIGURES = {"days": 0, "supplies": 10, "morale": 50, "clansmen": 400, "fighters": 80, "varl": 20}


@pytest.fixture
def table(alice, bob, carla, sam):
    for user in (alice, bob, carla, sam):
        user.language = "en"
        user.save(update_fields=["language"])
    return told((alice, bob, carla, sam))


@pytest.fixture
def clan(table):
    Clan.objects.filter(campaign=table[0]).update(**FIGURES)
    return Clan.objects.get(campaign=table[0])


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def spend(clan, by, day, *, key="k", reason="", seen=None, **changes):
    clan.refresh_from_db()
    proposed = day_ahead(clan, day).proposed
    figures = {name: getattr(proposed, name) for name in FIGURES} | changes
    seen = latest_entry(clan) if seen is None else seen
    return services.spend_day(clan=clan, by=by, day=day, figures=figures, reason=reason, seen=seen, key=key, at=later())


def change(clan, by, *, key="c", reason="Barley found", seen=None, **changes):
    clan.refresh_from_db()
    figures = {name: getattr(clan, name) for name in FIGURES} | changes
    seen = latest_entry(clan) if seen is None else seen
    return campaigns.change_caravan(clan=clan, by=by, figures=figures, reason=reason, seen=seen, key=key, at=later())


def figures(clan):
    clan.refresh_from_db()
    return tuple(getattr(clan, name) for name in FIGURES)


def hurt(character, wounds=2):
    Wound.objects.bulk_create(
        Wound(character=character, ordinal=number, opened_at=NOON) for number in range(1, wounds + 1)
    )


def open_wounds(character):
    return character.wounds.filter(healed_at__isnull=True).count()


class TestDays:
    def test_cara_1_a_day_of_travel_feeds_a_hundred_with_each_supply(self, clan, alice):
        """CARA-1, CARA-3: five hundred people, five supplies, ten morale."""
        line = spend(clan, alice, "travel")
        assert figures(clan) == (1, 5, 40, 400, 80, 20)
        assert (line.before, line.after["supplies"], line.unfed) == (FIGURES, 5, 0)

    def test_cara_2_hunger_is_proposed_and_the_director_may_set_otherwise_with_a_reason(self, clan, alice):
        """CARA-2: two supplies for five hundred people."""
        change(clan, alice, supplies=2)
        clan.refresh_from_db()
        ahead = day_ahead(clan, "travel")
        assert (ahead.passed.unfed, ahead.passed.people_lost) == (300, 15)
        with refusal("change-unexplained"):
            spend(clan, alice, "travel", clansmen=400)
        line = spend(clan, alice, "travel", clansmen=400, reason="They share what they have")
        assert line.proposed["clansmen"] < line.after["clansmen"] == 400
        assert (line.unfed, line.reason) == (300, "They share what they have")

    def test_heal_1_a_day_of_rest_heals_one_wound_of_everybody_in_the_clan(self, clan, alice, bob, carla):
        """HEAL-1, CARA-3."""
        other = campaigns.add_clan(campaign=clan.campaign, by=alice, name="Ironwater")
        hero, away = bob.characters.get(), carla.characters.get()
        type(away).objects.filter(pk=away.pk).update(clan=other)
        for one in (hero, away):
            hurt(one)
        line = spend(clan, alice, "rest")
        assert (open_wounds(hero), open_wounds(away)) == (1, 2)
        assert (line.healed, figures(clan)[2]) == (["Hrolf"], 60)

    def test_heal_1_travel_heals_nobody(self, clan, alice, bob):
        hurt(bob.characters.get())
        assert spend(clan, alice, "travel").healed == []
        assert open_wounds(bob.characters.get()) == 2

    def test_sk_336_whoever_fights_does_not_rest(self, clan, alice, bob, monkeypatch):
        hero = bob.characters.get()
        hurt(hero)
        monkeypatch.setattr("story.selectors.caravan.standing_of", lambda character, viewer: object())
        assert [one.name for one in day_ahead(clan, "rest").kept_from_rest] == ["Hrolf"]
        spend(clan, alice, "rest")
        assert open_wounds(hero) == 2

    def test_the_same_form_twice_is_one_day_and_heals_once(self, clan, alice, bob):
        hurt(bob.characters.get())
        first = spend(clan, alice, "rest", key="same")
        assert spend(clan, alice, "rest", key="same", seen=0) == first
        assert (figures(clan)[0], open_wounds(bob.characters.get())) == (1, 1)

    def test_what_was_not_looked_at_is_not_confirmed(self, clan, alice):
        spend(clan, alice, "travel", key="a")
        with refusal("caravan-changed"):
            spend(clan, alice, "travel", key="b", seen=0)
        assert figures(clan)[0] == 1

    def test_players_spend_no_days_and_change_nothing(self, clan, bob):
        with pytest.raises(PermissionDenied):
            spend(clan, bob, "travel")
        with pytest.raises(PermissionDenied):
            change(clan, bob, supplies=99)
        assert not CaravanEntry.objects.exists()

    def test_figures_that_cannot_be_are_refused(self, clan, alice):
        for wrong in ({"morale": 101}, {"supplies": -1}, {"varl": 10**7}):
            with refusal("bad-figure"):
                spend(clan, alice, "travel", reason="Because", **wrong)
        with refusal("unknown-day"):
            spend(clan, alice, "feast")


class TestChanges:
    def test_a_change_stands_in_the_ledger_with_its_reason(self, clan, alice):
        line = change(clan, alice, supplies=25)
        assert (line.kind, line.before["supplies"], line.after["supplies"]) == ("change", 10, 25)
        assert change(clan, alice, supplies=25, seen=0) == line

    def test_it_needs_a_reason_and_a_change(self, clan, alice):
        with refusal("change-unexplained"):
            change(clan, alice, supplies=25, reason=" ")
        with refusal("nothing-changed"):
            change(clan, alice)


class TestTheNextBattle:
    @pytest.mark.parametrize(("morale", "shift"), [(10, -2), (30, -1), (50, 0), (70, 1), (90, 2)])
    def test_cara_4_morale_of_the_moment_it_begins_shifts_willpower(self, alice, bob, carla, morale, shift):
        """CARA-4, STAT-9: the caravan's morale reaches the battle through the ledger."""
        battle = mustering.announced(
            mustering.table(alice, [bob, carla]), alice, mustering.against_dredge([bob, carla])
        )
        heroes = {player: mustering.hero_of(player) for player in (bob, carla)}
        for player, hero in heroes.items():
            confirm_muster(battle_id=battle.pk, player=player, character_ids=[hero.pk], at=mustering.NOW)
        hero = heroes[bob]
        clan = Clan.objects.get(pk=hero.clan_id)
        change(clan, alice, morale=morale, supplies=7)
        begin_battle(battle.pk, at=mustering.NOW, by=alice)
        unit = state_of(mustering.fresh(battle)).units[unit_id_of(hero.pk)]
        assert unit.max_willpower == unit.willpower == max(0, hero.willpower + shift)
        clan.refresh_from_db()
        assert bearing_of(clan).shift == shift


class TestPages:
    def at(self, clan, what=""):
        return f"/c/{clan.campaign.slug}/clans/{clan.pk}/caravan/{what}"

    def send(self, user, address, **fields):
        client = Client()
        client.force_login(user)
        return client.post(address, fields)

    def look(self, user, address, status=200):
        client = Client()
        client.force_login(user)
        answer = client.get(address)
        assert answer.status_code == status, address
        return answer.content.decode()

    def test_everybody_who_reads_the_campaign_reads_the_ledger(self, clan, alice, sam, zoe):
        change(clan, alice, supplies=25)
        shown = self.look(sam, self.at(clan))
        assert "Barley found" in shown and "10 → <strong>25</strong>" in shown and "A day of rest" not in shown
        self.look(zoe, self.at(clan), 404)

    def test_a_day_shows_before_and_proposed_and_is_confirmed(self, clan, alice, bob):
        hurt(bob.characters.get())
        page = self.look(alice, self.at(clan, "rest/"))
        assert "Proposed" in page and "Hrolf" in page and 'value="60"' in page
        sent = FIGURES | {"days": 1, "supplies": 5, "morale": 60, "seen": 0, "key": "x", "reason": ""}
        assert self.send(alice, self.at(clan, "rest/"), **sent).status_code == 302
        assert figures(clan) == (1, 5, 60, 400, 80, 20)
        assert "Hrolf" in self.look(alice, self.at(clan))

    def test_another_figure_without_a_reason_keeps_what_was_typed(self, clan, alice):
        sent = FIGURES | {"days": 1, "supplies": 9, "morale": 40, "seen": 0, "key": "x", "reason": ""}
        answer = self.send(alice, self.at(clan, "travel/"), **sent)
        assert answer.status_code == 422 and 'value="9"' in answer.content.decode()

    def test_a_caravan_changed_meanwhile_is_shown_anew_with_the_reason_kept(self, clan, alice):
        change(clan, alice, supplies=25)
        sent = FIGURES | {"supplies": 3, "seen": 0, "key": "x", "reason": "Rats in the barley"}
        answer = self.send(alice, self.at(clan, "change/"), **sent).content.decode()
        assert "changed meanwhile" in answer and "Rats in the barley" in answer and 'value="25"' in answer
        assert figures(clan)[1] == 25

    def test_a_day_and_a_change_are_put_into_a_scene_from_their_forms(self, clan, table, alice):
        scene = table[1]
        assert "Read in the scene" in self.look(alice, self.at(clan, "rest/"))
        sent = FIGURES | {
            "days": 1,
            "supplies": 5,
            "morale": 60,
            "seen": 0,
            "key": "x",
            "reason": "",
            "scene": scene.code,
        }
        assert self.send(alice, self.at(clan, "rest/"), **sent).status_code == 302
        sent |= {"supplies": 9, "seen": latest_entry(clan), "key": "y", "reason": "Barley found"}
        assert self.send(alice, self.at(clan, "change/"), **sent).status_code == 302
        assert [one.entry.kind for one in scene.caravan_steps.all()] == ["rest", "change"]

    def test_the_directors_pages_are_the_directors(self, clan, bob):
        for what in ("travel/", "rest/", "change/"):
            self.look(bob, self.at(clan, what), 403)

    def test_no_day_is_put_into_a_scene_of_another_campaign(self, clan, alice, bob):
        elsewhere = scene_in(march(alice, bob, name="Elsewhere"), alice)
        figures_now = {name: getattr(day_ahead(clan, "rest").proposed, name) for name in FIGURES}
        with refusal("other-campaign"):
            services.spend_day(
                clan=clan,
                by=alice,
                day="rest",
                figures=figures_now,
                reason="",
                seen=0,
                key="z",
                at=later(),
                scene=elsewhere,
            )
        assert not clan.entries.exists() and figures(clan) == tuple(FIGURES.values())

    def test_there_is_no_other_day(self, clan, alice):
        self.look(alice, self.at(clan, "feast/"), 404)
