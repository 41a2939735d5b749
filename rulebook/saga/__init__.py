"""The `saga` ruleset; README.md maps its chapters to modules and tests."""

from rulebook.saga.codec import (
    action_from_json,
    action_to_json,
    alternatives_from_json,
    alternatives_to_json,
    event_from_json,
    event_to_json,
    from_json,
    setup_from_json,
    setup_to_json,
    steps_from_json,
    steps_to_json,
    to_json,
)
from rulebook.saga.deadlines import next_due
from rulebook.saga.evolve import evolve
from rulebook.saga.forecast import forecast
from rulebook.saga.history import replay, undo
from rulebook.saga.knowledge import SPECTATOR, Viewer, known_to, plays_blind
from rulebook.saga.legal import legal_actions
from rulebook.saga.log import visible_events
from rulebook.saga.preview import preview
from rulebook.saga.resolve import apply, begin, decide
from rulebook.saga.seats import seats
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR
from rulebook.saga.view import view
from rulebook.saga.waits import standing, waits
from rulebook.table.views import fingerprint

__all__ = [
    "DIRECTOR",
    "SPECTATOR",
    "Setup",
    "Viewer",
    "action_from_json",
    "action_to_json",
    "alternatives_from_json",
    "alternatives_to_json",
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
