"""What the composer shows for one unit: its choices, what is wrong with them, and what would come of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulebook.errors import Illegal
from rulebook.saga.board import cell_name, distance
from rulebook.saga.hooks import counted_exertion
from rulebook.saga.legal import attackable
from rulebook.saga.state import State, Unit
from rulebook.saga.steps import Step
from turns.composer import ABILITY, NOTHING, REST, Checked, Orders, check, steps_of
from turns.outlook import Outlook, outlook_of, stands_still
from turns.scenes import targets_of
from turns.sight import Sight
from turns.wording import ability_description, said


@dataclass(frozen=True, slots=True)
class Act:
    """One way to act: a plain attack, an ability, or nothing."""

    value: str
    label: str
    chosen: bool
    why_not: str = ""
    ranks: tuple[tuple[int, str], ...] = ()
    rank: int = 1
    words: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One target in the list."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """All that `turns/_orders.html` needs. Words are in the language in force."""

    unit: Unit
    orders: Orders
    checked: Checked
    errors: Mapping[str, str]
    rests: bool
    rest_gain: int
    horn_held: int | None
    horn_most: int
    horn_locked: bool
    will_now: int
    move_cost: int
    start: str
    turns: bool
    acts: tuple[Act, ...]
    targets: tuple[Choice, ...]
    needs_target: bool
    needs_cell: bool
    boosts: bool
    boost_most: int
    reroll_cost: int
    reroll_why_not: str
    outlook: Outlook | None
    near: str = ""

    @property
    def horn_choices(self) -> range:
        """From none to the most that may be taken."""
        return range(self.horn_most + 1)


def panel_of(sight: Sight, unit: Unit, orders: Orders) -> Panel:
    """The composer for a unit the reader plays. Raises Refused for a unit that cannot act at all."""
    state = sight.state
    checked = check(state, unit, orders)
    draft = checked.draft.unit
    ability = state.abilities.get(orders.ability)
    aimed = orders.plain or orders.act == "" or (ability is not None and ability.aim not in ("self", "cell"))
    targets = tuple(_choices(sight, unit, orders, checked)) if aimed else ()
    return Panel(
        unit=unit,
        orders=orders,
        checked=checked,
        errors={
            field: said(refused, sight.names, state=state, unit=unit.id) for field, refused in checked.errors.items()
        },
        rests=orders.mode == REST,
        rest_gain=min(1, unit.max_willpower - unit.willpower),
        horn_held=state.side(unit.side).horn,
        horn_most=min(state.side(unit.side).horn or 0, unit.max_willpower - unit.willpower),
        horn_locked=bool(orders.to),
        will_now=draft.willpower,
        move_cost=checked.draft.will,
        start=cell_name(unit.at) if unit.at else "",
        turns=unit.size.width != unit.size.height,
        acts=tuple(_acts(sight, unit, orders, checked)),
        targets=targets,
        needs_target=aimed,
        needs_cell=ability is not None and ability.aim == "cell",
        boosts=orders.plain or orders.act == "",
        boost_most=min(counted_exertion(unit), draft.willpower),
        reroll_cost=state.rules.hero_points_reroll if state.rules.hero_points and unit.max_hero_points else 0,
        reroll_why_not=_why_no_reroll(state, unit),
        outlook=outlook_of(sight, unit, checked.steps) or (stands_still() if orders.act == NOTHING else None),
        near=nobody_in_reach(sight, draft) if aimed and not targets else "",
    )


def _why_no_reroll(state: State, unit: Unit) -> str:
    if unit.hero_points >= max(1, state.rules.hero_points_reroll):
        return ""
    return _("no hero points left")


def _acts(sight: Sight, unit: Unit, orders: Orders, checked: Checked) -> list[Act]:
    acts = [
        Act("strength", _("Strength attack"), orders.act == "strength"),
        Act("break", _("Break attack"), orders.act == "break"),
    ]
    for name, learned in unit.abilities.items():
        if name in sight.state.abilities:
            acts.append(_ability(sight, name, learned, orders, checked))
    return [*acts, Act(NOTHING, _("Nothing"), orders.act == NOTHING)]


def _ability(sight: Sight, name: str, learned: int, orders: Orders, checked: Checked) -> Act:
    chosen = orders.ability == name
    rank = int(orders.rank) if chosen and orders.rank.isdecimal() else 1
    will = checked.draft.unit.willpower if not (chosen and checked.legal) else checked.draft.unit.willpower + rank
    return Act(
        value=ABILITY + name,
        label=sight.names.entry(name),
        chosen=chosen,
        why_not="" if will >= 1 or chosen else _("no willpower for it"),
        ranks=tuple((n, _rank_label(n)) for n in range(1, learned + 1)),
        rank=rank,
        words=ability_description(sight.state.abilities[name], sight.names.words.get(name), rank),
    )


def _rank_label(rank: int) -> str:
    return ngettext("rank %(rank)d, %(rank)d willpower", "rank %(rank)d, %(rank)d willpower", rank) % {"rank": rank}


def _choices(sight: Sight, unit: Unit, orders: Orders, checked: Checked) -> list[Choice]:
    """Whoever may be aimed at from where the unit would stand; a choice that is out of range stays in the list."""
    found = [sight.state.units[target] for target in targets_of(sight.state, unit, orders, checked)]
    chosen = sight.state.units.get(orders.target)
    if chosen is not None and chosen not in found:
        found.append(chosen)
    return [Choice(one.id, target_label(sight, one), one.id == orders.target) for one in found]


def target_label(sight: Sight, unit: Unit) -> str:
    """A target as a list names it: name, place, numbers."""
    data = {"name": unit.name, "strength": unit.strength, "armor": unit.armor}
    data["cell"] = cell_name(unit.at) if unit.at else "—"
    return _("%(name)s · %(cell)s · STR %(strength)s ARM %(armor)s") % data


def nobody_in_reach(sight: Sight, unit: Unit) -> str:
    """Who is nearest, for a unit that reaches nobody from where it stands."""
    enemies = [
        other
        for other in sight.state.units.values()
        if other.standing and attackable(unit, other) and not other.obstacle
    ]
    if not enemies or unit.at is None:
        return ""
    at = unit.at
    near = min(enemies, key=lambda other: distance(at, unit.size, other.at or at, other.size))
    data = {"name": near.name, "away": distance(at, unit.size, near.at or at, near.size)}
    return _("Nobody is in range from there. Nearest: %(name)s, %(away)s squares away.") % data


def steps_for(sight: Sight, unit: Unit, orders: Orders) -> tuple[Step, ...]:
    """The steps to be played. Raises the first refusal for orders that cannot be, `no-act` where none were given."""
    if orders.mode != REST and not orders.act:
        raise Illegal("no-act", "Nothing was chosen.", {"unit": unit.id})
    return steps_of(sight.state, orders)
