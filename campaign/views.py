"""A campaign's pages: find, create, home, edit, rules, clans. Members and invitations are in member_views."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign import selectors, services
from campaign.catalogue import RULESET
from campaign.catalogue_cards import own_cards
from campaign.forms import CampaignForm, ClanForm, FindForm, NewCampaignForm, TableRulesForm
from campaign.guards import require_director
from campaign.models import Campaign, Clan, RuleChange
from campaign.refusals import said
from campaign.rule_words import WORDS, chapters, shown_value
from campaign.sections import Section, Step, sections_for
from rulebook.errors import Refused, TooLate, Unreadable

PER_PAGE = 20
CHANGES_SHOWN = 20


def campaign_or_404(request: HttpRequest, slug: str) -> Campaign:
    """The campaign at this address; a page that does not exist for whoever may not know of it."""
    return get_object_or_404(selectors.visible_to(request.user), slug=slug)


@require_safe
def campaign_list(request: HttpRequest) -> HttpResponse:
    """The reader's campaigns, and the public ones to find."""
    find = FindForm(request.GET or None)
    wishes = find.cleaned_data if find.is_valid() else {}
    found = selectors.open_to_find(
        request.user, **{name: wishes[name] for name in ("words", "language", "seeking") if wishes}
    )
    context = {
        "find": find,
        "filtered": any(wishes.values()),
        "mine": selectors.with_head_counts(selectors.belonging_to(request.user)),
        "page": Paginator(selectors.with_head_counts(found), PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "campaign/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def create(request: HttpRequest) -> HttpResponse:
    """A new campaign, directed by whoever makes it."""
    form = NewCampaignForm(request.POST or None, initial={"language": request.LANGUAGE_CODE})
    if form.is_valid():
        return redirect(services.create_campaign(director=me(request), **form.cleaned_data))
    return render(request, "campaign/create.html", {"form": form})


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's home: its words, its clans, and what the other apps show of it."""
    campaign = campaign_or_404(request, slug)
    role = selectors.role_of(request.user, campaign)
    directs = role in selectors.DIRECTING
    sections = sections_for(campaign, request.user)
    context = {
        "campaign": campaign,
        "role": role,
        "directs": directs,
        "clans": campaign.clans.all(),
        "members": selectors.members_of(campaign) if role else (),
        "sections": sections,
        "takes_applications": selectors.takes_applications(campaign),
        "places": selectors.places_left(campaign),
        "steps": _checklist(campaign, sections) if directs else (),
    }
    return render(request, "campaign/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's own words, and who may read it."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = CampaignForm(request.POST or None, instance=Campaign.objects.get(pk=campaign.pk))
    if form.is_valid():
        services.edit_campaign(campaign=campaign, by=me(request), **form.cleaned_data)
        messages.success(request, _("The campaign is saved."))
        return redirect(campaign)
    return render(request, "campaign/edit.html", {"form": form, "campaign": campaign})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The table rules in words, and what was changed in them."""
    campaign = campaign_or_404(request, slug)
    context = {
        "campaign": campaign,
        "directs": selectors.is_director(request.user, campaign),
        "chapters": chapters(selectors.own_rules(campaign), campaign.ruleset),
        "changes": _told_changes(campaign),
        "has_catalogue": campaign.ruleset == RULESET,
        "own_entries": own_cards(request.user, campaign),
    }
    return render(request, "campaign/rules.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's form of every table rule."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    initial = selectors.own_rules(campaign).to_mapping() | {"seen": selectors.latest_rule_change(campaign)}
    form = TableRulesForm(request.POST or None, initial=initial, ruleset=campaign.ruleset)
    if form.is_valid() and _rules_saved(request, campaign, form):
        return redirect("campaign:rules", campaign.slug)
    return render(request, "campaign/edit_rules.html", {"form": form, "campaign": campaign})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_clan(request: HttpRequest, slug: str) -> HttpResponse:
    """One more clan."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = ClanForm(request.POST or None)
    if form.is_valid():
        try:
            services.add_clan(campaign=campaign, by=me(request), name=form.cleaned_data["name"])
            return redirect(campaign)
        except Refused as refused:
            form.add_error("name", said(refused))
    return render(request, "campaign/add_clan.html", {"form": form, "campaign": campaign})


@require_http_methods(["GET", "HEAD", "POST"])
def clan(request: HttpRequest, slug: str, clan_id: int) -> HttpResponse:
    """A clan and its caravan's figures; the director may rename it."""
    campaign = campaign_or_404(request, slug)
    found = get_object_or_404(campaign.clans, pk=clan_id)
    directs = selectors.is_director(request.user, campaign)
    form = ClanForm(request.POST or None, instance=Clan.objects.get(pk=found.pk)) if directs else None
    if request.method == "POST":
        require_director(request.user, campaign)
        if form is not None and form.is_valid():
            try:
                services.rename_clan(clan=found, by=me(request), name=form.cleaned_data["name"])
                return redirect("campaign:clan", campaign.slug, found.pk)
            except Refused as refused:
                form.add_error("name", said(refused))
    return render(request, "campaign/clan.html", {"campaign": campaign, "clan": found, "form": form})


def _rules_saved(request: HttpRequest, campaign: Campaign, form: TableRulesForm) -> bool:
    try:
        changed = services.change_table_rules(
            campaign=campaign,
            settings=form.settings(),
            by=me(request),
            at=clock.now(),
            seen=form.cleaned_data["seen"],
        )
    except Unreadable as refused:
        form.add_refusal(refused)
        return False
    except TooLate as refused:
        form.add_error(None, said(refused))
        form.data = {**request.POST.dict(), "seen": selectors.latest_rule_change(campaign)}
        return False
    messages.success(request, _("The table rules are saved.") if changed else _("Nothing was changed."))
    return True


def _checklist(campaign: Campaign, sections: tuple[Section, ...]) -> tuple[Step, ...]:
    """The first steps, until all that can be told to be done is done; whoever keeps the default rules is done too."""
    others = selectors.members_of(campaign).count() > 1
    invite = Step(_("Invite the players"), reverse("campaign:members", args=[campaign.slug]), others)
    later = tuple(step for section in sections for step in section.steps)
    if all(step.done for step in (invite, *later)):
        return ()
    changed = selectors.latest_rule_change(campaign) > 0
    rules = Step(_("Look at the table rules"), reverse("campaign:rules", args=[campaign.slug]), changed)
    return (invite, rules, *later)


def _told_changes(campaign: Campaign) -> list[dict[str, object]]:
    return [_told_change(change, campaign.ruleset) for change in selectors.rule_changes(campaign)[:CHANGES_SHOWN]]


def _told_change(change: RuleChange, ruleset: str) -> dict[str, object]:
    labels = WORDS[ruleset].labels
    label = labels[change.name][0] if change.name in labels else change.name
    return {
        "label": label,
        "before": shown_value(change.name, change.before),
        "after": shown_value(change.name, change.after),
        "by": change.by,
        "at": change.at,
    }
