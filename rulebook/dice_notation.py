"""Dice as people write them: `2d6+3`, `4d6kh3`, `d%`, `3d10!`, `(1d8+2)*2`; read, bounded and rolled.

A notation is read into a tree before any die is thrown, and everything that could go wrong is found while reading:
too many dice, a die that cannot be, a result out of range, dice that would explode without end. So rolling never
fails, and nobody can have a bad result refused.

    sum     = product (("+" | "-") product)*
    product = unary (("*" | "/") unary)*          division is by a number without dice, rounded down
    unary   = "-" unary | atom
    atom    = number | dice | "(" sum ")"
    dice    = [count] "d" (sides | "%") ["!"] [("kh" | "kl" | "dh" | "dl" | "k") count]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rulebook.dice import Dice
from rulebook.errors import Unreadable

LONGEST = 200
DEEPEST = 10
MOST_DICE_IN_TERM = 100
MOST_DICE = 200
MOST_SIDES = 1_000
MOST_AGAIN = 100
LARGEST = 1_000_000

Keeping = Literal["kh", "kl", "dh", "dl"]
KEEPINGS: tuple[Keeping, ...] = ("kh", "kl", "dh", "dl")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Several dice of one size; `explodes`: a highest face is thrown again; `keep` says which of them count."""

    count: int
    sides: int
    explodes: bool = False
    keep: Keeping | None = None
    kept: int = 0

    def __str__(self) -> str:
        keep = f"{self.keep}{self.kept}" if self.keep else ""
        return f"{self.count}d{self.sides}{'!' if self.explodes else ''}{keep}"


@dataclass(frozen=True, slots=True)
class Negative:
    """The opposite of what follows."""

    of: Tree


@dataclass(frozen=True, slots=True)
class Sum:
    """Two parts and what is done with them: `+`, `-`, `*` or `/`."""

    sign: str
    left: Tree
    right: Tree


