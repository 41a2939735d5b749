"""An adventure of the dungeon: it leaves the record of how it ended, and takes nothing from anybody."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from battles.dungeon.party import adventure_plan, owners, setup_of
from battles.dungeon.plan import AdventurePlan, read
from battles.models import Battle
from battles.outcomes import Case
from battles.selectors import state_of
from campaign.selectors import dungeon_rules
from rulebook import dungeon
from rulebook.dungeon.events import ModelFelled
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.setup import Setup
from rulebook.dungeon.state import Model, State
from rulebook.errors import Illegal
from rulebook.table.history import undone_positions


def setup(battle: Battle, at: datetime) -> Setup:
    """From the plan and whoever plays each hero. Raises Illegal `not-confirmed` while a hero has no player."""
    plan, players = adventure_plan(battle), owners(battle.muster.all())
    missing = [seat.hero for seat in plan.heroes if seat.hero not in players]
    if missing:
        raise Illegal("not-confirmed", f"Nobody has said that they play {missing[0]}.", {"hero": missing[0]})
    rules = plan.table_rules(dungeon_rules(battle.campaign))
    return setup_of(plan, players, rules=rules, opened=at)


def check_plan(plan: dict[str, Any]) -> None:
    """Raises ValueError, TypeError, KeyError or Refused when the plan or its adventure's file cannot be read."""
    read(AdventurePlan.from_json(plan).source)


def cases(battle: Battle) -> tuple[Case, ...]:
    """Every hero that is somebody's character outside: won or lost, and how many enemies it felled.

    Nobody is wounded, dies or earns renown by an adventure.
    """
    state: State = state_of(battle)
    heroes = [model for model in state.models.values() if model.is_hero and model.character.isdecimal()]
    felled = _felled(battle) if heroes else Counter()
    return tuple(_case(state, hero, felled[hero.id]) for hero in heroes)


def _case(state: State, hero: Model, felled: int) -> Case:
    winner = state.outcome.winner if state.outcome else None
    return Case(
        unit=hero.id,
        character=int(hero.character),
        name=name_of(state, hero.id, "en"),
        player=hero.player,
        side=hero.side,
        won=None if winner is None else winner == hero.side,
        defeated=hero.incapacitated,
        felled=felled,
        outcome="lives",
        rule="",
        wounds=0,
        certain=0,
        chance=0,
        death_chance=0,
        renown=0,
        to_decide=False,
    )


def _felled(battle: Battle) -> Counter[str]:
    """How many models each one felled; what the director took back does not count."""
    rows = battle.events.order_by("number").values_list("data", flat=True)
    events = [dungeon.event_from_json(data) for data in rows]
    gone = undone_positions(events)
    fallen = (event for n, event in enumerate(events) if isinstance(event, ModelFelled) and n not in gone)
    return Counter(event.by for event in fallen)


def story(battle: Battle) -> dict[str, Any]:
    """How the adventure ended: which it was, against whom, who won and why, how long it took, each hero's wounds."""
    state: State = state_of(battle)
    title = dungeon.setup_from_json(battle.setup).adventure.title if battle.setup else None
    return {
        "adventure": state.mission.key,
        "title": {"en": title.en, "es": title.es} if title else {},
        "overlord": state.rules.io_variant if state.automatic else state.overlord,
        "winner": state.outcome.winner if state.outcome else None,
        "reason": state.outcome.reason if state.outcome else "",
        "rounds": state.round,
        "heroes": [_hero(state, model) for model in state.models.values() if model.is_hero],
    }


def _hero(state: State, hero: Model) -> dict[str, Any]:
    return {
        "unit": hero.id,
        "name": name_of(state, hero.id, "en"),
        "player": hero.player,
        "wounds": hero.wounds,
        "incapacitated": hero.incapacitated,
    }
