"""A second reading of how the Invisible Overlord attacks: whom it activates, at whom, from where.

Attack, Gang Up and Pin of the improved variant, Attack and Gang Up of the official one, on boards without a next goal.
Where a die decides, several outcomes are right: `outcomes` gives them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rulebook.dungeon.invisible.records import Order, Variant
from tests.rulebook.dungeon.second import ROUND, Cell, Piece, Table, in_front, in_range, shoots_from_behind
from tests.rulebook.dungeon.second import strikes_from_behind as strikes_behind

Thing = TypeVar("Thing")
Outcome = tuple[str, str, str, Cell]
"""Who attacks, how (`fight` or `shoot`), whom, and from where."""
FAR = 10_000
LONG = 6


@dataclass(frozen=True)
class Way:
    """One attack: how, with how many dice, at whom, from where, at what cost."""

    how: str
    dice: int
    target: Piece
    stands: Piece
    steps: int


def best(things: Iterable[Thing], key: Callable[[Thing], Any]) -> list[Thing]:
    """All that share the lowest key."""
    listed = list(things)
    lowest = min(map(key, listed), default=None)
    return [thing for thing in listed if key(thing) == lowest]


class Overlord:
    """A card of some threat types on a board."""

    def __init__(
        self, table: Table, variant: Variant, order: Order, types: Sequence[str], quest: Sequence[str] = ()
    ) -> None:
        self.table, self.variant, self.order, self.types = table, variant, order, set(types)
        self.quest = quest
        self.heroes = [piece for piece in table.pieces if piece.side == "hero"]
        self.own = [piece for piece in table.pieces if piece.side == "overlord"]
        spell_first = variant == "official" or order == "Attack"
        self.ranks = ("shoot", "fight") if spell_first else ("fight", "shoot")

    def outcomes(self) -> list[Outcome]:
        """What may come first of the card; nothing if nobody can carry the order out."""
        return self._improved() if self.variant == "improved" else self._official(True) or self._official(False)

    # What a model could do (IO-COM-15, IO-COM-16)

    def ways(self, model: Piece, *, still: bool = False) -> list[Way]:
        found = list(self._ways(model, still))
        return best(found, lambda way: (-way.dice, self.ranks.index(way.how)))

    def _ways(self, model: Piece, still: bool) -> Iterator[Way]:
        held = bool(self.table.holders(model))
        reach = {(model.at, model.facing): 0} if still else self.table.reach(model, model.move, leaves=False)
        for (at, facing), steps in reach.items():
            for hero in self.heroes:
                turns = [facing] if still or model.size > 1 else ROUND
                poses = [model.placed(at, turn) for turn in turns]
                if held and self.variant == "improved" and not poses[0].around & hero.base:
                    continue
                yield from self._attacks(poses, hero, steps)

    def _attacks(self, poses: list[Piece], hero: Piece, steps: int) -> Iterator[Way]:
        fighting = [pose for pose in poses if pose.front & hero.base]
        if fighting:
            yield Way("fight", fighting[0].combat, hero, self._turned(fighting), steps)
        if self.variant == "official" and self.order == "Gang Up":
            return  # AMB-62
        seeing = [pose for pose in poses if in_front(pose, hero)]
        if not (seeing and poses[0].shooting) or self.table.holders(poses[0]) or not in_range(poses[0], hero, LONG):
            return
        if self.table.sight(poses[0], hero) != "none":
            yield Way("shoot", seeing[0].shooting, hero, self._turned(seeing), steps)

    def _turned(self, poses: list[Piece]) -> Piece:
        """The fewest heroes in the rear arc; N, E, S, W (IO-COM-17)."""
        return min(
            poses, key=lambda pose: (sum(bool(pose.rear & one.base) for one in self.heroes), ROUND.index(pose.facing))
        )

    def place(self, way: Way, *, exposure: bool = True) -> tuple[int, ...]:
        """How good a place is, low is good (IO-COM-17)."""
        behind = strikes_behind if way.how == "fight" else shoots_from_behind
        exposed = sum(bool(one.front & way.stands.base) for one in self.heroes) if exposure else 0
        over = way.how == "shoot" and self.table.sight(way.stands, way.target) == "over"
        return (not behind(way.stands, way.target), exposed, over, way.steps, way.stands.at[1], way.stands.at[0])

    # Heroes

    def threat(self, model: Piece, hero: Piece, choosing: str) -> int:
        """IO-OFF-01, IO-IMP-03; `quest` names those who count as Quest."""
        most = max(one.wounds for one in self.heroes)
        fits = {
            "Spellcaster": hero.caster,
            "Marksman": hero.shooting > 0,
            "Armoured": hero.armour >= 4,
            "Unarmoured": hero.armour <= 2,
            "Weakest": most > 0 and hero.wounds == most,
            "Wounded": hero.wounds > 0,
            "Quest": hero.id in self.quest,
        }
        value = 3 * sum(fits[name] for name in self.types)
        if "Cowardly" in model.characters and (self.variant == "official" or choosing == "target"):
            value += 3 * fits["Wounded"] + 3 * fits["Weakest"]
        if "Cunning" in model.characters:
            value += 6 * fits["Quest"]
        if self.variant == "improved":
            return value
        return (value + 1) * (2 if model.around & hero.base else 1)

    def distance(self, model: Piece, hero: Piece) -> int:
        """Steps, or points, to a place next to him, models apart (AMD-06)."""
        empty = Table(self.table.floor, self.table.low, self.table.bookcases, [model])
        found = empty.reach(model, 99, leaves=False)
        return min((cost for (at, _), cost in found.items() if model.placed(at).around & hero.base), default=FAR)

    def beside(self, hero: Piece) -> int:
        return sum(bool(one.around & hero.base) for one in self.own)

    # Improved (IO-IMP-04 to IO-IMP-07, IO-IMP-11)

    def _improved(self) -> list[Outcome]:
        ranked = []
        for model in self.own:
            ways = self.ways(model)
            if ways:
                hero = self._hero(model, ways, "activation")[0]
                foreseen = self._foreseen(model, [way for way in ways if way.target == hero])
                ranked.append((self._rank(model, hero, foreseen), model))
        first = [model for _, model in best(ranked, lambda one: one[0])]
        first = [model for model in first if "Undead" in model.characters] or first
        return [outcome for model in first for outcome in self._taken(model)]

    def _rank(self, model: Piece, hero: Piece, way: Way) -> tuple[int, ...]:
        threat, form = self.threat(model, hero, "activation"), self.ranks.index(way.how)
        if self.order == "Attack":
            return -way.dice, form, -threat, -way.steps, -model.level
        fewest = self.beside(hero) if self.order == "Pin" else 0
        return fewest, -threat, -way.steps, -way.dice, form, -model.level

    def _hero(self, model: Piece, ways: list[Way], choosing: str) -> list[Piece]:
        """Highest threat, fewest Combat dice, nearest, most wounds; for Pin first whom the fewest stand next to."""
        found = [hero for hero in self.heroes if any(way.target == hero for way in ways)]
        pin = self.order == "Pin"
        return best(
            found,
            lambda hero: (
                self.beside(hero) if pin else 0,
                -self.threat(model, hero, choosing),
                hero.combat,
                self.distance(model, hero),
                -hero.wounds,
            ),
        )

    def _foreseen(self, model: Piece, ways: list[Way]) -> Way:
        return min(ways, key=lambda way: self.place(way, exposure=self.order != "Gang Up"))

    def _taken(self, model: Piece) -> list[Outcome]:
        if "Brutal" in model.characters:
            return self._brutal(model)
        ways, found = self.ways(model), []
        for hero in self._hero(model, ways, "target"):
            on_hero = [way for way in ways if way.target == hero]
            if self.order == "Gang Up":
                on_hero = [way for way in on_hero if self._leaves_room(model, way)] or on_hero
            found.append(self._told(model, self._foreseen(model, on_hero)))
        return found

    def _brutal(self, model: Piece) -> list[Outcome]:
        """The nearest hero, by the shortest route (AMD-08); nobody else if he cannot be attacked."""
        nearest = best(self.heroes, lambda hero: self.distance(model, hero))
        ways = [way for way in self.ways(model) if way.target in nearest]
        heroes = best(
            {way.target for way in ways},
            lambda hero: (-self.threat(model, hero, "target"), hero.combat, -hero.wounds),
        )
        return [
            self._told(model, min((w for w in ways if w.target == hero), key=lambda w: (w.steps, *self.place(w))))
            for hero in heroes
        ]

    def _leaves_room(self, model: Piece, way: Way) -> bool:
        """Whoever else can attack the hero now still can (IO-IMP-06)."""
        others = [one for one in self.own if one.id != model.id and self._can(self.table, one, way.target)]
        moved = [way.stands if piece.id == model.id else piece for piece in self.table.pieces]
        after = Table(self.table.floor, self.table.low, self.table.bookcases, moved)
        return all(self._can(after, one, way.target) for one in others)

    def _can(self, table: Table, model: Piece, hero: Piece) -> bool:
        there = Overlord(table, self.variant, self.order, sorted(self.types))
        return any(way.target == hero for way in there._ways(model, False))

    # Official (IO-OFF-03 to IO-OFF-07, AMD-07)

    def _official(self, still: bool) -> list[Outcome]:
        ranked = []
        for model in self.own:
            ways = self.ways(model, still=still)
            heroes = self._official_heroes(model, ways, still)
            if heroes:
                places = [min((way for way in ways if way.target == hero), key=self.place) for hero in heroes]
                foreseen = min(places, key=lambda way: way.target.id)
                ranked.append((self._official_rank(model, foreseen, still), model, places))
        first = best(ranked, lambda one: one[0])
        first = [one for one in first if "Undead" in one[1].characters] or first
        return [self._told(model, way) for _, model, places in first for way in places]

    def _official_heroes(self, model: Piece, ways: list[Way], still: bool) -> list[Piece]:
        found = [hero for hero in self.heroes if any(way.target == hero for way in ways)]
        if "Brutal" not in model.characters:
            return best(found, lambda one: (-self.threat(model, one, "target"), self.distance(model, one)))
        if still:
            nearest = best(self.heroes, lambda hero: self.distance(model, hero))
            found = [hero for hero in found if hero in nearest]
        return best(found, lambda one: (self.distance(model, one), -self.threat(model, one, "target")))

    def _official_rank(self, model: Piece, way: Way, still: bool) -> tuple[int, ...]:
        threat, form = -self.threat(model, way.target, "target"), self.ranks.index(way.how)
        steps = 0 if still else -way.steps
        return (form, threat, steps) if self.order == "Attack" else (steps, threat)

    def _told(self, model: Piece, way: Way) -> Outcome:
        return model.id, way.how, way.target.id, way.stands.at
