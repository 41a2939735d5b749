"""Signed links in mails that stop classes of mails without signing in."""

from __future__ import annotations

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notifications.wishes import MAIL_WISHES

SALT = "notifications.stop"


def path(reader: User, *wishes: str) -> str:
    """The page's address for this reader and these wishes (fields of the account)."""
    return reverse("notifications:stop", args=[signing.dumps([reader.pk, list(wishes)], salt=SALT)])


def read(token: str) -> tuple[int, list[str]] | None:
    """The reader's id and the wishes, or None for a token that this site did not sign."""
    try:
        pk, wishes = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    # Mails of the first release named one wish.
    named = [wishes] if isinstance(wishes, str) else list(wishes)
    return (pk, named) if named and set(named) <= set(MAIL_WISHES.values()) else None
