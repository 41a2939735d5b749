"""A turn on its way to the dice: the review, the act, the board that changed meanwhile, the post afterwards."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Roll
from notifications.models import Notice
from tests import ford
from tests.ford import ORDERS, Ford, hidden_fields
from turns.models import TurnDraft, TurnPost

pytestmark = pytest.mark.django_db


def reviewed(
    the_ford: Ford, name: str = "bob", text: str = "She walks onto the ice.", **fields: str
) -> tuple[Any, str]:
    """The client and the review page of a turn sent by the composer."""
    client = the_ford.as_(name)
    page = client.get(the_ford.url).content.decode()
    data = hidden_fields(page) | {"text": text, **ORDERS, **fields}
    answer = client.post(the_ford.url + "review/", data, follow=True)
    assert answer.status_code == 200, answer.content.decode()[:500]
    return client, answer.content.decode()


def test_the_review_says_what_happens_who_reads_it_and_what_cannot_be_undone(the_ford: Ford) -> None:
    _client, page = reviewed(the_ford)
    assert "C5 → F4" in page
    assert "Strength attack on Raider 1" in page
    assert "Needs &lt; 83 on 1d100" in page
    assert "only the director can correct or undo it" in page
    assert "5 members of the campaign will read it." in page or "Everybody may read it" in page
    assert ">Roll 1d100 against Raider 1</button>" in page
    for field in ("f-horn", "f-to", "f-act", "text"):
        assert f"#{field}" in page
    assert Roll.objects.filter(unit="toki").count() == 0


def test_the_threshold_of_the_review_is_the_one_of_the_log(the_ford: Ford) -> None:
    """Behaviour 9."""
    client, page = reviewed(the_ford)
    answer = client.post(the_ford.url + "play/", hidden_fields(page), follow=True)
    log = answer.content.decode()
    assert answer.redirect_chain[-1][0].endswith("/turns/1/")
    assert "needs &lt; 83, rolls" in log
    assert "Strength attack" in log
    assert "She walks onto the ice." in log


def test_one_key_is_one_turn_however_often_it_is_sent(the_ford: Ford) -> None:
    """Behaviour 13."""
    client, page = reviewed(the_ford)
    fields = hidden_fields(page)
    first = client.post(the_ford.url + "play/", fields)
    second = client.post(the_ford.url + "play/", fields)
    assert first.status_code == second.status_code == 302
    assert first.url == second.url
    assert TurnPost.objects.count() == 1
    assert Roll.objects.filter(unit="toki").count() == 1


def test_the_result_is_read_again_without_playing_again(the_ford: Ford) -> None:
    """Behaviour 14: reloading the result, or going back to the review, posts nothing."""
    client, page = reviewed(the_ford)
    address = client.post(the_ford.url + "play/", hidden_fields(page)).url
    assert client.get(address).status_code == client.get(address).status_code == 200
    back = client.get(the_ford.url + "review/?unit=toki")
    assert back.status_code == 302
    assert TurnPost.objects.count() == 1


def test_a_post_takes_the_draft_along(the_ford: Ford) -> None:
    client, page = reviewed(the_ford)
    assert TurnDraft.objects.count() == 1
    client.post(the_ford.url + "play/", hidden_fields(page))
    assert TurnDraft.objects.count() == 0


def test_rest_is_confirmed_like_any_other_turn(the_ford: Ford) -> None:
    """TURN-2, WILL-5."""
    client, page = reviewed(the_ford, mode="rest")
    assert "+1 willpower. The turn ends." in page
    assert ">Rest with Tóki</button>" in page
    client.post(the_ford.url + "play/", hidden_fields(page))
    assert the_ford.state().units["toki"].willpower == 4


def test_text_is_escaped_and_broken_into_paragraphs(the_ford: Ford) -> None:
    client, page = reviewed(the_ford, text="<b>One</b>\n\nTwo")
    assert "<b>One" not in page
    shown = client.post(the_ford.url + "play/", hidden_fields(page), follow=True).content.decode()
    assert "<p>&lt;b&gt;One&lt;/b&gt;</p>" in shown
    assert "<p>Two</p>" in shown


def move_eyra_meanwhile(the_ford: Ford, **figures: int) -> None:
    """The director changes something everybody sees."""
    client = the_ford.as_("alice")
    fields = hidden_fields(client.get(the_ford.url + "direct/correct/").content.decode())
    data = {"unit": "raider1", "attribute": "armor", "value": "4", "reason": "A strap broke."}
    assert client.post(the_ford.url + "direct/correct/", fields | data).status_code == 302


def test_a_changed_board_is_told_before_any_die(the_ford: Ford) -> None:
    """Behaviour 20: what changed, whether the plan is legal, the new numbers, the text intact."""
    client, page = reviewed(the_ford, to="E5", act="none", target="")
    move_eyra_meanwhile(the_ford)
    answer = client.post(the_ford.url + "play/", hidden_fields(page))
    changed = answer.content.decode()
    assert answer.status_code == 409
    assert "Nothing was rolled. Your text is safe." in changed
    assert "corrects Raider 1: armor 10 → 4: A strap broke." in changed
    assert "It is still legal." in changed
    assert "She walks onto the ice." in changed
    assert TurnPost.objects.count() == 0


def test_a_changed_threshold_is_shown_old_and_new_and_asked_again(the_ford: Ford) -> None:
    client, page = reviewed(the_ford, to="F4")
    staff = the_ford.as_("alice")
    fields = hidden_fields(staff.get(the_ford.url + "direct/correct/").content.decode())
    staff.post(
        the_ford.url + "direct/correct/",
        fields | {"unit": "toki", "attribute": "strength", "value": "9", "reason": "Cold."},
    )
    changed = client.post(the_ford.url + "play/", hidden_fields(page))
    assert "Before: &lt; 83, now: &lt; 69." in changed.content.decode()
    again = client.post(the_ford.url + "review/", hidden_fields(changed.content.decode()), follow=True).content.decode()
    assert "Needs &lt; 69 on 1d100" in again
    assert client.post(the_ford.url + "play/", hidden_fields(again)).status_code == 302


def test_a_plan_that_no_longer_works_says_why_and_can_be_adjusted_or_discarded(the_ford: Ford) -> None:
    client, page = reviewed(the_ford)
    staff = the_ford.as_("alice")
    fields = hidden_fields(staff.get(the_ford.url + "direct/correct/").content.decode())
    staff.post(
        the_ford.url + "direct/correct/",
        fields | {"unit": "raider2", "attribute": "at", "value": "F4", "reason": "Fog."},
    )
    changed = client.post(the_ford.url + "play/", hidden_fields(page)).content.decode()
    assert "It can no longer be done as it is:" in changed
    assert "F4 is taken by Raider 2." in changed
    assert "Keep the plan" not in changed
    client.post(the_ford.url + "discard/", hidden_fields(changed) | {"what": "plan"})
    draft = TurnDraft.objects.get()
    assert draft.narrative == "She walks onto the ice."
    assert draft.plan["to"] == ""


def test_a_composer_opened_before_a_change_is_stopped_at_the_review(the_ford: Ford) -> None:
    client = the_ford.as_("bob")
    page = client.get(the_ford.url).content.decode()
    move_eyra_meanwhile(the_ford)
    answer = client.post(the_ford.url + "review/", hidden_fields(page) | {"text": "Kept", **ORDERS})
    assert answer.status_code == 409
    assert "Kept" in answer.content.decode()


def test_a_turn_played_elsewhere_is_told_with_the_text_to_keep(the_ford: Ford) -> None:
    client, page = reviewed(the_ford)
    the_ford.pass_turn("toki", "bob", "From the other device")
    answer = client.post(the_ford.url + "play/", hidden_fields(page))
    assert answer.status_code == 409
    assert "This turn is no longer open" in answer.content.decode()
    assert "She walks onto the ice." in answer.content.decode()
    assert TurnPost.objects.count() == 1


@pytest.mark.parametrize("name", ["carla", "sam", "zoe"])
def test_nobody_plays_for_another(the_ford: Ford, name: str) -> None:
    _client, page = reviewed(the_ford)
    answer = the_ford.as_(name).post(the_ford.url + "play/", hidden_fields(page))
    assert answer.status_code in (403, 404, 409)
    assert TurnPost.objects.count() == 0


def test_nobody_keeps_drafts_for_anothers_unit_or_for_a_hidden_one(the_ford: Ford) -> None:
    client = the_ford.as_("carla")
    for unit in ("toki", "scout", "nobody"):
        assert client.post(the_ford.url + "draft/", {"unit": unit, "text": "x"}).status_code == 404
    assert TurnDraft.objects.count() == 0


def test_two_tabs_keep_both_texts_and_the_second_is_told(the_ford: Ford) -> None:
    """Behaviour 17."""
    client = the_ford.as_("bob")
    first = client.post(the_ford.url + "draft/", {"unit": "toki", "text": "One", "revision": "0", "fork": "0"})
    assert first.json()["revision"] == 1
    second = client.post(the_ford.url + "draft/", {"unit": "toki", "text": "Two", "revision": "0", "fork": "0"})
    assert second.status_code == 409
    assert second.json()["conflict"] is True
    assert {draft.narrative for draft in TurnDraft.objects.all()} == {"One", "Two"}
    assert "Other drafts of this turn:" in client.get(the_ford.url).content.decode()


def test_a_late_turn_says_that_the_penalty_has_fallen_and_where_it_enters(people: dict[str, Any]) -> None:
    """Behaviour 28, LATE-1 to LATE-3: review, ladder, deadline and log agree."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    client, page = reviewed(the_ford, to="", act="none", target="")
    assert "−1 initiative has already been applied" in page
    assert "ahead of Eyra" in page
    before = the_ford.state().running.due
    client.post(the_ford.url + "play/", hidden_fields(page))
    after = client.get(the_ford.url).content.decode()
    assert the_ford.state().running.due - before == 3 * 3600 * 1000
    assert "acted late" in after
    chronicle = client.get(the_ford.url + "chronicle/").content.decode()
    assert "Eyra gets 3 h more, because Tóki acted late (LATE-3)." in chronicle
    assert "3 h" in client.get(the_ford.url + "ledger/").content.decode()
    post = TurnPost.objects.get()
    assert post.manner == "late"
    assert Notice.objects.filter(reader=people["carla"], kind=Notice.Kind.MORE_TIME).exists()


