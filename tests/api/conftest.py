"""What the tests of the API share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections


@cache
def description() -> Any:
    """The API as it describes itself; the same for every test, and slow to make."""
    return schemathesis.openapi.from_wsgi("/api/schema/", WSGIHandler())


@pytest.fixture
def schema(db: None) -> Iterator[Any]:
    """The site in this process; its requests must not close the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield description()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
