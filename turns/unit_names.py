"""What rows call a unit and a round, in the reader's language, by the game that is played.

Rows keep a name as it was when they were written. In the saga that is somebody's own; in the dungeon it is the
catalogue's in English, or nothing for the Overlord himself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.models import Battle
from rulebook.dungeon.naming import in_language
from rulebook.dungeon.steps import OVERLORD
from turns.wording import language


def unit_name(battle: Battle, unit: str, written: str) -> str:
    """The name of a row's unit, by its id and the name that the row keeps."""
    return NAMES[battle.ruleset](unit, written)


def round_words(battle: Battle, number: int) -> str:
    """A round's number in words, as they go on after a name."""
    return ROUNDS[battle.ruleset]() % {"round": number}


def _dungeon(unit: str, written: str) -> str:
    return _("The Overlord") if unit == OVERLORD else in_language(written, language())


NAMES: Mapping[str, Callable[[str, str], str]] = {"saga": lambda unit, written: written, "dungeon": _dungeon}
ROUNDS: Mapping[str, Callable[[], str]] = {
    "saga": lambda: _("round %(round)s"),
    "dungeon": lambda: pgettext("dungeon", "round %(round)s"),
}
"""By the ruleset that a battle keeps with it."""
