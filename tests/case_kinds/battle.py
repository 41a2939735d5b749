"""Kind `battle`: a scripted battle, every turn through `apply`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga.actions import PlayTurn
from rulebook.saga.board import Cell, parse_cell, parse_drawing, parse_size
from rulebook.saga.catalogue.obstacles import OBSTACLES
from rulebook.saga.resolve import apply, begin
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Side, Span, State, Unit, Victory
from rulebook.saga.steps import Horn, Move, Rest, Step, Strike, Target, UseAbility
from tests.case_kinds.keys import BadCase, check_case, check_choice, check_keys, mismatches

OPENED = 0
NOBODYS = "nobody"
# A script has one word for every unit that is not the one whose turn it is.
CALLED = {"already-acted": "not-your-turn"}
VICTORIES = ("defeat-all", "defeat-leader", "destroy")
BODY = ("strength", "armor", "willpower", "exertion", "reaction", "break", "move", "range")
UNIT = {
    *BODY,
    "player",
    "size",
    "max_willpower",
    "wounds",
    "evasion",
    "deflection",
    "leader",
    "boss",
    "class",
    "abilities",
    "passives",
    "obstacle",
}
SEEN = {"units", "horn", "round", "current", "over", "unused_dice", "error"}
SEEN_OF_UNIT = {"at", "strength", "armor", "willpower", "defeated"}


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"board", "units", "turns"}, optional={"order", "dice", "victory"})
    check_choice("victory", case.get("victory", "defeat-all"), VICTORIES)
    check_keys("dice", case.get("dice", {}), optional={"d10", "d100"})
    for unit in case["units"]:
        of_a_side = set() if unit.get("obstacle") else {"side"}
        check_keys("unit", unit, required={"id", "at", *of_a_side}, optional={*UNIT, "side"})
    for turn in case["turns"]:
        check_turn(turn)
    check_expect("expect", case.get("expect", {}))


def check_turn(turn: Mapping[str, Any]) -> None:
    optional = {"rest", "horn", "move", "will", "act", "expect"}
    check_keys("turn", turn, required={"unit"}, optional=optional)
    if "will" in turn and "move" not in turn:
        raise BadCase(f"willpower for no move: {turn!r}")
    if "act" in turn and "attack" in turn["act"]:
        check_keys("act", turn["act"], required={"attack", "target"}, optional={"boost"})
    elif "act" in turn:
        check_keys("act", turn["act"], required={"ability", "rank"}, optional={"target"})
    check_expect("turn.expect", turn.get("expect", {}))


def check_expect(where: str, expect: Any) -> None:
    check_keys(where, expect, optional=SEEN)
    for unit, seen in expect.get("units", {}).items():
        check_keys(f"{where}.units.{unit}", seen, optional=SEEN_OF_UNIT)


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    """Play the turns; a turn's own expectations are compared as it is played.

    A refusal that no turn's own expectations speak of is the case's `error`.
    """
    dice = LoadedDice(**case.get("dice", {}))
    state, _ = begin(new_state(setup_of(case, rules)), dice)
    unexplained = None
    for number, turn in enumerate(case["turns"]):
        error = None
        try:
            state = played(state, turn, dice)
        except Refused as refusal:
            error = CALLED.get(refusal.code, refusal.code)
        if "expect" in turn:
            expected = {"error": None, **turn["expect"]}
            wrong = mismatches(expected, {**seen(state, dice), "error": error}, f"turns[{number}]")
            assert not wrong, wrong
        else:
            unexplained = unexplained or error
    return {**seen(state, dice), "error": unexplained}


def played(state: State, turn: Mapping[str, Any], dice: LoadedDice) -> State:
    unit = state.units.get(turn["unit"])
    by = DIRECTOR if unit is None else unit.player
    return apply(state, PlayTurn(by, turn["unit"], steps_of(state, turn), OPENED), dice)[0]


def steps_of(state: State, turn: Mapping[str, Any]) -> tuple[Step, ...]:
    steps: list[Step] = []
    if turn.get("rest"):
        steps.append(Rest())
    if "horn" in turn:
        steps.append(Horn(turn["horn"]))
    if "move" in turn:
        steps.append(Move(parse_cell(turn["move"]), turn.get("will")))
    if "act" in turn:
        steps.append(act_of(state, turn["act"]))
    return tuple(steps)


def act_of(state: State, act: Mapping[str, Any]) -> Step:
    if "attack" in act:
        return Strike(act["attack"], act["target"], act.get("boost", 0))
    name = key(act["ability"])
    return UseAbility(name, act["rank"], target_of(state, name, act.get("target")))


def target_of(state: State, name: str, target: str | None) -> Target:
    """A cell where the ability is aimed at one, else a unit's id."""
    known = state.abilities.get(name)
    return parse_cell(target) if target and known and known.aim == "cell" else target


