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

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        user.time_zone = form.cleaned_data.get("time_zone", user.time_zone)
        return super().save_user(request, user, form, commit)
