"""Who may change a character: its player and the directors, while they belong to the campaign."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.selectors import DIRECTING, role_of
from characters.models import Character


def may_change(user: User | AnonymousUser, character: Character) -> bool:
    """Whether the user is the character's player, still in the campaign, or a director of it."""
    role = role_of(user, character.campaign)
    return role in DIRECTING or (role is not None and character.player_id == user.pk)


def require_owner(user: User | AnonymousUser, character: Character) -> None:
    """Raises PermissionDenied unless the user may change the character."""
    if not may_change(user, character):
        raise PermissionDenied(_("Only the character's player and the director may do this."))