Tree: TypeAlias = Number | Throw | Negative | Sum


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation that was read: as it was written, its tree, its least and greatest result, how many dice it throws."""

    written: str
    tree: Tree
    least: int
    most: int
    dice: int


@dataclass(frozen=True, slots=True)
class Die:
    """One die thrown: its face, and whether it counts."""

    face: int
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice of one term, in the order in which they were thrown."""

    notation: str
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a notation came to."""

    total: int
    thrown: tuple[Thrown, ...]


def read(text: str) -> Notation:
    """The whole text as a notation. Raises Unreadable `dice-unreadable` and the codes of `read_beginning`."""
    notation, rest = read_beginning(text)
    if rest:
        raise _unreadable(text, rest)
    return notation


def read_beginning(text: str) -> tuple[Notation, str]:
    """The longest notation that the text begins with, and what comes after it (a reason, for example).

    Raises Unreadable: `dice-too-long`, `dice-unreadable`, `dice-too-deep`, `too-many-dice`, `no-dice`, `no-such-die`,
    `endless-dice`, `nothing-kept`, `number-too-large`, `divide-by-zero`, `dice-in-divisor`; each names what was read.
    """
    head = text[: LONGEST + 1]
    reader = _Reader(text, head)
    tree = reader.sum(0)
    end = reader.end
    if end > LONGEST:
        raise Unreadable("dice-too-long", f"A notation has at most {LONGEST} characters.", {"most": LONGEST})
    rest = text[end:].strip()
    if rest and (rest[0] in "+*/)(!%" or text[end].isalnum()):
        raise _unreadable(text, rest)
    written = text[:end].strip()
    return Notation(written, tree, *_bounds(tree), reader.dice), rest


def roll(notation: Notation, dice: Dice) -> Outcome:
    """Throw the dice of a notation, left to right. Raises nothing of its own."""
    thrown: list[Thrown] = []
    total = _value(notation.tree, _Thrower(dice), thrown)
    return Outcome(total, tuple(thrown))


# --- reading

TOKEN = re.compile(r"\s*(?:([0-9]{1,9})|([dD](?=[0-9]|%))|([-+*/()!%])|([kKdD][hHlL]|[kK](?=[0-9])))")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    end: int


class _Reader:
    """Reads one notation by climbing precedences; knows one token ahead and never goes back further."""

    def __init__(self, whole: str, head: str) -> None:
        self.whole = whole
        self.head = head
        self.end = 0
        self.dice = 0
        self.again = 0

    def peek(self, at: int | None = None) -> _Token | None:
        """The token at a place (by default, where reading stands)."""
        found = TOKEN.match(self.head, self.end if at is None else at)
        if found is None:
            return None
        kinds = ("number", "d", "sign", "keep")
        index = next(index for index, text in enumerate(found.groups()) if text is not None)
        return _Token(kinds[index], found.group(index + 1).lower(), found.end())

    def take(self, *wanted: str) -> _Token | None:
        """The next token if it is one of these (a kind, or a sign itself)."""
        token = self.peek()
        if token is None or (token.kind not in wanted and token.text not in wanted):
            return None
        self.end = token.end
        return token

    def sum(self, depth: int) -> Tree:
        return self._chain(("+", "-"), depth, self._product)

    def _product(self, depth: int) -> Tree:
        return self._chain(("*", "/"), depth, self._unary)

    def _chain(self, signs: tuple[str, str], depth: int, part: Callable[[int], Tree]) -> Tree:
        tree = part(depth)
        while (sign := self.peek()) is not None and sign.text in signs and self._goes_on(sign):
            self.end = sign.end
            tree = self._joined(sign.text, tree, part(depth))
        return tree

    def _goes_on(self, sign: _Token) -> bool:
        """Whether something to reckon with follows a sign; `2d6 - for luck` ends before its dash."""
        following = self.peek(sign.end)
        return following is not None and (following.kind in ("number", "d") or following.text in ("(", "-"))

    def _joined(self, sign: str, left: Tree, right: Tree) -> Tree:
        if sign == "/":
            self._check_divisor(right)
        tree = Sum(sign, left, right)
        _check_bounds(tree)
        return tree

    def _check_divisor(self, right: Tree) -> None:
        least, most = _bounds(right)
        if least != most:
            raise Unreadable("dice-in-divisor", f"{self._shown()!r} divides by dice; only a number can divide.")
        if least == 0:
            raise Unreadable("divide-by-zero", f"{self._shown()!r} divides by zero.")

    def _unary(self, depth: int) -> Tree:
        if self.take("-"):
            return Negative(self._unary(self._deeper(depth)))
        return self._atom(depth)

    def _atom(self, depth: int) -> Tree:
        if self.take("("):
            tree = self.sum(self._deeper(depth))
            if not self.take(")"):
                raise _unreadable(self.whole, self.whole[self.end :])
            return tree
        number = self.take("number")
        if self.take("d"):
            return self._throw(int(number.text) if number else 1)
        if number is None:
            raise _unreadable(self.whole, self.whole[self.end :])
        return self._number(int(number.text))

    def _number(self, value: int) -> Tree:
        following = self.whole[self.end : self.end + 1]
        if value > LARGEST or following.isdecimal():
            raise Unreadable("number-too-large", f"{self._shown()!r} goes beyond {LARGEST}.", {"most": LARGEST})
        return Number(value)

    def _throw(self, count: int) -> Tree:
        sides = self._sides()
        if not count:
            raise Unreadable("no-dice", f"{self._shown()!r} throws no dice.", {"text": self._shown()})
        if count > MOST_DICE_IN_TERM:
            data = {"count": count, "most": MOST_DICE_IN_TERM}
            raise Unreadable("too-many-dice", f"{count} dice; {MOST_DICE_IN_TERM} can be thrown.", data)
        self.dice += count
        if self.dice > MOST_DICE:
            data = {"count": self.dice, "most": MOST_DICE}
            raise Unreadable("too-many-dice", f"{self.dice} dice in all; {MOST_DICE} can be thrown.", data)
        explodes = bool(self.take("!"))
        if explodes and sides == 1:
            raise Unreadable("endless-dice", f"{self._shown()!r} would be thrown again without end.")
        return self._kept(Throw(count, sides, explodes))

    def _sides(self) -> int:
        if self.take("%"):
            return 100
        number = self.take("number")
        sides = int(number.text) if number else 0
        if not 1 <= sides <= MOST_SIDES or self.whole[self.end : self.end + 1].isdecimal():
            data = {"sides": sides, "most": MOST_SIDES}
            raise Unreadable("no-such-die", f"{self._shown()!r}: a die has 1 to {MOST_SIDES} sides.", data)
        return sides

    def _kept(self, throw: Throw) -> Tree:
        keep = self.take("keep")
        if keep is None:
            return throw
        wanted: Keeping = next((known for known in KEEPINGS if known == keep.text), "kh")
        number = self.take("number")
        kept = int(number.text) if number else 1
        most = throw.count if wanted.startswith("k") else throw.count - 1
        if not 1 <= kept <= most:
            raise Unreadable("nothing-kept", f"{self._shown()!r} leaves no die, or keeps more than there are.")
        return Throw(throw.count, throw.sides, throw.explodes, wanted, kept)

    def _deeper(self, depth: int) -> int:
        if depth >= DEEPEST:
            raise Unreadable("dice-too-deep", f"Brackets go {DEEPEST} deep at most.", {"most": DEEPEST})
        return depth + 1

    def _shown(self) -> str:
        return self.whole[: self.end].strip()[-60:]


def _unreadable(text: str, rest: str) -> Unreadable:
    shown = rest.strip()[:20] or text.strip()[:20]
    return Unreadable("dice-unreadable", f"{shown!r} is no dice notation such as 2d6+3.", {"text": shown})


# --- bounds


def _check_bounds(tree: Tree) -> None:
    least, most = _bounds(tree)
    if least < -LARGEST or most > LARGEST:
        raise Unreadable("number-too-large", f"The result could go beyond {LARGEST}.", {"most": LARGEST})


def _bounds(tree: Tree) -> tuple[int, int]:
    """The least and the greatest that a tree can come to."""
    if isinstance(tree, Number):
        return tree.value, tree.value
    if isinstance(tree, Throw):
        return _throw_bounds(tree)
    if isinstance(tree, Negative):
        least, most = _bounds(tree.of)
        return -most, -least
    (a, b), (c, d) = _bounds(tree.left), _bounds(tree.right)
    if tree.sign == "+":
        return a + c, b + d
    if tree.sign == "-":
        return a - d, b - c
    ends = [x * y if tree.sign == "*" else x // y for x in (a, b) for y in (c, d)]
    return min(ends), max(ends)


def _throw_bounds(throw: Throw) -> tuple[int, int]:
    counting = throw.count
    if throw.keep is not None:
        counting = throw.kept if throw.keep.startswith("k") else throw.count - throw.kept
    again = MOST_AGAIN if throw.explodes else 0
    return counting, (counting + again) * throw.sides


# --- rolling


class _Thrower:
    """Dice, and how many may still be thrown again in this notation."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.again = MOST_AGAIN

    def faces(self, throw: Throw) -> list[int]:
        """The value of each die, what it was thrown again for added to it."""
        return [sum(self._one(throw)) for _number in range(throw.count)]

    def _one(self, throw: Throw) -> Iterator[int]:
        face = self.dice.roll(throw.sides)
        yield face
        while throw.explodes and face == throw.sides and self.again > 0:
            self.again -= 1
            face = self.dice.roll(throw.sides)
            yield face


