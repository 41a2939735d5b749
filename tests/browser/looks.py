"""How a page looks at the widths and in the colours that count, and what axe finds wrong with it there."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LOOKS: tuple[tuple[int, Any], ...] = ((390, "light"), (390, "dark"), (1280, "light"), (1280, "dark"))
"""Widths and colour schemes."""
NARROWEST = 320


def faults(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is shown."""
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {fault['id']} at {[node['target'] for node in fault['nodes']][:3]}" for fault in found]


def faults_in_every_look(page: Page) -> list[str]:
    """The same at every width and in every colour."""
    found: list[str] = []
    for width, colours in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=colours)
        found += faults(page)
    return found


def fits_the_narrowest_phone(page: Page) -> bool:
    """Whether the page needs no scrolling to the side there."""
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    return bool(page.evaluate("document.documentElement.scrollWidth") <= NARROWEST)
