"""The verbs of battles, the only writers of their rows.

`preparing` until the announcement, `mustering` until it begins, `playing` while it runs, `ending` for what it leaves.
"""

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
    "announce_battle",
    "apply_action",
    "begin",
    "cancel_battle",
    "check_decisions",
    "checked_picks",
    "close_muster",
    "confirm_muster",
    "create_battle",
    "finish_battle",
    "foretold",
    "open_battle",
    "problems_of",
    "save_draft",
    "undo_to",
]
