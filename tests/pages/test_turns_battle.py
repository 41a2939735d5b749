"""The battle's page: what each reader finds there, what its composer says, what stays hidden."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rulebook.saga.actions import PauseBattle
from tests import arena, ford
from tests.ford import ORDERS, Ford, hidden_fields
from turns.models import TurnDraft, TurnPost
from turns.services import IDLE, direct, end_battle, pause

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(the_ford: Ford) -> Callable[..., str]:
    """The battle's page, or another under it, as somebody reads it."""

    def page(name: str, under: str = "", status: int = 200) -> str:
        answer = the_ford.as_(name).get(the_ford.url + under)
        assert answer.status_code == status, answer.content.decode()[:600]
        return answer.content.decode()

    return page


def send(the_ford: Ford, name: str, **fields: str) -> Any:
    """Press a button of the composer: `do` or `pick` beside Tóki's orders."""
    data = {"unit": "toki", "text": "The ice creaks.", **ORDERS, **fields}
    return the_ford.as_(name).post(the_ford.url, data)


def test_the_player_whose_turn_it_is_finds_deadline_consequence_and_composer(read: Callable[..., str]) -> None:
    page = read("bob")
    assert "Your turn: Tóki" in page
    assert "after: −1 initiative in this battle" in page
    assert 'name="act" value="ability:impale"' in page
    assert "Review turn" in page
    assert page.count("<h1") == 1
    assert "<title>The frozen ford · round 1" in page


def test_a_player_who_waits_finds_a_way_to_an_early_turn_and_never_a_composer(read: Callable[..., str]) -> None:
    page = read("carla")
    assert "Now: Tóki" in page
    assert "/plan/eyra/" in page
    assert 'name="act"' not in page


def test_an_onlooker_sees_public_facts_and_no_way_to_act(read: Callable[..., str]) -> None:
    page = read("sam")
    assert "You are watching" in page
    assert "/plan/" not in page
    assert 'name="act"' not in page


def test_a_stranger_finds_no_page(the_ford: Ford) -> None:
    the_ford.campaign.is_public = False
    the_ford.campaign.save()
    for under in ("", "chronicle/", "ledger/", "npc/", "history/", "pulse/", "plan/toki/", "review/?unit=toki"):
        assert the_ford.as_("zoe").get(the_ford.url + under).status_code == 404, under


@pytest.mark.parametrize("under", ["", "chronicle/", "chronicle/?step=0", "ledger/", "plan/eyra/"])
def test_a_hidden_unit_is_in_nobody_elses_page(read: Callable[..., str], under: str) -> None:
    """DEPL-6."""
    assert "Hooded" not in read("carla", under)
    assert "scout" not in read("carla", under)


def test_the_director_sees_hidden_units_named_as_hidden(read: Callable[..., str]) -> None:
    assert "Hooded Scout" in read("alice", "direct/reveal/")


def test_units_are_looked_at_by_a_link(read: Callable[..., str]) -> None:
    page = read("carla", "?pick=unit:colossus")
    assert 'id="looked-at"' in page
    assert "boss" in page


def test_nobody_looks_at_what_they_may_not_know_of(read: Callable[..., str]) -> None:
    assert 'id="looked-at"' not in read("carla", "?pick=unit:scout")


def test_every_cell_button_begins_with_its_coordinate(read: Callable[..., str]) -> None:
    """Behaviour 4."""
    labels = re.findall(r'name="pick" value="[^"]+" aria-label="([^"]+)"', read("bob"))
    assert len(labels) > 40
    assert all(re.match(r"[A-L][0-9]+(–[A-L][0-9]+)?[ ,]", label) for label in labels)


def test_a_tapped_cell_comes_back_with_all_fields_kept(the_ford: Ford) -> None:
    page = send(the_ford, "bob", to="", act="", target="", pick="cell:F4").content.decode()
    assert re.search(r'id="to" name="to" value="F4"', page)
    assert "The ice creaks." in page
    assert "−1 willpower" in page


def test_a_tapped_enemy_becomes_the_target_and_a_tap_on_oneself_means_staying(the_ford: Ford) -> None:
    page = send(the_ford, "bob", act="", target="", pick="unit:raider1").content.decode()
    assert re.search(r'<option value="raider1" selected>', page)
    page = send(the_ford, "bob", pick="unit:toki").content.decode()
    assert re.search(r'id="to" name="to" value=""', page)


