"""The improved variant: which model acts next, at whom, and where it goes (IO-IMP)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rulebook.dungeon import goals, routes
from rulebook.dungeon.grid import FACINGS, Pose, Square, are_adjacent, base, front_arc
from rulebook.dungeon.invisible import blockade, distances, doing, escorts, paths, raising, running
from rulebook.dungeon.invisible.attacks import MELEE_FIRST, PLACE_KEYS, Option, form_rank, heroes_behind, strongest
from rulebook.dungeon.invisible.choosing import Ranked, choose
from rulebook.dungeon.invisible.records import FORMS, AttackForm, Order, Ranking
from rulebook.dungeon.invisible.room import leaves_room
from rulebook.dungeon.invisible.running import Book, Run, Task, best_place, pick_task
from rulebook.dungeon.state import Model

CHAINS: Mapping[Order, tuple[Order, ...]] = {
    "Attack": ("Attack", "Support"),
    "Gang Up": ("Gang Up", "Support", "Attack"),
    "Pin": ("Pin", "Surround", "Attack", "Support"),
    "Surround": ("Surround", "Attack", "Support"),
    "Support": ("Support", "Attack"),
}
"""An order and those that follow it while activations are left (IO-IMP-10, AMB-75, AMB-76)."""

RULES: Mapping[Order, str] = {
    "Attack": "IO-IMP-05",
    "Gang Up": "IO-IMP-06",
    "Pin": "IO-IMP-07",
    "Surround": "IO-IMP-08",
    "Support": "IO-IMP-09",
}
FALLBACK_RULE = "IO-IMP-10"

ACTIVATION_KEYS: dict[Order, tuple[Ranking, ...]] = {
    "Attack": (Ranking("dice"), Ranking("form"), Ranking("threat"), Ranking("steps"), Ranking("level")),
    "Gang Up": (Ranking("threat"), Ranking("steps"), Ranking("dice"), Ranking("form"), Ranking("level")),
    "Pin": (
        Ranking("adjacent-to-hero", low=True),
        Ranking("threat"),
        Ranking("steps"),
        Ranking("dice"),
        Ranking("form"),
        Ranking("level"),
    ),
}
TARGET_KEYS = (
    Ranking("threat"),
    Ranking("combat-dice", low=True),
    Ranking("distance", low=True),
    Ranking("wounds"),
)
PIN_TARGET_KEYS = (Ranking("adjacent-to-hero", low=True), *TARGET_KEYS)
BRUTAL_KEYS = (Ranking("distance", low=True), Ranking("threat"), Ranking("combat-dice", low=True), Ranking("wounds"))
SHORT_WAY_KEYS = (
    Ranking("steps", low=True),
    Ranking("rear"),
    Ranking("exposure", low=True),
    Ranking("furniture", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)
GANG_KEYS = tuple(key for key in PLACE_KEYS if key.key != "exposure")


def ties(order: Order) -> tuple[AttackForm, ...]:
    """Which form comes first at equal dice (V23)."""
    return FORMS if order == "Attack" else MELEE_FIRST


def next_tasks(run: Run) -> list[Task]:
    """Who is activated next by the order of the moment; nobody, if nobody can carry it out."""
    if run.order == "Surround":
        return blockade.next_tasks(run)
    if run.order == "Support":
        return escorts.next_tasks(run)
    return _next_attack(run)


def perform(run: Run, task: Task) -> bool:
    """Carry one task out; False if nothing could be done after all."""
    if task.pile is not None:
        return _raise(run, task.pile)
    model = run.state.models[task.unit]
    if running.shroud(run, model):
        return True
    if running.is_brutal(model):
        return _go_for_nearest(run, model)
    return _PERFORM[run.order](run, model)


def _raise(run: Run, pile: Square) -> bool:
    threats = run.values(None, "activation")
    top = [hero for hero in run.state.heroes if threats[hero.id] == max(threats.values())]
    raising.raise_pile(run.ctx, pile, top, RULES[run.order], run.order, skeletal=True)
    return True


# Attack, Gang Up, Pin


def _next_attack(run: Run) -> list[Task]:
    """By three criteria, then the level (IO-IMP-04 to IO-IMP-07)."""
    keys, ranked = ACTIVATION_KEYS[run.order], []
    for model in run.models():
        found = strongest(run.options(model), ties(run.order))
        if found:
            values, target = _activation(run, model, found)
            ranked.append(Ranked(Task(model.id), model.id, tuple(values[key.key] for key in keys), target))
    return pick_task(run, RULES[run.order], keys, ranked)


def _activation(run: Run, model: Model, found: tuple[Option, ...]) -> tuple[dict[str, int], str]:
    """What an order asks of a model that could attack, and the hero it has in mind."""
    threats = run.values(model, "activation")
    keys = _target_keys(run)
    hero = max(
        dict.fromkeys(option.target for option in found),
        key=lambda name: _signed(keys, _hero_values(run, model, run.state.models[name], threats)),
    )
    option = _foreseen_place(run, model, tuple(one for one in found if one.target == hero))
    return {
        "dice": option.dice,
        "form": form_rank(option.form, ties(run.order)),
        "threat": threats[hero],
        "steps": option.steps,
        "level": model.profile.level,
        "adjacent-to-hero": adjacent_to(run, run.state.models[hero]),
    }, hero


def _target_keys(run: Run) -> tuple[Ranking, ...]:
    return PIN_TARGET_KEYS if run.order == "Pin" else TARGET_KEYS


def _signed(keys: Sequence[Ranking], values: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(-values[key.key] if key.low else values[key.key] for key in keys)


def _hero_values(run: Run, model: Model, hero: Model, threats: Mapping[str, int]) -> dict[str, int]:
    return {
        "threat": threats[hero.id],
        "combat-dice": hero.profile.combat,
        "distance": distances.steps(run.state, model, hero),
        "wounds": hero.wounds,
        "adjacent-to-hero": adjacent_to(run, hero),
    }


def adjacent_to(run: Run, hero: Model) -> int:
    """How many Overlord models are next to a hero (IO-IMP-07)."""
    found = run.state.side_models("overlord")
    return sum(are_adjacent(model.squares, hero.squares) for model in found)


def pick_target(run: Run, model: Model, found: tuple[Option, ...], keys: tuple[Ranking, ...], rule: str) -> str:
    """Whom to attack (IO-IMP-05 to -07, IO-IMP-13)."""
    threats = run.weigh(model, "target")
    ranked = []
    for name in dict.fromkeys(option.target for option in found):
        values = _hero_values(run, model, run.state.models[name], threats)
        ranked.append(Ranked(name, name, tuple(values[key.key] for key in keys), name))
    return choose(run.ctx, run.note("target", rule, model.id), keys, ranked)[0]


def _perform_attack(run: Run, model: Model) -> bool:
    found = strongest(run.options(model), ties(run.order))
    if not found:
        return False
    target = pick_target(run, model, found, _target_keys(run), RULES[run.order])
    on_hero = tuple(option for option in found if option.target == target)
    return running.attack(run, model, _place(run, model, on_hero))


def _place(run: Run, model: Model, found: tuple[Option, ...]) -> Option:
    """Where to attack from: from behind; with room for others; toward the goal (IO-IMP-05 to -07)."""
    if run.order == "Gang Up":
        room = {option: int(leaves_room(run, model, option)) for option in found}
        return running.pick_place(run, RULES["Gang Up"], model, found, ((Ranking("room"), room),), GANG_KEYS)
    if run.order == "Pin":
        ahead = _next_step(run, run.state.models[found[0].target])
        found = tuple(_facing_it(run, model, option, ahead) for option in found)
        onward = {option: int(_covers(model, option.pose, ahead)) for option in found}
        if any(onward.values()):
            return running.pick_place(run, RULES["Pin"], model, found, ((Ranking("toward-goal"), onward),))
    return running.pick_place(run, RULES[run.order], model, found)


def _foreseen_place(run: Run, model: Model, found: tuple[Option, ...]) -> Option:
    """Where the model would go, as far as that says how far it moves: by the order's own preferences."""
    if run.order == "Gang Up":
        return best_place(run.state, model, found, GANG_KEYS)
    if run.order == "Pin":
        ahead = _next_step(run, run.state.models[found[0].target])
        found = tuple(_facing_it(run, model, option, ahead) for option in found)
        onward = tuple(option for option in found if _covers(model, option.pose, ahead))
        found = onward or found
    return best_place(run.state, model, found)


