"""A table with something hidden of every kind, told in two ways that only those who may know can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import product
from random import Random
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.selectors import player_id
from battles.services import create_battle
from battles.services import save_draft as save_battle_draft
from campaign.models import Campaign, Membership
from campaign.services import leave
from characters.models import Character
from rulebook.saga.board import Cell
from rulebook.saga.deployment import Placement
from rulebook.saga.state import DIRECTOR, Alternative, Order, Span
from rulebook.saga.steps import Move, Rest, UseAbility
from story.models import Post, Scene
from story.services import Words, edit_post, save_draft
from tests import arena, secrets_below
from tests.addresses import Route
from tests.company import active, march
from tests.storytelling import loaded, scene_in, written
from turns import services as turns

DIRECTORS = "quillon"
CARLAS = "zephyrine"
"""What the director alone knows, and what Carla and he know: words that stand nowhere else."""
RAIN = "rain-of-arrows"
"""The ability that lays a trap which the archer's side alone sees (DEPL-6)."""


@dataclass
class Table:
    """A public campaign: Alice directs, Bob and Carla play, Sam watches, Dani has been a player and goes.

    `below` is an adventure in the same people's other campaign. `further` are values for the parameters of addresses
    beyond those that stand here.
    """

    campaign: Campaign
    running: Battle
    trapped: Battle
    deploying: Battle
    drafted: Battle
    scene: Scene
    partly: Post
    asked: Post
    whispered: Post
    below: Battle
    people: dict[str, User]
    further: dict[str, list[Any]] = field(default_factory=dict)

    @property
    def battles(self) -> tuple[Battle, ...]:
        return self.running, self.trapped, self.deploying, self.drafted

    def parameters(self, route: Route) -> Iterator[dict[str, list[Any]]]:
        """What can be put into the route's pattern in each of the two campaigns."""
        battles = "/b/<" in route.pattern or "battles/<" in route.pattern
        above = {
            "slug": [self.campaign.slug],
            "code": [battle.code for battle in self.battles] if battles else [self.scene.code],
            "unit": ["bob", "carla", "scout"],
            "number": [1],
            "round": [1, 2],
            "what": ["pause", "correct"],
            "post": [self.partly.code, self.asked.code, self.whispered.code],
            "user_id": [self.people["carla"].pk],
            "character_id": list(self.campaign.characters.values_list("pk", flat=True)),
            "clan_id": list(self.campaign.clans.values_list("pk", flat=True)),
            "which": ["mail"],
        }
        further = self.further | {"code": self.further.get("code", []) if battles else []}
        yield {name: above.get(name, []) + further.get(name, []) for name in above | further}
        if {"slug", "code"} & set(route.parameters):
            yield secrets_below.parameters(self.below, battles=battles)


ORDERS = {"standing_orders": True}


def lay(people: dict[str, User], at: datetime) -> Table:
    """The table before anything hidden was told; the scout hides in the battle from the start."""
    alice, bob, carla, dani = (people[name] for name in ("alice", "bob", "carla", "dani"))
    campaign = march(alice, bob, carla, dani, spectator=people["sam"], is_public=True)
    for player, name in ((bob, "Hrolf"), (carla, "Eyra"), (dani, "Sigrid")):
        active(campaign, player, alice, name=name)
    line = arena.line_up([bob, carla], director_units=1)
    scout = arena.fighter("scout", DIRECTOR, "south", None, hidden=True)
    campaign.table_rules = {**campaign.table_rules, **ORDERS}
    campaign.save(update_fields=["table_rules"])
    running = arena.start(campaign, [*line, replace(scout, name=DIRECTORS)], at=at, rules=ORDERS)
    bobs, carlas = arena.line_up([bob, carla])
    archer = replace(carlas, abilities={RAIN: 1}, reach=Span(2, 5))
    trapped = arena.start(campaign, [bobs, archer], at=at, order=("carla", "bob"))
    unplaced = [*arena.line_up([bob, carla], deployed=False), arena.fighter("hild", player_id(bob), "north", None)]
    deploying = arena.start(campaign, unplaced, at=at)
    drafted = create_battle(campaign=campaign, by=alice, name=DIRECTORS, at=at)
    scene = scene_in(campaign, alice)
    written(scene, alice, f"Wind. [private=Eyra][roll 1d6 {CARLAS}][/private]", dice=loaded(d6=[3]))
    partly = written(scene, alice, f"Fog. [private=Eyra]{CARLAS}[/private] Snow.")
    asked = written(scene, carla, CARLAS, to="director")
    whispered = written(scene, alice, f"Ice. [private=Eyra, Sigrid]{CARLAS}[/private] Thaw.")
    below = secrets_below.announced(people, at)
    battles = running, trapped, deploying, drafted
    return Table(campaign, *battles, scene, partly, asked, whispered, below, people)


