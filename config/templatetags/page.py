"""What base.html needs beyond Django's own tags."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from config import inline_css
from config.typed_words import typed_words

register = template.Library()


@register.simple_tag
def inline_sheet(name: str) -> SafeString:
    """A <style> with one of the sheets that the content security policy knows by its hash."""
    return mark_safe(f"<style>{inline_css.sheet(name)}</style>")  # noqa: S308 -- our own file, not a reader's text


@register.simple_tag(takes_context=True)
def words_typed(context: template.Context) -> str:
    """What the reader had typed, where the request brought a form that is not shown again."""
    request = context.get("request")
    return typed_words(request) if request is not None else ""
