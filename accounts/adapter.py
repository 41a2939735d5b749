"""How the sign-up library behaves on this site."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import clock, when
from accounts.models import User

NOT_RIGHT = _("The name or address, or the password, is not right.")
"""The same for a name that nobody has and for a wrong password."""


class SignUpAdapter(DefaultAccountAdapter):
    """Sign-up may be closed (SKALD_SIGNUP=0); a new account reads as its owner read when signing up."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": NOT_RIGHT,
        "email_password_mismatch": NOT_RIGHT,
        "enter_current_password": _("This is not your password until now."),
        "incorrect_password": _("This is not your password."),
        "email_taken": _("Another account has this address."),
        "same_as_current": _("This is what it is already."),
    }

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """What a form says; to whoever has tried too often also from when on another try counts."""
        if code != "too_many_login_attempts":
            return super().validation_error(code, *args)
        rest = timedelta(seconds=settings.SIGN_IN_REST)
        return ValidationError(
            gettext("Too many attempts that were not right. Try again from {moment} on.").format(moment=later(rest)),
            code=code,
        )

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


def later(rest: timedelta) -> str:
    """The first full minute after a rest that begins now, in the reader's zone and words."""
    now = clock.now()
    minute = (now + rest).replace(second=0, microsecond=0) + timedelta(minutes=1)
    return when.absolute(minute, timezone.get_current_timezone(), now=now, name_zone=True)
