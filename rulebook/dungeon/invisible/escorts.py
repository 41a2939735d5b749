"""Support in the improved variant: more bodies near the heroes, in three pools (IO-IMP-09)."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.dungeon import combat
from rulebook.dungeon.grid import FACINGS, Square, base, square_name
from rulebook.dungeon.invisible import blockade, distances, doing, paths, raising, summoning
from rulebook.dungeon.invisible.attacks import MELEE_FIRST, Option, Stand, exposure, form_rank, strongest
from rulebook.dungeon.invisible.choosing import Ranked, choose, in_order
from rulebook.dungeon.invisible.paths import Spot
from rulebook.dungeon.invisible.raising import beside_a_hero
from rulebook.dungeon.invisible.records import Ranking
from rulebook.dungeon.invisible.running import Run, Task, attack, is_brutal, pick_place, pick_task
from rulebook.dungeon.state import Model

RULE = "IO-IMP-09"
BEHIND_KEYS = (Ranking("behind"), Ranking("dice"), Ranking("form"), Ranking("level"))
AHEAD_KEYS = (Ranking("distance"), Ranking("level"))
STOP_KEYS = (
    Ranking("distance", low=True),
    Ranking("attacks"),
    Ranking("exposure", low=True),
    Ranking("steps", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A model on the heroes' way: how much farther from the goal than the hero of highest
    threat it is, if there is a goal, and how far from that hero."""

    model: Model
    hero: Model
    behind: int
    distance: int


def next_tasks(run: Run) -> list[Task]:
    """First who is behind the action, then piles, then who is ahead (AMB-74)."""
    places = [_place(run, model) for model in run.models()]
    able = [place for place in places if _can_support(run, place)]
    return (
        _trailing(run, [place for place in able if place.behind > 0])
        or _pile(run)
        or _leading(run, [place for place in able if place.behind <= 0])
    )


def _place(run: Run, model: Model) -> Place:
    state = run.state
    hero = run.driver(model, run.values(model, "activation"))
    field = distances.to_next_goal(state)
    behind = 0
    if field is not None:
        behind = distances.from_any(model.squares, field) - distances.from_any(hero.squares, field)
    return Place(model, hero, behind, distances.steps(state, model, hero))


def _trailing(run: Run, places: list[Place]) -> list[Task]:
    ranked = []
    for place in places:
        dice, form = _attack_dice(place.model)
        values = (place.behind, dice, form, place.model.profile.level)
        ranked.append(Ranked(Task(place.model.id), place.model.id, values, place.hero.id))
    return pick_task(run, RULE, BEHIND_KEYS, ranked)


def _attack_dice(model: Model) -> tuple[int, int]:
    """The most dice on the model's card, and the rank of that form: fight before shoot."""
    if model.profile.shooting > model.profile.combat:
        return model.profile.shooting, form_rank("shoot", MELEE_FIRST)
    return model.profile.combat, form_rank("fight", MELEE_FIRST)


def _leading(run: Run, places: list[Place]) -> list[Task]:
    ranked = [
        Ranked(Task(place.model.id), place.model.id, (place.distance, place.model.profile.level), place.hero.id)
        for place in places
    ]
    return pick_task(run, RULE, AHEAD_KEYS, ranked)


def _pile(run: Run) -> list[Task]:
    """The pile nearest to the hero of highest threat that nobody could strike at; none in an interrupt."""
    found = [] if run.window else raising.piles(run.state, beside_heroes=True)
    if not found or not raising.raisable(run.state, skeletal=True):
        return []
    threats = run.values(None, "activation")
    top = [hero for hero in run.state.heroes if threats[hero.id] == max(threats.values())]
    ranked = [Ranked(sq, square_name(sq), (_nearest(run, sq, top), sq.y, sq.x)) for sq in found]
    run.weigh(None, "activation")
    return [Task(pile=choose(run.ctx, run.note("pile", RULE), raising.NEAREST_KEYS, ranked)[0])]


def _nearest(run: Run, square: Square, heroes: list[Model]) -> int:
    return min(distances.to_hero(run.state, hero).get(square, distances.FAR) for hero in heroes)


