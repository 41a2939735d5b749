"""What has been shown stays where it is, however slowly the rest of its page comes (ux 5.3: nothing moves)."""

from __future__ import annotations

import pytest

from tests.browser.moves import come_in_pieces, listen, moved, open_with_late_sheets
from tests.browser.table import Table

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (390, 1280)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_stays_where_it_is_while_it_comes_piece_by_piece(table: Table, width: int) -> None:
    """A browser paints what it has: half a header, a title without its links, a label without its field."""
    ford = table.ford()
    for name, address in (("bob", ford.url), ("alice", ford.url), ("bob", "/turns/")):
        page = table.page(name, width=width)
        listen(page)
        answer = page.goto(address)
        assert answer
        come_in_pieces(page, answer.text())
        assert moved(page) == [], address


@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_stays_where_it_is_when_its_style_sheets_come_late(table: Table, width: int) -> None:
    ford = table.ford(order=("toki", "raider1", "raider2", "eyra"))
    ford.pass_turn("toki", "bob", "The ice holds, for now.")
    for name, path in (
        ("bob", ""),
        ("bob", "turns/1/"),
        ("bob", "chronicle/"),
        ("bob", "ledger/"),
        ("alice", "history/"),
    ):
        page = table.page(name, width=width)
        listen(page)
        open_with_late_sheets(page, ford.url + path)
        assert moved(page) == [], path