def _value(tree: Tree, thrower: _Thrower, thrown: list[Thrown]) -> int:
    if isinstance(tree, Number):
        return tree.value
    if isinstance(tree, Throw):
        return _thrown(tree, thrower, thrown)
    if isinstance(tree, Negative):
        return -_value(tree.of, thrower, thrown)
    left, right = _value(tree.left, thrower, thrown), _value(tree.right, thrower, thrown)
    if tree.sign == "+":
        return left + right
    if tree.sign == "-":
        return left - right
    return left * right if tree.sign == "*" else left // right


def _thrown(throw: Throw, thrower: _Thrower, thrown: list[Thrown]) -> int:
    faces = thrower.faces(throw)
    counting = _counting(throw, faces)
    dice = tuple(Die(face, index in counting) for index, face in enumerate(faces))
    thrown.append(Thrown(str(throw), dice))
    return sum(die.face for die in dice if die.kept)


def _counting(throw: Throw, faces: list[int]) -> set[int]:
    """Which dice count, by their place; of equal dice those thrown first are kept."""
    if throw.keep is None:
        return set(range(len(faces)))
    highest_first = sorted(range(len(faces)), key=lambda index: (-faces[index], index))
    lowest_first = sorted(range(len(faces)), key=lambda index: (faces[index], index))
    chosen = set((highest_first if throw.keep.endswith("h") else lowest_first)[: throw.kept])
    return chosen if throw.keep.startswith("k") else set(range(len(faces))) - chosen
