"""The report of a round: what each did, the reasons of the Overlord, who stands how; read, pasted, for programs."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from battles.models import Battle
from campaign.models import Campaign
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import OVERLORD, End, Fight, Move
from tests import crypt
from tests.adventuring import fresh
from tests.ford import Ford
from turns import reports, services
from turns.dungeon.report import REASONS
from turns.report_saga import unnamed
from turns.rounds import Deed, Report

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
TO_THE_DOOR = Move(tuple(Pose(Square(x, y), "E") for x, y in ((2, 1), (3, 1), (4, 1), (5, 2), (6, 3))))
MARKS = ("plain", "bbcode", "markdown", "discord")


@pytest.fixture
def game(alice: Any, bob: Any, sam: Any) -> Battle:
    """Bob's four heroes against the Invisible Overlord: the first round is over."""
    bob.language = "en"
    bob.save()
    start = timezone.now() - 2 * HOUR
    campaign = crypt.dungeon_campaign(alice, [bob], [sam])
    Campaign.objects.filter(pk=campaign.pk).update(is_public=True)
    game = crypt.start(campaign, crypt.setup_for([bob], io_variant="improved", at=start), at=start)
    crypt.play(game, bob, "bruna", TO_THE_DOOR, at=start + HOUR)
    crypt.play(game, bob, "bruna", Fight("door-7-3"), at=start + HOUR)
    for hero in crypt.PARTY:
        crypt.play(game, bob, hero, End(), at=start + HOUR)
    return fresh(game)


