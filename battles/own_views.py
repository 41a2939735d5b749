"""Pages of a campaign's own units."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.offering import offer
from accounts.once import once
from accounts.signed_in import me
from battles import stock
from battles.draft_fields import FIGURE_LABELS
from battles.models import OwnUnit
from battles.own_units import BOUNDS, figures_of_base, own_units_in
from battles.services.own_units import retire_unit, write_unit
from battles.wording import problem_words
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.views import campaign_or_404
from rulebook.errors import Refused
from rulebook.saga.catalogue.own import Catalogue

LABELS = FIGURE_LABELS | {
    "reach_low": gettext_lazy("Range, from"),
    "reach_high": gettext_lazy("Range, to"),
}


class OwnUnitForm(forms.Form):
    """A unit: what it is made of, its name, its figures (empty: as the catalogue has them)."""

    base = forms.ChoiceField(label=gettext_lazy("Made of"))
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)

    def __init__(self, *args: Any, catalogue: Catalogue, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "base", base_choices(catalogue))
        for name, (low, high) in BOUNDS.items():
            self.fields[f"unit_{name}"] = forms.IntegerField(
                label=LABELS[name], min_value=low, max_value=high, required=False
            )

    @property
    def figures(self) -> dict[str, int]:
        """The figures that were given."""
        given = {name: self.cleaned_data[f"unit_{name}"] for name in BOUNDS}
        return {name: value for name, value in given.items() if value is not None}


def base_choices(catalogue: Catalogue) -> list[Any]:
    """The catalogue's entries in groups, in the reader's language."""
    language = translation.get_language() or "en"
    groups = (
        (_("Dredge"), stock.dredge(language)),
        (_("People"), stock.classes(language, catalogue)),
        (_("Things"), stock.things(language)),
    )
    return [
        (title, [(one.key, f"{one.name} {one.rank}" if one.rank else one.name) for one in entries])
        for title, entries in groups
    ]


@login_required
@require_safe
def units(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's own units."""
    campaign = _directed(request, slug)
    named = {key: label for _title, entries in base_choices(catalogue_of(campaign)) for key, label in entries}
    rows = [(one, named.get(one.base, one.base)) for one in own_units_in(campaign)]
    return render(request, "battles/own_units.html", {"campaign": campaign, "units": rows})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new_unit(request: HttpRequest, slug: str) -> HttpResponse:
    """One more; `?base=` begins with the figures of a catalogue entry."""
    campaign, base = _directed(request, slug), request.GET.get("base", "")
    return _form_page(request, campaign, None, {"base": base} | _as_fields(_figures(base, catalogue_of(campaign))))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unit(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """Other figures for one."""
    campaign = _directed(request, slug)
    found = get_object_or_404(own_units_in(campaign), pk=unit_id)
    return _form_page(request, campaign, found, {"base": found.base, "name": found.name} | _as_fields(found.figures))


@login_required
@require_POST
def retire(request: HttpRequest, slug: str, unit_id: int) -> HttpResponse:
    """One less to choose from; battles keep what they have."""
    campaign = _directed(request, slug)
    retire_unit(unit=get_object_or_404(own_units_in(campaign), pk=unit_id), by=me(request), at=clock.now())
    messages.success(request, _("The unit is retired. Battles that have it keep it."))
    return redirect("battles:own-units", campaign.slug)


def _form_page(
    request: HttpRequest, campaign: Campaign, found: OwnUnit | None, initial: dict[str, Any]
) -> HttpResponse:
    form = OwnUnitForm(request.POST or None, initial=initial, catalogue=catalogue_of(campaign))
    if form.is_valid():
        given = {"base": form.cleaned_data["base"], "name": form.cleaned_data["name"], "figures": form.figures}
        try:
            write_unit(campaign=campaign, by=me(request), at=clock.now(), unit=found, **given)
            messages.success(request, _("The unit is saved."))
            return redirect("battles:own-units", campaign.slug)
        except Refused as refused:
            field = {"unit-exists": "name", "name-needed": "name", "bad-reach": "unit_reach_high"}.get(refused.code)
            form.add_error(field, problem_words(refused.code, refused.data))
    return render(request, "battles/own_unit.html", {"campaign": campaign, "form": form, "unit": found})


def _directed(request: HttpRequest, slug: str) -> Campaign:
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    return campaign


def _figures(base: str, catalogue: Catalogue) -> dict[str, int]:
    known = {key for _title, entries in base_choices(catalogue) for key, _label in entries}
    return figures_of_base(base, catalogue) if base in known else {}


def _as_fields(figures: dict[str, int]) -> dict[str, int]:
    return {f"unit_{name}": value for name, value in figures.items()}
