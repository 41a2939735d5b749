"""Simple automatic heroes: sensible enough to play an adventure to its end, no more.

`next_step` says what to do next in the heroes' part of a round. A hero looks at every
attack it could make and every place it could go to, breaking away if it must, weighs what that
is worth against how far it stays from the next goal, and takes the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.dungeon import combat, goals, routes
from rulebook.dungeon.aiming import whirl_targets
from rulebook.dungeon.attack import chance
from rulebook.dungeon.board import Closed, Lock, Ward
from rulebook.dungeon.clocks import awaited
from rulebook.dungeon.combat import Sides
from rulebook.dungeon.counted import movement_of
from rulebook.dungeon.feats import VOLLEY, WHIRL
from rulebook.dungeon.grid import Pose, Square, are_adjacent, facing_toward
from rulebook.dungeon.invisible.attacks import Option, in_reach, options, standing_still
from rulebook.dungeon.invisible.room import standing_at
from rulebook.dungeon.legal import draft_turn, is_legal
from rulebook.dungeon.movement import Ways, reach
from rulebook.dungeon.routes import Distances
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import Cast, End, Fight, Move, Shoot, Step, UseFeat, UseItem

FAR = 99
KILL_WORTH, BONES_WORTH, WOUND_WORTH = 10.0, 7.0, 12.0
LOCK_WORTH, WARD_WORTH, MEND_WORTH, WIN_WORTH = 14.0, 14.0, 6.0, 100.0
STEP_COST, EXPOSED_COST, WOUND_COST = 2.5, 0.5, 3.0
DOORWAY_COST = 4.0
CROWD = 2
NO_FIGHTER, BEHIND = 3, 2
"""Heroes of so few Combat dice leave the last steps to a goal to the others."""
DRINK_FROM_WOUNDS = 2
MEND_FROM_WOUNDS = 2


@dataclass(frozen=True, slots=True)
class Idea:
    """Something a hero could do: go there, then take this step, if any."""

    worth: float
    pose: Pose
    step: Step | None = None


def next_step(state: State) -> tuple[str, Step]:
    """Which hero does what next. Only while the heroes have turns to come."""
    if state.running is not None:
        hero = state.models[state.running.unit]
        return hero.id, _go_on(state, hero)
    hero = max(awaited(state), key=lambda one: one.profile.combat)
    return hero.id, _first(state, hero)


def _first(state: State, hero: Model) -> Step:
    """The beginning of a turn: a draught, a move, or an act on the spot."""
    for key in dict.fromkeys(hero.items):
        item = state.items[key]
        if item.use == "activated" and item.effect == "mend" and hero.wounds >= DRINK_FROM_WOUNDS:
            return UseItem(key)
    if _may(hero, WHIRL) and sum(are_adjacent(hero.squares, foe.squares) for foe in state.enemies_of(hero)) >= CROWD:
        return UseFeat(WHIRL)
    draft = draft_turn(state, hero.id)
    ideas = sorted(_ideas(state, hero), key=lambda idea: -idea.worth)
    best = next(idea for idea in ideas if idea.pose != hero.pose or idea.step is None or is_legal(draft, idea.step))
    if _may(hero, VOLLEY) and best.pose == hero.pose and isinstance(best.step, Shoot):
        return UseFeat(VOLLEY)
    if best.pose != hero.pose:
        return Move(_walks(state, hero).path_to(best.pose))
    return best.step or End()


def _may(hero: Model, feat: str) -> bool:
    return feat in hero.profile.feats and feat not in hero.feats_used


def _go_on(state: State, hero: Model) -> Step:
    """The rest of a turn: the best act from here, if it may still act."""
    running = state.running
    assert running is not None
    if not running.begun:
        return _first(state, hero)
    draft = draft_turn(state, hero.id)
    if running.stage == "fights":
        whirl = (Fight(target) for target in running.targets or whirl_targets(state, hero))
        return next((step for step in whirl if is_legal(draft, step)), End())
    ideas = sorted(_acts(state, hero, still=True), key=lambda idea: -idea.worth)
    return next((i.step for i in ideas if i.pose == hero.pose and i.step and is_legal(draft, i.step)), End())


def _ideas(state: State, hero: Model) -> Iterator[Idea]:
    field = _way(state, hero)
    for idea in _acts(state, hero):
        yield Idea(idea.worth + _place_worth(state, hero, idea.pose.at, field), idea.pose, idea.step)
    watched = min(state.enemies_of(hero), key=lambda foe: _apart(hero, foe), default=None)
    fear = _fear(state, hero)
    for at in _walks(state, hero).squares:
        facing = hero.facing if watched is None or watched.at is None else facing_toward(at, watched.at)
        risk = fear if at != hero.pose.at else 0.0
        yield Idea(_place_worth(state, hero, at, field) - risk, Pose(at, facing))


def _walks(state: State, hero: Model) -> Ways:
    """Where the hero can go, breaking away where it must."""
    return reach(state, hero, movement_of(state, hero))


def _fear(state: State, hero: Model) -> float:
    """What breaking away may cost: a wound from each free strike."""
    worth = 0.0
    for foe in combat.holders(state, hero):
        ours, theirs = (side.pool for side in combat.fight_sides(state, foe, hero))
        worth += WOUND_COST * (1 + hero.wounds) * chance(ours.dice, theirs.dice, theirs.armour)
    return worth


def _apart(hero: Model, foe: Model) -> int:
    return min(max(abs(a.x - b.x), abs(a.y - b.y)) for a in hero.squares for b in foe.squares)


# Where to


def _way(state: State, hero: Model) -> Distances:
    """Steps to what this hero is after: the next goal, or for a Quest hero the goal after it is had."""
    free = routes.open_ground(state)
    goal = goals.next_goal(state)
    squares = goals.goal_squares(state, goal) if goal is not None else ()
    return routes.distances_to(free, routes.ends_at(free, squares))


def _place_worth(state: State, hero: Model, at: Square, field: Distances) -> float:
    victory = state.mission.victory
    wins = at == victory.square and (victory.kind == "reach" or victory.item in hero.items)
    exposed = sum(combat.has_in_front(foe, (at,)) for foe in state.enemies_of(hero))
    fragile = 1 + hero.wounds
    steps = field.get(at, FAR)
    if hero.profile.combat <= NO_FIGHTER and not wins:
        steps = max(steps, BEHIND)
    doorway = any(at in door.squares for zone in state.zones for door in zone.doors)
    return WIN_WORTH * wins - STEP_COST * steps - EXPOSED_COST * fragile * exposed - DOORWAY_COST * doorway


# Acts


def _acts(state: State, hero: Model, *, still: bool = False) -> Iterator[Idea]:
    places = (standing_still(hero),) if still else None
    for option in options(state, hero, "official", places=places):
        yield Idea(_worth(state, hero, option), option.pose, _step(state, option))
    reached = {hero.pose.at: 0} if still else in_reach(state, hero).squares
    for thing in state.board.closures():
        yield from _openings(state, hero, thing, reached)
    for friend in state.heroes:
        yield from _mendings(state, hero, friend, reached)


def _step(state: State, option: Option) -> Step:
    if option.form == "fight":
        return Fight(option.target)
    return Shoot(option.target) if option.form == "shoot" else Cast(option.spell, option.target)


def _worth(state: State, hero: Model, option: Option) -> float:
    """What an attack is worth: the chances of what it may do to its target."""
    there = standing_at(state, hero, option.pose)
    foe = there.models[option.target]
    sides = _sides(there, there.models[hero.id], foe, option)
    ours, theirs = sides.attacker.pool, sides.defender.pool
    if foe.has_wound_track:
        return WOUND_WORTH * chance(ours.dice, theirs.dice, theirs.armour)
    worth, before = 0.0, 0.0
    for row in sorted(foe.profile.table, reverse=True):
        reached = chance(ours.dice, theirs.dice, theirs.armour, row.hits)
        worth += (reached - before) * (KILL_WORTH if row.effect == "destroyed" else BONES_WORTH)
        before = reached
    return worth


def _sides(state: State, hero: Model, foe: Model, option: Option) -> Sides:
    if option.form == "fight":
        return combat.fight_sides(state, hero, foe)
    if option.form == "shoot":
        return combat.shoot_sides(state, hero, foe)
    return combat.magic_sides(state, hero, state.spells[option.spell], foe)


def _openings(state: State, hero: Model, thing: Closed, reached: dict[Square, int]) -> Iterator[Idea]:
    """Fighting the lock, or lowering the ward, of what has to be opened next."""
    goal = goals.next_goal(state)
    if goal is None or goals.closed_goal(state, goal) is not thing:
        return
    if isinstance(thing.closure, Lock):
        odds = chance(hero.profile.combat, thing.closure.combat, thing.closure.armour)
        odds *= 0.5 if hero.profile.combat <= NO_FIGHTER else 1.0
        for at in reached:
            if are_adjacent((at,), thing.squares):
                yield Idea(LOCK_WORTH * odds, Pose(at, facing_toward(at, thing.squares[0])), Fight(thing.id))
    for key, recharge in hero.spells.items():
        spell = state.spells[key]
        if spell.effect == "unward" and isinstance(thing.closure, Ward) and not recharge:
            for at in reached:
                if combat.in_reach(state, spell, (at,), thing.squares):
                    yield Idea(WARD_WORTH, Pose(at, hero.facing), Cast(key, thing.id))


def _mendings(state: State, hero: Model, friend: Model, reached: dict[Square, int]) -> Iterator[Idea]:
    if friend.wounds < MEND_FROM_WOUNDS:
        return
    for key, recharge in hero.spells.items():
        spell = state.spells[key]
        if spell.effect == "mend" and not recharge:
            for at in reached:
                squares = (at,) if friend.id == hero.id else friend.squares
                if combat.in_reach(state, spell, (at,), squares):
                    yield Idea(MEND_WORTH * friend.wounds, Pose(at, hero.facing), Cast(key, friend.id))
