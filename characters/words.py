"""Names of a sheet's figures, changes and reasons, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from characters.models import Character, RenownEntry, SheetChange
from rulebook.saga.catalogue import AbilityEntry, ClassEntry, PassiveEntry, class_entry
from rulebook.saga.catalogue.abilities import ABILITIES
from rulebook.saga.catalogue.passives import PASSIVES
from rulebook.saga.catalogue.races import RACES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# A word, or the promise of one in the language of whoever will read it.
Words: TypeAlias = "str | StrPromise"

FIGURES: dict[str, Words] = {
    "strength": _("Strength"),
    "armor": _("Armor"),
    "willpower": _("Willpower"),
    "exertion": _("Exertion"),
    "break_": _("Break"),
    "reaction": _("Reaction"),
}
CAMPAIGN_ATTRIBUTES: dict[str, tuple[Words, Words]] = {
    "leadership": (_("Leadership"), _("Lead people, persuade, deal with friend and foe.")),
    "survival": (_("Survival"), _("Gather what nature gives, and find rare things in it.")),
    "war": (_("War"), _("Sound tactics in the plot, and a wider deployment zone.")),
    "insight": (_("Insight"), _("Set ambushes or escape them; see through deceit and traps.")),
    "administration": (_("Administration"), _("Sound decisions; the caravan's supplies.")),
    "care": (_("Care"), _("The sick, the wounded, quarrels; raise morale that has fallen.")),
}
PORTRAIT_NAMES: dict[str, Words] = {
    "beard": _("red beard"),
    "braids": _("fair braids"),
    "curls": _("dark curls"),
    "elder": _("grey elder"),
    "giant": _("broad giant"),
    "helm": _("iron helm"),
    "hood": _("green hood"),
    "scar": _("scarred cheek"),
}
CHANGES: dict[str, Words] = FIGURES | {
    "level": _("Level"),
    "renown": _("Renown"),
    "wounds": _("Open wounds"),
    "status": _("State"),
    "battle": _("Battle"),
    "doomed": _("Fate"),
    "spared": _("Fate"),
}
VALUES: dict[str, Words] = {
    **dict(Character.Status.choices),
    "won": _("won"),
    "lost": _("lost"),
    "undecided": _("undecided"),
    "doomed": _("doomed"),
    "spared": _("spared"),
}
REASONS: dict[str, Words] = {
    **dict(RenownEntry.Kind.choices),
    "approved": _("approved by the director"),
    "rest": _("a day of rest"),
    "wounds": _("too many wounds"),
    "boss": _("felled by a boss"),
    "chance": _("the death roll"),
    "decision": _("a decision in the plot"),
}


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """An ability or passive as a sheet shows it; `rank` is None for a passive."""

    name: str
    text: str
    rank: int | None


def language() -> str:
    """The language of the page being made."""
    return get_language() or "en"


def class_name(key: str) -> str:
    """A class's name."""
    return class_entry(key).name.say(language())


def race_name(key: str) -> str:
    """A race's name; the key itself for a race the catalogue does not have."""
    return RACES[key].name.say(language()) if key in RACES else key


def actives(abilities: dict[str, int]) -> list[AbilityWords]:
    """The active abilities at the rank known, with what they do at it."""
    return [_active(ABILITIES[key], rank) for key, rank in abilities.items() if key in ABILITIES]


def passives(entry: ClassEntry) -> list[AbilityWords]:
    """A class's passive abilities with what they do."""
    return [_passive(PASSIVES[key]) for key in entry.passives]


def change_label(change: SheetChange) -> Words:
    """What changed."""
    return CHANGES.get(change.field, change.field)


def change_value(value: str) -> Words:
    """A value as the log shows it."""
    return VALUES.get(value, value)


def reason_words(reason: str) -> Words:
    """Why: one of the known reasons in words, or what somebody wrote."""
    return REASONS.get(reason, reason)


def _active(entry: AbilityEntry, rank: int) -> AbilityWords:
    return AbilityWords(entry.name.say(language()), entry.description(rank, language()), rank)


def _passive(entry: PassiveEntry) -> AbilityWords:
    return AbilityWords(entry.name.say(language()), entry.description.say(language()), None)
