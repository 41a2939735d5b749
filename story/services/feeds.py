"""The secret of a reader's feed addresses."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from story.models import FeedKey, new_token


def feed_token(*, user: User, at: datetime) -> str:
    """The user's token, made when it is first asked for."""
    return FeedKey.objects.get_or_create(user=user, defaults={"made_at": at})[0].token


def renew_feed_token(*, user: User, at: datetime) -> str:
    """A new token; addresses with the old one lead nowhere from now on."""
    key, _made = FeedKey.objects.update_or_create(user=user, defaults={"token": new_token(), "made_at": at})
    return key.token
