"""The pages before a battle: drafting, checking, announcing, giving up; who may open which."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from battles.selectors import plan_of
from tests.mustering import against_dredge, announced, draft, fresh, grunt, table, teams


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(battle: Battle, rest: str) -> str:
    return f"/c/{battle.campaign.slug}/b/{battle.code}/{rest}"


def fields(battle: Battle, **changes: Any) -> dict[str, Any]:
    """The draft as the browser would send it back."""
    sent = {name: values if len(values) > 1 else values[0] for name, values in battle.draft["fields"].items()}
    return sent | {"revision": str(battle.draft["revision"])} | changes


def send(client: Client, battle: Battle, do: str, **changes: Any) -> Any:
    return client.post(page(battle, "prepare/"), fields(fresh(battle), do=do, **changes))


@pytest.fixture
def battle(alice: Any, bob: Any, carla: Any, sam: Any) -> Battle:
    return draft(table(alice, [bob, carla], [sam]), alice)


def test_a_director_begins_a_draft_and_finds_it_in_the_list(alice: Any, bob: Any) -> None:
    campaign = table(alice, [bob])
    client = signed_in(alice)
    answer = client.post(
        f"/c/{campaign.slug}/battles/new/", {"name": "The ford", "kind": "director", "board": "ford-10"}
    )
    battle = Battle.objects.get()
    assert answer.url == page(battle, "prepare/")
    shown = client.get(answer.url).content.decode()
    assert "##..##..##" in shown
    assert "There is a problem" not in shown
    assert page(battle, "prepare/") in client.get(f"/c/{campaign.slug}/battles/").content.decode()


def test_everything_typed_survives_an_error(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    answer = send(client, battle, "check", map="garbage?", intro="A long night begins.", **{"side-a-depth": "x"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    for kept in ("garbage?", "A long night begins.", 'value="x"'):
        assert kept in shown
    assert "There is a problem" in shown
    assert shown.split("<title>")[1].startswith("Error:")
    assert fresh(battle).draft["fields"]["map"] == ["garbage?"]


def test_units_are_added_edited_and_removed_without_losing_the_rest(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    add = {"add-entry": "dredge:scourge:1", "add-side": "b", "add-count": "2"}
    answer = send(client, battle, "add", intro="Kept.", **add)
    assert answer.url.endswith("#units")
    shown = client.get(page(battle, "prepare/")).content.decode()
    assert "Remove Scourge 1" in shown
    assert "Remove Scourge 2" in shown
    assert "Kept." in shown
    send(client, battle, "remove:n1")
    shown = client.get(page(battle, "prepare/")).content.decode()
    assert "Remove Scourge 1" not in shown
    assert "Remove Scourge 2" in shown


def test_every_problem_is_said_at_once_in_words_and_at_its_field(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "add", **{"add-entry": "dredge:scourge:1", "add-side": "b", "add-count": "3"})
    send(client, battle, "board", **{"add-board": "hall-12"})
    wrong = {"n1-at": "L12", "n2-at": "B4", "n3-at": "99", "n3-name": "", "n3-strength": "many"}
    answer = send(client, battle, "announce", name="", **wrong, **{"side-a-victory": "destroy"})
    shown = answer.content.decode()
    assert answer.status_code == 422
    for said in (
        "2x2 does not fit at L12.",
        "2x2 does not fit at B4: B4 is blocked.",
        "“99” names no cell; A5 would.",
        "Nobody is asked: choose at least one player.",
        "There is nothing on the board for Caravan to destroy.",
        "Enter a whole number.",
        "This field is required.",
    ):
        assert said in shown
    assert '<a href="#id_n1-at">Scourge 1: Cell: 2x2 does not fit at L12.</a>' in shown
    assert fresh(battle).status == Battle.Status.DRAFT


def ready(client: Client, battle: Battle, *players: Any) -> Any:
    """A draft without problems: two grunts against these players."""
    send(client, battle, "add", **{"add-entry": "dredge:grunt:1", "add-side": "b", "add-count": "2"})
    chosen = {"side-a-players": [str(player.pk) for player in players], "n1-at": "b1", "n2-at": "D1", "n2-hidden": "on"}
    return send(client, battle, "announce", **chosen)


def test_what_a_battle_needs_and_what_a_list_answers_are_not_called_optional(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "add", **{"add-entry": "dredge:grunt:1", "add-side": "b", "add-count": "1"})
    shown = client.get(page(battle, "prepare/")).content.decode()
    optional = re.compile(r"<(?:label|legend)[^>]*>([^<]*) <span[^>]*>\(optional\)")
    called = set(optional.findall(shown))
    assert "Introduction" in called
    assert called.isdisjoint({"Side", "Its leader is the first character of", "What it must destroy", "Early turns"})
    assert len(re.findall(r"<legend>Players asked</legend>", shown)) == 1


def test_announcing_takes_a_page_that_says_what_happens_and_then_asks_the_players(
    alice: Any, bob: Any, carla: Any, battle: Battle
) -> None:
    client = signed_in(alice)
    answer = ready(client, battle, bob, carla)
    assert answer.url == page(battle, "announce/")
    shown = client.get(answer.url).content.decode()
    assert "2 players are asked who goes" in shown
    assert "Turn 0 lasts 24 h" in shown
    assert fresh(battle).status == Battle.Status.DRAFT
    assert client.post(page(battle, "announce/")).url == page(battle, "muster/")
    plan = plan_of(fresh(battle))
    assert plan is not None
    assert plan.players == (bob.pk, carla.pk)
    assert [(str(unit.at), unit.hidden) for unit in plan.units] == [("B1", False), ("D1", True)]
    assert client.get(page(battle, "prepare/")).status_code == 404


def test_before_a_battle_on_a_fast_clock_its_real_lengths_are_told(alice: Any, bob: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "save", **{"rule-hour_seconds": "2"})
    shown = client.get(ready(client, battle, bob).url).content.decode()
    assert "Turn 0 lasts 24 h of this table (48 s);" in shown
    client.post(page(battle, "announce/"))
    shown = client.get(page(battle, "muster/")).content.decode()
    assert "Deployment 24 h of this table (48 s); the first turn of a round 24 h of this table (48 s)" in shown


def test_two_open_pages_fork_and_nothing_is_overwritten(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    old = fields(battle)
    send(client, battle, "save", intro="From the other page.")
    answer = client.post(page(battle, "prepare/"), old | {"do": "save", "intro": "From this page."})
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "From this page." in shown
    assert fresh(battle).draft["fields"]["intro"] == ["From the other page."]
    current = fresh(battle).draft["revision"]
    client.post(page(battle, "prepare/"), old | {"do": "save", "intro": "From this page.", "revision": str(current)})
    assert fresh(battle).draft["fields"]["intro"] == ["From this page."]


def test_autosave_answers_with_one_line_and_the_next_revision(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    answer = client.post(page(battle, "prepare/save/"), fields(battle, intro="Typing"))
    shown = answer.content.decode()
    assert answer.status_code == 200
    assert "Saved on the server:" in shown
    assert 'value="2"' in shown
    assert client.post(page(battle, "prepare/save/"), fields(battle, intro="Stale")).status_code == 409
    assert fresh(battle).draft["fields"]["intro"] == ["Typing"]


def test_the_clock_shows_its_worked_example(alice: Any, battle: Battle) -> None:
    shown = signed_in(alice).get(page(battle, "prepare/")).content.decode()
    assert "24 + 7 × 12 = 108 h, if nobody posts late" in shown
    send(signed_in(alice), battle, "save", **{"rule-turn_hours": "12.5", "rule-hour_seconds": "2"})
    shown = signed_in(alice).get(page(battle, "prepare/")).content.decode()
    assert "24 + 7 × 12.5 = 111.5 h of this table (3 min 43 s), if nobody posts late" in shown


def test_settings_of_the_battles_own_go_into_the_plan_and_the_rest_stays_the_campaigns(
    alice: Any, bob: Any, battle: Battle
) -> None:
    client = signed_in(alice)
    own = {"rule-turn_hours": "6", "rule-early_turns": "director", "rule-clock_against_director": "False"}
    send(client, battle, "save", **own)
    assert "24 + 7 × 6 = 66 h" in client.get(page(battle, "prepare/")).content.decode()
    ready(client, battle, bob)
    client.post(page(battle, "announce/"))
    plan = plan_of(fresh(battle))
    assert plan is not None
    assert plan.rules == {"turn_hours": 6, "early_turns": "director", "clock_against_director": False}


def test_the_preview_has_the_board_as_picture_and_as_a_table(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "add", **{"add-entry": "dredge:scourge:1", "add-side": "b", "add-count": "1"})
    send(client, battle, "save", **{"n1-at": "C3"})
    shown = client.get(page(battle, "prepare/")).content.decode()
    assert 'aria-hidden="true"' in shown
    assert "bd-token team-b" in shown
    assert "Scourge 1 15/10" in shown


def test_a_press_on_the_board_places_one_unit_after_the_other(alice: Any, battle: Battle) -> None:
    client = signed_in(alice)
    send(client, battle, "add", **{"add-entry": "dredge:grunt:1", "add-side": "b", "add-count": "2"})

    def press(pick: str) -> None:
        answer = client.post(page(battle, "prepare/"), fields(fresh(battle), pick=pick))
        assert answer.url.endswith("#map")

    press("cell:B1")
    press("cell:D1")
    press("unit:n1")
    press("cell:C3")
    kept = fresh(battle).draft["fields"]
    assert (kept["n1-at"], kept["n2-at"]) == (["C3"], ["D1"])
    shown = client.get(page(battle, "prepare/")).content.decode()
    assert 'aria-label="E5, free"' in shown
    assert 'aria-label="D1 Grunt 2"' in shown


@pytest.mark.parametrize("rest", ["prepare/", "announce/", "cancel/"])
def test_a_draft_does_not_exist_for_anybody_but_directors(
    bob: Any, sam: Any, zoe: Any, battle: Battle, rest: str
) -> None:
    for reader in (bob, sam, zoe):
        assert signed_in(reader).get(page(battle, rest)).status_code == 404
        assert signed_in(reader).post(page(battle, rest)).status_code == 404
    assert Client().get(page(battle, rest)).status_code in (302, 404)
    assert signed_in(bob).get(f"/c/{battle.campaign.slug}/battles/new/").status_code == 403
    assert battle.name not in signed_in(bob).get(f"/c/{battle.campaign.slug}/battles/").content.decode()


def test_a_battle_is_given_up_after_a_page_that_says_what_that_means(
    alice: Any, bob: Any, carla: Any, battle: Battle
) -> None:
    running = announced(battle.campaign, alice, against_dredge([bob]))
    client = signed_in(alice)
    assert "It cannot be taken up again." in client.get(page(running, "cancel/")).content.decode()
    assert signed_in(bob).post(page(running, "cancel/")).status_code == 403
    client.post(page(running, "cancel/"))
    assert fresh(running).status == Battle.Status.CANCELLED


def test_the_number_of_queries_of_the_list_does_not_grow(
    alice: Any, bob: Any, battle: Battle, django_assert_max_num_queries: Any
) -> None:
    for _n in range(6):
        draft(battle.campaign, alice)
    client = signed_in(alice)
    with django_assert_max_num_queries(12):
        client.get(f"/c/{battle.campaign.slug}/battles/")


def test_hidden_units_of_a_plan_are_in_no_page_of_others(
    alice: Any, bob: Any, carla: Any, sam: Any, battle: Battle
) -> None:
    """DEPL-1, DEPL-6."""
    plan = teams([bob], [carla], units=(grunt("n1", "B4"), grunt("n2", "D4", name="Lurker", hidden=True)))
    asked = announced(battle.campaign, alice, plan)
    assert "Lurker" in signed_in(alice).get(page(asked, "muster/")).content.decode()
    for reader in (bob, carla, sam):
        for rest in ("muster/", "export.json", "result/", "muster/close/"):
            assert "Lurker" not in signed_in(reader).get(page(asked, rest)).content.decode()


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 19, "-1", "²", ""])
def test_numbers_beyond_all_bounds_break_no_draft(alice: Any, battle: Battle, number: str) -> None:
    """A form comes back with numbers that no field of it would have let through.
    The draft refuses them like any other mistake."""
    client = signed_in(alice)
    sent = fields(battle, **{"add-entry": f"dredge:grunt:{number}", "add-count": number, "place-unit": number})
    for do in ("add", "save", "check", f"remove:{number}"):
        changes = {"do": do, "revision": str(fresh(battle).draft["revision"])}
        assert client.post(page(battle, "prepare/"), sent | changes).status_code in (302, 422)
    assert client.post(page(battle, "prepare/"), sent | {"do": "save", "revision": number}).status_code == 409
