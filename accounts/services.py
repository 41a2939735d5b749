"""What people may change about their own accounts."""

from accounts.models import User


def choose_language(*, user: User, language: str) -> None:
    """Pages and mails to this user are written in `language` (a code of settings.LANGUAGES) from now on."""
    user.language = language
    user.full_clean(exclude=["password", "email", "username"])
    user.save(update_fields=["language"])