def setup_of(case: Mapping[str, Any], rules: TableRules) -> Setup:
    units = tuple(unit_of(unit) for unit in case["units"])
    names = dict.fromkeys(unit.side for unit in units)
    victory = Victory(case.get("victory", "defeat-all"))
    sides = tuple(Side(name, name, victory, horn_of(name, units)) for name in names)
    return Setup(
        board=parse_drawing(case["board"]),
        sides=sides,
        units=units,
        opened=OPENED,
        rules=rules,
        deployment=False,
        order=tuple(case.get("order", ())),
    )


def horn_of(side: str, units: tuple[Unit, ...]) -> int | None:
    """HORN-1: the director's side has a horn only if the director says so."""
    return 0 if any(unit.side == side and unit.players for unit in units) else None


def unit_of(data: Mapping[str, Any]) -> Unit:
    thing = data.get("obstacle", False)
    default = next(iter(OBSTACLES.values())) if thing else None
    strength = data.get("strength", default.strength if default else None)
    armor = data.get("armor", default.armor if default else None)
    if strength is None or armor is None:
        raise BadCase(f"a unit needs strength and armor: {data!r}")
    will = data.get("willpower", data.get("max_willpower", 0))
    low, high = data.get("range", (1, 1))
    return Unit(
        id=data["id"],
        name=data["id"],
        side=data.get("side", NOBODYS),
        player=data.get("player", DIRECTOR),
        at=parse_cell(data["at"]),
        size=parse_size(data.get("size", "1x1")),
        strength=strength,
        max_strength=strength,
        armor=armor,
        max_armor=armor,
        willpower=will,
        max_willpower=data.get("max_willpower", will),
        exertion=data.get("exertion", 0),
        reaction=data.get("reaction", 0),
        break_=data.get("break", 0),
        move=data.get("move", 0),
        reach=Span(low, high),
        evasion=data.get("evasion", 0),
        deflection=data.get("deflection", 0),
        open_wounds=data.get("wounds", 0),
        class_key=key(data.get("class", "")),
        abilities={key(name): rank for name, rank in data.get("abilities", {}).items()},
        passives=tuple(key(name) for name in data.get("passives", ())),
        leader=data.get("leader", False),
        boss=data.get("boss", False),
        obstacle=thing,
    )


def key(name: str) -> str:
    """`Stone Wall` and `stone_wall` as the catalogue's `stone-wall`."""
    return name.lower().replace(" ", "-").replace("_", "-")


def seen(state: State, dice: LoadedDice) -> dict[str, Any]:
    running, outcome = state.running, state.outcome
    return {
        "units": {unit.id: seen_of(unit) for unit in state.units.values()},
        "horn": {side.id: side.horn or 0 for side in state.sides},
        "round": state.round,
        "current": running.unit if running else None,
        "over": outcome.winner if outcome else None,
        "unused_dice": dice.unused,
    }


def seen_of(unit: Unit) -> dict[str, Any]:
    return {
        "at": name_of(unit.at),
        "strength": unit.strength,
        "armor": unit.armor,
        "willpower": unit.willpower,
        "defeated": unit.defeated,
    }


def name_of(at: Cell | None) -> str | None:
    return None if at is None else str(at)
