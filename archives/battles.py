"""Whether an archive's battles are what they say: the record leads to the state, and every die is in it."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

from archives.reading import refuse
from archives.rows import Contents, Row
from archives.shapes import checked
from battles.games import GAMES
from battles.models import Battle
from battles.selectors import SHOWN_SEED
from battles.services.playing import rolls_of_event
from rulebook.errors import Refused
from rulebook.rulesets import RULESETS, TABLE_RULES

SEED_LENGTH = 32
BEGUN = (Battle.Status.RUNNING, Battle.Status.ENDED, Battle.Status.FINISHED)
CASE = {"unit": str, "name": str, "outcome": str, "rule": str, "words": str, "wounds": int, "renown": int}


def check_battles(contents: Contents, provisional: Any) -> None:
    """Raise Unreadable `archive-battle` for one that does not hold together; `provisional` gives values with keys."""
    _check_rules(contents.campaign)
    events, rolls = _by_battle(contents, "battle-events"), _by_battle(contents, "battle-rolls")
    for number, row in enumerate(contents.tables["battles"], 1):
        try:
            checked(partial(_check, row, events[number], rolls[number], provisional), "battle")
        except Refused as refused:
            name = str(row.plain.get("name", ""))
            refuse("archive-battle", f"Battle {name!r}: {refused.message}", battle=name, why=refused.message[:300])
    for number, row in enumerate(contents.tables["early-turns"], 1):
        battle = contents.tables["battles"][row.rows["battle_id"] - 1]
        ruleset: Any = RULESETS[battle.plain["ruleset"]]
        try:
            checked(partial(ruleset.alternatives_from_json, row.plain["alternatives"]), "plan")
        except Refused as refused:
            where = {"table": "early-turns", "row": number, "field": "alternatives", "why": refused.message[:300]}
            refuse("archive-row", refused.message, **where)


def _check_rules(campaign: Row) -> None:
    try:
        rules = TABLE_RULES[campaign.plain["ruleset"]]
        checked(lambda: rules.from_mapping(campaign.plain.get("table_rules", {})), "table rules")
    except (Refused, KeyError) as error:
        where = {"table": "campaign", "row": 1, "field": "table_rules", "why": str(error)[:300]}
        refuse("archive-row", f"The table rules cannot be read: {error}", **where)


def _by_battle(contents: Contents, table: str) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in contents.tables[table]:
        found[row.rows["battle_id"]].append(row)
    return found


def _check(row: Row, events: list[Row], rolls: list[Row], provisional: Any) -> None:
    plain = provisional(row.plain)
    ruleset: Any = RULESETS[plain["ruleset"]]
    if plain.get("plan"):
        GAMES[plain["ruleset"]].check_plan(plain["plan"])
    if plain.get("result"):
        _check_result(plain["result"])
    begun = plain["status"] in BEGUN
    if begun and plain.get("state") is None:
        raise ValueError("it has begun, but there is no state")
    if plain["status"] in SHOWN_SEED and len(plain.get("seed") or b"") != SEED_LENGTH:
        raise ValueError("it is over, but its seed is missing")
    if plain.get("state") is None:
        if events or rolls:
            raise ValueError("it has events, but no state")
        return
    _check_record(ruleset, plain, events, rolls, provisional)


def _check_result(result: Any) -> None:
    for case in result["cases"]:
        for name, kind in CASE.items():
            if type(case[name]) is not kind:
                raise TypeError(f"{name} of its result")


def _check_record(ruleset: Any, plain: dict[str, Any], events: list[Row], rolls: list[Row], provisional: Any) -> None:
    """Replaying the events gives the state, and the rolls are those of the events."""
    ordered = sorted(events, key=lambda one: one.plain["number"])
    if [one.plain["number"] for one in ordered] != list(range(1, plain["version"] + 1)):
        raise ValueError("its events are not numbered from 1 to its version")
    data = [provisional({"data": one.plain["data"]})["data"] for one in ordered]
    told = [ruleset.event_from_json(one) for one in data]
    if [one.kind for one in told] != [one.plain["kind"] for one in ordered]:
        raise ValueError("its events are not of the kinds they say")
    reached = ruleset.replay(ruleset.setup_from_json(plain["setup"]), told)
    if ruleset.to_json(reached) != ruleset.to_json(ruleset.from_json(plain["state"])):
        raise ValueError("its events do not lead to its state")
    _check_rolls(data, rolls, plain["dice_counter"])


def _check_rolls(data: list[dict[str, Any]], rolls: list[Row], counter: int) -> None:
    battle, never = Battle(), datetime(2000, 1, 1, tzinfo=UTC)
    thrown = {
        (one.counter, one.sides, one.face, one.event_number)
        for number, event in enumerate(data, 1)
        for one in rolls_of_event(battle, number, event, never)
    }
    kept = [tuple(one.plain[name] for name in ("counter", "sides", "face", "event_number")) for one in rolls]
    if len(kept) != len(thrown) or set(kept) != thrown:
        raise ValueError("its rolls are not those of its events")
    if any(one[0] >= counter for one in thrown):
        raise ValueError("its dice counter was turned back")
