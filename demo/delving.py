"""Loading the demo's dungeon: a campaign of its own in each language, its game begun and its first round played."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from accounts.models import User
from battles.dungeon.plan import IMPROVED, AdventurePlan, HeroSeat
from battles.models import Battle
from battles.services import announce_adventure, create_adventure
from campaign.models import Campaign
from demo import vault
from demo.cast import DIRECTOR
from demo.words import Words
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.adventures import source
from rulebook.dungeon.grid import parse_square
from turns.services import begin_battle, deploy, play_step


def delve(campaign: Campaign, words: Words, people: Mapping[str, User], now: datetime) -> Battle:
    """One player goes down with all four heroes; the Invisible Overlord has answered once."""
    player, director = people[vault.PLAYERS[words.language]], people[DIRECTOR]
    begun = now - timedelta(hours=vault.BEGUN)
    battle = create_adventure(
        campaign=campaign, by=director, name=words.vault_name, at=begun, adventure=vault.ADVENTURE, seed=vault.SEED
    )
    announce_adventure(battle_id=battle.pk, plan=_plan(words, player), by=director, at=begun)
    battle = begin_battle(battle.pk, at=begun, by=director)
    placements = [Placement(hero, parse_square(square), "E") for hero, square in vault.PLACES.items()]
    deploy(battle_id=battle.pk, player=player, placements=placements, at=now - timedelta(hours=vault.PLACED))
    for beat in vault.BEATS:
        _play(battle, beat, player, words, at=now - timedelta(hours=beat.hours))
    return battle


def _plan(words: Words, player: User) -> AdventurePlan:
    return AdventurePlan(
        name=words.vault_name,
        intro=words.vault_intro,
        source=source(vault.ADVENTURE),
        heroes=tuple(HeroSeat(hero, player.pk) for hero in vault.PLACES),
        overlord=IMPROVED,
        rules=vault.RULES,
    )


def _play(battle: Battle, beat: vault.Beat, player: User, words: Words, *, at: datetime) -> None:
    """A turn step by step; its words come with the first."""
    for number, step in enumerate(beat.steps):
        play_step(
            battle_id=battle.pk,
            unit=beat.hero,
            player=player,
            step=step,
            text=words.vault_posts[beat.hero] if number == 0 else "",
            version=None,
            key=f"demo-{battle.code}-{beat.hero}-{number}",
            received_at=at + timedelta(minutes=number),
            language=words.language,
        )
