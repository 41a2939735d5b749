"""The one legal list, against an independent list made the slow way (WILL-1, MOVE-2, MOVE-3, HIT-6).

The slow list knows nothing of the rulebook's drafts, ways or targets: it tries every step
there could be on a board of five by five and asks plain questions of plain sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga.actions import PlayTurn
from rulebook.saga.board import Cell
from rulebook.saga.change import change
from rulebook.saga.legal import legal_actions
from rulebook.saga.resolve import apply
from rulebook.saga.setup import Setup
from rulebook.saga.state import Span, State, Unit
from rulebook.saga.steps import End, Horn, Move, Rest, Step, Strike, Target, UseAbility
from tests.rulebook.battlefields import CELLS, SIDE, setups, started
from tests.rulebook.boards import Table, ours, theirs, thing

few = settings(max_examples=max(8, settings().max_examples // 4))
ASKING = ("run-through", "thread-the-needle", "rain-of-arrows", "forge-ahead")
Squares = frozenset[tuple[int, int]]


def squares(x: int, y: int, width: int, height: int) -> Squares:
    return frozenset(product(range(x, x + width), range(y, y + height)))


def own_squares(unit: Unit) -> Squares:
    assert unit.at is not None
    return squares(*unit.at, *unit.size)


def steps_between(one: Squares, other: Squares) -> int:
    return min(abs(a - c) + abs(b - d) for a, b in one for c, d in other)


def every_step(state: State, unit: Unit) -> Iterator[Step]:
    """Every step anybody could think of, wise or not."""
    yield Rest()
    yield End()
    yield from (Horn(points) for points in range(7))
    lies = (None,) if unit.size.width == unit.size.height else (True, False)
    for cell, will, turned in product(CELLS, range(4), lies):
        yield Move(cell, will, turned)
    for target, kind, boost, again in product(state.units, ("strength", "break"), range(4), (False, True)):
        yield Strike(kind, target, boost, again)  # type: ignore[arg-type]
    targets: list[Target] = [None, *state.units, *CELLS]
    for name, rank, target in product((*unit.abilities, "no-such-thing"), range(5), targets):
        yield UseAbility(name, rank, target)


class SlowTable:
    """What is allowed, worked out from sets of squares."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state, self.unit = state, unit
        self.others = {u.id: own_squares(u) for u in state.units.values() if u.standing and u.id != unit.id}
        self.board = squares(0, 0, SIDE, SIDE) - frozenset(map(tuple, state.board.blocked))
        light = "light-step" in unit.passives
        allies = {u.id for u in state.units.values() if u.side == unit.side and not u.obstacle}
        in_the_way = (spot for name, spot in self.others.items() if not (light and name in allies))
        self.passable = self.board - frozenset().union(*in_the_way)
        self.standable = self.board - frozenset().union(*self.others.values())

    def needed(self) -> dict[tuple[int, int, int, int], int]:
        """The squares that each way of standing costs, found by walking everywhere."""
        assert self.unit.at is not None
        reached = {(*self.unit.at, *self.unit.size): 0}
        for cost in range(1, 60):
            for x, y, w, h in [pose for pose, known in reached.items() if known == cost - 1]:
                for pose in ((x + 1, y, w, h), (x - 1, y, w, h), (x, y + 1, w, h), (x, y - 1, w, h), (x, y, h, w)):
                    if squares(*pose) <= self.passable:
                        reached.setdefault(pose, cost)
        return reached

    def allows(self, step: Step) -> bool:
        unit = self.unit
        if isinstance(step, Rest | End):
            return True
        if isinstance(step, Horn):
            horn = self.state.side(unit.side).horn or 0
            return 1 <= step.points <= horn and unit.willpower + step.points <= unit.max_willpower
        if isinstance(step, Move):
            return self.allows_move(step)
        if isinstance(step, Strike):
            return self.allows_strike(step)
        return isinstance(step, UseAbility) and self.allows_ability(step)

    def allows_move(self, step: Move) -> bool:
        unit, will = self.unit, step.will or 0
        wanted = {
            (*step.to, *size)
            for size in (unit.size, unit.size.turned)
            if step.turned is None or (size.width > 1) == step.turned
        }
        costs = [
            cost for pose, cost in self.needed().items() if pose in wanted and cost and squares(*pose) <= self.standable
        ]
        return will <= min(unit.exertion, unit.willpower) and bool(costs) and min(costs) <= unit.move + will

    def allows_strike(self, step: Strike) -> bool:
        unit, other = self.unit, self.state.units[step.target]
        if step.target not in self.others or not (other.obstacle or other.side != unit.side):
            return False
        low, high = unit.reach
        near = low <= steps_between(own_squares(unit), self.others[step.target]) <= high
        may_reroll = self.state.rules.hero_points and unit.hero_points >= 1
        return near and step.boost <= min(unit.exertion, unit.willpower) and (may_reroll or not step.reroll)

    def allows_ability(self, step: UseAbility) -> bool:
        unit = self.unit
        if not 1 <= step.rank <= min(unit.abilities.get(step.name, 0), unit.willpower):
            return False
        ability = self.state.abilities[step.name]
        if not self.is_aimed(ability.aim, step.target):
            return False
        low, high = ability.ranges[step.rank - 1]
        spot = self.spot(step.target)
        away = 0 if spot is None else steps_between(own_squares(unit), spot)
        low, high = unit.reach.low if low is None else low, unit.reach.high if high is None else high
        return (spot is None or low <= away <= high) and self.fits(step.name, step.target)

    def fits(self, name: str, target: Target) -> bool:
        """What single abilities ask of their target besides (SK-21, SK-32, SK-33, SK-34)."""
        if name == "run-through":
            return self.is_open_past(self.others[str(target)])
        if name == "thread-the-needle":
            return self.direction_of(self.others[str(target)]) is not None
        if name == "rain-of-arrows":
            assert isinstance(target, Cell)
            return tuple(target) in self.standable
        if name == "forge-ahead":
            return target in {place.unit for place in self.state.places if place.status == "waiting"}
        return True

    def direction_of(self, spot: Squares) -> tuple[int, int] | None:
        """Which way something lies that shares a row or a column with the unit."""
        mine = own_squares(self.unit)
        for axis, step in ((1, (1, 0)), (0, (0, 1))):
            if {square[axis] for square in mine} & {square[axis] for square in spot}:
                sign = 1 if min(spot)[1 - axis] > min(mine)[1 - axis] else -1
                return step[0] * sign, step[1] * sign
        return None

    def is_open_past(self, spot: Squares) -> bool:
        """Whether a straight run meets no wall and no thing, and ends on free squares right behind the target."""
        direction, pose, met = self.direction_of(spot), own_squares(self.unit), False
        things = frozenset[tuple[int, int]]().union(
            *(self.others[n] for n in self.others if self.state.units[n].obstacle)
        )
        while direction and (pose := frozenset((x + direction[0], y + direction[1]) for x, y in pose)):
            if not pose <= self.board - things:
                return False
            if met and not pose & spot:
                return not any(pose & other for other in self.others.values())
            met = met or bool(pose & spot)
        return False

    def is_aimed(self, aim: str, target: Target) -> bool:
        if target is None or isinstance(target, Cell):
            return aim == ("self" if target is None else "cell")
        if target not in self.others:
            return False
        other = self.state.units[target]
        friend = other.side == self.unit.side and not other.obstacle
        foe = other.obstacle or other.side != self.unit.side
        return {"unit": not other.obstacle, "ally": friend, "enemy": foe}.get(aim, False)

    def spot(self, target: Target) -> Squares | None:
        if target is None:
            return None
        return frozenset({tuple(target)}) if isinstance(target, Cell) else self.others[target]


