"""What somebody had typed into a form, for pages that cannot show the form again."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError

FOR_WORDS = frozenset(
    ["answers", "body", "comment", "house_notes", "intro", "name", "narrative", "note", "note_text", "prompt"]
    + ["questions", "reason", "summary", "text", "title", "word", "words"]
)
SECRET = ("password", "token", "key")
CANNOT_BE_READ = (OSError, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent, MultiPartParserError)


def typed_words(request: HttpRequest) -> str:
    """The words of the request's form, each field a paragraph; empty where there are none or none can be read.

    Words are what stands in a field for words, and whatever has a space in it; never a secret, never data.
    """
    try:
        fields = list(request.POST.lists())
    except CANNOT_BE_READ:
        return ""
    found = [value.strip() for name, values in fields for value in values if _is_words(name, value)]
    return "\n\n".join(dict.fromkeys(found))


def _is_words(name: str, value: str) -> bool:
    if any(secret in name for secret in SECRET) or value.lstrip()[:1] in ("", "[", "{"):
        return False
    return name in FOR_WORDS or " " in value.strip()
