"""Words that no draft takes, and words on a page that refuses: they are in the answer, to be copied."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.ford import ORDERS, Ford
from tests.storytelling import told
from turns.models import TurnDraft, TurnPost
from turns.services import LONGEST_TEXT

pytestmark = pytest.mark.django_db

TOO_LONG = "The ice creaks. " * (LONGEST_TEXT // 16 + 1)


def shown(answer: Any) -> str:
    return unescape(answer.content.decode())


@pytest.mark.parametrize("under", ["", "review/", "play/"])
def test_a_turn_with_more_text_than_fits_is_shown_again_and_says_so(the_ford: Ford, under: str) -> None:
    """A text longer than a post may be was sent by something that is no browser.
    It stands in its field as it came, the page says that it is not saved, and nothing is."""
    fields = {"unit": "toki", "text": TOO_LONG, "version": "0", "key": "k", **ORDERS}
    answer = the_ford.as_("bob").post(the_ford.url + under, fields)
    assert answer.status_code in (200, 409, 422)
    assert TOO_LONG.strip() in shown(answer)
    assert not TurnDraft.objects.exists() and not TurnPost.objects.exists()


def test_the_page_says_why_a_draft_was_not_saved(the_ford: Ford) -> None:
    fields = {"unit": "toki", "text": TOO_LONG, "do": "save", **ORDERS}
    assert "Not saved: " in shown(the_ford.as_("bob").post(the_ford.url, fields))


def test_a_refused_form_gives_back_every_word_and_no_secret(the_ford: Ford) -> None:
    """Carla may not change the director's campaign.
    The page that says so holds what she wrote, in whatever field, but no password and no key."""
    words = {"name": "Ford", "reason": "Because of the ice", "password": "open sesame now", "key": "a b", "do": "x"}
    answer = the_ford.as_("carla").post(f"/c/{the_ford.battle.campaign.slug}/edit/", words)
    assert answer.status_code == 403
    assert "Ford\n\nBecause of the ice</textarea>" in shown(answer)
    assert "sesame" not in shown(answer)


def test_a_form_from_another_site_gives_the_words_back_as_well(the_ford: Ford) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(the_ford.people["bob"])
    answer = client.post("/settings/", {"display_name": "Bob of the ford", "csrfmiddlewaretoken": "x"})
    assert answer.status_code == 403
    assert "Bob of the ford</textarea>" in shown(answer)


@pytest.mark.parametrize("body", [b"x=1&" * 1_500, b'{"no": "parts"}'])
def test_a_refusal_does_not_stumble_over_a_form_that_cannot_be_read(the_ford: Ford, body: bytes) -> None:
    kind = "multipart/form-data" if body.startswith(b"{") else "application/x-www-form-urlencoded"
    client = the_ford.as_("carla")
    answer = client.generic("POST", f"/c/{the_ford.battle.campaign.slug}/edit/", body, content_type=kind)
    assert answer.status_code in (400, 403)


def test_a_post_that_says_it_answers_what_is_no_post_is_shown_again_with_its_words(
    alice: Any, bob: Any, carla: Any, sam: Any
) -> None:
    campaign, scene = told((alice, bob, carla, sam))
    client = Client()
    client.force_login(bob)
    fields = {
        "reply_to": "null",
        "body": "Words. " * 6_000,
        "note": "A word to nobody",
        "do": "publish",
        "voice": "self",
    }
    answer = client.post(f"/c/{campaign.slug}/s/{scene.code}/write/", fields | {"to": "scene"})
    assert answer.status_code == 422
    assert "A word to nobody" in shown(answer)
