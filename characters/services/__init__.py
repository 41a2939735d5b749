"""Verbs of characters: the only writer of their rows. `making` until approved and promoted, `lasting` from battles."""

from characters.services.lasting import (
    die,
    earn_renown,
    heal,
    mark_doomed,
    open_wounds_from_battle,
    record_battle,
    spare,
)
from characters.services.making import (
    approve_character,
    edit_texts,
    promote,
    propose_character,
    return_character,
    revise_character,
    withdraw_proposal,
)

__all__ = [
    "approve_character",
    "die",
    "earn_renown",
    "edit_texts",
    "heal",
    "mark_doomed",
    "open_wounds_from_battle",
    "promote",
    "propose_character",
    "record_battle",
    "return_character",
    "revise_character",
    "spare",
    "withdraw_proposal",
]
