"""A director's queue with things of every kind in it, for tests of the console."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaign import services as campaigns
from campaign.models import Application
from characters.models import Character, Petition
from characters.services import earn_renown, propose_promotion
from rulebook.saga.board import parse_cell
from rulebook.saga.state import DIRECTOR, Alternative
from rulebook.saga.steps import Move, Strike
from tests import ford
from tests.company import active, proposed
from tests.ford import Ford
from turns import services
from turns.models import EarlyTurn

WORDS = "If they stay, she runs."


@dataclass
class Queue:
    """The ford with an early turn to publish, two sheets, a promotion and an application, all waiting."""

    ford: Ford
    plan: EarlyTurn
    sheet: Character
    other_sheet: Character
    petition: Petition
    application: Application
    browsers: dict[str, Client] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """The console."""
        return f"/c/{self.ford.campaign.slug}/director/"

    @property
    def keys(self) -> list[str]:
        """What the rows are called."""
        return [
            f"plan-{self.plan.pk}",
            f"sheet-{self.sheet.pk}",
            f"sheet-{self.other_sheet.pk}",
            f"petition-{self.petition.pk}",
            f"application-{self.application.pk}",
        ]

    def as_(self, name: str = "alice") -> Client:
        """Somebody's browser without scripts, always the same one."""
        if name not in self.browsers:
            self.browsers[name] = self.ford.as_(name)
        return self.browsers[name]

    def decide(self, name: str = "alice", **data: Any) -> Any:
        """Send a form of the console."""
        return self.as_(name).post(f"{self.address}decide/", {"key": "one-form", "do": "approve"} | data)


def left_plan(the_ford: Ford, people: Mapping[str, User]) -> EarlyTurn:
    """Eyra's early turn, whose turn has come: a way to F3 and a blow at Raider 1."""
    steps = (Move(parse_cell("F3")), Strike("strength", "raider1"))
    plan = services.leave_early_turn(
        battle_id=the_ford.battle.pk,
        unit="eyra",
        player=people["carla"],
        alternatives=[Alternative(steps)],
        text=WORDS,
        at=timezone.now(),
    )
    services.play_turn(
        battle_id=the_ford.battle.pk,
        unit="toki",
        player=people["bob"],
        steps=(),
        text="",
        version=None,
        key="toki-passes",
        received_at=timezone.now(),
    )
    return plan


def build(people: Mapping[str, User]) -> Queue:
    """Everything at once; Zoe applies."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), rules={"early_turns": "director"})
    campaign, alice, now = the_ford.campaign, people["alice"], timezone.now()
    campaigns.write_application_form(campaign=campaign, by=alice, is_open=True, intro="", questions=["Why?"], places=5)
    campaign.is_public = True
    campaign.save(update_fields=["is_public"])
    hero = active(campaign, people["dani"], alice, name="Hrolf")
    earn_renown(character=hero, amount=20, kind="plot", reason="the ford", by=alice, at=now)
    return Queue(
        the_ford,
        left_plan(the_ford, people),
        proposed(campaign, people["bob"], name="Sunna"),
        proposed(campaign, people["carla"], name="Ylva"),
        propose_promotion(
            character=hero, by=people["dani"], level=2, points={"strength": 1}, at=now, reason="It is time."
        ),
        campaigns.apply_to(campaign=campaign, user=people["zoe"], answers=["For the cold."], at=now),
    )


def fill(queue: Queue, count: int) -> list[Character]:
    """So many more sheets, each of a player of its own."""
    made = []
    for number in range(count):
        user = User.objects.create_user(f"player{number}", f"p{number}@example.org", "x", language="en")
        queue.ford.campaign.memberships.create(user=user, role="player")
        made.append(proposed(queue.ford.campaign, user, name=f"Wanderer {number}"))
    return made


SEVEN = tuple(f"raider{number}" for number in range(1, 8))


def raid(people: Mapping[str, User]) -> Ford:
    """Seven raiders of the director's in a row, tired enough to rest, then Tóki."""
    units = ford.units_for(people["bob"], people["carla"], people["dani"])
    more = [
        ford.unit(f"raider{number}", f"Raider {number}", DIRECTOR, "south", f"K{number}", strength=8, armor=6)
        for number in range(3, 8)
    ]
    tired = [replace(one, willpower=0) if one.id in SEVEN else one for one in [*units, *more]]
    return ford.build(people, units=tired, order=(*SEVEN, "toki"))
