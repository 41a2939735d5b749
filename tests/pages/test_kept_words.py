"""A session that ends while somebody writes: what was sent is there again once they have signed in."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import kept_words
from accounts.models import User
from campaign.services import remove_member
from tests import ford
from tests.cast import PASSWORD
from tests.company import NOON, membership
from tests.ford import ORDERS, Ford
from tests.storytelling import told
from turns.models import TurnDraft, TurnPost

pytestmark = pytest.mark.django_db

TEXT = "The ice creaks, and he does not."


def sent_after_the_session_ended(client: Client, address: str, fields: dict[str, str]) -> Any:
    """The form goes out when the server has forgotten who it was."""
    Session.objects.all().delete()
    answer = client.post(address, fields)
    assert answer.status_code == 302 and answer["Location"].startswith("/account/login/")
    return answer


def signed_in_again(client: Client, answer: Any, name: str = "bob") -> Any:
    told = client.get(answer["Location"]).content.decode()
    assert "What you wrote is kept" in told
    return client.post(answer["Location"], {"login": name, "password": PASSWORD}, follow=True)


@pytest.mark.parametrize("under", ["review/", "play/", ""])
def test_a_turn_half_written_is_in_its_field_after_signing_in(the_ford: Ford, under: str) -> None:
    client = the_ford.as_("bob")
    fields = {"unit": "toki", "text": TEXT, "version": "0", "key": "k", **ORDERS}
    page = signed_in_again(client, sent_after_the_session_ended(client, the_ford.url + under, fields))
    shown = unescape(page.content.decode())
    assert "Here is what you had written." in shown
    assert f">{TEXT}</textarea>" in shown
    assert re.search(r'name="to"[^>]* value="F4"', shown)
    assert not TurnPost.objects.exists()


def test_what_was_written_for_a_turn_that_ended_meanwhile_is_kept_as_a_draft(the_ford: Ford) -> None:
    client = the_ford.as_("carla")
    fields = {"unit": "eyra", "text": TEXT, **ORDERS}
    page = signed_in_again(client, sent_after_the_session_ended(client, the_ford.url + "review/", fields), "carla")
    assert "That turn is no longer open. What you wrote is kept as a draft." in page.content.decode()
    assert TurnDraft.objects.get(unit="eyra").narrative == TEXT


def test_words_for_anothers_unit_become_nobodys_draft(the_ford: Ford) -> None:
    client = the_ford.as_("carla")
    answer = sent_after_the_session_ended(client, the_ford.url + "review/", {"unit": "toki", "text": TEXT, **ORDERS})
    assert TEXT not in signed_in_again(client, answer, "carla").content.decode()
    assert not TurnDraft.objects.exists()


def test_an_early_turn_half_written_is_on_its_page_after_signing_in(the_ford: Ford) -> None:
    client = the_ford.as_("carla")
    fields = {"do": "leave", "text": TEXT, "mode": "act", "to": "B4"}
    page = signed_in_again(client, sent_after_the_session_ended(client, the_ford.url + "plan/eyra/", fields), "carla")
    shown = unescape(page.content.decode())
    assert TEXT in shown and "Here is what you had written." in shown
    assert the_ford.state().plans == {}


def test_any_other_form_is_shown_again_and_sent_by_one_press(the_ford: Ford) -> None:
    client = the_ford.as_("alice")
    address = the_ford.url + "direct/correct/"
    fields = {"unit": "raider1", "attribute": "armor", "value": "4", "reason": "A strap of the mail has broken."}
    fields["version"] = ford.hidden_fields(client.get(address).content.decode())["version"]
    shown = signed_in_again(client, sent_after_the_session_ended(client, address, fields), "alice").content.decode()
    assert "nothing has been done with it yet" in shown and "A strap of the mail has broken." in shown
    assert the_ford.state().units["raider1"].armor == 10
    assert f'action="{address}"' in shown
    sent = client.post(address, ford.hidden_fields(shown))
    assert sent.status_code == 302, sent.content.decode()
    assert the_ford.state().units["raider1"].armor == 4
    assert client.get("/account/again/").status_code == 302


def test_what_was_kept_can_be_let_go(the_ford: Ford) -> None:
    client = the_ford.as_("alice")
    answer = sent_after_the_session_ended(client, "/settings/", {"display_name": "Alice of the long road"})
    assert "Alice of the long road" in signed_in_again(client, answer, "alice").content.decode()
    client.post("/account/again/")
    assert client.get("/account/again/").status_code == 302


@pytest.mark.parametrize(
    ("fields", "headers"),
    [
        ({"oldpassword": "secret", "password1": "another"}, {}),
        ({"text": "from a script"}, {"Sec-Fetch-Mode": "cors"}),
        ({"text": "x" * (kept_words.LONGEST + 1)}, {}),
    ],
)
def test_no_password_no_scripts_request_and_nothing_endless_is_kept(
    client: Client, fields: dict[str, str], headers: dict[str, str]
) -> None:
    answer = client.post("/settings/", fields, headers=headers)
    assert answer["Location"] == "/account/login/?next=/settings/"
    assert kept_words.KEPT not in client.session


def test_a_visitor_who_only_reads_is_kept_nothing(client: Client) -> None:
    assert client.get("/settings/")["Location"] == "/account/login/?next=/settings/"
    assert kept_words.KEPT not in client.session


def test_whoever_is_removed_while_writing_gets_the_words_back_and_nothing_else(
    alice: User, bob: User, carla: User, sam: User
) -> None:
    campaign, scene = told((alice, bob, carla, sam))
    campaign.is_public = False
    campaign.save()
    client = Client()
    client.force_login(bob)
    remove_member(membership=membership(bob, campaign), by=alice, at=NOON)
    answer = client.post(f"{scene.get_absolute_url()}write/", {"body": f"<b>{TEXT}", "note": "", "voice": "self"})
    shown = answer.content.decode()
    assert answer.status_code == 404 and f"&lt;b&gt;{TEXT}</textarea>" in shown
    assert scene.title not in shown and "<textarea" not in client.get(scene.get_absolute_url()).content.decode()
