"""What stands in the way of beginning a planned adventure: every problem at once, each at its field."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from battles.checks import Problem
from battles.dungeon.plan import DIRECTING, AdventurePlan
from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.catalogue import HEROES
from rulebook.dungeon.rules import TableRules
from rulebook.errors import Unreadable

MOST_PLAYERS = 4


def check(
    plan: AdventurePlan, *, campaign_rules: TableRules, players: Collection[int], directors: Collection[int]
) -> tuple[Problem, ...]:
    """Everything that keeps the plan from being announced; empty when nothing does.

    `players` and `directors` are the user ids of the campaign's. What is wrong with the file itself is one problem,
    `bad-adventure`, whose data hold the list.
    """
    return (
        *_file(plan),
        *_heroes(plan, {*players, *directors}),
        *_asked(plan, players),
        *_overlord(plan, players, directors),
        *_rules(plan, campaign_rules),
    )


def _file(plan: AdventurePlan) -> Iterator[Problem]:
    try:
        adventure = plan.adventure
    except Unreadable as refused:
        yield Problem("source", refused.code, refused.data)
        return
    yield from _goods(plan, adventure)


def _goods(plan: AdventurePlan, adventure: Adventure) -> Iterator[Problem]:
    """What must be brought to the goal comes with a hero who comes, or lies somewhere."""
    victory = adventure.mission.victory
    if victory.kind != "bring":
        return
    going = {seat.hero for seat in plan.heroes}
    lying = {item for zone in adventure.zones for chest in zone.chests for item in chest.contents}
    carried = {item for hero, kit in adventure.kits.items() if hero in going for item in kit.items}
    if victory.item not in lying | carried:
        bearer = next(hero for hero, kit in adventure.kits.items() if victory.item in kit.items)
        yield Problem(f"hero-{bearer}", "bearer-stays-away", {"hero": bearer, "item": victory.item})


def _heroes(plan: AdventurePlan, members: Collection[int]) -> Iterator[Problem]:
    if not plan.heroes:
        yield Problem(f"hero-{HEROES[0].key}", "no-heroes")
    for seat in plan.heroes:
        if seat.player is not None and seat.player not in members:
            yield Problem(f"hero-{seat.hero}", "not-a-member", {"user": seat.player})
    if len(plan.hero_players) > MOST_PLAYERS:
        yield Problem("asked", "too-many-players", {"count": len(plan.hero_players), "most": MOST_PLAYERS})


def _asked(plan: AdventurePlan, players: Collection[int]) -> Iterator[Problem]:
    if plan.open_heroes and not plan.asked:
        yield Problem("asked", "nobody-chooses")
    for user_id in plan.asked:
        if user_id not in players:
            yield Problem("asked", "not-a-player", {"user": user_id})


def _overlord(plan: AdventurePlan, players: Collection[int], directors: Collection[int]) -> Iterator[Problem]:
    player = plan.overlord_player
    if plan.overlord == DIRECTING and directors and set(directors) <= set(plan.hero_players):
        yield Problem("overlord", "director-plays-heroes")
    if player is None:
        return
    if player not in players:
        yield Problem("overlord", "not-a-player", {"user": player})
    if player in plan.hero_players:
        yield Problem("overlord", "plays-both-sides", {"user": player})


def _rules(plan: AdventurePlan, campaign_rules: TableRules) -> Iterator[Problem]:
    for name, value in plan.rules.items():
        try:
            TableRules.from_mapping({**campaign_rules.to_mapping(), name: value})
        except Unreadable as refused:
            yield Problem(f"rule-{name}", refused.code, refused.data)
    if plan.idle_rounds is not None and not 1 <= plan.idle_rounds <= 50:
        yield Problem("idle_rounds", "bad-idle-rounds", {"count": plan.idle_rounds})
