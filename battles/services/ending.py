"""What a finished battle leaves behind, once the director has confirmed it (CONS-1): written once, to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.games import game_of
from battles.models import Battle
from battles.outcomes import Case
from battles.selectors import fate_rolls, players_in
from battles.services.preparing import wrong_status
from campaign.guards import require_director
from characters import services as characters
from characters.models import Character
from notifications.models import Notice
from notifications.services import notify_each, withdraw
from rulebook.errors import Illegal, Unreadable

MOST_RENOWN = 1000
LONGEST_WORDS = 2000


@dataclass(frozen=True, slots=True)
class Decisions:
    """The director's word, by unit id.

    `dies` speaks of those felled by a boss whose fate is the director's to decide, `renown` replaces the proposal
    where given, `words` go on record beside a death or a sparing.
    """

    dies: Mapping[str, bool] = field(default_factory=dict)
    renown: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


def check_decisions(cases: tuple[Case, ...], decisions: Decisions) -> None:
    """Raise Illegal `undecided` or `nothing-to-decide`, Unreadable `bad-renown`, when the decisions do not fit."""
    open_cases = {case.unit for case in cases if case.to_decide}
    by_id = {case.unit: case for case in cases}
    for unit in decisions.dies:
        if unit not in open_cases:
            raise Illegal("nothing-to-decide", f"There is nothing to decide about {unit}.", {"unit": unit})
    for unit in open_cases - set(decisions.dies):
        raise Illegal("undecided", f"Nothing was decided about {unit}.", {"unit": by_id[unit].name})
    for unit, renown in decisions.renown.items():
        if unit not in by_id or not 0 <= renown <= MOST_RENOWN:
            raise Unreadable("bad-renown", f"{renown} renown cannot be given to {unit}.", {"renown": renown})


def finish_battle(*, battle_id: int, decisions: Decisions, by: User, at: datetime) -> Battle:
    """Write a battle's consequences to the characters, exactly once; the second call changes nothing.

    For every character that fought: a record of the battle, new wounds, death, doom or sparing, renown; and a notice
    to its player. Raises what `check_decisions` raises, Illegal `wrong-status` before the end, PermissionDenied.
    """
    with transaction.atomic():
        battle = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
        require_director(by, battle.campaign)
        if battle.status == Battle.Status.FINISHED:
            return battle
        if battle.status != Battle.Status.ENDED:
            raise wrong_status(battle)
        game = game_of(battle)
        cases = game.cases(battle)
        check_decisions(cases, decisions)
        _write_all(battle, cases, decisions, by=by, at=at)
        battle.result = {"cases": [_record(case, decisions) for case in cases], "by": by.pk} | game.story(battle)
        battle.status = Battle.Status.FINISHED
        battle.finished_at = at
        battle.save(update_fields=["result", "status", "finished_at"])
        _tell(battle, by=by, at=at)
    return battle


def _write_all(battle: Battle, cases: tuple[Case, ...], decisions: Decisions, *, by: User, at: datetime) -> None:
    rows = Character.objects.select_related("campaign", "player").in_bulk([case.character for case in cases])
    rolls = fate_rolls(battle)
    for case in cases:
        if case.character in rows:
            death = next((roll for roll in rolls.get(case.unit, ()) if roll["kind"] == "death"), None)
            _write(battle, rows[case.character], case, decisions, death, by=by, at=at)


def _write(
    battle: Battle,
    character: Character,
    case: Case,
    decisions: Decisions,
    death: Mapping[str, Any] | None,
    *,
    by: User,
    at: datetime,
) -> None:
    characters.record_battle(
        character=character,
        battle_code=battle.code,
        battle_name=battle.name,
        slots=battle.slots,
        friendly=battle.friendly,
        defeated=case.defeated,
        won=case.won,
        enemies_defeated=case.felled,
        fought_at=battle.ended_at or at,
    )
    about: dict[str, Any] = {"character": character, "battle_code": battle.code, "by": by, "at": at}
    if case.wounds:
        characters.open_wounds_from_battle(battle_name=battle.name, wounds=case.wounds, **about)
    renown = decisions.renown.get(case.unit, case.renown)
    if renown:
        characters.earn_renown(amount=renown, reason=battle.name, **about)
    _write_fate(case, decisions, death, about)


def _write_fate(case: Case, decisions: Decisions, death: Mapping[str, Any] | None, about: dict[str, Any]) -> None:
    words = decisions.words.get(case.unit, "")[:LONGEST_WORDS]
    outcome = _outcome(case, decisions)
    if outcome == "dies":
        rolled = {"roll": death["face"], "chance": death["chance"]} if death and case.rule == "chance" else {}
        characters.die(rule=case.rule or "boss", words=words, **rolled, **about)
    elif outcome == "doomed":
        characters.mark_doomed(**about)
    elif case.to_decide:
        characters.spare(words=words, **about)


def _outcome(case: Case, decisions: Decisions) -> str:
    if case.to_decide:
        return "dies" if decisions.dies[case.unit] else "lives"
    return case.outcome


def _record(case: Case, decisions: Decisions) -> dict[str, Any]:
    """What everybody may read afterwards."""
    return {
        "unit": case.unit,
        "character": case.character,
        "name": case.name,
        "outcome": _outcome(case, decisions),
        "spared": case.to_decide and not decisions.dies[case.unit],
        "rule": case.rule,
        "wounds": case.wounds,
        "renown": decisions.renown.get(case.unit, case.renown),
        "words": decisions.words.get(case.unit, "")[:LONGEST_WORDS],
    }


def _tell(battle: Battle, *, by: User, at: datetime) -> None:
    """The consequences, to every player that fought; the notice that it is over has done its work."""
    withdraw(subject=f"battle:{battle.code}", kinds=[Notice.Kind.DIRECTOR_DUE], at=at)
    notify_each(
        list(User.objects.filter(pk__in=players_in(battle))),
        kind=Notice.Kind.BATTLE_OVER,
        subject=f"battle:{battle.code}:result",
        link=f"{battle.get_absolute_url()}result/",
        data={
            "battle": battle.name,
            "campaign": battle.campaign.name,
            "what": "consequences",
            "game": battle.ruleset,
        },
        at=at,
        campaign_slug=battle.campaign.slug,
        by=by,
    )


def foretold(cases: tuple[Case, ...], decisions: Decisions) -> list[dict[str, Any]]:
    """What confirming these decisions would write, for the page that asks."""
    return [_record(case, decisions) for case in cases]
