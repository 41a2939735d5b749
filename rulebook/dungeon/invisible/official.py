"""The official variant: which model acts next, at whom, and where it goes (IO-OFF)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from rulebook.dungeon import combat
from rulebook.dungeon.grid import Square, square_name
from rulebook.dungeon.invisible import distances, doing, paths, raising, running, summoning
from rulebook.dungeon.invisible.attacks import Option, form_rank, standing_still, strongest
from rulebook.dungeon.invisible.choosing import Ranked, choose, in_order
from rulebook.dungeon.invisible.records import FORMS, AttackForm, Order, Ranking
from rulebook.dungeon.invisible.running import Book, Run, Task, best_place, pick_task
from rulebook.dungeon.state import Model

CHAINS: Mapping[Order, tuple[Order, ...]] = {
    "Attack": ("Attack", "Support"),
    "Gang Up": ("Gang Up", "Support", "Attack"),
    "Pin": ("Pin", "Support", "Attack"),
    "Surround": ("Surround", "Support", "Attack"),
    "Support": ("Support", "Attack"),
}
"""An order and those that follow it while activations are left (IO-OFF-03)."""

RULES: Mapping[Order, str] = {
    "Attack": "IO-OFF-07",
    "Gang Up": "IO-OFF-10",
    "Pin": "IO-OFF-11",
    "Surround": "IO-OFF-09",
    "Support": "IO-OFF-08",
}
FALLBACK_RULE = "IO-OFF-03"

STILL_KEYS: dict[Order, tuple[Ranking, ...]] = {
    "Attack": (Ranking("form"), Ranking("threat")),
    "Gang Up": (Ranking("threat"),),
}
MOVING_KEYS: dict[Order, tuple[Ranking, ...]] = {
    "Attack": (Ranking("form"), Ranking("threat"), Ranking("steps")),
    "Gang Up": (Ranking("steps"), Ranking("threat")),
}
TARGET_KEYS = (Ranking("threat"), Ranking("distance", low=True))
BRUTAL_KEYS = (Ranking("distance", low=True), Ranking("threat"))
PIN_HERO_KEYS = (Ranking("arcs-on-hero", low=True), Ranking("threat"))
PIN_KEYS = (Ranking("steps"), Ranking("threat"))
SURROUND_KEYS = (Ranking("blocks"), Ranking("path-squares"), Ranking("steps"), Ranking("threat"))
SUPPORT_KEYS = (Ranking("steps"), Ranking("threat"))
SPELL_KEYS = (Ranking("threat"),)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a model would attack if it were activated now."""

    option: Option
    threat: int


def next_tasks(run: Run) -> list[Task]:
    """Who is activated next by the order of the moment; nobody, if nobody can carry it out."""
    return _NEXT[run.order](run)


def perform(run: Run, task: Task) -> bool:
    """Carry one task out; False if nothing could be done after all."""
    if task.pile is not None:
        return _raise(run, task.pile)
    model = run.state.models[task.unit]
    if running.shroud(run, model):
        return True
    if run.order not in STILL_KEYS and running.is_brutal(model) and _attack_nearest(run, model):
        return True
    return _PERFORM[run.order](run, task, model)


# Attack and Gang Up


def _forms(run: Run, model: Model) -> tuple[AttackForm, ...]:
    """Gang Up is a matter of fighting (AMB-62); a Brutal model strikes as hard as it can (AMB-66)."""
    return ("fight",) if run.order == "Gang Up" and not running.is_brutal(model) else FORMS


def _found(run: Run, model: Model, still: bool) -> tuple[Option, ...]:
    places = (standing_still(model),) if still else None
    return run.options(model, places=places, forms=_forms(run, model))


def _usable(run: Run, model: Model, found: tuple[Option, ...], still: bool) -> tuple[Option, ...]:
    """The options of the preferred way to attack (IO-OFF-07); a Brutal model looks at the hero first,
    and does not act on the spot against anybody but the nearest (AMD-08)."""
    if not running.is_brutal(model):
        return strongest(found)
    closest = {hero.id for hero in _closest(run, model)}
    return tuple(option for option in found if option.target in closest) if still else found


def _closest(run: Run, model: Model) -> list[Model]:
    """The nearest hero, or several as near."""
    near = distances.nearest_first(run.state, model)
    least = distances.steps(run.state, model, near[0])
    return [hero for hero in near if distances.steps(run.state, model, hero) == least]


def _intent(run: Run, model: Model, still: bool) -> Intent | None:
    """The attack a model would make: hero first for a Brutal model, else the strongest form first."""
    found = _usable(run, model, _found(run, model, still), still)
    if not found:
        return None
    threats = run.values(model, "activation")
    hero = min({option.target for option in found}, key=lambda name: _target_order(run, model, name, threats))
    on_hero = strongest(option for option in found if option.target == hero)
    return Intent(best_place(run.state, model, on_hero), threats[hero])


