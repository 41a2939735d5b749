"""Who may go to a battle and, where somebody may not, why (DEPL-0, ROST-1 to ROST-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from accounts.models import User
from battles.models import Battle, MusterEntry
from campaign.models import Campaign
from campaign.selectors import role_of
from characters.models import Character
from characters.selectors import (
    figures_for_battle,
    hero_able,
    living_characters,
    living_hero,
    previous_battle_had_hero,
    roster_history,
)
from rulebook.errors import Illegal, Refused
from rulebook.saga.roster import check_roster
from rulebook.saga.rules import Rank

BUSY = (Battle.Status.MUSTER, Battle.Status.RUNNING, Battle.Status.ENDED)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A character that a player could send: its figures as the battle would take them, and what stands against it.

    `reason` is a code (empty where nothing does), with `data` for its sentence.
    """

    character: Character
    figures: dict[str, Any]
    reason: str = ""
    data: dict[str, object] = field(default_factory=dict)

    @property
    def may_go(self) -> bool:
        return not self.reason


def candidates(entry: MusterEntry) -> list[Candidate]:
    """Every active character of the player asked, with what stands against sending it."""
    roster = roster_of(entry)
    active = living_characters(entry.player, entry.battle.campaign).filter(status=Character.Status.ACTIVE)
    return [roster.candidate(character) for character in active.select_related("campaign", "clan").order_by("pk")]


def check_picks(entry: MusterEntry, picked: Sequence[Character]) -> None:
    """Refuse a choice that may not be made.

    Raises Illegal with a code of the roster rules, `cannot-be-fielded`, `in-another-battle`, or `not-yours`.
    """
    roster = roster_of(entry)
    for character in picked:
        if character.player_id != entry.player_id or character.campaign_id != entry.battle.campaign_id:
            raise Illegal(
                "not-yours", f"{character.pk} is not a character of this player.", {"character": character.pk}
            )
        roster.check_one(character)
    roster.check(picked)


def default_picks(entry: MusterEntry) -> list[Character]:
    """Who goes for a player that did not answer: the hero, or else the first who may (DEPL-0, ROST-3).

    Nobody goes for a user who no longer plays in the campaign.
    """
    if role_of(entry.player, entry.battle.campaign) is None:
        return []
    able = [one.character for one in candidates(entry) if one.may_go]
    heroes = [character for character in able if character.rank == Character.Rank.HERO]
    return (heroes or able)[:1]


@dataclass(frozen=True, slots=True)
class Roster:
    """What the roster rules look at, for one player and one battle."""

    slots: int
    history: tuple[Rank, ...]
    previous_had_hero: bool | None
    hero_able: bool
    busy: frozenset[int]

    def candidate(self, character: Character) -> Candidate:
        figures = figures_for_battle(character)
        try:
            self.check_one(character, figures)
            if self.slots == 1:
                self.check([character])
        except Refused as refused:
            return Candidate(character, figures, refused.code, refused.data)
        return Candidate(character, figures)

    def check_one(self, character: Character, figures: dict[str, Any] | None = None) -> None:
        """What stands against a character whoever goes with it."""
        if character.status != Character.Status.ACTIVE:
            raise Illegal("not-yours", f"{character} is {character.status}.", {"character": character.pk})
        if (figures or figures_for_battle(character))["strength"] < 1:
            message = f"{character}'s wounds leave it no strength to fight with."
            raise Illegal("cannot-be-fielded", message, {"character": character.name})
        if character.pk in self.busy:
            raise Illegal("in-another-battle", f"{character} is in another battle.", {"character": character.name})

    def check(self, picked: Sequence[Character]) -> None:
        """The roster rules for a whole choice."""
        check_roster(
            [cast(Rank, character.rank) for character in picked],
            slots=self.slots,
            history=self.history,
            hero_able=self.hero_able,
            previous_had_hero=self.previous_had_hero,
        )


def roster_of(entry: MusterEntry) -> Roster:
    """What the roster rules look back on for a player asked. A hero in another battle is not able to fight here."""
    campaign, player = entry.battle.campaign, entry.player
    busy = busy_characters(campaign, player, without=entry.battle)
    hero = living_hero(player, campaign)
    return Roster(
        slots=entry.battle.slots,
        history=roster_history(player, campaign),
        previous_had_hero=previous_battle_had_hero(player, campaign),
        hero_able=hero_able(player, campaign) and hero is not None and hero.pk not in busy,
        busy=busy,
    )


def busy_characters(campaign: Campaign, player: User, *, without: Battle) -> frozenset[int]:
    """The player's characters that are in another battle, or confirmed for one, not yet finished."""
    entries = MusterEntry.objects.filter(
        player=player, battle__campaign=campaign, battle__status__in=BUSY, confirmed_at__isnull=False
    ).exclude(battle=without)
    return frozenset(entries.exclude(characters=None).values_list("characters", flat=True))
