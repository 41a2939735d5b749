"""Items in play: made and given by the director, handed on, equipped, taken out of play (PROM-1, STAT-10)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import is_director
from characters.guards import require_owner
from characters.models import Character, Item
from characters.services.log import change, locked, tell_player
from rulebook.errors import Illegal, TooLate
from rulebook.saga.catalogue.items import check_item, item_entry
from rulebook.saga.renown import can_bear


def make_item(
    *, campaign: Campaign, by: User, name: str, words: str, level: int, effects: Mapping[str, int], at: datetime
) -> Item:
    """An item of the director's own; the director keeps it until it is given. Raises `bad-item` (Unreadable)."""
    require_director(by, campaign)
    kept = {what: more for what, more in effects.items() if more}
    check_item(level, kept)
    return Item.objects.create(campaign=campaign, name=name, words=words, level=level, effects=kept, made_at=at)


def find_item(*, campaign: Campaign, by: User, key: str, at: datetime) -> Item:
    """One more item of the catalogue in the director's keeping. Raises `unknown-item` (Unreadable)."""
    require_director(by, campaign)
    entry = item_entry(key)
    return Item.objects.create(
        campaign=campaign, key=entry.key, level=entry.level, effects=dict(entry.effects), made_at=at
    )


def give_item(*, item: Item, to: Character, by: User, at: datetime) -> Item:
    """An item goes to a character: from the director's keeping or, by its bearer's player, to another's.

    Whoever gets it may bear it whatever its level, but equips it only up to its own. Raises PermissionDenied,
    Illegal `not-active`, `other-campaign`, TooLate `item-gone`.
    """
    with transaction.atomic():
        item = _locked_item(item)
        _require_may_give(item, by)
        if to.campaign_id != item.campaign_id:
            raise Illegal("other-campaign", f"{to} belongs to another campaign.")
        to = locked(to)
        if to.status != Character.Status.ACTIVE:
            raise Illegal("not-active", f"{to} is {to.status}, not active.")
        before = item.bearer
        _let_go(item, by, at, reason=to.name)
        item.bearer = to
        item.save(update_fields=["bearer", "equipped"])
        change(to, "item", "", _name(item), reason=before.name if before else "given", by=by, at=at)
        tell_player(to, "item", by=by, at=at, about=str(item.pk), item=_name(item))
    return item


def take_back(*, item: Item, by: User, at: datetime) -> Item:
    """The director takes an item into the own keeping. Raises PermissionDenied, TooLate `item-gone`."""
    require_director(by, item.campaign)
    with transaction.atomic():
        item = _locked_item(item)
        _let_go(item, by, at, reason="taken-back")
        item.bearer = None
        item.save(update_fields=["bearer", "equipped"])
    return item


def retire_item(*, item: Item, by: User, at: datetime) -> None:
    """The item is lost, broken or used up: out of play for good. Raises PermissionDenied, TooLate `item-gone`."""
    require_director(by, item.campaign)
    with transaction.atomic():
        item = _locked_item(item)
        _let_go(item, by, at, reason="gone")
        item.gone_at = at
        item.save(update_fields=["gone_at", "equipped"])


def equip(*, item: Item, by: User, at: datetime) -> Item:
    """The bearer puts it on, and takes off what it wore before: one item at most, up to its level (PROM-1).

    A battle that runs keeps what it began with. Raises PermissionDenied, Illegal `nobody-bears-it`,
    `item-above-level`, `not-active`, TooLate `item-gone`.
    """
    with transaction.atomic():
        item = _locked_item(item)
        if item.bearer is None:
            raise Illegal("nobody-bears-it", f"Nobody bears {item}.")
        require_owner(by, item.bearer)
        bearer = locked(item.bearer)
        if bearer.status != Character.Status.ACTIVE:
            raise Illegal("not-active", f"{bearer} is {bearer.status}, not active.")
        if not can_bear(bearer.level, item.level):
            message = f"{item} has level {item.level}; {bearer} has {bearer.level}."
            raise Illegal("item-above-level", message, {"item": item.level, "level": bearer.level})
        if item.equipped:
            return item
        worn = bearer.items.filter(equipped=True).first()
        bearer.items.filter(equipped=True).update(equipped=False)
        item.equipped = True
        item.save(update_fields=["equipped"])
        change(bearer, "equipped", _name(worn) if worn else "", _name(item), reason="equipped", by=by, at=at)
    return item


def unequip(*, item: Item, by: User, at: datetime) -> Item:
    """The bearer takes it off and keeps it. Raises PermissionDenied, Illegal `nobody-bears-it`, TooLate `item-gone`."""
    with transaction.atomic():
        item = _locked_item(item)
        if item.bearer is None:
            raise Illegal("nobody-bears-it", f"Nobody bears {item}.")
        require_owner(by, item.bearer)
        _take_off(item, by, at)
        item.save(update_fields=["equipped"])
    return item


def _locked_item(item: Item) -> Item:
    rows = Item.objects.select_for_update(of=("self",)).select_related("campaign", "bearer__campaign", "bearer__player")
    found = rows.get(pk=item.pk)
    if found.gone_at is not None:
        raise TooLate("item-gone", f"{found} is out of play.")
    return found


def _require_may_give(item: Item, by: User) -> None:
    if is_director(by, item.campaign):
        return
    if item.bearer is None:
        raise PermissionDenied(_("Only the director of this campaign may see or do this."))
    require_owner(by, item.bearer)


def _let_go(item: Item, by: User, at: datetime, *, reason: str) -> None:
    if item.bearer is None:
        return
    _take_off(item, by, at)
    change(item.bearer, "item", _name(item), "", reason=reason, by=by, at=at)


def _take_off(item: Item, by: User, at: datetime) -> None:
    if item.equipped and item.bearer is not None:
        change(item.bearer, "equipped", _name(item), "", reason="taken-off", by=by, at=at)
    item.equipped = False


def _name(item: Item) -> str:
    """What the log and notices hold: the catalogue's key, which each reader sees in their language, or its name."""
    return item.key or item.name