def _target_order(run: Run, model: Model, hero: str, threats: Mapping[str, int]) -> tuple[int, int, str]:
    distance = distances.steps(run.state, model, run.state.models[hero])
    if running.is_brutal(model):
        return distance, -threats[hero], hero
    return -threats[hero], distance, hero


def _next_attack(run: Run) -> list[Task]:
    """Step 1: who can without moving; step 2: who can after a Move (IO-OFF-03, IO-OFF-04, AMD-07)."""
    for still, keys in ((True, STILL_KEYS[run.order]), (False, MOVING_KEYS[run.order])):
        ranked = []
        for model in run.models():
            intent = _intent(run, model, still)
            if intent is not None:
                option = intent.option
                worth = {"form": form_rank(option.form, FORMS), "threat": intent.threat, "steps": option.steps}
                values = tuple(worth[key.key] for key in keys)
                ranked.append(Ranked(Task(model.id, still=still), model.id, values, option.target))
        if ranked:
            return pick_task(run, "IO-OFF-03.1" if still else "IO-OFF-03.2", keys, ranked)
    return []


def _perform_attack(run: Run, task: Task, model: Model) -> bool:
    found = _usable(run, model, _found(run, model, task.still), task.still)
    return bool(found) and _strike(run, model, found)


def _strike(run: Run, model: Model, found: tuple[Option, ...]) -> bool:
    """Choose the hero, then the place, and attack (IO-OFF-06, IO-COM-17)."""
    threats = run.weigh(model, "target")
    brutal = running.is_brutal(model)
    keys, ranked = BRUTAL_KEYS if brutal else TARGET_KEYS, []
    for hero in dict.fromkeys(option.target for option in found):
        worth = {"threat": threats[hero], "distance": distances.steps(run.state, model, run.state.models[hero])}
        ranked.append(Ranked(hero, hero, tuple(worth[key.key] for key in keys), hero))
    rule = "AMD-08" if brutal else "IO-OFF-06"
    target = choose(run.ctx, run.note("target", rule, model.id), keys, ranked)[0]
    on_hero = strongest(option for option in found if option.target == target)
    return running.attack(run, model, running.pick_place(run, "IO-COM-17", model, on_hero))


def _attack_nearest(run: Run, model: Model) -> bool:
    """A Brutal model attacks the nearest hero, whatever the order, if it can (AMD-08)."""
    found = run.options(model, heroes=_closest(run, model))
    return bool(found) and _strike(run, model, found)


# Pin


def _pinnings(run: Run, model: Model) -> tuple[Option, ...]:
    """Fights a model could begin; the only one that holds a hero in its front arc stays with him (AMD-09)."""
    found = run.options(model, forms=("fight",))
    held = [hero for hero in run.state.heroes if _alone_pins(run, model, hero)]
    kept = {hero.id for hero in held}
    return tuple(option for option in found if option.target in kept) if kept else found


def _alone_pins(run: Run, model: Model, hero: Model) -> bool:
    return [one.id for one in combat.holders(run.state, hero)] == [model.id]


def _next_pin(run: Run) -> list[Task]:
    """First the hero with the fewest front arcs on him, then the farthest model (IO-OFF-11, AMD-09)."""
    found = {model.id: options for model in run.models() if (options := _pinnings(run, model))}
    wanted = {option.target for options in found.values() for option in options}
    if not wanted:
        return []
    hero = choose(run.ctx, run.note("hero", "IO-OFF-11"), PIN_HERO_KEYS, _to_pin(run, wanted))[0]
    return pick_task(run, "AMD-09", PIN_KEYS, _pinners(run, hero, found))


def _to_pin(run: Run, wanted: Collection[str]) -> list[Ranked[Model]]:
    """The heroes that could be pinned, with what decides between them."""
    threats = run.values(None, "activation")
    return [
        Ranked(hero, hero.id, (running.front_arcs_on(run.state, hero), threats[hero.id]), hero.id)
        for hero in run.state.heroes
        if hero.id in wanted
    ]


def _pinners(run: Run, hero: Model, found: Mapping[str, tuple[Option, ...]]) -> list[Ranked[Task]]:
    ranked = []
    for unit, options in found.items():
        model = run.state.models[unit]
        on_hero = tuple(option for option in options if option.target == hero.id)
        if on_hero:
            values = (best_place(run.state, model, on_hero).steps, run.values(model, "activation")[hero.id])
            ranked.append(Ranked(Task(unit, hero=hero.id), unit, values, hero.id))
    return ranked


def _perform_pin(run: Run, task: Task, model: Model) -> bool:
    found = _pinnings(run, model)
    if not found:
        return False
    hero = _hero_now(run, task, {option.target for option in found})
    on_hero = tuple(option for option in found if option.target == hero)
    return running.attack(run, model, running.pick_place(run, "IO-COM-17", model, on_hero))


