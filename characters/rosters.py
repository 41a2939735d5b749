"""Who may go to the next battle with one character each, and why somebody may not (ROST-2, ROST-3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from django.utils.translation import gettext as _

from accounts.models import User
from campaign.models import Campaign
from characters.models import BattleRecord, Character
from characters.selectors import (
    figures_for_battle,
    hero_able,
    living_characters,
    living_hero,
    previous_battle_had_hero,
    roster_history,
)
from rulebook.errors import Refused
from rulebook.saga.roster import check_roster
from rulebook.saga.rules import Rank


@dataclass(frozen=True, slots=True)
class Prospect:
    """A character and what stands against sending it alone: a code, empty where nothing does, and its data."""

    character: Character
    reason: str = ""
    message: str = ""
    data: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the roster rules look back on for a player, and what they say of the next battle.

    `battles` are those since the present hero came, oldest first; friendlies do not count and are not among them.
    """

    player: User
    battles: tuple[BattleRecord, ...]
    history: tuple[Rank, ...]
    previous_had_hero: bool | None
    rules_rest: bool
    prospects: tuple[Prospect, ...]

    @property
    def hero_battles(self) -> int:
        return self.history.count("hero")

    @property
    def companion_battles(self) -> int:
        return self.history.count("companion")


def outlook(player: User, campaign: Campaign) -> Outlook:
    """The roster rules as they stand for the player's next battle with one character (ROST-2)."""
    history, able = roster_history(player, campaign), hero_able(player, campaign)
    previous = previous_battle_had_hero(player, campaign)
    active = living_characters(player, campaign).filter(status=Character.Status.ACTIVE).select_related("campaign")
    return Outlook(
        player=player,
        battles=_battles(player, campaign),
        history=history,
        previous_had_hero=previous,
        rules_rest=not able,
        prospects=tuple(_prospect(one, history, able, previous) for one in active),
    )


def against(prospect: Prospect, found: Outlook) -> str:
    """Why the character may not go, in the reader's language, with what the rule counts; empty where it may."""
    if not prospect.reason:
        return ""
    if prospect.reason == "hero-must-fight" and not found.previous_had_hero:
        return _("The battle before this one had no hero, so the hero must go (ROST-2).")
    if prospect.reason == "hero-must-fight":
        words = {"heroes": found.hero_battles, "companions": found.companion_battles + 1}
        return (
            _(
                "Afterwards the companions would have %(companions)s battles and the hero %(heroes)s; "
                "the hero must have twice as many (ROST-2)."
            )
            % words
        )
    told = {
        "secondary-not-allowed": _("A secondary may not go where each player sends one character (ROST-2)."),
        "cannot-be-fielded": _("Its wounds leave it no strength to fight with (WOUND-4)."),
    }
    return told.get(prospect.reason, prospect.message)


def _prospect(character: Character, history: tuple[Rank, ...], able: bool, previous: bool | None) -> Prospect:
    if figures_for_battle(character)["strength"] < 1:
        message = f"{character}'s wounds leave it no strength to fight with."
        return Prospect(character, "cannot-be-fielded", message, {"character": character.name})
    try:
        pick = cast(Rank, character.rank)
        check_roster([pick], slots=1, history=history, hero_able=able, previous_had_hero=previous)
    except Refused as refused:
        return Prospect(character, refused.code, refused.message, refused.data)
    return Prospect(character)


def _battles(player: User, campaign: Campaign) -> tuple[BattleRecord, ...]:
    rows = BattleRecord.objects.filter(player=player, character__campaign=campaign, friendly=False)
    hero = living_hero(player, campaign)
    if hero is not None and hero.hero_since is not None:
        rows = rows.filter(fought_at__gte=hero.hero_since)
    return tuple(rows.select_related("character").order_by("fought_at", "pk"))