# What a model does


def is_ranged(model: Model) -> bool:
    """Shooters and casters stop short of heroes."""
    return model.profile.shooting > 0 or (model.profile.spellcaster and bool(model.spells))


def _can_support(run: Run, place: Place) -> bool:
    model = place.model
    if is_brutal(model):
        near = distances.nearest_first(run.state, model)[0]
        return bool(run.options(model, heroes=(near,))) or bool(paths.approaches(run.state, model, near))
    if combat.holders(run.state, model):
        return bool(run.options(model))
    if not is_ranged(model):
        return bool(_on_the_way(run, place)) or bool(paths.approaches(run.state, model, place.hero))
    stop = _stops(run, place)[0]
    moves = stop.item.pose.at != model.pose.at
    return moves or bool(_shots_from(run, model, stop.item)) or bool(summoning.calls(run, model, place.hero))


def _on_the_way(run: Run, place: Place) -> tuple[Option, ...]:
    """Fights that bring the model no farther from the hero it heads for."""
    field = distances.to_hero(run.state, place.hero)
    here = distances.from_any(place.model.squares, field)
    return tuple(
        option
        for option in run.options(place.model, forms=("fight",))
        if distances.from_any(base(option.pose.at, place.model.size), field) <= here
    )


def perform(run: Run, model: Model) -> bool:
    """Toward the nearest of the heroes of highest threat, and at whoever is met (IO-IMP-09, AMD-12)."""
    run.weigh(model, "activation")
    place = _place(run, model)
    if combat.holders(run.state, model):
        return _fight(run, model, strongest(run.options(model), MELEE_FIRST))
    if is_ranged(model):
        return _close_in(run, place)
    found = _on_the_way(run, place)
    if found:
        return _fight(run, model, found)
    done = paths.approach(run, RULE, model, place.hero)
    doing.finish(run.ctx, model.id)
    return done


def _fight(run: Run, model: Model, found: tuple[Option, ...]) -> bool:
    if not found:
        return False
    target = blockade.pick_shot(run, RULE, model, found).target
    on_hero = tuple(option for option in found if option.target == target)
    return attack(run, model, pick_place(run, "IO-COM-17", model, on_hero))


# Shooters and casters


def _stops(run: Run, place: Place) -> list[Ranked[Spot]]:
    """Where a shooter or caster could stop: next to no hero unless it stays, no farther than here."""
    state, model = run.state, place.model
    field = distances.to_hero(state, place.hero)
    here = distances.from_any(model.squares, field)
    ranked = []
    for spot in paths.spots(state, model, place.hero):
        squares = base(spot.pose.at, model.size)
        distance, stays = distances.from_any(squares, field), spot.pose.at == model.pose.at
        if stays or (distance < here and not beside_a_hero(state, squares)):
            at = spot.pose.at
            attacks = int(bool(_shots_from(run, model, spot)))
            values = (distance, attacks, exposure(state, squares), spot.steps, at.y, at.x)
            ranked.append(Ranked(spot, spot.name, values, place.hero.id))
    return in_order(STOP_KEYS, ranked)


def _shots_from(run: Run, model: Model, spot: Spot) -> tuple[Option, ...]:
    facings = (spot.pose.facing,) if model.is_large else FACINGS
    return blockade.distant(run.options(model, places=(Stand(spot.pose.at, facings, spot.steps),)))


def _close_in(run: Run, place: Place) -> bool:
    """Move up, then call models or attack from there."""
    model = place.model
    stop = choose(run.ctx, run.note("place", RULE, model.id), STOP_KEYS, _stops(run, place))[0]
    before = run.ctx.model(model.id).pose
    doing.go_to(run.ctx, model.id, stop.pose)
    here = run.ctx.model(model.id)
    acted = summoning.call(run, here, place.hero)
    found = () if acted else _shots_from(run, here, Spot(here.pose, 0))
    if found:
        return attack(run, here, blockade.pick_shot(run, RULE, here, found))
    doing.finish(run.ctx, model.id)
    return acted or here.pose != before
