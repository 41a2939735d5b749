"""What the pages say for the codes of adventures: of their files, of planning them, of choosing heroes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.wording import Known, problem_words
from rulebook.dungeon.catalogue import texts
from rulebook.errors import Unreadable

FILE: dict[str, Promise] = {
    "too-long": _("%(lines)s lines are too many; %(most)s are the most."),
    "unknown-mark": _("“%(mark)s” is no mark of a map."),
    "no-map": _("There is no map; it follows a line with “map:” alone."),
    "uneven-map": _("This row has %(squares)s squares, the first has %(width)s."),
    "map-too-large": _("A map has at most %(most)s squares a side."),
    "unknown-key": _("“%(word)s” has no meaning here."),
    "bad-number": _("“%(word)s” is no whole number from %(least)s to %(most)s."),
    "unknown-model": _("There is no model “%(word)s”."),
    "unknown-hero": _("There is no hero “%(word)s”."),
    "unknown-spell": _("There is no spell “%(word)s”."),
    "unknown-item": _("There is no item “%(word)s”."),
    "too-little": _("“%(word)s”: something is missing here."),
    "said-twice": _("“%(word)s” is said more than once."),
    "bad-choice": _("“%(word)s” cannot be chosen here; %(choices)s can."),
    "bad-name": _("“%(word)s” is no short name: small letters, digits, - and _, at most 60."),
    "not-raisable": _("“%(word)s” cannot be raised."),
    "no-spellcaster": _("“%(word)s” casts no spells."),
    "wrong-hero": _("“%(hero)s” cannot begin with “%(word)s”."),
    "no-closure": _("A closure is missing: “lock” with dice and Armour, or “ward” with its power."),
    "never-closed": _("The door or chest on %(square)s has no line that says how it is closed."),
    "bad-square": _("A square such as 7,3 is missing here."),
    "bad-door": _("A door is one square, or two side by side, then its closure and nothing else."),
    "bad-chest": _("A chest is one square, its closure, then “holds” and what it holds."),
    "bad-piece": _("A piece joins two squares or more, all with the same mark, t or k."),
    "bad-facing": _("“%(word)s” is no facing; N, E, S and W are."),
    "bad-victory": _("The heroes win by “reach”, “bring” or “slay”, not by “%(word)s”."),
    "missing-key": _("A line with “%(word)s:” is missing."),
    "no-starts": _("A map has four start squares, 1 to 4."),
    "not-drawn": _("The map has no such thing on %(square)s."),
    "no-such-goal": _("“%(word)s” is nowhere to be found in this adventure."),
    "cut-off": _("No door leads to %(square)s."),
    "split-start": _("The start square %(square)s is not in the zone of the others."),
    "leads-nowhere": _("The door on %(square)s joins no two parts of the map."),
    "no-facing": _("A line “face:” for the model on %(square)s is missing."),
    "bad-base": _("The large model on %(square)s needs one O at the top left and three o around."),
}
"""By the codes of `rulebook.dungeon.mapfile`."""

PLAN: dict[str, Promise] = {
    "bad-adventure": _("The adventure's file cannot be played yet; what is wrong is listed with its lines."),
    "bad-upload": _("This file is no text in UTF-8, or is too long for an adventure."),
    "no-upload": _("Choose a file first."),
    "unknown-adventure": _("There is no adventure “%(adventure)s”."),
    "no-heroes": _("At least one hero must go."),
    "bearer-stays-away": _("%(hero)s must go: nobody else carries “%(item)s”, which has to be brought to the goal."),
    "not-a-member": _("%(user)s is neither a player nor a director of this campaign."),
    "too-many-players": _("%(count)s people would play the heroes; %(most)s can at most."),
    "nobody-chooses": _("Heroes are left to the players, but nobody is asked to choose."),
    "plays-both-sides": _("%(user)s cannot play the Overlord and a hero, too."),
    "director-plays-heroes": _(
        "Whoever plays a hero cannot be the Overlord; choose the Invisible Overlord or a player."
    ),
    "hero-taken": _("%(hero)s is played by somebody else already."),
    "no-such-hero": _("That hero is not to be chosen here."),
    "choose-a-hero": _("Choose at least one hero."),
    "no-hero-left": _("There are fewer heroes left than people who would like one; leave one to them."),
    "nobody-plays": _("Nobody is there to play the heroes; the adventure cannot begin."),
}
NAMED = ("hero", "item")


def file_words(code: str, data: Mapping[str, object]) -> str:
    """The sentence for something wrong with a line of an adventure's file."""
    return str(FILE[code]) % Known(data)


def plan_words(code: str, data: Mapping[str, object], language: str) -> str:
    """The sentence for a problem with a plan, heroes and items by their names."""
    if code not in PLAN:
        return problem_words(code, data)
    return str(PLAN[code]) % Known({name: _named(name, value, language) for name, value in data.items()})


def _named(name: str, value: Any, language: str) -> object:
    return entry_name(str(value), language) if name in NAMED else value


def entry_name(key: str, language: str) -> str:
    """What an entry of the catalogue is called; the key itself where there is none."""
    try:
        return texts(key, language).name
    except Unreadable:
        return key
