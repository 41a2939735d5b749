"""The ford in a browser: its people, signed in, each with pages of their own."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests import ford
from tests.cast import person
from tests.ford import Ford

NAMES = ("alice", "bob", "carla", "dani", "sam")


class Table:
    """Opens pages for the cast on the live server, and remembers what their consoles said."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.people: dict[str, Any] = {name: person(name, language="en") for name in NAMES}
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def ford(self, **about: Any) -> Ford:
        """The ford, begun."""
        return ford.build(self.people, **about)

    def context(self, name: str, width: int = 1280, height: int = 900, **about: Any) -> BrowserContext:
        """A browser of somebody's, signed in."""
        context = self.browser.new_context(
            base_url=self.url, viewport={"width": width, "height": height}, locale="en-GB", **about
        )
        client = Client()
        client.force_login(self.people[name])
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self.url}])
        self.contexts.append(context)
        return context

    def page(self, name: str, path: str = "", **about: Any) -> Page:
        """A page of somebody's; its console is listened to."""
        page = self.context(name, **about).new_page()
        page.on("console", lambda told: self._hear(told.type, told.text))
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        if path:
            page.goto(path)
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def close(self) -> None:
        """Close every browser that was opened."""
        for context in self.contexts:
            context.close()
