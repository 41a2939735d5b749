"""The one list of what a unit may do, and the one check of what it wants to do.

A `Draft` is a turn being put together: the state as the unit's player knows it, with the
unit where the chosen steps would take it. `options` lists the steps that may follow, and
`follow` takes one of them or says why not; both ask the same questions, so that exactly
the listed steps are accepted. No dice are cast and nothing hidden is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulebook.errors import Illegal, Refused, Unreadable
from rulebook.saga.attack import ATTACK_KINDS, check_boost
from rulebook.saga.board import Cell, distance, footprint
from rulebook.saga.change import change
from rulebook.saga.effects import AIM_CHECKS
from rulebook.saga.figures import striker_of
from rulebook.saga.hooks import counted_exertion, gap
from rulebook.saga.knowledge import known_to_side
from rulebook.saga.movement import Pose, can_stand, find_way, goals, lies_along_row, ways_from
from rulebook.saga.state import AbilityData, State, Unit
from rulebook.saga.steps import End, Horn, Move, Rest, Step, Strike, Target, UseAbility

START, AFTER_HORN, AFTER_MOVE, AFTER_ACT, CLOSED = range(5)


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn so far. `unit` is how the unit would be after the steps, `path` its last walk.

    `stage` counts the four steps that are behind it (TURN-1).
    """

    state: State
    unit: Unit
    horn: int
    stage: int = START
    path: tuple[Pose, ...] = ()
    will: int = 0

    @property
    def moved(self) -> bool:
        return bool(self.path)


def legal_actions(state: State, actor: str, steps: Iterable[Step] = ()) -> list[Step]:
    """The steps that may follow those already chosen in this unit's turn, in a fixed order.

    Asks only what the unit itself could do, not whose turn it is: the same list serves
    a turn, a late post and an early turn. Raises what `follow` raises for `steps`.
    """
    return list(options(draft_turn(state, actor, steps)))


def draft_turn(state: State, actor: str, steps: Iterable[Step] = ()) -> Draft:
    """A unit's turn after these steps. Raises `unknown-unit`, `defeated`, or what they raise."""
    unit = state.units.get(actor)
    if unit is None or unit.at is None or unit.obstacle:
        raise _no_actor(unit, actor)
    known = known_to_side(state, unit)
    draft = Draft(known, unit, state.side(unit.side).horn or 0)
    for step in steps:
        draft = follow(draft, step)
    return draft


def options(draft: Draft) -> Iterator[Step]:
    """Every step that may come next."""
    if draft.stage == START:
        yield Rest()
        yield from _horn_options(draft)
    if draft.stage < AFTER_MOVE:
        yield from _move_options(draft)
    if draft.stage < AFTER_ACT:
        yield from _strike_options(draft)
        yield from _ability_options(draft)
    if draft.stage < CLOSED:
        yield End()


def follow(draft: Draft, step: Step) -> Draft:
    """The draft after one more step. Raises the code of whatever stands in its way."""
    if isinstance(step, Move):
        return _follow_move(draft, step)
    if isinstance(step, Strike):
        return _follow_strike(draft, step)
    if isinstance(step, UseAbility):
        return _follow_ability(draft, step)
    if isinstance(step, Horn):
        return _follow_horn(draft, step)
    if isinstance(step, Rest):
        _in_order(draft, step, START)
        return replace(draft, stage=AFTER_ACT)
    if isinstance(step, End):
        _in_order(draft, step, AFTER_ACT)
        return replace(draft, stage=CLOSED)
    raise Unreadable("unknown-step", f"{step!r} is no step.", {"step": repr(step)})


def _in_order(draft: Draft, step: Step, latest: int) -> None:
    if draft.stage > latest:
        message = f"A step of kind {step.kind} may not come here: a turn is rest, horn, move, act."
        raise Illegal("step-order", message, {"step": step.kind})


def _no_actor(unit: Unit | None, actor: str) -> Refused:
    if unit is not None and unit.defeated:
        return Illegal("defeated", f"{actor} is defeated.", {"unit": actor})
    return Unreadable("unknown-unit", f"No unit {actor} is on the board.", {"unit": actor})


# Horn


def _horn_options(draft: Draft) -> Iterator[Step]:
    room = draft.unit.max_willpower - draft.unit.willpower
    for points in range(1, min(draft.horn, room) + 1):
        yield Horn(points)


