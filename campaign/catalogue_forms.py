"""Forms of a campaign's own entries: every figure as it was typed, and everything that is wrong told at once.

The fields bear the names that the rulebook's problems have, so that each problem stands at its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.catalogue_words import (
    ATTRIBUTES,
    FIGURES,
    PASSIVE_FIGURES,
    TARGETS,
    language,
    problem_words,
)
from campaign.rule_words import Words
from rulebook.saga.catalogue.model import REACH_FIGURES, ClassEntry, Text
from rulebook.saga.catalogue.own import Catalogue
from rulebook.saga.catalogue.races import RACES
from rulebook.saga.catalogue.shapes import ACTIVE, PASSIVE, Problem
from rulebook.saga.catalogue.written import (
    BOUNDS,
    LONGEST_NAME,
    LONGEST_WORDING,
    SIZES,
    Kind,
    Pair,
    Written,
    WrittenAbility,
    WrittenClass,
    WrittenPassive,
    problems_of,
)

RANKS = (1, 2, 3)
LARGEST = 10**6


def whole(label: Words, *, required: bool = True) -> forms.IntegerField:
    """A whole number; the rulebook judges it, which tells everything that is wrong at once."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=-LARGEST, max_value=LARGEST, required=required, widget=widget)


class EntryForm(forms.Form):
    """Names and words of an entry in both languages, and the revision that its author looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=LARGEST)
    name_en = forms.CharField(label=_("Name (English)"), required=False, max_length=LONGEST_NAME)
    name_es = forms.CharField(label=_("Name (Spanish)"), required=False, max_length=LONGEST_NAME)
    wording_en = forms.CharField(
        label=_("Words (English)"),
        required=False,
        max_length=LONGEST_WORDING,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    wording_es = forms.CharField(
        label=_("Words (Spanish)"),
        required=False,
        max_length=LONGEST_WORDING,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, begun: Written, catalogue: Catalogue, **kwargs: Any) -> None:
        self.begun, self.catalogue = begun, catalogue
        super().__init__(*args, **kwargs)
        for name in ("name", "wording"):
            text: Text = getattr(begun, name)
            self.initial.update({f"{name}_en": text.say("en"), f"{name}_es": text.say("es")})

    def written(self) -> Written:
        """The entry that the form describes; where a field cannot be read, as it was, so that the rest is judged."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kept = set(self.errors)
        found = problems_of(self.written(), self.catalogue.abilities, self.catalogue.passives)
        self.add_problems(one for one in found if self._place(one) not in kept)
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Each problem at its field, in words; what has none stands above the form. Twice is the same as once."""
        for one in problems:
            place, words = self._place(one), problem_words(one)
            if words not in self.errors.get(place or NON_FIELD_ERRORS, []):
                self.add_error(place, words)

    def _place(self, problem: Problem) -> str | None:
        """The field at which a problem stands: its own, or the first of several that make it up."""
        name = problem.field.replace("range-", "low-")
        return next((one for one in (name, f"{name}-low", f"{name}-1") if one in self.fields), None)

    def _words(self) -> dict[str, Text]:
        said = {name: " ".join(str(self._given(name, "")).split()) for name in ("name_en", "name_es")}
        told = {name: str(self._given(name, "")).strip() for name in ("wording_en", "wording_es")}
        return {
            "name": Text(said["name_en"], said["name_es"]),
            "wording": Text(told["wording_en"], told["wording_es"]),
        }

    def _given(self, name: str, otherwise: Any) -> Any:
        return self.cleaned_data.get(name, otherwise)

    def _number(self, name: str, otherwise: int) -> int:
        value = self._given(name, None)
        return otherwise if value is None else int(value)

    def word_rows(self) -> list[forms.BoundField]:
        """The fields of names and words."""
        return [self[name] for name in ("name_en", "name_es", "wording_en", "wording_es")]


class AbilityForm(EntryForm):
    """An ability: its aim, and for each rank its range and figures. What it does is what it was begun with."""

    ranks = forms.TypedChoiceField(label=_("Ranks"), coerce=int, choices=[(n, str(n)) for n in RANKS])

    begun: WrittenAbility

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shape = ACTIVE[self.begun.effect]
        self.fields["wording_en"].help_text = self.fields["wording_es"].help_text = self._places()
        choices = [(str(aim), TARGETS[str(aim)]) for aim in self.shape.aims]
        self.fields["target"] = forms.ChoiceField(label=_("Aimed at"), choices=choices)
        self.initial.update({"target": self.begun.target, "ranks": len(self.begun.ranges)})
        for rank in RANKS:
            self._add_rank(rank)

    def written(self) -> WrittenAbility:
        ranks = range(1, self._given("ranks", len(self.begun.ranges)) + 1)
        return WrittenAbility(
            effect=self.begun.effect,
            **self._words(),
            target=self._given("target", self.begun.target),
            ranges=tuple(self._reach(rank) for rank in ranks),
            figures={
                name: tuple(self._number(f"{name}-{rank}", span.low) for rank in ranks)
                for name, span in self.shape.figures.items()
            },
        )

    def rank_rows(self) -> Iterator[tuple[str, str, list[forms.BoundField]]]:
        """The table of ranks: what a row is about, how words show it, and its three fields."""
        names: dict[str, Words] = {"low": _("Range from"), "high": _("Range to")}
        for name, label in names.items() if "low-1" in self.fields else ():
            yield str(label), f"{{{name}}}", [self[f"{name}-{rank}"] for rank in RANKS]
        for name in self.shape.figures:
            yield str(FIGURES[name]), f"{{{name}}}", [self[f"{name}-{rank}"] for rank in RANKS]

    def plain_rows(self) -> list[forms.BoundField]:
        """The fields beside the table."""
        return [self["target"], self["ranks"]]

    def _reach(self, rank: int) -> tuple[int | None, int | None]:
        if self._given("target", self.begun.target) == "self":
            return 0, 0
        if self.shape.reach is not None:
            return self.shape.reach
        return self._given(f"low-{rank}", None), self._given(f"high-{rank}", None)

    def _add_rank(self, rank: int) -> None:
        at = min(rank, len(self.begun.ranges)) - 1
        if self.shape.reach is None and set(map(str, self.shape.aims)) != {"self"}:
            for name, side in (("low", 0), ("high", 1)):
                self.fields[f"{name}-{rank}"] = whole(self._title(_("Range"), rank), required=False)
                self.initial[f"{name}-{rank}"] = self.begun.ranges[at][side]
        for name in self.shape.figures:
            self.fields[f"{name}-{rank}"] = whole(self._title(FIGURES[name], rank), required=False)
            self.initial[f"{name}-{rank}"] = self.begun.figures[name][at]

    def _title(self, label: Words, rank: int) -> str:
        return gettext("%(label)s, rank %(rank)s") % {"label": label, "rank": rank}

    def _places(self) -> str:
        names = [name for name in REACH_FIGURES if self.shape.reach is None] + list(self.shape.figures)
        told = gettext("Figures are shown where their names stand in braces: %(names)s.")
        return told % {"names": ", ".join(f"<code>{{{name}}}</code>" for name in names)} if names else ""


class PassiveForm(EntryForm):
    """A passive: its words, and its figure where what it does has one."""

    begun: WrittenPassive

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if PASSIVE[self.begun.effect].high:
            self.fields["amount"] = whole(PASSIVE_FIGURES.get(self.begun.effect, FIGURES["amount"]))
            self.initial["amount"] = self.begun.amount
            told = gettext("Figures are shown where their names stand in braces: %(names)s.") % {
                "names": "<code>{amount}</code>"
            }
            self.fields["wording_en"].help_text = self.fields["wording_es"].help_text = told

    def written(self) -> WrittenPassive:
        amount = self._number("amount", PASSIVE[self.begun.effect].low)
        return WrittenPassive(effect=self.begun.effect, **self._words(), amount=amount)

    def plain_rows(self) -> list[forms.BoundField]:
        """The fields beside the words."""
        return [self["amount"]] if "amount" in self.fields else []


class ClassForm(EntryForm):
    """A class: body, caps, totals or fixed figures, and the abilities and passives of its people."""

    race = forms.ChoiceField(label=_("Race"))
    size = forms.ChoiceField(label=_("Size"), choices=[(size, size) for size in SIZES])
    has = forms.ChoiceField(
        label=_("Figures of a new character"),
        choices=[
            ("points", _("points to spread, up to a total")),
            ("fixed", _("fixed figures, no choice")),
            ("least", _("the least of each")),
        ],
    )
    for_players = forms.BooleanField(label=_("Players may choose it"), required=False)

    begun: WrittenClass

    def __init__(self, *args: Any, before: ClassEntry | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kept = {*before.abilities, *before.passives} if before else set()
        self.gone = self.catalogue.retired - kept
        race = self.fields["race"]
        assert isinstance(race, forms.ChoiceField)
        race.choices = [(key, one.name.say(language())) for key, one in RACES.items()]
        has = "fixed" if self.begun.fixed else "points" if self.begun.points else "least"
        self.initial.update({"race": self.begun.race, "size": self.begun.size, "has": has})
        self.initial["for_players"] = self.begun.for_players
        self._add_body()
        self._add_figures()
        self._add_known()

    def written(self) -> WrittenClass:
        has, reaction = self._given("has", "least"), self._pair("reaction", None)
        return WrittenClass(
            **self._words(),
            race=self._given("race", self.begun.race),
            size=self._given("size", self.begun.size),
            move=self._number("move", self.begun.move),
            reach=self._pair("reach", self.begun.reach) or self.begun.reach,
            caps={name: self._pair(f"caps-{name}", self.begun.caps[name]) or (0, 0) for name in BOUNDS},
            points=self._points() if has == "points" else None,
            fixed={name: self._number(f"fixed-{name}", -1) for name in BOUNDS} if has == "fixed" else None,
            reaction=reaction,
            passives=tuple(self._given("passives", ())),
            abilities={
                key: int(rank)
                for key in self._abilities()
                if (rank := self._given(f"ability-{key}", "")) not in ("", None)
            },
            for_players=bool(self._given("for_players", False)),
        )

    def plain_rows(self) -> list[forms.BoundField]:
        """The fields of the body."""
        names = ("race", "size", "move", "reach-low", "reach-high", "reaction-low", "reaction-high", "for_players")
        return [self[name] for name in names]

    def figure_rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The table of figures: the least, the most, the fixed one."""
        for name, label in ATTRIBUTES.items():
            yield str(label), [self[f"caps-{name}-low"], self[f"caps-{name}-high"], self[f"fixed-{name}"]]

    def total_rows(self) -> list[forms.BoundField]:
        """How many points there are at each class rank."""
        return [self[f"points-{rank}"] for rank in RANKS]

    def passive_row(self) -> forms.BoundField:
        """The passives of its people."""
        return self["passives"]

    def ability_rows(self) -> list[forms.BoundField]:
        """Each ability with the rank up to which it is learned."""
        return [self[f"ability-{key}"] for key in self._abilities()]

    def _learned(self) -> dict[str, int]:
        chosen = {key: self._given(f"ability-{key}", "") for key in self._abilities()}
        return {key: int(rank) for key, rank in chosen.items() if rank}

    def _abilities(self) -> list[str]:
        return [key for key in self.catalogue.abilities if key not in self.gone]

    def _points(self) -> tuple[int, int, int]:
        first, second, third = (self._number(f"points-{rank}", 0) for rank in RANKS)
        return first, second, third

    def _pair(self, name: str, otherwise: Pair | None) -> Pair | None:
        low, high = self._given(f"{name}-low", None), self._given(f"{name}-high", None)
        if low is None and high is None:
            return otherwise
        return (high if low is None else low), (low if high is None else high)

    def _add_body(self) -> None:
        self.fields["move"], self.initial["move"] = whole(_("Movement")), self.begun.move
        labels: dict[str, Words] = {"low": _("Range from"), "high": _("Range to")}
        for side, (name, label) in enumerate(labels.items()):
            self.fields[f"reach-{name}"], self.initial[f"reach-{name}"] = whole(label), self.begun.reach[side]
        labels = {"low": _("Reaction from (empty: as the race)"), "high": _("Reaction to (empty: as the race)")}
        for side, (name, label) in enumerate(labels.items()):
            self.fields[f"reaction-{name}"] = whole(label, required=False)
            self.initial[f"reaction-{name}"] = self.begun.reaction[side] if self.begun.reaction else None

    def _add_figures(self) -> None:
        for name, label in ATTRIBUTES.items():
            for side, end in enumerate(("low", "high")):
                told = (_("%(label)s, the least"), _("%(label)s, the most"))[side]
                self.fields[f"caps-{name}-{end}"] = whole(told % {"label": label})
                self.initial[f"caps-{name}-{end}"] = self.begun.caps[name][side]
            self.fields[f"fixed-{name}"] = whole(_("%(label)s, fixed") % {"label": label}, required=False)
            self.initial[f"fixed-{name}"] = (self.begun.fixed or {}).get(name)
        for rank in RANKS:
            self.fields[f"points-{rank}"] = whole(_("Total of class rank %(rank)s") % {"rank": rank}, required=False)
            self.initial[f"points-{rank}"] = self.begun.points[rank - 1] if self.begun.points else None

    def _add_known(self) -> None:
        passives = [(key, one.name.say(language())) for key, one in self.catalogue.passives.items()]
        self.fields["passives"] = forms.MultipleChoiceField(
            label=_("Passives"),
            choices=[(key, name) for key, name in passives if key not in self.gone],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.initial["passives"] = list(self.begun.passives)
        for key in self._abilities():
            ability = self.catalogue.abilities[key]
            choices = [("", gettext("not learned"))]
            choices += [(str(n), gettext("up to rank %(rank)s") % {"rank": n}) for n in range(1, ability.ranks + 1)]
            name = ability.name.say(language())
            self.fields[f"ability-{key}"] = forms.ChoiceField(label=name, choices=choices, required=False)
            highest = self.begun.abilities.get(key)
            self.initial[f"ability-{key}"] = str(min(highest, ability.ranks)) if highest else ""


FORMS: dict[Kind, type[AbilityForm] | type[PassiveForm] | type[ClassForm]] = {
    "ability": AbilityForm,
    "passive": PassiveForm,
    "class": ClassForm,
}
