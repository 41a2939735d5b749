"""The API from an empty draft to consequences that stand: preparing, announcing, mustering, confirming."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from battles.models import Battle
from battles.selectors import plan_of
from campaign.models import Campaign
from characters.models import BattleRecord, Character
from tests.arena import fighter, start
from tests.mustering import against_dredge, announced, character, draft, fresh, hero_of, table
from tests.services.test_battles_end import at_the_end

pytestmark = pytest.mark.django_db
LIST = "/api/v1/battles/"


def program(user: Any) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.get_or_create(user=user)[0].key}")
    return client


def at(battle: Battle | str, rest: str = "") -> str:
    return f"{LIST}{battle if isinstance(battle, str) else battle.code}/{rest}"


@pytest.fixture
def campaign(alice: Any, bob: Any, carla: Any, sam: Any) -> Campaign:
    return table(alice, [bob, carla], [sam])


def plain(*players: Any, **changes: Any) -> dict[str, Any]:
    """A draft against two grunts, one of them hidden, with a barricade."""
    made = {
        "revision": 1,
        "name": "The ford",
        "intro": "Smoke ahead.",
        "map": ["2222..22", "2222..22", "...##...", "........", "11111111", "11111111"],
        "sides": {
            "a": {"name": "Caravan", "players": [player.pk for player in players]},
            "b": {"name": "Dredge", "players": [], "horn": False},
        },
        "units": [
            {"id": "n1", "entry": "dredge:grunt:1", "at": "C2", "boss": True, "strength": 7},
            {"id": "n2", "entry": "dredge:grunt:1", "at": "", "hidden": True},
            {"id": "n3", "entry": "thing:barricade", "side": "", "at": "A3"},
        ],
        "rules": {"turn_hours": 8, "clock_against_director": True},
    }
    return made | changes


def test_a_battle_is_prepared_announced_mustered_and_begins(
    alice: Any, bob: Any, carla: Any, campaign: Campaign
) -> None:
    director = program(alice)
    made = director.post(LIST, {"campaign": campaign.slug, "name": "The ford"}, format="json")
    assert made.status_code == 201
    code = made.json()["code"]
    assert {one["code"] for one in made.json()["problems"]} >= {"no-players"}
    saved = director.put(at(code, "draft/"), plain(bob, carla), format="json").json()
    assert (saved["revision"], saved["problems"]) == (2, [])
    told = director.post(at(code, "announce/"), {"revision": 2}, format="json")
    assert (told.status_code, told.json()["status"]) == (200, "muster")
    plan = plan_of(Battle.objects.get(code=code))
    assert plan is not None
    assert {unit.id: (unit.name, unit.strength, unit.boss, unit.hidden) for unit in plan.units} == {
        "n1": ("Grunt 1", 7, True, False),
        "n2": ("Barricade 3", 8, False, False),
        "n3": ("Grunt 2", 10, False, True),
    }
    assert plan.rules == {"turn_hours": 8, "clock_against_director": True}
    first = program(bob).post(at(code, "muster/"), {"characters": [hero_of(bob).pk]}, format="json")
    assert first.json() == {"begun": False}
    last = program(carla).post(at(code, "muster/"), {"characters": [hero_of(carla).pk]}, format="json")
    assert last.json() == {"begun": True}
    assert director.get(at(code)).json()["status"] == "running"


def test_a_draft_is_read_as_it_is_written(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = draft(campaign, alice)
    sent = plain(bob)
    program(alice).put(at(battle, "draft/"), sent, format="json")
    found = program(alice).get(at(battle, "draft/")).json()["draft"]
    assert found["map"] == sent["map"] and found["rules"] == sent["rules"]
    assert found["units"][0]["strength"] == 7 and found["units"][1]["hidden"] is True
    again = program(alice).put(at(battle, "draft/"), found | {"revision": 2}, format="json")
    assert again.status_code == 200, again.json()
    assert again.json()["draft"] == found


def test_what_is_wrong_with_a_draft_is_told_where_it_is_and_keeps_it_from_being_announced(
    alice: Any, bob: Any, campaign: Campaign
) -> None:
    battle = draft(campaign, alice)
    units = [{"id": "n1", "entry": "dredge:grunt:1", "at": "D3"}, {"id": "n2", "entry": "dredge:grunt:1", "at": ""}]
    answer = program(alice).put(at(battle, "draft/"), plain(bob, units=units), format="json").json()
    assert {(one["field"], one["code"]) for one in answer["problems"]} == {
        ("n1-at", "stands-on-blocked"),
        ("n2-at", "no-place"),
    }
    refused = program(alice).post(at(battle, "announce/"), {"revision": 2}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "draft-has-problems")
    assert refused.json()["data"]["problems"] == answer["problems"]
    assert fresh(battle).status == Battle.Status.DRAFT


def test_a_draft_that_was_saved_since_is_not_overwritten(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = draft(campaign, alice)
    program(alice).put(at(battle, "draft/"), plain(bob), format="json")
    for answer in (
        program(alice).put(at(battle, "draft/"), plain(bob, name="Another"), format="json"),
        program(alice).post(at(battle, "announce/"), {"revision": 1}, format="json"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "draft-changed")
    assert fresh(battle).name == "The ford"


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"units": [{"id": "n1", "entry": "dredge:nobody:1", "at": "A1"}]}, 400),
        ({"units": [{"id": "n1", "entry": "thing:barrel"}] * 2}, 400),
        ({"map": []}, 400),
        ({"sides": {}}, 400),
        ({"rules": {"turn_hours": "soon"}}, 400),
    ],
)
def test_a_draft_that_cannot_be_read_is_refused_whole(
    alice: Any, bob: Any, campaign: Campaign, changes: dict[str, Any], status: int
) -> None:
    battle = draft(campaign, alice)
    answer = program(alice).put(at(battle, "draft/"), plain(bob, **changes), format="json")
    assert answer.status_code == status
    assert program(alice).get(at(battle, "draft/")).json()["revision"] == 1


def test_the_catalogue_gives_its_keys_in_the_readers_language(bob: Any) -> None:
    bob.language = "es"
    bob.save()
    found = {one["key"]: one["name"] for one in program(bob).get(f"{LIST}stock/").json()}
    assert found["thing:barrel"] == "Barril" and "dredge:grunt:3" in found and "class:warden" in found


def test_nobody_but_directors_knows_of_a_draft(alice: Any, bob: Any, sam: Any, zoe: Any, campaign: Campaign) -> None:
    battle = draft(campaign, alice)
    for user in (bob, sam, zoe):
        assert program(user).get(at(battle, "draft/")).status_code == 404
        assert program(user).put(at(battle, "draft/"), plain(bob), format="json").status_code == 404
        assert program(user).post(at(battle, "announce/"), {"revision": 1}, format="json").status_code == 404
        assert program(user).post(at(battle, "cancel/")).status_code == 404
    asked = {"campaign": campaign.slug, "name": "Mine"}
    assert program(bob).post(LIST, asked, format="json").status_code == 403
    assert program(zoe).post(LIST, asked, format="json").status_code == 404
    assert APIClient().post(LIST, asked, format="json").status_code == 401


def test_a_battle_that_has_not_begun_is_given_up(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = announced(campaign, alice, against_dredge([bob]))
    assert program(bob).post(at(battle, "cancel/")).status_code == 403
    assert program(alice).post(at(battle, "cancel/")).status_code == 204
    assert fresh(battle).status == Battle.Status.CANCELLED


# --- who goes


def test_a_player_reads_whom_they_may_send_and_of_others_only_whether_they_answered(
    alice: Any, bob: Any, carla: Any, campaign: Campaign
) -> None:
    """DEPL-3, ROST-2."""
    companion = character(bob, campaign, "Ketil", "companion")
    battle = announced(campaign, alice, against_dredge([bob, carla]))
    found = program(bob).get(at(battle, "muster/")).json()
    assert {one["character"]: (one["may_go"], one["code"]) for one in found["candidates"]} == {
        hero_of(bob).pk: (True, ""),
        companion.pk: (False, "hero-must-fight"),
    }
    program(bob).post(at(battle, "muster/"), {"characters": [hero_of(bob).pk]}, format="json")
    known = {
        user.username: {
            one["name"]: one["characters"] for one in program(user).get(at(battle, "muster/")).json()["entries"]
        }
        for user in (alice, bob, carla)
    }
    assert known["carla"]["Bob"] == [] and known["alice"]["Bob"] == known["bob"]["Bob"] == [hero_of(bob).pk]


def test_hidden_units_are_in_no_answer_to_players(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = draft(campaign, alice)
    program(alice).put(at(battle, "draft/"), plain(bob), format="json")
    program(alice).post(at(battle, "announce/"), {"revision": 2}, format="json")
    assert "Grunt 2" in program(alice).get(at(battle, "muster/")).content.decode()
    for rest in ("muster/", ""):
        assert "Grunt 2" not in program(bob).get(at(battle, rest)).content.decode()


def test_an_answer_that_may_not_be_given_is_refused_with_its_code(
    alice: Any, bob: Any, carla: Any, sam: Any, zoe: Any, campaign: Campaign
) -> None:
    battle = announced(campaign, alice, against_dredge([bob, carla]))
    companion = character(bob, campaign, "Ketil", "companion")

    def sent(user: Any, *picked: int) -> tuple[int, str]:
        answer = program(user).post(at(battle, "muster/"), {"characters": picked}, format="json")
        return answer.status_code, answer.json().get("code", "")

    assert sent(bob, companion.pk) == (422, "hero-must-fight")
    assert sent(bob, hero_of(carla).pk) == (422, "not-yours")
    assert sent(sam, hero_of(bob).pk) == (422, "not-asked")
    assert sent(zoe, hero_of(bob).pk)[0] == 404
    assert sent(bob, hero_of(bob).pk) == (200, "")
    assert sent(bob, hero_of(bob).pk) == (409, "already-confirmed")


def test_the_director_alone_closes_the_list_and_turn_0_opens(
    alice: Any, bob: Any, carla: Any, campaign: Campaign
) -> None:
    battle = announced(campaign, alice, against_dredge([bob, carla]))
    assert program(bob).post(at(battle, "muster/close/")).status_code == 403
    assert program(alice).post(at(battle, "muster/close/")).status_code == 204
    assert fresh(battle).status == Battle.Status.RUNNING
    assert program(alice).post(at(battle, "muster/close/")).status_code == 404


def test_a_list_that_leaves_a_side_empty_stays_open(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = announced(campaign, alice, against_dredge([bob]))
    Character.objects.filter(player=bob).update(status=Character.Status.RETIRED)
    answer = program(alice).post(at(battle, "muster/close/"))
    assert (answer.status_code, answer.json()["code"]) == (422, "nobody-goes")
    assert fresh(battle).status == Battle.Status.MUSTER
    assert battle.muster.get().confirmed_at is None


# --- what it leaves


def test_the_director_decides_and_confirms_once(alice: Any, bob: Any) -> None:
    """CONS-1."""
    battle = at_the_end(alice, bob, faces=(1, 60))
    (case,) = program(alice).get(at(battle, "result/")).json()["cases"]
    assert (case["unit"], case["to_decide"], case["wounds"]) == ("ketil", True, 3)
    undecided = program(alice).post(at(battle, "result/"), {}, format="json")
    assert (undecided.status_code, undecided.json()["code"]) == (422, "undecided")
    sent = {"dies": {"ketil": False}, "renown": {"ketil": 4}, "words": {"ketil": "Carried off."}}
    for _time in range(2):
        answer = program(alice).post(at(battle, "result/"), sent, format="json").json()
        assert answer["status"] == "finished"
        assert [(one["name"], one["spared"], one["renown"], one["words"]) for one in answer["written"]] == [
            ("Ketil", True, 4, "Carried off.")
        ]
    assert BattleRecord.objects.count() == 1


def test_players_read_the_consequences_only_once_they_stand(alice: Any, bob: Any, zoe: Any) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    sent = {"dies": {"ketil": False}}
    assert program(bob).get(at(battle, "result/")).json() == {"status": "ended", "cases": [], "written": []}
    assert program(bob).post(at(battle, "result/"), sent, format="json").status_code == 403
    assert program(zoe).post(at(battle, "result/"), sent, format="json").status_code == 404
    program(alice).post(at(battle, "result/"), sent, format="json")
    assert program(bob).get(at(battle, "result/")).json()["written"][0]["spared"] is True


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"dies": {"ketil": True, "nobody": True}}, 422, "nothing-to-decide"),
        ({"dies": {"ketil": True}, "renown": {"nobody": 1}}, 400, "bad-renown"),
        ({"dies": {"ketil": "perhaps"}}, 400, None),
    ],
)
def test_decisions_that_do_not_fit_write_nothing(
    alice: Any, bob: Any, sent: dict[str, Any], status: int, code: str | None
) -> None:
    battle = at_the_end(alice, bob, faces=(1, 60))
    answer = program(alice).post(at(battle, "result/"), sent, format="json")
    assert answer.status_code == status
    assert code is None or answer.json()["code"] == code
    assert BattleRecord.objects.count() == 0


def test_a_running_battle_has_no_draft_no_list_and_no_result(alice: Any, bob: Any, campaign: Campaign) -> None:
    battle = start(campaign, [fighter("bob", f"u{bob.pk}", "north", None), fighter("foe", "director", "south", None)])
    for rest in ("draft/", "muster/", "result/"):
        assert program(alice).get(at(battle, rest)).status_code == 404
    answer = program(alice).post(at(battle, "cancel/"))
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong-status")
