"""A paused battle: who stopped it and why, and a text written ahead that the turn finds again. Both games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from tests.cellar import Cellar
from tests.ford import ORDERS, Ford, hidden_fields
from turns.models import TurnDraft
from turns.services import pause, resume

pytestmark = pytest.mark.django_db


@dataclass
class Paused:
    """A battle of either game that its director has paused during the writer's turn."""

    table: Ford | Cellar
    writer: str
    unit: str

    def read(self, name: str, query: str = "") -> str:
        """The battle's page."""
        return str(self.table.as_(name).get(self.table.url + query).content.decode())

    def about(self) -> dict[str, Any]:
        """What the director's verbs need."""
        return {"battle_id": self.table.battle.pk, "at": timezone.now()}


@pytest.fixture(params=["the_ford", "the_cellar"])
def paused(request: pytest.FixtureRequest) -> Paused:
    table: Ford | Cellar = request.getfixturevalue(request.param)
    writer, unit = ("bob", "toki") if isinstance(table, Ford) else ("carla", "torvek")
    found = Paused(table, writer, unit)
    pause(director=table.people["alice"], reason="A holiday", **found.about())
    return found


def band(page: str) -> tuple[str, str]:
    """The band's classes and its words."""
    found = re.search(r'<div class="(band[^"]*)" id="band">(.*?)</div>', page, re.DOTALL)
    assert found is not None
    return found[1], re.sub(r"<[^>]+>", "", found[2])


def test_everybody_reads_in_grey_who_stopped_the_battle_and_why(paused: Paused) -> None:
    for name in (paused.writer, "sam"):
        css, words = band(paused.read(name))
        assert css == "band" and "Paused by the director: A holiday" in words


def test_a_player_writes_a_text_alone_and_an_onlooker_nothing(paused: Paused) -> None:
    page = paused.read(paused.writer)
    assert "Write ahead for" in page and 'name="text"' in page and "data-draft=" in page
    assert "Review" not in page and 'name="act"' not in page
    assert 'name="text"' not in paused.read("sam")


def test_what_is_written_ahead_is_kept_and_stands_in_the_composer_when_the_battle_goes_on(paused: Paused) -> None:
    client, address = paused.table.as_(paused.writer), paused.table.url
    form = hidden_fields(paused.read(paused.writer, f"?unit={paused.unit}"))
    answer = client.post(address, form | {"unit": paused.unit, "text": "When the feast is over", "do": "save"})
    assert answer.status_code == 200
    assert re.search(r"Saved \d\d:\d\d on the server", answer.content.decode())
    assert TurnDraft.objects.get().narrative == "When the feast is over"
    assert "When the feast is over" in paused.read(paused.writer, f"?unit={paused.unit}")
    resume(user=paused.table.people["alice"], **paused.about())
    page = paused.read(paused.writer, f"?unit={paused.unit}")
    assert "When the feast is over</textarea>" in page and "Review" in page


def test_the_script_saves_the_text_at_the_drafts_address(paused: Paused) -> None:
    form = hidden_fields(paused.read(paused.writer, f"?unit={paused.unit}"))
    answer = paused.table.as_(paused.writer).post(f"{paused.table.url}draft/", form | {"text": "Half a"})
    assert answer.json()["revision"] == 1


def test_nobody_writes_ahead_for_another_players_unit(paused: Paused) -> None:
    other = "eyra" if isinstance(paused.table, Ford) else "bruna"
    client = paused.table.as_(paused.writer)
    assert client.post(f"{paused.table.url}draft/", {"unit": other, "text": "Mine now"}).status_code == 404
    [form] = re.findall(
        r'<form class="card composer below".*?</form>', paused.read(paused.writer, f"?unit={other}"), re.S
    )
    assert f'value="{other}"' not in form


def test_the_orders_chosen_before_the_pause_stay_with_the_text(the_ford: Ford) -> None:
    """Text and plan are saved apart: writing ahead takes none of the plan away."""
    client = the_ford.as_("bob")
    client.post(the_ford.url, {"unit": "toki", "text": "One", **ORDERS, "do": "save"})
    pause(battle_id=the_ford.battle.pk, director=the_ford.people["alice"], reason="Snow", at=timezone.now())
    form = hidden_fields(client.get(the_ford.url).content.decode())
    client.post(the_ford.url, form | {"text": "One and two", "do": "save"})
    draft = TurnDraft.objects.get()
    assert draft.narrative == "One and two"
    assert (draft.plan["to"], draft.plan["target"]) == ("F4", "raider1")
