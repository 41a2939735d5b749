"""A campaign's catalogue in words: what entries are made of, what is wrong with one, what a change changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from campaign.rule_words import Words
from rulebook.saga.catalogue.model import FURTHEST
from rulebook.saga.catalogue.own import STARTING, Catalogue
from rulebook.saga.catalogue.races import RACES
from rulebook.saga.catalogue.shapes import ACTIVE, Problem
from rulebook.saga.catalogue.written import (
    BOUNDS,
    Kind,
    Written,
    WrittenAbility,
    WrittenClass,
    WrittenPassive,
)

KINDS: dict[Kind, Words] = {"class": _("Classes"), "ability": _("Abilities"), "passive": _("Passives")}
ATTRIBUTES: dict[str, Words] = {
    "strength": _("Strength"),
    "armor": _("Armor"),
    "willpower": _("Willpower"),
    "exertion": _("Exertion"),
    "break_": _("Break"),
}
TARGETS: dict[str, Words] = {
    "self": _("the unit itself"),
    "enemy": _("an enemy"),
    "ally": _("an ally"),
    "unit": _("any unit"),
    "cell": _("a cell"),
}
FIGURES: dict[str, Words] = {
    "amount": _("How much"),
    "armor": _("Armor damage"),
    "around": _("Reaches everyone of the same kind within so many cells"),
    "arrows": _("Arrows"),
    "bleed": _("Strength lost for each cell walked"),
    "blows": _("Blows"),
    "burn": _("Strength that each coal takes"),
    "cell": _("Armor damage for each cell pushed"),
    "cells": _("Cells of the line"),
    "coals": _("Coals that stay"),
    "damage": _("More damage"),
    "daze": _("No exertion in the next turn (1 yes, 0 no)"),
    "drain": _("Willpower taken"),
    "extra": _("More damage of the attack"),
    "favor": _("More armor that Return the Favor takes"),
    "guard": _("Guard: hits on the user take so much less, or armor that it counts more"),
    "mend": _("Armor given back"),
    "more": _("More willpower that counts"),
    "most": _("At most for allies beside it"),
    "near_armor": _("Armor damage to those that Heavy Impact reaches"),
    "near_strength": _("Strength damage to those that Heavy Impact reaches"),
    "push": _("Cells pushed"),
    "reduction": _("Every hit takes so much less"),
    "strength": _("Strength damage"),
    "strike": _("Strength attack (1 yes, 0 no)"),
    "sure": _("The attack cannot miss (1 yes, 0 no)"),
    "through": _("More for each unit it is driven through"),
    "units": _("Units hit"),
    "willpower": _("Willpower given"),
}
PASSIVE_FIGURES: dict[str, Words] = {
    "shield-wall": _("Armor for each ally beside it"),
    "puncture": _("Armor lost for 1 strength more"),
    "heavy-impact": _("Strength that those beside the target lose"),
    "return-the-favor": _("Armor that the attacker loses"),
    "embolden": _("Willpower for each enemy felled"),
    "splinter": _("Armor that dredge beside it lose"),
    "back-off": _("Cells it backs off"),
    "depraved": _("Willpower that those around it lose"),
}
SENTENCES: dict[str, Words] = {
    "bad-aim": _("This deed cannot be aimed like that."),
    "bad-figure": _("From %(low)s to %(high)s, not %(value)s."),
    "bad-range": _("From 1 to %(most)s cells, the nearer first; a cell is always aimed at within a number of cells."),
    "bad-rank": _("A rank from 1 to %(most)s."),
    "bad-ranks": _("From 1 to %(most)s ranks."),
    "bad-span": _("From %(low)s to %(high)s, the lower first."),
    "bad-total": _("The least of each figure makes %(low)s, the most %(high)s; %(value)s is no total of this class."),
    "missing-figure": _("Each rank needs a figure."),
    "name-needed": _("Give it a name in one language at least."),
    "name-taken": _("Another entry in use has this name already."),
    "not-fixed": _("A figure from %(low)s to %(high)s."),
    "range-fixed": _("The range of this deed is always %(low)s to %(high)s."),
    "too-long": _("At most %(most)s characters."),
    "too-many": _("At most %(most)s."),
    "totals-fall": _("The totals rise from rank to rank."),
    "totals-or-fixed": _("Either totals or fixed figures."),
    "unknown-ability": _("There is no such ability in use."),
    "unknown-effect": _("There is no such deed."),
    "unknown-figure": _("This deed has no such figure."),
    "unknown-passive": _("There is no such passive in use, or it is named twice."),
    "unknown-place": _("{%(place)s} is no figure of this entry; these are: %(places)s."),
    "unknown-race": _("There is no such race."),
    "unknown-size": _("There is no such size."),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that an entry says of itself; `raw` where it is shown as it was written, braces and all."""

    label: str
    value: str
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two forms of an entry differ."""

    label: str
    before: str
    after: str
    raw: bool = False


def language() -> str:
    """The language of the page being made."""
    return get_language() or "en"


def problem_words(problem: Problem) -> str:
    """What a page says for something that is wrong with an entry."""
    return str(SENTENCES[problem.code]) % problem.data


def effect_name(effect: str) -> str:
    """What an effect is called: as the entry of the starting catalogue that has it."""
    known = STARTING.abilities.get(effect) or STARTING.passives.get(effect)
    return known.name.say(language()) if known else gettext("put together from single deeds")


def facts_of(written: Written, catalogue: Catalogue) -> list[Fact]:
    """Everything that an entry says of itself, in words."""
    facts = [
        Fact(gettext("Name (English)"), written.name.say("en"), raw=True),
        Fact(gettext("Name (Spanish)"), written.name.say("es"), raw=True),
        Fact(gettext("Words (English)"), written.wording.say("en"), raw=True),
        Fact(gettext("Words (Spanish)"), written.wording.say("es"), raw=True),
    ]
    if isinstance(written, WrittenAbility):
        return [*facts, *_ability_facts(written)]
    if isinstance(written, WrittenPassive):
        return [*facts, *_passive_facts(written)]
    return [*facts, *_class_facts(written, catalogue)]


def differences(before: Written | None, after: Written | None, catalogue: Catalogue) -> list[Difference]:
    """In what two forms of an entry differ; nothing stands for a form that is not there."""
    facts = [facts_of(one, catalogue) if one else [] for one in (before, after)]
    first, second = ({fact.label: fact.value for fact in told} for told in facts)
    raw = {fact.label for told in facts for fact in told if fact.raw}
    return [
        Difference(label, first.get(label, ""), second.get(label, ""), label in raw)
        for label in dict.fromkeys([*first, *second])
        if first.get(label, "") != second.get(label, "")
    ]


def reach_words(low: int | None, high: int | None) -> str:
    """A range: "2–5", the unit's own, or anywhere."""
    if low is None and high is None:
        return gettext("as far as the unit attacks")
    near = gettext("own") if low is None else str(low)
    far = gettext("own") if high is None else gettext("anywhere") if high >= FURTHEST else str(high)
    return near if near == far else f"{near}–{far}"


