"""Dice that come in from outside: checkable ones for play, loaded ones for tests.

The recipe of a checkable roll, which `scripts/verify_battle.py` repeats on its own and
`docs/dice.md` explains to players:

1. `digest = HMAC-SHA256(key=seed, message=counter as 8 bytes, big-endian)`.
2. `number` = the first 8 bytes of the digest as a big-endian unsigned integer.
3. The counter goes up by one, whatever happens next.
4. If `number >= 2**64 - (2**64 mod sides)` the number is thrown away (it would favour
   the low faces) and the recipe starts again at 1 with the new counter.
5. `face = number mod sides + 1`.

The commitment shown before the first roll is the SHA-256 of the seed's bytes, in hex.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rulebook.errors import Unreadable

WORD = 2**64
MOST_ROLLS = 2**64 - 1


class Dice(Protocol):
    """Where faces come from. `counter` says how far the source has been used."""

    @property
    def counter(self) -> int: ...

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`, both included."""
        ...


@dataclass(frozen=True, slots=True)
class Roll:
    """One die on record: its face, its reason, and the dice counter before the roll."""

    sides: int
    face: int
    counter: int
    reason: str


def throw(dice: Dice, sides: int, reason: str) -> Roll:
    """Roll one die and return it as a record (DMG-6: every roll has its reason)."""
    counter = dice.counter
    return Roll(sides=sides, face=dice.roll(sides), counter=counter, reason=reason)


def commitment(seed: bytes) -> str:
    """The hash that binds a battle to its seed before anybody knows the seed."""
    return hashlib.sha256(seed).hexdigest()


class SeededDice:
    """Faces from a secret seed, by the recipe at the head of this module.

    `counter` goes up once for each HMAC used, thrown-away numbers included, and is
    never turned back: whoever undoes a battle goes on from the counter reached.
    """

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        if not seed:
            raise Unreadable("bad-seed", "The seed of the dice is empty.")
        if not 0 <= counter <= MOST_ROLLS:
            raise Unreadable("bad-counter", f"{counter} is no dice counter.", {"counter": counter})
        self._seed = seed
        self._counter = counter

    @property
    def counter(self) -> int:
        return self._counter

    def roll(self, sides: int) -> int:
        """A face from 1 to `sides`; `bad-die` unless 1 <= sides <= 2**64."""
        _check_sides(sides)
        limit = WORD - WORD % sides
        while (number := self._next_number()) >= limit:
            continue
        return number % sides + 1

    def _next_number(self) -> int:
        message = self._counter.to_bytes(8, "big")
        self._counter += 1
        return int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")


class OutOfFaces(LookupError):
    """Loaded dice were asked for a face nobody had put in: a fault of the set-up."""


class LoadedDice:
    """Faces laid down beforehand, by die size, dealt in order: `LoadedDice(d10=[3, 9])`.

    Raises `OutOfFaces` when a size has none left; `unused` counts what is left over all
    sizes; `counter` counts the faces dealt so far.
    """

    def __init__(self, **faces: Iterable[int]) -> None:
        self._faces = {_sides_of(name): list(values) for name, values in faces.items()}
        self._counter = 0
        for sides, values in self._faces.items():
            _check_faces(sides, values)

    @property
    def counter(self) -> int:
        return self._counter

    @property
    def unused(self) -> int:
        return sum(len(values) for values in self._faces.values())

    def roll(self, sides: int) -> int:
        """The next face laid down for a die of this size."""
        left = self._faces.get(sides)
        if not left:
            raise OutOfFaces(f"No face left for a d{sides} after {self._counter} rolls.")
        self._counter += 1
        return left.pop(0)


def _check_sides(sides: int) -> None:
    if not 1 <= sides <= WORD:
        raise Unreadable("bad-die", f"There is no die with {sides} sides.", {"sides": sides})


def _sides_of(name: str) -> int:
    if not name.startswith("d") or not name[1:].isdecimal():
        raise Unreadable("bad-die", f"{name!r} names no die; d10 or d100 would.", {"die": name})
    return int(name[1:])


def _check_faces(sides: int, faces: list[int]) -> None:
    for face in faces:
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
            details = {"sides": sides, "face": face}
            raise Unreadable("bad-face", f"{face!r} is no face of a d{sides}.", details)