def _follow_horn(draft: Draft, step: Horn) -> Draft:
    _in_order(draft, step, START)
    points, unit = step.points, draft.unit
    if not _is_count(points) or points == 0:
        raise Unreadable("bad-boost", f"One takes 1 point or more, not {points!r}.", {"points": points})
    if points > draft.horn:
        message = f"The horn holds {draft.horn}, not {points}."
        raise Illegal("horn-empty", message, {"points": points, "horn": draft.horn})
    if unit.willpower + points > unit.max_willpower:
        message = f"{points} would take {unit.id} above its willpower of {unit.max_willpower}."
        raise Illegal("above-maximum", message, {"points": points, "maximum": unit.max_willpower})
    unit = change(unit, willpower=unit.willpower + points)
    return replace(draft, unit=unit, horn=draft.horn - points, stage=AFTER_HORN)


def _is_count(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0


# Move


def _most_will(unit: Unit) -> int:
    return min(counted_exertion(unit), unit.willpower)


def _move_options(draft: Draft) -> Iterator[Step]:
    unit, most = draft.unit, _most_will(draft.unit)
    ways = ways_from(draft.state, unit, unit.move + most)
    for (to, size), cost in goals(draft.state, unit, ways):
        turned = lies_along_row(size)
        for will in range(max(0, cost - unit.move), most + 1):
            yield Move(to, will, turned)


def _follow_move(draft: Draft, step: Move) -> Draft:
    _in_order(draft, step, AFTER_HORN)
    unit = draft.unit
    if step.will is not None:
        check_boost(step.will, striker_of(unit))
    offered = _most_will(unit) if step.will is None else step.will
    if step.turned is not None and lies_along_row(unit.size) is None:
        raise Unreadable("bad-move", f"{unit.id} does not turn.", {"unit": unit.id})
    path, cost = find_way(draft.state, unit, step.to, step.turned, unit.move + offered)
    will = max(0, cost - unit.move)
    return _standing_at(draft, path, will)


def _standing_at(draft: Draft, path: list[Pose], will: int) -> Draft:
    unit = draft.unit
    at, size = path[-1]
    moved = change(unit, at=at, size=size, willpower=unit.willpower - will)
    occupied = {cell: name for cell, name in draft.state.occupied.items() if name != unit.id}
    occupied.update(dict.fromkeys(footprint(at, size), unit.id))
    state = change(draft.state, occupied=occupied, units={**draft.state.units, unit.id: moved})
    return replace(draft, state=state, unit=moved, stage=AFTER_MOVE, path=tuple(path), will=will)


# Plain attacks


def attackable(unit: Unit, other: Unit) -> bool:
    """An enemy or an obstacle, not an ally, not itself (HIT-6)."""
    return other.id != unit.id and (other.obstacle or other.side != unit.side)


def _strike_options(draft: Draft) -> Iterator[Step]:
    unit = draft.unit
    low, high = unit.reach
    most = _most_will(unit)
    again = (False, True) if _can_reroll(draft) else (False,)
    for other in draft.state.units.values():
        if not (other.standing and attackable(unit, other) and low <= gap(unit, other) <= high):
            continue
        for attack in ATTACK_KINDS:
            for boost in range(most + 1):
                for reroll in again:
                    yield Strike(attack, other.id, boost, reroll)


def _can_reroll(draft: Draft) -> bool:
    rules = draft.state.rules
    return rules.hero_points and draft.unit.hero_points >= rules.hero_points_reroll


def _follow_strike(draft: Draft, step: Strike) -> Draft:
    _in_order(draft, step, AFTER_MOVE)
    unit = draft.unit
    if step.attack not in ATTACK_KINDS:
        raise Unreadable("bad-attack", f"{step.attack!r} is no kind of attack.", {"attack": step.attack})
    other = _target(draft, step.target)
    if not attackable(unit, other):
        raise _illegal_target(step.target)
    if not unit.reach.low <= gap(unit, other) <= unit.reach.high:
        raise _out_of_range(step.target, gap(unit, other))
    check_boost(step.boost, striker_of(unit))
    if step.reroll and not _can_reroll(draft):
        message = f"{unit.id} has {unit.hero_points} hero points, too few to roll again."
        raise Illegal("not-enough-hero-points", message, {"unit": unit.id})
    return replace(draft, stage=AFTER_ACT)


def _target(draft: Draft, target: str) -> Unit:
    """The unit aimed at, as far as the attacker knows of it."""
    other = draft.state.units.get(target)
    if other is not None and other.defeated:
        raise Illegal("defeated", f"{target} is defeated.", {"target": target})
    if other is None or other.at is None:
        raise Unreadable("unknown-target", f"There is no {target!r} on the board.", {"target": target})
    return draft.unit if other.id == draft.unit.id else other


def _illegal_target(target: object) -> Illegal:
    return Illegal("illegal-target", f"This may not be aimed at {target}.", {"target": str(target)})


def _out_of_range(target: object, away: int) -> Illegal:
    message = f"{target} is {away} away, out of range."
    return Illegal("out-of-range", message, {"target": str(target), "distance": away})


# Abilities


def _ability_options(draft: Draft) -> Iterator[Step]:
    unit = draft.unit
    for name, learned in unit.abilities.items():
        ability = draft.state.abilities.get(name)
        if ability is None:
            continue
        for rank in range(1, min(learned, unit.willpower) + 1):
            for target in _targets(draft, ability, rank):
                yield UseAbility(name, rank, target)


def _targets(draft: Draft, ability: AbilityData, rank: int) -> Iterator[Target]:
    for target in _candidates(draft, ability, rank):
        if _in_reach(draft, ability, rank, target) and _fits(draft, ability, rank, target):
            yield target


def _candidates(draft: Draft, ability: AbilityData, rank: int) -> Iterable[Target]:
    if ability.aim == "self":
        return (None,)
    if ability.aim == "cell":
        return _cells_around(draft, ability.reach(rank, draft.unit.reach).high)
    return [
        other.id for other in draft.state.units.values() if other.standing and _aimed_at(draft.unit, ability, other)
    ]


def _cells_around(draft: Draft, high: int) -> Iterator[Cell]:
    board, unit = draft.state.board, draft.unit
    assert unit.at is not None
    (x, y), (width, height) = unit.at, unit.size
    for row in range(max(0, y - high), min(board.height, y + height + high)):
        for column in range(max(0, x - high), min(board.width, x + width + high)):
            yield Cell(column, row)


def _aimed_at(unit: Unit, ability: AbilityData, other: Unit) -> bool:
    if other.id == unit.id:
        return False
    if ability.aim == "enemy":
        return attackable(unit, other)
    if ability.aim == "ally":
        return other.side == unit.side and other.fighter
    return other.fighter


def _away(draft: Draft, target: Target) -> int:
    unit = draft.unit
    if isinstance(target, Cell):
        assert unit.at is not None
        return distance(unit.at, unit.size, target)
    return 0 if target is None else gap(unit, draft.state.units[target])


def _in_reach(draft: Draft, ability: AbilityData, rank: int, target: Target) -> bool:
    reach = ability.reach(rank, draft.unit.reach)
    return target is None or reach.low <= _away(draft, target) <= reach.high


def _fits(draft: Draft, ability: AbilityData, rank: int, target: Target) -> bool:
    check = AIM_CHECKS.get(ability.deed)
    return check is None or check(draft.state, draft.unit, rank, target)


def _follow_ability(draft: Draft, step: UseAbility) -> Draft:
    _in_order(draft, step, AFTER_MOVE)
    unit = draft.unit
    ability = draft.state.abilities.get(step.name)
    learned = unit.abilities.get(step.name)
    if ability is None or learned is None:
        message = f"{unit.id} has no ability {step.name!r}."
        raise Unreadable("unknown-ability", message, {"ability": step.name})
    if not _is_count(step.rank) or not 1 <= step.rank <= learned:
        message = f"{unit.id} knows {step.name} up to rank {learned}, not at {step.rank!r}."
        raise Illegal("unknown-rank", message, {"ability": step.name, "rank": step.rank})
    _check_aim(draft, ability, step)
    if step.rank > unit.willpower:
        message = f"{step.name} at rank {step.rank} costs more than the willpower of {unit.willpower}."
        raise Illegal("not-enough-willpower", message, {"rank": step.rank, "willpower": unit.willpower})
    return replace(draft, unit=change(unit, willpower=unit.willpower - step.rank), stage=AFTER_ACT)


def _check_aim(draft: Draft, ability: AbilityData, step: UseAbility) -> None:
    target = step.target
    if isinstance(target, Cell) and ability.aim == "cell":
        if not draft.state.board.holds(target):
            message = f"{target} is not on the board."
            raise Unreadable("unknown-target", message, {"target": str(target)})
    elif isinstance(target, str) and ability.aim not in ("cell", "self"):
        if not _aimed_at(draft.unit, ability, _target(draft, target)):
            raise _illegal_target(target)
    elif target is not None or ability.aim != "self":
        raise _illegal_target(target)
    if not _in_reach(draft, ability, step.rank, target):
        raise _out_of_range(target, _away(draft, target))
    if not _fits(draft, ability, step.rank, target):
        raise _illegal_target(target)


def within_reach(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit could attack another this turn without willpower for its walk (EARLY-1)."""
    if unit.at is None or target.at is None:
        return False
    ways = ways_from(state, unit, unit.move)
    return any(
        unit.reach.low <= distance(*pose, target.at, target.size) <= unit.reach.high
        for pose in ways.costs
        if can_stand(state, unit, pose)
    )
