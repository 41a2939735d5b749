"""Making characters: who may, within which limits, approved or returned, promoted; who may see them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from campaign.models import Campaign
from campaign.services import add_clan, allow_characters, change_caravan, change_table_rules, remove_member
from characters import selectors, services
from characters.desk import open_debts
from characters.models import Character, RenownEntry
from characters.proposals import PORTRAITS, BrokenRules, ranks_open
from characters.refusals import SENTENCES, form_field, said
from characters.sheets import sheet
from characters.words import PORTRAIT_NAMES
from notifications.models import Notice
from rulebook.errors import Illegal, TooLate
from rulebook.saga.catalogue import Figures
from tests.company import ATTRIBUTES, NOON, active, march, membership, proposed, wish

pytestmark = pytest.mark.django_db


def broken_by(campaign, player, **changes):
    with pytest.raises(BrokenRules) as refused:
        proposed(campaign, player, **changes)
    return [(one.code, form_field(one)) for one in refused.value.broken]


def live(reader):
    return [n.data["what"] for n in Notice.objects.filter(reader=reader, withdrawn_at__isnull=True).order_by("pk")]


class TestProposing:
    def test_a_legal_character_waits_for_the_director_who_is_told(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = proposed(campaign, bob)
        assert (hrolf.status, hrolf.rank, hrolf.race, hrolf.abilities) == (
            "proposed",
            "hero",
            "human",
            {"stone-wall": 1},
        )
        assert selectors.figures_of(hrolf) == Figures(9, 8, 7, 3, 2)
        assert {name: getattr(hrolf, name) for name in ATTRIBUTES} == ATTRIBUTES
        assert live(alice) == ["proposed"]
        assert live(bob) == []

    def test_one_made_by_the_director_for_a_player_is_in_at_once(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        assert (hrolf.status, hrolf.player, hrolf.hero_since) == ("active", bob, NOON)
        assert live(bob) == ["approved"]

    def test_every_broken_rule_is_told_at_once_each_at_its_field_CHAR_5(self, alice, bob):
        campaign = march(alice, bob)
        assert broken_by(
            campaign,
            bob,
            rank="companion",
            figures=Figures(13, 12, 9, 3, 0),
            reaction=9,
            attributes=ATTRIBUTES | {"war": 85, "care": 42},
            portrait="dragon",
        ) == [
            ("hero-first", "rank"),
            ("outside-caps", "strength"),
            ("outside-caps", "break_value"),
            ("too-many-points", None),
            ("outside-reaction", "reaction"),
            ("bad-campaign-attribute", "war"),
            ("bad-campaign-attribute", "care"),
            ("too-many-campaign-points", None),
            ("unknown-portrait", "portrait"),
        ]
        assert not Character.objects.exists()

    def test_a_base_class_takes_its_fixed_figures_and_no_others_CHAR_5(self, alice, bob):
        campaign = march(alice, bob)
        wrong = broken_by(campaign, bob, class_key="raider", figures=Figures(9, 9, 6, 2, 1))
        assert wrong == [("not-the-fixed-figures", "break_value")]
        assert proposed(campaign, bob, class_key="raider", figures=Figures(9, 9, 6, 2, 2)).strength == 9

    def test_the_tables_own_campaign_points_count(self, alice, bob):
        campaign = march(alice, bob)
        change_table_rules(campaign=campaign, settings={"campaign_points_spread": 55}, by=alice, at=NOON)
        campaign.refresh_from_db()
        assert broken_by(campaign, bob) == [("too-many-campaign-points", None)]

    @pytest.mark.parametrize("class_key", ["grunt", "nobody", ""])
    def test_what_is_no_class_for_players_is_refused(self, alice, bob, class_key):
        assert broken_by(march(alice, bob), bob, class_key=class_key) == [("unknown-class", "class_key")]

    def test_a_clan_of_another_campaign_is_refused_CHAR_6(self, alice, bob):
        other = march(alice, name="Elsewhere")
        assert broken_by(march(alice, bob), bob, clan=other.clans.get()) == [("unknown-clan", "clan")]

    def test_a_players_characters_may_belong_to_different_clans_each_with_its_caravan_CHAR_6(self, alice, bob):
        campaign = march(alice, bob)
        wolves = add_clan(campaign=campaign, by=alice, name="Wolves")
        hero = active(campaign, bob, alice)
        companion = active(campaign, bob, alice, rank="companion", name="Eyra", clan=wolves)
        assert (hero.clan.name, companion.clan) == ("Ravens", wolves)
        fed = {"supplies": 5, "morale": 50, "clansmen": 0, "fighters": 0, "varl": 0, "days": 0}
        change_caravan(clan=wolves, by=alice, figures=fed, reason="Found.", seen=0, key="one", at=NOON)
        assert dict(campaign.clans.values_list("name", "supplies")) == {"Ravens": 0, "Wolves": 5}

    @pytest.mark.parametrize("role", ["spectator", "co-director"])
    def test_only_players_have_characters(self, alice, bob, role):
        campaign = march(alice, bob)
        membership(bob, campaign).__class__.objects.filter(user=bob).update(role=role)
        with pytest.raises(Illegal) as refused:
            proposed(campaign, bob)
        assert refused.value.code == "not-a-player"

    def test_nobody_proposes_for_another(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        with pytest.raises(PermissionDenied):
            services.propose_character(campaign=campaign, player=bob, by=carla, proposal=wish(campaign), at=NOON)

    def test_a_closed_campaign_takes_nobody_in(self, alice, bob):
        campaign = march(alice, bob)
        Campaign.objects.update(status="closed")
        campaign.refresh_from_db()
        with pytest.raises(Illegal) as refused:
            proposed(campaign, bob)
        assert refused.value.code == "campaign-closed"


class TestRanks:
    """CHAR-1, CHAR-3, CHAR-4."""

    def test_the_first_is_the_hero_then_a_companion_and_no_more_without_leave(self, alice, bob):
        campaign = march(alice, bob)
        proposed(campaign, bob)
        assert broken_by(campaign, bob) == [("second-hero", "rank")]
        assert broken_by(campaign, bob, rank="companion", name="Eyra", reaction=0) == [("outside-reaction", "reaction")]
        proposed(campaign, bob, rank="companion", name="Eyra")
        assert broken_by(campaign, bob, rank="companion", name="Toki") == [("too-many-companions", "rank")]
        assert broken_by(campaign, bob, rank="secondary", name="Toki") == [("secondary-not-needed", "rank")]

    def test_the_director_allows_a_second_companion_and_three_are_the_most(self, alice, bob):
        campaign = march(alice, bob)
        for rank in ("hero", "companion"):
            proposed(campaign, bob, rank=rank)
        seat = membership(bob, campaign)
        allow_characters(membership=seat, by=alice, second_companion=True, secondary_needed=False)
        proposed(campaign, bob, rank="companion", name="Toki")
        assert ranks_open(selectors.party_of(bob, campaign), membership(bob, campaign)) == ()

    def test_the_director_allows_a_secondary_beside_a_companion_and_one_is_the_most(self, alice, bob):
        campaign = march(alice, bob)
        for rank in ("hero", "companion"):
            proposed(campaign, bob, rank=rank)
        allow_characters(membership=membership(bob, campaign), by=alice, second_companion=True, secondary_needed=True)
        proposed(campaign, bob, rank="secondary", name="Toki")
        assert ("party-full", "rank") in broken_by(campaign, bob, rank="secondary", name="Asa")

    def test_the_dead_leave_room_and_another_players_people_take_none(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = active(campaign, bob, alice)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        assert proposed(campaign, bob, name="Eyra").rank == "hero"
        assert proposed(campaign, carla, name="Toki").rank == "hero"


class TestDeciding:
    def test_approved_it_is_active_and_its_player_is_told(self, alice, bob):
        hrolf = services.approve_character(character=proposed(march(alice, bob), bob), by=alice, at=NOON)
        assert (hrolf.status, hrolf.hero_since) == ("active", NOON)
        assert live(bob) == ["approved"]
        assert live(alice) == []

    def test_returned_with_a_word_revised_and_approved(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = proposed(campaign, bob)
        services.return_character(character=hrolf, by=alice, word="Less armor, please.", at=NOON)
        hrolf.refresh_from_db()
        assert (hrolf.status, hrolf.director_note) == ("returned", "Less armor, please.")
        assert live(bob) == ["returned"]
        changed = wish(campaign, figures=Figures(9, 7, 7, 3, 2))
        services.revise_character(character=hrolf, by=bob, proposal=changed, at=NOON)
        hrolf.refresh_from_db()
        assert (hrolf.status, hrolf.armor) == ("proposed", 7)
        services.approve_character(character=hrolf, by=alice, at=NOON)
        hrolf.refresh_from_db()
        assert hrolf.director_note == ""
        assert live(bob) == ["approved"]

    def test_a_second_decision_comes_too_late(self, alice, bob):
        hrolf = proposed(march(alice, bob), bob)
        services.approve_character(character=hrolf, by=alice, at=NOON)
        for decide in (
            lambda: services.approve_character(character=hrolf, by=alice, at=NOON),
            lambda: services.return_character(character=hrolf, by=alice, word="No.", at=NOON),
            lambda: services.revise_character(character=hrolf, by=bob, proposal=wish(hrolf.campaign), at=NOON),
            lambda: services.withdraw_proposal(character=hrolf, by=bob, at=NOON),
        ):
            with pytest.raises(TooLate) as refused:
                decide()
            assert refused.value.code == "already-decided"
        assert Character.objects.get().status == "active"

    def test_players_and_the_removed_decide_nothing(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = proposed(campaign, bob)
        for somebody in (bob, carla):
            with pytest.raises(PermissionDenied):
                services.approve_character(character=hrolf, by=somebody, at=NOON)
        with pytest.raises(PermissionDenied):
            services.withdraw_proposal(character=hrolf, by=carla, at=NOON)
        remove_member(membership=membership(bob, campaign), by=alice, at=NOON)
        with pytest.raises(PermissionDenied):
            services.withdraw_proposal(character=hrolf, by=bob, at=NOON)

    def test_taken_back_nothing_of_it_stays(self, alice, bob):
        campaign = march(alice, bob)
        services.withdraw_proposal(character=proposed(campaign, bob), by=bob, at=NOON)
        assert not Character.objects.exists()
        assert live(alice) == []
        assert [debt.pending for debt in open_debts(campaign)] == [(), ()]

    def test_a_revision_may_break_no_rule_either(self, alice, bob):
        hrolf = proposed(march(alice, bob), bob)
        bad = replace(wish(hrolf.campaign), reaction=99)
        with pytest.raises(BrokenRules):
            services.revise_character(character=hrolf, by=bob, proposal=bad, at=NOON)
        hrolf.refresh_from_db()
        assert hrolf.reaction == 6


class TestPromoting:
    """PROM-1: level n costs 5 × (n − 1) renown, gives a point within the caps and the ability ranks."""

    def rich(self, alice, bob, amount=100):
        hrolf = active(march(alice, bob), bob, alice)
        services.earn_renown(character=hrolf, amount=amount, kind="plot", by=alice, at=NOON)
        return hrolf

    def promote(self, hrolf, by, level, **points):
        asked = services.propose_promotion(character=hrolf, by=by, level=level, points=points, at=NOON)
        director = hrolf.campaign.memberships.get(role="director").user
        return services.approve_petition(petition=asked, by=director, at=NOON).character

    def test_each_level_costs_more_and_ability_ranks_follow(self, alice, bob):
        hrolf = self.rich(alice, bob)
        grown = [self.promote(hrolf, bob, level, strength=1) for level in (2, 3)]
        assert [one.abilities["stone-wall"] for one in grown] == [1, 2]
        grown += [self.promote(hrolf, bob, level, armor=1) for level in (4, 5)]
        assert grown[-1].abilities == {"stone-wall": 3}
        assert (grown[-1].strength, grown[-1].armor) == (11, 10)
        assert selectors.renown_held(hrolf) == 100 - 5 - 10 - 15 - 20
        assert selectors.renown_earned(hrolf) == 100
        with pytest.raises(BrokenRules) as refused:
            self.promote(hrolf, bob, 6, armor=1)
        assert [one.code for one in refused.value.broken] == ["top-level"]

    def test_twice_is_the_same_as_once(self, alice, bob):
        hrolf = self.rich(alice, bob)
        self.promote(hrolf, bob, 2, strength=1)
        with pytest.raises(TooLate) as refused:
            self.promote(hrolf, bob, 2, strength=1)
        assert refused.value.code == "already-promoted"
        assert RenownEntry.objects.filter(kind="promotion").count() == 1

    def test_no_level_is_left_out_so_that_a_high_one_sent_twice_is_not_two(self, alice, bob):
        """PROM-1"""
        hrolf = self.rich(alice, bob)
        for by in (alice, bob):
            with pytest.raises(Illegal) as refused:
                services.propose_promotion(character=hrolf, by=by, level=5, points={"armor": 1}, at=NOON)
            assert (refused.value.code, refused.value.data) == ("not-the-next-level", {"next": 2})
        hrolf.refresh_from_db()
        assert hrolf.level == 1 and not hrolf.petitions.exists()

    @pytest.mark.parametrize(
        ("held", "points", "codes"),
        [
            (4, {"strength": 1}, ["not-enough-renown"]),
            (5, {}, ["wrong-number-of-points"]),
            (5, {"strength": 2}, ["wrong-number-of-points"]),
            (5, {"exertion": 1}, ["above-cap"]),
            (5, {"luck": 1}, ["unknown-attribute"]),
        ],
    )
    def test_what_the_rule_forbids_changes_nothing(self, alice, bob, held, points, codes):
        hrolf = self.rich(alice, bob, held)
        with pytest.raises(BrokenRules) as refused:
            self.promote(hrolf, bob, 2, **points)
        assert [one.code for one in refused.value.broken] == codes
        hrolf.refresh_from_db()
        assert (hrolf.level, selectors.renown_held(hrolf)) == (1, held)

    def test_every_change_is_on_the_sheets_log(self, alice, bob):
        hrolf = self.rich(alice, bob, 5)
        self.promote(hrolf, bob, 2, strength=1)
        lines = {(one.field, one.before, one.after) for one in hrolf.changes.filter(reason="promotion")}
        assert lines == {("strength", "9", "10"), ("level", "1", "2"), ("renown", "5", "0")}

    def test_a_point_learns_a_talent_whose_attribute_is_at_its_cap_and_battles_know_it(self, alice, bob):
        hrolf = self.rich(alice, bob, 5)
        hrolf.strength = 12
        hrolf.save()
        grown = self.promote(hrolf, bob, 2, robust=1)
        assert (grown.talents, grown.strength) == ({"robust": 1}, 12)
        lines = {(one.field, one.before, one.after) for one in hrolf.changes.filter(reason="promotion")}
        assert lines == {("robust", "0", "1"), ("level", "1", "2"), ("renown", "5", "0")}
        assert selectors.figures_for_battle(grown)["traits"] == {"robust": 1}
        made = {"name": "Band", "words": "", "level": 1, "effects": {"robust": 2}}
        band = services.make_item(campaign=hrolf.campaign, by=alice, at=NOON, **made)
        band = services.give_item(item=band, to=grown, by=alice, at=NOON)
        services.equip(item=band, by=bob, at=NOON)
        assert selectors.figures_for_battle(grown)["traits"] == {"robust": 3}
        shown = sheet(grown, bob)
        assert (shown.talents, "traits" in shown.ready) == ({"robust": 3}, False)

    def test_a_locked_talent_is_refused_again_when_the_director_approves(self, alice, bob):
        hrolf = self.rich(alice, bob, 5)
        hrolf.strength = 12
        hrolf.save()
        asked = services.propose_promotion(character=hrolf, by=bob, level=2, points={"robust": 1}, at=NOON)
        Character.objects.filter(pk=hrolf.pk).update(strength=11)
        with pytest.raises(BrokenRules) as refused:
            services.approve_petition(petition=asked, by=alice, at=NOON)
        assert [one.code for one in refused.value.broken] == ["talent-locked"]
        hrolf.refresh_from_db()
        assert (hrolf.talents, hrolf.level, selectors.renown_held(hrolf)) == ({}, 1, 5)

    def test_only_the_player_and_the_director_promote_and_only_the_living(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = active(campaign, bob, alice)
        with pytest.raises(PermissionDenied):
            self.promote(hrolf, carla, 2, strength=1)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        with pytest.raises(Illegal) as refused:
            self.promote(hrolf, bob, 2, strength=1)
        assert refused.value.code == "not-active"


class TestSight:
    def test_a_sheet_not_yet_approved_is_its_players_and_the_directors(self, alice, bob, carla, sam, zoe):
        campaign = march(alice, bob, carla, spectator=sam, is_public=True)
        proposed(campaign, bob)
        seen = {user: selectors.visible_to(user).count() for user in (alice, bob, carla, sam, zoe, AnonymousUser())}
        assert list(seen.values()) == [1, 1, 0, 0, 0, 0]

    def test_an_active_one_is_seen_by_whoever_may_read_the_campaign(self, alice, bob, carla, zoe):
        private = active(march(alice, bob, carla), bob, alice)
        public = active(march(alice, bob, name="Open", is_public=True), bob, alice)
        assert set(selectors.visible_to(carla)) == {private, public}
        assert set(selectors.visible_to(zoe)) == {public}
        assert set(selectors.visible_to(AnonymousUser())) == {public}

    def test_private_notes_are_in_the_sheet_of_player_and_director_only(self, alice, bob, carla, zoe):
        campaign = march(alice, bob, carla, is_public=True)
        hrolf = active(campaign, bob, alice, private_notes="He stole the seal.")
        seen = [sheet(hrolf, user).private_notes for user in (alice, bob, carla, zoe, AnonymousUser())]
        assert seen == ["He stole the seal.", "He stole the seal.", None, None, None]

    def test_a_player_who_left_reads_neither_notes_nor_sheet(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice, private_notes="He stole the seal.")
        remove_member(membership=membership(bob, campaign), by=alice, at=NOON)
        assert not selectors.visible_to(bob).exists()
        assert sheet(hrolf, bob).private_notes is None


def test_every_picture_has_a_name_and_is_small():
    assert set(PORTRAIT_NAMES) == set(PORTRAITS)
    for key in PORTRAITS:
        with open(f"static/portraits/{key}.svg", encoding="utf-8") as picture:
            drawn = picture.read()
        assert drawn.startswith("<svg") and len(drawn.encode()) <= 3000


def test_every_broken_rule_is_told_with_its_figures(alice, bob):
    campaign = march(alice, bob)
    with pytest.raises(BrokenRules) as refused:
        proposed(campaign, bob, rank="companion", figures=Figures(13, 12, 9, 3, 0), reaction=9, attributes={"war": 12})
    for one in refused.value.broken:
        assert one.code in SENTENCES
        assert "%(" not in said(one)
    assert "6 to 12 for this class, not 13." in [said(one).replace("–", " to ") for one in refused.value.broken]
