"""Pages of a campaign's catalogue: what its people can be and do, and a director's ways to change it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.signed_in import me
from campaign import services
from campaign.catalogue import RULESET, catalogue_of, history_of, kind_of, row_of, shown_to
from campaign.catalogue_cards import card, cards
from campaign.catalogue_forms import FORMS, AbilityForm, ClassForm, PassiveForm
from campaign.catalogue_words import KINDS, Difference, differences, effect_name, facts_of, language
from campaign.guards import require_director
from campaign.models import Campaign, EntryChange, OwnEntry
from campaign.refusals import said
from campaign.selectors import is_director
from campaign.views import campaign_or_404
from rulebook.errors import Refused
from rulebook.saga.catalogue.model import ClassEntry
from rulebook.saga.catalogue.own import STARTING, Catalogue, Entry, template_of
from rulebook.saga.catalogue.written import Kind, Unfit, Written, blank, written_from_json, written_of

COMPOSED = "composed"
HISTORY_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Told:
    """One line of an entry's history."""

    change: EntryChange
    differences: list[Difference]


@require_safe
def catalogue(request: HttpRequest, slug: str) -> HttpResponse:
    """Classes, abilities and passives as the campaign has them."""
    campaign, found = _with_catalogue(request, slug)
    shown = shown_to(request.user, campaign, found)
    context = {
        "campaign": campaign,
        "directs": is_director(request.user, campaign),
        "kinds": [(kind, KINDS[kind], cards(shown[kind], found)) for kind in KINDS],
    }
    return render(request, "campaign/catalogue.html", context)


