"""A unit looked at closely: its numbers, what it can do, what lies on it, and what it would mean to attack it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from rulebook.errors import Refused
from rulebook.saga.attack import hit_chance, threshold
from rulebook.saga.board import cell_name
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.figures import attack_bonus, striker_of, struck_of
from rulebook.saga.hooks import counted_armor, gap
from rulebook.saga.legal import attackable
from rulebook.saga.state import Unit
from turns.composer import Checked
from turns.sight import Sight


@dataclass(frozen=True, slots=True)
class Detail:
    """What the page tells of a unit."""

    unit: Unit
    team: Literal["a", "b", "n"]
    place: str
    side: str
    kind: str
    counted_armor: int
    abilities: tuple[str, ...]
    passives: tuple[str, ...]
    effects: tuple[str, ...]
    penalty: int
    against: str = ""


def detail_of(
    sight: Sight, unit_id: str, *, against: Unit | None = None, checked: Checked | None = None
) -> Detail | None:
    """The unit of this id, as far as the reader knows of it. `against` is the reader's unit that might attack it."""
    unit = sight.state.units.get(unit_id)
    if unit is None:
        return None
    return Detail(
        unit=unit,
        team=sight.team(unit),
        place=cell_name(unit.at) if unit.at else "",
        side=sight.names.side(unit.side),
        kind=sight.names.entry(unit.class_key) if unit.class_key else "",
        counted_armor=counted_armor(sight.state, unit),
        abilities=tuple(f"{sight.names.entry(name)} {rank}" for name, rank in unit.abilities.items()),
        passives=tuple(sight.names.entry(name) for name in unit.passives),
        effects=tuple(_effect(sight, unit)),
        penalty=penalty_of(sight.state, unit) if unit.players else 0,
        against=_against(sight, unit, checked) if against is not None and checked is not None else "",
    )


def _effect(sight: Sight, unit: Unit) -> list[str]:
    names = sight.names
    told = [(names.entry(one.name, one.source), one.source) for one in unit.lasting]
    return [f"{name} ({names.unit(source)})" if source != unit.id else name for name, source in told]


def _against(sight: Sight, unit: Unit, checked: Checked) -> str:
    """What a strength attack from where the acting unit would stand needs, in range or not."""
    me = checked.draft.unit
    if not attackable(me, unit) or not unit.standing or me.at is None:
        return ""
    try:
        bonus = attack_bonus(checked.draft.state, me, unit, "strength", checked.draft.moved)
        needed = threshold("strength", striker_of(me), struck_of(checked.draft.state, unit), bonus_strength=bonus)
    except Refused:
        return ""
    away = gap(me, unit)
    data = {
        "threshold": needed.value,
        "chance": hit_chance(needed.value, sight.state.rules),
        "damage": max(1, me.strength + bonus - counted_armor(checked.draft.state, unit)),
        "away": away,
    }
    if me.reach.low <= away <= me.reach.high:
        return _("Your strength attack: < %(threshold)s (%(chance)s %%), damage %(damage)s.") % data
    return (
        _("%(away)s squares away, out of range; in range a strength attack needs < %(threshold)s, damage %(damage)s.")
        % data
    )
