"""What a model could attack, from where, and how: the options of IO-COM-15 and their ranking.

An option is one way to attack one hero from one pose in reach. Nothing here breaks away:
an engaged model reaches its own square only (IO-COM-14, AMD-11).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulebook.change import change
from rulebook.dungeon import combat
from rulebook.dungeon.cards import Spell
from rulebook.dungeon.counted import movement_of
from rulebook.dungeon.grid import FACINGS, Facing, Pose, Square, are_adjacent, base, front_arc, rear_arc, within
from rulebook.dungeon.invisible.records import FORMS, AttackForm, Ranking, Variant
from rulebook.dungeon.movement import Ways, reach
from rulebook.dungeon.sight import entirely_behind, in_front
from rulebook.dungeon.state import Model, State

ATTACK_SPELLS = ("attack", "wail", "blast")
MELEE_FIRST: tuple[AttackForm, ...] = ("fight", "spell", "shoot")


@dataclass(frozen=True, slots=True)
class Option:
    """One attack: its form and dice, the hero, and the pose it is made from at a cost of `steps`."""

    form: AttackForm
    dice: int
    target: str
    pose: Pose
    steps: int
    spell: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """A place to attack from: one pose of a Large model, a square of any other."""

    at: Square
    facings: tuple[Facing, ...]
    steps: int


def in_reach(state: State, model: Model, points: int | None = None) -> Ways:
    """Where the model can go without breaking away."""
    return reach(state, model, movement_of(state, model) if points is None else points, break_away=False)


def stands(state: State, model: Model, points: int | None = None) -> Iterator[Stand]:
    """Every place in reach that may be attacked from."""
    found = in_reach(state, model, points)
    for pose, way in found.found.items():
        yield Stand(pose.at, (pose.facing,) if model.is_large else FACINGS, way.cost)


def standing_still(model: Model) -> Stand:
    """Where the model is, as it faces (AMB-55)."""
    return Stand(model.pose.at, (model.facing,), 0)


def posed(model: Model, pose: Pose) -> Model:
    """The model as it would stand there."""
    return change(model, at=pose.at, facing=pose.facing)


def options(
    state: State,
    model: Model,
    variant: Variant,
    *,
    places: Iterable[Stand] | None = None,
    forms: Sequence[AttackForm] = FORMS,
    heroes: Iterable[Model] | None = None,
    points: int | None = None,
) -> tuple[Option, ...]:
    """Every attack the model could make this activation (IO-COM-15).

    `places` limits where from, `forms` how, `heroes` whom; `points` the steps it may take.
    """
    targets = tuple(state.enemies_of(model) if heroes is None else heroes)
    if variant == "improved" and combat.holders(state, model):
        targets = tuple(hero for hero in targets if are_adjacent(model.squares, hero.squares))
    if not targets:
        return ()
    found: list[Option] = []
    spells = _ready_attacks(state, model) if "spell" in forms else ()
    shoots = "shoot" in forms and model.profile.shooting > 0
    for stand in stands(state, model, points) if places is None else places:
        squares = base(stand.at, model.size)
        held = any(combat.has_in_front(hero, squares) for hero in state.enemies_of(model))
        if "fight" in forms:
            found += _fights(state, model, stand, squares, targets)
        if shoots and not held:
            found += _shots(state, model, stand, squares, targets)
        if spells and (state.rules.engaged_casting or not held):
            found += _castings(state, model, stand, squares, targets, spells)
    return tuple(found)


def _ready_attacks(state: State, model: Model) -> tuple[Spell, ...]:
    if not model.profile.spellcaster:
        return ()
    known = (state.spells[key] for key, recharge in model.spells.items() if recharge == 0)
    return tuple(spell for spell in known if spell.effect in ATTACK_SPELLS)


def _fights(
    state: State, model: Model, stand: Stand, squares: tuple[Square, ...], targets: tuple[Model, ...]
) -> Iterator[Option]:
    for hero in targets:
        if not are_adjacent(squares, hero.squares):
            continue
        facing = _facing(state, model, stand, hero, near=True)
        if facing is not None:
            yield Option("fight", model.profile.combat, hero.id, Pose(stand.at, facing), stand.steps)


def _shots(
    state: State, model: Model, stand: Stand, squares: tuple[Square, ...], targets: tuple[Model, ...]
) -> Iterator[Option]:
    for hero in targets:
        if not within(squares, hero.squares, state.rules.long):
            continue
        if not state.rules.adjacent_shots and are_adjacent(squares, hero.squares):
            continue
        facing = _facing(state, model, stand, hero, near=False)
        if facing is not None and combat.sight_line(state, model, squares, hero.squares) != "none":
            yield Option("shoot", model.profile.shooting, hero.id, Pose(stand.at, facing), stand.steps)


def _castings(
    state: State,
    model: Model,
    stand: Stand,
    squares: tuple[Square, ...],
    targets: tuple[Model, ...],
    spells: tuple[Spell, ...],
) -> Iterator[Option]:
    for spell in spells:
        for hero in targets:
            if not combat.in_reach(state, spell, squares, hero.squares):
                continue
            facing = _facing(state, model, stand, hero, near=False, needed=spell.sight)
            if facing is None:
                continue
            if spell.sight and combat.sight_line(state, model, squares, hero.squares) == "none":
                continue
            yield Option("spell", spell.amount, hero.id, Pose(stand.at, facing), stand.steps, spell.key)


def _facing(state: State, model: Model, stand: Stand, hero: Model, *, near: bool, needed: bool = True) -> Facing | None:
    """The facing with the target in front and the fewest heroes in the rear; ties N, E, S, W (IO-COM-17)."""
    fitting = [facing for facing in stand.facings if _faces(model, stand.at, facing, hero, near)]
    if not fitting and not needed:
        fitting = list(stand.facings)
    if not fitting:
        return None
    return min(fitting, key=lambda facing: (heroes_behind(state, model, Pose(stand.at, facing)), FACINGS.index(facing)))


def _faces(model: Model, at: Square, facing: Facing, hero: Model, near: bool) -> bool:
    if near:
        return not front_arc(at, facing, model.size).isdisjoint(hero.squares)
    return in_front(hero.squares, at, facing, model.size)


def heroes_behind(state: State, model: Model, pose: Pose) -> int:
    """How many heroes would be in its rear arc."""
    rear = rear_arc(pose.at, pose.facing, model.size)
    others = (state.occupied.get(square) for square in rear)
    return len({name for name in others if name is not None and state.models[name].side != model.side})


# Ranking


def form_rank(form: AttackForm, ties: Sequence[AttackForm]) -> int:
    """The rank of a form at equal dice: 3 to 1 where spells come first, 6 to 4 where fights do (V23)."""
    return (3 if ties[0] == "spell" else 6) - ties.index(form)


def strongest(found: Iterable[Option], ties: Sequence[AttackForm] = FORMS) -> tuple[Option, ...]:
    """The options of the strongest attack: most dice, ties in the order given (IO-COM-16)."""
    listed = tuple(found)
    if not listed:
        return ()
    best = max((option.dice, -ties.index(option.form)) for option in listed)
    return tuple(option for option in listed if (option.dice, -ties.index(option.form)) == best)


PLACE_KEYS = (
    Ranking("rear"),
    Ranking("exposure", low=True),
    Ranking("furniture", low=True),
    Ranking("steps", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)
"""The order of places to attack from (IO-COM-17)."""


def place_values(state: State, model: Model, option: Option) -> dict[str, int]:
    """What IO-COM-17 asks of a place, by key."""
    squares = base(option.pose.at, model.size)
    hero = state.models[option.target]
    return {
        "rear": int(_from_behind(state, model, option, hero)),
        "exposure": exposure(state, squares),
        "furniture": int(option.form == "shoot" and combat.sight_line(state, model, squares, hero.squares) == "over"),
        "steps": option.steps,
        "y": option.pose.at.y,
        "x": option.pose.at.x,
    }


def exposure(state: State, squares: tuple[Square, ...]) -> int:
    """How many heroes have any of these squares in their front arc."""
    return sum(combat.has_in_front(hero, squares) for hero in state.heroes)


def _from_behind(state: State, model: Model, option: Option, hero: Model) -> bool:
    distant = option.form == "shoot" or (option.spell and state.spells[option.spell].sight)
    there = posed(model, option.pose)
    if not distant:
        return combat.strikes_from_behind(there, hero)
    assert hero.at is not None
    return entirely_behind(there.squares, hero.at, hero.facing, hero.size)
