"""What is decided about a character: approval, return, promotion, healing, renown, taking a proposal back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign.guards import require_director
from campaign.selectors import is_director, table_rules
from characters import services
from characters.forms import PromotionForm, RenownForm, ReturnForm
from characters.guards import require_owner
from characters.models import Character, Petition
from characters.refusals import said
from characters.selectors import class_of, figures_of, renown_held
from characters.services.making import REVISABLE
from characters.shown import promotion_page
from characters.views import character_or_404, list_link
from rulebook.errors import Illegal, Refused, TooLate
from rulebook.saga.promotion import check_promotion


@require_POST
@login_required
def approve(request: HttpRequest, character_id: int) -> HttpResponse:
    """The director lets the character in."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    try:
        approved = services.approve_character(character=character, by=me(request), at=clock.now())
        waits = approved.status == Character.Status.AT_DOOR
        told = _("%(name)s waits at the door.") if waits else _("%(name)s is in.")
        messages.success(request, told % {"name": character.name})
    except Refused as refused:
        messages.info(request, said(refused))
    return redirect(character)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def send_back(request: HttpRequest, character_id: int) -> HttpResponse:
    """The director returns the sheet with a word."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    form = ReturnForm(request.POST or None)
    if form.is_valid():
        try:
            services.return_character(
                character=character, by=me(request), word=form.cleaned_data["word"], at=clock.now()
            )
            messages.success(request, _("The sheet went back to its player."))
        except Refused as refused:
            messages.info(request, said(refused))
        return redirect(character)
    context = {"campaign": character.campaign, "character": character, "form": form}
    return render(request, "characters/return.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, character_id: int) -> HttpResponse:
    """A page that asks first: the player takes the proposal back."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    if request.method == "POST":
        try:
            services.withdraw_proposal(character=character, by=me(request), at=clock.now())
        except Refused as refused:
            messages.info(request, said(refused))
            return redirect(character)
        messages.success(request, _("The proposal is taken back."))
        return redirect(list_link(character.campaign))
    if character.status not in REVISABLE:
        return redirect(character)
    return render(request, "characters/withdraw.html", {"campaign": character.campaign, "character": character})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def promote(request: HttpRequest, character_id: int) -> HttpResponse:
    """Promotion in two steps: where the points go (free), then a page that asks before the renown is spent."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    if character.status != Character.Status.ACTIVE:
        messages.info(request, _("Only an active character can be promoted."))
        return redirect(character)
    rules, held = table_rules(character.campaign), renown_held(character)
    form = PromotionForm(request.POST or None, character=character, most=rules.promotion_points)
    context = {
        "campaign": character.campaign,
        "character": character,
        "form": form,
        "directs": is_director(request.user, character.campaign),
    }
    if form.is_valid():
        if form.cleaned_data["level"] == character.level + 1:
            figures, talents = figures_of(character), character.talents
            wanted = form.points()
            form.add_broken(
                check_promotion(class_of(character), figures, character.level, held, wanted, rules, talents)
            )
        if form.is_valid() and "confirm" in request.POST:
            return _promoted(request, character, form)
        if form.is_valid():
            page = promotion_page(character, held, rules, form.points())
            return render(request, "characters/confirm_promotion.html", context | {"page": page})
    page = promotion_page(character, held, rules, {})
    return render(request, "characters/promote.html", context | {"page": page})


@require_POST
@login_required
@once
def heal(request: HttpRequest, character_id: int) -> HttpResponse:
    """The director lets a day of rest heal one wound (HEAL-1)."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    try:
        healed = services.heal(character=character, by=me(request), at=clock.now())
    except Illegal as refused:
        messages.error(request, said(refused))
        return redirect(character)
    messages.success(request, _("One wound healed.") if healed else _("No wound is open."))
    return redirect(character)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def renown(request: HttpRequest, character_id: int) -> HttpResponse:
    """The director gives renown for the plot, or corrects the ledger."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    form = RenownForm(request.POST or None)
    if form.is_valid() and _renown_given(request, character, form):
        return redirect(character)
    context = {"campaign": character.campaign, "character": character, "form": form}
    return render(request, "characters/renown.html", context)


def _promoted(request: HttpRequest, character: Character, form: PromotionForm) -> HttpResponse:
    level = form.cleaned_data["level"]
    try:
        asked = services.propose_promotion(
            character=character,
            by=me(request),
            level=level,
            points=form.points(),
            reason=form.cleaned_data["reason"],
            at=clock.now(),
        )
    except TooLate as refused:
        messages.info(request, said(refused))
        return redirect(character)
    except Refused as refused:
        messages.error(request, said(refused))
        return redirect(character)
    if asked.status == Petition.Status.APPROVED:
        messages.success(request, _("%(name)s is level %(level)s now.") % {"name": character.name, "level": level})
    else:
        messages.success(request, _("The promotion went to the director."))
    return redirect(character)


def _renown_given(request: HttpRequest, character: Character, form: RenownForm) -> bool:
    amount = form.cleaned_data["amount"]
    kind = form.cleaned_data["kind"]
    try:
        services.earn_renown(
            character=character,
            amount=amount,
            kind=kind,
            reason=form.cleaned_data["reason"],
            by=me(request),
            at=clock.now(),
        )
    except Refused as refused:
        form.add_error("amount", said(refused))
        return False
    messages.success(request, _("The ledger is written."))
    return True
