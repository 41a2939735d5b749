"""Pages of what happens to characters: drafts, items, deaths, succession, the desk, the roster, seats."""

from __future__ import annotations

import pytest

from battles.selectors import player_id
from campaign.services import leave
from characters import selectors, services
from characters.models import Character, Item
from rulebook.saga.board import Cell
from tests import arena, mustering
from tests.company import NOON, active, march, membership, proposed, wish
from tests.pages.test_characters import client_of, form, page

pytestmark = pytest.mark.django_db


def give(campaign, director, to, key="whetted-edge"):
    item = services.find_item(campaign=campaign, by=director, key=key, at=NOON)
    return services.give_item(item=item, to=to, by=director, at=NOON)


class TestDrafts:
    def test_a_draft_is_kept_though_it_breaks_rules_and_sent_when_it_breaks_none(self, alice, eva):
        campaign = march(alice, eva)
        client, address = client_of(eva), f"/c/{campaign.slug}/characters/new/"
        client.post(address, form(campaign, strength="12", keep="1"))
        draft = Character.objects.get()
        assert (draft.status, draft.strength) == ("draft", 12)
        assert "A private draft" in page(client, f"/p/{draft.pk}/")
        page(client_of(alice), f"/p/{draft.pk}/", 404)
        shown = client.post(f"/p/{draft.pk}/edit/", form(campaign, strength="12")).content.decode()
        assert "this class begins with 29" in shown.lower()
        client.post(f"/p/{draft.pk}/edit/", form(campaign, strength="8", keep="1"))
        draft.refresh_from_db()
        assert (draft.status, draft.strength) == ("draft", 8)
        client.post(f"/p/{draft.pk}/edit/", form(campaign))
        draft.refresh_from_db()
        assert (draft.status, draft.strength) == ("proposed", 9)

    def test_without_room_a_draft_can_still_be_prepared(self, alice, eva):
        campaign = march(alice, eva)
        active(campaign, eva, alice)
        active(campaign, eva, alice, name="Ylva", rank="companion")
        client, address = client_of(eva), f"/c/{campaign.slug}/characters/new/"
        assert "?draft=1" in page(client, address)
        drafting = page(client, f"{address}?draft=1&class=raidmaster")
        assert 'name="keep"' in drafting and "Send the sheet" not in drafting
        client.post(f"{address}?draft=1", form(campaign, name="Later"))
        assert Character.objects.get(name="Later").status == "draft"

    def test_a_draft_is_deleted_after_asking(self, alice, eva):
        campaign = march(alice, eva)
        draft = services.save_draft(campaign=campaign, player=eva, proposal=wish(campaign))
        client = client_of(eva)
        page(client, f"/p/{draft.pk}/withdraw/")
        client.post(f"/p/{draft.pk}/withdraw/")
        assert not Character.objects.exists()