@st.composite
def turns(draw: st.DrawFn) -> tuple[State, Unit]:
    """A state whose running unit is about to act, its horns filled at random."""
    setup: Setup = draw(setups())
    state, _, _ = started(setup)
    horn = draw(st.integers(0, 3))
    state = change(state, sides=tuple(replace(side, horn=horn) for side in state.sides))
    assert state.running is not None
    return state, state.units[state.running.unit]


@given(turn=turns())
def test_legal_actions_equal_the_slow_list(turn: tuple[State, Unit]) -> None:
    state, unit = turn
    slow = SlowTable(state, unit)
    listed = legal_actions(state, unit.id)
    assert len(listed) == len(set(listed))
    assert set(listed) == {step for step in every_step(state, unit) if slow.allows(step)}


@given(marks=st.lists(st.sampled_from(".GbO"), min_size=9, max_size=9))
def test_abilities_that_ask_more_of_their_target_equal_the_slow_list(marks: list[str]) -> None:
    """On two rows of five, where nearly everybody stands in somebody's line."""
    kinds = {"G": theirs, "b": ours, "O": thing}
    names = [mark if mark == "." else "cdefghijk"[n] for n, mark in enumerate(marks)]
    others = {name: kinds[mark]() for name, mark in zip(names, marks, strict=True) if mark != "."}
    first, second = "a" + "".join(names[:4]), "".join(names[4:])
    drawing = "\n".join((first, second, *["#####"] * 3))
    table = Table(drawing, a=ours(abilities=dict.fromkeys(ASKING, 3), reach=Span(1, 5)), **others)
    unit = table.state.units["a"]
    slow = SlowTable(table.state, unit)
    listed = {step for step in legal_actions(table.state, "a") if isinstance(step, UseAbility)}
    tried = (step for step in every_step(table.state, unit) if isinstance(step, UseAbility))
    assert listed == {step for step in tried if slow.allows(step)}


