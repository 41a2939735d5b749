"""The form of an adventure's draft, built from what was typed; nothing typed is ever left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.offering import offer
from battles.checks import Problem
from battles.draft_fields import setting_field
from battles.drafts import fields_of
from battles.dungeon.plan import DIRECTING, IMPROVED, OFFICIAL, AdventurePlan, HeroSeat
from battles.dungeon.words import entry_name, plan_words
from campaign.rule_words import WORDS
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.catalogue import HEROES, ITEMS, SPELLS
from rulebook.dungeon.mapdraft import MODELS
from rulebook.dungeon.rules import FIELDS

OPEN = "open"
OWN_RULES = tuple(known.name for known in FIELDS if known.name != "io_variant")
"""The settings that an adventure may have of its own; who the Overlord is has a field by itself."""
OVERLORDS = (
    (IMPROVED, _("the Invisible Overlord, improved rules")),
    (OFFICIAL, _("the Invisible Overlord, official rules")),
    (DIRECTING, _("whoever directs")),
)


def adventures() -> list[tuple[str, str]]:
    """The adventures that ship with the program, by key, in the language in force."""
    return [(key, shipped(key).title.say(get_language() or "en")) for key in KEYS]


class NewAdventureForm(forms.Form):
    """What a draft begins with."""

    name = forms.CharField(label=_("Name"), max_length=120)
    adventure = forms.ChoiceField(
        label=_("Adventure"), choices=adventures, help_text=_("It can be changed, or replaced by one of your own.")
    )


class AdventureForm(forms.Form):
    """An adventure's draft. `players` and `directors` are the users who may have a part in it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    intro = forms.CharField(
        label=_("Introduction"),
        max_length=8000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Read by the players before the adventure's own story."),
    )
    source = forms.CharField(
        label=_("The adventure's file"),
        max_length=20000,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 26,
                "spellcheck": "false",
                "autocapitalize": "off",
                "translate": "no",
                "class": "source-text",
            }
        ),
        help_text=_("Its data, then “map:” and the map. What is written here is the adventure."),
    )
    asked = forms.MultipleChoiceField(
        label=_("Who may choose among the heroes left to the players"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    overlord = forms.ChoiceField(label=_("The Overlord is played by"))
    idle_rounds = forms.IntegerField(
        label=_("Pause after so many rounds without a player's post"), required=False, min_value=1, max_value=50
    )

    def __init__(
        self, draft: Mapping[str, Any], *, players: Sequence[User], directors: Sequence[User], bound: bool = True
    ) -> None:
        self.players, self.directors = players, directors
        self.sent: MultiValueDict[str, str] = fields_of(draft)
        super().__init__(self.sent if bound else None, initial=None if bound else _shown(self.sent))
        named = [(str(one.pk), one.shown_name) for one in players]
        offer(self, "asked", named)
        offer(self, "overlord", [*OVERLORDS, *named])
        language = get_language() or "en"
        for hero in HEROES:
            self.fields[f"hero-{hero.key}"] = self._seat_field(entry_name(hero.key, language))
        for name in OWN_RULES:
            self.fields[f"rule-{name}"] = setting_field(WORDS["dungeon"], name)

    def _seat_field(self, name: str) -> forms.Field:
        people = [(str(one.pk), one.shown_name) for one in (*self.players, *self.directors)]
        choices = [(OPEN, _("a player who chooses")), *people, ("", _("nobody: stays away"))]
        return forms.ChoiceField(label=name, choices=choices, required=False)

    def plan(self) -> AdventurePlan:
        """The plan, with something harmless wherever a field cannot be read."""
        rules = {name: self._value(f"rule-{name}", None) for name in OWN_RULES}
        overlord = self._value("overlord", IMPROVED)
        return AdventurePlan(
            name=self._value("name", ""),
            intro=self._value("intro", ""),
            source=self._value("source", ""),
            heroes=tuple(self._seats()),
            asked=tuple(int(pk) for pk in self._value("asked", [])),
            overlord=int(overlord) if overlord.isdecimal() else overlord,
            rules={name: value for name, value in rules.items() if value is not None},
            idle_rounds=self._value("idle_rounds", None),
        )

    def _seats(self) -> list[HeroSeat]:
        seats = [(hero.key, self._value(f"hero-{hero.key}", "")) for hero in HEROES]
        return [HeroSeat(hero, None if who == OPEN else int(who)) for hero, who in seats if who]

    def _value(self, name: str, otherwise: Any) -> Any:
        return self.cleaned_data.get(name, otherwise)

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Put each problem at its field, in words."""
        for problem in problems:
            if problem.field == "source" and "source" in self.errors:
                continue
            words = plan_words(problem.code, self._named(problem.data), get_language() or "en")
            place = problem.field if problem.field in self.fields else None
            self.add_error(place, forms.ValidationError(words, code=problem.code))

    def _named(self, data: Mapping[str, object]) -> dict[str, object]:
        names: dict[object, str] = {one.pk: one.shown_name for one in (*self.players, *self.directors)}
        user = data.get("user")
        return {**data, "user": names.get(user, user)} if "user" in data else dict(data)

    # --- for the page

    def base_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "intro")]

    def hero_rows(self) -> list[forms.BoundField]:
        return [self[f"hero-{hero.key}"] for hero in HEROES]

    def rule_chapters(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The settings of this adventure's own, in the chapters of the rules page."""
        return [
            (title, [self[f"rule-{name}"] for name in names if name in OWN_RULES])
            for title, names in WORDS["dungeon"].chapters
        ]

    def marks(self) -> list[tuple[str, str]]:
        """The marks of the models in a map, each with its name."""
        return [(mark, entry_name(key, get_language() or "en")) for mark, key in MODELS.items()]

    def items(self) -> list[tuple[str, str]]:
        """The items that a file can name, each with its name."""
        return [(key, entry_name(key, get_language() or "en")) for key in ITEMS]

    def spells(self) -> list[tuple[str, str]]:
        """The spells that a file can name, each with its name."""
        return [(key, entry_name(key, get_language() or "en")) for key in SPELLS]

    def rules_typed(self) -> bool:
        """Whether any setting of the adventure's own is filled in."""
        return any(self[f"rule-{name}"].value() not in (None, "") for name in OWN_RULES)


def _shown(sent: MultiValueDict[str, str]) -> dict[str, Any]:
    return {name: values if name == "asked" else values[-1] for name, values in sent.lists() if values}
