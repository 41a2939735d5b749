"""A card on its way: what both variants share in carrying out its orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook.dungeon import combat
from rulebook.dungeon.board import Board
from rulebook.dungeon.counted import movement_of
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import InvisibleWeighed
from rulebook.dungeon.feats import CRUSH, SHROUD
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible import distances, doing
from rulebook.dungeon.invisible.attacks import PLACE_KEYS, Option, Stand, options, place_values, standing_still
from rulebook.dungeon.invisible.choosing import Note, Ranked, choose
from rulebook.dungeon.invisible.records import FORMS, AttackForm, Choosing, Matter, Order, Ranking, Threat
from rulebook.dungeon.invisible.weighing import InPlay, threats_for
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import UseFeat

SHROUD_FROM_WOUNDS = 2


@dataclass(frozen=True, slots=True)
class Task:
    """What an order does next: activate a model, as it stands (`still`) or with a hero in mind,
    or raise a pile."""

    unit: str = ""
    pile: Square | None = None
    still: bool = False
    hero: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """Options found once, and what stood where then."""

    occupied: Mapping[Square, str]
    board: Board
    options: tuple[Option, ...]


@dataclass
class Run:
    """A card as it is carried out: the order of the moment, and what turned out impossible."""

    ctx: Context
    play: InPlay
    window: bool
    order: Order
    stuck: set[Task] = field(default_factory=set)
    known: dict[object, Known] = field(default_factory=dict)

    @property
    def state(self) -> State:
        return self.ctx.state

    def models(self) -> list[Model]:
        """The Overlord's models that can still be activated (IO-COM-05)."""
        stuck = {task.unit for task in self.stuck}
        found = self.state.side_models("overlord")
        return [one for one in found if not self.is_used(one) and one.id not in stuck]

    def is_used(self, model: Model) -> bool:
        return model.activated if self.window else model.status == "acted"

    def threats(self, model: Model | None, choosing: Choosing) -> dict[str, Threat]:
        return threats_for(self.state, self.play, model, choosing)

    def weigh(self, model: Model | None, choosing: Choosing) -> dict[str, int]:
        """The threats, told: they are what the next choice of a hero goes by."""
        found = self.threats(model, choosing)
        rule = "IO-OFF-01" if self.play.variant == "official" else "IO-IMP-03"
        unit = "" if model is None else model.id
        self.ctx.tell(InvisibleWeighed(self.ctx.at, unit, choosing, tuple(found.values()), rule))
        return {hero: one.value for hero, one in found.items()}

    def values(self, model: Model | None, choosing: Choosing) -> dict[str, int]:
        """The threats in numbers."""
        return {hero: one.value for hero, one in self.threats(model, choosing).items()}

    def driver(self, model: Model, threats: dict[str, int]) -> Model:
        """The hero of highest threat, of several the nearest (AMD-12)."""
        return min(self.state.heroes, key=lambda hero: (-threats[hero.id], distances.steps(self.state, model, hero)))

    def options(
        self,
        model: Model,
        *,
        places: Iterable[Stand] | None = None,
        forms: Sequence[AttackForm] = FORMS,
        heroes: Iterable[Model] | None = None,
        points: int | None = None,
    ) -> tuple[Option, ...]:
        """What the model could attack (see `attacks.options`); asked again on the same board, it is
        looked up."""
        state = self.state
        stands = None if places is None else tuple(places)
        targets = None if heroes is None else tuple(heroes)
        named = None if targets is None else tuple(hero.id for hero in targets)
        asked = (model.id, stands, tuple(forms), named, points, tuple(model.spells.items()))
        board = self.known.get(asked)
        if board is None or board.occupied is not state.occupied or board.board is not state.board:
            found = options(state, model, self.play.variant, places=stands, forms=forms, heroes=targets, points=points)
            board = self.known[asked] = Known(state.occupied, state.board, found)
        return board.options

    def note(self, matter: Matter, rule: str, unit: str = "") -> Note:
        return Note(matter, rule, self.order, unit)


@dataclass(frozen=True, slots=True)
class Book:
    """A variant: the orders that follow each order, its rules by id, who is next, and what he does."""

    chains: Mapping[Order, tuple[Order, ...]]
    rules: Mapping[Order, str]
    fallback_rule: str
    next_tasks: Callable[[Run], list[Task]]
    perform: Callable[[Run, Task], bool]


def is_undead(state: State, unit: str) -> bool:
    """Whether a model is of the kind of which all tied act (IO-OFF-02, IO-IMP-11)."""
    return bool(unit) and "Undead" in state.models[unit].profile.characters


def is_brutal(model: Model) -> bool:
    """Whether it goes for the nearest hero whatever the order (AMD-08)."""
    return "Brutal" in model.profile.characters


