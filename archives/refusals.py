"""Sentences for the refusals of archives, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SENTENCES = {
    "archive-under-way": gettext_lazy("An archive is being made already."),
    "fault": gettext_lazy("Something went wrong that is the site's fault; whoever runs it finds it in the log."),
    "no-disk": gettext_lazy("The site could not write the file: %(error)s."),
}


def said(code: str, data: Mapping[str, Any]) -> str:
    """What a page says for a refusal."""
    return (
        str(SENTENCES[code]) % data if code in SENTENCES else _("This could not be done (%(code)s).") % {"code": code}
    )
