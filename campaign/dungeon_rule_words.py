"""The table rules of the dungeon in words, by chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Words: TypeAlias = "str | StrPromise"

CHAPTERS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (_("The Overlord"), ("io_variant", "io_go_for_win", "boss_feats_by_io", "deck_out_mode")),
    (
        _("Board and attacks"),
        ("short", "long", "closed_door_blocks_los", "adjacent_shots", "engaged_casting", "free_strikes"),
    ),
    (_("Winning and losing"), ("lose_on_hero_incapacitated", "weakest_needs")),
    (
        _("The clock"),
        (
            "deployment_hours",
            "first_turn_hours",
            "turn_hours",
            "overlord_turn_hours",
            "window_hours",
            "strike_hours",
            "late_extension_hours",
            "extension_grants",
            "clock_against_director",
            "hour_seconds",
        ),
    ),
)

LABELS: dict[str, tuple[Words, Words]] = {
    "io_variant": (
        _("The Overlord is played by"),
        _("A person, or the Invisible Overlord by the official or the improved rules. Each adventure may choose."),
    ),
    "io_go_for_win": (
        _("The Invisible Overlord goes for the win"),
        _("Off: it never leaves an order aside to end the game at once."),
    ),
    "boss_feats_by_io": (
        _("The Invisible Overlord uses the boss's feats"),
        _("Off: a boss that it plays keeps its heroic feats unused."),
    ),
    "deck_out_mode": (
        _("The order deck has run out"),
        _("When the Overlord wins by it: as soon as a card should be drawn and there is none, or with the last card."),
    ),
    "short": (_("The short template, in squares"), _("For spells and attacks of short range.")),
    "long": (_("The long template, in squares"), _("For shots, and for spells of long range.")),
    "closed_door_blocks_los": (
        _("Closed doors block the line of sight"),
        _("Off: only walls and high furniture do."),
    ),
    "adjacent_shots": (_("Shots at neighbours"), _("Off: nobody shoots at a model on a square beside its own.")),
    "engaged_casting": (
        _("Spells while engaged"),
        _("Off: a caster in an enemy's front arc casts no spell."),
    ),
    "free_strikes": (
        _("Free strikes of heroes"),
        _("What each hero begins with; its player may change it. Asked, the game waits for an answer."),
    ),
    "lose_on_hero_incapacitated": (
        _("One hero out of action loses the game"),
        _("Off: the heroes lose only once none of them is left. An adventure may say so too."),
    ),
    "weakest_needs": (
        _("The weakest hero has at least"),
        _("For the Invisible Overlord: who may count as the weakest of the heroes."),
    ),
    "deployment_hours": (
        _("Hours to place the heroes"),
        _("Heroes not placed by then take the free start squares in order, without penalty."),
    ),
    "first_turn_hours": (_("Hours for the first hero turn of a round"), _("Counted from the moment it opens.")),
    "turn_hours": (
        _("Hours for each later hero turn"),
        _("Counted from the end of the turn before it, or of the Overlord's window between them."),
    ),
    "overlord_turn_hours": (
        _("Hours for the Overlord's turn"),
        _("For a person who plays it; the Invisible Overlord acts at once."),
    ),
    "window_hours": (
        _("Hours to interrupt"),
        _("The Overlord's window between two heroes; without an answer it counts as passed."),
    ),
    "strike_hours": (
        _("Hours to answer a free strike"),
        _("For those who want to be asked; without an answer the strike is made."),
    ),
    "extension_grants": (
        _("Hours that a player may take"),
        _("So many hours in all each player may add to own running turns in one game, once a turn. 0: none."),
    ),
    "late_extension_hours": (
        _("Hours a late post gives to the running turn"),
        _("Each late post adds as much to the deadline of whoever is being interrupted."),
    ),
    "clock_against_director": (
        _("Deadlines where the director plays the Overlord"),
        _("Off: no deadlines at all there."),
    ),
    "hour_seconds": (
        _("Seconds in an hour of this table"),
        _("3600 is a real hour; less makes every length shorter, for demonstrations."),
    ),
}

CHOICES: dict[tuple[str, str | int], Words] = {
    ("io_variant", "none"): _("a person"),
    ("io_variant", "official"): _("the Invisible Overlord, official rules"),
    ("io_variant", "improved"): _("the Invisible Overlord, improved rules"),
    ("deck_out_mode", "on_failed_draw"): _("when no card can be drawn"),
    ("deck_out_mode", "on_last_card"): _("with the last card"),
    ("weakest_needs", "wound"): _("one wound"),
    ("weakest_needs", "injured"): _("wounds enough to be injured"),
    ("free_strikes", "always"): _("always made"),
    ("free_strikes", "never"): _("never made"),
    ("free_strikes", "ask"): _("asked"),
}
