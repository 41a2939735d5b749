"""What a finished battle yields: fates and renown, rolled and proposed at once.

Wounds and deaths are rolled right after the battle (WOUND-3) and stand in its record; the
director confirms what becomes of them, and may change the renown (REN-1, CONS-1).
"""

from rulebook.saga.death import Fallen, Outcome, judge_fallen, thrower
from rulebook.saga.effects import Context
from rulebook.saga.events import FateRolled, RenownProposed
from rulebook.saga.renown import Participant, battle_pool, share_renown
from rulebook.saga.state import Fall, Fate, Share, State, Unit


def consequences(ctx: Context) -> None:
    """Roll the fate of every fallen character, in the order of defeat, and propose renown."""
    state = ctx.state
    fallen = [_fallen(state.units[fall.unit], fall) for fall in state.fallen]
    characters = [one for one in fallen if one is not None]
    judged = judge_fallen(characters, thrower(ctx.dice), state.rules, friendly=state.friendly)
    for outcome in judged:
        ctx.tell(FateRolled(ctx.at, _fate(outcome), outcome.wound_roll, outcome.death_roll))
    shares = renown_shares(state)
    if shares:
        ctx.tell(RenownProposed(ctx.at, shares))


def renown_shares(state: State) -> tuple[Share, ...]:
    """The proposal of REN-1 for every character that took part."""
    won = state.outcome.winner if state.outcome else None
    per_side = _units_per_side(state)
    shares = []
    for side in state.sides:
        shares += _shares_of(state, side.id, won == side.id, per_side)
    return tuple(shares)


def _shares_of(state: State, side: str, won: bool, per_side: int) -> list[Share]:
    party = [unit for unit in state.units.values() if unit.side == side and unit.rank]
    felled = {unit.id: 0 for unit in party}
    enemies = [fall for fall in state.fallen if _is_enemy(state, fall, side)]
    for fall in enemies:
        if fall.by in felled:
            felled[fall.by] += 1
    survivors = sum(not unit.defeated for unit in party)
    pool = battle_pool(won=won, enemies_defeated=len(enemies), survivors=survivors)
    participants = [Participant(unit_id, count) for unit_id, count in felled.items()]
    shared = share_renown(participants, pool, units_per_side=per_side)
    return [Share(share.id, share.equal + share.extra) for share in shared]


def _is_enemy(state: State, fall: Fall, side: str) -> bool:
    unit = state.units[fall.unit]
    return unit.side != side and unit.fighter


def _units_per_side(state: State) -> int:
    fighters = [unit.side for unit in state.units.values() if unit.fighter]
    return min((fighters.count(side.id) for side in state.sides), default=0)


def _fallen(unit: Unit, fall: Fall) -> Fallen | None:
    if unit.rank is None:
        return None
    return Fallen(unit.id, unit.rank, unit.open_wounds, unit.strength, unit.exertion, by_boss=fall.boss)


def _fate(outcome: Outcome) -> Fate:
    return Fate(
        outcome.id,
        outcome.rank,
        outcome.outcome,
        outcome.rule,
        outcome.certain,
        outcome.chance,
        outcome.wounds,
        outcome.death_chance,
    )
