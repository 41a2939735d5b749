"""What moved on a page without the reader's doing, as the browser counts it, and ways to let a page come slowly."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, Route

LISTEN = """
window.moves = [];
new PerformanceObserver(list => list.getEntries().filter(one => !one.hadRecentInput).forEach(one => {
  const place = at => [at.x, at.y, at.width, at.height];
  const told = one.sources.map(({node, previousRect, currentRect}) =>
    [(node?.outerHTML || node?.data || "").slice(0, 120), place(previousRect), place(currentRect)]);
  window.moves.push([one.value, told]);
})).observe({type: "layout-shift", buffered: true});
"""
PAINTED = """new Promise(done => new PerformanceObserver(list => {
  if (list.getEntriesByName("first-contentful-paint").length) requestAnimationFrame(() => requestAnimationFrame(done));
}).observe({type: "paint", buffered: true}))"""
WRITE_PIECES = """async pieces => {
  const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  document.open();
  for (const piece of pieces) {
    document.write(piece);
    await painted();
  }
  document.close();
  await painted();
}"""


def listen(page: Page) -> None:
    """From the next address on, remember what moves."""
    page.add_init_script(LISTEN)


def moved(page: Page) -> list[Any]:
    """Each move so far: how much, then what moved with its place before and after."""
    found: list[Any] = page.evaluate("window.moves")
    return found


def come_in_pieces(page: Page, html: str) -> None:
    """Write this page anew where the reader is, painted after every tag up to the end of what it is about."""
    slow, mark, rest = html.partition("</main>")
    assert mark
    page.evaluate(WRITE_PIECES, [*filter(None, re.split(r"(?=<(?!/))", slow)), mark + rest])


def open_with_late_sheets(page: Page, address: str) -> None:
    """Open a page whose style sheets only come after it was first painted without them."""
    held: list[Route] = []
    page.route("**/*.css", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    page.evaluate(PAINTED)
    page.route("**/*.css", lambda route: route.continue_())
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
