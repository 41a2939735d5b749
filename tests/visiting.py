"""Pages and the API as one reader gets them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from rest_framework.test import APIClient


def client_of(user: Any) -> Client:
    """A browser in which this user is signed in; a visitor's for None or an anonymous one."""
    client = Client()
    if user is not None and user.is_authenticated:
        client.force_login(user)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    """What stands at an address, which answers with this status."""
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode(errors="replace")


def api(user: Any = None) -> APIClient:
    """A program that acts for this user; nobody's for None."""
    client = APIClient()
    if user is not None:
        client.force_authenticate(user)
    return client


def problem(answer: Any, status: int) -> Any:
    """What the API refuses with: a problem of this status, in the form of all refusals."""
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), answer.content
    return answer.json()
