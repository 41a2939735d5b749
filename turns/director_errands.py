"""What waits for directors beside their units' turns (turns/errands.py): requests to take a turn back, one by one, and
for each campaign how much lies on its console: sheets, players' petitions, fates, applications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F, QuerySet, Value
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.asked_often import AskedOften
from accounts.models import User
from campaign.models import Application, Campaign
from campaign.selectors import directed_by
from characters.models import Character, Petition
from turns.errands import Errand
from turns.models import RetconRequest
from turns.selectors import retcons_waiting
from turns.unit_names import unit_name

RETCON, SHEET, PETITION, FATE, APPLICATION = range(5)


def errands_of(user: User) -> list[Errand]:
    """Everything of the kind that the user may decide and nobody has; one query where there is none."""
    waiting = Counter(_waiting(user))
    requests = retcons_waiting(user) if any(kind == RETCON for kind, _campaign in waiting) else ()
    return [*(_of_request(asked) for asked in requests), *_of_consoles(waiting)]


def _rows(user: User) -> QuerySet[Any, Any]:
    directed = directed_by(user).order_by().values("pk")
    sheets = Character.objects.filter(campaign__in=directed, status=Character.Status.PROPOSED)
    doomed = Character.objects.filter(campaign__in=directed, status=Character.Status.ACTIVE, doomed_at__isnull=False)
    petitions = Petition.objects.filter(character__campaign__in=directed, status=Petition.Status.WAITING)
    applications = Application.objects.filter(campaign__in=directed, status=Application.Status.WAITING)
    return _of_kind(RETCON, retcons_waiting(user), "battle__campaign_id").union(
        _of_kind(SHEET, sheets, "campaign_id"),
        _of_kind(FATE, doomed, "campaign_id"),
        _of_kind(PETITION, petitions, "character__campaign_id"),
        _of_kind(APPLICATION, applications, "campaign_id"),
        all=True,
    )


def _of_kind(kind: int, rows: QuerySet[Any], campaign: str) -> QuerySet[Any, Any]:
    return rows.order_by().values_list(Value(kind), F(campaign))


_waiting = AskedOften(_rows)


def _of_request(asked: RetconRequest) -> Errand:
    battle, post = asked.battle, asked.post
    name = unit_name(battle, post.unit, post.unit_name)
    data = {"unit": name, "round": post.round, "battle": battle.name, "player": asked.user.shown_name}
    return Errand(
        chip=_("retcon"),
        title=_("%(unit)s, round %(round)s of %(battle)s (%(player)s)") % data,
        campaign=battle.campaign,
        url=reverse("turns:retcon-answer", args=[battle.campaign.slug, battle.code, asked.pk]),
        action=_("Answer"),
        note=asked.reason,
        directing=True,
    )


def _of_consoles(waiting: Mapping[tuple[int, int], int]) -> Iterable[Errand]:
    campaigns = {pk for kind, pk in waiting if kind != RETCON}
    found = Campaign.objects.filter(pk__in=campaigns).order_by("name", "pk") if campaigns else ()
    return (_of_console(campaign, waiting) for campaign in found)


def _of_console(campaign: Campaign, waiting: Mapping[tuple[int, int], int]) -> Errand:
    kinds = range(RETCON + 1, APPLICATION + 1)
    counted = ((_words(kind, n), n) for kind in kinds if (n := waiting.get((kind, campaign.pk), 0)))
    return Errand(
        chip=_("console"),
        title=" · ".join(words % {"n": n} for words, n in counted),
        campaign=campaign,
        url=reverse("turns:console", args=[campaign.slug]),
        action=_("Open the console"),
        directing=True,
        on_console=True,
    )


def _words(kind: int, n: int) -> str:
    return {
        SHEET: ngettext("%(n)s sheet to approve", "%(n)s sheets to approve", n),
        PETITION: ngettext("%(n)s request of a player", "%(n)s requests of players", n),
        FATE: ngettext("%(n)s character doomed to die", "%(n)s characters doomed to die", n),
        APPLICATION: ngettext("%(n)s application", "%(n)s applications", n),
    }[kind]
