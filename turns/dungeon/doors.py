"""How a page comes to a game in the dungeon: found for this reader, settled first."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from battles.selectors import viewer_version
from campaign.looking import Looking
from turns.doors import begun_as, begun_or_404
from turns.dungeon.sight import Sight, sight_of


def seen_or_404(request: HttpRequest, slug: str, code: str) -> Sight:
    """A game that has begun, as the reader may see it."""
    return sight_of(begun_or_404(request, slug, code), request.user)


def looked_or_404(request: HttpRequest, slug: str, code: str) -> tuple[Sight, Looking]:
    """A game that has begun, with the reader's own eyes or those of `?as=`, which is for directors."""
    battle, looking = begun_as(request, slug, code)
    return sight_of(battle, looking.reader), looking


def directed_or_404(request: HttpRequest, slug: str, code: str) -> Sight:
    """The same, for whoever directs it alone."""
    sight = seen_or_404(request, slug, code)
    if not sight.directs:
        raise PermissionDenied
    return sight


def version_of(sight: Sight) -> str:
    """The reader's own version of the game: it moves when something they may see has changed."""
    return viewer_version(sight.seen)
