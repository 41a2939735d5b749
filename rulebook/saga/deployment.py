"""Turn 0: placing units, and what happens to those not placed (DEPL-0 to DEPL-4)."""

from rulebook.dice import throw
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.actions import Deploy, Placement
from rulebook.saga.board import Board, Cell, Footprint, footprint
from rulebook.saga.effects import Context
from rulebook.saga.events import DeploymentEnded, UnitPlacedAtRandom, UnitsDeployed
from rulebook.saga.state import DIRECTOR, State, Unit

Spot = tuple[Cell, bool]


def awaited(state: State) -> dict[str, list[Unit]]:
    """The units still to be placed, by the player who owes it; hidden ones are not awaited."""
    owed: dict[str, list[Unit]] = {}
    if state.phase == "deployment":
        for unit in state.units.values():
            if unit.at is None and not unit.hidden and not unit.defeated:
                owed.setdefault(unit.player, []).append(unit)
    return owed


def deploy(ctx: Context, action: Deploy) -> bool:
    """Place some of a player's units; True when nobody is awaited any more (DEPL-1).

    Raises `not-deploying`, `paused`, `not-your-unit`, `already-deployed`, `outside-zone`,
    `blocked` and `bad-placement`.
    """
    if ctx.state.phase != "deployment":
        raise Illegal("not-deploying", "Turn 0 is over.")
    if ctx.state.paused is not None and action.by != DIRECTOR:
        raise Illegal("paused", "The battle is paused.")
    if not action.placements:
        raise Unreadable("bad-placement", "No unit was placed.")
    taken: set[Cell] = set()
    for placement in action.placements:
        cells = _checked(ctx.state, action.by, placement)
        if not taken.isdisjoint(cells) or not _is_clear(ctx.state, cells):
            raise _blocked(placement)
        taken.update(cells)
    ctx.tell(UnitsDeployed(ctx.at, action.by, action.placements))
    return not awaited(ctx.state)


def close(ctx: Context) -> None:
    """End turn 0: whoever is not placed stands where a die says (DEPL-2)."""
    missing = [unit for units in awaited(ctx.state).values() for unit in units]
    # The larger first: a 2x2 unit finds no room once the others are scattered.
    missing.sort(key=lambda unit: -unit.size.width * unit.size.height)
    for unit in missing:
        _place_at_random(ctx, unit)
    ctx.tell(DeploymentEnded(ctx.at, by_deadline=bool(missing)))


def spots(state: State, unit: Unit) -> list[Spot]:
    """Where the unit may be placed now: its zone's cells row by row, and how it lies."""
    zone = state.board.zone_of(unit.side)
    return _spots(state, unit, zone)


def widened(board: Board, zone: frozenset[Cell], rows: int) -> frozenset[Cell]:
    """A zone grown by some rows toward the middle of the board, blocked cells left out (DEPL-4)."""
    if not zone or rows <= 0:
        return zone
    top, bottom = min(cell.y for cell in zone), max(cell.y for cell in zone)
    downward = top + bottom < board.height - 1
    edge = bottom if downward else top
    columns = {cell.x for cell in zone if cell.y == edge}
    added = (Cell(x, edge + (n if downward else -n)) for x in columns for n in range(1, rows + 1))
    return zone | frozenset(cell for cell in added if board.open(cell))


def _checked(state: State, by: str, placement: Placement) -> Footprint:
    unit = state.units.get(placement.unit)
    if unit is None or (unit.player != by and by != DIRECTOR):
        message = f"{by} has no unit {placement.unit!r}."
        raise Illegal("not-your-unit", message, {"unit": placement.unit})
    if unit.at is not None or unit.hidden:
        message = f"{unit.id} is not waiting to be placed."
        raise Illegal("already-deployed", message, {"unit": unit.id})
    if placement.turned and unit.size.width == unit.size.height:
        raise Unreadable("bad-placement", f"{unit.id} does not turn.", {"unit": unit.id})
    cells = _cells(unit, placement.cell, placement.turned)
    if not state.board.zone_of(unit.side).issuperset(cells):
        message = f"{placement.cell} is not in the zone of {unit.side}."
        details = {"unit": unit.id, "cell": str(placement.cell)}
        raise Illegal("outside-zone", message, details)
    return cells


def _cells(unit: Unit, cell: Cell, turned: bool) -> Footprint:
    return footprint(cell, unit.size.turned if turned else unit.size)


def _is_clear(state: State, cells: Footprint) -> bool:
    return state.board.fits(cells) and not any(cell in state.occupied for cell in cells)


def _blocked(placement: Placement) -> Illegal:
    message = f"{placement.unit} cannot stand on {placement.cell}."
    return Illegal("blocked", message, {"unit": placement.unit, "cell": str(placement.cell)})


def _spots(state: State, unit: Unit, ground: frozenset[Cell]) -> list[Spot]:
    ways = (False,) if unit.size.width == unit.size.height else (False, True)
    return [
        (cell, turned)
        for cell in sorted(ground, key=lambda c: (c.y, c.x))
        for turned in ways
        if ground.issuperset(cells := _cells(unit, cell, turned)) and _is_clear(state, cells)
    ]


def _place_at_random(ctx: Context, unit: Unit) -> None:
    found = spots(ctx.state, unit) or _spots(ctx.state, unit, _whole(ctx.state.board))
    roll = throw(ctx.dice, len(found), "placement")
    cell, turned = found[roll.face - 1]
    ctx.tell(UnitPlacedAtRandom(ctx.at, unit.id, cell, turned, roll))


def _whole(board: Board) -> frozenset[Cell]:
    return frozenset(Cell(x, y) for x in range(board.width) for y in range(board.height))
