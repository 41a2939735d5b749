"""Dice and texts drawn from a seed: well formed, nearly so, and mutations of what is known to hurt."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from story.services.words import LONGEST_BODY
from tests.hostile_words import BOMBS, HOSTILE, PIECES, table
from tests.rulebook.test_dice_notation import READ, REFUSED

KNOWN_DICE = [*(text for text, _faces, _total in READ), *(text for text, _code in REFUSED)]
SMALL = ("1", "2", "3", "4", "6", "8", "10", "20")
LARGE = (
    "0",
    "99",
    "100",
    "101",
    "200",
    "201",
    "999",
    "1000",
    "1001",
    "999999",
    "1000000",
    "1000001",
    "9" * 9,
    "9" * 40,
)
STRANGE = ("\u0663", "\u00b2", "\uff12", "0x10", "1e9", "00006", "1_000", "-", "2.5", "\u2165")
SIGNS = ("+", "-", "*", "/", " + ", "-", "*")
NOISE = "0123456789dDkKhHlL!%+-*/() \t\n.,x#[]\u00d7\u2212\u0663\x00"
LENGTHS = (60, 400, 400, 2_000, 2_000, 8_000, LONGEST_BODY, LONGEST_BODY + 1, 2 * LONGEST_BODY)
PRIVATE = (
    "[private=Eyra]",
    "[/private]",
    "[director]",
    "[/director]",
    "[private]",
    "\uff3bprivate=Eyra\uff3d",
    "\\[private",
)
LETTERS = (
    "aß\u0130\ufdfa\ufb03\u0149\u1fb7가木Я\u05d0\u0627\u0301\u0316\u0327\u0344\u0f73\u200b\u200d\u202e\u2066\ufeff\u00ad"
    "\U0001f468\u200d\U0001f469\U0001f3fd\ue000\ue001\ue002\ue003\ue004\uffff\x00\x1b\x7f\u2028\u0085\r\n\t []()<>&\"'@"
)
Way = Callable[[random.Random], str]


def mutated(luck: random.Random, text: str, pieces: Sequence[str]) -> str:
    """The text with a few places cut out, repeated, or filled with something else."""
    for _time in range(luck.randint(1, 5)):
        start = luck.randint(0, len(text))
        end = min(len(text), start + luck.choice((0, 1, 3, 40, 2_000)))
        inside = luck.choice(("", text[start:end] * luck.choice((2, 3, 50)), luck.choice(pieces)))
        text = (text[:start] + inside + text[end:])[: 2 * LONGEST_BODY]
    return text


# --- dice


def expression(luck: random.Random) -> str:
    """Something typed where dice belong."""
    return luck.choice(EXPRESSIONS_OF)(luck)


def _grown(luck: random.Random, depth: int = 0) -> str:
    """A well-formed expression, though perhaps one of too many dice or too deep."""
    if luck.random() < 0.12 * depth + 0.15:
        return _number(luck) if luck.random() < 0.3 else _throw(luck)
    inner = _grown(luck, depth + 1)
    around = luck.random()
    if around < 0.25:
        return f"({inner})"
    if around < 0.35:
        return f"-{inner}"
    beside = _grown(luck, depth + 3)
    left, right = (inner, beside) if luck.random() < 0.5 else (beside, inner)
    return f"{left}{luck.choice(SIGNS)}{right}"


def _number(luck: random.Random) -> str:
    return luck.choice(luck.choice((SMALL, SMALL, SMALL, SMALL, LARGE)))


def _throw(luck: random.Random) -> str:
    sides = "%" if luck.random() < 0.1 else _number(luck)
    again = luck.choice(("", "", "!"))
    keep = luck.choice(("", "", "", "k", "kh", "kl", "dh", "dl"))
    count = luck.choice(("", _number(luck)))
    return f"{count}{luck.choice('dD')}{sides}{again}{keep}{luck.choice(SMALL[:3]) if keep else ''}"


def _nested(luck: random.Random) -> str:
    deep = luck.choice((5, 9, 10, 11, 50, 5_000))
    opening = "".join(luck.choice("(-") for _level in range(deep))
    return opening + _grown(luck, 3) + ")" * luck.choice((opening.count("("), deep, 0))


def _chained(luck: random.Random) -> str:
    return luck.choice(SIGNS).join(_throw(luck) for _term in range(luck.choice((20, 60, 3_000))))


EXPRESSIONS_OF: tuple[Way, ...] = (
    *(_grown,) * 4,
    lambda luck: f"{_grown(luck)} {luck.choice(('luck', '- for luck', ': why?', '4 times', luck.choice(STRANGE)))}",
    lambda luck: mutated(luck, _grown(luck), (*STRANGE, *LARGE, "!", "d", "kh", "(")),
    lambda luck: mutated(luck, luck.choice(KNOWN_DICE), (*STRANGE, *LARGE, "!", "d", "kh", "(")),
    lambda luck: "".join(luck.choices(NOISE, k=luck.randrange(80))),
    _nested,
    _chained,
)

# --- texts


def text(luck: random.Random) -> str:
    """Something typed where a post belongs; one in four or so is longer than a post may be."""
    return luck.choice(TEXTS_OF)(luck)[: luck.choice(LENGTHS)]


def _pieces(luck: random.Random, count: int) -> list[str]:
    return luck.choices(
        (*PIECES, *PRIVATE, "@Þórr O’Brien", "https://a.example/(x", "&#x41;", "\\", "_", "~~"), k=count
    )


def _mixture(luck: random.Random) -> str:
    return "".join(_pieces(luck, luck.choice((30, 300, 6_000))))


def _repeated(luck: random.Random) -> str:
    few = "".join(_pieces(luck, luck.randint(1, 4)))
    return few * (2 * LONGEST_BODY // len(few))


def _hidden(luck: random.Random) -> str:
    """Something that would like to run, between tags that might let it."""
    return "".join(one + luck.choice(HOSTILE) for one in _pieces(luck, luck.randint(1, 60)))


def _nested_tags(luck: random.Random) -> str:
    names = luck.choices(("b", "i", "quote", "list", "spoiler", "u", "url=https://a.example", "sub", "s"), k=60)
    many = names * luck.choice((1, 20))
    return "".join(f"[{one}]" for one in many) + "x" + "".join(f"[/{one.split('=')[0]}]" for one in reversed(many))


def _rolled(luck: random.Random) -> str:
    words = luck.choice(("roll", "roll", "secretroll", "roll#a1b2c3d4e5f6"))
    return " ".join(f"[{words} {expression(luck)[:300]}]" for _roll in range(luck.choice((1, 1, 2, 19, 20, 21, 400))))


def _tables(luck: random.Random) -> str:
    made = table(luck.choice((1, 3, 30, 70, 300, 2_400)), luck.choice((2, 70, 600)))
    return luck.choice((made, "\n".join(f"> {line}" for line in made.split("\n")), mutated(luck, made, PIECES)))


TEXTS_OF: tuple[Way, ...] = (
    _mixture,
    _repeated,
    _hidden,
    _nested_tags,
    _rolled,
    _tables,
    lambda luck: mutated(luck, luck.choice(BOMBS), (*PIECES, *HOSTILE)),
    lambda luck: mutated(luck, luck.choice(HOSTILE), (*PIECES, *HOSTILE)),
    lambda luck: "".join(luck.choices(LETTERS, k=luck.choice((50, 2_000, 2 * LONGEST_BODY)))),
    lambda luck: luck.choice(LETTERS) + "".join(luck.choices(LETTERS, k=luck.randint(1, 3))) * LONGEST_BODY,
)