def _next_step(run: Run, hero: Model) -> Square | None:
    """The next square of the hero's shortest way to the next goal (IO-IMP-07)."""
    goal = goals.next_goal(run.state)
    if goal is None or hero.at is None:
        return None
    walkable = routes.open_ground(run.state)
    way = routes.route(walkable, hero.at, routes.ends_at(walkable, goals.goal_squares(run.state, goal)))
    return way[0] if way else None


def _covers(model: Model, pose: Pose, ahead: Square | None) -> bool:
    """Whether a model would stand on that square or have it in its front arc."""
    return ahead in base(pose.at, model.size) or ahead in front_arc(pose.at, pose.facing, model.size)


def _facing_it(run: Run, model: Model, option: Option, ahead: Square | None) -> Option:
    """The option turned so that the square is in the front arc, and the target still is, if possible."""
    if model.is_large or option.form != "fight" or _covers(model, option.pose, ahead):
        return option
    at, hero = option.pose.at, run.state.models[option.target]
    turned = [Pose(at, facing) for facing in FACINGS if not front_arc(at, facing).isdisjoint(hero.squares)]
    fitting = [pose for pose in turned if _covers(model, pose, ahead)]
    if not fitting:
        return option
    return replace(option, pose=min(fitting, key=lambda pose: heroes_behind(run.state, model, pose)))


# Brutal


def _go_for_nearest(run: Run, model: Model) -> bool:
    """Attack the nearest hero by the shortest route, or move straight at him (IO-IMP-11, AMD-08)."""
    near = distances.nearest_first(run.state, model)
    closest = [h for h in near if distances.steps(run.state, model, h) == distances.steps(run.state, model, near[0])]
    found = run.options(model, heroes=closest)
    if not found:
        done = paths.approach(run, "AMD-08", model, near[0])
        doing.finish(run.ctx, model.id)
        return done
    target = pick_target(run, model, found, BRUTAL_KEYS, "IO-IMP-11")
    on_hero = strongest((option for option in found if option.target == target), ties(run.order))
    return running.attack(run, model, running.pick_place(run, "IO-IMP-11", model, on_hero, keys=SHORT_WAY_KEYS))


_PERFORM: dict[Order, Callable[[Run, Model], bool]] = {
    "Attack": _perform_attack,
    "Gang Up": _perform_attack,
    "Pin": _perform_attack,
    "Surround": blockade.perform,
    "Support": escorts.perform,
}

BOOK = Book(CHAINS, RULES, FALLBACK_RULE, next_tasks, perform)