def pick_task(run: Run, rule: str, keys: tuple[Ranking, ...], ranked: list[Ranked[Task]]) -> list[Task]:
    """Who acts next; with Cold Command a boss, if one can (N6)."""
    if not ranked:
        return []
    if run.play.card.boss_first:
        bosses = [one for one in ranked if one.item.unit and run.state.models[one.item.unit].kind == "boss"]
        ranked = bosses or ranked
    return choose(run.ctx, run.note("activation", rule), keys, ranked, lambda task: is_undead(run.state, task.unit))


def best_place(state: State, model: Model, found: tuple[Option, ...], keys: tuple[Ranking, ...] = PLACE_KEYS) -> Option:
    """The best of several places to attack one hero from, without further preferences (IO-COM-17)."""
    return min(found, key=lambda option: _sorting(place_values(state, model, option), keys))


def _sorting(values: Mapping[str, int], keys: tuple[Ranking, ...]) -> tuple[int, ...]:
    return tuple(values[key.key] if key.low else -values[key.key] for key in keys)


def pick_place(
    run: Run,
    rule: str,
    model: Model,
    found: tuple[Option, ...],
    before: tuple[tuple[Ranking, dict[Option, int]], ...] = (),
    keys: tuple[Ranking, ...] = PLACE_KEYS,
) -> Option:
    """Where to attack from: the variant's own preferences, then IO-COM-17."""
    ranked = []
    for option in found:
        values = place_values(run.state, model, option)
        own = [worth[option] for _, worth in before]
        name = f"{option.pose.at.x},{option.pose.at.y} {option.pose.facing}"
        ranked.append(Ranked(option, name, (*own, *(values[key.key] for key in keys)), option.target))
    named = tuple(key for key, _ in before) + keys
    return choose(run.ctx, run.note("place", rule, model.id), named, _one_of_each_place(ranked))[0]


def _one_of_each_place(ranked: list[Ranked[Option]]) -> list[Ranked[Option]]:
    """Of poses that differ in facing alone, and are equal otherwise, the first by N, E, S, W."""
    first: dict[tuple[int, ...], Ranked[Option]] = {}
    for one in sorted(ranked, key=lambda one: "NESW".index(one.item.pose.facing)):
        first.setdefault(one.values, one)
    return list(first.values())


# Attacks and feats


def attack(run: Run, model: Model, option: Option) -> bool:
    """Make the attack, with a feat that adds to it, and with a second minor spell if one fits (AMD-04)."""
    crushing = _crushing(run, model, option)
    if crushing is not None:
        doing.crush(run.ctx, model.id, crushing)
    else:
        undead = is_undead(run.state, model.id)
        doing.attack(run.ctx, option, model.id, run.play.card.undead_dice if undead else 0)
        if option.form == "spell":
            _second_minor(run, model.id, option)
    doing.finish(run.ctx, model.id)
    return True


def _crushing(run: Run, model: Model, option: Option) -> Option | None:
    """Where Crushing Blow can be struck from, if it is there to be used (AMB-81)."""
    usable = CRUSH in model.profile.feats and CRUSH not in model.feats_used
    if option.form != "fight" or not usable or not run.state.rules.boss_feats_by_io:
        return None
    found = run.options(model, forms=("fight",), heroes=(run.state.models[option.target],), points=2)
    return best_place(run.state, model, found) if found else None


def _second_minor(run: Run, unit: str, first: Option) -> None:
    """A caster with two ready minor spells that fit casts both."""
    if run.ctx.over or run.state.spells[first.spell].major:
        return
    model = run.ctx.model(unit)
    here = [option for option in at_its_place(run, model) if option.form == "spell" and option.spell != first.spell]
    minor = [option for option in here if not run.state.spells[option.spell].major]
    if not minor:
        return
    threats = run.values(model, "target")
    best = max(minor, key=lambda option: (option.dice, threats[option.target], option.target == first.target))
    doing.take(run.ctx, unit, doing.step_of(run.ctx, best))


def at_its_place(run: Run, model: Model) -> tuple[Option, ...]:
    """Attacks from where it stands and as it faces."""
    return run.options(model, places=(standing_still(model),))


def shroud(run: Run, model: Model) -> bool:
    """Bone Shroud instead of the activation, if she has two wounds and a hero could reach her (AMD-04)."""
    state = run.state
    usable = SHROUD in model.profile.feats and SHROUD not in model.feats_used
    if not usable or not state.rules.boss_feats_by_io or model.wounds < SHROUD_FROM_WOUNDS:
        return False
    if not any(distances.steps(state, model, hero) <= movement_of(state, hero) for hero in state.heroes):
        return False
    choose(
        run.ctx, run.note("feat", "AMD-04", model.id), (Ranking("wounds"),), [Ranked(SHROUD, SHROUD, (model.wounds,))]
    )
    doing.take(run.ctx, model.id, UseFeat(SHROUD))
    doing.finish(run.ctx, model.id)
    return True


def front_arcs_on(state: State, hero: Model) -> int:
    """How many Overlord models have a hero in their front arc."""
    return len(combat.holders(state, hero))
