"""Items: what a character bears, what can be bought, and what the director makes, gives and takes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import is_director
from campaign.views import campaign_or_404
from characters import services
from characters.forms import GiveForm, ItemForm, ReasonForm
from characters.guards import require_owner
from characters.models import Character, Item, Petition
from characters.refusals import said
from characters.selectors import items_handled_by, items_kept, items_of, renown_held
from characters.shown_items import item_card, wares
from characters.views import character_or_404
from rulebook.errors import Refused


@never_cache
@login_required
@require_safe
def items(request: HttpRequest, character_id: int) -> HttpResponse:
    """What the character owns, to equip and hand on, and the catalogue to buy from."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    context = {
        "campaign": character.campaign,
        "character": character,
        "items": [item_card(item, character) for item in items_of(character)],
        "wares": [ware for ware in wares() if not ware.heirloom],
        "held": renown_held(character),
        "waiting": character.petitions.filter(kind=Petition.Kind.PURCHASE, status=Petition.Status.WAITING).exists(),
        "directs": is_director(request.user, character.campaign),
    }
    return render(request, "characters/items.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def buy(request: HttpRequest, character_id: int, key: str) -> HttpResponse:
    """A page that asks first: what the item does and costs, and what is left."""
    character = character_or_404(request, character_id)
    require_owner(request.user, character)
    ware = next((ware for ware in wares() if ware.key == key and not ware.heirloom), None)
    if ware is None:
        raise Http404
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _bought(request, character, key, form.cleaned_data["reason"])
    held = renown_held(character)
    context = {
        "campaign": character.campaign,
        "character": character,
        "ware": ware,
        "form": form,
        "held": held,
        "left": held - ware.price,
        "directs": is_director(request.user, character.campaign),
    }
    return render(request, "characters/buy.html", context)


@require_POST
@login_required
def equip(request: HttpRequest, item_id: int) -> HttpResponse:
    """Put an item on."""
    item = _item_or_404(request, item_id)
    return _done(
        request,
        item,
        lambda: services.equip(item=item, by=me(request), at=clock.now()),
        _("Equipped. A battle that runs keeps the figures it began with."),
    )


@require_POST
@login_required
def unequip(request: HttpRequest, item_id: int) -> HttpResponse:
    """Take an item off."""
    item = _item_or_404(request, item_id)
    return _done(request, item, lambda: services.unequip(item=item, by=me(request), at=clock.now()), _("Taken off."))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give(request: HttpRequest, item_id: int) -> HttpResponse:
    """Hand an item on: a bearer's player, or the director."""
    item = _item_or_404(request, item_id)
    campaign = item.campaign
    others = campaign.characters.filter(status=Character.Status.ACTIVE).exclude(pk=item.bearer_id or 0)
    form = GiveForm(request.POST or None, characters=others)
    if form.is_valid():
        to = form.cleaned_data["to"]
        return _done(
            request,
            item,
            lambda: services.give_item(item=item, to=to, by=me(request), at=clock.now()),
            _("%(name)s has it now.") % {"name": to.name},
        )
    context = {"campaign": campaign, "character": item.bearer, "item": item_card(item), "form": form}
    return render(request, "characters/give.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def stores(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's items: those that nobody bears, the catalogue, and a form for one of the own."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = ItemForm(request.POST or None)
    if form.is_valid() and _made(request, campaign, form):
        return redirect("characters:stores", campaign.slug)
    borne = campaign.items.filter(bearer__isnull=False, gone_at__isnull=True).select_related("bearer")
    context = {
        "campaign": campaign,
        "kept": [item_card(item) for item in items_kept(campaign)],
        "borne": [item_card(item, item.bearer) for item in borne],
        "wares": wares(),
        "form": form,
    }
    return render(request, "characters/stores.html", context)


@require_POST
@login_required
@once
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """One item of the catalogue into the director's keeping."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    try:
        services.find_item(campaign=campaign, by=me(request), key=request.POST.get("key", ""), at=clock.now())
        messages.success(request, _("You keep it now; give it to somebody."))
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect("characters:stores", campaign.slug)


@require_POST
@login_required
def take_back(request: HttpRequest, item_id: int) -> HttpResponse:
    """The director takes an item into the own keeping."""
    item = _item_or_404(request, item_id)
    require_director(request.user, item.campaign)
    return _done(
        request, item, lambda: services.take_back(item=item, by=me(request), at=clock.now()), _("You keep it now.")
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def retire_item(request: HttpRequest, item_id: int) -> HttpResponse:
    """A page that asks first: the item is out of play for good."""
    item = _item_or_404(request, item_id)
    require_director(request.user, item.campaign)
    if request.method == "POST":
        return _done(
            request,
            item,
            lambda: services.retire_item(item=item, by=me(request), at=clock.now()),
            _("The item is out of play."),
        )
    context = {"campaign": item.campaign, "character": item.bearer, "item": item_card(item, item.bearer)}
    return render(request, "characters/retire_item.html", context)


def _item_or_404(request: HttpRequest, item_id: int) -> Item:
    return get_object_or_404(items_handled_by(request.user), pk=item_id)


def _bought(request: HttpRequest, character: Character, key: str, reason: str) -> HttpResponse:
    try:
        asked = services.propose_purchase(
            character=character, by=me(request), item_key=key, reason=reason, at=clock.now()
        )
        done = asked.status == Petition.Status.APPROVED
        messages.success(request, _("Bought.") if done else _("The purchase went to the director."))
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect("characters:items", character.pk)


def _made(request: HttpRequest, campaign: Campaign, form: ItemForm) -> bool:
    given = form.cleaned_data
    try:
        services.make_item(
            campaign=campaign,
            by=me(request),
            name=given["name"],
            words=given["words"],
            level=given["level"],
            effects=form.effects,
            at=clock.now(),
        )
    except Refused as refused:
        form.add_error(None, said(refused))
        return False
    messages.success(request, _("The item is made; you keep it until you give it to somebody."))
    return True


def _done(request: HttpRequest, item: Item, act: Callable[[], object], success: str) -> HttpResponse:
    directs = is_director(request.user, item.campaign)
    mine = item.bearer is not None and item.bearer.player_id == me(request).pk
    back = reverse("characters:stores", args=[item.campaign.slug]) if directs and not mine else ""
    if not back:
        back = reverse("characters:items", args=[item.bearer_id])
    try:
        act()
        messages.success(request, success)
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect(back)
