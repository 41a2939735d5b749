"""The fields of a draft: what can be typed for the battle, a side, a unit, the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.drafts import FIGURES
from battles.stock import unit_from_stock
from battles.wording import problem_words
from campaign.rule_words import WORDS, RuleWords, shown_value
from rulebook.errors import Unreadable
from rulebook.saga.board import parse_cell
from rulebook.saga.catalogue.own import Catalogue

KINDS = (("director", _("Players against the director's units")), ("teams", _("Team against team")))
EDGES = (
    ("map", _("as drawn on the map (1 or 2)")),
    ("top", _("rows at the top")),
    ("bottom", _("rows at the bottom")),
    ("left", _("columns at the left")),
    ("right", _("columns at the right")),
)
VICTORIES = (
    ("defeat-all", _("defeat all enemies")),
    ("defeat-leader", _("defeat the enemy leader")),
    ("destroy", _("destroy the obstacles, or one of them")),
)
BOARDS = (("open-8", _("Open field, 8 by 8")), ("ford-10", _("Ford, 10 by 10")), ("hall-12", _("Hall, 12 by 12")))
CLOCK_RULES = (
    "first_turn_hours",
    "turn_hours",
    "endgame_turn_hours",
    "late_extension_hours",
    "deployment_hours",
    "extension_grants",
    "hour_seconds",
    "endgame_counts",
    "clock_against_director",
    "early_turns",
    "takeover",
)
FIGURE_LABELS = {
    "strength": _("Strength"),
    "armor": _("Armor"),
    "willpower": _("Willpower"),
    "exertion": _("Exertion"),
    "break_": _("Break"),
    "reaction": _("Reaction"),
    "move": _("Movement"),
}
FLAGS = (("leader", _("leader")), ("boss", _("boss")), ("hidden", _("hidden")))

SIDE_VALUES = ("name", "players", "zone", "depth", "horn", "leader", "victory", "object")


def side_fields(key: str, title: str, players: Sequence[User], things: list[tuple[str, str]]) -> dict[str, forms.Field]:
    people = [(str(player.pk), player.shown_name) for player in players]
    fields: dict[str, forms.Field] = {
        "name": forms.CharField(label=_("Name of the side"), max_length=60),
        "players": forms.MultipleChoiceField(
            label=_("Players asked"), choices=people, required=False, widget=forms.CheckboxSelectMultiple
        ),
        "zone": forms.ChoiceField(label=_("Deployment zone"), choices=EDGES),
        "depth": forms.IntegerField(label=_("Rows or columns of the zone"), min_value=1, max_value=13),
        "horn": forms.BooleanField(label=_("Has a horn of war"), required=False),
        "leader": forms.ChoiceField(
            label=_("Its leader is the first character of"), choices=[("", _("nobody")), *people], required=False
        ),
        "victory": forms.ChoiceField(label=_("To win it must"), choices=VICTORIES),
        "object": forms.ChoiceField(
            label=_("What it must destroy"), choices=[("", _("every obstacle")), *things], required=False
        ),
    }
    # A draft may leave it empty; a battle that is announced asks somebody.
    fields["players"].needed_later = key == "a"  # type: ignore[attr-defined]  # read by _field.html
    return {f"side-{key}-{name}": _titled(field, title) for name, field in fields.items()}


def unit_fields(unit_id: str, title: str, catalogue: Catalogue) -> dict[str, forms.Field]:
    sides = [("a", _("first side")), ("b", _("second side")), ("", _("nobody's"))]
    fields: dict[str, forms.Field] = {
        "entry": StockField(catalogue, widget=forms.HiddenInput),
        "name": forms.CharField(label=_("Name"), max_length=60),
        "side": forms.ChoiceField(label=_("Side"), choices=sides, required=False),
        "at": CellField(label=_("Cell"), required=False, max_length=6),
        "reach_low": forms.IntegerField(label=_("Range from"), min_value=0, max_value=60),
        "reach_high": forms.IntegerField(label=_("Range to"), min_value=0, max_value=60),
    }
    for figure in FIGURES:
        fields[figure] = forms.IntegerField(label=FIGURE_LABELS[figure], min_value=0, max_value=99)
    for flag, label in FLAGS:
        fields[flag] = forms.BooleanField(label=label, required=False)
    return {f"{unit_id}-{name}": _titled(field, title) for name, field in fields.items()}


def _titled(field: forms.Field, title: str) -> forms.Field:
    """The field with a label that says whose it is, for the list of problems; `short` is for its own card."""
    field.short = field.label  # type: ignore[attr-defined]  # read by templates
    field.label = f"{title}: {field.label}"
    return field


class StockField(forms.CharField):
    """The key of an entry of a catalogue."""

    def __init__(self, catalogue: Catalogue, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.catalogue = catalogue

    def clean(self, value: Any) -> str:
        key: str = super().clean(value)
        try:
            unit_from_stock(key, unit_id="x", name="x", side="", catalogue=self.catalogue)
        except Unreadable as refused:
            raise forms.ValidationError(problem_words(refused.code, refused.data), code=refused.code) from refused
        return key


class CellField(forms.CharField):
    """A cell's name, in either case."""

    def clean(self, value: Any) -> str:
        name: str = super().clean(value).strip().upper()
        if name:
            try:
                parse_cell(name)
            except Unreadable as refused:
                raise forms.ValidationError(problem_words(refused.code, refused.data), code=refused.code) from refused
        return name


def clock_field(name: str) -> forms.Field:
    """A setting of this battle's own; empty stands for the campaign's."""
    return setting_field(WORDS["saga"], name)


def setting_field(words: RuleWords, name: str) -> forms.Field:
    """A setting of a battle's own in the words of its ruleset; empty stands for the campaign's."""
    known, (label, meaning) = words.fields[name], words.labels[name]
    about: dict[str, Any] = {"label": label, "help_text": meaning, "required": False}
    if known.kind == "number":
        return forms.FloatField(min_value=0.001, max_value=known.maximum, **about)
    if known.kind == "whole":
        return forms.IntegerField(min_value=known.minimum, max_value=known.maximum, **about)
    values = (True, False) if known.kind == "switch" else known.choices
    by_text: dict[str, Any] = {str(value): value for value in values}
    choices = [("", _("as the campaign"))] + [(text, shown_value(name, value)) for text, value in by_text.items()]
    return forms.TypedChoiceField(choices=choices, coerce=lambda text: by_text[text], empty_value=None, **about)
