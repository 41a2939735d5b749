"""What there is to see on the board of a running battle, for one reader."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeGuard

from django.utils.translation import gettext as _

from battles.board import Ground, Mark, Piece, Reach, Scene
from battles.scenes import ZONE_CSS
from rulebook.saga.board import Cell
from rulebook.saga.hooks import counted_armor
from rulebook.saga.legal import legal_actions
from rulebook.saga.state import Hazard, State, Unit
from rulebook.saga.steps import Horn, Move, Step, Strike, UseAbility
from turns.composer import Checked, Orders, aims_at_cells
from turns.sight import Sight
from turns.wording import Names


def scene_of(sight: Sight, *, acting: str = "", last: str = "", placed: Collection[Piece] = ()) -> Scene:
    """The board as the reader sees it. `placed` are units that stand there only in the reader's mind (turn 0)."""
    state = sight.state
    pieces = [piece_of(sight, unit, acting=acting, last=last) for unit in state.units.values() if unit.standing]
    return Scene(
        state.board.width,
        state.board.height,
        state.board.blocked,
        _zones(sight),
        _hazards(state, sight.names),
        (*pieces, *placed),
        title=_title(state),
    )


def _title(state: State) -> str:
    if state.phase == "deployment":
        return _("Deployment")
    return _("Round %(round)s") % {"round": state.round}


def piece_of(sight: Sight, unit: Unit, *, acting: str = "", last: str = "", at: Cell | None = None) -> Piece:
    """A unit as the board shows it; `at` puts it somewhere else."""
    marks: set[Mark] = {name for name in ("leader", "boss", "hidden", "obstacle") if getattr(unit, name)}
    marks |= {"acting"} if unit.id == acting else set()
    marks |= {"last"} if unit.id == last else set()
    place = at or unit.at
    assert place is not None
    return Piece(
        id=unit.id,
        name=unit.name,
        team=sight.team(unit),
        at=place,
        size=unit.size,
        figures=f"{unit.strength}/{unit.armor}",
        words=tuple(_words(sight, unit, acting)),
        marks=frozenset(marks),
    )


def _words(sight: Sight, unit: Unit, acting: str) -> list[str]:
    """What a unit's button says after its name."""
    teams = {"a": _("ally"), "b": _("enemy"), "n": _("neutral")}
    if sight.watches or sight.directs:
        teams = dict.fromkeys("abn", sight.names.side(unit.side))
    words = [_("obstacle") if unit.obstacle else teams[sight.team(unit)]]
    words += [_("STR %(value)s") % {"value": unit.strength}, _("ARM %(value)s") % {"value": unit.armor}]
    counted = counted_armor(sight.state, unit)
    words += [_("counts as ARM %(value)s") % {"value": counted}] if counted != unit.armor else []
    words += [_("leader")] if unit.leader else []
    words += [_("boss")] if unit.boss else []
    words += [_("hidden")] if unit.hidden else []
    words += [_("acting now")] if unit.id == acting else []
    return words


def _zones(sight: Sight) -> tuple[Ground, ...]:
    """Deployment zones, drawn in turn 0 only (DEPL-3)."""
    state = sight.state
    if state.phase != "deployment":
        return ()
    css = dict(zip([side.id for side in state.sides], ZONE_CSS, strict=False))
    return tuple(
        Ground(
            zone.letter,
            _("zone of %(side)s") % {"side": sight.names.side(zone.side)},
            zone.cells - state.board.blocked,
            css.get(zone.side, ZONE_CSS[-1]),
        )
        for zone in state.board.zones
    )


def _hazards(state: State, names: Names) -> tuple[Ground, ...]:
    found: dict[str, set[Cell]] = {}
    for hazard in state.hazards:
        found.setdefault(_hazard_name(hazard, names), set()).add(hazard.cell)
    return tuple(Ground("", name, frozenset(cells), "") for name, cells in found.items())


def _hazard_name(hazard: Hazard, names: Names) -> str:
    name = names.entry(hazard.name, hazard.source)
    return _("%(name)s, hidden") % {"name": name} if hazard.hidden else name


def reach_of(state: State, unit: Unit, orders: Orders) -> list[Reach]:
    """Where the unit may go, each cell with the least willpower it takes; its horn points count."""
    first = _horn_steps(state, unit, orders)
    least: dict[Cell, int] = {}
    for step in legal_actions(state, unit.id, first):
        if isinstance(step, Move) and step.to != unit.at:
            least[step.to] = min(step.will or 0, least.get(step.to, step.will or 0))
    return [Reach(cell, will) for cell, will in sorted(least.items(), key=lambda item: (item[0][1], item[0][0]))]


def _horn_steps(state: State, unit: Unit, orders: Orders) -> tuple[Horn, ...]:
    points = int(orders.horn) if orders.horn.isdecimal() else 0
    room = min(state.side(unit.side).horn or 0, unit.max_willpower - unit.willpower)
    return (Horn(points),) if 0 < points <= room else ()


def cells_in_aim(state: State, unit: Unit, orders: Orders, checked: Checked) -> list[Reach]:
    """The cells at which the chosen ability may be aimed after the steps before it."""
    if not aims_at_cells(orders):
        return []
    before = tuple(step for step in checked.steps if isinstance(step, Horn | Move))
    rank = int(orders.rank) if orders.rank.isdecimal() else 1
    return [
        Reach(step.target)
        for step in legal_actions(state, unit.id, before)
        if isinstance(step, UseAbility)
        and step.name == orders.ability
        and step.rank == rank
        and isinstance(step.target, Cell)
    ]


def targets_of(state: State, unit: Unit, orders: Orders, checked: Checked) -> list[str]:
    """The units at which what was chosen may be aimed after the steps before it; any attack while nothing is chosen."""
    before = tuple(step for step in checked.steps if isinstance(step, Horn | Move))
    found: dict[str, None] = {}
    for step in legal_actions(state, unit.id, before):
        if _fits(step, orders):
            found[str(step.target)] = None
    return list(found)


def _fits(step: Step, orders: Orders) -> TypeGuard[Strike | UseAbility]:
    if isinstance(step, Strike):
        return not orders.ability and orders.mode == "act"
    if isinstance(step, UseAbility) and isinstance(step.target, str):
        return step.name == orders.ability and str(step.rank) == orders.rank
    return False