def read(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status
    return unescape(answer.content.decode())


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pasted(page: str, name: str) -> str:
    found = re.search(rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_round_of_a_dungeon_tells_each_hero_the_overlord_with_his_reasons_and_the_wounds(game: Battle) -> None:
    report = reports.report_of(game, 1, "en")
    names = [deed.name for deed in report.deeds]
    assert names == ["Bruna Halgerd", "The Overlord interrupts", "The Overlord"], "who did nothing is not told of"
    bruna, _interrupt, his = report.deeds
    assert bruna.lines[0].startswith("Goes to 6,3; fights the lock of Door 7,3, ")
    assert any(line.startswith("First card: ") for line in his.lines)
    assert any(line.startswith("Second card: ") for line in his.lines)
    assert any(" acts (" in line for line in his.lines), "with what decided on it"
    assert not any("IO-IMP-03" in line for line in his.lines), "the whole table is for the post"
    stands = dict(report.standing)
    assert set(stands) >= {"Bruna Halgerd", "Torvek Underhelm", "Sylwen Ashbough", "Ivo Marrowen", "Order deck"}
    assert stands["Order deck"] == "6"
    assert not report.running and reports.report_of(game, 2, "en").running


def test_the_same_round_in_spanish(game: Battle) -> None:
    text = reports.as_text(game, reports.report_of(game, 1, "es"), "es", reports.PLAIN)
    assert "The cellar · ronda 1" in text and "Primera carta: " in text
    assert "Torvek Bajoyelmo: heridas 0/5" in text
    assert "acts" not in text and "goes" not in text.lower()


def test_every_kind_of_reason_has_words(game: Battle) -> None:
    for say in REASONS.values():
        assert "chosen" not in say() % {"chosen": "X", "why": "Y"}


def test_page_and_chronicle_have_the_report(game: Battle) -> None:
    page = read(f"{game.get_absolute_url()}rounds/1/")
    assert "The cellar · round 1" in page and "Goes to 6,3" in page and "still being played" not in page
    assert "still being played" in read(f"{game.get_absolute_url()}rounds/2/")
    chronicle = read(f"{game.get_absolute_url()}chronicle/?round=1")
    assert "In short: round 1" in chronicle and "Goes to 6,3" in chronicle
    assert f'href="{game.get_absolute_url()}rounds/1/"' in chronicle
    assert "In short" not in read(f"{game.get_absolute_url()}chronicle/?step=0")


def test_what_is_pasted_holds_the_report_and_leads_back_to_its_page(game: Battle, bob: Any) -> None:
    page = read(f"{game.get_absolute_url()}rounds/1/")
    told = signed_in(bob).get(f"/api/v1/battles/{game.code}/rounds/1/").json()
    for name in MARKS:
        text = pasted(page, name)
        assert told["texts"][name].strip() in text, "programs get the same"
        assert "Bruna Halgerd" in text and "Goes to 6,3" in text and "First card" in text
        assert f"{game.get_absolute_url()}rounds/1/" in text
    assert pasted(page, "bbcode").count("[list]") == pasted(page, "bbcode").count("[/list]") >= 2
    assert "**Bruna Halgerd**" in pasted(page, "markdown")


def test_programs_read_the_parts_and_where_the_picture_is(game: Battle, bob: Any, zoe: Any) -> None:
    address = f"/api/v1/battles/{game.code}/rounds/1/"
    told = signed_in(bob).get(address).json()
    assert (told["round"], told["title"], told["running"]) == (1, "round 1", False)
    assert told["deeds"][0]["name"] == "Bruna Halgerd" and told["deeds"][0]["post"] == 1
    assert {"name": "Order deck", "words": "6"} in told["standing"]
    assert Client().get("/" + told["picture"].split("/", 3)[3], follow=True)["Content-Type"] == "image/png"
    assert signed_in(bob).get(address.replace("/1/", "/3/")).status_code == 404
    Campaign.objects.filter(pk=game.campaign_id).update(is_public=False)
    assert signed_in(zoe).get(address).status_code == 404
    assert Client().get(address).status_code == 401


def test_a_persons_cards_and_orders_are_told_without_reasons(alice: Any, bob: Any, dani: Any) -> None:
    start = timezone.now() - 2 * HOUR
    campaign = crypt.dungeon_campaign(alice, [bob, dani])
    game = crypt.start(campaign, crypt.setup_for([bob], overlord=dani, at=start), at=start)
    for hero in crypt.PARTY:
        crypt.play(game, bob, hero, End(), at=start)
        if crypt.state(game).phase == "window":
            crypt.play(game, dani, OVERLORD, End(), at=start)
    turned = Move((Pose(crypt.state(game).models["bone_guard-1"].pose.at, "W"),))
    for unit, step in (("bone_guard-1", turned), ("bone_guard-1", End()), (OVERLORD, End())):
        crypt.play(game, dani, unit, step, at=start)
    told = {deed.name: deed.lines for deed in reports.report_of(fresh(game), 1, "en").deeds}
    assert told["The Overlord"] == ("Bone Guard 1: goes to 3,5.",)


def test_what_was_taken_back_is_not_in_the_report(game: Battle, alice: Any) -> None:
    first = game.events.filter(kind="attack-rolled").values_list("number", flat=True)[0]
    services.undo(
        battle_id=game.pk, director=alice, to_event=first - 1, reason="Misread.", at=timezone.now() + timedelta(1)
    )
    report = reports.report_of(fresh(game), 1, "en")
    assert report.running
    assert [(deed.name, deed.lines) for deed in report.deeds] == [("Bruna Halgerd", ("Goes to 6,3.",))]


def test_a_round_of_the_saga_tells_blows_losses_and_how_everybody_stands(the_ford: Ford) -> None:
    the_ford.pass_turn("toki", "bob")
    the_ford.battle.refresh_from_db()
    report = reports.report_of(the_ford.battle, 1, "en")
    assert report.deeds[0].name == "Tóki"
    assert report.deeds[0].lines == ("It does nothing.",)
    assert dict(report.standing)["Tóki"].startswith("strength 13/")


def test_who_is_named_before_a_sentence_is_not_named_again_in_it() -> None:
    names = ("Dredge", "Dredge 1", "Tóki")
    assert unnamed("Tóki uses Stone Wall 1.", "Tóki", names) == "Uses Stone Wall 1."
    assert unnamed("Tóki G2 → F4.", "Tóki", names) == "G2 → F4."
    assert unnamed("Dredge 1 loses 2 strength.", "Dredge", names) == "Dredge 1 loses 2 strength."
    assert unnamed("Stone Wall on Tóki.", "Tóki", names) == "Stone Wall on Tóki."


def test_a_hidden_unit_is_not_in_the_report(the_ford: Ford) -> None:
    report = reports.report_of(the_ford.battle, 1, "en")
    assert "Hooded" not in reports.as_text(the_ford.battle, report, "en", reports.PLAIN)
    for name in ("alice", "bob"):
        page = the_ford.as_(name).get(f"{the_ford.url}rounds/1/").content.decode()
        assert "Hooded" not in page, "not for the director either: it is made to be shown to everybody"


def test_words_of_players_cannot_break_out_of_what_is_pasted(game: Battle) -> None:
    game.name = "*The* [b]cellar[/b] <x>"
    report = Report("round 1", False, (Deed("A_b", ("Goes *there*.",)),), (("C[d]", "wounds 0/5"),), (), "Over.")
    texts = {name: reports.as_text(game, report, "en", marks) for name, marks in reports.PASTED.items()}
    assert texts["markdown"].startswith("**\\*The\\* \\[b\\]cellar\\[/b\\] \\<x\\> · round 1**")
    assert "**A\\_b**: Goes \\*there\\*." in texts["markdown"]
    assert "[b]*The* (b)cellar(/b) <x> · round 1[/b]" in texts["bbcode"] and "C(d)" in texts["bbcode"]


def test_a_long_round_is_cut_for_a_chat_at_the_end_of_a_line(game: Battle) -> None:
    deeds = tuple(Deed(f"Hero {n}", ("Goes to 1,1; " * 20,)) for n in range(20))
    text = reports.for_discord(game, Report("round 1", False, deeds, ()), "en")
    assert len(text) <= reports.DISCORD_MOST + 5 and text.endswith("\n…\n")
    assert text.splitlines()[-2].startswith("- **Hero ")
