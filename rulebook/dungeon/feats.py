"""What each heroic feat allows instead of a normal turn (DS-FEAT).

A feat opens its own kind of turn; the steps that it allows follow one by one, so that a
second target can be chosen after the first result.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.dungeon.attack import Term
from rulebook.dungeon.state import Lasting, Model, Running, Stage, State

WHIRL, BREACH, VOLLEY, OVERCHANNEL = "reaping_arc", "hold_the_breach", "twin_arrows", "overchannel"
SHROUD, CRUSH = "bone_shroud", "crushing_blow"


@dataclass(frozen=True, slots=True)
class Feat:
    """How a turn with this feat begins: the stage it opens, its movement, and what may follow.

    `turns_only`: no Move, but a change of facing first; `more` are shots to come.
    """

    key: str
    stage: Stage
    may_move: bool = True
    turns_only: bool = True
    points: int = 0
    more: int = 0


FEATS: dict[str, Feat] = {
    feat.key: feat
    for feat in (
        Feat(WHIRL, "fights"),
        Feat(BREACH, "done", turns_only=False, points=2),
        Feat(VOLLEY, "shots", more=2),
        Feat(OVERCHANNEL, "casting"),
        Feat(SHROUD, "done", may_move=False),
        Feat(CRUSH, "open", turns_only=False, points=2),
    )
}

CRUSHING_DICE = 2
OVERCHANNEL_MAJORS, OVERCHANNEL_MINORS = 2, 3


def fight_terms(running: Running | None, attacker: Model) -> tuple[Term, ...]:
    """Dice that the feat in use adds to a Fight."""
    if running is None or running.unit != attacker.id or running.feat != CRUSH:
        return ()
    return (Term(CRUSH, CRUSHING_DICE),)


def effects_at_once(state: State, model: Model, feat: str) -> tuple[Lasting, ...]:
    """What a feat lays upon its user as it begins."""
    if feat != SHROUD:
        return ()
    return (Lasting(SHROUD, "armour-set", 5, model.id, "round-ends", state.round + 1),)


def effects_afterwards(model: Model, feat: str) -> tuple[Lasting, ...]:
    """What a feat lays upon its user once its Move is over."""
    if feat != BREACH:
        return ()
    return (
        Lasting(BREACH, "armour-set", 5, model.id, "own-turn-begins"),
        Lasting(f"{BREACH}-hold", "holds", 1, model.id, "own-turn-begins"),
    )
