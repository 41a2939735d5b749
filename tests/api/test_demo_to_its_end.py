"""The demo's battle played to its end over the API: its director and two players, who take what `legal` lists."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from battles.models import Battle
from battles.outcomes import cases_of
from battles.selectors import state_of
from characters.models import BattleRecord, Character
from characters.selectors import open_wounds, renown_earned
from demo.cast import PASSWORD
from demo.services import load_demo
from notifications.models import Notice
from turns.models import TurnPost

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PRESENT = ("mirko", "tomas")
AWAY = ("Aslaug", "Mereth")
MOST_TURNS = 150

Step = dict[str, Any]


class Table:
    """The demo's slow battle, and a client of the API for everybody who is present."""

    def __init__(self) -> None:
        battles = Battle.objects.select_related("campaign").filter(ruleset="saga", friendly=False)
        self.battle = battles.get(campaign__language="en")
        self.clients = {login: APIClient() for login in ("inga", *PRESENT)}
        for login, client in self.clients.items():
            assert client.login(username=login, password=PASSWORD)

    def at(self, verb: str) -> str:
        return f"/api/v1/battles/{self.battle.code}/{verb}"

    def seen_by(self, login: str) -> dict[str, Any]:
        """The battle as a reader may know it, with the reader's version."""
        seen: dict[str, Any] = self.clients[login].get(self.at("")).json()
        return seen

    def ask(self, login: str, verb: str, expected: int, **sent: Any) -> Any:
        """Send what a person sends, on the board that the person sees."""
        sent["version"] = self.seen_by(login)["version"]
        answer = self.clients[login].post(self.at(verb), sent, format="json")
        assert answer.status_code == expected, answer.content
        return answer

    def waiting(self) -> tuple[str, dict[str, Any]] | None:
        """Whose turn runs, by what each is told to be waited for; None when nobody is."""
        for login, client in self.clients.items():
            for wait in client.get("/api/v1/turns/").json()["turns"]:
                if wait["battle"] == self.battle.code and wait["kind"] in ("turn", "director"):
                    return login, wait
        return None

    def legal(self, login: str, unit: str, chosen: list[Step]) -> list[Step]:
        answer = self.clients[login].get(self.at("legal/"), {"unit": unit, "steps": json.dumps(chosen)})
        assert answer.status_code == 200, answer.content
        steps: list[Step] = answer.json()["steps"]
        return steps


@pytest.fixture
def table() -> Table:
    load_demo(timezone.now())
    return Table()


def test_the_demo_is_played_to_its_end_and_its_consequences_stand(table: Table, tmp_path: Path) -> None:
    for name in AWAY:
        unit = f"c{Character.objects.get(campaign=table.battle.campaign, name=name).pk}"
        table.ask("inga", "direct/take-over/", 204, unit=unit, reason="Not here today.")
    played = play_on(table)
    assert played > 5
    assert table.seen_by("mirko")["status"] == Battle.Status.ENDED
    winner = table.seen_by("mirko")["view"]["winner"]
    assert winner in ("a", "b")
    assert set(TurnPost.objects.filter(battle=table.battle).values_list("author__username", flat=True)) >= {
        "inga",
        *PRESENT,
    }
    before = {one.pk: (renown_earned(one), open_wounds(one)) for one in fighters(table)}
    confirm(table)
    check_consequences(table, before, winner)
    check_dice(table, tmp_path)


def play_on(table: Table) -> int:
    """Play whatever is waited for until the battle is over; how many turns that took."""
    for number in range(MOST_TURNS):
        found = table.waiting()
        if found is None:
            return number
        login, wait = found
        steps = choose(table, login, wait["unit"])
        table.ask(login, "play/", 201, unit=wait["unit"], steps=steps, text=f"Turn {number}.", key=f"turn-{number}")
    raise AssertionError(f"The battle is not over after {MOST_TURNS} turns.")


def choose(table: Table, login: str, unit: str) -> list[Step]:
    """Strike if anybody is in reach, else walk to where somebody is, else as near to the enemy as one can."""
    first = table.legal(login, unit, [])
    if blow := best_blow(first):
        return [blow]
    walks = nearest_first(table, login, unit, [step for step in first if step["kind"] == "move"])
    for walk in walks[:6]:
        if blow := best_blow(table.legal(login, unit, [walk])):
            return [walk, blow]
    return walks[:1] or [{"kind": "rest"}]


def best_blow(steps: list[Step]) -> Step | None:
    """A strength attack where there is one, with the most will behind it."""
    blows = [step for step in steps if step["kind"] == "strike" and not step["reroll"]]
    return max(blows, key=lambda step: (step["attack"] == "strength", step["boost"]), default=None)


def nearest_first(table: Table, login: str, unit: str, walks: list[Step]) -> list[Step]:
    units = {one["id"]: one for one in table.seen_by(login)["view"]["units"]}
    enemies = [one["at"] for one in units.values() if one["side"] != units[unit]["side"] and one.get("at")]
    return sorted(walks, key=lambda walk: min(distance(walk["to"], enemy) for enemy in enemies))


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1:]) - int(other[1:]))


def fighters(table: Table) -> list[Character]:
    names = ("Torvald", "Aslaug", "Hadding", "Mereth")
    return list(Character.objects.filter(campaign=table.battle.campaign, name__in=names))


def confirm(table: Table) -> None:
    """The director spares whom a boss felled and takes the proposal as it is, on the page."""
    table.battle.refresh_from_db()
    cases = cases_of(state_of(table.battle))
    sent = {f"{case.unit}-renown": case.renown for case in cases}
    sent |= {f"{case.unit}-fate": "lives" for case in cases if case.to_decide}
    page = Client()
    page.login(username="inga", password=PASSWORD)
    assert page.post(f"{table.battle.get_absolute_url()}result/confirm/", sent).status_code == 302
    assert table.seen_by("tomas")["status"] == Battle.Status.FINISHED


def check_consequences(table: Table, before: dict[int, tuple[int, int]], winner: str) -> None:
    """Renown and wounds of every case are on the sheets, each character has a record, each player was told."""
    table.battle.refresh_from_db()
    cases = {case.character: case for case in cases_of(state_of(table.battle))}
    for one in fighters(table):
        case, (renown, wounds) = cases[one.pk], before[one.pk]
        assert (renown_earned(one), open_wounds(one)) == (renown + case.renown, wounds + case.wounds)
        record = BattleRecord.objects.get(character=one, battle_code=table.battle.code)
        assert (record.won, record.defeated) == (winner == "a", case.defeated)
    assert any(case.renown for case in cases.values())
    over = Notice.objects.filter(kind="battle-over", subject=f"battle:{table.battle.code}:result")
    assert set(over.values_list("reader__username", flat=True)) == {"mirko", "salla", "tomas", "nerea"}


def check_dice(table: Table, folder: Path) -> None:
    """The export holds against the hash that a player was sent at the beginning, and against no other."""
    began = Notice.objects.get(
        reader=User.objects.get(username="tomas"), kind="battle-began", subject=f"battle:{table.battle.code}"
    )
    file = folder / "battle.json"
    file.write_bytes(table.clients["tomas"].get(table.at("export/")).content)
    assert verdict(file, began.data["hash"]) == 0
    assert verdict(file, "0" * 64) == 1


def verdict(file: Path, promised: str) -> int:
    script = [sys.executable, str(ROOT / "scripts" / "verify_battle.py"), str(file), promised]
    return subprocess.run(script, capture_output=True).returncode
