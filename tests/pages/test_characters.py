"""Pages of characters: choosing a class, proposing, deciding, the sheet as each reader may see it."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.services import allow_characters
from characters import selectors, services
from characters.models import Character
from characters.shown_items import gained_line
from characters.words import AbilityWords
from tests.company import ATTRIBUTES, NOON, active, march, membership, proposed
from tests.visiting import client_of, page

pytestmark = pytest.mark.django_db
FORM = {
    "class": "raidmaster",
    "name": "Hrolf",
    "rank": "hero",
    "strength": "9",
    "armor": "8",
    "willpower": "7",
    "exertion": "3",
    "break_value": "2",
    "reaction": "6",
    "portrait": "beard",
    "appearance": "Broad",
    "history": "Born on the coast",
    "private_notes": "He stole the seal",
    **ATTRIBUTES,
}


def form(campaign, **changes):
    return FORM | {"clan": campaign.clans.get().pk} | changes


MEANINGS = {
    "ATTR-1": ("Leadership", "Lead people, persuade, deal with friend and foe."),
    "ATTR-2": ("Survival", "Gather what nature gives, and find rare things in it."),
    "ATTR-3": ("War", "Sound tactics in the plot, and a wider deployment zone."),
    "ATTR-4": ("Insight", "Set ambushes or escape them; see through deceit and traps."),
    "ATTR-5": ("Administration", "Sound decisions; the caravan's supplies."),
    "ATTR-6": ("Care", "The sick, the wounded, quarrels; raise morale that has fallen."),
}


class TestMaking:
    @pytest.mark.parametrize(("name", "meaning"), MEANINGS.values(), ids=list(MEANINGS))
    def test_a_player_reads_what_each_campaign_attribute_is_for(self, alice, eva, name, meaning):
        """ATTR-1 to ATTR-6."""
        campaign = march(alice, eva)
        shown = page(client_of(eva), f"/c/{campaign.slug}/characters/new/?class=raidmaster")
        field = shown.split(f'name="{name.lower()}"')[0].rsplit("<label", 1)[1]
        assert name in field
        assert meaning in shown

    def test_a_player_chooses_a_class_by_its_limits(self, alice, eva):
        campaign = march(alice, eva)
        shown = page(client_of(eva), f"/c/{campaign.slug}/characters/new/")
        assert "Choose Raidmaster" in shown and "6–12" in shown and "Fixed figures" in shown
        assert "Stone Wall" in shown

    def test_a_legal_sheet_goes_to_the_director(self, alice, eva):
        campaign = march(alice, eva)
        client = client_of(eva)
        answer = client.post(f"/c/{campaign.slug}/characters/new/", form(campaign), follow=True)
        hrolf = Character.objects.get()
        assert answer.redirect_chain[-1][0] == f"/p/{hrolf.pk}/"
        assert "waits for the director" in answer.content.decode()
        assert (hrolf.player, hrolf.status, hrolf.break_value) == (eva, "proposed", 2)

    def test_points_left_over_are_asked_about_before_the_sheet_goes(self, alice, eva):
        """CHAR-5 allows them; nobody leaves them by mistake."""
        campaign = march(alice, eva)
        client, address = client_of(eva), f"/c/{campaign.slug}/characters/new/"
        spare = form(campaign, strength="7", leadership="40")
        assert 'name="spare"' not in page(client, f"{address}?class=raidmaster")
        answer = client.post(address, spare)
        shown = answer.content.decode()
        assert "Points are not spent: 2 for figures, 20 for campaign attributes." in shown
        assert 'name="spare"' in shown and "Born on the coast" in shown
        assert not Character.objects.exists()
        client.post(address, spare | {"spare": "1"})
        assert Character.objects.get().strength == 7

    def test_a_private_draft_is_kept_whatever_is_left_over(self, alice, eva):
        campaign = march(alice, eva)
        client_of(eva).post(f"/c/{campaign.slug}/characters/new/", form(campaign, strength="7", keep="1"))
        assert Character.objects.get().status == "draft"

    def test_all_broken_rules_show_at_once_and_every_word_is_kept(self, alice, eva):
        campaign = march(alice, eva)
        bad = form(campaign, strength="13", break_value="0", reaction="9", war="85", care="42")
        shown = client_of(eva).post(f"/c/{campaign.slug}/characters/new/", bad).content.decode()
        for field in ("strength", "break_value", "reaction", "war", "care"):
            assert f'href="#id_{field}"' in shown, field
        assert "campaign points to spread" in shown
        assert "Born on the coast" in shown and 'value="13"' in shown
        assert not Character.objects.exists()

    def test_a_class_with_fixed_figures_asks_for_none(self, alice, eva):
        campaign = march(alice, eva)
        client = client_of(eva)
        shown = page(client, f"/c/{campaign.slug}/characters/new/?class=raider")
        assert 'name="strength"' not in shown and 'name="reaction"' in shown
        client.post(f"/c/{campaign.slug}/characters/new/", form(campaign, **{"class": "raider", "strength": "99"}))
        assert selectors.figures_of(Character.objects.get()).strength == 9

    @pytest.mark.parametrize("key", ["grunt", "", "nobody"])
    def test_a_forged_class_leads_back_to_the_choice(self, alice, eva, key):
        campaign = march(alice, eva)
        answer = client_of(eva).post(f"/c/{campaign.slug}/characters/new/", form(campaign, **{"class": key}))
        assert "Choose a class" in answer.content.decode()
        assert not Character.objects.exists()

    def test_a_forged_rank_clan_or_picture_is_refused(self, alice, eva):
        other = march(alice, name="Elsewhere")
        campaign = march(alice, eva)
        for forged in ({"rank": "companion"}, {"clan": other.clans.get().pk}, {"portrait": "../x"}):
            answer = client_of(eva).post(f"/c/{campaign.slug}/characters/new/", form(campaign, **forged))
            assert answer.context["form"].errors.keys() == forged.keys()
        assert not Character.objects.exists()

    def test_sending_twice_makes_one(self, alice, eva):
        campaign = march(alice, eva)
        client = client_of(eva)
        for _n in range(2):
            client.post(f"/c/{campaign.slug}/characters/new/", form(campaign))
        assert Character.objects.count() == 1

    def test_whoever_has_all_they_may_have_is_told_the_rules(self, alice, eva):
        campaign = march(alice, eva)
        for rank in ("hero", "companion"):
            active(campaign, eva, alice, rank=rank)
        shown = page(client_of(eva), f"/c/{campaign.slug}/characters/new/")
        assert "No room" in shown and "CHAR-1" in shown
        allow_characters(membership=membership(eva, campaign), by=alice, second_companion=True, secondary_needed=False)
        assert "Choose a class" in page(client_of(eva), f"/c/{campaign.slug}/characters/new/")

    def test_the_director_makes_one_for_a_player_and_it_is_in(self, alice, eva):
        campaign = march(alice, eva)
        client = client_of(alice)
        assert f"?player={eva.pk}" in page(client, f"/c/{campaign.slug}/characters/new/")
        client.post(f"/c/{campaign.slug}/characters/new/", form(campaign, player=eva.pk))
        assert (Character.objects.get().player, Character.objects.get().status) == (eva, "active")

    def test_a_player_cannot_make_one_for_another(self, alice, bob, eva):
        campaign = march(alice, bob, eva)
        client_of(eva).post(f"/c/{campaign.slug}/characters/new/", form(campaign, player=bob.pk))
        assert Character.objects.get().player == eva

    def test_spectators_and_visitors_make_none(self, alice, sam, zoe):
        campaign = march(alice, spectator=sam, is_public=True)
        page(client_of(sam), f"/c/{campaign.slug}/characters/new/", 403)
        page(client_of(zoe), f"/c/{campaign.slug}/characters/new/", 403)


class TestDeciding:
    def test_the_director_finds_what_waits_on_the_campaigns_home_and_approves(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = proposed(campaign, eva)
        client = client_of(alice)
        shown = page(client, f"/c/{campaign.slug}/")
        assert "Waiting for your word" in shown and f"/p/{hrolf.pk}/" in shown
        client.post(f"/p/{hrolf.pk}/approve/")
        hrolf.refresh_from_db()
        assert hrolf.status == "active"
        shown = client.post(f"/p/{hrolf.pk}/approve/", follow=True).content.decode()
        assert "This was decided already: active." in shown

    def test_it_goes_back_with_a_word_and_comes_again_with_its_words_kept(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = proposed(campaign, eva, history="Born on the coast")
        client_of(alice).post(f"/p/{hrolf.pk}/return/", {"word": "Less armor."})
        player = client_of(eva)
        shown = page(player, f"/p/{hrolf.pk}/edit/")
        assert "Less armor." in shown and "Born on the coast" in shown
        player.post(f"/p/{hrolf.pk}/edit/", form(campaign, armor="7", spare="1"))
        hrolf.refresh_from_db()
        assert (hrolf.status, hrolf.armor) == ("proposed", 7)

    def test_a_return_without_a_word_is_asked_for_one(self, alice, eva):
        hrolf = proposed(march(alice, eva), eva)
        shown = client_of(alice).post(f"/p/{hrolf.pk}/return/", {"word": " "}).content.decode()
        assert 'href="#id_word"' in shown
        hrolf.refresh_from_db()
        assert hrolf.status == "proposed"

    @pytest.mark.parametrize("verb", ["approve", "return", "heal", "renown"])
    def test_players_do_not_decide(self, alice, eva, verb):
        hrolf = proposed(march(alice, eva), eva)
        answer = client_of(eva).post(f"/p/{hrolf.pk}/{verb}/", {"word": "x", "amount": "9", "reason": "x"})
        assert answer.status_code == 403
        hrolf.refresh_from_db()
        assert hrolf.status == "proposed" and selectors.renown_held(hrolf) == 0

    def test_taking_it_back_asks_first(self, alice, eva):
        hrolf = proposed(march(alice, eva), eva)
        client = client_of(eva)
        assert "deleted" in page(client, f"/p/{hrolf.pk}/withdraw/")
        assert Character.objects.exists()
        client.post(f"/p/{hrolf.pk}/withdraw/")
        assert not Character.objects.exists()

    def test_the_director_heals_and_gives_renown(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="abc", battle_name="The ford", wounds=2, by=None, at=NOON
        )
        client = client_of(alice)
        client.post(f"/p/{hrolf.pk}/heal/")
        client.post(f"/p/{hrolf.pk}/renown/", {"kind": "plot", "amount": "4", "reason": "A brave speech"})
        assert (selectors.open_wounds(hrolf), selectors.renown_held(hrolf)) == (1, 4)
        too_much = {"kind": "correction", "amount": "-5", "reason": "Too much"}
        shown = client.post(f"/p/{hrolf.pk}/renown/", too_much).content.decode()
        assert "less than nothing" in shown


class TestPromotion:
    @pytest.fixture
    def hrolf(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        services.earn_renown(character=hrolf, amount=6, kind="plot", by=alice, at=NOON)
        return hrolf

    def test_it_is_reviewed_and_approved_before_the_renown_is_spent(self, alice, eva, hrolf):
        client, address = client_of(eva), f"/p/{hrolf.pk}/promote/"
        assert "Level 2 costs 5 renown; 6 are at hand" in page(client, address)
        chosen = {"level": "2", "strength": "1", "armor": "0", "willpower": "0", "break_value": "0"}
        shown = client.post(address, chosen).content.decode()
        assert "Costs 5 renown: 6 → 1." in shown and "Strength: 9 → 10" in shown
        hrolf.refresh_from_db()
        assert hrolf.level == 1
        for _n in range(2):
            client.post(address, chosen | {"confirm": "1"})
        hrolf.refresh_from_db()
        assert (hrolf.level, hrolf.petitions.count()) == (1, 1)
        waiting = page(client_of(alice), f"/p/{hrolf.pk}/")
        assert "Strength 9 → 10 (at most 12)" in waiting and "Approve it" in waiting
        client_of(alice).post(f"/petitions/{hrolf.petitions.get().pk}/approve/")
        hrolf.refresh_from_db()
        assert (hrolf.level, hrolf.strength, selectors.renown_held(hrolf)) == (2, 10, 1)
        assert "earned 6 · spent 5</p>" in page(client, f"/p/{hrolf.pk}/")

    def test_whoever_decides_reads_which_abilities_a_level_brings(self, alice, eva, hrolf):
        services.earn_renown(character=hrolf, amount=9, kind="plot", by=alice, at=NOON)
        Character.objects.filter(pk=hrolf.pk).update(level=2, strength=10)
        chosen = {"level": "3", "strength": "1", "armor": "0", "willpower": "0", "break_value": "0"}
        client_of(eva).post(f"/p/{hrolf.pk}/promote/", chosen | {"confirm": "1"})
        assert "<li>Stone Wall rises to rank 2.</li>" in page(client_of(alice), f"/p/{hrolf.pk}/")
        assert gained_line(AbilityWords("Frost Nail", "", 1)) == "Frost Nail is learned."

    def test_a_talent_is_offered_asked_for_and_shown_once_its_attribute_is_at_the_cap(self, alice, eva, hrolf):
        client, address = client_of(eva), f"/p/{hrolf.pk}/promote/"
        assert "No talent is open yet." in page(client, address)
        Character.objects.filter(pk=hrolf.pk).update(strength=12)
        assert "One strength hit in five is resisted" in page(client, address)
        chosen = dict.fromkeys(("armor", "willpower", "break_value"), "0") | {"level": "2", "robust": "1"}
        assert "Robust: rank 0 → 1" in client.post(address, chosen).content.decode()
        client.post(address, chosen | {"confirm": "1", "reason": "Years at the oar"})
        assert "Robust 0 → 1 (at most 3)" in page(client_of(alice), f"/p/{hrolf.pk}/")
        client_of(alice).post(f"/petitions/{hrolf.petitions.get().pk}/approve/")
        shown = page(client, f"/p/{hrolf.pk}/")
        assert "talent, rank 1" in shown and "Talent: Robust" in shown

    def test_a_point_too_many_is_told_and_nothing_is_spent(self, eva, hrolf):
        chosen = dict.fromkeys(("armor", "willpower", "break_value"), "0")
        chosen |= {"level": "2", "strength": "2", "confirm": "1"}
        shown = client_of(eva).post(f"/p/{hrolf.pk}/promote/", chosen).content.decode()
        assert "points to spread" in shown
        hrolf.refresh_from_db()
        assert (hrolf.level, selectors.renown_held(hrolf)) == (1, 6)

    def test_another_player_does_not_promote_it(self, alice, bob, eva, hrolf):
        membership(alice, hrolf.campaign).__class__.objects.create(campaign=hrolf.campaign, user=bob, role="player")
        assert client_of(bob).post(f"/p/{hrolf.pk}/promote/", {"level": "2", "strength": "1"}).status_code == 403


class TestSheet:
    def test_private_notes_are_in_nobody_elses_html(self, alice, bob, eva, zoe):
        campaign = march(alice, bob, eva, is_public=True)
        hrolf = active(campaign, eva, alice, private_notes="He stole the seal")
        shown = {user: page(client_of(user), f"/p/{hrolf.pk}/") for user in (alice, bob, eva, zoe)}
        assert [("He stole the seal" in shown[user]) for user in (alice, eva, bob, zoe)] == [True, True, False, False]
        assert "Private notes" not in shown[bob]
        assert "He stole the seal" not in page(Client(), f"/p/{hrolf.pk}/")

    def test_a_proposal_does_not_exist_for_other_players(self, alice, bob, eva):
        campaign = march(alice, bob, eva)
        hrolf = proposed(campaign, eva, name="Unheard-of")
        page(client_of(bob), f"/p/{hrolf.pk}/", 404)
        page(client_of(bob), f"/p/{hrolf.pk}/edit/", 404)
        for address in (f"/c/{campaign.slug}/", f"/c/{campaign.slug}/characters/"):
            assert "Unheard-of" not in page(client_of(bob), address)

    def test_a_sheet_of_a_private_campaign_does_not_exist_for_strangers(self, alice, eva, zoe):
        hrolf = active(march(alice, eva), eva, alice)
        page(client_of(zoe), f"/p/{hrolf.pk}/", 404)
        page(Client(), f"/p/{hrolf.pk}/", 404)
        for number in (999999, 10**30):
            page(client_of(zoe), f"/p/{number}/", 404)

    def test_it_shows_strength_less_wounds_and_every_change_with_its_battle(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="abc", battle_name="The ford", wounds=2, by=None, at=NOON
        )
        shown = page(client_of(eva), f"/p/{hrolf.pk}/")
        assert "7 / 7" in shown and "2 open wounds: strength 9 less 2, and attacks miss 10 % more" in shown
        # In the change log and at the wounds: where it is told what that battle brought this hero.
        assert shown.count(f'href="/c/{hrolf.campaign.slug}/b/abc/result/#of-{hrolf.pk}"') == 3
        assert "0 → 2" in shown

    def test_words_and_picture_are_edited_by_the_player_alone_beside_the_director(self, alice, bob, eva):
        campaign = march(alice, bob, eva)
        hrolf = active(campaign, eva, alice)
        words = {"portrait": "elder", "appearance": "Grey", "history": "", "private_notes": ""}
        assert client_of(bob).post(f"/p/{hrolf.pk}/edit/", words).status_code == 403
        client_of(eva).post(f"/p/{hrolf.pk}/edit/", words | {"strength": "99"})
        hrolf.refresh_from_db()
        assert (hrolf.portrait, hrolf.appearance, hrolf.strength) == ("elder", "Grey", 9)

    def test_what_players_write_is_text_and_never_markup(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice, name="<i>H", history="<script>x</script>")
        shown = page(client_of(eva), f"/p/{hrolf.pk}/")
        assert "<i>H" not in shown and "<script>x" not in shown

    def test_in_spanish_the_catalogues_words_are_spanish(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        shown = page(client_of(bob), f"/p/{hrolf.pk}/")
        assert "Maestro saqueador" in shown and "Muro de piedra" in shown


def queries_for(client, address, django_assert_max_num_queries):
    with django_assert_max_num_queries(40) as asked:
        page(client, address)
    return len(asked)


def test_lists_ask_as_often_for_many_characters_as_for_one(alice, bob, carla, eva, django_assert_max_num_queries):
    campaign = march(alice, bob, carla, eva)
    active(campaign, bob, alice)
    client = client_of(alice)
    addresses = (f"/c/{campaign.slug}/characters/", f"/c/{campaign.slug}/")
    before = [queries_for(client, address, django_assert_max_num_queries) for address in addresses]
    for player, name in ((carla, "Toki"), (eva, "Asa")):
        active(campaign, player, alice, name=name)
        active(campaign, player, alice, rank="companion", name=f"{name} II")
    assert [queries_for(client, address, django_assert_max_num_queries) for address in addresses] == before


def test_a_sheet_asks_as_often_whatever_its_history(alice, eva, django_assert_max_num_queries):
    hrolf = active(march(alice, eva), eva, alice)
    client = client_of(eva)
    before = queries_for(client, f"/p/{hrolf.pk}/", django_assert_max_num_queries)
    for number in range(6):
        services.earn_renown(character=hrolf, amount=1, battle_code=f"b{number}", by=alice, at=NOON)
        services.open_wounds_from_battle(
            character=hrolf, battle_code=f"b{number}", battle_name="The ford", wounds=1, by=alice, at=NOON
        )
    assert queries_for(client, f"/p/{hrolf.pk}/", django_assert_max_num_queries) == before