def test_the_forecast_is_the_books_own_example(the_ford: Ford) -> None:
    """HIT-1, DMG-1: 70 + 13 = 83, and 13 − 10 = 3."""
    page = send(the_ford, "bob", do="recalc").content.decode()
    assert "Needs &lt; 83 on 1d100" in page
    assert "82 %" in page
    assert "On a hit, Raider 1: STR 8 → 5" in page
    assert "WIL 3 → 2" in page


def test_a_turn_that_costs_nothing_says_where_it_ends_and_one_that_does_nothing_says_so(the_ford: Ford) -> None:
    def told(to: str, act: str) -> str:
        words = send(the_ford, "bob", do="recalc", target="", to=to, act=act).content.decode()
        return words.partition('id="outlook"')[2].partition("</div>")[0]

    assert "Goes to F5, at no cost." in told("F5", "none")
    assert "Goes to F5, at no cost." in told("F5", "")
    assert "Changes nothing." in told("", "none")
    assert "Choose what it does" in told("", "")


def test_the_terms_of_the_breakdown_add_up_and_carry_their_rules(the_ford: Ford) -> None:
    """Behaviour 10."""
    page = send(the_ford, "bob", do="recalc").content.decode()
    table = re.search(r'<table class="terms">(.*?)</table>', page, re.DOTALL)
    assert table
    numbers = [int(one.replace("+", "")) for one in re.findall(r'class="number">([+-]?\d+)<', table[1])]
    assert sum(numbers[:-1]) == numbers[-1] == 83
    assert re.findall(r"#(HIT-\d)", table[1]) == ["HIT-1", "HIT-1"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"to": "D8"}, "D8 is taken by Sunna."),
        ({"to": "L12"}, "L12 is 16 squares away; Tóki has 5"),
        ({"to": "Z40"}, "Z40 is not on the board."),
        ({"to": "nowhere"}, "“nowhere” names no cell; A5 would."),
        ({"boost": "9"}, "9 willpower is more than the exertion of 2."),
        ({"to": ""}, "Raider 1 is 6 away: out of range."),
        ({"target": "eyra"}, "This may not be aimed at Eyra."),
        ({"horn": "5"}, "The horn holds 2, not 5."),
        ({"act": "", "target": ""}, "Choose what it does"),
        ({"act": "strength", "target": ""}, "Choose whom it is aimed at."),
    ],
)
def test_what_is_wrong_is_said_in_the_summary_and_at_its_field(
    the_ford: Ford, fields: dict[str, str], words: str
) -> None:
    """Behaviour 11."""
    data = {"unit": "toki", "text": "x", **ORDERS, **fields}
    answer = the_ford.as_("bob").post(the_ford.url + "review/", data)
    page = answer.content.decode()
    assert answer.status_code == 422
    summary = re.search(r'class="summary".*?</ul>', page, re.DOTALL)
    assert summary and words in summary[0]
    assert "Error:" in page
    anchor = re.search(r'href="#([^"]+)"', summary[0])
    assert anchor and f'id="{anchor[1]}"' in page


def test_whom_to_aim_at_is_not_asked_for_in_red_before_there_was_time_to_choose(the_ford: Ford) -> None:
    data = {"unit": "toki", "text": "", **ORDERS, "act": "strength", "target": ""}
    part = the_ford.as_("bob").post(the_ford.url, data, headers={"X-Part": "1"}).content.decode()
    assert 'id="f-target"' in part and "Choose whom it is aimed at." not in part
    wrong = the_ford.as_("bob").post(the_ford.url, data | {"target": "eyra"}, headers={"X-Part": "1"}).content.decode()
    assert "This may not be aimed at Eyra." in wrong


def test_steps_are_ordered(the_ford: Ford) -> None:
    """Behaviour 12, TURN-1, TURN-2: the horn is closed once a move is chosen, with the reason; rest hides the rest."""
    moved = send(the_ford, "bob", do="recalc").content.decode()
    assert re.search(r'<select id="horn" disabled', moved)
    assert "The horn comes before the move" in moved
    resting = send(the_ford, "bob", mode="rest", do="recalc").content.decode()
    assert 'id="f-act"' not in resting
    assert 'name="target" value="raider1"' in resting


