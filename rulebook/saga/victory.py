"""When a battle is over, and for whom (WIN-1, WIN-2)."""

from rulebook.saga.state import Side, State, Unit


def alive(state: State, side: str) -> bool:
    """Whether a side has a fighter left; a hidden one counts, though it is off the board."""
    return any(u.side == side and u.fighter and not u.defeated for u in state.units.values())


def verdict(state: State) -> tuple[str, ...]:
    """The sides that have won as things stand; more than one, or `()` with nobody left,
    is for the director to decide (see `is_open`)."""
    standing = [side.id for side in state.sides if alive(state, side.id)]
    won = {side.id for side in state.sides if _has_won(state, side)}
    if len(standing) == 1 < len(_teams(state)):
        won.add(standing[0])
    return tuple(side.id for side in state.sides if side.id in won)


def is_open(state: State) -> bool:
    """Whether the battle simply goes on."""
    if all(side.victory.kind == "none" for side in state.sides):
        return True
    return not verdict(state) and any(alive(state, side.id) for side in state.sides)


def winner(state: State) -> str | None:
    """The one side that has won, or None where the director must decide (WIN-2).

    A side with nobody left has lost, though what it was after fell in the same action.
    """
    won = tuple(side for side in verdict(state) if alive(state, side))
    if len(won) > 1 and all(state.side(side).victory.kind == "destroy" for side in won):
        won = tuple(side for side in won if side == _side_of_last_blow(state))
    return won[0] if len(won) == 1 else None


def _side_of_last_blow(state: State) -> str | None:
    """Whoever destroyed what both sides were after has won it."""
    author = state.units.get(state.fallen[-1].by) if state.fallen else None
    return author.side if author else None


def reason(state: State, side: str) -> str:
    """Why a side has won: its condition's name, or `last-standing`."""
    chosen = state.side(side)
    return chosen.victory.kind if _has_won(state, chosen) else "last-standing"


def _teams(state: State) -> set[str]:
    """The sides that have ever had a fighter; a side of obstacles alone wins nothing."""
    return {unit.side for unit in state.units.values() if unit.fighter}


def _has_won(state: State, side: Side) -> bool:
    if side.victory.kind == "none" or side.id not in _teams(state):
        return False
    goals = _goals(state, side)
    return bool(goals) and all(unit.defeated for unit in goals)


def _goals(state: State, side: Side) -> list[Unit]:
    """What the side has to bring down."""
    others = [unit for unit in state.units.values() if unit.side != side.id]
    if side.victory.kind == "defeat-leader":
        return [unit for unit in others if unit.leader]
    if side.victory.kind == "defeat-all":
        return [unit for unit in others if unit.fighter]
    if side.victory.object:
        return [unit for unit in others if unit.id == side.victory.object]
    return [unit for unit in others if unit.obstacle]
