"""Deaths in the plot, farewells, succession after a hero's death, and hero points spent in the plot."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign.guards import require_director
from campaign.selectors import is_director, table_rules
from characters import services
from characters.forms import DeathForm, FarewellForm, HeroPointsForm, ReasonForm
from characters.guards import require_owner
from characters.models import Character, Claim, Petition
from characters.refusals import said
from characters.selectors import hero_points_left, living_characters
from characters.services.fates import WEIGHTY_RANKS
from characters.services.points import USES
from characters.views import character_or_404
from rulebook.errors import Refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def die(request: HttpRequest, character_id: int) -> HttpResponse:
    """A page that asks first: the doomed hero's scene, or a death in a decision (DEATH-1, DEATH-3, DEATH-5)."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    doomed = character.doomed_at is not None
    form = DeathForm(request.POST or None, needs_weight=not doomed and character.rank in WEIGHTY_RANKS)
    if form.is_valid() and _died(request, character, form, doomed):
        return redirect(character)
    context = {"campaign": character.campaign, "character": character, "form": form, "doomed": doomed}
    return render(request, "characters/die.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def retire(request: HttpRequest, character_id: int) -> HttpResponse:
    """A page that asks first: the character leaves the story alive."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    form = FarewellForm(request.POST or None)
    if form.is_valid():
        try:
            services.retire(character=character, by=me(request), words=form.cleaned_data["words"], at=clock.now())
            messages.success(request, _("%(name)s has left the story.") % {"name": character.name})
            return redirect(character)
        except Refused as refused:
            form.add_error(None, said(refused))
    context = {"campaign": character.campaign, "character": character, "form": form}
    return render(request, "characters/retire.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def succession(request: HttpRequest, character_id: int) -> HttpResponse:
    """After a death: a new character with part of the renown, or for a hero a companion's rise (HEIR-1, HEIR-2)."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    claim = Claim.objects.filter(dead=character).select_related("heir", "player").first()
    if claim is None:
        messages.info(request, _("Nothing is left to claim here."))
        return redirect(character)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    companions = _companions(character, claim)
    if request.method == "POST" and form.is_valid():
        return _succession_asked(request, character, companions, form.cleaned_data["reason"])
    context = {
        "campaign": character.campaign,
        "character": character,
        "claim": claim,
        "companions": companions,
        "waiting": Petition.objects.filter(
            character__in=companions, kind=Petition.Kind.SUCCESSION, status=Petition.Status.WAITING
        ).select_related("character"),
        "form": form,
        "mine": claim.player_id == me(request).pk,
        "rules": table_rules(character.campaign),
    }
    return render(request, "characters/succession.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def hero_points(request: HttpRequest, character_id: int) -> HttpResponse:
    """Spend hero points in the plot, with a reason (STAT-8)."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    rules = table_rules(character.campaign)
    prices: dict[str, int] = {use: services.price_of(use, rules) for use in USES}
    form = HeroPointsForm(request.POST or None, prices=prices)
    if form.is_valid():
        try:
            left = services.spend_hero_points(
                character=character,
                use=form.cleaned_data["use"],
                reason=form.cleaned_data["reason"],
                by=me(request),
                at=clock.now(),
            )
            messages.success(request, _("Spent; %(left)s left in this scene.") % {"left": left})
            return redirect(character)
        except Refused as refused:
            form.add_error(None, said(refused))
    context = {
        "campaign": character.campaign,
        "character": character,
        "form": form,
        "left": hero_points_left(character),
        "total": rules.hero_point_total(character.rank),  # type: ignore[arg-type]  # the column has ranks alone
        "spoken_for": character.rank == Character.Rank.SECONDARY
        and rules.secondary_in_plot == "director"
        and not is_director(request.user, character.campaign),
    }
    return render(request, "characters/hero_points.html", context)


def _companions(dead: Character, claim: Claim) -> list[Character]:
    """Those that could become the hero in the dead one's place."""
    if dead.rank != Character.Rank.HERO or claim.settled_at is not None:
        return []
    living = living_characters(claim.player, dead.campaign)
    if living.filter(rank=Character.Rank.HERO).exists():
        return []
    return list(living.filter(rank=Character.Rank.COMPANION, status=Character.Status.ACTIVE))


def _succession_asked(request: HttpRequest, dead: Character, companions: list[Character], reason: str) -> HttpResponse:
    chosen = next((one for one in companions if str(one.pk) == request.POST.get("companion")), None)
    if chosen is None:
        messages.error(request, _("Choose one of your companions."))
        return redirect("characters:succession", dead.pk)
    try:
        asked = services.propose_succession(character=chosen, by=me(request), reason=reason, at=clock.now())
    except Refused as refused:
        messages.error(request, said(refused))
        return redirect("characters:succession", dead.pk)
    done = asked.status == Petition.Status.APPROVED
    told = _("%(name)s is the hero now.") if done else _("The director decides whether %(name)s becomes the hero.")
    messages.success(request, told % {"name": chosen.name})
    return redirect(chosen)


def _died(request: HttpRequest, character: Character, form: DeathForm, doomed: bool) -> bool:
    words, at = form.cleaned_data["words"], clock.now()
    try:
        if doomed:
            services.stage_death(character=character, by=me(request), words=words, at=at)
        else:
            weighty = form.cleaned_data.get("weighty", False)
            services.let_die(character=character, by=me(request), words=words, weighty=weighty, at=at)
    except Refused as refused:
        form.add_error("weighty" if refused.code == "not-weighty" else None, said(refused))
        return False
    messages.success(request, _("%(name)s has died; the player is told.") % {"name": character.name})
    return True
