"""Signed links in mails that stop one class of mails without signing in."""

from django.core import signing
from django.urls import reverse

from accounts.models import User
from notifications.wishes import MAIL_WISHES

SALT = "notifications.stop"


def path(reader: User, wish: str) -> str:
    """The page's address for this reader and this wish (a field of the account)."""
    return reverse("notifications:stop", args=[signing.dumps([reader.pk, wish], salt=SALT)])


def read(token: str) -> tuple[int, str] | None:
    """The reader's id and the wish, or None for a token that this site did not sign."""
    try:
        pk, wish = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (pk, wish) if wish in MAIL_WISHES.values() else None
