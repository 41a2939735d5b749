"""Names of a sheet's figures, changes and reasons, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from characters.models import Character, Petition, RenownEntry, SheetChange
from rulebook.saga.catalogue import TALENTS, AbilityEntry, ClassEntry, PassiveEntry
from rulebook.saga.catalogue.items import ITEMS
from rulebook.saga.catalogue.own import Catalogue
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
EFFECTS: dict[str, Words] = FIGURES | {
    "evasion": _("Evasion"),
    "deflection": _("Deflection"),
    "move": _("Movement"),
    "rest_willpower": _("Willpower on rest"),
    "rest_armor": _("Armor on rest"),
    "kill_willpower": _("Willpower per enemy felled"),
    "turn_armor": _("Armor each turn"),
    "resist_strength": _("Strength damage ignored"),
    "hunker_down": _("Talent: Hunker Down"),
    "tighten_straps": _("Talent: Tighten Straps"),
    "robust": _("Talent: Robust"),
}
PERCENTAGES = ("evasion", "deflection")
CHANGES: dict[str, Words] = FIGURES | {
    "name": _("Name"),
    "rank": _("Rank"),
    "class_key": _("Class"),
    "player": _("Player"),
    "item": _("Item"),
    "equipped": _("Equipped"),
    "hero-points": _("Hero points"),
    "hero-points-reroll": _("Hero points for a re-roll"),
    "hero-points-vote": _("Hero points for a vote"),
    **{name: label for name, (label, _meaning) in CAMPAIGN_ATTRIBUTES.items()},
    "hunker-down": _("Talent: Hunker Down"),
    "tighten-straps": _("Talent: Tighten Straps"),
    "robust": _("Talent: Robust"),
    "level": _("Level"),
    "renown": _("Renown"),
    "wounds": _("Open wounds"),
    "status": _("State"),
    "battle": _("Battle"),
    "doomed": _("Fate"),
    "spared": _("Fate"),
}
VALUES: dict[str, Words] = {
    **dict(Petition.Status.choices),
    **dict(Character.Status.choices),
    **dict(Character.Rank.choices),
    "won": _("won"),
    "lost": _("lost"),
    "undecided": _("undecided"),
    "doomed": _("doomed"),
    "spared": _("spared"),
}
REASONS: dict[str, Words] = {
    **dict(RenownEntry.Kind.choices),
    "approved": _("approved by the director"),
    "revised": _("revised"),
    "inherited": _("inherited"),
    "succession": _("succeeds the hero"),
    "bought": _("bought"),
    "given": _("given by the director"),
    "taken-back": _("taken back by the director"),
    "gone": _("out of play"),
    "equipped": _("equipped"),
    "taken-off": _("taken off"),
    "seat": _("another player took the seat over"),
    "scene": _("a scene began"),
    "frame": _("a story frame"),
    "rest": _("a day of rest"),
    "wounds": _("too many wounds"),
    "boss": _("felled by a boss"),
    "chance": _("the death roll"),
    "decision": _("a decision in the plot"),
}


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """An ability, a passive or a talent as a sheet shows it; `rank` is None for a passive."""

    name: str
    text: str
    rank: int | None


def language() -> str:
    """The language of the page being made."""
    return get_language() or "en"


def class_name(key: str, catalogue: Catalogue) -> str:
    """A class's name; the key itself for a class the catalogue does not have."""
    return catalogue.classes[key].name.say(language()) if key in catalogue.classes else key


def race_name(key: str) -> str:
    """A race's name; the key itself for a race the catalogue does not have."""
    return RACES[key].name.say(language()) if key in RACES else key


def actives(abilities: dict[str, int], catalogue: Catalogue) -> list[AbilityWords]:
    """The active abilities at the rank known, with what they do at it."""
    known = catalogue.abilities
    return [_active(known[key], min(rank, known[key].ranks)) for key, rank in abilities.items() if key in known]


def talent_words(key: str, rank: int) -> AbilityWords:
    """A talent at a rank, with what it does."""
    entry = TALENTS[key]
    return AbilityWords(entry.name.say(language()), entry.description.say(language()), rank)


def passives(entry: ClassEntry, catalogue: Catalogue) -> list[AbilityWords]:
    """A class's passive abilities with what they do."""
    return [_passive(catalogue.passives[key]) for key in entry.passives if key in catalogue.passives]


def change_label(change: SheetChange) -> Words:
    """What changed."""
    return CHANGES.get(change.field, change.field)


def change_value(change: SheetChange, value: str, catalogue: Catalogue) -> Words:
    """A value as the log shows it: keys of the catalogue in words, everything else as it stands."""
    if change.field in ("item", "equipped"):
        return item_name(value)
    if change.field == "class_key":
        return class_name(value, catalogue)
    return value if change.field in ("name", "player") else VALUES.get(value, value)


def item_name(key: str) -> str:
    """An item's name by its key in the catalogue; one that is not there has its own."""
    return ITEMS[key].name.say(language()) if key in ITEMS else key


def effect_words(effects: Mapping[str, int]) -> list[Words]:
    """What an item changes, in the order of the sheet: "Strength +1", "Evasion +10 %"."""
    return [_effect(EFFECTS[name], effects[name], name in PERCENTAGES) for name in EFFECTS if effects.get(name)]


def _effect(label: Words, more: int, percent: bool) -> Words:
    signed = f"+{more}" if more > 0 else f"−{-more}"
    return f"{label} {signed} %" if percent else f"{label} {signed}"


def reason_words(reason: str) -> Words:
    """Why: one of the known reasons in words, an item by name, or what somebody wrote."""
    return REASONS.get(reason) or item_name(reason)


def _active(entry: AbilityEntry, rank: int) -> AbilityWords:
    return AbilityWords(entry.name.say(language()), entry.description(rank, language()), rank)


def _passive(entry: PassiveEntry) -> AbilityWords:
    return AbilityWords(entry.name.say(language()), entry.told(language()), None)