def _ability_facts(written: WrittenAbility) -> list[Fact]:
    shape = ACTIVE[written.effect]
    facts = [
        Fact(gettext("What it does"), effect_name(written.effect)),
        Fact(gettext("Aimed at"), str(TARGETS[written.target])),
        Fact(gettext("Range by rank"), " / ".join(reach_words(*reach) for reach in written.ranges)),
    ]
    for name in shape.figures:
        values = written.figures.get(name, ())
        if any(values) or written.effect != "composed":
            facts.append(Fact(str(FIGURES[name]), " / ".join(map(str, values))))
    return facts


def _passive_facts(written: WrittenPassive) -> list[Fact]:
    facts = [Fact(gettext("What it does"), effect_name(written.effect))]
    if written.amount:
        facts.append(Fact(str(PASSIVE_FIGURES.get(written.effect, FIGURES["amount"])), str(written.amount)))
    return facts


def _class_facts(written: WrittenClass, catalogue: Catalogue) -> list[Fact]:
    yes = gettext("yes") if written.for_players else gettext("no")
    return [
        Fact(gettext("Race"), RACES[written.race].name.say(language())),
        Fact(gettext("Size"), written.size),
        Fact(gettext("Movement"), str(written.move)),
        Fact(gettext("Range"), _span(written.reach)),
        *(Fact(str(ATTRIBUTES[name]), _span(written.caps[name])) for name in BOUNDS),
        *_points_facts(written),
        Fact(gettext("Reaction"), _span(written.reaction) if written.reaction else gettext("as the race")),
        Fact(gettext("Passives"), _listed([_name(catalogue.passives, key) for key in written.passives])),
        Fact(gettext("Abilities"), _listed([_learned(catalogue, key, up) for key, up in written.abilities.items()])),
        Fact(gettext("Players may choose it"), yes),
    ]


def _points_facts(written: WrittenClass) -> list[Fact]:
    totals, fixed = gettext("Totals of class ranks 1 to 3"), gettext("Fixed figures")
    facts = []
    if written.points:
        facts.append(Fact(totals, " / ".join(map(str, written.points))))
    if written.fixed:
        facts.append(Fact(fixed, " / ".join(str(written.fixed[name]) for name in BOUNDS)))
    return facts


def _learned(catalogue: Catalogue, key: str, highest: int) -> str:
    name = _name(catalogue.abilities, key)
    return gettext("%(name)s up to rank %(rank)s") % {"name": name, "rank": highest}


def _name(entries: Mapping[str, object], key: str) -> str:
    entry = entries.get(key)
    name = getattr(entry, "name", None)
    return name.say(language()) if name else key


def _listed(names: list[str]) -> str:
    return ", ".join(names) or gettext("none")


def _span(pair: tuple[int, int]) -> str:
    return str(pair[0]) if pair[0] == pair[1] else f"{pair[0]}–{pair[1]}"