def test_boost_steps_up_and_down_without_scripts(the_ford: Ford) -> None:
    page = send(the_ford, "bob", do="more").content.decode()
    assert re.search(r'name="boost" id="boost" value="1"', page)
    assert "Raider 1: STR 8 → 4" in page


def test_a_cell_ability_is_aimed_by_tapping(people: dict[str, Any]) -> None:
    the_ford = ford.build(people, order=("sunna", "toki"))
    data = {"unit": "sunna", "mode": "act", "act": "ability:slag-and-burn", "rank-slag-and-burn": "2", "tap": "aim"}
    page = the_ford.as_("bob").post(the_ford.url, data | {"pick": "cell:G6"}).content.decode()
    assert re.search(r'name="aim" id="aim" value="G6"', page)
    assert re.search(r'<option value="2" selected>', page)


def test_what_is_typed_is_kept_on_the_server(the_ford: Ford) -> None:
    send(the_ford, "bob", do="save")
    draft = TurnDraft.objects.get()
    assert (draft.unit, draft.narrative, draft.plan["to"]) == ("toki", "The ice creaks.", "F4")
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert "The ice creaks." in page
    assert 'value="F4"' in page


def test_the_language_switch_keeps_what_was_typed(the_ford: Ford) -> None:
    """Behaviour 40: what the draft holds is there in the other language."""
    client = the_ford.as_("bob")
    client.post(the_ford.url, {"unit": "toki", "text": "Words", **ORDERS, "do": "save"})
    answer = client.post("/language/", {"language": "es", "next": the_ford.url}, follow=True)
    page = answer.content.decode()
    assert '<html lang="es"' in page
    assert "Words" in page and 'value="F4"' in page


def test_a_players_deadline_can_be_copied_in_everybodys_zone_and_for_discord(read: Callable[..., str]) -> None:
    """An onlooker is told nobody's zone."""
    page = read("bob")
    lines = re.findall(r'<input type="text" readonly value="([^"]*)"', page)
    assert len(lines) == 2
    assert re.fullmatch(r".* Madrid · .* Mexico City · .* \(UTC\)", lines[0])
    assert re.fullmatch(r"&lt;t:\d+:F&gt;", lines[1])
    assert "Mexico City" not in read("sam")


def queries_of(the_ford: Ford) -> int:
    """How many queries the page takes a player who has been there before."""
    client = the_ford.as_("bob")
    client.get(the_ford.url)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(the_ford.url).status_code == 200
    return len(caught)


def test_queries_do_not_grow_with_posts_and_units(people: dict[str, Any], the_ford: Ford) -> None:
    extra = [ford.unit(f"more{n}", f"More {n}", "director", "south", f"L{n + 1}") for n in range(10)]
    larger = ford.build(people, units=[*ford.units_for(people["bob"], people["carla"], people["dani"]), *extra])
    about = {"unit": "toki", "unit_name": "Tóki", "first_event": 1, "last_event": 1, "manner": "on-time"}
    TurnPost.objects.bulk_create(
        TurnPost(battle=larger.battle, number=n, round=1, at=timezone.now(), **about) for n in range(1, 30)
    )
    assert queries_of(larger) == queries_of(the_ford) <= 15


def test_a_large_board_keeps_its_budget(people: dict[str, Any]) -> None:
    """At most 18 kB of HTML compressed and 1,000 elements for 16×16 and 24 units."""
    extra = [ford.unit(f"more{n}", f"More {n}", "director", "south", f"P{n + 1}") for n in range(16)]
    units = [*ford.units_for(people["bob"], people["carla"], people["dani"]), *extra]
    the_ford = ford.build(people, units=units, board=ford.ground(16, 16))
    content = the_ford.as_("bob").get(the_ford.url).content
    assert len(gzip.compress(content)) <= 18_000
    assert len(re.findall(rb"<[a-zA-Z]", content)) <= 1_000


def test_parts_for_a_changed_choice_are_small(the_ford: Ford) -> None:
    data = {"unit": "toki", "text": "long " * 500, **ORDERS}
    outlook = the_ford.as_("bob").post(the_ford.url, data, headers={"X-Part": "outlook"}).content
    turn = the_ford.as_("bob").post(the_ford.url, data, headers={"X-Part": "turn"}).content
    assert len(gzip.compress(outlook)) <= 1_500
    assert len(gzip.compress(turn)) <= 6_000
    assert b"long long" not in turn


