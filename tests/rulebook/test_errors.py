"""Refusals: a stable code, a sentence, details."""

from __future__ import annotations

import pickle

from rulebook.errors import Illegal, Refused, TooLate, Unreadable


def test_a_refusal_reads_as_its_sentence_and_keeps_code_and_details() -> None:
    refusal = Illegal("blocked", "D7 cannot be entered.", {"cell": "D7"})
    assert str(refusal) == refusal.message == "D7 cannot be entered."
    assert (refusal.code, refusal.data) == ("blocked", {"cell": "D7"})


def test_the_three_families_are_refusals_of_their_own() -> None:
    families = (Unreadable, Illegal, TooLate)
    assert all(issubclass(family, Refused) for family in families)
    assert not any(issubclass(one, other) for one in families for other in families if one is not other)


def test_details_are_the_refusals_own_copy() -> None:
    details = {"cell": "D7"}
    refusal = Illegal("blocked", "D7 cannot be entered.", details)
    details["cell"] = "A1"
    assert refusal.data == {"cell": "D7"}
    assert Illegal("blocked", "No.").data == {}


def test_a_refusal_survives_pickling() -> None:
    refusal = pickle.loads(pickle.dumps(TooLate("already-over", "It is over.", {"round": 3})))
    assert (type(refusal), refusal.code, refusal.message, refusal.data) == (
        TooLate,
        "already-over",
        "It is over.",
        {"round": 3},
    )
