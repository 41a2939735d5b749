"""Forms of preparing a battle: one form for the whole draft, and the plan it makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from battles.checks import Problem
from battles.draft_fields import (
    BOARDS,
    CLOCK_RULES,
    FLAGS,
    KINDS,
    SIDE_VALUES,
    clock_field,
    side_fields,
    unit_fields,
)
from battles.drafts import FIGURES, fields_of
from battles.maps import Map, read_map
from battles.plans import SIDES, Plan, SidePlan, UnitPlan
from battles.stock import unit_from_stock
from battles.wording import problem_words
from rulebook.errors import Unreadable
from rulebook.saga.board import parse_cell
from rulebook.saga.catalogue.own import STARTING, Catalogue


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

    def __init__(
        self,
        draft: Mapping[str, Any],
        *,
        players: Sequence[User],
        bound: bool = True,
        catalogue: Catalogue = STARTING,
    ) -> None:
        self.players, self.catalogue = players, catalogue
        self.draft = draft
        self.board: Map | None = None
        self.sent = fields_of(draft)
        super().__init__(self.sent if bound else None, initial=None if bound else _shown(self.sent))
        self.unit_ids = [row for row in dict.fromkeys(self.sent.getlist("unit")) if row.isidentifier()]
        for key in SIDES:
            self.fields.update(side_fields(key, self.sent.get(f"side-{key}-name") or key, players, self._things()))
        for unit_id in self.unit_ids:
            self.fields.update(unit_fields(unit_id, self.sent.get(f"{unit_id}-name") or unit_id, catalogue))
        for name in CLOCK_RULES:
            self.fields[f"rule-{name}"] = clock_field(name)

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
        form = PrepareForm(self.draft, players=self.players, catalogue=self.catalogue)
        form.full_clean()
        return form.rough_plan()

    def readable_board(self) -> Map | None:
        """The board, as far as the map can be read."""
        try:
            return read_map(self.sent.get("map", ""))
        except Unreadable:
            return None

    def plan(self) -> Plan:
        """The plan that the valid form describes."""
        plan = self.rough_plan()
        assert plan is not None
        return plan

    def rough_plan(self) -> Plan | None:
        """The plan with something harmless wherever a field cannot be read; None without a readable map.

        So that what else is wrong can be found in the same pass.
        """
        if self.board is None:
            return None
        rules = {name: self._value(f"rule-{name}", None) for name in CLOCK_RULES}
        return Plan(
            name=self._value("name", ""),
            intro=self._value("intro", ""),
            width=self.board.width,
            height=self.board.height,
            blocked=self.board.blocked,
            sides=(self._side("a", self.board), self._side("b", self.board)),
            units=tuple(self._unit(unit_id) for unit_id in self.unit_ids if f"{unit_id}-entry" in self.cleaned_data),
            slots=self._value("slots", 1),
            friendly=self._value("friendly", False),
            show_races=self._value("show_races", False),
            rules={name: value for name, value in rules.items() if value is not None},
            idle_rounds=self._value("idle_rounds", None),
        )

    def _value(self, name: str, otherwise: Any) -> Any:
        return self.cleaned_data.get(name, otherwise)

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

    def _side(self, key: str, board: Map) -> SidePlan:
        director_only = self._value("kind", "director") == "director" and key == "b"
        decides = "a" if self._value("same_victory", False) else key
        victory = self._value(f"side-{decides}-victory", "defeat-all")
        leader = self._value(f"side-{key}-leader", "")
        return SidePlan(
            key=key,
            name=self._value(f"side-{key}-name", key),
            zone=self._zone(key, board),
            players=() if director_only else tuple(int(pk) for pk in self._value(f"side-{key}-players", [])),
            horn=self._value(f"side-{key}-horn", False),
            victory=victory,
            object=self._value(f"side-{decides}-object", "") if victory == "destroy" else "",
            leader=int(leader) if leader and not director_only else None,
        )

    def _zone(self, key: str, board: Map) -> frozenset[Any]:
        edge = self._value(f"side-{key}-zone", "map")
        drawn = board.first if key == "a" else board.second
        return drawn if edge == "map" else board.strip(edge, self._value(f"side-{key}-depth", 2))

    def _unit(self, unit_id: str) -> UnitPlan:
        def value(name: str, otherwise: Any) -> Any:
            return self._value(f"{unit_id}-{name}", otherwise)

        name, side = value("name", unit_id), value("side", "b")
        entry = value("entry", "")
        stock = unit_from_stock(entry, unit_id=unit_id, name=name, side=side, catalogue=self.catalogue)
        at = value("at", "")
        return replace(
            stock,
            side=side,
            at=parse_cell(at) if at else None,
            reach=(value("reach_low", stock.reach[0]), value("reach_high", stock.reach[1])),
            **{figure: value(figure, getattr(stock, figure)) for figure in FIGURES},
            **{flag: value(flag, False) for flag, _label in FLAGS},
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
                    "at": self[f"{unit_id}-at"].value(),
                    "entry": self[f"{unit_id}-entry"],
                    "where": [self[f"{unit_id}-{name}"] for name in ("side", "at")],
                    "figures": [self[name] for name in names],
                    "flags": [self[f"{unit_id}-{name}"] for name, _label in FLAGS],
                },
            )


def _shown(sent: MultiValueDict[str, str]) -> dict[str, Any]:
    return {name: values if name.endswith("-players") else values[-1] for name, values in sent.lists() if values}