def test_an_expired_turn_that_may_still_be_played_says_so(people: dict[str, Any]) -> None:
    """LATE-1, LATE-2: the page settles first; the penalty is told as applied."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert "Missed, but Tóki may still act until the round ends" in page
    assert "−1 initiative has already been applied" in page
    assert "ahead of Eyra" in page
    assert "Review late turn" in page


def test_a_pause_leaves_only_the_text_to_write(the_ford: Ford) -> None:
    """CLOCK-6."""
    client = the_ford.as_("alice")
    page = client.get(the_ford.url + "direct/pause/").content.decode()
    client.post(the_ford.url + "direct/pause/", hidden_fields(page) | {"reason": "A holiday"})
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert "Paused by the director: A holiday" in page
    assert "Review turn" not in page


def pause_itself(the_ford: Ford) -> None:
    type(the_ford.battle).objects.filter(pk=the_ford.battle.pk).update(pause_after_idle_rounds=2)
    direct(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        action=PauseBattle(at=arena.to_ms(timezone.now()), reason=IDLE),
        at=timezone.now(),
    )


def band_for(the_ford: Ford, name: str) -> str:
    """The band of this reader's page."""
    page = unescape(the_ford.as_(name).get(the_ford.url).content.decode())
    found = re.search(r'id="band">(.*?)</div>', page, re.DOTALL)
    assert found is not None
    return found[1]


def test_a_battle_that_paused_itself_says_why_and_who_may_resume_it(the_ford: Ford) -> None:
    """SK-90."""
    pause_itself(the_ford)
    told = {name: band_for(the_ford, name) for name in ("alice", "bob", "sam")}
    assert all("after 2 rounds without a player's post" in band for band in told.values())
    assert all("may resume it" in band and "nobody but the director" not in band.lower() for band in told.values())
    assert ["you may prepare" in told[name] for name in ("alice", "bob", "sam")] == [False, True, False]


def test_onlookers_of_a_pause_are_not_told_that_they_may_prepare(the_ford: Ford) -> None:
    pause(battle_id=the_ford.battle.pk, director=the_ford.people["alice"], reason="A holiday", at=timezone.now())
    assert "you may prepare" in band_for(the_ford, "bob")
    assert "you may prepare" not in band_for(the_ford, "sam")


def test_my_turns_leads_players_and_directors_to_resume_a_battle_that_paused_itself(the_ford: Ford) -> None:
    pause_itself(the_ford)
    address = the_ford.url + "resume/"
    for name in ("alice", "bob"):
        assert f'href="{address}"' in the_ford.as_(name).get("/turns/").content.decode()
        assert "Every clock runs on" in the_ford.as_(name).get(address).content.decode()
    assert address not in the_ford.as_("sam").get("/turns/").content.decode()
    assert the_ford.as_("sam").get(address).status_code == 403
    the_ford.as_("bob").post(address)
    assert the_ford.as_("alice").get(address)["Location"] == the_ford.url
    assert address not in the_ford.as_("alice").get("/turns/").content.decode()


def test_a_battle_that_paused_itself_is_resumed_by_its_players(the_ford: Ford) -> None:
    pause_itself(the_ford)
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert "Resume the battle" in page
    the_ford.as_("bob").post(the_ford.url + "resume/")
    assert the_ford.state().paused is None


def test_a_director_whose_own_unit_is_due_may_resume_from_the_battles_page(people: dict[str, Any]) -> None:
    """SK-90: the composer is there as well, for the director acts in a pause too."""
    raiders_first = ford.build(people, order=("raider1", "toki", "eyra", "raider2", "hrolf", "sunna"))
    pause_itself(raiders_first)
    page = raiders_first.as_("alice").get(raiders_first.url).content.decode()
    assert "Turn of Raider 1" in page
    assert "Resume the battle" in page
    raiders_first.as_("alice").post(raiders_first.url + "resume/")
    assert "Resume the battle" not in raiders_first.as_("alice").get(raiders_first.url).content.decode()


