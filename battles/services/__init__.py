"""The verbs of battles, the only writers of their rows.

`preparing` until the announcement, `mustering` until it begins (for the dungeon, `adventures` is both), `playing` while
it runs, `ending` for what it leaves.
"""

from battles.services.adventures import (
    announce_adventure,
    choose_heroes,
    close_party,
    create_adventure,
    problems_of_adventure,
)
from battles.services.ending import Decisions, check_decisions, finish_battle, foretold
from battles.services.mustering import checked_picks, close_muster, confirm_muster
from battles.services.playing import Applied, apply_action, begin, open_battle, undo_to
from battles.services.preparing import (
    announce_battle,
    cancel_battle,
    create_battle,
    problems_of,
    save_draft,
)

__all__ = [
    "Applied",
    "Decisions",
    "announce_adventure",
    "announce_battle",
    "apply_action",
    "begin",
    "cancel_battle",
    "check_decisions",
    "checked_picks",
    "choose_heroes",
    "close_muster",
    "close_party",
    "confirm_muster",
    "create_adventure",
    "create_battle",
    "finish_battle",
    "foretold",
    "open_battle",
    "problems_of",
    "problems_of_adventure",
    "save_draft",
    "undo_to",
]
