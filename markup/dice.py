"""Rolls in posts: `[roll 2d6+3 climbing]` and `[secretroll 1d100 does she notice?]`.

When a post is published each is thrown once and its tag is given the roll's code, `[roll#a1b2c3d4e5f6 2d6+3 climbing]`.
A tag with a code is never thrown again, whatever is done with the text. Tags inside quotes are only words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markup.tags import Token, tokens_of
from rulebook.dice_notation import MOST_DICE, Notation, read_beginning
from rulebook.errors import Unreadable

MOST_ROLLS = 20
LONGEST_REASON = 200
CODED = re.compile(r"#([0-9a-f]{12})(?:\s+(.*))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RollTag:
    """A roll as it stands in the text: its code once it was thrown, else what is to be thrown and why."""

    secret: bool
    code: str
    argument: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """A roll to be thrown."""

    notation: Notation
    reason: str
    secret: bool


def roll_tag(token: Token) -> RollTag:
    """What a roll's token says."""
    coded = CODED.match(token.argument)
    secret = token.name == "secretroll"
    if coded:
        return RollTag(secret, coded[1], coded[2] or "")
    return RollTag(secret, "", token.argument.lstrip("=").strip())


def is_roll(token: Token) -> bool:
    """Whether a token is a roll's."""
    return token.kind == "void" and token.name in ("roll", "secretroll")


def rolls_wanted(text: str) -> list[Wanted]:
    """The rolls that publishing this text would throw, in order. Raises as `wanted`."""
    return [wanted(tag) for tag in new_rolls(text)]


def new_rolls(text: str) -> list[RollTag]:
    """The tags of the text that were not thrown yet, those inside quotes left out."""
    found = (roll_tag(token) for token in _outside_quotes(tokens_of(text)) if is_roll(token))
    return [tag for tag in found if not tag.code]


def wanted(tag: RollTag) -> Wanted:
    """The roll of a tag. Raises Unreadable: the codes of `read_beginning`, `no-dice`, `text-too-long`."""
    notation, reason = read_beginning(tag.argument)
    if not notation.dice:
        raise Unreadable("no-dice", f"{notation.written!r} throws no dice.", {"text": notation.written})
    reason = reason.strip().lstrip("-–—:,;|#").strip()
    if len(reason) > LONGEST_REASON:
        data = {"length": len(reason), "most": LONGEST_REASON}
        raise Unreadable("text-too-long", f"The reason has {len(reason)} characters; {LONGEST_REASON} fit.", data)
    return Wanted(notation, reason, tag.secret)


def check_amount(rolls: Sequence[Wanted]) -> None:
    """Raise Unreadable `too-many-rolls` for more than twenty rolls in a post, `too-many-dice` beyond two hundred."""
    if len(rolls) > MOST_ROLLS:
        data = {"count": len(rolls), "most": MOST_ROLLS}
        raise Unreadable("too-many-rolls", f"{len(rolls)} rolls in one post; {MOST_ROLLS} fit.", data)
    dice = sum(one.notation.dice for one in rolls)
    if dice > MOST_DICE:
        data = {"count": dice, "most": MOST_DICE}
        raise Unreadable("too-many-dice", f"{dice} dice in one post; {MOST_DICE} fit.", data)


def stamped(text: str, codes: Iterator[str]) -> str:
    """The text with the next of these codes in each tag that was not thrown yet."""
    out: list[str] = []
    depth = 0
    for token in tokens_of(text):
        depth += _deeper(token)
        tag = roll_tag(token) if is_roll(token) and depth == 0 else None
        if tag is None or tag.code:
            out.append(token.raw)
        else:
            out.append(f"[{token.name}#{next(codes)} {tag.argument}]")
    return "".join(out)


def codes_in(text: str) -> set[str]:
    """The codes of thrown rolls that the text names."""
    return {roll_tag(token).code for token in tokens_of(text) if is_roll(token)} - {""}


def _outside_quotes(tokens: Sequence[Token]) -> Iterator[Token]:
    depth = 0
    for token in tokens:
        depth += _deeper(token)
        if depth == 0:
            yield token


def _deeper(token: Token) -> int:
    if token.name != "quote":
        return 0
    return {"open": 1, "close": -1}.get(token.kind, 0)
