"""How the sign-up library behaves on this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from accounts.models import User


class SignUpAdapter(DefaultAccountAdapter):
    """Sign-up may be closed (SKALD_SIGNUP=0); a new account reads as its owner read when signing up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.OPEN_SIGNUP)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Say it in the language of whoever it is about: who signs in reads the next page in their own."""
        user = (message_context or {}).get("user")
        known = user.language if isinstance(user, User) and user.language else translation.get_language()
        with translation.override(known):
            super().add_message(request, level, message_template, message_context, *args, **kwargs)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        user.time_zone = form.cleaned_data.get("time_zone", user.time_zone)
        return super().save_user(request, user, form, commit)