class TestItems:
    def test_the_owner_equips_takes_off_and_hands_on(self, alice, eva, carla):
        campaign = march(alice, eva, carla)
        hrolf, dagny = active(campaign, eva, alice), active(campaign, carla, alice, name="Dagny")
        item = give(campaign, alice, hrolf)
        client = client_of(eva)
        shown = page(client, f"/p/{hrolf.pk}/items/")
        assert "Whetted edge" in shown and "Strength +1" in shown
        client.post(f"/items/{item.pk}/equip/")
        sheet = page(client, f"/p/{hrolf.pk}/")
        assert "10 / 10" in sheet and "base 9, Whetted edge +1" in sheet
        client.post(f"/items/{item.pk}/take-off/")
        assert "9 / 9" in page(client, f"/p/{hrolf.pk}/")
        client.post(f"/items/{item.pk}/give/", {"to": dagny.pk})
        item.refresh_from_db()
        assert item.bearer == dagny
        assert client.post(f"/items/{item.pk}/equip/").status_code == 404

    def test_what_is_too_high_says_so(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = active(campaign, eva, alice)
        item = give(campaign, alice, hrolf, "bear-claw")
        client = client_of(eva)
        shown = page(client, f"/p/{hrolf.pk}/items/")
        assert "Above the bearer's level" in shown.replace("&#x27;", "'") and f"/items/{item.pk}/equip/" not in shown
        told = client.post(f"/items/{item.pk}/equip/", follow=True).content.decode()
        assert "The item has level 3, its bearer only 1" in told

    def test_buying_asks_first_and_then_the_director(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = active(campaign, eva, alice)
        services.earn_renown(character=hrolf, amount=7, kind="plot", by=alice, at=NOON)
        client, address = client_of(eva), f"/p/{hrolf.pk}/items/ash-cloak/buy/"
        assert "Costs 5 renown: 7 → 2." in page(client, address)
        client.post(address, {"reason": "It is cold."})
        assert not Item.objects.exists()
        assert "It is cold." in page(client_of(alice), f"/p/{hrolf.pk}/")
        client_of(alice).post(f"/petitions/{hrolf.petitions.get().pk}/approve/")
        assert (Item.objects.get().bearer, selectors.renown_held(hrolf)) == (hrolf, 2)
        page(client, f"/p/{hrolf.pk}/items/forebears-ring/buy/", 404)
        page(client, f"/p/{hrolf.pk}/items/sun/buy/", 404)

    def test_the_director_finds_makes_and_retires(self, alice, eva):
        campaign = march(alice, eva)
        client, address = client_of(alice), f"/c/{campaign.slug}/items/"
        client.post(f"{address}find/", {"key": "forebears-ring"})
        client.post(address, {"name": "Cracked horn", "words": "", "level": "2", "deflection": "8", "move": "-1"})
        shown = page(client, address)
        assert "Forebear" in shown and "Cracked horn" in shown and "Deflection +8 %" in shown and "Movement −1" in shown
        refused = client.post(address, {"name": "Nothing", "level": "1"}).content.decode()
        assert "changes at least one figure" in refused
        horn = Item.objects.get(name="Cracked horn")
        page(client, f"/items/{horn.pk}/retire/")
        client.post(f"/items/{horn.pk}/retire/")
        assert "Cracked horn" not in page(client, address)


class TestFates:
    def test_a_death_is_told_weighed_and_asked_for_once_more(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        client, address = client_of(alice), f"/p/{hrolf.pk}/die/"
        assert "crucial decision (DEATH-1)" in page(client, address)
        told = client.post(address, {"words": "He stayed behind."}).content.decode()
        assert "only where the plot is at a crucial point" in told
        client.post(address, {"words": "He stayed behind.", "weighty": "on"})
        dead = page(client, f"/p/{hrolf.pk}/")
        assert "Dead." in dead and "He stayed behind." in dead

    def test_a_doomed_heros_scene_needs_its_words_only(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        services.mark_doomed(character=hrolf, by=None, at=NOON)
        client = client_of(alice)
        assert "The scene has come" in page(client, f"/p/{hrolf.pk}/")
        assert "href" in page(client, f"/c/{hrolf.campaign.slug}/characters/desk/")
        assert 'name="weighty"' not in page(client, f"/p/{hrolf.pk}/die/")
        client.post(f"/p/{hrolf.pk}/die/", {"words": "On the bridge."})
        hrolf.refresh_from_db()
        assert hrolf.status == "dead"

    def test_retiring_asks_first(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        client = client_of(eva)
        assert "Nothing is inherited" in page(client, f"/p/{hrolf.pk}/retire/")
        client.post(f"/p/{hrolf.pk}/retire/", {"words": "Home to the coast."})
        hrolf.refresh_from_db()
        assert hrolf.status == "retired"
        assert "Home to the coast." in page(client, f"/p/{hrolf.pk}/log/")

    def test_hero_points_are_spent_with_a_reason(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        client, address = client_of(eva), f"/p/{hrolf.pk}/hero-points/"
        assert "5 of 5 left" in page(client, address)
        client.post(address, {"use": "reroll", "reason": "The oath"})
        told = client.post(address, {"use": "reroll", "reason": "Again"}).content.decode()
        assert "This takes 3 hero points; there are 2." in told
        assert "2 / 5" in page(client, f"/p/{hrolf.pk}/")
        client_of(alice).post(f"/c/{hrolf.campaign.slug}/characters/new-scene/")
        assert "5 / 5" in page(client, f"/p/{hrolf.pk}/")


class TestSuccession:
    @pytest.fixture
    def dead(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = active(campaign, eva, alice)
        active(campaign, eva, alice, name="Ylva", rank="companion")
        services.earn_renown(character=hrolf, amount=10, kind="plot", by=alice, at=NOON)
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        return hrolf

    def test_the_heir_is_made_with_the_claim(self, alice, eva, dead):
        client = client_of(eva)
        assert "/succession/" in page(client, f"/p/{dead.pk}/")
        shown = page(client, f"/p/{dead.pk}/succession/")
        assert "You may claim 7 renown" in shown and "Ylva" in shown
        address = f"/c/{dead.campaign.slug}/characters/new/"
        choosing = page(client, f"{address}?heir_of={dead.pk}")
        assert f"heir_of={dead.pk}" in choosing
        making = page(client, f"{address}?class=raidmaster&heir_of={dead.pk}")
        assert f'<option value="{dead.pk}" selected>' in making
        client.post(address, form(dead.campaign, name="Son", heir_of=str(dead.pk)))
        heir = Character.objects.get(name="Son")
        assert "Heir of Hrolf: begins with 7 renown" in page(client_of(alice), f"/p/{heir.pk}/")
        client_of(alice).post(f"/p/{heir.pk}/approve/")
        assert selectors.renown_held(heir) == 7
        assert "inherited" in page(client, f"/p/{dead.pk}/").lower()

    def test_a_companion_rises_by_the_directors_word(self, alice, eva, dead):
        client = client_of(eva)
        ylva = Character.objects.get(name="Ylva")
        client.post(f"/p/{dead.pk}/succession/", {"companion": str(ylva.pk), "reason": "She was with him."})
        assert "waits for the director" in page(client, f"/p/{dead.pk}/succession/")
        client_of(alice).post(f"/petitions/{ylva.petitions.get().pk}/approve/")
        ylva.refresh_from_db()
        assert ylva.rank == "hero"
        assert "given up" in page(client, f"/p/{dead.pk}/succession/").lower()

    def test_nobody_elses_companion_can_be_named(self, alice, eva, dead):
        client_of(eva).post(f"/p/{dead.pk}/succession/", {"companion": str(dead.pk)})
        assert not Character.objects.filter(petitions__isnull=False).exists()


class TestDesk:
    def test_it_lists_what_waits_and_opens_the_door(self, alice, eva, carla):
        campaign = march(alice, eva, carla)
        client, address = client_of(alice), f"/c/{campaign.slug}/characters/desk/"
        client.post(f"/c/{campaign.slug}/characters/door/", {"shut": "1"})
        hrolf, dagny = proposed(campaign, eva), proposed(campaign, carla, name="Dagny")
        assert "Hrolf" in page(client, address)
        for one in (hrolf, dagny):
            client.post(f"/p/{one.pk}/approve/")
        assert "Bring in" in page(client, address)
        assert "comes in when the director opens the door" in page(client_of(eva), f"/p/{hrolf.pk}/")
        client.post(f"/p/{hrolf.pk}/bring-in/")
        client.post(f"/c/{campaign.slug}/characters/door/", {"open": "1"})
        assert set(Character.objects.values_list("status", flat=True)) == {"active"}

    def test_the_campaigns_home_points_to_it_while_something_waits(self, alice, eva):
        campaign = march(alice, eva)
        proposed(campaign, eva)
        assert "1 thing waits" in page(client_of(alice), f"/c/{campaign.slug}/")
        assert "characters/desk" not in page(client_of(eva), f"/c/{campaign.slug}/")

    def test_a_petition_is_returned_with_a_word(self, alice, eva):
        hrolf = active(march(alice, eva), eva, alice)
        services.earn_renown(character=hrolf, amount=5, kind="plot", by=alice, at=NOON)
        asked = services.propose_promotion(character=hrolf, by=eva, level=2, points={"armor": 1}, at=NOON)
        client = client_of(alice)
        page(client, f"/petitions/{asked.pk}/return/")
        client.post(f"/petitions/{asked.pk}/return/", {"word": "After the ford."})
        assert "After the ford." in page(client_of(eva), f"/p/{hrolf.pk}/")
        asked.refresh_from_db()
        assert asked.status == "returned"

    def test_the_roster_says_why_somebody_may_not_go(self, alice, eva):
        campaign = march(alice, eva)
        active(campaign, eva, alice)
        active(campaign, eva, alice, name="Ylva", rank="companion")
        address = f"/c/{campaign.slug}/roster/"
        shown = page(client_of(eva), address)
        assert "may not go" in shown and "had no hero" in shown
        assert "Ylva" in page(client_of(alice), f"{address}?player={eva.pk}")
        page(client_of(eva), f"{address}?player={alice.pk}", 403)
        page(client_of(eva), f"{address}?player=x", 403)

    def test_a_seat_changes_hands_after_asking(self, alice, eva, carla):
        campaign = march(alice, eva, carla)
        hrolf = active(campaign, eva, alice, private_notes="A secret")
        client, address = client_of(alice), f"/c/{campaign.slug}/characters/seats/"
        assert "No former player" in page(client, address)
        leave(membership=membership(eva, campaign), at=NOON)
        chosen = {"before": eva.pk, "after": carla.pk}
        asked = client.post(address, chosen).content.decode()
        assert "Hrolf" in asked and "What happens" in asked
        hrolf.refresh_from_db()
        assert hrolf.player == eva
        client.post(address, chosen | {"confirm": "1"})
        hrolf.refresh_from_db()
        assert (hrolf.player, hrolf.private_notes) == (carla, "")
        shown = {user: page(client_of(user), f"/p/{hrolf.pk}/") for user in (alice, carla)}
        assert "A secret" in shown[alice] and "A secret" not in shown[carla]


def test_the_whole_log_is_paged(alice, eva):
    hrolf = active(march(alice, eva), eva, alice)
    for number in range(60):
        services.earn_renown(character=hrolf, amount=1, kind="plot", reason=f"Deed {number}.", by=alice, at=NOON)
    client = client_of(eva)
    assert "All 61 changes" in page(client, f"/p/{hrolf.pk}/")
    first, second = page(client, f"/p/{hrolf.pk}/log/"), page(client, f"/p/{hrolf.pk}/log/?page=2")
    assert "Deed 59." in first and "Deed 0." not in first and "Deed 0." in second


def test_a_sheet_changed_during_a_battle_says_that_the_battles_figures_rule(alice, eva):
    campaign = mustering.table(alice, [eva])
    hero = mustering.hero_of(eva)
    unit = arena.fighter("eva", player_id(eva), "north", Cell(0, 0), character=str(hero.pk), strength=9, armor=9)
    battle = arena.start(campaign, [unit, *arena.line_up([], director_units=1)])
    battle.muster.create(player=eva, side="north", confirmed_at=NOON).characters.add(hero)
    item = give(campaign, alice, hero)
    services.equip(item=item, by=eva, at=NOON)
    shown = page(client_of(eva), f"/p/{hero.pk}/").replace("&#x27;", "'")
    assert "The engine's numbers rule." in shown and "Strength: 9 in the battle, 10 on the sheet" in shown
    assert "Not while the character fights in" in shown and "/retire/" not in shown
    assert "9 / 9" in shown
    refused = client_of(eva).post(f"/p/{hero.pk}/retire/", {"words": "Home."}).content.decode()
    assert "Not while the character fights in The ford." in refused


class TestTakingAway:
    def test_a_sheet_is_a_markdown_file_with_what_its_reader_may_read(self, alice, eva, bob):
        campaign = march(alice, eva, bob)
        hrolf = active(campaign, eva, alice, private_notes="He stole the seal", history="# Born *at sea*")
        assert f"/p/{hrolf.pk}/sheet.md" in page(client_of(bob), f"/p/{hrolf.pk}/")
        answer = client_of(eva).get(f"/p/{hrolf.pk}/sheet.md")
        own = answer.content.decode()
        assert answer["Content-Disposition"] == 'attachment; filename="hrolf.md"'
        assert own.startswith("# Hrolf\n") and "- Strength: 9 / 9" in own and "He stole the seal" in own
        assert "\\# Born \\*at sea\\*" in own
        assert "He stole the seal" not in page(client_of(bob), f"/p/{hrolf.pk}/sheet.md")

    def test_the_sheet_of_the_dead_begins_no_battle(self, alice, eva):
        campaign = march(alice, eva)
        hrolf = active(campaign, eva, alice)
        assert "What the next battle begins with." in page(client_of(eva), f"/p/{hrolf.pk}/")
        services.die(character=hrolf, rule="decision", by=alice, at=NOON)
        shown = page(client_of(eva), f"/p/{hrolf.pk}/")
        assert "What it had at the end." in shown and "What the next battle begins with." not in shown