def tell(table: Table, second: bool, at: datetime) -> None:
    """Everything hidden, in the one way or the other."""
    alice, carla = table.people["alice"], table.people["carla"]
    which = "two" if second else "one"
    own, directors = f"{CARLAS} {which * (3 if second else 1)}", f"{DIRECTORS} {which}"
    strength = 3 if second else 9
    turns.correct(
        battle_id=table.running.pk,
        director=alice,
        unit="scout",
        attribute="strength",
        value=strength,
        reason=directors,
        at=at,
    )
    steps: tuple[Any, ...] = (Rest(),) if second else (Move(Cell(1, 2)),)
    turns.leave_early_turn(
        battle_id=table.running.pk, unit="carla", player=carla, text=own, alternatives=(Alternative(steps),), at=at
    )
    orders = (Order("hold"), Order("rest")) if second else (Order("strike"),)
    turns.give_orders(battle_id=table.running.pk, unit="carla", player=carla, orders=orders, at=at)
    eyra = table.campaign.characters.get(player=carla)
    turns.write_lasting_orders(character_id=eyra.pk, player=carla, orders=orders, at=at)
    turns.save_draft(
        battle=table.running,
        user=carla,
        unit="carla",
        text=own,
        plan={"to": "A2" if second else "B4"},
        revision=0,
        at=at,
    )
    turns.play_turn(
        battle_id=table.trapped.pk,
        unit="carla",
        player=carla,
        steps=(UseAbility(RAIN, 1, Cell(3, 5) if second else Cell(2, 5)),),
        text="A shaft goes up.",
        version=None,
        key="a shaft",
        received_at=at,
    )
    place = Placement("carla", Cell(5, 6) if second else Cell(1, 7))
    turns.deploy(battle_id=table.deploying.pk, player=carla, placements=(place,), at=at)
    fields = table.drafted.draft["fields"] | {"intro": [directors]}
    save_battle_draft(battle_id=table.drafted.pk, fields=fields, revision=1, by=alice, at=at)
    said = f"Fog. [private=Eyra]{own}[/private] Snow."
    edit_post(post=table.partly, by=alice, words=Words(said), version=table.partly.version, at=at)
    edit_post(post=table.asked, by=carla, words=Words(own, to="director"), version=table.asked.version, at=at)
    save_draft(scene=table.scene, user=carla, body=own, note=own, choices={}, revision=0, at=at)
    Character.objects.filter(player=carla).update(private_notes=own)
    whispered = Words(f"Ice. [private=Eyra, Sigrid]{own}[/private] Thaw.")
    edit_post(post=table.whispered, by=alice, words=whispered, version=table.whispered.version, at=at)
    secrets_below.begin(table.below, carla, Random(which), at)
    part(table, at)


def part(table: Table, at: datetime) -> None:
    """Dani goes, who has read what was for players alone, and something that was for Dani and Eyra."""
    for membership in Membership.objects.filter(user=table.people["dani"]).select_related("campaign", "user"):
        leave(membership=membership, at=at)


def filled(route: Route, table: Table) -> Iterable[str]:
    """The route's pattern with everything of the table that fits; nothing where the table has no such thing."""
    found = (
        "/" + _put(route, values)
        for known in table.parameters(route)
        for values in product(*(known.get(name, []) for name in route.parameters))
    )
    return dict.fromkeys(found)


def _put(route: Route, values: tuple[Any, ...]) -> str:
    path = route.pattern
    for value in values:
        start = path.index("<")
        path = f"{path[:start]}{value}{path[path.index('>') + 1 :]}"
    return path