def test_the_posts_dice_are_written_as_the_rules_want_them(the_ford: Ford) -> None:
    """DMG-6: in both languages."""
    client, page = reviewed(the_ford, boost="2")
    address = client.post(the_ford.url + "play/", hidden_fields(page)).url
    assert "Strength attack + 2 Vol" in client.get(address).content.decode()
    client.post("/language/", {"language": "es", "next": "/"})
    assert re.search(r"Ataque Fuerza \+ 2 ?Vol", client.get(address).content.decode())


def test_a_turns_words_are_read_with_their_markdown_and_bbcode(the_ford: Ford) -> None:
    client, page = reviewed(the_ford, text="She **leaps**.\nThe [i]ice[/i] holds. <script>alert(1)</script>")
    shown = client.post(the_ford.url + "play/", hidden_fields(page), follow=True).content.decode()
    assert "<strong>leaps</strong>" in shown and "<em>ice</em>" in shown and "<br>" in shown
    assert "<script>alert" not in shown and "&lt;script&gt;alert(1)" in shown
    assert "<strong>leaps</strong>" in client.get(the_ford.url + "chronicle/").content.decode()


@pytest.mark.parametrize(
    "passage", ["[private=Carla]Behind me![/private]", "[director]I lie", "[ private = Carla ]psst"]
)
def test_a_private_passage_in_a_turn_is_refused_and_kept(the_ford: Ford, passage: str) -> None:
    client, page = reviewed(the_ford, text=f"She walks. {passage}")
    fields = hidden_fields(page)
    answer = client.post(the_ford.url + "play/", fields, follow=True)
    shown = answer.content.decode()
    assert "a private passage has no place in it" in shown and passage.replace("<", "&lt;") in shown
    assert TurnPost.objects.count() == 0 and Roll.objects.filter(unit="toki").count() == 0
    assert passage in TurnDraft.objects.get(unit="toki").narrative


def test_a_post_leads_to_the_ones_beside_it(the_ford: Ford) -> None:
    about = {"battle": the_ford.battle, "round": 1, "first_event": 1, "last_event": 1, "at": timezone.now()}
    for number in (1, 2, 3):
        TurnPost.objects.create(number=number, unit="toki", unit_name="Toki", manner="on-time", **about)
    pages = {n: the_ford.as_("bob").get(f"{the_ford.url}turns/{n}/").content.decode() for n in (1, 2, 3)}
    links = {
        n: (f'rel="prev" href="{the_ford.url}turns/{n - 1}/"', f'rel="next" href="{the_ford.url}turns/{n + 1}/"')
        for n in pages
    }
    assert [[link in pages[n] for link in links[n]] for n in pages] == [[False, True], [True, True], [True, False]]
