"""A campaign's pages: who sees what, and that what is clicked happens."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from battles.models import Battle
from campaign import sections, selectors, services
from campaign.models import Campaign, Clan, Invitation, Membership
from story.services.scenes import begin_scene
from tests.cast import PASSWORD
from tests.company import active, march, membership
from tests.visiting import client_of, page

pytestmark = pytest.mark.django_db

QUERIES_OF_THE_LIST = 9


def invitation(campaign, by, **about):
    at = timezone.now()
    wanted = {"role": "player", "most_uses": 1, "expires_at": at + timedelta(days=1), "at": at} | about
    return services.invite(campaign=campaign, by=by, **wanted)


SECRET = ("", "rules/", "members/", "edit/", "rules/edit/", "clans/new/", "characters/", "characters/new/", "leave/")


@pytest.mark.parametrize("room", SECRET)
def test_a_private_campaign_does_not_exist_for_strangers(alice, zoe, room):
    campaign = march(alice)
    page(client_of(zoe), f"/c/{campaign.slug}/{room}", 404)


@pytest.mark.parametrize("room", ["edit/", "rules/edit/", "clans/new/", "members/{bob}/", "members/{bob}/remove/"])
def test_a_directors_page_says_no_to_players_and_why(alice, bob, carla, room):
    campaign = march(alice, bob, carla)
    shown = page(client_of(carla), f"/c/{campaign.slug}/{room.format(bob=bob.pk)}", 403)
    assert "Only the director of this campaign" in shown


def test_a_visitor_reads_a_public_campaign_but_not_who_belongs(alice, bob, zoe):
    campaign = march(alice, bob, is_public=True)
    for client in (Client(), client_of(zoe)):
        assert "The long march" in page(client, f"/c/{campaign.slug}/")
        assert "Bob" not in page(client, f"/c/{campaign.slug}/")
        page(client, f"/c/{campaign.slug}/rules/")
    page(client_of(zoe), f"/c/{campaign.slug}/members/", 403)


def test_the_home_leads_the_director_and_nobody_else_to_the_console(alice, bob):
    campaign = march(alice, bob)
    link = f'href="/c/{campaign.slug}/director/"'
    assert link in page(client_of(alice), f"/c/{campaign.slug}/")
    assert link not in page(client_of(bob), f"/c/{campaign.slug}/")


def test_making_a_campaign_leads_to_its_home_with_the_first_steps(alice):
    client = client_of(alice)
    given = {"name": "Ночь и лёд", "summary": "Cold.", "language": "es", "ruleset": "saga", "clan_name": "Ravens"}
    answer = client.post("/campaigns/new/", given, follow=True)
    campaign = Campaign.objects.get()
    assert answer.redirect_chain[-1][0] == campaign.get_absolute_url()
    shown = answer.content.decode()
    assert "First steps" in shown and "Ночь и лёд" in shown and "Ravens" in shown
    assert not campaign.is_public


def test_a_campaign_without_a_name_or_a_clan_is_told_so_and_keeps_the_words(alice):
    shown = client_of(alice).post("/campaigns/new/", {"summary": "Cold."}).content.decode()
    assert shown.count('href="#id_name"') == 1 and shown.count('href="#id_clan_name"') == 1
    assert "Cold." in shown
    assert not Campaign.objects.exists()


def test_a_dungeon_campaign_needs_no_clan_and_shows_the_rules_of_the_dungeon(alice):
    client = client_of(alice)
    given = {"name": "Below", "language": "en", "ruleset": "dungeon"}
    home = client.post("/campaigns/new/", given, follow=True).content.decode()
    campaign = Campaign.objects.get()
    assert campaign.ruleset == "dungeon" and not campaign.clans.exists()
    assert "Add a clan" not in home and "Characters" not in home
    rules = page(client, f"/c/{campaign.slug}/rules/")
    assert "The Overlord is played by" in rules and "horn of war" not in rules
    client.post(f"/c/{campaign.slug}/rules/edit/", _all_rules(campaign) | {"io_variant": "improved"})
    campaign.refresh_from_db()
    assert campaign.table_rules["io_variant"] == "improved"
    assert "the Invisible Overlord, improved rules" in page(client, f"/c/{campaign.slug}/rules/")


def _all_rules(campaign):
    return {name: value for name, value in campaign.table_rules.items() if value is not False} | {"seen": 0}


def test_making_one_takes_an_account(client):
    answer = client.get("/campaigns/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/?next=/campaigns/new/")


def test_the_list_has_mine_apart_and_finds_the_public_ones(alice, bob, zoe):
    march(alice, bob, name="Secret road")
    march(alice, name="Open winter", is_public=True)
    assert "Secret road" in page(client_of(bob), "/campaigns/")
    shown = page(client_of(zoe), "/campaigns/")
    assert "Open winter" in shown and "Secret road" not in shown
    assert "Open winter" in page(Client(), "/campaigns/?words=winter")
    assert "No campaign fits" in page(Client(), "/campaigns/?words=summer")


def test_whoever_belongs_to_every_public_campaign_is_told_there_is_no_other(alice, zoe):
    march(alice, is_public=True)
    assert "No other campaign is open to everyone." in page(client_of(alice), "/campaigns/")
    assert "No other campaign" not in page(client_of(zoe), "/campaigns/")


def test_a_filter_that_makes_no_sense_is_passed_over(alice):
    march(alice, name="Open winter", is_public=True)
    page(Client(), "/campaigns/?language=xx&page=zzz")


class TestJoining:
    def test_a_visitor_sees_what_they_join_signs_in_and_comes_back(self, alice, bob):
        campaign = march(alice, summary="Two clans, one road.")
        address = f"/join/{invitation(campaign, alice).token}/"
        client = Client()
        shown = page(client, address)
        assert "The long march" in shown and "Two clans, one road." in shown and "player" in shown
        sign_in = re.search(r'href="(/account/login/\?next=[^"]+)"', shown)
        assert sign_in is not None
        answer = client.post(sign_in[1], {"login": "bob", "password": PASSWORD})
        assert answer["Location"] == address
        client.post(address)
        assert selectors.role_of(bob, campaign) == "player"

    def test_looking_joins_nobody_and_posting_without_an_account_neither(self, alice, bob):
        campaign = march(alice)
        address = f"/join/{invitation(campaign, alice).token}/"
        page(client_of(bob), address)
        Client().post(address)
        assert Membership.objects.count() == 1

    def test_a_link_that_is_no_longer_good_says_why_and_names_no_campaign(self, alice, eva):
        campaign = march(alice)
        link = invitation(campaign, alice)
        services.revoke_invitation(invitation=link, by=alice, at=timezone.now())
        client = client_of(eva)
        for answer in (client.get(f"/join/{link.token}/"), client.post(f"/join/{link.token}/")):
            shown = answer.content.decode()
            assert answer.status_code == 410
            assert "withdrawn" in shown and "The long march" not in shown

    def test_an_unknown_link_leads_nowhere(self, bob):
        page(client_of(bob), "/join/nothing/", 404)

    def test_a_member_is_led_home(self, alice, bob):
        campaign = march(alice, bob)
        answer = client_of(bob).get(f"/join/{invitation(campaign, alice).token}/")
        assert answer["Location"] == campaign.get_absolute_url()


class TestMembers:
    def test_the_director_makes_a_link_and_withdraws_it(self, alice):
        campaign = march(alice)
        client, address = client_of(alice), f"/c/{campaign.slug}/members/"
        client.post(address, {"role": "player", "most_uses": "3", "days": "7"})
        link = Invitation.objects.get()
        assert link.most_uses == 3 and link.expires_at is not None
        assert f"/join/{link.token}/" in page(client, address)
        client.post(f"/c/{campaign.slug}/invitations/{link.pk}/revoke/")
        assert f"/join/{link.token}/" not in page(client, address)

    def test_players_see_members_but_no_links(self, alice, bob):
        campaign = march(alice, bob)
        link = invitation(campaign, alice)
        shown = page(client_of(bob), f"/c/{campaign.slug}/members/")
        assert "Alice" in shown and link.token not in shown
        assert client_of(bob).post(f"/c/{campaign.slug}/members/", {"role": "player"}).status_code == 403

    def test_a_link_of_another_campaign_is_out_of_reach(self, alice, bob):
        link = invitation(march(alice), alice)
        other = march(bob, name="Elsewhere")
        answer = client_of(bob).post(f"/c/{other.slug}/invitations/{link.pk}/revoke/")
        assert answer.status_code == 404
        assert Invitation.objects.get().revoked_at is None

    def test_removing_asks_first_and_closes_every_page(self, alice, bob):
        campaign = march(alice, bob)
        director, player = client_of(alice), client_of(bob)
        address = f"/c/{campaign.slug}/members/{bob.pk}/remove/"
        assert "loses every page" in page(director, address)
        page(player, f"/c/{campaign.slug}/")
        director.post(address)
        page(player, f"/c/{campaign.slug}/", 404)

    def test_leaving_asks_first(self, alice, eva):
        campaign = march(alice, eva)
        client = client_of(eva)
        assert "Leave The long march" in page(client, f"/c/{campaign.slug}/leave/")
        client.post(f"/c/{campaign.slug}/leave/")
        page(client, f"/c/{campaign.slug}/", 404)

    def test_the_director_is_told_to_hand_over_first(self, alice):
        campaign = march(alice)
        shown = client_of(alice).post(f"/c/{campaign.slug}/leave/", follow=True).content.decode()
        assert "Hand the campaign over" in shown
        assert selectors.role_of(alice, campaign) == "director"

    def test_a_role_is_changed_and_leave_is_given(self, alice, bob):
        campaign = march(alice, bob)
        client, address = client_of(alice), f"/c/{campaign.slug}/members/{bob.pk}/"
        client.post(f"{address}allow/", {"second_companion": "on"})
        seat = membership(bob, campaign)
        assert (seat.second_companion, seat.secondary_needed) == (True, False)
        client.post(address, {"role": "spectator"})
        assert selectors.role_of(bob, campaign) == "spectator"
        client.post(f"{address}hand-over/")
        assert selectors.role_of(bob, campaign) == "director"


class TestRules:
    def test_they_are_read_in_words_with_their_ids(self, alice, eva):
        campaign = march(alice, eva)
        shown = page(client_of(eva), f"/c/{campaign.slug}/rules/")
        assert "Hours for each later turn" in shown and "CLOCK-1" in shown
        assert "Change the table rules" not in shown

    def test_the_director_changes_one_and_the_page_says_from_what(self, alice):
        campaign = march(alice)
        client = client_of(alice)
        form = client.get(f"/c/{campaign.slug}/rules/edit/").context["form"]
        given = {field.html_name: field.value() for field in form if field.value() is not False}
        answer = client.post(f"/c/{campaign.slug}/rules/edit/", given | {"turn_hours": "8"}, follow=True)
        shown = answer.content.decode()
        assert "default: 12" in shown and "12 → 8" in shown

    def test_two_directors_do_not_overwrite_each_other(self, alice):
        campaign = march(alice)
        client, address = client_of(alice), f"/c/{campaign.slug}/rules/edit/"
        form = client.get(address).context["form"]
        given = {field.html_name: field.value() for field in form if field.value() is not False}
        client.post(address, given | {"turn_hours": "8"})
        shown = client.post(address, given | {"horn_capacity": "4"}).content.decode()
        assert "Somebody changed the table rules" in shown
        campaign.refresh_from_db()
        assert (selectors.table_rules(campaign).turn_hours, selectors.table_rules(campaign).horn_capacity) == (8, 5)

    def test_bad_values_are_shown_at_their_fields(self, alice):
        campaign = march(alice)
        client, address = client_of(alice), f"/c/{campaign.slug}/rules/edit/"
        form = client.get(address).context["form"]
        given = {field.html_name: field.value() for field in form if field.value() is not False}
        shown = client.post(address, given | {"turn_hours": "0", "horn_capacity": "x"}).content.decode()
        assert 'href="#id_turn_hours"' in shown and 'href="#id_horn_capacity"' in shown
        assert "Error:" in shown


class TestClans:
    def test_the_director_adds_and_renames_a_clan(self, alice):
        campaign = march(alice)
        client = client_of(alice)
        client.post(f"/c/{campaign.slug}/clans/new/", {"name": "Wolves"})
        wolves = Clan.objects.get(name="Wolves")
        client.post(f"/c/{campaign.slug}/clans/{wolves.pk}/", {"name": "Bears"})
        assert [clan.name for clan in campaign.clans.all()] == ["Ravens", "Bears"]
        shown = client.post(f"/c/{campaign.slug}/clans/{wolves.pk}/", {"name": "Ravens"}).content.decode()
        assert "There is a clan named “Ravens” already." in shown

    def test_players_read_it_and_rename_nothing(self, alice, eva):
        campaign = march(alice, eva)
        clan = campaign.clans.get()
        client = client_of(eva)
        assert "Morale" in page(client, f"/c/{campaign.slug}/clans/{clan.pk}/")
        assert client.post(f"/c/{campaign.slug}/clans/{clan.pk}/", {"name": "Mice"}).status_code == 403
        assert campaign.clans.get().name == "Ravens"

    def test_a_clan_is_found_in_its_own_campaign_only(self, alice):
        clan = march(alice).clans.get()
        other = march(alice, name="Elsewhere")
        page(client_of(alice), f"/c/{other.slug}/clans/{clan.pk}/", 404)


def test_editing_opens_and_closes_the_doors(alice, zoe):
    campaign = march(alice)
    given = {"name": "March", "summary": "", "language": "en", "is_public": "on", "status": "closed"}
    client_of(alice).post(f"/c/{campaign.slug}/edit/", given | {"house_notes": "No phones."})
    shown = page(client_of(zoe), f"/c/{campaign.slug}/")
    assert "March" in shown and "closed" in shown
    assert "No phones." in page(client_of(zoe), f"/c/{campaign.slug}/rules/")


def test_what_people_write_is_text_and_never_markup(alice):
    campaign = march(alice, name="<b>March</b>", summary="<script>x</script>")
    shown = page(client_of(alice), f"/c/{campaign.slug}/")
    assert "<b>March</b>" not in shown and "<script>x</script>" not in shown


def test_the_list_asks_as_often_for_many_campaigns_as_for_one(alice, django_assert_num_queries):
    client = client_of(alice)
    march(alice, name="One", is_public=True)
    with django_assert_num_queries(QUERIES_OF_THE_LIST):
        page(client, "/campaigns/")
    for number in range(8):
        march(alice, name=f"More {number}", is_public=True)
    with django_assert_num_queries(QUERIES_OF_THE_LIST):
        page(client, "/campaigns/")


@pytest.mark.parametrize(
    "address", ["/c/%00/", "/c/a%0Ab/", "/join/%00/", f"/c/{'x' * 300}/", "/c/мир/", "/c/a b/rules/"]
)
def test_an_address_that_no_campaign_can_have_leads_nowhere(zoe, address):
    page(client_of(zoe), address, 404)


def test_the_first_steps_go_when_they_are_done_whoever_keeps_the_default_rules(alice, bob):
    campaign = march(alice, bob)
    client = client_of(alice)
    assert "First steps" in page(client, f"/c/{campaign.slug}/")
    assert "First steps" not in page(client_of(bob), f"/c/{campaign.slug}/")
    active(campaign, bob, alice)
    Battle.objects.create(campaign=campaign, name="The ford", created_by=alice)
    begin_scene(campaign=campaign, by=alice, title="The road", at=timezone.now())
    assert "First steps" not in page(client, f"/c/{campaign.slug}/")


def test_whoever_signs_up_for_an_invitation_comes_back_to_it(alice):
    campaign = march(alice)
    address = f"/join/{invitation(campaign, alice).token}/"
    client = Client()
    sign_up = re.search(r'href="(/account/signup/\?next=[^"]+)"', page(client, address))
    assert sign_up is not None
    given = dict.fromkeys(("password1", "password2"), "a-long-enough-password")
    given |= {"username": "nils", "email": "nils@example.org", "time_zone": "UTC"}
    answer = client.post(sign_up[1], given)
    assert answer.status_code == 302 and answer["Location"] == address


def test_every_registered_section_can_be_shown(alice):
    campaign = march(alice)
    assert "characters.home.home_section" in sections.registered()
    shown = sections.sections_for(campaign, alice)
    assert "characters/_home.html" in [section.template for section in shown]


def test_the_sites_administrator_looks_and_changes_nothing(alice, bob):
    campaign = march(alice, bob)
    active(campaign, bob, alice)
    bob.is_staff = bob.is_superuser = True
    bob.save()
    client = client_of(bob)
    for kind in ("campaign/campaign", "campaign/membership", "characters/character"):
        assert "Add" not in re.findall(r'class="addlink">\s*(\w+)', page(client, f"/admin/{kind}/"))
    assert client.post(f"/admin/campaign/campaign/{campaign.pk}/change/", {"name": "x"}).status_code == 403
