"""Running adventures for tests: the cast in a campaign of the dungeon, a shipped map, a clock that tests set."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import count
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id, state_of
from battles.services import begin
from campaign.models import Campaign, Membership
from rulebook import dungeon
from rulebook.dice import Dice
from rulebook.dungeon import heroes
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.grid import Facing, Square, facing_toward
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.state import DIRECTOR, Corrected, State
from rulebook.dungeon.steps import OVERLORD, End
from tests.arena import START, campaign_of, fresh
from turns import services
from turns.services.change import follow
from turns.services.pending import Pending

PARTY = ("bruna", "torvek", "sylwen", "ivo")
SEED = bytes(range(32))
KEYS = count(1)


def dungeon_campaign(director: User, players: Sequence[User], spectators: Sequence[User] = ()) -> Campaign:
    """A campaign that plays the dungeon, with its director, players and onlookers."""
    campaign = campaign_of(director, players, spectators)
    campaign.ruleset, campaign.table_rules = "dungeon", TableRules().to_mapping()
    campaign.save(update_fields=["ruleset", "table_rules"])
    return campaign


def setup_for(
    players: Sequence[User | None],
    *,
    adventure: str = "silent_ossuary",
    party: Sequence[str] = PARTY,
    overlord: User | None = None,
    at: datetime = START,
    placed: bool = True,
    **rules: Any,
) -> Setup:
    """The heroes in turn to these players (None: the director), against a person or, with `io_variant`, nobody."""
    owners = [DIRECTOR if player is None else player_id(player) for player in players]
    entries = tuple(HeroEntry(hero, owners[number % len(owners)]) for number, hero in enumerate(party))
    setup = Setup(
        shipped(adventure),
        entries,
        to_ms(at),
        overlord=DIRECTOR if overlord is None else player_id(overlord),
        rules=TableRules.from_mapping(rules),
    )
    return with_heroes_placed(setup) if placed else setup


def start(campaign: Campaign, setup: Setup, *, at: datetime = START, **about: Any) -> Battle:
    """A running adventure, its rows and notices written as by `begin_battle`."""
    battle = announced(campaign, at=at, **about)
    begun(battle, setup, at=at)
    return battle


def announced(campaign: Campaign, *, at: datetime = START, **about: Any) -> Battle:
    """An adventure that is announced and not begun."""
    director = campaign.memberships.get(role=Membership.Role.DIRECTOR).user
    return Battle.objects.create(
        campaign=campaign,
        name="The cellar",
        ruleset="dungeon",
        created_by=director,
        announced_at=at,
        status=Battle.Status.MUSTER,
        **({"seed": SEED} | about),
    )


def begun(battle: Battle, setup: Setup, *, at: datetime, dice: Dice | None = None) -> None:
    """The adventure begins; `dice` shuffle and deal instead of the game's own."""
    with transaction.atomic():
        applied = begin(battle, setup, at=at, dice=dice)
        pending = Pending()
        follow(pending, battle, applied, at=at)
        pending.write(at=at)


def state(battle: Battle) -> State:
    """The game's state as the database holds it now."""
    found: State = state_of(fresh(battle))
    return found


def play(battle: Battle, player: User, unit: str, step: Any, *, at: datetime, **about: Any) -> services.Played:
    """One step at a moment."""
    order: dict[str, Any] = {"text": "", "version": None, "key": f"step-{next(KEYS)}"}
    return services.play_step(
        battle_id=battle.pk, unit=unit, player=player, step=step, received_at=at, **(order | about)
    )


def end_turns(battle: Battle, owners: dict[str, User], *units: str, at: datetime) -> None:
    """These heroes do nothing, one after the other."""
    for unit in units:
        play(battle, owners[unit], unit, End(), at=at)


def play_on(battle: Battle, owners: dict[str, User], *, at: datetime, overlord: User | None = None) -> None:
    """One step of whoever may act: a sensible one of a hero's, the Overlord's `End`."""
    now = state(battle)
    if now.phase in ("window", "overlord"):
        assert overlord is not None
        play(battle, overlord, OVERLORD, End(), at=at)
        return
    unit, step = heroes.next_step(now)
    play(battle, owners[unit], unit, step, at=at)


def replayed(battle: Battle) -> State:
    """The state that the record of the game leads to."""
    rows = battle.events.order_by("number").values_list("data", flat=True)
    setup = dungeon.setup_from_json(fresh(battle).setup or {})
    return dungeon.replay(setup, [dungeon.event_from_json(data) for data in rows])


def placed(battle: Battle, *units: str) -> list[Placement]:
    """Start squares for these heroes, as the party's order has them."""
    starts = state(battle).starts
    return [Placement(unit, starts[PARTY.index(unit)], "E") for unit in units]


def put(battle: Battle, **models: tuple[Square | None, Facing]) -> None:
    """Let models stand elsewhere, or (None) face elsewhere, as the director would."""
    director = battle.campaign.memberships.get(role=Membership.Role.DIRECTOR).user
    for unit, (square, facing) in models.items():
        services.correct_model(
            battle_id=battle.pk,
            director=director,
            unit=unit,
            to=Corrected(square=square, facing=facing),
            reason="For the test.",
            at=START,
        )


def free_beside(battle: Battle, unit: str) -> list[Square]:
    """The free squares next to a model, straight on."""
    now = state(battle)
    here = now.models[unit].pose.at
    beside = (Square(here.x + x, here.y + y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)))
    return [square for square in beside if square in now.board.walkable and square not in now.occupied]


def toward(battle: Battle, unit: str, other: str) -> Facing:
    """The facing with which a model looks at another one."""
    now = state(battle)
    return facing_toward(now.models[unit].pose.at, now.models[other].pose.at)
