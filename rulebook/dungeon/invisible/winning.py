"""Going for the win: one attack that may end the game comes before the order (IO-IMP-12)."""

from __future__ import annotations

from rulebook.dungeon import combat
from rulebook.dungeon.attack import Term, odds
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.combat import Sides
from rulebook.dungeon.invisible.attacks import Option
from rulebook.dungeon.invisible.choosing import Ranked, choose
from rulebook.dungeon.invisible.records import Ranking
from rulebook.dungeon.invisible.room import standing_at
from rulebook.dungeon.invisible.running import Run, attack, is_undead
from rulebook.dungeon.state import Model, State

RULE = "IO-IMP-12"
KEYS = (Ranking("chance"), Ranking("steps", low=True), Ranking("y", low=True), Ranking("x", low=True))
PER_MYRIAD = 10_000


def takes_the_win(run: Run) -> bool:
    """Attack a hero with one wound left, with the best chance there is; False if there is no such attack."""
    heroes = _on_the_brink(run)
    if not heroes:
        return False
    ranked = []
    for model in run.models():
        for option in run.options(model, heroes=heroes):
            chance = round(PER_MYRIAD * chance_of(run, model, option))
            at = option.pose.at
            ranked.append(Ranked((model.id, option), model.id, (chance, option.steps, at.y, at.x), option.target))
    if not ranked:
        return False
    unit, option = choose(run.ctx, run.note("win", RULE), KEYS, ranked)[0]
    return attack(run, run.state.models[unit], option)


def _on_the_brink(run: Run) -> list[Model]:
    state = run.state
    rules, mission = state.rules, state.mission
    if run.play.variant != "improved" or not rules.io_go_for_win:
        return []
    if not (rules.lose_on_hero_incapacitated and mission.lose_on_hero_incapacitated):
        return []
    return [hero for hero in state.heroes if hero.wounds == MOST_WOUNDS - 1]


def chance_of(run: Run, model: Model, option: Option) -> float:
    """The exact chance of at least one hit, from where the option would be taken."""
    there = standing_at(run.state, model, option.pose)
    dice = run.play.card.undead_dice if is_undead(run.state, model.id) else 0
    extra = (Term("invisible-fury", dice),) if dice else ()
    sides = _sides(there, there.models[model.id], option, extra)
    ours, theirs = sides.attacker.pool, sides.defender.pool
    return odds(ours.dice, theirs.dice, theirs.armour)[1]


def _sides(state: State, model: Model, option: Option, extra: tuple[Term, ...]) -> Sides:
    hero = state.models[option.target]
    if option.form == "fight":
        return combat.fight_sides(state, model, hero, extra)
    if option.form == "shoot":
        return combat.shoot_sides(state, model, hero, extra)
    return combat.magic_sides(state, model, state.spells[option.spell], hero)