@require_safe
def entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One entry: what it says, in what it differs from the starting catalogue's, what was done to it."""
    campaign, found = _with_catalogue(request, slug)
    kind, one = _entry_or_404(request, campaign, found, key)
    directs = is_director(request.user, campaign)
    row = row_of(campaign, kind, key)
    start = STARTING.entries(kind).get(key)
    context = {
        "campaign": campaign,
        "directs": directs,
        "card": card(one, found),
        "kind": kind,
        "facts": facts_of(written_of(one), found),
        "starts": start is not None,
        "differences": _from_start(kind, one, found),
        "row": row,
        "bearers": [each.name.say(language()) for each in found.bearers(key)],
        "history": [_told(change, found) for change in history_of(row)[:HISTORY_SHOWN]] if row and directs else (),
    }
    return render(request, "campaign/entry.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Another entry, begun with one that is there; `?from=` says which."""
    campaign, found = _directed(request, slug)
    asked = request.GET.get("from", "")
    if not asked:
        groups = [(KINDS[kind], cards(list(found.entries(kind).values()), found)) for kind in KINDS]
        return render(request, "campaign/new_entry.html", {"campaign": campaign, "groups": groups})
    kind, begun = _template_or_404(found, asked)
    form = _form(request, kind, begun, found, seen=0)
    form.initial.update({"name_en": "", "name_es": ""})
    made = _saved(request, campaign, kind, form, "")
    return made or _form_page(request, campaign, found, kind, form, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Other words and figures for an entry; what would change can be looked at before it is saved."""
    campaign, found = _directed(request, slug)
    kind, one = _entry_or_404(request, campaign, found, key)
    row = row_of(campaign, kind, key)
    form = _form(request, kind, written_of(one), found, seen=row.revision if row else 0, before=one)
    made = _saved(request, campaign, kind, form, key)
    return made or _form_page(request, campaign, found, kind, form, one)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def retire_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A page that asks first: no new character takes it any more."""
    campaign, found = _directed(request, slug)
    kind, one = _entry_or_404(request, campaign, found, key)
    if request.method == "POST":
        return _done(request, campaign, key, lambda: services.retire_entry(**_who(request, campaign, kind, key)))
    bearers = [each.name.say(language()) for each in found.bearers(key)] if kind != "class" else []
    context = {"campaign": campaign, "card": card(one, found), "kind": kind, "bearers": bearers}
    return render(request, "campaign/retire_entry.html", context)


@require_POST
@login_required
def restore_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A retired entry comes back."""
    campaign, found = _directed(request, slug)
    kind, _one = _entry_or_404(request, campaign, found, key)
    return _done(request, campaign, key, lambda: services.restore_entry(**_who(request, campaign, kind, key)))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reset_entry(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A page that asks first: the entry as the starting catalogue has it."""
    campaign, found = _directed(request, slug)
    kind, one = _entry_or_404(request, campaign, found, key)
    if key not in STARTING.entries(kind):
        raise Http404
    if request.method == "POST":
        return _done(request, campaign, key, lambda: services.reset_entry(**_who(request, campaign, kind, key)))
    context = {
        "campaign": campaign,
        "card": card(one, found),
        "differences": differences(written_of(one), template_of(STARTING, kind, key), found),
    }
    return render(request, "campaign/reset_entry.html", context)


def _with_catalogue(request: HttpRequest, slug: str) -> tuple[Campaign, Catalogue]:
    campaign = campaign_or_404(request, slug)
    if campaign.ruleset != RULESET:
        raise Http404
    return campaign, catalogue_of(campaign)


def _directed(request: HttpRequest, slug: str) -> tuple[Campaign, Catalogue]:
    campaign, found = _with_catalogue(request, slug)
    require_director(request.user, campaign)
    return campaign, found


def _entry_or_404(request: HttpRequest, campaign: Campaign, found: Catalogue, key: str) -> tuple[Kind, Entry]:
    """The entry of this key, if the reader may look at it."""
    for kind, entries in shown_to(request.user, campaign, found).items():
        for one in entries:
            if one.key == key:
                return kind, one
    raise Http404


def _template_or_404(found: Catalogue, asked: str) -> tuple[Kind, Written]:
    if asked == COMPOSED:
        return "ability", blank(COMPOSED)
    for kind in KINDS:
        if asked in found.entries(kind):
            return kind, template_of(found, kind, asked)
    raise Http404


EntryForms = AbilityForm | PassiveForm | ClassForm


def _form(
    request: HttpRequest, kind: Kind, begun: Any, found: Catalogue, *, seen: int, before: Entry | None = None
) -> EntryForms:
    given: dict[str, Any] = {"begun": begun, "catalogue": found, "initial": {"seen": seen}}
    if kind == "class":
        given["before"] = before
    return FORMS[kind](request.POST or None, **given)


def _saved(request: HttpRequest, campaign: Campaign, kind: Kind, form: EntryForms, key: str) -> HttpResponse | None:
    """Where the reader goes once a valid form is saved; None where the page is shown again."""
    if not form.is_valid() or request.POST.get("do") == "compare":
        return None
    written, seen = form.written(), form.cleaned_data["seen"]
    try:
        row = services.write_entry(**_who(request, campaign, kind, key), written=written, seen=seen if key else None)
    except Unfit as unfit:
        form.add_problems(unfit.problems)
        return None
    except Refused as refused:
        form.add_error(None, said(refused))
        now = row_of(campaign, kind, key)
        form.data = {**request.POST.dict(), "seen": now.revision if now else 0}
        return None
    messages.success(request, _("The entry is saved. Battles that have begun keep what they began with."))
    return redirect("campaign:entry", campaign.slug, row.key)


def _form_page(
    request: HttpRequest, campaign: Campaign, found: Catalogue, kind: Kind, form: EntryForms, one: Entry | None
) -> HttpResponse:
    compared = request.POST.get("do") == "compare" and form.is_valid()
    before = written_of(one) if one else None
    context = {
        "campaign": campaign,
        "form": form,
        "kind": kind,
        "entry": card(one, found) if one else None,
        "effect": "" if isinstance(form, ClassForm) else effect_name(form.begun.effect),
        "compared": compared,
        "differences": differences(before, form.written(), found) if compared else (),
    }
    return render(request, "campaign/edit_entry.html", context)


def _who(request: HttpRequest, campaign: Campaign, kind: Kind, key: str) -> dict[str, Any]:
    return {"campaign": campaign, "by": me(request), "kind": kind, "key": key, "at": clock.now()}


def _done(request: HttpRequest, campaign: Campaign, key: str, act: Callable[[], OwnEntry]) -> HttpResponse:
    try:
        row = act()
        messages.success(request, _("The entry is retired.") if row.retired_at else _("The entry is in use."))
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect("campaign:entry", campaign.slug, key)


def _from_start(kind: Kind, one: Entry, found: Catalogue) -> list[Difference]:
    """In what an entry differs from the starting catalogue's of its key, or from the one whose deed it does."""
    if one.key in STARTING.entries(kind):
        return differences(template_of(STARTING, kind, one.key), written_of(one), found)
    if not isinstance(one, ClassEntry) and one.deed in STARTING.entries(kind):
        return differences(template_of(STARTING, kind, one.deed), written_of(one), found)
    return []


def _told(change: EntryChange, found: Catalogue) -> Told:
    kind = kind_of(change.entry.kind)
    start = template_of(STARTING, kind, change.entry.key) if change.entry.key in STARTING.entries(kind) else None
    before, after = (written_from_json(kind, one) if one else start for one in (change.before, change.after))
    return Told(change, differences(before, after, found))
