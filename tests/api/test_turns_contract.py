"""Whatever is sent to the verbs of a running battle, the answer is one that the schema declares, and never a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from battles.models import Battle
from tests import arena, crypt
from tests.api.drawn import send_drawn
from tests.arena import HOUR

EXAMPLES = 12
OPERATIONS = (
    "turns",
    "absences",
    "declare_absence",
    "cancel_absence",
    "legal_steps",
    "preview",
    "play",
    "deploy",
    "early_turn",
    "leave_early_turn",
    "withdraw_early_turn",
    "posts",
    "follows_battle",
    "follow_battle",
    "unfollow_battle",
    "follows_campaign",
    "follow_campaign",
    "unfollow_campaign",
    "retcon_requests",
    "ask_retcon",
    "answer_retcon",
    "pause",
    "resume",
    "correct",
    "reveal",
    "extend",
    "pardon",
    "take_over",
    "hand_back",
    "end_battle",
    "undo",
    "publish_early_turn",
    "play_director_turns",
)
OF_DUNGEON = (
    "turns",
    "battles_read",
    "battles_events",
    "legal_steps",
    "preview",
    "play",
    "deploy",
    "early_turn",
    "leave_early_turn",
    "withdraw_early_turn",
    "posts",
    "answer_strike",
    "answer_trade",
    "pass_windows",
    "instruct",
    "battle_ledger",
    "battle_round",
    "pause",
    "correct",
    "pardon",
    "take_over",
    "hand_back",
    "give_seat",
    "end_battle",
    "undo",
    "play_director_turns",
)
GAMES = [("saga", one) for one in OPERATIONS] + [("dungeon", one) for one in OF_DUNGEON]


@pytest.fixture
def battle(alice: User, bob: User, carla: User, game: str) -> Battle:
    now = timezone.now() - HOUR / 60
    if game == "dungeon":
        campaign = crypt.dungeon_campaign(alice, [bob, carla])
        return crypt.start(campaign, crypt.setup_for([bob], overlord=carla, at=now), at=now)
    campaign = arena.campaign_of(alice, [bob, carla])
    return arena.start(campaign, arena.line_up([bob, carla], director_units=1), at=now)


@pytest.fixture(params=["alice", "bob"])
def token(request: pytest.FixtureRequest, battle: Battle) -> Iterator[str]:
    """A director's and a player's key."""
    yield Token.objects.create(user=User.objects.get(username=request.param)).key


@pytest.mark.parametrize(("game", "operation_id"), GAMES)
@pytest.mark.django_db
def test_every_answer_is_a_declared_one(schema: Any, game: str, operation_id: str, battle: Battle, token: str) -> None:
    operation = schema.find_operation_by_id(operation_id)

    def send(case: Any) -> None:
        _aim(case, battle)
        case.call_and_validate(headers={"Authorization": f"Token {token}"})

    send_drawn(operation, send, usual=EXAMPLES)


def _aim(case: Any, battle: Battle) -> None:
    """Two in three at a battle that is there, with its unit and version, so that more than 404 is tried."""
    if case.path_parameters and "code" in case.path_parameters and len(case.path_parameters["code"]) % 3:
        case.path_parameters["code"] = battle.code
        unit = {"saga": "bob", "dungeon": "bruna"}[battle.ruleset]
        if "unit" in case.path_parameters:
            case.path_parameters["unit"] = unit
        if isinstance(case.body, dict):
            director = User.objects.get(username="alice")
            aimed = {"unit": unit, "version": arena.version(battle, director)}
            case.body.update({name: value for name, value in aimed.items() if name in case.body})
