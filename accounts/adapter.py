"""How the sign-up library behaves on this site."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


class SignUpAdapter(DefaultAccountAdapter):
    """Sign-up may be closed (SKALD_SIGNUP=0); a new account begins in the language its owner signed up in."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.OPEN_SIGNUP)

    def populate_username(self, request, user):  # type: ignore[no-untyped-def]
        super().populate_username(request, user)
        user.language = translation.get_language() or settings.LANGUAGE_CODE
