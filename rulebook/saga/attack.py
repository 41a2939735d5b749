"""One attack: threshold, boost, and what the roll does (section 3 of the rules).

Figures in, figures out: who stands where, whose turn it is and where the face comes
from is decided elsewhere. Strength is always the current value, already net of wounds.
"""

from dataclasses import dataclass
from typing import Literal

from rulebook.errors import Illegal, Unreadable
from rulebook.saga.rules import TableRules

AttackKind = Literal["strength", "break"]

ATTACK_KINDS: tuple[AttackKind, ...] = ("strength", "break")
ATTACK_DIE = 100
STRENGTH_BASE, STRENGTH_FLOOR = 70, 25
BREAK_BASE, BREAK_FACTOR, BREAK_FLOOR = 80, 4, 50
MISS_PER_ARMOR = 10
MISS_PER_WOUND = 5
WEAR_OF_A_LATER_MISS = 1

Term = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Striker:
    """The attacker's figures; `wounds` are its open ones."""

    strength: int
    willpower: int
    exertion: int
    break_: int
    wounds: int = 0


@dataclass(frozen=True, slots=True)
class Struck:
    """The target's figures; evasion and deflection as they stand at the roll (STAT-10)."""

    strength: int
    armor: int
    evasion: int = 0
    deflection: int = 0


@dataclass(frozen=True, slots=True)
class Threshold:
    """What the roll must stay below, and the terms that add up to it.

    A term is (label key, signed amount, rule id). Terms of zero are left out, except the
    base; the floor, where it lifts the value, is the last term (HIT-5).
    """

    value: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """What one attack did.

    `damage` is off the target's strength, `wear` off its armor; `spent` is the willpower
    the boost cost. `strength_after` may be negative, and is kept so (STAT-1).
    """

    threshold: Threshold
    hit: bool
    damage: int
    wear: int
    strength_after: int
    armor_after: int
    willpower_after: int
    defeated: bool
    spent: int


def threshold(kind: AttackKind, striker: Striker, struck: Struck, *, bonus_strength: int = 0) -> Threshold:
    """The hit threshold with its breakdown (HIT-1 to HIT-5).

    `bonus_strength` is what an ability or item adds to the attacker's strength for this
    attack; it counts here and in the damage alike (STAT-10).
    """
    if kind == "strength":
        return _floored(_strength_terms(striker, struck, bonus_strength), STRENGTH_FLOOR)
    return _floored(_break_terms(striker, struck), BREAK_FLOOR)


def hit_chance(value: int, rules: TableRules) -> int:
    """Percent of the d100's faces that hit against this threshold (HIT-1, HIT-5)."""
    highest_hit = value if rules.hit_on_equal else value - 1
    return min(ATTACK_DIE, max(0, highest_hit))


def check_boost(boost: int, striker: Striker) -> None:
    """Refuse a boost the attacker may not declare (DMG-7, WILL-2).

    Raises `bad-boost`, `boost-exceeds-exertion`, `not-enough-willpower`, in this order
    when several apply.
    """
    if isinstance(boost, bool) or not isinstance(boost, int) or boost < 0:
        message = f"A boost is a whole number from 0 up, not {boost!r}."
        raise Unreadable("bad-boost", message, {"boost": boost})
    if boost > striker.exertion:
        raise Illegal(
            "boost-exceeds-exertion",
            f"A boost of {boost} is more than the exertion of {striker.exertion}.",
            {"boost": boost, "exertion": striker.exertion},
        )
    if boost > striker.willpower:
        raise Illegal(
            "not-enough-willpower",
            f"A boost of {boost} is more than the willpower of {striker.willpower}.",
            {"boost": boost, "willpower": striker.willpower},
        )


def strike(
    kind: AttackKind,
    striker: Striker,
    struck: Struck,
    *,
    boost: int,
    roll: int | None,
    failed_breaks_before: int,
    rules: TableRules,
    cannot_miss: bool = False,
    bonus_strength: int = 0,
    extra_damage: int = 0,
) -> Strike:
    """Carry out one attack with the face rolled (HIT-1 to HIT-5, DMG-1 to DMG-4, WILL-2, WILL-4).

    `roll` is the d100's face; None only with `cannot_miss`, which rolls nothing.
    `failed_breaks_before` counts the missed break attacks against this target earlier in
    this round, by anyone. `extra_damage` is added to a hit, to strength or armor by kind.
    Raises what `check_boost` raises, and `bad-roll` for a face that no d100 has.
    """
    check_boost(boost, striker)
    needed = threshold(kind, striker, struck, bonus_strength=bonus_strength)
    hit = cannot_miss or _hits(_face(roll), needed.value, rules)
    added = boost + extra_damage
    damage, wear = 0, 0
    if kind == "strength" and hit:
        damage = max(1, striker.strength + bonus_strength - struck.armor) + added
    elif hit:
        wear = striker.break_ + added
    elif kind == "break" and failed_breaks_before > 0:
        wear = WEAR_OF_A_LATER_MISS
    spent = boost if hit or rules.boost_lost_on_miss else 0
    return _outcome(needed, hit, damage, min(wear, struck.armor), spent, striker, struck)


def attack_reason(kind: AttackKind, boost: int) -> str:
    """The reason put on record with an attack's roll, in English (DMG-6)."""
    name = "Strength attack" if kind == "strength" else "Break attack"
    return f"{name} + {boost} Vol" if boost else name


def _strength_terms(striker: Striker, struck: Struck, bonus: int) -> list[Term]:
    above = max(0, struck.armor - striker.strength - bonus)
    return [
        ("base", STRENGTH_BASE, "HIT-1"),
        ("strength", striker.strength, "HIT-1"),
        ("bonus-strength", bonus, "STAT-10"),
        ("armor-above-strength", -MISS_PER_ARMOR * above, "HIT-2"),
        ("evasion", -struck.evasion, "HIT-2"),
        ("wounds", -MISS_PER_WOUND * striker.wounds, "HIT-2"),
    ]


def _break_terms(striker: Striker, struck: Struck) -> list[Term]:
    return [
        ("base", BREAK_BASE, "HIT-3"),
        ("break", BREAK_FACTOR * striker.break_, "HIT-3"),
        ("deflection", -struck.deflection, "HIT-4"),
        ("wounds", -MISS_PER_WOUND * striker.wounds, "HIT-4"),
    ]


def _floored(terms: list[Term], floor: int) -> Threshold:
    lift = max(0, floor - sum(amount for _, amount, _ in terms))
    told = tuple(term for term in [*terms, ("floor", lift, "HIT-5")] if term[1])
    return Threshold(value=sum(amount for _, amount, _ in told), terms=told)


def _face(roll: int | None) -> int:
    if roll is None or not 1 <= roll <= ATTACK_DIE:
        message = f"An attack needs a d100's face, not {roll!r}."
        raise Unreadable("bad-roll", message, {"roll": roll})
    return roll


def _hits(face: int, value: int, rules: TableRules) -> bool:
    return face <= value if rules.hit_on_equal else face < value


def _outcome(
    needed: Threshold,
    hit: bool,
    damage: int,
    wear: int,
    spent: int,
    striker: Striker,
    struck: Struck,
) -> Strike:
    strength_after = struck.strength - damage
    return Strike(
        threshold=needed,
        hit=hit,
        damage=damage,
        wear=wear,
        strength_after=strength_after,
        armor_after=struck.armor - wear,
        willpower_after=striker.willpower - spent,
        defeated=strength_after <= 0,
        spent=spent,
    )
