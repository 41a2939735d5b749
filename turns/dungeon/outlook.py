"""What would come of a step, in words: pools and chances, what a hit does, what breaking away costs. No die falls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulebook.dungeon import aiming, combat
from rulebook.dungeon.attack import Side
from rulebook.dungeon.cards import MOST_WOUNDS
from rulebook.dungeon.combat import Sides
from rulebook.dungeon.forecast import Forecast, fight_sides, forecast, weigh
from rulebook.dungeon.grid import Pose
from rulebook.dungeon.legal import draft_turn
from rulebook.dungeon.movement import check_path, ground
from rulebook.dungeon.state import Model
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
from turns.dungeon.sight import Sight
from turns.dungeon.wording import description, points_words, term_words


@dataclass(frozen=True, slots=True)
class Pool:
    """One side of an attack: the dice it rolls, and the reasons that change them."""

    label: str
    dice: int
    terms: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack before it is rolled. `chances` are (what, per cent); `armour` is what its dice must exceed."""

    title: str
    chance: int
    pools: tuple[Pool, Pool]
    armour: int
    armour_terms: list[tuple[str, int]]
    chances: tuple[tuple[str, int], ...]
    free: bool = False


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast of a step: a headline, each attack that would be rolled, and what else to know."""

    headline: str
    attacks: tuple[Attack, ...]
    lines: tuple[str, ...]

    @property
    def rolls(self) -> bool:
        """Does it cast dice?"""
        return bool(self.attacks)

    @property
    def dice(self) -> int:
        """How many dice the first attack rolls for the one who acts."""
        return self.attacks[0].pools[0].dice if self.attacks else 0


def outlook_of(sight: Sight, unit: str, step: Step) -> Outlook:
    """The forecast of a legal step. Raises what stands in its way."""
    model = sight.known.models.get(unit)
    if unit == OVERLORD or model is None:
        return Outlook("", (), tuple(_own_lines(sight, step)))
    if isinstance(step, Move):
        return _move(sight, model, step)
    found = tuple(attack_words(sight, one) for one in _attacks(sight, model, step))
    return Outlook("", found, tuple(_lines(sight, model, step)))


def _attacks(sight: Sight, model: Model, step: Step) -> Iterator[Forecast]:
    """Every attack that the step rolls now, the first target first; of an area, each in it."""
    state = sight.known
    yield from forecast(state, model.id, step)
    if not isinstance(step, Cast):
        return
    spell = state.spells[step.spell]
    inside: list[Model] = []
    if spell.effect == "blast":
        area = combat.blast_area(state.models[step.target])
        inside = [m for m in state.models.values() if m.id != model.id and not area.isdisjoint(m.squares)]
        inside.sort(key=lambda other: other.id != step.target)
    elif spell.effect == "wail":
        inside = list(aiming.wail_targets(state, model, spell))
    for other in inside:
        yield weigh(model, other.id, combat.magic_sides(state, model, spell, other))


def attack_words(sight: Sight, told: Forecast, *, free: bool = False) -> Attack:
    """An attack that would be rolled, in words."""
    ours, theirs = told.sides.attacker, told.sides.defender
    title = sight.name(told.target)
    if free:
        title = _("Free strike: %(striker)s") % {"striker": sight.name(told.unit)}
    return Attack(
        title=title,
        chance=_percent(told.chance),
        pools=(_pool(sight, told.unit, ours), _pool(sight, told.target, theirs)),
        armour=theirs.pool.armour,
        armour_terms=term_words(theirs.armour_terms, sight),
        chances=tuple(_chances(sight, told)),
        free=free,
    )


def _pool(sight: Sight, unit: str, side: Side) -> Pool:
    base = [(_("card"), side.dice)]
    return Pool(sight.name(unit), side.pool.dice, [*base, *term_words(side.dice_terms, sight)])


def _percent(chance: float) -> int:
    return round(100 * chance)


def _chances(sight: Sight, told: Forecast) -> Iterator[tuple[str, int]]:
    """What so many hits do to this defender, with its chance."""
    target = sight.known.models.get(told.target)
    if target is None:
        yield _("opens"), _percent(told.chance)
    elif target.has_wound_track:
        last = target.wounds + 1 >= MOST_WOUNDS
        yield (_("incapacitated") if last else _("1 wound")), _percent(told.chance)
    else:
        rows = sorted(target.profile.table)
        for index, row in enumerate(rows):
            least = told.odds[row.hits] if row.hits < len(told.odds) else 0.0
            after = rows[index + 1].hits if index + 1 < len(rows) else len(told.odds)
            more = told.odds[after] if after < len(told.odds) else 0.0
            name = {"destroyed": _("destroyed"), "bone_pile": _("falls to a bone pile")}.get(row.effect, row.effect)
            yield name, _percent(least - more)


# Moving


def _move(sight: Sight, model: Model, step: Move) -> Outlook:
    state = sight.known
    running = draft_turn(state, model.id).running
    walk = check_path(state, model, step.path, running.points, turns_only=running.turns_only)
    lines = [_left_words(running.points - walk.cost)] if walk.walked or walk.cost else [_turn_words(sight, model)]
    strikers = combat.holders(state, model) if walk.breaks else ()
    if strikers:
        lines.append(_price(sight, strikers))
    after = ground(state, model)
    if walk.walked and after.stops(walk.end.at):
        lines.append(_("It ends in an enemy's front arc and moves no further in this turn."))
    if state.board.piles_on(walk.end.at):
        lines.append(_("A bone pile lies there; nothing rises from it while somebody stands on it."))
    lines += _picked_up(sight, walk.path, walk.walked)
    free = tuple(
        attack_words(sight, weigh(striker, model.id, _strike_sides(sight, striker, model)), free=True)
        for striker in strikers
    )
    return Outlook("", free, tuple(lines))


def _left_words(points: int) -> str:
    return _("Then %(points)s of movement are left.") % {"points": points_words(points)}


def _turn_words(sight: Sight, model: Model) -> str:
    if combat.holders(sight.known, model):
        return _("Turning costs nothing, but then it stays: it cannot break away any more in this turn.")
    return _("Turning on the spot costs nothing.")


def _price(sight: Sight, strikers: tuple[Model, ...]) -> str:
    names = ", ".join(sight.name(striker.id) for striker in strikers)
    return _("To leave it breaks away: before it moves, these may strike it: %(names)s.") % {"names": names}


def _strike_sides(sight: Sight, striker: Model, model: Model) -> Sides:
    return fight_sides(sight.known, striker, model.id)


def _picked_up(sight: Sight, path: tuple[Pose, ...], walked: bool) -> list[str]:
    if not walked:
        return []
    squares = {pose.at for pose in path}
    items = [item for drop in sight.known.board.drops if drop.square in squares for item in drop.items]
    names = ", ".join(sight.name(item) for item in items)
    return [_("On its way lie: %(items)s.") % {"items": names}] if items else []


# Everything else


def _lines(sight: Sight, model: Model, step: Step) -> Iterator[str]:
    running = draft_turn(sight.known, model.id).running
    if isinstance(step, Fight | Shoot | Cast) and running.may_move and running.stage == "open":
        yield _("Acting ends its movement: %(points)s would be left unused.") % {"points": points_words(running.points)}
    if isinstance(step, Cast):
        yield description(step.spell, sight)
        rounds = sight.known.spells[step.spell].recharge
        yield ngettext(
            "Ready again after %(count)d end of a round.", "Ready again after %(count)d ends of a round.", rounds
        ) % {"count": rounds}
    elif isinstance(step, UseItem):
        yield description(step.item, sight)
        if sight.known.items[step.item].one_use:
            yield _("It is used up.")
    elif isinstance(step, UseFeat):
        yield description(step.feat, sight)
        yield _("A feat replaces the whole turn, and is used once in a game.")
    elif isinstance(step, Trade):
        yield from _trade_lines(sight, model, step)
    elif isinstance(step, End):
        yield from _end_lines(sight, model)


def _trade_lines(sight: Sight, model: Model, step: Trade) -> Iterator[str]:
    other = sight.known.models[step.other]
    if other.player == model.player:
        yield _("Both are the same player's: they trade at once.")
    else:
        yield _("It is an offer: the other hero's player takes or refuses it; it lapses when this turn ends.")


def _end_lines(sight: Sight, model: Model) -> Iterator[str]:
    running = draft_turn(sight.known, model.id).running
    if running.may_move and running.points:
        yield _("Movement left unused: %(points)s.") % {"points": points_words(running.points)}
    if running.stage == "open":
        yield _("It has not acted in this turn.")


def _own_lines(sight: Sight, step: Step) -> Iterator[str]:
    if isinstance(step, PlayCard):
        yield description(step.card, sight)
    elif isinstance(step, RaiseDead):
        strikers = [hero for hero in sight.known.heroes if combat.has_in_front(hero, (step.square,))]
        if strikers:
            names = ", ".join(sight.name(hero.id) for hero in strikers)
            yield _("It appears in the front arc of these heroes, who may strike it at once: %(names)s.") % {
                "names": names
            }
