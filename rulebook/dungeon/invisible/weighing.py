"""Threats on the board: who is Quest, what a turned-up card fits, what each model makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.dungeon import goals
from rulebook.dungeon.board import Ward
from rulebook.dungeon.counted import armour_of
from rulebook.dungeon.grid import are_adjacent
from rulebook.dungeon.invisible.cards import IoCard
from rulebook.dungeon.invisible.records import Choosing, Threat, ThreatType, Variant
from rulebook.dungeon.invisible.threat import Facts, character_bonus, on_card, threat, types_of
from rulebook.dungeon.state import Model, State


@dataclass(frozen=True, slots=True)
class InPlay:
    """A card that has been turned up, by which variant it is read, and the types of it that fit
    each hero: those are fixed as it is turned up (AMD-14, AMB-77)."""

    variant: Variant
    card: IoCard
    fitting: Mapping[str, tuple[ThreatType, ...]]


def turned_up(state: State, variant: Variant, card: IoCard) -> InPlay:
    """The card as it fits the heroes now."""
    types = hero_types(state, variant)
    return InPlay(variant, card, {hero: on_card(card.threats, found) for hero, found in types.items()})


def hero_types(state: State, variant: Variant) -> dict[str, frozenset[ThreatType]]:
    """The threat types of every hero on the board, as it stands (IO-COM-06)."""
    return types_of((facts(state, hero, variant) for hero in state.heroes), state.rules.weakest_needs)


def facts(state: State, hero: Model, variant: Variant) -> Facts:
    """What the threat of a hero depends on."""
    profile = hero.profile
    return Facts(
        hero.id,
        profile.level,
        armour_of(state, hero),
        hero.wounds,
        profile.spellcaster,
        profile.shooting,
        goals.is_quest(state, hero) or (variant == "improved" and opens_the_way(state, hero)),
        hero.injured,
    )


def opens_the_way(state: State, hero: Model) -> bool:
    """Whether the next goal is shut and this hero is the one to open it (IO-IMP-03, AMD-16).

    Warded: every spellcaster with a spell that lowers wards. Locked: those of the highest
    Combat dice.
    """
    goal = goals.next_goal(state)
    shut = None if goal is None else goals.closed_goal(state, goal)
    if shut is None:
        return False
    if isinstance(shut.closure, Ward):
        return hero.profile.spellcaster and any(state.spells[key].effect == "unward" for key in hero.spells)
    return hero.profile.combat == max(other.profile.combat for other in state.heroes)


def threats_for(state: State, play: InPlay, model: Model | None, choosing: Choosing) -> dict[str, Threat]:
    """The threat of every hero on the board for a model, or for what no model does (AMB-54)."""
    types = hero_types(state, play.variant)
    return {hero.id: _threat(play, model, hero, types[hero.id], choosing) for hero in state.heroes}


def _threat(play: InPlay, model: Model | None, hero: Model, types: frozenset[ThreatType], choosing: Choosing) -> Threat:
    fitting = play.fitting.get(hero.id, ())
    if model is None:
        return threat(play.variant, hero.id, hero.profile.level, fitting)
    bonus = character_bonus(model.profile.characters, types, play.variant, choosing)
    adjacent = are_adjacent(model.squares, hero.squares)
    return threat(play.variant, hero.id, hero.profile.level, fitting, bonus, adjacent)
