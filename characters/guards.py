"""Who may change a character: its player and the directors, while they belong to the campaign."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.models import User
from characters.models import Character
from characters.selectors import may_change


def require_owner(user: User | AnonymousUser, character: Character) -> None:
    """Raises PermissionDenied unless the user may change the character."""
    if not may_change(character, user):
        raise PermissionDenied(_("Only the character's player and the director may do this."))
