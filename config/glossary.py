"""The words of the game, side by side in both languages, for the help page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True)
class Term:
    """One word in English and Spanish and what it means, in the reader's language."""

    english: str
    spanish: str
    meaning: StrOrPromise


GLOSSARY = (
    Term("strength (STR)", "fuerza (FUE)", _("Health and striking power in one. At 0 the unit is defeated.")),
    Term(
        "armor (ARM)", "armadura (ARM)", _("Takes strength damage off. It is broken, and stays broken in the battle.")
    ),
    Term(
        "willpower (WIL)", "voluntad (VOL)", _("Spent on farther moves, harder blows and abilities. Rest gives 1 back.")
    ),
    Term("exertion", "esfuerzo", _("The most willpower that one move, or one blow, may take.")),
    Term("break", "rotura", _("How much armor a break attack takes.")),
    Term("reaction", "reacción", _("Added to 1d10 each round: who acts first.")),
    Term("evasion", "evasión", _("Makes strength attacks against the unit miss more often.")),
    Term("deflection", "desvío", _("Makes break attacks against the unit miss more often.")),
    Term("hit threshold", "umbral de impacto", _("Roll under it on 1d100 and the attack hits.")),
    Term("miss chance", "probabilidad de fallo", _("What is taken off the threshold.")),
    Term(
        "horn of war", "cuerno de guerra", _("Fills by 1 for each defeated enemy; gives willpower to whoever blows it.")
    ),
    Term("round", "asalto", _("Every standing unit has one turn in it.")),
    Term("turn", "turno", _("Rest; or horn, move and act, in this order.")),
    Term("early turn", "turno adelantado", _("A turn written before it opens; it is played when it does.")),
    Term("late turn", "turno tardío", _("A turn after its deadline and before the round ends: it acts at once.")),
    Term("take over", "pjtanizar", _("The director acts for a player's unit, on record.")),
    Term("wound", "herida", _("What a hard defeat leaves behind: less strength until it heals.")),
    Term("hero", "héroe", _("A player's first character. Never dies by an ordinary defeat.")),
    Term("companion", "compañero", _("A player's second character.")),
    Term("secondary", "secundario", _("A player's in battle, the director's in the story.")),
    Term("renown", "renombre", _("Earned in battles and in the story, spent on promotion.")),
    Term("director", "director", _("Leads the campaign and plays everyone who belongs to no player.")),
    Term("story frame", "cuadro argumental", _("The director tells, and the players choose how it goes on.")),
)
