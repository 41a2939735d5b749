"""Surround in the improved variant: getting in the way without touching heroes (IO-IMP-08)."""

from __future__ import annotations

from rulebook.dungeon.grid import Square, facing_toward, front_arc, square_name
from rulebook.dungeon.invisible import distances, doing, paths, raising, summoning
from rulebook.dungeon.invisible.attacks import Option
from rulebook.dungeon.invisible.blocking import BlockScore, ways
from rulebook.dungeon.invisible.choosing import Ranked, choose
from rulebook.dungeon.invisible.records import Ranking
from rulebook.dungeon.invisible.running import Run, Task, at_its_place, attack, pick_task
from rulebook.dungeon.state import Model

RULE = "IO-IMP-08"
KEYS = (
    Ranking("blocks"),
    Ranking("path-squares"),
    Ranking("distance", low=True),
    Ranking("pile"),
    Ranking("steps"),
    Ranking("level"),
)
SHOT_KEYS = (
    Ranking("threat"),
    Ranking("combat-dice", low=True),
    Ranking("distance", low=True),
    Ranking("wounds"),
)


def next_tasks(run: Run) -> list[Task]:
    """The model or pile that harms the heroes' progress most (IO-IMP-08)."""
    ranked = [one for model in run.models() if (one := _model(run, model)) is not None]
    ranked += _piles(run)
    return pick_task(run, RULE, KEYS, ranked)


def _model(run: Run, model: Model) -> Ranked[Task] | None:
    hero = run.driver(model, run.values(model, "activation"))
    found = paths.blocks(run, model, hero)
    if not found:
        return None
    block = found[0].item
    values = (*block.score, block.distance, 0, block.spot.steps, model.profile.level)
    return Ranked(Task(model.id), model.id, values, hero.id)


def _piles(run: Run) -> list[Ranked[Task]]:
    """Piles that would block if they were raised; none in an interrupt (AMB-21).

    Of piles that are equal otherwise the first by y and x is the one that counts.
    """
    kinds = raising.raisable(run.state, skeletal=True)
    if run.window or not kinds:
        return []
    level = run.state.profiles[kinds[0]].level
    ranked: dict[tuple[int, ...], Ranked[Task]] = {}
    for pile in sorted(raising.piles(run.state), key=lambda square: (square.y, square.x)):
        score, distance, hero = _pile(run, pile)
        if score.blocks:
            values = (*score, distance, 1, 0, level)
            ranked.setdefault(values, Ranked(Task(pile=pile), square_name(pile), values, hero))
    return list(ranked.values())


def _pile(run: Run, pile: Square) -> tuple[BlockScore, int, str]:
    state, threats = run.state, run.values(None, "activation")
    fields = {hero.id: distances.to_hero(state, hero) for hero in state.heroes}
    hero = min(state.heroes, key=lambda one: (-threats[one.id], fields[one.id].get(pile, distances.FAR)))
    assert hero.at is not None
    arc = front_arc(pile, facing_toward(pile, hero.at))
    score = ways(state, run.play.variant, hero, None).score((pile,), arc)
    return score, fields[hero.id].get(pile, distances.FAR), hero.id


def perform(run: Run, model: Model) -> bool:
    """Move into the way, then call models, shoot or cast from there (AMB-64)."""
    hero = run.driver(model, run.weigh(model, "activation"))
    found = paths.blocks(run, model, hero)
    if not found:
        return False
    block = choose(run.ctx, run.note("place", RULE, model.id), paths.BLOCK_KEYS, found)[0]
    doing.go_to(run.ctx, model.id, block.spot.pose)
    act_from_here(run, RULE, model.id, hero)
    doing.finish(run.ctx, model.id)
    return True


def act_from_here(run: Run, rule: str, unit: str, hero: Model) -> bool:
    """Call models if that can be done, else a shot or an attack spell at the highest threat."""
    model = run.ctx.model(unit)
    if summoning.call(run, model, hero):
        return True
    found = distant(at_its_place(run, model))
    if not found:
        return False
    option = pick_shot(run, rule, model, found)
    return attack(run, model, option)


def distant(found: tuple[Option, ...]) -> tuple[Option, ...]:
    """The shots and attack spells among some attacks."""
    return tuple(option for option in found if option.form != "fight")


def pick_shot(run: Run, rule: str, model: Model, found: tuple[Option, ...]) -> Option:
    """The hero of highest threat, of several the one of fewest Combat dice; then most dice (IO-IMP-08, -13)."""
    threats = run.weigh(model, "target")
    ranked = []
    for name in dict.fromkeys(option.target for option in found):
        hero = run.state.models[name]
        values = (threats[name], hero.profile.combat, distances.steps(run.state, model, hero), hero.wounds)
        ranked.append(Ranked(name, name, values, name))
    target = choose(run.ctx, run.note("target", rule, model.id), SHOT_KEYS, ranked)[0]
    return max((option for option in found if option.target == target), key=lambda option: option.dice)
