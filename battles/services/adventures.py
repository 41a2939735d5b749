"""Preparing an adventure of the dungeon, announcing it, and saying who plays which hero."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.checks import Problem
from battles.dungeon.checks import check
from battles.dungeon.party import HEROES, OVERLORD, adventure_plan, dealt, heroes_left
from battles.dungeon.plan import DIRECTING, IMPROVED, AdventurePlan
from battles.models import Battle, MusterEntry
from battles.services.mustering import locked_muster
from battles.services.preparing import locked_draft, tell_asked
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import directors_of, dungeon_rules, players_of
from notifications.models import Notice
from notifications.services import withdraw
from rulebook.dungeon.adventures import source
from rulebook.dungeon.catalogue import HEROES as CATALOGUE
from rulebook.errors import Illegal


def create_adventure(
    *, campaign: Campaign, by: User, name: str, at: datetime, adventure: str, seed: bytes | None = None
) -> Battle:
    """A new draft with one of the shipped adventures, its heroes left to the campaign's players.

    Where there are no players yet, whoever directs plays them all against the Invisible Overlord. The seed of its
    dice is secret and new, unless a story that must come out the same gives one. Raises PermissionDenied unless `by`
    directs the campaign, Unreadable `unknown-adventure`.
    """
    require_director(by, campaign)
    players, variant = [str(player.pk) for player in players_of(campaign)], dungeon_rules(campaign).io_variant
    person = DIRECTING if players else IMPROVED
    fields = {
        "name": [name],
        "source": [source(adventure)],
        "asked": players,
        "overlord": [person if variant == "none" else variant],
        **{f"hero-{hero.key}": ["open" if players else str(by.pk)] for hero in CATALOGUE},
    }
    draft = {"fields": fields, "revision": 1, "saved_at": at.isoformat()}
    given = {} if seed is None else {"seed": seed}
    return Battle.objects.create(
        campaign=campaign, name=name, ruleset=campaign.ruleset, draft=draft, created_by=by, **given
    )


def problems_of_adventure(battle: Battle, plan: AdventurePlan) -> tuple[Problem, ...]:
    """Everything that keeps a plan from being announced as this adventure (`battles.dungeon.checks.check`)."""
    return check(
        plan,
        campaign_rules=dungeon_rules(battle.campaign),
        players=[player.pk for player in players_of(battle.campaign)],
        directors=[director.pk for director in directors_of(battle.campaign)],
    )


def announce_adventure(*, battle_id: int, plan: AdventurePlan, by: User, at: datetime) -> bool:
    """Fix the plan and ask whoever may choose a hero; True when nobody has to be asked, and it can begin.

    Raises Illegal `draft-has-problems` when anything stands in its way, `wrong-status` for an adventure already
    announced, PermissionDenied.
    """
    with transaction.atomic():
        battle = locked_draft(battle_id, by)
        problems = problems_of_adventure(battle, plan)
        if problems:
            codes = [problem.code for problem in problems]
            raise Illegal("draft-has-problems", f"The plan has problems: {', '.join(codes)}.", {"codes": codes})
        _fix(battle, plan, at)
        entries = MusterEntry.objects.bulk_create(_entries(battle, plan, at))
        asked = {entry.player_id for entry in entries if entry.confirmed_at is None}
        tell_asked(battle, list(User.objects.filter(pk__in=asked)), by=by, at=at)
    return not plan.open_heroes


def _present(campaign: Campaign) -> set[int]:
    return {user.pk for user in (*players_of(campaign), *directors_of(campaign))}


def _fix(battle: Battle, plan: AdventurePlan, at: datetime) -> None:
    battle.plan = plan.to_json()
    battle.name, battle.intro = plan.name, plan.intro
    battle.pause_after_idle_rounds = plan.idle_rounds
    battle.status = Battle.Status.MUSTER
    battle.announced_at = at
    battle.save()


def _entries(battle: Battle, plan: AdventurePlan, at: datetime) -> list[MusterEntry]:
    """One for everybody who plays: settled for those whom the plan gives heroes, open for those who may choose."""
    entries = [
        MusterEntry(
            battle=battle,
            player_id=user_id,
            side=HEROES,
            heroes=list(plan.heroes_of(user_id)),
            confirmed_at=at if user_id not in plan.asked or not plan.open_heroes else None,
        )
        for user_id in plan.hero_players
    ]
    if plan.overlord_player is not None:
        entries.append(MusterEntry(battle=battle, player_id=plan.overlord_player, side=OVERLORD, confirmed_at=at))
    return entries


def choose_heroes(*, battle_id: int, player: User, heroes: Sequence[str], at: datetime) -> bool:
    """A player says which of the heroes without a player they play, beside those the plan gives them.

    A choice can be changed until the adventure begins; True when every hero has a player now, and it can begin.
    Raises Illegal `not-asked`, `choose-a-hero`, `no-such-hero`, `hero-taken`, `wrong-status`.
    """
    with transaction.atomic():
        battle = locked_muster(battle_id)
        plan, entries = adventure_plan(battle), list(battle.muster.all())
        entry = next((one for one in entries if one.player_id == player.pk and one.side == HEROES), None)
        if entry is None or player.pk not in plan.asked:
            raise Illegal("not-asked", f"{player.pk} was not asked to this adventure.")
        entry.heroes = _chosen(plan, [one for one in entries if one != entry], player, heroes)
        entry.confirmed_at = at
        entry.save(update_fields=["heroes", "confirmed_at"])
        withdraw(subject=f"battle:{battle.code}", kinds=[Notice.Kind.MUSTER], reader=player, at=at)
        return not heroes_left(plan, entries)


def _chosen(plan: AdventurePlan, others: Sequence[MusterEntry], player: User, heroes: Sequence[str]) -> list[str]:
    free, mine = heroes_left(plan, others), plan.heroes_of(player.pk)
    for hero in heroes:
        if hero not in plan.open_heroes:
            raise Illegal("no-such-hero", f"{hero!r} is not to be chosen here.", {"hero": hero})
        if hero not in free:
            raise Illegal("hero-taken", f"{hero} is played by somebody else.", {"hero": hero})
    wanted = {*heroes, *mine}
    if not wanted:
        raise Illegal("choose-a-hero", "A choice names at least one hero.")
    return [seat.hero for seat in plan.heroes if seat.hero in wanted]


def close_party(*, battle_id: int, by: User, at: datetime) -> None:
    """The director closes the list: the heroes that are left are dealt out among the players (SK-264).

    Raises Illegal `nobody-plays` where there is nobody to give them to, `wrong-status`, PermissionDenied.
    """
    with transaction.atomic():
        battle = locked_muster(battle_id)
        require_director(by, battle.campaign)
        plan, entries = adventure_plan(battle), list(battle.muster.order_by("pk"))
        given = dealt(plan, entries, _present(battle.campaign))
        for entry in entries:
            more = given.get(entry.player_id, [])
            entry.heroes = [seat.hero for seat in plan.heroes if seat.hero in (*entry.heroes, *more)]
            entry.confirmed_at = entry.confirmed_at or at
        MusterEntry.objects.bulk_update(entries, ["heroes", "confirmed_at"])
        withdraw(subject=f"battle:{battle.code}", kinds=[Notice.Kind.MUSTER], at=at)
