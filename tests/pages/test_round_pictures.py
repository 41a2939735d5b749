"""Behaviour 38: the picture of a round: what everybody may see, small, drawn once, to be shown elsewhere."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from battles import board, sharing
from battles.palette import THEMES, colours, style
from campaign.models import Campaign
from rulebook.saga.board import Cell, Size
from tests import ford
from tests.ford import Ford
from turns import pictures
from turns.models import RoundPicture
from turns.pictures import Look
from turns.services import force_turn, pause, undo

pytestmark = pytest.mark.django_db
LIGHT = Look("light", "en")


@pytest.fixture
def public_ford(the_ford: Ford) -> Ford:
    Campaign.objects.filter(pk=the_ford.campaign.pk).update(is_public=True)
    return the_ford


def open_png(answer: Any) -> Image.Image:
    return Image.open(io.BytesIO(answer.content))


def drawn(the_ford: Ford, round_: int, look: Look = LIGHT) -> RoundPicture:
    the_ford.battle.refresh_from_db()
    return pictures.picture_of(the_ford.battle, round_, look, now=timezone.now())


def test_a_public_battles_picture_opens_without_an_account_and_may_be_kept_for_ever(public_ford: Ford) -> None:
    answer = Client().get(f"{public_ford.url}rounds/1/picture.png", follow=True)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert {"public", "immutable", "max-age=31536000"} <= set(answer["Cache-Control"].split(", "))
    assert open_png(answer).size[0] == 1040


def test_a_private_battles_picture_is_for_its_members(the_ford: Ford) -> None:
    address = f"{the_ford.url}rounds/1/picture.png"
    for client in (Client(), the_ford.as_("zoe")):
        assert client.get(address).status_code == 404
    answer = the_ford.as_("sam").get(address, follow=True)
    assert answer.status_code == 200 and "private" in answer["Cache-Control"]
    for client in (Client(), the_ford.as_("zoe")):
        assert client.get(answer.redirect_chain[-1][0]).status_code == 404


def test_everybody_gets_the_onlookers_picture_whoever_they_are(public_ford: Ford) -> None:
    """The scout is hidden: the director alone knows of it."""
    found = []
    for name in ("alice", "bob", "sam"):
        answer = public_ford.as_(name).get(f"{public_ford.url}rounds/1/drawing.svg?language=en")
        found.append(answer.content.decode())
        page = public_ford.as_(name).get(f"{public_ford.url}rounds/1/").content.decode()
        assert "Hooded" not in page
    assert len(set(found)) == 1 and "Hoo" not in found[0]


def test_the_picture_names_campaign_battle_round_sides_and_coordinates(public_ford: Ford) -> None:
    svg = Client().get(f"{public_ford.url}rounds/1/drawing.svg").content.decode()
    texts = set(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    assert {"The frozen ford", f"Round 1 · {public_ford.campaign.name}", "The caravan", "The raiders"} <= texts
    assert {"A", "L", "1", "12"} <= texts


@pytest.mark.parametrize("theme", THEMES)
def test_its_colours_are_spelled_out_for_a_rasteriser(public_ford: Ford, theme: Any) -> None:
    svg = pictures.svg_of(public_ford.battle, 1, Look(theme, "en"))
    assert "var(" not in svg and "light-dark" not in svg and "@media" not in svg
    assert colours(theme)["team-a"] in style(theme)
    assert colours("light")["team-a"] != colours("dark")["team-a"]


def test_its_words_are_really_drawn(public_ford: Ford) -> None:
    """A rasteriser without a font leaves them out and says nothing."""
    svg = pictures.svg_of(public_ford.battle, 1, LIGHT)
    mute = re.sub(r"<text.*?</text>", "", svg)
    dark = [
        sum(image.convert("L").crop((0, 30, 1040, 140)).histogram()[:100])
        for image in (Image.open(io.BytesIO(sharing.png_of(one))) for one in (svg, mute))
    ]
    assert dark[0] > dark[1] + 500


def test_a_large_crowded_board_stays_small() -> None:
    pieces = [
        board.Piece(f"u{n}", f"Wanderer {n}", "ab"[n % 2], Cell(n * 7 % 16, n * 5 % 16), Size(1, 1), f"{n}/9")
        for n in range(24)
    ]
    scene = board.Scene(16, 16, frozenset(Cell(n, 15 - n) for n in range(0, 16, 3)), pieces=tuple(pieces))
    for theme in THEMES:
        svg = sharing.svg_of(
            board.compose(scene, picks=False),
            title="T" * 80,
            subtitle="S" * 200,
            sides=[("a", "Caravan"), ("b", "Dredge")],
            theme=theme,
        )
        assert len(sharing.png_of(svg)) <= 30 * 1024


def test_names_of_any_letters_cannot_break_out_of_the_drawing() -> None:
    scene = board.Scene(5, 5, pieces=(board.Piece("a", '</svg><"&', "a", Cell(0, 0), Size(1, 1)),))
    svg = sharing.svg_of(
        board.compose(scene, picks=False), title="<script>&", subtitle='"', sides=[("a", "<b>")], theme="light"
    )
    assert "<script>" not in svg and sharing.png_of(svg).startswith(b"\x89PNG")


def test_a_picture_is_drawn_once(public_ford: Ford, monkeypatch: pytest.MonkeyPatch) -> None:
    first = drawn(public_ford, 1)
    monkeypatch.setattr(sharing, "png_of", lambda svg: pytest.fail("drawn again"))
    assert bytes(drawn(public_ford, 1).png) == bytes(first.png)


def test_the_round_being_played_is_drawn_anew_when_everybody_can_see_a_change(public_ford: Ford) -> None:
    before = drawn(public_ford, 1)
    old = Client().get(f"{public_ford.url}rounds/1/picture.png?language=en")["Location"]
    public_ford.pass_turn("toki", "bob")
    after = drawn(public_ford, 1)
    assert after.version != before.version
    assert RoundPicture.objects.filter(battle=public_ford.battle, theme="light", language="en").count() == 1
    led = Client().get(old)
    assert led.status_code == 302
    assert Client().get(led["Location"], follow=True).redirect_chain[-1][0] != old


def finish_round(the_ford: Ford) -> None:
    """Nobody acts until round 2 has begun."""
    while the_ford.state().round == 1:
        running = the_ford.state().running
        force_turn(
            battle_id=the_ford.battle.pk,
            unit=running.unit,
            reason="on",
            director=the_ford.people["alice"],
            at=timezone.now(),
        )


def test_a_round_that_is_over_keeps_its_picture(public_ford: Ford) -> None:
    finish_round(public_ford)
    over = drawn(public_ford, 1)
    before = public_ford.state().round
    assert before == 2
    pause(battle_id=public_ford.battle.pk, director=public_ford.people["alice"], reason="x", at=timezone.now())
    assert drawn(public_ford, 1).version == over.version
    assert drawn(public_ford, 2).version != over.version


def test_taking_a_round_back_takes_its_picture_back(public_ford: Ford) -> None:
    finish_round(public_ford)
    for round_ in (1, 2):
        drawn(public_ford, round_)
    undo(
        battle_id=public_ford.battle.pk,
        director=public_ford.people["alice"],
        to_event=public_ford.battle.events.filter(kind="turn-opened").values_list("number", flat=True)[0],
        reason="all wrong",
        at=timezone.now() + timedelta(seconds=1),
    )
    assert not RoundPicture.objects.filter(battle=public_ford.battle).exists()
    assert Client().get(f"{public_ford.url}rounds/2/picture.png").status_code == 404
    assert Client().get(f"{public_ford.url}rounds/1/picture.png", follow=True).status_code == 200


@pytest.mark.parametrize("round_", [0, 2, 99999])
def test_there_is_no_picture_of_a_round_that_has_not_begun(public_ford: Ford, round_: int) -> None:
    for under in ("", "picture.png", "drawing.svg", "abc.en.light.png"):
        assert Client().get(f"{public_ford.url}rounds/{round_}/{under}").status_code == 404


def test_nobodys_place_is_shown_while_units_are_being_placed(people: dict[str, Any]) -> None:
    units = [one for one in ford.units_for(people["bob"], people["carla"], people["dani"]) if one.id != "scout"]
    the_ford = ford.build(people, units=[replace(one, at=None) for one in units])
    Campaign.objects.filter(pk=the_ford.campaign.pk).update(is_public=True)
    assert Client().get(f"{the_ford.url}rounds/0/picture.png").status_code == 404
    assert "Round report" not in Client().get(the_ford.url).content.decode()


def test_what_is_pasted_elsewhere_leads_to_the_picture_and_the_report(public_ford: Ford) -> None:
    page = Client().get(f"{public_ford.url}rounds/1/").content.decode()
    address = re.search(r"\[url=([^\]]+)\]\[img\]([^\[]+)\[/img\]\[/url\]</textarea>", page)
    assert address is not None
    assert address[1].endswith(f"{public_ford.url}rounds/1/") and address[1].startswith("http://")
    assert Client().get("/" + address[2].split("/", 3)[3]).status_code == 200
    markdown = re.search(r"\[!\[([^\]]*)\]\(([^)]+)\)\]\(([^)]+)\)</textarea>", page)
    assert markdown is not None and markdown[2] == address[2] and "Tóki C5 13/10" in markdown[1]
    assert f'alt="{markdown[1]}"' in page


@pytest.mark.parametrize("under", ["", "chronicle/", "rounds/1/"])
def test_only_a_public_battle_shows_itself_where_its_address_is_pasted(the_ford: Ford, under: str) -> None:
    assert "og:image" not in the_ford.as_("bob").get(the_ford.url + under).content.decode()
    Campaign.objects.filter(pk=the_ford.campaign.pk).update(is_public=True)
    page = Client().get(the_ford.url + under).content.decode()
    assert re.search(r'<meta property="og:image" content="http://[^"]+/rounds/1/[^"]+\.png', page)


def test_a_language_or_theme_that_is_not_there_falls_back(public_ford: Ford) -> None:
    led = Client().get(f"{public_ford.url}rounds/1/picture.png?theme=../x&language=xx")
    assert led["Location"].endswith(".en.light.png")
    spanish = Client().get(f"{public_ford.url}rounds/1/picture.png?theme=dark&language=es")
    assert spanish["Location"].endswith(".es.dark.png")
