"""Players' requests to take a turn back, as things that wait for the directors (turns/errands.py)."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.asked_often import AskedOften
from accounts.models import User
from turns.errands import Errand
from turns.models import RetconRequest
from turns.selectors import retcons_waiting
from turns.unit_names import unit_name


def errands_of(user: User) -> list[Errand]:
    """Every request that the user may answer and nobody has, the oldest first; one query where there is none."""
    return [_errand(asked) for asked in retcons_waiting(user)] if _any(user) else []


_any = AskedOften(lambda user: retcons_waiting(user).order_by().values_list("pk")[:1])


def _errand(asked: RetconRequest) -> Errand:
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
