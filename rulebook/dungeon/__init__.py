"""The `dungeon` ruleset; README.md maps its chapters to modules and tests."""

from rulebook.dungeon.clocks import next_due
from rulebook.dungeon.codec import (
    action_from_json,
    action_to_json,
    adventure_from_json,
    adventure_to_json,
    event_from_json,
    event_to_json,
    from_json,
    setup_from_json,
    setup_to_json,
    steps_from_json,
    steps_to_json,
    to_json,
)
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.forecast import forecast
from rulebook.dungeon.history import replay, undo
from rulebook.dungeon.invisible.seat import take_the_chair
from rulebook.dungeon.knowledge import SPECTATOR, Viewer, known_to, plays_blind
from rulebook.dungeon.legal import legal_actions
from rulebook.dungeon.log import visible_events
from rulebook.dungeon.preview import preview
from rulebook.dungeon.resolve import apply, begin, decide
from rulebook.dungeon.seats import seats
from rulebook.dungeon.setup import Setup, new_state
from rulebook.dungeon.state import DIRECTOR
from rulebook.dungeon.view import view
from rulebook.dungeon.waits import standing, waits
from rulebook.table.views import fingerprint

__all__ = [
    "DIRECTOR",
    "SPECTATOR",
    "Setup",
    "Viewer",
    "action_from_json",
    "action_to_json",
    "adventure_from_json",
    "adventure_to_json",
    "apply",
    "begin",
    "decide",
    "event_from_json",
    "event_to_json",
    "evolve",
    "fingerprint",
    "forecast",
    "from_json",
    "known_to",
    "legal_actions",
    "new_state",
    "next_due",
    "plays_blind",
    "preview",
    "replay",
    "seats",
    "setup_from_json",
    "setup_to_json",
    "standing",
    "steps_from_json",
    "steps_to_json",
    "to_json",
    "undo",
    "view",
    "visible_events",
    "waits",
]

take_the_chair()
