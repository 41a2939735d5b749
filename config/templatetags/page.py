"""What base.html needs beyond Django's own tags."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from config import inline_css

register = template.Library()


@register.simple_tag
def inline_sheet(name: str) -> SafeString:
    """A <style> with one of the sheets that the content security policy knows by its hash."""
    return mark_safe(f"<style>{inline_css.sheet(name)}</style>")  # noqa: S308 -- our own file, not a reader's text
