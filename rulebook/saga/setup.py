"""What a battle begins with: the set-up, and the first state made from it.

A set-up is frozen and goes to JSON and back; kept beside the events, it lets the battle
be replayed from the first moment.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rulebook.errors import Unreadable
from rulebook.saga import hours
from rulebook.saga.board import LARGEST_SIDE, Board, Cell
from rulebook.saga.catalogue.abilities import ABILITIES as CATALOGUE
from rulebook.saga.catalogue.model import AbilityEntry
from rulebook.saga.catalogue.shapes import ability_problems, passive_problems
from rulebook.saga.change import change
from rulebook.saga.deadlines import is_clocked, length_of
from rulebook.saga.deployment import awaited
from rulebook.saga.effects import ABILITIES
from rulebook.saga.rules import TableRules
from rulebook.saga.state import AbilityData, Deployment, EntryWords, Moment, Side, State, Unit, occupied_by

MOST_UNITS = 200


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle before its first moment.

    `units` are complete, in their listed order. One without `at` is placed in turn 0,
    unless it is hidden; with `deployment` off the battle starts at once, and every unit
    that is not hidden needs a place. `order` fixes the first round's order, which is
    rolled otherwise. `abilities` left out are taken from the catalogue; `words` are those of
    the campaign's own entries.
    """

    board: Board
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    opened: Moment
    rules: TableRules = TableRules()
    abilities: Mapping[str, AbilityData] = field(default_factory=dict)
    words: Mapping[str, EntryWords] = field(default_factory=dict)
    deployment: bool = True
    show_races: bool = False
    friendly: bool = False
    order: tuple[str, ...] = ()


def new_state(setup: Setup) -> State:
    """The first state of a battle: turn 0, just opened.

    Where there is nothing to place, turn 0 is due at once: the first action at or after
    `opened` (a `DeadlinePassed` will do) ends it and rolls the first round's order.
    Raises `bad-setup` with a sentence for whatever could not be played.
    """
    _check(setup)
    state = State(
        rules=setup.rules,
        board=setup.board,
        sides=setup.sides,
        units={unit.id: unit for unit in setup.units},
        abilities=_abilities(setup),
        phase="deployment",
        moment=setup.opened,
        friendly=setup.friendly,
        opening_order=setup.order,
        words=setup.words,
        occupied=occupied_by({unit.id: unit for unit in setup.units}),
    )
    due = _deployment_due(state, setup)
    return change(state, deployment=Deployment(setup.opened, due, setup.opened, setup.show_races))


def _deployment_due(state: State, setup: Setup) -> Moment | None:
    if not awaited(state):
        return setup.opened
    if not is_clocked(state):
        return None
    return hours.after(setup.rules, setup.opened, length_of(state, setup.rules.deployment_hours))


def _abilities(setup: Setup) -> dict[str, AbilityData]:
    """What the battle keeps of the abilities its units know."""
    names = dict.fromkeys(name for unit in setup.units for name in unit.abilities)
    return {name: setup.abilities.get(name) or ability_from_catalogue(name) for name in names}


def ability_from_catalogue(name: str) -> AbilityData:
    """The catalogue's ability as a battle keeps it. Raises `unknown-ability`."""
    entry = CATALOGUE.get(name)
    if entry is None or name not in ABILITIES:
        raise Unreadable("unknown-ability", f"There is no ability {name!r}.", {"ability": name})
    return ability_data(entry)


def ability_data(entry: AbilityEntry) -> AbilityData:
    """An entry of a catalogue as a battle keeps it."""
    ranges = tuple((reach.low, reach.high) for reach in entry.ranges)
    return AbilityData(entry.key, entry.target.value, ranges, dict(entry.figures), entry.effect)


def _check(setup: Setup) -> None:
    board = setup.board
    if not (0 < board.width <= LARGEST_SIDE and 0 < board.height <= LARGEST_SIDE):
        raise _bad(f"A board of {board.width}x{board.height} is too large or empty.")
    if len(setup.units) > MOST_UNITS:
        raise _bad(f"{len(setup.units)} units are more than {MOST_UNITS}.")
    _check_names(setup)
    _check_zones(setup)
    _check_abilities(setup)
    taken: Counter[Cell] = Counter(cell for unit in setup.units for cell in unit.cells)
    for unit in setup.units:
        _check_unit(setup, unit, taken)


def _check_names(setup: Setup) -> None:
    sides = [side.id for side in setup.sides]
    units = [unit.id for unit in setup.units]
    for names in (sides, units):
        twice = [name for name, count in Counter(names).items() if count > 1 or not name]
        if twice:
            raise _bad(f"{twice[0]!r} is used twice, or empty.")
    strays = [unit.id for unit in setup.units if unit.side not in sides]
    if strays:
        raise _bad(f"{strays[0]} is on no side.")
    unknown = set(setup.order) - set(units)
    if unknown:
        raise _bad(f"{sorted(unknown)[0]} is in the order, but no unit.")


def _check_zones(setup: Setup) -> None:
    owners: dict[Cell, str] = {}
    for zone in setup.board.zones:
        for cell in zone.cells:
            if not setup.board.holds(cell):
                raise _bad(f"{cell} of zone {zone.letter} is not on the board.")
            # A cell of two sides would tell each where the other stands (DEPL-3).
            if owners.setdefault(cell, zone.side) != zone.side:
                raise _bad(f"{cell} lies in the zones of two sides.")


def _check_abilities(setup: Setup) -> None:
    """What a campaign made its own keeps within the bounds of what it does."""
    for name, ability in setup.abilities.items():
        found = ability_problems(ability.deed, ability.aim, ability.ranges, ability.figures)
        if name != ability.name or ability.deed not in ABILITIES or found:
            raise _bad(f"The ability {name!r} cannot be played.")


def _check_unit(setup: Setup, unit: Unit, taken: Counter[Cell]) -> None:
    if unit.at is None:
        if not setup.deployment and not unit.hidden:
            raise _bad(f"{unit.id} has no place on the board.")
        if not unit.hidden and not setup.board.zone_of(unit.side):
            raise _bad(f"{unit.id} has no zone to be placed in.")
    elif unit.hidden:
        raise _bad(f"{unit.id} is hidden, so it has no place on the board.")
    elif not setup.board.fits(unit.cells) or any(taken[cell] > 1 for cell in unit.cells):
        raise _bad(f"{unit.id} cannot stand on {unit.at}.")
    if not 0 < unit.strength <= unit.max_strength or not 0 <= unit.armor <= unit.max_armor:
        raise _bad(f"{unit.id} has impossible strength or armor.")
    if not 0 <= unit.willpower <= unit.max_willpower or min(unit.exertion, unit.move, unit.break_) < 0:
        raise _bad(f"{unit.id} has impossible willpower, exertion, movement or break.")
    if any(passive_problems(own.effect, own.amount) for own in unit.own_passives.values()):
        raise _bad(f"{unit.id} has an impossible passive.")
    if not 0 <= unit.reach.low <= unit.reach.high:
        raise _bad(f"{unit.id} has an impossible attack range.")


def _bad(message: str) -> Unreadable:
    return Unreadable("bad-setup", message)
