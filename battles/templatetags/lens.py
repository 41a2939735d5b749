"""How a reader looks at a board: which part of it (`?v=`), how large (`?zoom=`). Links set both; forms keep them."""

from __future__ import annotations

from django import template
from django.http import QueryDict
from django.utils.formats import number_format

register = template.Library()

ZOOMS = {"1": "z1", "1.5": "z15", "2": "z2"}
"""By the value in the address: the class that makes the board so large."""
KEPT = ("v", "zoom")
WITH_LINKS = (*KEPT, "draft")
"""What else of the address a link to the board takes along."""


@register.simple_tag(takes_context=True)
def board_address(context: template.Context, **changed: str) -> str:
    """{% board_address zoom="2" %}: this page at its board, with one thing looked at otherwise, the rest as it is."""
    given = context["request"].GET
    query = QueryDict(mutable=True)
    for name in WITH_LINKS:
        if name in given:
            query[name] = given[name]
    if unit := context.get("unit"):
        query["unit"] = unit["id"] if isinstance(unit, dict) else unit.id
    for name, value in changed.items():
        query[name] = value
    if "as" in given:
        query["as"] = given["as"]
    return f"?{query.urlencode()}#board"


@register.simple_tag(takes_context=True)
def kept_query(context: template.Context) -> str:
    """How the board is looked at, for the address of a form that comes back to it: "?v=all&zoom=2", or nothing."""
    query = QueryDict(mutable=True)
    for name, value in kept_fields(context):
        query[name] = value
    return f"?{query.urlencode()}" if query else ""


@register.simple_tag(takes_context=True)
def kept_fields(context: template.Context) -> list[tuple[str, str]]:
    """The same for a form that is sent with GET: (name, value)."""
    given = context["request"].GET
    return [(name, given[name]) for name in KEPT if given.get(name)]


@register.simple_tag(takes_context=True)
def zoom_class(context: template.Context) -> str:
    """The class of the region that a board scrolls in; nothing where the reader chose no size here."""
    return ZOOMS.get(_chosen(context), "")


@register.inclusion_tag("battles/_zoom.html", takes_context=True)
def zoom_links(context: template.Context) -> dict[str, object]:
    """Links to the board once, one and a half times and twice as large; the one in force is no link."""
    now = _chosen(context) or ("1.5" if context.get("large_board") else "1")
    shown = [(number_format(zoom), zoom == now, board_address(context, zoom=zoom)) for zoom in ZOOMS]
    return {"zooms": shown}


def _chosen(context: template.Context) -> str:
    request = context.get("request")
    given = request.GET.get("zoom", "") if request is not None else ""
    return given if given in ZOOMS else ""
