"""Somebody deletes their account: what their campaigns hold of them."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.farewells import Hindrance
from accounts.models import User
from campaign.models import Application, Campaign, Invitation, Membership
from campaign.services.members import leave


def must_hand_over(user: User) -> list[Hindrance]:
    """A campaign that others belong to needs a director: it is handed over first."""
    kept = [one for one in _directed(user) if _others(one, user).exists()]
    words = _("Hand the campaign “%(name)s” over to another member.")
    return [Hindrance(words % {"name": one.name}, reverse("campaign:members", args=[one.slug])) for one in kept]


def leave_all(user: User, at: datetime) -> None:
    """The user leaves every campaign; one that nobody else belongs to is closed and read by nobody."""
    for campaign in list(_directed(user)):
        Campaign.objects.filter(pk=campaign.pk).update(status=Campaign.Status.CLOSED, is_public=False)
        Membership.objects.filter(campaign=campaign, user=user).update(left_at=at)
    active = Membership.objects.filter(user=user, left_at__isnull=True).select_related("campaign", "user")
    for membership in active:
        leave(membership=membership, at=at)
    Application.objects.filter(user=user).delete()
    Invitation.objects.filter(created_by=user, revoked_at__isnull=True).update(revoked_at=at)


def _directed(user: User) -> QuerySet[Campaign]:
    active = Q(memberships__user=user, memberships__role=Membership.Role.DIRECTOR, memberships__left_at__isnull=True)
    return Campaign.objects.filter(active)


def _others(campaign: Campaign, user: User) -> QuerySet[Membership]:
    return campaign.memberships.filter(left_at__isnull=True, user__is_active=True).exclude(user=user)