def test_a_late_turn_ahead_of_one_without_a_clock_promises_nobody_more_time(people: dict[str, Any]) -> None:
    """LATE-1, LATE-3."""
    long_ago = timezone.now() - timedelta(hours=25)
    ahead_of = {"raider1": ("toki", "raider1", "eyra"), "eyra": ("toki", "eyra", "raider1")}
    told = {one: band_for(ford.build(people, order=order, at=long_ago), "bob") for one, order in ahead_of.items()}
    assert "ahead of Raider 1 (LATE-1)." in told["raider1"]
    assert "ahead of Eyra, whose turn gets more time" in told["eyra"]


def test_the_short_order_of_a_battle_that_is_over_begins_with_a_name(the_ford: Ford) -> None:
    """Nobody acts any more when the battle has ended.
    The line above the board begins with the first unit, not with an arrow that leads from nowhere."""
    alice = the_ford.people["alice"]
    end_battle(battle_id=the_ford.battle.pk, director=alice, winner="north", reason="Enough", at=timezone.now())
    page = the_ford.as_("bob").get(the_ford.url).content.decode()
    assert re.search(r'<p class="short-ladder"[^>]*>\s*[^<›\s]', page)


@pytest.mark.parametrize("name", ["bob", "sam"])
def test_asking_for_a_hidden_unit_is_like_asking_for_one_that_is_not_there(the_ford: Ford, name: str) -> None:
    """Somebody guesses what the hidden scout is called, and tries every door with it (DEPL-6).
    Page and API answer as they do for a unit that has never been."""
    client, url, api = the_ford.as_(name), the_ford.url, f"/api/v1/battles/{the_ford.battle.code}"
    order = {"steps": [{"kind": "rest"}], "text": "", "version": "x", "key": "k" * 12, "alternatives": []}
    aimed = {"unit": "toki", "steps": [{"kind": "strike", "attack": "strength", "target": "UNIT"}]}

    def sent(verb: str, path: str, body: Any = None) -> Any:
        return getattr(client, verb)(path, body, **({"content_type": "application/json"} if "api" in path else {}))

    asked: list[Callable[[str], Any]] = [
        lambda unit: client.get(f"{api}/legal/", {"unit": unit}),
        lambda unit: client.get(f"{api}/early-turns/{unit}/"),
        lambda unit: sent("post", f"{api}/preview/", order | {"unit": unit}),
        lambda unit: sent("post", f"{api}/preview/", json.loads(json.dumps(aimed).replace("UNIT", unit))),
        lambda unit: sent("post", f"{api}/play/", order | {"unit": unit}),
        lambda unit: sent("put", f"{api}/early-turns/{unit}/", order),
        lambda unit: sent("delete", f"{api}/early-turns/{unit}/"),
        lambda unit: client.get(url, {"unit": unit, "pick": f"unit:{unit}"}),
        lambda unit: client.get(f"{url}plan/{unit}/"),
        lambda unit: client.post(f"{url}draft/", {"unit": unit, "text": "x"}),
        lambda unit: client.post(f"{url}discard/", {"unit": unit}),
        lambda unit: client.post(f"{url}review/", {"unit": unit, "text": "x", **ORDERS}),
        lambda unit: client.post(f"{url}play/", {"unit": unit, "text": "x", "key": "k" * 12, **ORDERS}),
        lambda unit: client.post(url, {"unit": "toki", **ORDERS, "target": unit}, headers={"x-part": "turn"}),
    ]
    client.get(url)  # the first visit is unlike the second
    for ask in asked:
        client = the_ford.as_(name)  # what one door says must not be read at the next
        hidden = _alike(ask("scout"), "scout")
        client = the_ford.as_(name)
        unknown = _alike(ask("sc0ut"), "sc0ut")
        assert hidden[0] == unknown[0]
        assert hidden[1].splitlines() == unknown[1].splitlines()


def _alike(answer: Any, unit: str) -> tuple[int, str]:
    """An answer without what differs from one page to the next: tokens, keys, moments, and the name asked for."""
    text = answer.content.decode().replace(unit, "UNIT") + answer.get("Location", "").replace(unit, "UNIT")
    text = re.sub(r'name="(csrfmiddlewaretoken|key|fork|revision)" value="[^"]*"', "", text)
    text = re.sub(r'data-now="[^"]*"|\d+ (h|min|s)\b|saved \d\d:\d\d|"saved": "[^"]*"|"revision": \d+', "", text)
    return answer.status_code, text
