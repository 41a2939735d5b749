"""What a page offers to whoever only watches a battle: to hear of it, and to join."""

from __future__ import annotations

from typing import Any

from campaign.selectors import takes_applications
from turns.selectors import follows
from turns.sight import Sight


def following(sight: Sight) -> dict[str, Any]:
    """For whoever only watches: do they follow the battle, and may they ask to join?"""
    if not sight.watches or sight.mode() == "over":
        return {}
    return {
        "watching": True,
        "follows": follows(sight.user, sight.battle.campaign, sight.battle),
        "takes_applications": takes_applications(sight.battle.campaign),
    }
