"""Looking at a page with somebody else's eyes: the director reads what a member, an onlooker or a visitor reads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.models import Campaign
from campaign.selectors import is_director, member_named

VISITOR = "visitor"
ONLOOKER = "spectator"


@dataclass(frozen=True, slots=True)
class Looking:
    """Whose eyes a page is read with: the reader's own, or those of somebody whom the director looks as.

    `name` is empty for a visitor without an account; `query` keeps the eyes in links.
    """

    reader: User | AnonymousUser
    as_other: bool = False
    name: str = ""
    query: str = ""

    @contextmanager
    def eyes(self) -> Iterator[None]:
        """The language and the zone in which this reader reads; one's own are in force already."""
        if not self.as_other:
            yield
            return
        language = getattr(self.reader, "language", settings.LANGUAGE_CODE)
        zone = getattr(self.reader, "time_zone", settings.TIME_ZONE)
        with translation.override(language), timezone.override(ZoneInfo(zone)):
            yield


def looking_in(request: HttpRequest, campaign: Campaign) -> Looking:
    """The eyes of `?as=`, which is for directors and for reading alone; everybody else reads with their own.

    Raises PermissionDenied for whoever does not direct, and where something is sent; Http404 for nobody of here.
    """
    wanted = request.GET.get("as", "")
    if not wanted:
        return Looking(request.user)
    if not is_director(request.user, campaign) or request.method not in ("GET", "HEAD"):
        raise PermissionDenied
    if wanted == VISITOR:
        return Looking(AnonymousUser(), True, "", f"as={VISITOR}")
    if wanted == ONLOOKER:
        return Looking(AnonymousUser(), True, _("an onlooker"), f"as={ONLOOKER}")
    member = member_named(campaign, wanted)
    if member is None:
        raise Http404
    return Looking(member, True, member.shown_name, f"as={member.pk}")
