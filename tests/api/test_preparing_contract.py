"""Whatever is sent to the verbs before and after a battle, the answer is one that the schema declares."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.authtoken.models import Token

from accounts.models import User
from battles.models import Battle
from tests import adventuring
from tests.api.drawn import send_drawn
from tests.mustering import against_dredge, announced, draft, table
from tests.services.test_battles_end import at_the_end

EXAMPLES = 12
STAGES = {
    "battles_create": "draft",
    "battles_stock": "draft",
    "battles_draft": "draft",
    "battles_save_draft": "draft",
    "battles_announce": "draft",
    "battles_cancel": "draft",
    "muster": "muster",
    "answer_muster": "muster",
    "close_muster": "muster",
    "battles_result": "over",
    "battles_confirm_result": "over",
    "adventures_list": "adventure",
    "adventures_create": "adventure",
    "adventures_draft": "adventure",
    "adventures_save_draft": "adventure",
    "adventures_announce": "adventure",
    "party": "party",
    "choose_heroes": "party",
    "close_party": "party",
}


def battle_in(stage: str, alice: User, bob: User) -> Battle:
    """A battle of Alice's that is drafted, announced, or over; an adventure that is drafted or announced."""
    if stage == "adventure":
        return adventuring.drafted(adventuring.vault(alice, [bob]), alice)
    if stage == "party":
        return adventuring.announced(adventuring.vault(alice, [bob]), alice, adventuring.open_to(bob))
    if stage == "over":
        return at_the_end(alice, bob, faces=(1, 60))
    campaign = table(alice, [bob])
    return draft(campaign, alice) if stage == "draft" else announced(campaign, alice, against_dredge([bob]))


@pytest.mark.parametrize("name", ["alice", "bob"])
@pytest.mark.parametrize("operation_id", STAGES)
@pytest.mark.django_db
def test_every_answer_is_a_declared_one(schema: Any, operation_id: str, name: str, alice: User, bob: User) -> None:
    battle = battle_in(STAGES[operation_id], alice, bob)
    key = Token.objects.create(user=User.objects.get(username=name)).key
    operation = schema.find_operation_by_id(operation_id)

    def send(case: Any) -> None:
        _aim(case, battle)
        case.call_and_validate(headers={"Authorization": f"Token {key}"})

    send_drawn(operation, send, usual=EXAMPLES)


def _aim(case: Any, battle: Battle) -> None:
    """At what is there, so that more than 404 is tried."""
    if case.path_parameters and "code" in case.path_parameters and len(case.path_parameters["code"]) % 3:
        case.path_parameters["code"] = battle.code
    if isinstance(case.body, dict):
        aimed = {"campaign": battle.campaign.slug, "revision": battle.draft.get("revision", 0)}
        case.body.update({name: value for name, value in aimed.items() if name in case.body})
