"""Sentences for the refusals of archives, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SENTENCES = {
    "archive-battle": gettext_lazy("The battle “%(battle)s” does not hold together: %(why)s"),
    "archive-bomb": gettext_lazy("“%(part)s” unpacks to more than any archive holds; nothing was taken in."),
    "archive-damaged": gettext_lazy("“%(part)s” is damaged, or is not what it was when the archive was made."),
    "archive-entry": gettext_lazy("The file holds something that no archive holds: “%(name)s”."),
    "archive-foreign": gettext_lazy("This is a zip file, but no archive of a campaign."),
    "archive-lost": gettext_lazy("The file is no longer there. Send it again."),
    "archive-no-director": gettext_lazy("The archive does not say who directs the campaign."),
    "archive-people": gettext_lazy("There are more than %(most)s people in it."),
    "archive-picture": gettext_lazy("A picture (%(picture)s) is missing, or is none that this site would have made."),
    "archive-reference": gettext_lazy(
        "In “%(table)s”, row %(row)s, “%(field)s” names something that is not in the archive."
    ),
    "archive-row": gettext_lazy("In “%(table)s”, row %(row)s, “%(field)s” cannot be read: %(why)s"),
    "archive-rows": gettext_lazy("There are more than %(most)s rows in it."),
    "archive-rows-clash": gettext_lazy("Two rows of the archive exclude each other."),
    "archive-too-large": gettext_lazy("The file is too large; %(most)s MB fit."),
    "archive-under-way": gettext_lazy("An archive is being made already."),
    "archive-unreadable": gettext_lazy("This is no zip file that can be read."),
    "archive-version": gettext_lazy(
        "The archive is of version %(version)s, which this site does not know; it knows version %(known)s."
    ),
    "arrival-under-way": gettext_lazy("An archive of yours is being read already; wait for it."),
    "belongs-already": gettext_lazy("You belong to this campaign another way. Leave it first, then follow the link."),
    "campaign-closed": gettext_lazy("This campaign is closed; nobody joins it any more."),
    "fault": gettext_lazy("Something went wrong that is the site's fault; whoever runs it finds it in the log."),
    "no-disk": gettext_lazy("The site could not write the file: %(error)s."),
    "place-taken": gettext_lazy("This link leads nowhere any more. Ask the director for another one."),
}


def said(code: str, data: Mapping[str, Any]) -> str:
    """What a page says for a refusal."""
    if code in SENTENCES:
        return str(SENTENCES[code]) % data
    return _("This could not be done (%(code)s).") % {"code": code}
