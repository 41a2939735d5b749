"""Spells that bring models: where to, and when not (AMD-04)."""

from __future__ import annotations

from rulebook.dungeon import aiming, routes
from rulebook.dungeon.grid import Square, facing_toward, square_name
from rulebook.dungeon.invisible import distances, doing
from rulebook.dungeon.invisible.attacks import exposure
from rulebook.dungeon.invisible.choosing import Ranked, choose
from rulebook.dungeon.invisible.raising import NEAREST_KEYS
from rulebook.dungeon.invisible.running import Run
from rulebook.dungeon.legal import draft_turn, is_legal
from rulebook.dungeon.routes import Distances
from rulebook.dungeon.state import Model
from rulebook.dungeon.steps import Cast


def calls(run: Run, model: Model, hero: Model) -> list[Ranked[Cast]]:
    """Every way to call a model from where the caster stands: free squares that are in no hero's
    front arc, nearest to the hero of highest threat (AMD-04)."""
    state = run.state
    keys = _ready(run, model)
    if not keys:
        return []
    field, found = distances.to_hero(state, hero), []
    draft = draft_turn(state, model.id)
    assert hero.at is not None
    for square in sorted(routes.open_ground(state)):
        if square in state.occupied or exposure(state, (square,)):
            continue
        cast = Cast(keys[0], square=square, facing=facing_toward(square, hero.at))
        if is_legal(draft, cast):
            found.append(Ranked(cast, square_name(square), _values(field, square), hero.id))
    return found


def _values(field: Distances, square: Square) -> tuple[int, int, int]:
    return field.get(square, distances.FAR), square.y, square.x


def _ready(run: Run, model: Model) -> list[str]:
    """Ready spells that bring models, while more of their kind may come."""
    state = run.state
    if not model.profile.spellcaster:
        return []
    ready = [state.spells[key] for key, recharge in model.spells.items() if recharge == 0]
    return [spell.key for spell in ready if spell.effect == "summon" and not aiming.at_limit(state, spell.minion)]


def call(run: Run, model: Model, hero: Model) -> bool:
    """Cast it, if there is a place for who comes."""
    found = calls(run, model, hero)
    if not found:
        return False
    cast = choose(run.ctx, run.note("square", "AMD-04", model.id), NEAREST_KEYS, found)[0]
    doing.take(run.ctx, model.id, cast)
    return True
