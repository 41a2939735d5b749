"""G22: every operation of the API for every kind of caller: the answer is a declared one, never a fault."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from tests import arena
from tests.api.drawn import SEED, send_drawn
from tests.secrets_told import Table, lay

CALLERS = ("alice", "bob", "carla", "sam", "zoe", "")
"""The director, two players, a spectator, a stranger, and somebody without a key."""


@pytest.fixture
def table(alice: User, bob: User, carla: User, dani: User, sam: User, zoe: User) -> Table:
    people = {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam, "zoe": zoe}
    return lay(people, timezone.now().replace(microsecond=0))


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.django_db
def test_every_operation_answers_every_caller_as_it_declares(schema: Any, table: Table, caller: str) -> None:
    headers = {"Authorization": f"Token {Token.objects.create(user=table.people[caller]).key}"} if caller else {}
    operations = [result.ok() for result in schema.get_all_operations()]
    faults, statuses = [], Counter[int]()
    for operation in operations:
        try:
            send_all(operation, table, headers, statuses)
        except* Exception as group:  # noqa: BLE001 -- whatever it is, it is told with the others
            faults += [f"{operation.label}: {error}" for error in group.exceptions]
    sys.stdout.write(
        f"{caller or 'nobody'}: {statuses.total()} calls of {len(operations)}, {dict(statuses)}, seed {SEED}\n"
    )
    assert len(operations) > 80
    assert not faults, "\n\n".join(fault[:1_500] for fault in faults)


def send_all(operation: Any, table: Table, headers: dict[str, str], statuses: Counter[int]) -> None:
    def send(case: Any) -> None:
        aim(case, table, statuses.total())
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        statuses[answer.status_code] += 1
        case.validate_response(answer, headers=headers)

    send_drawn(operation, send, usual=2)


def aim(case: Any, table: Table, turn: int) -> None:
    """Three in four at what is there, so that more than 404 is tried."""
    if turn % 4 == 0:
        return
    battle = table.battles[turn % len(table.battles)]
    scene = "/scenes/" in case.operation.path
    known: dict[str, Any] = {
        "slug": table.campaign.slug,
        "code": table.scene.code if scene else battle.code,
        "post": table.partly.code,
        "unit": ("bob", "carla", "scout")[turn % 3],
        "character_id": table.campaign.characters.all()[turn % 2].pk,
        "user_id": table.people["carla"].pk,
    }
    for name in known.keys() & (case.path_parameters or {}).keys():
        case.path_parameters[name] = known[name]
    if isinstance(case.body, dict):
        aimed = {"unit": known["unit"], "version": arena.version(table.running, table.people["bob"])}
        case.body.update({name: value for name, value in aimed.items() if isinstance(case.body.get(name), str)})
