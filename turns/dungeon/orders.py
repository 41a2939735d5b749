"""The composer's form and one step of a turn, each made from the other.

A form is plain strings, as a page sends them and a draft keeps them. What is wrong with one is told at its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.http import QueryDict

from rulebook.dungeon.grid import FACINGS, Facing, Pose, Square, facing_toward, parse_square, square_name
from rulebook.dungeon.legal import check, draft_turn
from rulebook.dungeon.movement import reach
from rulebook.dungeon.outlook import way_to
from rulebook.dungeon.overlord import check as check_overlord
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    End,
    Fight,
    Move,
    PlayCard,
    RaiseDead,
    Shoot,
    Step,
    Trade,
    UseFeat,
    UseItem,
)
from rulebook.errors import Illegal, Refused

LONGEST = 300
CAST, ITEM, FEAT, CARD = "cast:", "item:", "feat:", "card:"
FIELD_OF_CODE = {
    "no-target": "target",
    "no-square": "to",
    "bad-square": "to",
    "no-minion": "minion",
    "nothing-chosen": "act",
}
UNCHOSEN = ("nothing-chosen", "no-target", "no-square", "no-minion")
"""What a step lacks until it is chosen."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What the composer's fields say.

    `act` is "" while nothing is chosen, or `move`, `fight`, `shoot`, `trade`, `raise`, `end`, `cast:<spell>`,
    `item:<item>`, `feat:<feat>`, `card:<card>`. `to` is a square as `7,3`, `facing` one of N E S W or empty for
    the way it walks; `target` a model, door or chest; `give` and `take` are items, `minion` a kind to raise.
    """

    act: str = ""
    to: str = ""
    facing: str = ""
    target: str = ""
    give: str = ""
    take: str = ""
    minion: str = ""
    extra: str = ""

    @property
    def spell(self) -> str:
        """The spell chosen, if one is."""
        return self.act.removeprefix(CAST) if self.act.startswith(CAST) else ""

    @property
    def item(self) -> str:
        """The item chosen to be used, if one is."""
        return self.act.removeprefix(ITEM) if self.act.startswith(ITEM) else ""

    @property
    def square(self) -> Square | None:
        """The square chosen, if it can be read."""
        try:
            return parse_square(self.to) if self.to else None
        except Refused:
            return None

    @property
    def turned(self) -> Facing | None:
        """The facing chosen, if one is."""
        return next((facing for facing in FACINGS if facing == self.facing), None)

    def to_data(self) -> dict[str, Any]:
        """As a draft keeps it."""
        return asdict(self)


def orders_from(data: Mapping[str, Any]) -> Orders:
    """The fields of a form, or of a draft; what is missing or no text stands at its default.

    In a form items are ticked one by one.
    """
    sent = {known.name: data.get(known.name) for known in fields(Orders)}
    if isinstance(data, QueryDict):
        sent |= {name: " ".join(data.getlist(name)) for name in ("give", "take")}
    return Orders(**{name: value.strip()[:LONGEST] for name, value in sent.items() if isinstance(value, str)})


# From the form to the step


def step_of(state: State, unit: str, orders: Orders) -> Step:
    """The step that orders ask for, on the state as its player knows it. Raises Refused for what cannot be read, or
    names nothing: `nothing-chosen`, `no-target`, `no-square`, `bad-square`, `too-far`."""
    if not orders.act:
        raise Illegal("nothing-chosen", "Nothing is chosen yet.", {"unit": unit})
    plain = _PLAIN.get(orders.act)
    if plain is not None:
        return plain(state, unit, orders)
    kind, _colon, key = orders.act.partition(":")
    made = _KEYED.get(kind + ":")
    if made is None:
        raise Illegal("nothing-chosen", f"{orders.act!r} is no act.", {"act": orders.act})
    return made(state, unit, orders, key)


def check_step(state: State, unit: str, step: Step) -> None:
    """Raises what stands in the way of a step, whoever may take it."""
    if unit == OVERLORD:
        check_overlord(state, step)
    else:
        check(draft_turn(state, unit), step)


def _target(orders: Orders) -> str:
    if not orders.target:
        raise Illegal("no-target", "Choose whom it is aimed at.", {})
    return orders.target


def _square(orders: Orders) -> Square:
    if not orders.to:
        raise Illegal("no-square", "Choose a square.", {})
    return parse_square(orders.to)


def _move(state: State, unit: str, orders: Orders) -> Step:
    model = state.models[unit]
    assert model.at is not None
    at = parse_square(orders.to) if orders.to else model.at
    if at == model.at and orders.turned is None:
        raise Illegal("no-square", "Choose a square to go to, or a facing.", {})
    return way_to(state, unit, at, orders.turned or facing_on_arrival(state, model, at))


def facing_on_arrival(state: State, model: Model, at: Square) -> Facing:
    """The way a model looks that simply walks there: along its last step; a Large one as it stands or gets there."""
    assert model.at is not None
    if at == model.at:
        return model.facing
    if model.is_large:
        found = reach(state, model, draft_turn(state, model.id).running.points)
        ends = [pose for pose in found.poses() if pose.at == at]
        return min(ends, key=lambda pose: (found.found[pose].cost, pose.facing != model.facing)).facing if ends else "N"
    try:
        path = way_to(state, model.id, at, model.facing).path
    except Refused:
        return facing_toward(model.at, at)
    before = path[-2].at if len(path) > 1 else model.at
    return facing_toward(before, at)


def _trade(state: State, unit: str, orders: Orders) -> Step:
    give = tuple(filter(None, orders.give.split(" ")))
    take = tuple(filter(None, orders.take.split(" ")))
    return Trade(_target(orders), give, take)


def _raise(state: State, unit: str, orders: Orders) -> Step:
    """As the one kind that can rise, where there is but one."""
    square, kinds = _square(orders), tuple(state.mission.raisable)
    if not orders.minion and len(kinds) != 1:
        raise Illegal("no-minion", "Choose what rises.", {})
    return RaiseDead(square, orders.minion or kinds[0], orders.turned or "N")


def _cast(state: State, unit: str, orders: Orders, spell: str) -> Step:
    effect = state.spells[spell].effect if spell in state.spells else ""
    if effect == "wail":
        return Cast(spell)
    if effect == "summon":
        return Cast(spell, square=_square(orders), facing=orders.turned or "N")
    if effect == "hasten":
        return Cast(spell, _target(orders), path=_hastened(state, spell, orders))
    return Cast(spell, _target(orders))


def _hastened(state: State, spell: str, orders: Orders) -> tuple[Pose, ...]:
    """The way of the friend that a spell moves."""
    friend = state.models.get(orders.target)
    if friend is None or friend.at is None:
        raise Illegal("no-target", "Choose whom it is aimed at.", {})
    at = _square(orders)
    found = reach(state, friend, state.spells[spell].amount)
    facing = orders.turned or (facing_toward(friend.at, at) if at != friend.at else friend.facing)
    wanted = next((pose for pose in found.poses() if pose == Pose(at, facing) and pose != found.start), None)
    if wanted is None:
        raise Illegal("too-far", f"{friend.id} cannot get to {at}.", {"unit": friend.id, "square": str(at)})
    return found.path_to(wanted)


_PLAIN = {
    "move": _move,
    "fight": lambda state, unit, orders: Fight(_target(orders)),
    "shoot": lambda state, unit, orders: Shoot(_target(orders)),
    "trade": _trade,
    "raise": _raise,
    "end": lambda state, unit, orders: End(),
}
_KEYED = {
    CAST: _cast,
    ITEM: lambda state, unit, orders, key: UseItem(key, orders.target if _is_aimed(state, key) else ""),
    FEAT: lambda state, unit, orders, key: UseFeat(key),
    CARD: lambda state, unit, orders, key: PlayCard(key),
}


def _is_aimed(state: State, item: str) -> bool:
    """Is this item kept for one defender?"""
    known = state.items.get(item)
    return known is not None and known.effect == "magic-dice"


# From the step to the form


def orders_of(step: Step) -> Orders:
    """The form that asks for this step: a step of an early turn to change."""
    match step:
        case Move(path=path):
            return Orders("move", square_name(path[-1].at), path[-1].facing)
        case Fight(target=target):
            return Orders("fight", target=target)
        case Shoot(target=target):
            return Orders("shoot", target=target)
        case Cast(spell=spell, target=target, square=square, facing=facing, path=path):
            end = path[-1] if path else None
            to = square_name(end.at) if end else square_name(square) if square else ""
            turned = end.facing if end else facing if square else ""
            return Orders(CAST + spell, to, turned, target)
        case UseItem(item=item, target=target):
            return Orders(ITEM + item, target=target)
        case Trade(other=other, give=give, take=take):
            return Orders("trade", target=other, give=" ".join(give), take=" ".join(take))
        case UseFeat(feat=feat):
            return Orders(FEAT + feat)
        case PlayCard(card=card):
            return Orders(CARD + card)
        case RaiseDead(square=square, minion=minion, facing=facing):
            return Orders("raise", square_name(square), facing, minion=minion)
    return Orders("end")


# Taps


def pick(orders: Orders, picked: str, state: State, unit: str) -> Orders:
    """The orders after a tap on the map: `cell:7,3`, `unit:<id>` or `thing:<id>`; a second tap takes it back."""
    kind, _colon, value = picked.partition(":")
    if kind == "cell":
        return _pick_square(orders, value)
    if kind == "unit" and value == unit:
        return replace(orders, act="move", to="", target="")
    if kind in ("unit", "thing") and value:
        return _pick_target(orders, value, state, unit)
    return orders


def _pick_square(orders: Orders, square: str) -> Orders:
    if orders.act == "raise" or orders.spell:
        return replace(orders, to="" if orders.to == square else square)
    return replace(orders, act="move", to="" if orders.to == square else square, target="")


def _pick_target(orders: Orders, target: str, state: State, unit: str) -> Orders:
    """What was chosen is aimed there, if it may be; else the first plain act that may: a fight, a shot, a trade."""
    wanted = replace(orders, target=target)
    if orders.spell or orders.item:
        return wanted
    for act in dict.fromkeys((orders.act, "fight", "shoot")):
        tried = replace(wanted, act=act)
        if act in ("fight", "shoot") and _stands(state, unit, tried):
            return replace(tried, to="", facing="")
    other = state.models.get(target)
    acting = state.models.get(unit)
    if other is not None and acting is not None and other.is_hero and acting.is_hero:
        return replace(wanted, act="trade", to="", facing="")
    return orders


def _stands(state: State, unit: str, orders: Orders) -> bool:
    try:
        check_step(state, unit, step_of(state, unit, orders))
    except Refused:
        return False
    return True
