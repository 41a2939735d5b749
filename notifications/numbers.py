"""The numbers by which readers know their notices.

The rows are counted through for everybody: two of one's own notices with a gap between them would tell that somebody
else was told something meanwhile, perhaps of a secret. So each reader has other numbers, mixed with the site's secret
key: four rounds of a Feistel network, which can be gone back without storing anything.
"""

from __future__ import annotations

from django.utils.crypto import salted_hmac

HALF = 24
"""Bits of one half; the whole fits into a program's plain number, in JavaScript too."""
MASK = (1 << HALF) - 1
ROUNDS = range(4)
SALT = "notifications.numbers"


def shown(reader_id: int, pk: int) -> int:
    """The number under which this reader knows a notice, for a row's key below 2**48."""
    left, right = pk >> HALF, pk & MASK
    for round_ in ROUNDS:
        left, right = right, left ^ _mixed(reader_id, round_, right)
    return left << HALF | right


def meant(reader_id: int, number: int) -> int:
    """The key of the row that the reader knows under this number; some other key for a number that was never shown."""
    left, right = number >> HALF & MASK, number & MASK
    for round_ in reversed(ROUNDS):
        left, right = right ^ _mixed(reader_id, round_, left), left
    return left << HALF | right


def _mixed(reader_id: int, round_: int, half: int) -> int:
    digest = salted_hmac(SALT, f"{reader_id}:{round_}:{half}", algorithm="sha256").digest()
    return int.from_bytes(digest[:4], "big") & MASK
