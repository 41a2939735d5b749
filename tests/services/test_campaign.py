"""Campaigns: making, finding, inviting, roles, leaving, and who may know of what."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection

from campaign import selectors, services
from campaign.models import Campaign, Invitation, Membership
from notifications.models import Notice
from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from rulebook.saga.rules import TableRules
from tests.cast import person
from tests.company import NOON, march, membership

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def link(campaign, by, **about):
    wanted = {"role": "player", "most_uses": 1, "expires_at": NOON + DAY, "at": NOON} | about
    return services.invite(campaign=campaign, by=by, **wanted)


def join(invitation, user, at=NOON):
    return services.accept_invitation(token=invitation.token, user=user, at=at)


class TestMaking:
    def test_its_maker_directs_it_and_it_has_a_first_clan(self, alice):
        campaign = services.create_campaign(name="The long march", director=alice, clan_name="Ravens")
        assert selectors.role_of(alice, campaign) == "director"
        assert [clan.name for clan in campaign.clans.all()] == ["Ravens"]
        assert selectors.table_rules(campaign) == TableRules()

    @pytest.mark.parametrize(
        ("name", "slug"),
        [("La marcha del norte", "la-marcha-del-norte"), ("Ночь", "ночь"), ("¡¿?!", "campaign"), ("año–2", "año2")],
    )
    def test_its_address_comes_from_its_name(self, alice, name, slug):
        assert services.create_campaign(name=name, director=alice, clan_name="Ravens").slug == slug

    def test_the_same_name_again_gets_a_numbered_address(self, alice):
        slugs = [services.create_campaign(name="March", director=alice, clan_name="Ravens").slug for _n in range(3)]
        assert slugs == ["march", "march-2", "march-3"]

    def test_a_long_name_of_any_script_fits_into_links(self, alice):
        campaign = services.create_campaign(name="長い旅" * 30, director=alice, clan_name="Ravens")
        assert len(f"{campaign.get_absolute_url()}members/") < 200

    def test_a_second_clan_needs_another_name(self, alice):
        campaign = march(alice)
        services.add_clan(campaign=campaign, by=alice, name="Wolves")
        with pytest.raises(Illegal) as refused:
            services.add_clan(campaign=campaign, by=alice, name="Wolves")
        assert refused.value.code == "clan-exists"
        assert campaign.clans.count() == 2


class TestSight:
    def test_a_private_campaign_is_seen_by_its_members_alone(self, alice, bob, sam, zoe):
        campaign = march(alice, bob, spectator=sam)
        for user, sees in ((alice, True), (bob, True), (sam, True), (zoe, False), (AnonymousUser(), False)):
            assert selectors.visible_to(user).filter(pk=campaign.pk).exists() is sees
            assert selectors.may_read(user, campaign) is sees

    def test_a_public_campaign_is_seen_by_everyone_and_listed_once(self, alice, bob, zoe):
        campaign = march(alice, bob, is_public=True)
        assert list(selectors.visible_to(bob)) == [campaign]
        assert list(selectors.visible_to(AnonymousUser())) == [campaign]
        assert list(selectors.open_to_find(zoe)) == [campaign]
        assert list(selectors.open_to_find(bob)) == []

    def test_finding_goes_by_every_word_and_by_language(self, alice, zoe):
        march(alice, name="Winter road", summary="A slow game", is_public=True)
        march(alice, name="Sommer", language="es", is_public=True)
        march(alice, name="Winter secret")
        assert [found.name for found in selectors.open_to_find(zoe, words="winter slow")] == ["Winter road"]
        assert [found.name for found in selectors.open_to_find(zoe, language="es")] == ["Sommer"]

    def test_whoever_left_sees_it_no_longer(self, alice, bob):
        campaign = march(alice, bob)
        services.leave(membership=membership(bob, campaign), at=NOON)
        assert not selectors.may_read(bob, campaign)
        assert list(selectors.players_of(campaign)) == []


class TestInvitations:
    def test_a_link_lets_its_number_of_people_in_with_its_role(self, alice, bob, carla, zoe):
        campaign = march(alice)
        invitation = link(campaign, alice, most_uses=2)
        assert [join(invitation, user).role for user in (bob, carla)] == ["player", "player"]
        with pytest.raises(TooLate) as refused:
            join(invitation, zoe)
        assert refused.value.code == "invitation-used-up"
        assert selectors.role_of(zoe, campaign) is None

    def test_coming_twice_uses_nothing_up(self, alice, bob):
        invitation = link(march(alice), alice, most_uses=2)
        assert join(invitation, bob) == join(invitation, bob)
        invitation.refresh_from_db()
        assert invitation.uses == 1

    def test_a_spectator_rises_by_a_players_link_and_a_director_does_not_fall(self, alice, sam):
        campaign = march(alice, spectator=sam)
        invitation = link(campaign, alice, most_uses=5)
        assert join(invitation, sam).role == "player"
        assert join(invitation, alice).role == "director"

    def test_it_ends_at_its_moment(self, alice, bob, carla):
        invitation = link(march(alice), alice, most_uses=2)
        join(invitation, bob, at=NOON + DAY - timedelta(seconds=1))
        with pytest.raises(TooLate) as refused:
            join(invitation, carla, at=NOON + DAY)
        assert refused.value.code == "invitation-expired"

    def test_withdrawn_it_lets_nobody_in(self, alice, bob):
        invitation = link(march(alice), alice)
        services.revoke_invitation(invitation=invitation, by=alice, at=NOON)
        with pytest.raises(TooLate) as refused:
            join(invitation, bob)
        assert refused.value.code == "invitation-revoked"

    def test_a_closed_campaign_lets_nobody_in(self, alice, bob):
        campaign = march(alice)
        invitation = link(campaign, alice)
        Campaign.objects.filter(pk=campaign.pk).update(status="closed")
        with pytest.raises(TooLate) as refused:
            join(invitation, bob)
        assert refused.value.code == "campaign-closed"

    def test_a_removed_player_needs_a_link_made_afterwards(self, alice, bob):
        campaign = march(alice, bob)
        before = link(campaign, alice, most_uses=5)
        services.remove_member(membership=membership(bob, campaign), by=alice, at=NOON + timedelta(hours=1))
        with pytest.raises(Illegal) as refused:
            join(before, bob, at=NOON + timedelta(hours=2))
        assert refused.value.code == "invitation-not-for-you"
        after = link(campaign, alice, at=NOON + timedelta(hours=3))
        assert join(after, bob, at=NOON + timedelta(hours=4)).left_at is None

    def test_whoever_left_by_themselves_may_come_back_by_the_same_link(self, alice, bob):
        campaign = march(alice)
        invitation = link(campaign, alice, most_uses=2)
        services.leave(membership=join(invitation, bob), at=NOON)
        assert join(invitation, bob).left_at is None

    @pytest.mark.parametrize(
        ("about", "code"),
        [
            ({"role": "director"}, "bad-role"),
            ({"role": "king"}, "bad-role"),
            ({"most_uses": 0}, "bad-uses"),
            ({"most_uses": 101}, "bad-uses"),
            ({"expires_at": NOON}, "bad-expiry"),
        ],
    )
    def test_a_link_that_makes_no_sense_is_refused(self, alice, about, code):
        with pytest.raises(Unreadable) as refused:
            link(march(alice), alice, **about)
        assert refused.value.code == code

    def test_only_directors_invite_and_only_the_director_invites_co_directors(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        services.set_role(membership=membership(carla, campaign), role="co-director", by=alice, at=NOON)
        with pytest.raises(PermissionDenied):
            link(campaign, bob)
        with pytest.raises(PermissionDenied):
            link(campaign, carla, role="co-director")
        assert link(campaign, carla).role == "player"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_last_use_at_once_one_is_let_in():
    campaign = march(person("alice"))
    invitation = link(campaign, selectors.directors_of(campaign).get())
    comers = [person("bob"), person("carla")]
    together = Barrier(2)

    def come(user):
        together.wait(timeout=30)
        try:
            return join(invitation, user).role
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(come, comers))
    assert answers == ["invitation-used-up", "player"]
    assert Invitation.objects.get().uses == 1
    assert selectors.players_of(campaign).count() == 1


class TestRoles:
    def test_a_co_director_directs_but_makes_none(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        services.set_role(membership=membership(bob, campaign), role="co-director", by=alice, at=NOON)
        assert selectors.is_director(bob, campaign)
        services.set_role(membership=membership(carla, campaign), role="spectator", by=bob, at=NOON)
        with pytest.raises(PermissionDenied):
            services.set_role(membership=membership(carla, campaign), role="co-director", by=bob, at=NOON)
        with pytest.raises(PermissionDenied):
            services.remove_member(membership=membership(alice, campaign), by=carla, at=NOON)

    def test_nobody_becomes_director_by_a_role_and_the_director_loses_none(self, alice, bob):
        campaign = march(alice, bob)
        for user, role in ((bob, "director"), (alice, "player")):
            with pytest.raises(Unreadable):
                services.set_role(membership=membership(user, campaign), role=role, by=alice, at=NOON)

    def test_handing_over_leaves_one_director(self, alice, bob):
        campaign = march(alice, bob)
        services.hand_over(campaign=campaign, to=bob, by=alice, at=NOON)
        assert selectors.role_of(bob, campaign) == "director"
        assert selectors.role_of(alice, campaign) == "co-director"
        with pytest.raises(PermissionDenied):
            services.hand_over(campaign=campaign, to=alice, by=alice, at=NOON)

    def test_the_director_cannot_leave_or_be_removed(self, alice, bob):
        campaign = march(alice, bob)
        services.set_role(membership=membership(bob, campaign), role="co-director", by=alice, at=NOON)
        for act in (
            lambda: services.leave(membership=membership(alice, campaign), at=NOON),
            lambda: services.remove_member(membership=membership(alice, campaign), by=bob, at=NOON),
        ):
            with pytest.raises(Illegal) as refused:
                act()
            assert refused.value.code == "director-stays"

    def test_a_removed_player_keeps_nothing_but_the_word_of_it(self, alice, bob):
        campaign = march(alice, bob)
        services.change_table_rules(campaign=campaign, settings={"turn_hours": 6}, by=alice, at=NOON)
        services.remove_member(membership=membership(bob, campaign), by=alice, at=NOON)
        live = Notice.objects.filter(reader=bob, withdrawn_at__isnull=True)
        assert [notice.data["what"] for notice in live] == ["removed"]

    def test_leaving_twice_tells_the_director_once(self, alice, bob):
        campaign = march(alice, bob)
        seat = membership(bob, campaign)
        for _n in range(2):
            services.leave(membership=seat, at=NOON)
        assert [notice.data["what"] for notice in Notice.objects.filter(reader=alice)] == ["left"]
        assert Membership.objects.get(user=bob).left_at == NOON