@given(turn=turns())
@few
def test_exactly_the_listed_steps_are_accepted(turn: tuple[State, Unit]) -> None:
    state, unit = turn
    listed = set(legal_actions(state, unit.id))
    assert {step for step in every_step(state, unit) if accepted(state, unit, (step,))} == listed


@given(turn=turns(), data=st.data())
@few
def test_exactly_the_steps_listed_after_a_move_are_accepted_after_it(
    turn: tuple[State, Unit], data: st.DataObject
) -> None:
    state, unit = turn
    first = data.draw(st.sampled_from(legal_actions(state, unit.id)))
    listed = set(legal_actions(state, unit.id, (first,)))
    tried = {step for step in every_step(state, unit) if accepted(state, unit, (first, step))}
    assert tried == listed


def accepted(state: State, unit: Unit, steps: tuple[Step, ...]) -> bool:
    try:
        apply(state, PlayTurn(unit.player, unit.id, steps, state.moment), SeededDice(b"tried"))
    except Refused:
        return False
    return True


@given(turn=turns())
def test_willpower_and_lie_may_be_left_to_the_rules(turn: tuple[State, Unit]) -> None:
    """A move without them costs what the cheapest listed move to the same cell costs."""
    state, unit = turn
    moves = [step for step in legal_actions(state, unit.id) if isinstance(step, Move)]
    for cell in {move.to for move in moves}:
        cheapest = min(move.will or 0 for move in moves if move.to == cell)
        after, _ = apply(state, PlayTurn(unit.player, unit.id, (Move(cell),), state.moment), SeededDice(b"x"))
        if after.units[unit.id].standing:
            assert after.units[unit.id].willpower == unit.willpower - cheapest


def test_what_is_over_or_unknown_has_no_list() -> None:
    table = Table("aG.\nX.H", a=ours(strength=30), G=theirs(strength=1), X=thing(), H=theirs())
    table.strike("a", "G")
    for unit, code in (("G", "defeated"), ("zoe", "unknown-unit"), ("X", "unknown-unit")):
        with pytest.raises(Refused) as refused:
            legal_actions(table.state, unit)
        assert refused.value.code == code
