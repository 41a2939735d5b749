"""Verbs of characters: the only writer of their rows.

`making` until they are brought in, `petitions` for what players ask of a sheet, `items`, `points`, `lasting` for what
battles and days leave, `fates` for deaths and farewells, `seats` for a change of players.
"""

from characters.services.fates import (
    let_die,
    retire,
    stage_death,
)
from characters.services.items import (
    equip,
    find_item,
    give_item,
    make_item,
    retire_item,
    take_back,
    unequip,
)
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
    bring_in,
    edit_texts,
    open_door,
    propose_character,
    return_character,
    revise_character,
    save_draft,
    withdraw_proposal,
)
from characters.services.petitions import (
    approve_petition,
    promote,
    propose_promotion,
    propose_purchase,
    propose_succession,
    return_petition,
    withdraw_petition,
)
from characters.services.points import (
    price_of,
    refill_hero_points,
    spend_hero_points,
)
from characters.services.seats import (
    hand_seat_over,
)

__all__ = [
    "approve_character",
    "approve_petition",
    "bring_in",
    "die",
    "earn_renown",
    "edit_texts",
    "equip",
    "find_item",
    "give_item",
    "hand_seat_over",
    "heal",
    "let_die",
    "make_item",
    "mark_doomed",
    "open_door",
    "open_wounds_from_battle",
    "price_of",
    "promote",
    "propose_character",
    "propose_promotion",
    "propose_purchase",
    "propose_succession",
    "record_battle",
    "refill_hero_points",
    "retire",
    "retire_item",
    "return_character",
    "return_petition",
    "revise_character",
    "save_draft",
    "spare",
    "spend_hero_points",
    "stage_death",
    "take_back",
    "unequip",
    "withdraw_petition",
    "withdraw_proposal",
]