def _hero_now(run: Run, task: Task, wanted: Collection[str]) -> str:
    """The hero it was chosen for; where tied models act one after the other, the next may choose anew (SK-253)."""
    listed = in_order(PIN_HERO_KEYS, _to_pin(run, wanted))
    if task.hero in [one.name for one in listed if one.values == listed[0].values]:
        return task.hero
    return choose(run.ctx, run.note("hero", "IO-OFF-11", task.unit), PIN_HERO_KEYS, listed)[0].id


# Surround


def _next_surround(run: Run) -> list[Task]:
    """Who can get into the way, score before steps; who blocks already stays (IO-OFF-09, AMD-09)."""
    ranked = []
    for model in run.models():
        threats = run.values(model, "activation")
        hero = run.driver(model, threats)
        found = [] if paths.blocks_already(run, model, hero) else paths.blocks(run, model, hero)
        if found:
            block = found[0].item
            values = (*block.score, block.spot.steps, threats[hero.id])
            ranked.append(Ranked(Task(model.id), model.id, values, hero.id))
    return pick_task(run, "IO-OFF-03.2", SURROUND_KEYS, ranked)


def _perform_surround(run: Run, task: Task, model: Model) -> bool:
    found = paths.blocks(run, model, run.driver(model, run.weigh(model, "activation")))
    if not found:
        return False
    block = choose(run.ctx, run.note("place", "IO-OFF-09", model.id), paths.BLOCK_KEYS, found)[0]
    doing.go_to(run.ctx, model.id, block.spot.pose)
    doing.finish(run.ctx, model.id)
    return True


# Support


def _next_support(run: Run) -> list[Task]:
    """First piles, then spells that are no attacks, then whoever is far from every hero (IO-OFF-08)."""
    pile = _pile(run)
    if pile is not None:
        return [Task(pile=pile)]
    return _next_summoner(run) or _next_follower(run)


def _pile(run: Run) -> Square | None:
    """The pile nearest to the hero of highest threat (AMB-60); none in an interrupt (AMB-21)."""
    found = [] if run.window else raising.piles(run.state)
    if not found or not raising.raisable(run.state):
        return None
    heroes = _most_threatening(run)
    ranked = []
    for square in found:
        distance = min(distances.to_hero(run.state, hero).get(square, distances.FAR) for hero in heroes)
        ranked.append(Ranked(square, square_name(square), (distance, square.y, square.x)))
    run.weigh(None, "activation")
    return choose(run.ctx, run.note("pile", "AMB-60"), raising.NEAREST_KEYS, ranked)[0]


def _most_threatening(run: Run) -> list[Model]:
    threats = run.values(None, "activation")
    return [hero for hero in run.state.heroes if threats[hero.id] == max(threats.values())]


def _raise(run: Run, pile: Square) -> bool:
    raising.raise_pile(run.ctx, pile, _most_threatening(run), "IO-COM-12", run.order, skeletal=False)
    return True


def _next_summoner(run: Run) -> list[Task]:
    ranked = []
    for model in run.models():
        threats = run.values(model, "activation")
        hero = run.driver(model, threats)
        if summoning.calls(run, model, hero):
            ranked.append(Ranked(Task(model.id, still=True), model.id, (threats[hero.id],), hero.id))
    return pick_task(run, "IO-OFF-03.1", SPELL_KEYS, ranked)


def _next_follower(run: Run) -> list[Task]:
    """Models more than one Move away from every hero, farthest first (AMB-59)."""
    ranked = []
    for model in run.models():
        hero = distances.nearest_first(run.state, model)[0]
        steps = distances.steps(run.state, model, hero)
        if steps > model.profile.move and paths.approaches(run.state, model, hero):
            values = (steps, run.values(model, "activation")[hero.id])
            ranked.append(Ranked(Task(model.id), model.id, values, hero.id))
    return pick_task(run, "IO-OFF-03.2", SUPPORT_KEYS, ranked)


def _perform_support(run: Run, task: Task, model: Model) -> bool:
    if task.still:
        done = summoning.call(run, model, run.driver(model, run.weigh(model, "activation")))
    else:
        done = paths.approach(run, "IO-OFF-08", model, distances.nearest_first(run.state, model)[0])
    doing.finish(run.ctx, model.id)
    return done


_NEXT: dict[Order, Callable[[Run], list[Task]]] = {
    "Attack": _next_attack,
    "Gang Up": _next_attack,
    "Pin": _next_pin,
    "Surround": _next_surround,
    "Support": _next_support,
}
_PERFORM: dict[Order, Callable[[Run, Task, Model], bool]] = {
    "Attack": _perform_attack,
    "Gang Up": _perform_attack,
    "Pin": _perform_pin,
    "Surround": _perform_surround,
    "Support": _perform_support,
}

BOOK = Book(CHAINS, RULES, FALLBACK_RULE, next_tasks, perform)
