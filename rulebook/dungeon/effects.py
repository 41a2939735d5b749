"""The verbs that everything in play is made of, and the context they act in.

A verb tells events and nothing else; the context's state is up to date after each of
them. Verbs never raise: whether something may be done is asked before, in `legal.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.dice import Dice, Roll, throw
from rulebook.dungeon import combat
from rulebook.dungeon.attack import SIDES, Term, resolve
from rulebook.dungeon.board import Chest, Closed, Door, Lock, Ward, Zone
from rulebook.dungeon.cards import MOST_WOUNDS, Felling
from rulebook.dungeon.combat import Sides
from rulebook.dungeon.counted import dice_terms
from rulebook.dungeon.events import (
    AttackKind,
    AttackRolled,
    BattleEnded,
    BreakingAway,
    ClosureOpened,
    EffectGained,
    Event,
    FreeStrikesGiven,
    ItemsPickedUp,
    ModelFelled,
    ModelPlaced,
    Moved,
    WardLowered,
    Wounded,
    WoundIgnored,
    ZoneLaid,
)
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.feats import fight_terms
from rulebook.dungeon.grid import Facing, Pose, Square
from rulebook.dungeon.movement import check_path
from rulebook.dungeon.spawning import new_minion, zone_models
from rulebook.dungeon.state import Lasting, Model, Moment, State
from rulebook.dungeon.victory import decided


class Context:
    """One act in the making: the state as it is now, the dice, and the events so far."""

    __slots__ = ("at", "dice", "events", "state")

    def __init__(self, state: State, dice: Dice, at: Moment) -> None:
        self.state = state
        self.dice = dice
        self.at = at
        self.events: list[Event] = []

    def model(self, model_id: str) -> Model:
        """A model as it is now."""
        return self.state.models[model_id]

    def tell(self, event: Event) -> None:
        """Put an event on record and let the state follow."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def roll(self, dice: int, reason: str) -> tuple[Roll, ...]:
        """So many six-sided dice, on record with their reason."""
        return tuple(throw(self.dice, SIDES, reason) for _ in range(dice))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == "over"

    def ended(self, ending: Model | None = None) -> bool:
        """Whether the game is over; tells it as soon as it is decided (DS-WIN-03).

        `ending` is a hero that ends its turn.
        """
        if self.over:
            return True
        won = decided(self.state, ending)
        if won is None:
            return False
        self.tell(BattleEnded(self.at, *won))
        return True

    # Moving

    def start_move(self, model_id: str, path: tuple[Pose, ...], points: int) -> None:
        """Walk a path found legal; free strikes come first where the model breaks away.

        Whoever calls it then lets `strikes.go_on` resolve what is pending.
        """
        model = self.model(model_id)
        walk = check_path(self.state, model, path, points, turns_only=self._turns_only(model))
        if walk.breaks:
            strikers = tuple(enemy.id for enemy in combat.holders(self.state, model))
            self.tell(BreakingAway(self.at, model_id, path, points, strikers))
        else:
            self.walk(model_id, path, points)

    def _turns_only(self, model: Model) -> bool:
        running = self.state.running
        return running is not None and running.unit == model.id and running.turns_only

    def walk(self, model_id: str, path: tuple[Pose, ...], points: int) -> None:
        """Take a path to its end, and pick up what lies on the way (DS-MOVE, AMB-14)."""
        model, running = self.model(model_id), self.state.running
        own = running is not None and running.unit == model_id
        walk = check_path(self.state, model, path, points, turns_only=self._turns_only(model))
        self.tell(Moved(self.at, model_id, path, points - walk.cost, walk.stopped, granted=not own))
        if model.is_hero:
            self._pick_up(model_id, path)

    def _pick_up(self, model_id: str, path: tuple[Pose, ...]) -> None:
        entered = {pose.at for pose in path}
        for drop in self.state.board.drops:
            if drop.square in entered:
                lying = [d.items for d in self.state.board.drops if d.square == drop.square]
                entered.discard(drop.square)
                self.tell(ItemsPickedUp(self.at, model_id, drop.square, sum(lying, ())))

    def place(self, model: Model, by: str) -> None:
        """Put a new model on the board by a spell or effect; enemies may strike (DS-FREE-02)."""
        self.tell(ModelPlaced(self.at, model, by))
        self.give_free_strikes(model.id)

    def give_free_strikes(self, model_id: str) -> None:
        """Each enemy that has the model in its front arc may strike it (DS-RAISE-03)."""
        strikers = tuple(enemy.id for enemy in combat.holders(self.state, self.model(model_id)))
        if strikers:
            self.tell(FreeStrikesGiven(self.at, model_id, strikers))

    def minion(self, key: str, at: Square, facing: Facing) -> Model:
        """A minion as it would come on the board now; it counts as having acted (DS-RAISE-04)."""
        return new_minion(self.state, key, at, facing, acted=True)

    # Attacks

    def fight(self, attacker_id: str, target_id: str) -> None:
        """A Fight with a model or a lock (DS-FIGHT, DS-LOCK-01)."""
        attacker = self.model(attacker_id)
        extra = fight_terms(self.state.running, attacker) + dice_terms(attacker, "fight-dice", target_id)
        thing = self.state.board.closed(target_id)
        if thing is not None:
            self._smash(attacker, thing, extra)
            return
        self.attack(
            "fight", attacker_id, target_id, combat.fight_sides(self.state, attacker, self.model(target_id), extra)
        )

    def _smash(self, hero: Model, thing: Closed, extra: tuple[Term, ...]) -> None:
        assert isinstance(thing.closure, Lock)
        rolled = self._roll_attack("lock", hero.id, thing.id, combat.lock_sides(self.state, hero, thing.closure, extra))
        if rolled.hits:
            self.open(thing.id, hero.id)

    def shoot(self, shooter_id: str, target_id: str) -> None:
        """A shot (DS-SHOOT-08)."""
        shooter = self.model(shooter_id)
        extra = dice_terms(shooter, "shoot-dice", target_id)
        sides = combat.shoot_sides(self.state, shooter, self.model(target_id), extra)
        self.attack("shoot", shooter_id, target_id, sides)

    def free_strike(self, striker_id: str, target_id: str) -> None:
        """A free strike: a Fight out of turn (DS-FREE-01)."""
        sides = combat.fight_sides(self.state, self.model(striker_id), self.model(target_id))
        self.attack("free-strike", striker_id, target_id, sides)

    def magic_attack(self, caster_id: str, spell_key: str, target_id: str) -> None:
        """One magic attack with its own roll (DS-MAGIC-06, DS-MAGIC-08)."""
        spell = self.state.spells[spell_key]
        sides = combat.magic_sides(self.state, self.model(caster_id), spell, self.model(target_id))
        self.attack("magic", caster_id, target_id, sides, spell_key)

    def attack(self, kind: AttackKind, attacker_id: str, target_id: str, sides: Sides, spell: str = "") -> None:
        """Roll an attack on a model and let it suffer the hits (DS-DMG-01)."""
        rolled = self._roll_attack(kind, attacker_id, target_id, sides, spell)
        self.hit(target_id, rolled.hits, attacker_id)
        self.ended()

    def _roll_attack(
        self, kind: AttackKind, attacker_id: str, target_id: str, sides: Sides, spell: str = ""
    ) -> AttackRolled:
        ours, theirs = sides.attacker.pool, sides.defender.pool
        mine = self.roll(ours.dice, f"{kind}-attack")
        other = self.roll(theirs.dice, f"{kind}-defence")
        result = resolve([roll.face for roll in mine], [roll.face for roll in other], theirs.armour)
        event = AttackRolled(
            self.at,
            kind,
            attacker_id,
            target_id,
            theirs.armour,
            sides.attacker.dice_terms,
            sides.defender.dice_terms,
            sides.defender.armour_terms,
            mine,
            other,
            result.kept,
            result.pairs,
            result.hits,
            spell,
        )
        self.tell(event)
        return event

    # Damage

    def hit(self, target_id: str, hits: int, by: str) -> None:
        """What so many hits of one attack do (DS-DMG-01 to DS-DMG-03)."""
        model = self.model(target_id)
        if not model.has_wound_track:
            felling = model.profile.felled_by(hits)
            if felling is not None:
                self.fell(target_id, by, felling)
        elif hits and not self._ignores_wound(target_id):
            self.wound(target_id, by)

    def _ignores_wound(self, model_id: str) -> bool:
        """An automatic item against the wound, unless its owner declines it (AMD-19)."""
        model = self.model(model_id)
        for key in model.items:
            item = self.state.items[key]
            if item.use == "automatic" and item.effect == "ignore-wound" and key not in model.declined:
                (roll,) = self.roll(1, f"item-{key}")
                ignored = roll.face >= item.amount
                self.tell(WoundIgnored(self.at, model_id, key, roll, ignored))
                return ignored
        return False

    def wound(self, model_id: str, by: str) -> None:
        """One wound; the fifth incapacitates (DS-DMG-03, DS-DMG-06)."""
        wounds = self.model(model_id).wounds + 1
        self.tell(Wounded(self.at, model_id, wounds, by))
        if wounds >= MOST_WOUNDS:
            self.fell(model_id, by, "incapacitated")

    def fell(self, model_id: str, by: str, how: Felling) -> None:
        """A model leaves the board; its paraphernalia stays where it stood (AMB-14)."""
        model = self.model(model_id)
        assert model.at is not None
        items = self.state.items
        dropped = tuple(key for key in model.items if items[key].paraphernalia or items[key].use == "quest")
        self.tell(ModelFelled(self.at, model_id, by, how, model.at, dropped))

    # Closures

    def lower_ward(self, closed_id: str, by: str, amount: int) -> None:
        """A spell takes power from a ward; at zero it opens (DS-WARD-01)."""
        thing = self.state.board.closed(closed_id)
        assert thing is not None and isinstance(thing.closure, Ward)
        power = max(0, thing.closure.power - amount)
        self.tell(WardLowered(self.at, closed_id, by, power))
        if power == 0:
            self.open(closed_id, by)

    def open(self, closed_id: str, by: str) -> None:
        """Open a door or chest: contents to who opened it, zones laid (DS-DOOR-05 to -07)."""
        thing = self.state.board.closed(closed_id)
        assert thing is not None
        items = thing.contents if isinstance(thing, Chest) else ()
        self.tell(ClosureOpened(self.at, closed_id, by, thing.squares, items))
        if isinstance(thing, Door):
            for zone in zones_behind(self.state.hidden, thing):
                self.lay(zone)

    def lay(self, zone: Zone) -> None:
        """Bring a zone into play; its models cause no free strikes (DS-DOOR-06, DS-FREE-03)."""
        self.tell(ZoneLaid(self.at, zone, zone_models(self.state, zone)))

    # Effects

    def give_effect(self, model_id: str, effect: Lasting) -> None:
        """Something lasting comes upon a model."""
        self.tell(EffectGained(self.at, model_id, effect))

    def give_effects(self, model_id: str, effects: Iterable[Lasting]) -> None:
        """Several of them, in order."""
        for effect in effects:
            self.give_effect(model_id, effect)


def zones_behind(hidden: tuple[Zone, ...], door: Door) -> tuple[Zone, ...]:
    """The zones not yet laid that a door leads to."""
    return tuple(zone for zone in hidden if any(other.id == door.id for other in zone.doors))
