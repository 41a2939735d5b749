"""Who is asking, on pages and in API calls that only signed-in people reach."""

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import User


def me(request: HttpRequest | Request) -> User:
    """The signed-in user. Call it behind `login_required` or IsAuthenticated: for a visitor it is a fault."""
    assert isinstance(request.user, User)
    return request.user
