"""The form of a caravan's figures: before, proposed, and what the director writes down."""

from __future__ import annotations

import dataclasses
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.offering import offer_rows
from battles.models import Battle
from campaign.services.caravan import FIGURES, LONGEST_REASON, MOST
from rulebook.saga.campaign import MOST_MORALE, Caravan
from story.models import Scene

LABELS = {
    "days": _("Days on the road"),
    "supplies": _("Supplies"),
    "morale": _("Morale"),
    "clansmen": _("Clansmen"),
    "fighters": _("Fighters"),
    "varl": _("Varl"),
}


class CaravanForm(forms.Form):
    """Six figures, a reason, and what the director looked at.

    With `battles` it is a change in the plot, which needs its reason; without, a day as the rules propose it.
    """

    battle = forms.ModelChoiceField(
        label=_("After a battle"),
        queryset=Battle.objects.none(),
        required=False,
        to_field_name="code",
        empty_label=_("no, in the plot"),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=_("Whoever reads the campaign sees it."),
    )
    scene = forms.ModelChoiceField(
        label=_("Read in the scene"),
        queryset=Scene.objects.none(),
        required=False,
        to_field_name="code",
        empty_label=_("in the ledger alone"),
    )
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        caravan: Caravan,
        scenes: QuerySet[Scene],
        battles: QuerySet[Battle] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for name in FIGURES:
            self.fields[name] = forms.IntegerField(
                label=LABELS[name],
                min_value=0,
                max_value=MOST_MORALE if name == "morale" else MOST,
                initial=getattr(caravan, name),
            )
        self.order_fields([*FIGURES, "battle", "reason", "scene", "seen", "key"])
        if battles is not None:
            self.fields["reason"].required = True
        if battles is None or not battles.exists():
            del self.fields["battle"]
        else:
            offer_rows(self, "battle", battles)
        if scenes.exists():
            offer_rows(self, "scene", scenes)
        else:
            del self.fields["scene"]
        self.proposed = caravan

    def figures(self) -> dict[str, int]:
        """The figures as the verbs take them."""
        return {name: self.cleaned_data[name] for name in FIGURES}

    def rows(self, before: Caravan) -> list[tuple[Any, int, int]]:
        """Each figure's field, with what it is and what is proposed."""
        return [(self[name], getattr(before, name), getattr(self.proposed, name)) for name in FIGURES]

    def renewed(self, caravan: Caravan, seen: int) -> dict[str, Any]:
        """What was sent, with the figures of now in place of those that are out of date; words stay."""
        return {**{name: self.data[name] for name in self.data}, **dataclasses.asdict(caravan), "seen": seen}
