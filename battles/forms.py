"""Forms of preparing a battle: one form for the whole draft, and the plan it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.checks import Problem
from battles.drafts import FIGURES, fields_of
from battles.maps import Map, read_map
from battles.plans import SIDES, Plan, SidePlan, UnitPlan
from battles.stock import unit_from_stock
from battles.wording import problem_words
from rulebook.errors import Unreadable
from rulebook.saga.board import parse_cell
from rulebook.saga.rules import FIELDS as RULE_FIELDS

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
    "hour_seconds",
)
CLOCK_LABELS = {
    "first_turn_hours": _("First turn of a round, hours"),
    "turn_hours": _("Later turns, hours"),
    "endgame_turn_hours": _("Turns with three or fewer standing, hours"),
    "late_extension_hours": _("More time after a late post, hours"),
    "deployment_hours": _("Deployment, hours"),
    "hour_seconds": _("Seconds in an hour (smaller for demonstrations)"),
}
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


class NewBattleForm(forms.Form):
    """The first questions; everything else is on the page that follows."""

    name = forms.CharField(label=_("Name"), max_length=120)
    kind = forms.ChoiceField(label=_("Who fights"), choices=KINDS, widget=forms.RadioSelect, initial="director")
    board = forms.ChoiceField(label=_("Board to begin with"), choices=BOARDS, initial="open-8")


class PrepareForm(forms.Form):
    """The whole draft, every value kept as it was typed.

    Unbound it only shows them; bound it says what is wrong, and gives the `plan()` after `is_valid()`.
    """

    name = forms.CharField(label=_("Name"), max_length=120)
    intro = forms.CharField(
        label=_("Introduction"), max_length=8000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    kind = forms.ChoiceField(label=_("Who fights"), choices=KINDS, widget=forms.RadioSelect)
    slots = forms.TypedChoiceField(
        label=_("Characters per player"), coerce=int, choices=[(n, str(n)) for n in (1, 2, 3)]
    )
    friendly = forms.BooleanField(label=_("Friendly: nobody dies"), required=False)
    show_races = forms.BooleanField(label=_("Show the races of hidden teams during deployment"), required=False)
    idle_rounds = forms.IntegerField(
        label=_("Pause after so many rounds without a player's post"), required=False, min_value=1, max_value=50
    )
    map = forms.CharField(
        label=_("Map"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "map-text"}),
        help_text=_("One line per row: . free, # blocked, 1 and 2 free and in a side's zone."),
    )
    same_victory = forms.BooleanField(label=_("The same victory condition for both sides"), required=False)

    def __init__(self, draft: Mapping[str, Any], *, players: Sequence[User], bound: bool = True) -> None:
        self.players = players
        self.draft = draft
        self.sent = fields_of(draft)
        super().__init__(self.sent if bound else None, initial=None if bound else _shown(self.sent))
        self.unit_ids = [row for row in dict.fromkeys(self.sent.getlist("unit")) if row.isidentifier()]
        for key in SIDES:
            self.fields.update(_side_fields(key, players, self._things()))
        for unit_id in self.unit_ids:
            self.fields.update(_unit_fields(unit_id))
        for name in CLOCK_RULES:
            self.fields[f"rule-{name}"] = _clock_field(name)

    def _things(self) -> list[tuple[str, str]]:
        rows = [row for row in self.unit_ids if self.sent.get(f"{row}-entry", "").startswith("thing:")]
        return [(row, self.sent.get(f"{row}-name", row)) for row in rows]

    def clean_map(self) -> str:
        text: str = self.cleaned_data["map"]
        try:
            self.board = read_map(text)
        except Unreadable as refused:
            raise forms.ValidationError(problem_words(refused.code, refused.data), code=refused.code) from refused
        return text

    def readable_plan(self) -> Plan | None:
        """The plan, as far as the draft can be read as one, whatever else may be wrong with it."""
        form = PrepareForm(self.draft, players=self.players)
        return form.plan() if form.is_valid() else None

    def readable_board(self) -> Map | None:
        """The board, as far as the map can be read."""
        try:
            return read_map(self.sent.get("map", ""))
        except Unreadable:
            return None

    def plan(self) -> Plan:
        """The plan that the valid form describes."""
        values = self.cleaned_data
        return Plan(
            name=values["name"],
            intro=values["intro"],
            width=self.board.width,
            height=self.board.height,
            blocked=self.board.blocked,
            sides=(self._side("a"), self._side("b")),
            units=tuple(self._unit(unit_id) for unit_id in self.unit_ids),
            slots=values["slots"],
            friendly=values["friendly"],
            show_races=values["show_races"],
            rules={name: values[f"rule-{name}"] for name in CLOCK_RULES if values[f"rule-{name}"] is not None},
            idle_rounds=values["idle_rounds"],
        )

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Put each problem at its field, in words; one whose field is not on the form goes above all."""
        for problem in problems:
            place = problem.field if problem.field in self.fields else None
            words = problem_words(problem.code, self._named(problem.data))
            self.add_error(place, forms.ValidationError(words, code=problem.code))

    def _named(self, data: Mapping[str, object]) -> dict[str, object]:
        names: dict[object, str] = {player.pk: player.shown_name for player in self.players}
        user = data.get("user")
        return {**data, "user": names.get(user, user)} if "user" in data else dict(data)

    def _side(self, key: str) -> SidePlan:
        values = {name: self.cleaned_data[f"side-{key}-{name}"] for name in SIDE_VALUES}
        director_only = self.cleaned_data["kind"] == "director" and key == "b"
        decides = "a" if self.cleaned_data["same_victory"] else key
        victory = self.cleaned_data[f"side-{decides}-victory"]
        return SidePlan(
            key=key,
            name=values["name"],
            zone=self._zone(key, values["zone"], values["depth"]),
            players=() if director_only else tuple(int(pk) for pk in values["players"]),
            horn=values["horn"],
            victory=victory,
            object=self.cleaned_data[f"side-{decides}-object"] if victory == "destroy" else "",
            leader=int(values["leader"]) if values["leader"] and not director_only else None,
        )

    def _zone(self, key: str, edge: Any, depth: int) -> frozenset[Any]:
        drawn = self.board.first if key == "a" else self.board.second
        return drawn if edge == "map" else self.board.strip(edge, depth)

    def _unit(self, unit_id: str) -> UnitPlan:
        values = {name: self.cleaned_data[f"{unit_id}-{name}"] for name in UNIT_VALUES}
        stock = unit_from_stock(values["entry"], unit_id=unit_id, name=values["name"], side=values["side"])
        return UnitPlan(
            id=unit_id,
            name=values["name"],
            side=values["side"],
            at=parse_cell(values["at"]) if values["at"] else None,
            size=stock.size,
            class_key=stock.class_key,
            race=stock.race,
            abilities=stock.abilities,
            passives=stock.passives,
            obstacle=stock.obstacle,
            reach=(values["reach_low"], values["reach_high"]),
            **{name: values[name] for name in (*FIGURES, *(flag for flag, _label in FLAGS))},
        )

    # --- for the page

    def base_rows(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "intro", "kind", "slots", "friendly", "show_races", "idle_rounds")]

    def clock_rows(self) -> list[forms.BoundField]:
        return [self[f"rule-{name}"] for name in CLOCK_RULES]

    def side_rows(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        for key in SIDES:
            yield self[f"side-{key}-name"].value() or key, [self[f"side-{key}-{name}"] for name in SIDE_VALUES]

    def unit_rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for unit_id in self.unit_ids:
            names = [f"{unit_id}-{name}" for name in (*FIGURES, "reach_low", "reach_high")]
            yield (
                unit_id,
                {
                    "has_errors": self.is_bound and any(name in self.errors for name in names),
                    "name": self[f"{unit_id}-name"],
                    "entry": self[f"{unit_id}-entry"],
                    "where": [self[f"{unit_id}-{name}"] for name in ("side", "at")],
                    "figures": [self[name] for name in names],
                    "flags": [self[f"{unit_id}-{name}"] for name, _label in FLAGS],
                },
            )


def _shown(sent: MultiValueDict[str, str]) -> dict[str, Any]:
    return {name: values if name.endswith("-players") else values[-1] for name, values in sent.lists() if values}


SIDE_VALUES = ("name", "players", "zone", "depth", "horn", "leader", "victory", "object")
UNIT_VALUES = ("entry", "name", "side", "at", "reach_low", "reach_high", *FIGURES, *(flag for flag, _label in FLAGS))


def _side_fields(key: str, players: Sequence[User], things: list[tuple[str, str]]) -> dict[str, forms.Field]:
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
    return {f"side-{key}-{name}": field for name, field in fields.items()}


def _unit_fields(unit_id: str) -> dict[str, forms.Field]:
    sides = [("a", _("first side")), ("b", _("second side")), ("", _("nobody's"))]
    fields: dict[str, forms.Field] = {
        "entry": StockField(widget=forms.HiddenInput),
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
    return {f"{unit_id}-{name}": field for name, field in fields.items()}


class StockField(forms.CharField):
    """The key of a catalogue entry."""

    def clean(self, value: Any) -> str:
        key: str = super().clean(value)
        try:
            unit_from_stock(key, unit_id="x", name="x", side="")
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


def _clock_field(name: str) -> forms.Field:
    known = next(field for field in RULE_FIELDS if field.name == name)
    return forms.FloatField(label=CLOCK_LABELS[name], required=False, min_value=0.001, max_value=known.maximum)
