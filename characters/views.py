"""A campaign's characters: the list, making one, its sheet, its words."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts.models import User
from accounts.once import once
from accounts.signed_in import me
from campaign.catalogue import catalogue_of
from campaign.guards import require_member
from campaign.models import Campaign, Membership
from campaign.selectors import is_director, membership_of, players_of, role_of, table_rules
from campaign.views import campaign_or_404
from characters import selectors, services
from characters.desk import open_debts
from characters.forms import ProposalForm, RenownForm, ReturnForm, WordsForm
from characters.guards import require_owner
from characters.models import Character
from characters.proposals import BrokenRules, ranks_open
from characters.refusals import said
from characters.services.making import REVISABLE
from characters.sheet_parts import parts_for
from characters.sheets import sheet
from characters.shown import ClassCard, class_card, log_lines, sheet_page, starting_page, summary
from characters.taken import sheet_markdown
from rulebook.errors import Refused
from rulebook.saga.catalogue import ClassEntry
from rulebook.saga.catalogue.own import Catalogue

CHANGES_PER_PAGE = 50


def character_or_404(request: HttpRequest, character_id: int) -> Character:
    """The character; a page that does not exist for whoever may not know of it."""
    visible = selectors.visible_to(request.user).select_related("campaign", "player", "clan", "death")
    return get_object_or_404(visible, pk=character_id)


@require_safe
def character_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody in the campaign whom the reader may know of."""
    campaign = campaign_or_404(request, slug)
    visible = selectors.visible_to(request.user).filter(campaign=campaign).select_related("player", "clan")
    directs = is_director(request.user, campaign)
    membership, catalogue = membership_of(request.user, campaign), catalogue_of(campaign)
    context = {
        "campaign": campaign,
        "characters": [summary(one, catalogue) for one in selectors.with_wounds(visible)],
        "may_create": directs or (membership is not None and _may_add(membership)),
        "directs": directs,
        "member": membership,
        "debts": open_debts(campaign) if directs else (),
    }
    return render(request, "characters/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """A new character: the player (a director chooses whose), then the class, then the sheet.

    A player may keep it as a private draft, even while there is no room for another character.
    """
    campaign = campaign_or_404(request, slug)
    player = _player_asked(request, campaign)
    if player is None:
        return render(request, "characters/choose_player.html", {"campaign": campaign, "players": players_of(campaign)})
    membership = membership_of(player, campaign)
    may_draft = player == request.user
    context = {"campaign": campaign, "player": player, "for_another": not may_draft, "may_draft": may_draft}
    context["draft_only"] = draft_only = may_draft and "draft" in request.GET
    if membership is None or not (draft_only or _may_add(membership)):
        return render(request, "characters/no_room.html", context)
    catalogue = catalogue_of(campaign)
    entry = _class_asked(request, catalogue)
    if entry is None:
        return render(request, "characters/choose_class.html", context | {"classes": _class_cards(catalogue)})
    form = ProposalForm(
        request.POST or None,
        entry=entry,
        membership=membership,
        party=selectors.party_of(player, campaign),
        draft=draft_only or (may_draft and "keep" in request.POST),
        heir_of=_whole(request.GET.get("heir_of")),
    )
    if form.is_valid():
        made = _kept(request, campaign, form) if form.draft else _proposed(request, campaign, player, form)
        if made is not None:
            return redirect(made)
    return render(request, "characters/create.html", context | {"form": form, "chosen": class_card(entry, catalogue)})


@never_cache
@require_safe
def character_sheet(request: HttpRequest, character_id: int) -> HttpResponse:
    """The sheet as this reader may see it."""
    character = character_or_404(request, character_id)
    role = role_of(request.user, character.campaign)
    directs = is_director(request.user, character.campaign)
    weighed = directs and character.status == Character.Status.PROPOSED
    context = {
        "campaign": character.campaign,
        "character": character,
        "page": sheet_page(sheet(character, request.user)),
        "start": starting_page(character, table_rules(character.campaign)) if weighed else None,
        "role": role,
        "directs": directs,
        "may_change": selectors.may_change(character, request.user),
        "revisable": character.status in REVISABLE,
        "return_form": ReturnForm(),
        "renown_form": RenownForm(),
        "parts": parts_for(character, request.user),
    }
    return render(request, "characters/sheet.html", context)


@never_cache
@require_safe
def markdown(request: HttpRequest, character_id: int) -> HttpResponse:
    """The sheet as this reader may see it, as a Markdown file."""
    character = character_or_404(request, character_id)
    words = sheet_markdown(sheet_page(sheet(character, request.user)))
    name = slugify(character.name) or str(character.pk)
    attached = {"Content-Disposition": f'attachment; filename="{name}.md"'}
    return HttpResponse(words, content_type="text/markdown; charset=utf-8", headers=attached)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, character_id: int) -> HttpResponse:
    """The whole proposal while it is not approved; afterwards its picture and words."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    if character.status in REVISABLE:
        return _revise(request, character)
    form = WordsForm(request.POST or None, instance=Character.objects.get(pk=character.pk))
    if form.is_valid():
        services.edit_texts(character=character, by=me(request), **form.cleaned_data)
        messages.success(request, _("The sheet is saved."))
        return redirect(character)
    context = {"campaign": character.campaign, "character": character, "form": form}
    return render(request, "characters/edit_words.html", context)


@never_cache
@require_safe
def log(request: HttpRequest, character_id: int) -> HttpResponse:
    """Everything that ever changed on the sheet."""
    character = character_or_404(request, character_id)
    changes = Paginator(character.changes.select_related("by"), CHANGES_PER_PAGE).get_page(request.GET.get("page"))
    context = {"campaign": character.campaign, "character": character, "page": changes}
    lines = log_lines(changes, character, catalogue_of(character.campaign))
    return render(request, "characters/log.html", context | {"lines": lines})


def _revise(request: HttpRequest, character: Character) -> HttpResponse:
    campaign, player = character.campaign, character.player
    membership = get_object_or_404(Membership, campaign=campaign, user=player, left_at__isnull=True)
    catalogue = catalogue_of(campaign)
    entry = _class_asked(request, catalogue) or catalogue.class_entry(character.class_key)
    party = selectors.party_of(player, campaign, without=character)
    is_draft = character.status == Character.Status.DRAFT
    form = ProposalForm(
        request.POST or None,
        entry=entry,
        membership=membership,
        party=party,
        character=character,
        draft=is_draft and "keep" in request.POST,
    )
    if form.is_valid():
        saved = _kept(request, campaign, form, character) if form.draft else _revised(request, character, form)
        if saved is not None:
            return redirect(saved)
    context = {
        "campaign": campaign,
        "character": character,
        "player": player,
        "form": form,
        "chosen": class_card(entry, catalogue),
        "may_draft": is_draft,
        "classes": [entry for entry in _class_cards(catalogue) if entry.key != form.entry.key],
    }
    return render(request, "characters/revise.html", context)


def _revised(request: HttpRequest, character: Character, form: ProposalForm) -> Character | None:
    try:
        services.revise_character(character=character, by=me(request), proposal=form.proposal(), at=clock.now())
    except BrokenRules as refused:
        form.add_broken(refused.broken)
        return None
    except Refused as refused:
        form.add_error(None, said(refused))
        return None
    messages.success(request, _("The sheet went to the director."))
    return character


def _kept(
    request: HttpRequest, campaign: Campaign, form: ProposalForm, character: Character | None = None
) -> Character | None:
    try:
        draft = services.save_draft(
            campaign=campaign, player=me(request), proposal=form.proposal(), character=character
        )
    except Refused as refused:
        form.add_error(None, said(refused))
        return None
    messages.success(request, _("The draft is kept; nobody but you sees it."))
    return draft


def _whole(written: str | None) -> int | None:
    return int(written) if written and written.isdecimal() and len(written) < 20 else None


def _player_asked(request: HttpRequest, campaign: Campaign) -> User | None:
    """Whose character it is to be: the reader's own, or the one a director names; None while it is open."""
    if require_member(request.user, campaign) == Membership.Role.PLAYER:
        return me(request)
    if not is_director(request.user, campaign):
        raise PermissionDenied(_("Only players have characters; ask the director to make you one."))
    asked = _whole(request.POST.get("player") or request.GET.get("player"))
    return players_of(campaign).filter(pk=asked).first() if asked is not None else None


def _class_asked(request: HttpRequest, catalogue: Catalogue) -> ClassEntry | None:
    asked = request.POST.get("class") or request.GET.get("class")
    return next((entry for entry in catalogue.player_classes() if entry.key == asked), None)


def _class_cards(catalogue: Catalogue) -> list[ClassCard]:
    return [class_card(entry, catalogue) for entry in catalogue.player_classes()]


def _may_add(membership: Membership) -> bool:
    if membership.role != Membership.Role.PLAYER or membership.campaign.status == Campaign.Status.CLOSED:
        return False
    return bool(ranks_open(selectors.party_of(membership.user, membership.campaign), membership))


def _proposed(request: HttpRequest, campaign: Campaign, player: User, form: ProposalForm) -> Character | None:
    try:
        made = services.propose_character(
            campaign=campaign, player=player, by=me(request), proposal=form.proposal(), at=clock.now()
        )
    except BrokenRules as refused:
        form.add_broken(refused.broken)
        return None
    except Refused as refused:
        form.add_error(None, said(refused))
        return None
    waits = made.status == Character.Status.PROPOSED
    messages.success(request, _("The sheet went to the director.") if waits else _("The character is in."))
    return made


def list_link(campaign: Campaign) -> str:
    """The address of a campaign's characters."""
    return reverse("characters:list", args=[campaign.slug])
