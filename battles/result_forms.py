"""The director's decisions at a battle's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from battles.outcomes import Case
from battles.services.ending import LONGEST_WORDS, MOST_RENOWN, Decisions

FATES = (("dies", _("dies")), ("lives", _("is spared and lives")))


class ResultForm(forms.Form):
    """For each character the renown; for those felled by a boss, whether they die; words for the record."""

    def __init__(self, cases: Sequence[Case], data: Any = None) -> None:
        super().__init__(data)
        self.cases = tuple(cases)
        for case in cases:
            self._add(case)

    def _add(self, case: Case) -> None:
        if case.to_decide:
            self.fields[f"{case.unit}-fate"] = forms.ChoiceField(
                label=_("What becomes of %(name)s") % {"name": case.name}, choices=FATES, widget=forms.RadioSelect
            )
        if case.to_decide or case.outcome in ("dies", "doomed"):
            self.fields[f"{case.unit}-words"] = forms.CharField(
                label=_("Words for the record of %(name)s") % {"name": case.name},
                required=False,
                max_length=LONGEST_WORDS,
                widget=forms.Textarea(attrs={"rows": 2}),
            )
        self.fields[f"{case.unit}-renown"] = forms.IntegerField(
            label=_("Renown for %(name)s") % {"name": case.name},
            min_value=0,
            max_value=MOST_RENOWN,
            initial=case.renown,
        )

    def decisions(self) -> Decisions:
        """The valid form's decisions."""
        values = self.cleaned_data
        return Decisions(
            dies={c.unit: values[f"{c.unit}-fate"] == "dies" for c in self.cases if c.to_decide},
            renown={c.unit: values[f"{c.unit}-renown"] for c in self.cases},
            words={
                c.unit: values[name] for c in self.cases if (name := f"{c.unit}-words") in self.fields and values[name]
            },
        )

    def rows(self, rolls: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
        """One character after the other: the case, its rolls, its fields."""
        return [
            {
                "case": case,
                "rolls": rolls.get(case.unit, ()),
                "fields": [self[name] for name in self.fields if name.startswith(f"{case.unit}-")],
            }
            for case in self.cases
        ]
