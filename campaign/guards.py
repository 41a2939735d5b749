"""Who may pass: refusals that pages and API answer with 403, shared by services and views."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.models import Campaign
from campaign.selectors import is_director, role_of


def require_member(user: User | AnonymousUser, campaign: Campaign) -> str:
    """The role of a member of the campaign; raises PermissionDenied for anyone else."""
    role = role_of(user, campaign)
    if role is None:
        raise PermissionDenied(_("Only members of this campaign may see or do this."))
    return role


def require_director(user: User | AnonymousUser, campaign: Campaign) -> None:
    """Raises PermissionDenied unless the user is the director or a co-director."""
    if not is_director(user, campaign):
        raise PermissionDenied(_("Only the director of this campaign may see or do this."))


def require_head(user: User | AnonymousUser, campaign: Campaign) -> None:
    """Raises PermissionDenied unless the user is the director itself, not a co-director."""
    if role_of(user, campaign) != "director":
        raise PermissionDenied(_("Only the director of this campaign may do this; a co-director may not."))
