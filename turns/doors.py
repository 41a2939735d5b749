"""How a page comes to a battle: found for this reader, settled first, nothing of it for whoever may not know of it."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from accounts import clock
from battles.models import Battle
from battles.selectors import battles_visible_to, viewer_version
from campaign.looking import ONLOOKER, Looking, looking_in
from rulebook.saga import Viewer, view
from turns.services import settle_if_due
from turns.sight import Sight, sight_of

BEGUN = (Battle.Status.RUNNING, Battle.Status.ENDED, Battle.Status.FINISHED)


def battle_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    """The battle at this address; no page for whoever may not know of it."""
    return get_object_or_404(battles_visible_to(request.user), campaign__slug=slug, code=code)


def elsewhere(request: HttpRequest, battle: Battle) -> HttpResponse | None:
    """The page of a battle that has not begun, or never will; None for one that has."""
    if battle.status == Battle.Status.DRAFT:
        return redirect("battles:prepare", battle.campaign.slug, battle.code)
    if battle.status == Battle.Status.MUSTER:
        return redirect("muster:choose", battle.campaign.slug, battle.code)
    if battle.status == Battle.Status.CANCELLED:
        return render(request, "turns/cancelled.html", {"battle": battle, "campaign": battle.campaign})
    return None


def begun_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    """A battle that has begun, with everything applied that its clock has already decided."""
    return settled_or_404(request, battle_or_404(request, slug, code))


def settled_or_404(request: HttpRequest, battle: Battle) -> Battle:
    """The same for a battle that was found, read again only if its clock had something to decide."""
    if battle.status not in BEGUN or battle.state is None:
        raise Http404
    if battle.status == Battle.Status.RUNNING and settle_if_due(battle.pk, clock.now()):
        return battle_or_404(request, battle.campaign.slug, battle.code)
    return battle


def seen_or_404(request: HttpRequest, slug: str, code: str) -> Sight:
    """A battle that has begun, as the reader may see it."""
    return sight_of(begun_or_404(request, slug, code), request.user)


def looked_or_404(request: HttpRequest, slug: str, code: str) -> tuple[Sight, Looking]:
    """A battle that has begun, with the reader's own eyes or those of `?as=`, which is for directors."""
    battle, looking = begun_as(request, slug, code)
    return sight_of(battle, looking.reader), looking


def begun_as(request: HttpRequest, slug: str, code: str) -> tuple[Battle, Looking]:
    """A battle of any game that has begun, and whose eyes it is seen with: the reader's own, or those of `?as=`."""
    battle = battle_or_404(request, slug, code)
    looking = looking_in(request, battle.campaign)
    settled = settled_or_404(request, battle)
    refuse_unseen(settled, looking)
    return settled, looking


def refuse_unseen(battle: Battle, looking: Looking) -> None:
    """No page where the one whom the director looks as has none: a visitor of what is not public."""
    if not looking.as_other or looking.query == f"as={ONLOOKER}":
        return
    if not battles_visible_to(looking.reader).filter(pk=battle.pk).exists():
        raise Http404


def directed_or_404(request: HttpRequest, slug: str, code: str) -> Sight:
    """The same, for whoever directs it alone."""
    sight = seen_or_404(request, slug, code)
    if not sight.directs:
        raise PermissionDenied
    return sight


def version_of(sight: Sight) -> str:
    """The reader's own version of the battle: it moves when something they may see has changed."""
    version: str = viewer_version(view(sight.whole, Viewer(sight.viewer)))
    return version


def clock_words(moment: datetime) -> str:
    """The time of day on the reader's clock, for the line that says where a draft is."""
    return f"{timezone.localtime(moment):%H:%M}"
