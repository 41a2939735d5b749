"""The running battle for programs: the same verbs as the pages, refused with the rulebook's codes."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from battles.models import Battle
from tests import arena
from tests.arena import HOUR
from turns.models import Absence, EarlyTurn, TurnPost

pytestmark = pytest.mark.django_db
REST = [{"kind": "rest"}]


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    """A battle that began a minute ago, in the order bob, carla, dani, eva."""
    players = [bob, carla, dani, eva]
    now = timezone.now().replace(microsecond=0) - HOUR / 60
    return arena.start(arena.campaign_of(alice, players), arena.line_up(players), at=now)


def client(user: User | None) -> APIClient:
    found = APIClient()
    if user is not None:
        found.force_authenticate(user)
    return found


def at(battle: Battle, verb: str) -> str:
    return f"/api/v1/battles/{battle.code}/{verb}/"


def order(battle: Battle, user: User, **about: Any) -> dict[str, Any]:
    unit = user.username
    return {"unit": unit, "steps": REST, "text": "Hm.", "version": arena.version(battle, user), "key": "k", **about}


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert answer["Content-Type"] == "application/problem+json"


def test_what_waits_for_me_says_until_when_and_what_happens_after(battle: Battle, bob: User, carla: User) -> None:
    (line,) = client(bob).get("/api/v1/turns/").json()["turns"]
    assert (line["battle"], line["unit"], line["kind"]) == (battle.code, "bob", "turn")
    assert (line["consequence"], line["penalty"]) == ("unit-misses", 1)
    assert line["due_at"]
    assert client(carla).get("/api/v1/turns/").json()["turns"] == []


def test_the_steps_that_are_listed_are_the_ones_that_may_be_sent(battle: Battle, bob: User) -> None:
    found = client(bob).get(at(battle, "legal"), {"unit": "bob"}).json()
    assert {"rest", "move", "end"} <= {step["kind"] for step in found["steps"]}
    step = next(step for step in found["steps"] if step["kind"] == "move")
    answer = client(bob).post(at(battle, "play"), order(battle, bob, steps=[step]), format="json")
    assert answer.status_code == 201


@pytest.mark.parametrize("steps", ["[" * 3000, "[" * 900 + "]" * 900, "NaN", '[{"kind": "\\ud800"}]'])
def test_steps_in_an_address_that_cannot_be_read_are_refused(battle: Battle, bob: User, steps: str) -> None:
    """Somebody asks for legal steps after brackets without end.
    The answer says that the request cannot be read."""
    assert client(bob).get(at(battle, "legal"), {"unit": "bob", "steps": steps}).status_code == 400


def test_legal_steps_go_on_from_those_chosen(battle: Battle, bob: User) -> None:
    found = client(bob).get(at(battle, "legal"), {"unit": "bob", "steps": '[{"kind": "move", "to": "A3"}]'}).json()
    assert not {"rest", "move", "horn"} & {step["kind"] for step in found["steps"]}


def test_a_turn_is_played_and_the_same_key_gives_the_same_post(battle: Battle, bob: User) -> None:
    sent = order(battle, bob, numbers={"strength": 9})
    first = client(bob).post(at(battle, "play"), sent, format="json")
    again = client(bob).post(at(battle, "play"), sent, format="json")
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {**first.json(), "replayed": True}
    assert first.json()["post"]["numbers"]["strength"] == [10, 10]
    assert TurnPost.objects.get().claimed_numbers == {"strength": 9}


def test_the_key_may_come_as_a_header(battle: Battle, bob: User) -> None:
    sent = order(battle, bob)
    del sent["key"]
    refused(client(bob).post(at(battle, "play"), sent, format="json"), 400, "bad-key")
    for status in (201, 200):
        answer = client(bob).post(at(battle, "play"), sent, format="json", headers={"Idempotency-Key": "h"})
        assert answer.status_code == status


def test_refusals_carry_the_rulebooks_codes(battle: Battle, bob: User, carla: User, zoe: User, sam: User) -> None:
    url = at(battle, "play")
    refused(client(bob).post(url, order(battle, bob, steps=[{"kind": "fly"}]), format="json"), 400, "bad-data")
    far = [{"kind": "move", "to": "H8"}]
    refused(client(bob).post(url, order(battle, bob, steps=far), format="json"), 422, "too-far")
    refused(client(carla).post(url, order(battle, carla), format="json"), 422, "not-your-turn")
    refused(client(carla).post(url, order(battle, carla, unit="bob"), format="json"), 422, "not-your-unit")
    refused(client(bob).post(url, order(battle, bob, version="old"), format="json"), 409, "board-changed")
    assert client(None).post(url, order(battle, bob), format="json").status_code == 401
    refused(client(zoe).post(url, order(battle, bob), format="json"), 404, "not-found")
    battle.campaign.memberships.create(user=sam, role="spectator")
    refused(client(sam).post(url, order(battle, bob), format="json"), 403, "permission-denied")


def test_a_stale_order_says_whether_it_would_still_stand(battle: Battle, bob: User, carla: User) -> None:
    sent = order(battle, carla)
    client(bob).post(at(battle, "play"), order(battle, bob), format="json")
    answer = client(carla).post(at(battle, "play"), sent, format="json").json()
    assert (answer["code"], answer["data"]["plan_legal"]) == ("board-changed", True)
    assert answer["data"]["version"] == arena.version(battle, carla)


def test_a_preview_casts_no_die_and_changes_nothing(battle: Battle, bob: User) -> None:
    before = arena.fresh(battle)
    sent = {"unit": "bob", "steps": [{"kind": "move", "to": "A3"}]}
    answer = client(bob).post(at(battle, "preview"), sent, format="json").json()
    assert answer["forecast"]["steps"][0]["path"] == ["A1", "A2", "A3"]
    after = arena.fresh(battle)
    assert (after.state, after.version, after.dice_counter) == (before.state, before.version, before.dice_counter)


@pytest.mark.parametrize("verb", ["legal", "preview"])
def test_what_a_unit_may_do_is_its_players_and_the_directors_to_know(
    battle: Battle, alice: User, carla: User, verb: str
) -> None:
    def ask(user: User) -> Any:
        if verb == "legal":
            return client(user).get(at(battle, verb), {"unit": "bob"})
        return client(user).post(at(battle, verb), {"unit": "bob", "steps": REST}, format="json")

    assert ask(alice).status_code == 200
    refused(ask(carla), 422, "not-your-unit")


def test_an_early_turn_is_left_read_changed_and_withdrawn(battle: Battle, alice: User, bob: User, carla: User) -> None:
    url = at(battle, "early-turns/carla")
    assert client(carla).get(url).status_code == 404
    sent = {"alternatives": [{"steps": REST, "conditions": [{"kind": "standing", "unit": "bob"}]}], "text": "Later."}
    refused(client(carla).put(url, sent | {"round": 2}, format="json"), 409, "round-over")
    assert client(carla).put(url, sent | {"round": 1}, format="json").json()["status"] == "waiting"
    assert client(carla).get(url).json()["narrative"] == "Later."
    assert client(alice).get(url).status_code == 200
    refused(client(bob).get(url), 404, "not-found")
    assert client(carla).delete(url).status_code == 204
    refused(client(carla).delete(url), 422, "no-plan")
    assert EarlyTurn.objects.get().status == "withdrawn"


def test_units_are_placed_in_turn_0(alice: User, bob: User, carla: User) -> None:
    campaign = arena.campaign_of(alice, [bob, carla])
    battle = arena.start(campaign, arena.line_up([bob, carla], deployed=False), at=timezone.now())
    sent = {"placements": [{"unit": "bob", "cell": "C2"}], "version": arena.version(battle, bob)}
    assert client(bob).post(at(battle, "deploy"), sent, format="json").status_code == 204
    sent = {"placements": [{"unit": "carla", "cell": "C2"}], "version": arena.version(battle, carla)}
    assert client(carla).post(at(battle, "deploy"), sent, format="json").status_code == 422


def test_an_absence_is_declared_listed_and_cancelled(battle: Battle, bob: User, carla: User) -> None:
    sent = {"campaign": battle.campaign.slug, "ends_at": (timezone.now() + 48 * HOUR).isoformat(), "note": "Sea"}
    made = client(bob).post("/api/v1/absences/", sent, format="json")
    assert made.status_code == 201
    assert [row["id"] for row in client(bob).get("/api/v1/absences/").json()] == [made.json()["id"]]
    url = f"/api/v1/absences/{made.json()['id']}/"
    assert client(carla).delete(url).status_code == 404
    assert client(bob).delete(url).status_code == 204
    assert Absence.objects.get().cancelled_at
    sent["campaign"] = "nowhere"
    refused(client(bob).post("/api/v1/absences/", sent, format="json"), 404, "not-found")


def test_the_directors_verbs_for_directors(battle: Battle, alice: User, bob: User) -> None:
    def direct(user: User, verb: str, **sent: Any) -> Any:
        body = {"version": arena.version(battle, user), **sent}
        return client(user).post(at(battle, f"direct/{verb}"), body, format="json")

    refused(direct(bob, "pause", reason="No"), 403, "permission-denied")
    assert direct(alice, "pause", reason="Holidays").status_code == 204
    refused(direct(alice, "pause", reason="Again"), 409, "paused")
    assert direct(alice, "resume").status_code == 204
    assert direct(alice, "correct", unit="bob", attribute="at", value="B2", reason="Typo").status_code == 204
    refused(direct(alice, "correct", unit="bob", attribute="armor", value="x", reason="?"), 400, "bad-number")
    assert direct(alice, "extend", unit="bob", hours=2.5, reason="Fair").status_code == 204
    assert direct(alice, "take-over", unit="bob", reason="Ill").status_code == 204
    run = direct(alice, "run", key="r", turns=[{"unit": "bob", "steps": REST}, {"unit": "carla", "steps": REST}])
    assert (len(run.json()["posts"]), run.json()["left"]) == (1, ["carla"])
    assert run.json()["stopped_by"] == "not-your-unit"
    assert direct(alice, "hand-back", unit="bob").status_code == 204
    assert direct(alice, "undo", to_event=1, reason="Again").status_code == 204
    assert direct(alice, "end", winner="north", reason="Rain").status_code == 204
    assert arena.fresh(battle).status == Battle.Status.ENDED


def test_posts_come_in_pages(battle: Battle, bob: User, sam: User) -> None:
    battle.campaign.memberships.create(user=sam, role="spectator")
    client(bob).post(at(battle, "play"), order(battle, bob), format="json")
    page = client(sam).get(at(battle, "posts")).json()
    assert [post["author"] for post in page["posts"]] == ["Bob"]
    assert page["next_after"] is None
    assert client(sam).get(at(battle, "posts"), {"after": 1}).json()["posts"] == []


def test_a_player_asks_for_a_retcon_and_the_director_answers(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    client(bob).post(at(battle, "play"), order(battle, bob), format="json")
    asked = client(bob).post(at(battle, "retcons"), {"post": 1, "reason": "Misread"}, format="json")
    assert (asked.status_code, asked.json()["status"]) == (201, "waiting")
    assert [one["reason"] for one in client(alice).get(at(battle, "retcons")).json()] == ["Misread"]
    assert client(carla).get(at(battle, "retcons")).json() == []
    refused(client(bob).post(at(battle, "retcons"), {"post": 1, "reason": "x"}, format="json"), 409, "already-asked")
    answer = f"{at(battle, 'retcons')}{asked.json()['id']}/answer/"
    assert client(bob).post(answer, {"grant": True}, format="json").status_code == 403
    refused(client(alice).post(answer, {"grant": False}, format="json"), 400, "reason-needed")
    granted = client(alice).post(answer, {"grant": True, "word": "Fair"}, format="json").json()
    assert (granted["status"], granted["answer"]) == ("granted", "Fair")
    undo = {"to_event": granted["undo_to_event"], "reason": "misread", "version": arena.version(battle, alice)}
    assert client(alice).post(at(battle, "direct/undo"), undo, format="json").status_code == 204
    assert arena.whose_turn(battle) == "bob"


@pytest.mark.parametrize(("name", "post", "status"), [("carla", 1, 403), ("bob", 9, 404), ("zoe", 1, 404)])
def test_nobody_asks_for_what_is_not_theirs(
    battle: Battle, bob: User, zoe: User, name: str, post: int, status: int
) -> None:
    client(bob).post(at(battle, "play"), order(battle, bob), format="json")
    sent = {"post": post, "reason": "x"}
    answer = client(User.objects.get(username=name)).post(at(battle, "retcons"), sent, format="json")
    assert answer.status_code == status
