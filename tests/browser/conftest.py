"""A real browser on a real server."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import chromium
from tests.browser.table import Table


@pytest.fixture(scope="session", autouse=True)
def _database_beside_the_browser() -> Iterator[None]:
    """The browser's driver keeps an event loop in this thread; Django would take it for asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    yield
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    program = chromium.find()
    if program is None:
        pytest.exit(f"There is no Chromium. As root: {chromium.INSTALL}", returncode=2)
    return {"executable_path": program, "args": chromium.FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """English pages on a wide screen, unless a test asks for another size or language."""
    return browser_context_args | {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}


@pytest.fixture
def table(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Table]:
    """The people of the ford, each with browsers of their own; closed after the test."""
    sitting = Table(browser, live_server.url)
    yield sitting
    sitting.close()
