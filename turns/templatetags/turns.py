"""What the battle's pages need beyond the site's own tags."""

from django import template
from django.utils.safestring import SafeString

from accounts.when import short_span
from turns.narratives import as_html

register = template.Library()


@register.filter
def length_of_time(ms: int) -> str:
    """Milliseconds in words: 43200000 → 12 h; of a table whose hours are seconds: 48 s."""
    return short_span(ms / 1000)


@register.filter
def counted_time(ms: int) -> str:
    """Milliseconds as hours that are counted, and make no days: 86400000 → 24 h; less than one as `length_of_time`."""
    return f"{ms / 3_600_000:g} h" if ms >= 3_600_000 else short_span(ms / 1000)


@register.filter
def written(narrative: str) -> SafeString:
    """A turn's words with their Markdown and BBCode."""
    return as_html(narrative)
