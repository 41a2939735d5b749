"""What a battle that is over means for each character that fought in it, read from its state."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.saga.state import State, Unit


@dataclass(frozen=True, slots=True)
class Case:
    """One character: how it ended, by which rule, and what the director still has to decide.

    `wounds` are the new ones: `certain`, and perhaps one more at `chance` percent. `renown` is the proposal
    (REN-1). `to_decide` holds for those felled by a boss whose fate is the director's (DEATH-1, DEATH-2).
    """

    unit: str
    character: int
    name: str
    player: str
    side: str
    won: bool | None
    defeated: bool
    felled: int
    outcome: str
    rule: str
    wounds: int
    certain: int
    chance: int
    death_chance: int
    renown: int
    to_decide: bool


def cases_of(state: State) -> tuple[Case, ...]:
    """Every character that took part, in the units' listed order."""
    return tuple(_case(state, unit) for unit in state.units.values() if unit.character.isdecimal())


def _case(state: State, unit: Unit) -> Case:
    fate = next((fate for fate in state.fates if fate.unit == unit.id), None)
    winner = state.outcome.winner if state.outcome else None
    claimed = fate is not None and fate.rank == "companion" and fate.rule == "boss"
    return Case(
        unit=unit.id,
        character=int(unit.character),
        name=unit.name,
        player=unit.player,
        side=unit.side,
        won=None if winner is None else winner == unit.side,
        defeated=unit.defeated,
        felled=_felled(state, unit),
        outcome=fate.outcome if fate else "lives",
        rule=fate.rule if fate else "",
        wounds=fate.wounds if fate else 0,
        certain=fate.certain if fate else 0,
        chance=fate.chance if fate else 0,
        death_chance=fate.death_chance if fate else 0,
        renown=next((share.renown for share in state.renown if share.unit == unit.id), 0),
        to_decide=claimed or (fate is not None and fate.outcome == "director-decides"),
    )


def _felled(state: State, unit: Unit) -> int:
    """How many enemy units fell by it; obstacles do not count."""
    fallen = (state.units[fall.unit] for fall in state.fallen if fall.by == unit.id)
    return sum(other.side != unit.side and other.fighter for other in fallen)
