"""U+0000 in what is sent: PostgreSQL cannot keep it, so that it is no letter, and nobody's words are lost for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from characters.models import Character
from tests import ford
from tests.company import march, proposed
from tests.visiting import client_of
from turns.models import TurnDraft

pytestmark = pytest.mark.django_db


def test_a_text_is_kept_with_a_mark_in_its_place(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any) -> None:
    people = {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam}
    the_ford = ford.build(people, at=timezone.now())
    sent = {"unit": "sunna", "text": "She\x00 waits.", "na\x00me": "1"}
    assert the_ford.as_("bob").post(f"{the_ford.url}draft/", sent).status_code == 200
    assert TurnDraft.objects.get().narrative == "She\ufffd waits."


def test_a_word_to_a_player_is_sent_with_it(alice: Any, bob: Any) -> None:
    campaign = march(alice, bob)
    sheet = proposed(campaign, bob)
    sent = {"do": "return", "only": f"sheet-{sheet.pk}", "word": "Too\x00 strong."}
    assert client_of(alice).post(f"/c/{campaign.slug}/director/decide/", sent).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.status, sheet.director_note) == (Character.Status.RETURNED, "Too\ufffd strong.")


def test_an_address_that_asks_for_it_is_answered(alice: Any, bob: Any) -> None:
    campaign = march(alice, bob)
    for query in ("row=%00", "done=a%00b", "%00=1"):
        assert client_of(alice).get(f"/c/{campaign.slug}/director/?{query}").status_code == 200
