"""What a page offers to whoever only watches a battle: to hear of it, and to join."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from battles.models import Battle
from campaign.selectors import takes_applications
from turns.selectors import follows


def following(battle: Battle, user: User | AnonymousUser, *, watches: bool) -> dict[str, Any]:
    """Does the reader follow the battle, and may they ask to join? Nothing where the reader does not only watch."""
    if not watches or battle.status != Battle.Status.RUNNING:
        return {}
    return {
        "watching": True,
        "follows": follows(user, battle.campaign, battle),
        "takes_applications": takes_applications(battle.campaign),
    }
