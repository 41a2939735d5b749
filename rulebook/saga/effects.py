"""The verbs that abilities and passives are made of, and the context they act in.

An ability is one plain function, found in `ABILITIES` under its name:

    @ability("rally")
    def rally(ctx: Context, rank: int, target: Target) -> None:
        ctx.restore(unit_of(target), "willpower", ctx.figure("willpower", rank))

It runs after its cost was paid and its aim checked against the ability's data, acts only
through the verbs below, and reads `ctx.state`, which is up to date after each of them. It
may roll only through `ctx.roll_die`, and never refuses: what its aim cannot say goes into
a check registered with `@aim_check("run-through")`, which sees the state as the player
knows it, and to which the page's list of targets listens as well.

Verbs never raise for a unit that fell in the meantime: nothing happens to it any more.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal

from rulebook.dice import Dice, Roll, throw
from rulebook.saga import attack as attacks
from rulebook.saga.attack import AttackKind
from rulebook.saga.board import Cell, distance, footprint
from rulebook.saga.events import (
    Cause,
    Damage,
    Damaged,
    DieRolled,
    EffectGained,
    Event,
    HazardPlaced,
    HazardSprung,
    Moved,
    PlaceMoved,
    Pushed,
    Restored,
    StrikeRolled,
    UnitDefeated,
    WillpowerLost,
)
from rulebook.saga.evolve import evolve
from rulebook.saga.figures import Assault, carried_out, softened, split
from rulebook.saga.hooks import (
    Blow,
    hooks_of,
)
from rulebook.saga.movement import Direction, Pose, pushed_to
from rulebook.saga.reasons import Reason, reason_text
from rulebook.saga.state import Hazard, Lasting, Moment, State, Unit, Until
from rulebook.saga.steps import Target

Use = Callable[["Context", int, Target], None]
AimCheck = Callable[[State, Unit, int, Target], bool]

Spring = Callable[["Context", str, Hazard], None]

ABILITIES: dict[str, Use] = {}
AIM_CHECKS: dict[str, AimCheck] = {}
SPRINGS: dict[str, Spring] = {}
"""What a hazard does to whoever springs it, besides the strength and armor it says, by its name."""


def ability(name: str) -> Callable[[Use], Use]:
    """Registers what an ability does."""

    def register(use: Use) -> Use:
        ABILITIES[name] = use
        return use

    return register


def aim_check(name: str) -> Callable[[AimCheck], AimCheck]:
    """Registers what an ability asks of its target beyond its aim and range.

    The function gets the state as the user's side knows it, the user where it would stand,
    the rank and the target, and says whether the ability may be aimed there.
    """

    def register(check: AimCheck) -> AimCheck:
        AIM_CHECKS[name] = check
        return check

    return register


def unit_of(target: Target) -> str:
    """The unit id in a target that must be a unit."""
    assert isinstance(target, str)
    return target


def cell_of(target: Target) -> Cell:
    """The cell in a target that must be a cell."""
    assert isinstance(target, Cell)
    return target


class Context:
    """One act in the making: the state as it is now, the dice, and the events so far.

    `actor` is the unit whose turn, or late post, this is; `moved` whether it has moved in
    it; `name` and `rank` the ability being used, if any. Nothing outside sees the state
    before the whole act is done.
    """

    __slots__ = ("actor", "at", "dice", "events", "moved", "name", "rank", "state", "stopped")

    def __init__(self, state: State, dice: Dice, at: Moment) -> None:
        self.state = state
        self.dice = dice
        self.at = at
        self.events: list[Event] = []
        self.actor = ""
        self.moved = False
        self.stopped = False
        self.name = ""
        self.rank = 0

    # Reading

    def unit(self, unit_id: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[unit_id]

    @property
    def me(self) -> Unit:
        """The acting unit as it is now."""
        return self.state.units[self.actor]

    def figure(self, name: str, rank: int) -> int:
        """A figure of the ability being used, at a rank, from this battle's own data."""
        return self.state.abilities[self.name].figure(name, rank)

    # Telling

    def tell(self, event: Event) -> None:
        """Put a fact on record and let the state follow it."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def roll_die(self, sides: int) -> int:
        """Cast a die for the ability in use, on record; returns the face."""
        roll = throw(self.dice, sides, self._why(Reason("ability", ability=self.name, rank=self.rank)))
        self.tell(DieRolled(self.at, self.actor, roll, self.name, self.rank))
        return roll.face

    def roll_for(self, unit: str, sides: int, talent: str, rank: int) -> int:
        """Cast a die for a unit's talent, on record; returns the face."""
        roll = throw(self.dice, sides, self._why(Reason("ability", ability=talent, rank=rank)))
        self.tell(DieRolled(self.at, unit, roll, talent, rank))
        return roll.face

    def _why(self, reason: Reason) -> str:
        return reason_text(reason, words=self.state.words)

    # Attacks

    def strike(
        self,
        target: str,
        attack: AttackKind = "strength",
        *,
        boost: int = 0,
        cannot_miss: bool = False,
        extra: int = 0,
        reroll: bool = False,
    ) -> bool:
        """The actor attacks a unit: rolled, told and carried out; True for a hit.

        One that `cannot_miss` rolls nothing. `extra` is added to the damage of a hit, to
        strength or armor by the kind of attack; bonuses of passives count by themselves.
        With `reroll` a miss is rolled once more for hero points (STAT-8).
        """
        me, struck = self.me, self.unit(target)
        if not (me.standing and struck.standing):
            return False
        assault = Assault(target, attack, boost, extra, cannot_miss)
        result = self._attempt(assault, again=reroll)
        if reroll and not result.hit:
            result = self._attempt(assault, again=False)
        if result.hit:
            self._land(me, struck, attack, result)
        elif result.wear:
            self.hurt(target, "armor", result.wear, cause="wear", hit=False)
        return result.hit

    def strike_along(self, ally: str, target: str) -> bool:
        """Another unit makes a plain strength attack in the actor's turn; it has not moved in it."""
        actor, moved = self.actor, self.moved
        self.actor, self.moved = ally, False
        hit = self.strike(target)
        self.actor, self.moved = actor, moved
        return hit

    def _attempt(self, assault: Assault, again: bool) -> attacks.Strike:
        """One roll of an attack, on record; with `again` a miss is not final."""
        reason = Reason(assault.attack, assault.boost, self.name, self.rank)
        roll = None if assault.cannot_miss else throw(self.dice, attacks.ATTACK_DIE, self._why(reason))
        result = carried_out(self.state, self.me, assault, roll.face if roll else None, self.moved)
        final = result.hit or not again
        self.tell(self._strike_rolled(assault, roll, result, final))
        return result

    def _strike_rolled(self, assault: Assault, roll: Roll | None, result: attacks.Strike, final: bool) -> StrikeRolled:
        return StrikeRolled(
            self.at,
            self.actor,
            assault.target,
            assault.attack,
            assault.boost,
            result.threshold.value,
            result.threshold.terms,
            roll,
            result.hit,
            spent=result.spent if final else 0,
            final=final,
            hero_points=0 if final else self.state.rules.hero_points_reroll,
            ability=self.name,
            rank=self.rank,
        )

    def _land(self, me: Unit, struck: Unit, attack: AttackKind, result: attacks.Strike) -> None:
        cause: Cause = "ability" if self.name else "strike"
        damage: Damage = "strength" if attack == "strength" else "armor"
        amount = result.damage if attack == "strength" else result.wear
        self.hurt(struck.id, damage, amount, cause=cause, attack=attack)
        blow = self._blow(me, struck, damage, 0, cause, self.name, attack)
        for hooks, strength in tuple(hooks_of(self.me)):
            if hooks.after_hit is not None and self.me.standing:
                hooks.after_hit(self, self.me, strength, blow)

    def _blow(
        self,
        by: Unit,
        struck: Unit,
        damage: Damage,
        amount: int,
        cause: Cause,
        name: str,
        attack: AttackKind | None,
    ) -> Blow:
        assert struck.at is not None
        adjacent = by.at is not None and distance(by.at, by.size, struck.at, struck.size) == 1
        return Blow(by.id, struck.id, damage, amount, cause, name, self.rank, attack, struck.at, struck.size, adjacent)

    # Damage

    def hurt(
        self,
        target: str,
        damage: Damage,
        amount: int,
        *,
        by: str | None = None,
        cause: Cause = "ability",
        name: str | None = None,
        hit: bool = True,
        attack: AttackKind | None = None,
    ) -> int:
        """Take strength or armor from a unit; returns what was taken of that kind.

        `by` is the unit it comes from, by default the actor; `name` what is behind it, by
        default the ability in use. A `hit` is what effects that soften hits work on.
        Defeats, and every passive that listens, follow by themselves.
        """
        struck = self.unit(target)
        if not struck.standing:
            return 0
        if hit:
            amount = self._resisted(struck, damage, softened(struck, damage, amount))
            amount -= self._shared(struck, damage, amount, by or self.actor)
        to_strength, to_armor = split(struck, damage, amount)
        source = self.unit(by or self.actor)
        told = self.name if name is None else name
        taken_armor = self._take(struck, source, "armor", min(to_armor, struck.armor), cause, told, attack)
        taken = self._take(struck, source, "strength", to_strength, cause, told, attack)
        return taken if damage == "strength" else taken_armor

    def _resisted(self, struck: Unit, damage: Damage, amount: int) -> int:
        """What is left of a hit after what its target resists by luck, never below 0."""
        for hooks, strength in hooks_of(struck):
            if hooks.resist is not None and amount > 0:
                amount = max(0, amount - hooks.resist(self, struck, strength, damage, amount))
        return amount

    def _shared(self, struck: Unit, damage: Damage, amount: int, by: str) -> int:
        """What others take of a hit in the target's place."""
        for hooks, strength in hooks_of(struck):
            if hooks.share is not None and amount > 0:
                return min(amount, hooks.share(self, struck, strength, damage, amount, by))
        return 0

    def _take(
        self,
        struck: Unit,
        source: Unit,
        damage: Damage,
        amount: int,
        cause: Cause,
        name: str,
        attack: AttackKind | None,
    ) -> int:
        if amount <= 0 or not self.unit(struck.id).standing:
            return 0
        self.tell(Damaged(self.at, struck.id, damage, amount, source.id, cause, name))
        blow = self._blow(source, struck, damage, amount, cause, name, attack)
        fell = self.unit(struck.id).strength <= 0
        if fell:
            self.tell(UnitDefeated(self.at, struck.id, source.id, source.boss))
        for hooks, strength in tuple(hooks_of(struck)):
            if hooks.after_damage is not None:
                # The fallen keep nothing lasting, yet what they had counts for this blow.
                bearer = struck if fell else self.unit(struck.id)
                hooks.after_damage(self, bearer, strength, blow)
        if fell:
            self._tell_killer(source.id, blow)
        return amount

    def _tell_killer(self, killer: str, blow: Blow) -> None:
        for hooks, strength in tuple(hooks_of(self.unit(killer))):
            if hooks.on_kill is not None and self.unit(killer).standing:
                hooks.on_kill(self, self.unit(killer), strength, blow)

    # Giving and taking

    def restore(
        self,
        target: str,
        attribute: Literal["strength", "armor", "willpower"],
        amount: int,
        *,
        by: str | None = None,
        name: str | None = None,
    ) -> int:
        """Give a unit back strength, armor or willpower, up to its maximum; returns how much."""
        unit = self.unit(target)
        room: int = getattr(unit, f"max_{attribute}") - getattr(unit, attribute)
        given = min(amount, room)
        if not unit.standing or given <= 0:
            return 0
        told = self.name if name is None else name
        self.tell(Restored(self.at, target, attribute, given, by or self.actor, told))
        return given

    def drain(self, target: str, amount: int, *, by: str | None = None, name: str | None = None) -> int:
        """Take willpower from a unit, down to 0; returns how much."""
        unit = self.unit(target)
        taken = min(amount, unit.willpower)
        if not unit.standing or taken <= 0:
            return 0
        told = self.name if name is None else name
        self.tell(WillpowerLost(self.at, target, taken, by or self.actor, told))
        return taken

    def give(self, target: str, name: str, amount: int, until: Until, *, source: str | None = None) -> None:
        """Put a lasting effect on a unit; what it does is in `HOOKS[name]`."""
        if self.unit(target).standing:
            effect = Lasting(name, amount, source or self.actor, until)
            self.tell(EffectGained(self.at, target, effect))

    def place_hazard(self, hazard: Hazard) -> None:
        """Put something on a cell for whoever enters it."""
        self.tell(HazardPlaced(self.at, hazard))

    def move_place(self, unit: str, before: str) -> None:
        """Move a unit's turn to come right before another's, or last (`before` empty)."""
        self.tell(PlaceMoved(self.at, unit, before, self.actor, self.name))

    # Moving

    def walk(self, unit_id: str, path: Sequence[Pose], *, free: int | None = None) -> bool:
        """Walk a unit along its poses, the present one first; False if it was stopped or fell.

        `free` squares cost nothing, each later one a point of willpower; None makes them
        all free. Whatever waits on a cell springs when it is entered (DEPL-6, hazards).
        """
        start, paid = 0, 0
        # Who suffers for every cell may fall on the way, so it goes cell by cell.
        suffers = any(hooks.on_walk is not None for hooks, _ in hooks_of(self.unit(unit_id)))
        for index in range(1, len(path)):
            sprung = self._entered(path[index - 1], path[index])
            if not (sprung or suffers) and index < len(path) - 1:
                continue
            cost = 0 if free is None else max(0, index - free)
            self._stride(unit_id, path[start : index + 1], cost - paid)
            start, paid = index, cost
            if not self._spring(unit_id, sprung):
                return False
        return True

    def _stride(self, unit_id: str, poses: Sequence[Pose], will: int) -> None:
        anchors = tuple(at for at, _ in poses)
        self.tell(Moved(self.at, unit_id, anchors, poses[-1][1], will))
        for hooks, amount in tuple(hooks_of(self.unit(unit_id))):
            if hooks.on_walk is not None and self.unit(unit_id).standing:
                hooks.on_walk(self, self.unit(unit_id), amount, len(poses) - 1)

    def _entered(self, before: Pose, after: Pose) -> list[Hazard]:
        if not self.state.hazards:
            return []
        left, now = footprint(*before), footprint(*after)
        return [h for h in self.state.hazards if h.cell in now and h.cell not in left]

    def _spring(self, unit_id: str, hazards: Sequence[Hazard]) -> bool:
        """Spring what was stepped on; False if the unit may not go on."""
        stopped = False
        for hazard in hazards:
            if not self.unit(unit_id).standing:
                break
            stops = hazard.stops and self._has_room(unit_id)
            stopped = stopped or stops
            self.tell(HazardSprung(self.at, unit_id, hazard.name, hazard.cell, hazard.spent, stops))
            self._burn(unit_id, "armor", hazard.armor, hazard)
            self._burn(unit_id, "strength", hazard.strength, hazard)
            if hazard.name in SPRINGS:
                SPRINGS[hazard.name](self, unit_id, hazard)
        self.stopped = self.stopped or (stopped and unit_id == self.actor)
        return not stopped and self.unit(unit_id).standing

    def _burn(self, unit_id: str, damage: Damage, amount: int, hazard: Hazard) -> None:
        source, name = hazard.source, hazard.name
        self.hurt(unit_id, damage, amount, by=source, cause="hazard", name=name, hit=False)

    def _has_room(self, unit_id: str) -> bool:
        """Whether the unit stands on its cells alone; walking through an ally it does not."""
        occupied = self.state.occupied
        return all(occupied.get(cell) == unit_id for cell in self.unit(unit_id).cells)

    def push(
        self, target: str, direction: Direction, cells: int, *, through: bool = False
    ) -> tuple[int, tuple[str, ...]]:
        """Push a unit in a straight line; returns the cells moved and the units passed.

        It stops before anything it cannot enter; with `through` it passes units and ends on
        the furthest free spot within the distance. What waits on its cells springs.
        """
        unit = self.unit(target)
        if unit.at is None or unit.defeated:
            return 0, ()
        reached, passed = pushed_to(self.state, unit, direction, cells, through)
        if reached == 0:
            return 0, ()
        path = [Cell(unit.at.x + direction[0] * n, unit.at.y + direction[1] * n) for n in range(reached + 1)]
        self.tell(Pushed(self.at, target, tuple(path), self.actor, self.name))
        for before, after in pairwise(path):
            if not self._spring(target, self._entered((before, unit.size), (after, unit.size))):
                break
        return reached, passed
