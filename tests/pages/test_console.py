"""The director's queue: rows, one of them looked at closely, a yes to several at once, a no with a word."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaign.selectors import role_of
from characters.models import Character
from characters.services import approve_character, revise_character
from rulebook.saga.board import parse_cell
from tests import ford, queueing
from tests.company import proposed, wish
from tests.ford import hidden_fields
from tests.queueing import WORDS, Queue
from turns.models import Absence, TurnPost
from turns.services import correct, hand_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue(people: dict[str, Any]) -> Queue:
    return queueing.build(people)


def page(queue: Queue, query: str = "", **headers: Any) -> str:
    answer = queue.as_().get(queue.address + query, **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def pane(text: str) -> str:
    return text[text.index('id="detail"') : text.index("</section>", text.index('id="detail"'))]


def boxes(text: str) -> list[str]:
    return re.findall(r'type="checkbox" form="bulk" name="rows" value="([^"]+)"', text)


def approved(queue: Queue, answer: Any) -> list[tuple[str, str, str]]:
    """What the console says of each row after a form was sent."""
    assert answer.status_code == 302, answer.content.decode()[:300]
    text = queue.as_().get(answer.url).content.decode()
    part = text[text.index('id="c-results"') : text.index("</section>", text.index('id="c-results"'))]
    found = re.findall(r'<li><span class="chip \w+">(\w+)</span> (?:<a[^>]*>)?([^<:]+)(?:</a>)?: ([^<]+)</li>', part)
    return [(state, title, words) for state, title, words in found]


# --- rows and the one beside them


def test_the_most_urgent_row_stands_first_and_is_shown_beside_the_queue(queue: Queue) -> None:
    text = page(queue)
    assert re.findall(r'data-row="([\w-]+)"', text) == queue.keys
    assert "To decide (5)" in text
    shown = pane(text)
    assert "Eyra" in shown and "→ F3, strength attack → Raider 1" in shown
    assert "needs &lt;" in shown and WORDS in shown
    assert "board-picture" in shown and 'name="pick"' not in shown
    assert "It acts now; afterwards it is the turn of Hrolf." in shown
    assert "3 players, 1 spectator, and anybody: the campaign is public" in shown


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, ("Sunna", "Message to the player", "Allowed")),
        (3, ("Hrolf", "Level 1 → 2", "It is time.")),
        (4, ("Zoe", "Why?", "For the cold.", "Put on the waiting list")),
    ],
)
def test_without_scripts_a_link_chooses_the_row(queue: Queue, number: int, words: tuple[str, ...]) -> None:
    key = queue.keys[number]
    text = page(queue, f"?row={key}")
    assert f'href="?row={key}#detail"' in text
    assert re.search(rf'data-row="{key}" aria-current="true"', text)
    for one in words:
        assert one in pane(text)


def test_a_row_that_nobody_knows_chooses_the_first(queue: Queue) -> None:
    assert WORDS in pane(page(queue, "?row=sheet-999999"))
    assert "unasked" in page(queue, "?row=%00'")


def test_a_part_is_the_row_alone(queue: Queue) -> None:
    text = page(queue, f"?row={queue.keys[1]}", headers={"X-Part": "detail"})
    assert text.startswith("<section") and "<html" not in text and "Sunna" in text


def test_only_the_director_comes_here(queue: Queue) -> None:
    for name in ("bob", "sam"):
        assert queue.as_(name).get(queue.address, headers={"X-Part": "detail"}).status_code == 403
        assert queue.decide(name, rows=queue.keys).status_code == 403
    assert queue.decide("zoe", rows=queue.keys).status_code == 403
    assert queue.as_().get(f"{queue.address}decide/").status_code == 405
    queue.sheet.refresh_from_db()
    assert queue.sheet.status == "proposed"


def test_a_missed_turn_is_shown_with_its_penalty_and_where_it_would_enter(people: dict[str, Any]) -> None:
    """LATE-1, LATE-2."""
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    the_ford.as_("bob").get(the_ford.url)
    text = the_ford.as_("alice").get(f"/c/{the_ford.campaign.slug}/director/").content.decode()
    shown = pane(text)
    assert "−1 initiative" in shown and f"{the_ford.url}direct/pardon/?unit=toki" in shown
    assert "If sent, Tóki acts at once, ahead of Eyra, whose turn gets more time (LATE-1, LATE-3)." in shown


def test_fifty_rows_ask_no_more_of_the_database_than_five_and_stay_light(queue: Queue) -> None:
    """ux 5.3: 25 kB of HTML compressed, 1,500 elements."""

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page(queue)
        return len(caught)

    page(queue)
    before = queries()
    queueing.fill(queue, 45)
    assert queries() == before
    text = page(queue)
    assert text.count("data-row=") == 50
    assert len(gzip.compress(text.encode())) <= 25_000
    assert len(re.findall(r"<[a-z]", text)) <= 1500


def test_whoever_wrote_nothing_for_days_is_named_unless_away(queue: Queue, people: dict[str, Any]) -> None:
    assert "No news" not in page(queue)
    long_ago = timezone.now() - timedelta(days=7)
    queue.ford.campaign.memberships.update(joined_at=long_ago)
    text = page(queue)
    quiet = text[text.index('id="c-quiet"') : text.index("</section>", text.index('id="c-quiet"'))]
    assert "Dani" in quiet and "nothing for 7 days" in quiet
    assert "Carla" not in quiet and "Bob" not in quiet
    Absence.objects.create(
        campaign=queue.ford.campaign,
        user=people["dani"],
        starts_at=long_ago,
        ends_at=timezone.now() + timedelta(days=1),
    )
    assert "No news" not in page(queue)


# --- a yes to several at once


def test_all_that_needs_no_more_is_approved_at_once_and_told_row_by_row(queue: Queue, people: dict[str, Any]) -> None:
    marked = [one for one in boxes(page(queue)) if not one.startswith("plan")]
    assert [one.partition(".")[0] for one in marked] == queue.keys[1:]
    told = approved(queue, queue.decide(rows=marked))
    assert told == [
        ("done", "Sunna", "approved"),
        ("done", "Ylva", "approved"),
        ("done", "Hrolf", "approved; the sheet is changed"),
        ("done", "Zoe", "accepted"),
    ]
    assert role_of(people["zoe"], queue.ford.campaign) == "player"
    assert Character.objects.get(pk=queue.sheet.pk).status == "active"
    assert "To decide (1)" in page(queue)


def test_one_row_is_approved_by_its_own_button(queue: Queue) -> None:
    told = approved(queue, queue.decide(only=queue.keys[1], rows=queue.keys[2:]))
    assert told == [("done", "Sunna", "approved")]
    assert Character.objects.get(pk=queue.other_sheet.pk).status == "proposed"


def test_where_some_cannot_be_approved_the_others_are(queue: Queue, people: dict[str, Any]) -> None:
    """One taken back, one decided otherwise, one of another campaign, one that is nothing."""
    foreign = proposed(ford.build(people).campaign, people["dani"], name="Foreigner")
    marked = boxes(page(queue))[1:]
    queue.other_sheet.delete()
    queue.petition.status = "returned"
    queue.petition.save()
    told = approved(queue, queue.decide(rows=[*marked, f"sheet-{foreign.pk}", "sheet-x", "errand-3"]))
    assert [(state, words) for state, _title, words in told] == [
        ("done", "approved"),
        ("failed", "This does not wait any more."),
        ("failed", "This was decided already: returned by the director."),
        ("done", "accepted"),
        ("failed", "This does not wait any more."),
        ("failed", "There is nothing of this name."),
        ("failed", "There is nothing of this name."),
    ]
    foreign.refresh_from_db()
    assert foreign.status == "proposed"


def test_a_sheet_changed_since_it_was_read_is_not_approved_unread(queue: Queue, people: dict[str, Any]) -> None:
    marked = boxes(page(queue))[1]
    changed = wish(queue.ford.campaign, name="Sunna", reaction=5)
    revise_character(character=queue.sheet, by=people["bob"], proposal=changed, at=timezone.now())
    told = approved(queue, queue.decide(rows=[marked]))
    assert told == [("failed", "Sunna", "The sheet has been changed since you read it. Look again, then decide.")]
    assert approved(queue, queue.decide(rows=[boxes(page(queue))[1]], key="again"))[0][0] == "done"


def test_the_same_form_sent_twice_tells_the_same(queue: Queue) -> None:
    marked = boxes(page(queue))[1:]
    client = queue.as_()
    answers: list[Any] = [
        client.post(f"{queue.address}decide/", {"key": "one-form", "do": "approve", "rows": [*marked, "sheet-0"]})
        for _again in range(2)
    ]
    assert answers[0].url == answers[1].url
    pages = [client.get(answer.url).content.decode() for answer in answers]
    assert all("Approved: 4 of 5" in one for one in pages)
    queue.browsers.clear()
    told = approved(queue, queue.decide(rows=[*marked, "sheet-0"]))
    assert [state for state, *_rest in told] == ["done"] * 4 + ["failed"]


def test_what_another_director_approved_meanwhile_counts_as_done(queue: Queue, people: dict[str, Any]) -> None:
    marked = boxes(page(queue))[1]
    approve_character(character=queue.sheet, by=people["alice"], at=timezone.now())
    assert approved(queue, queue.decide(rows=[marked])) == [("done", "Sunna", "approved")]


def test_a_closed_door_is_said(queue: Queue) -> None:
    queue.ford.campaign.door_open = False
    queue.ford.campaign.save()
    assert "waits there until you open it" in pane(page(queue, f"?row={queue.keys[1]}"))
    assert approved(queue, queue.decide(rows=[boxes(page(queue))[1]])) == [
        ("done", "Sunna", "approved; waits at the door")
    ]


def test_nothing_marked_says_so(queue: Queue) -> None:
    answer = queue.as_().post(f"{queue.address}decide/", {"key": "k", "do": "approve"}, follow=True)
    assert "Mark at least one row." in answer.content.decode()


def test_without_scripts_a_link_marks_all(queue: Queue) -> None:
    text = page(queue, "?all=1")
    assert len(boxes(text)) == 5
    assert text.count('form="bulk" name="rows"') == len(re.findall(r'name="rows" value="[^"]+" checked', text))


# --- dice


def _sent(page: str, **more: Any) -> dict[str, Any]:
    return hidden_fields(page) | more


def test_dice_are_confirmed_on_a_page_before_they_are_rolled(queue: Queue) -> None:
    marked = boxes(page(queue))[:2]
    review = queue.decide(rows=marked)
    assert review.status_code == 200
    text = review.content.decode()
    assert "Before the dice are rolled" in text and "→ F3, strength attack → Raider 1" in text
    assert "Approved along with it" in text and "Sunna" in text
    assert not TurnPost.objects.filter(unit="eyra").exists()
    assert Character.objects.get(pk=queue.sheet.pk).status == "proposed"
    told = approved(queue, queue.decide(**_sent(text, rows=marked)))
    assert told == [("done", "Eyra", "published; the dice are rolled"), ("done", "Sunna", "approved")]
    post = TurnPost.objects.get(unit="eyra")
    assert (post.narrative, post.notes["how"]) == (WORDS, "plan")
    again = approved(queue, queue.decide(**_sent(text, rows=marked, key="lost")))
    assert again[0][:2] == ("done", "Eyra")
    assert TurnPost.objects.filter(unit="eyra").count() == 1


@pytest.mark.parametrize(
    "fields", [{"confirm": "1"}, {"confirm": "1", "alternative": "0"}, {"confirm": "1", "version": "x"}]
)
def test_dice_that_nobody_confirmed_are_not_rolled(queue: Queue, fields: dict[str, str]) -> None:
    key = queue.keys[0]
    named = {name if name == "confirm" else f"{name}-{key}": value for name, value in fields.items()}
    told = approved(queue, queue.decide(rows=[key], **named))
    assert told == [("failed", "Eyra", "This rolls dice and was not confirmed.")]
    assert not TurnPost.objects.filter(unit="eyra").exists()


def test_a_battle_that_changed_since_the_page_is_not_rolled_in(queue: Queue, people: dict[str, Any]) -> None:
    """The early turn was left to its player meanwhile: it is not played from a page that is old."""
    text = queue.decide(rows=queue.keys[:1]).content.decode()
    hand_back(battle_id=queue.ford.battle.pk, unit="eyra", director=people["alice"], at=timezone.now())
    told = approved(queue, queue.decide(**hidden_fields(text)))
    assert told[0][0] == "failed"
    assert not TurnPost.objects.filter(unit="eyra").exists()


def test_an_early_turn_that_cannot_be_played_is_left_out_and_said(queue: Queue, people: dict[str, Any]) -> None:
    correct(
        battle_id=queue.ford.battle.pk,
        unit="raider2",
        attribute="at",
        value=parse_cell("F3"),
        reason="a slip",
        director=people["alice"],
        at=timezone.now(),
    )
    assert "No alternative can be played as the board is now" in pane(page(queue))
    assert "F3 is taken by Raider 2." in pane(page(queue))
    text = queue.decide(rows=queue.keys[:2]).content.decode()
    assert "Left out" in text
    told = approved(queue, queue.decide(**hidden_fields(text)))
    assert told == [("done", "Sunna", "approved")]


# --- a no with a word


def test_a_sheet_goes_back_with_a_word_from_the_pane(queue: Queue) -> None:
    answer = queue.decide(only=queue.keys[1], do="return", word="Less armor, please.")
    assert answer.status_code == 302
    queue.sheet.refresh_from_db()
    assert (queue.sheet.status, queue.sheet.director_note) == ("returned", "Less armor, please.")


@pytest.mark.parametrize(
    ("number", "do", "status"), [(3, "return", "returned"), (4, "return", "declined"), (4, "list", "listed")]
)
def test_what_is_asked_is_answered_from_the_pane(queue: Queue, number: int, do: str, status: str) -> None:
    assert queue.decide(only=queue.keys[number], do=do, word="Not yet.").status_code == 302
    row = queue.petition if number == 3 else queue.application
    row.refresh_from_db()
    assert (row.status, row.word) == (status, "Not yet.")


def test_a_word_is_needed_and_what_was_typed_is_kept(queue: Queue) -> None:
    empty = queue.decide(only=queue.keys[1], do="return", word="  ")
    assert empty.status_code == 422
    assert "Say what should change: the player reads it." in empty.content.decode()
    long = "x" * 2001
    answer = queue.decide(only=queue.keys[1], do="return", word=long)
    assert answer.status_code == 422
    assert long in pane(answer.content.decode())
    queue.sheet.refresh_from_db()
    assert queue.sheet.status == "proposed"


def test_a_word_for_what_does_not_wait_any_more_is_given_back(queue: Queue) -> None:
    queue.sheet.delete()
    answer = queue.decide(only=queue.keys[1], do="return", word="Less armor, please.")
    assert answer.status_code == 409
    assert "This does not wait any more." in answer.content.decode()
    assert "Less armor, please." in answer.content.decode()
    assert queue.decide(only="plan-1", do="return", word="No.").status_code == 409


# --- single keys


def test_single_keys_are_listed_and_can_be_switched_off(queue: Queue, people: dict[str, Any]) -> None:
    assert "data-keys" in page(queue)
    client = queue.as_()
    settings = client.get("/settings/").content.decode()
    assert re.search(r'name="single_keys"[^>]*checked', settings)
    client.post("/settings/", {"language": "en", "time_zone": "UTC", "theme": "auto", "board_text": "normal"})
    people["alice"].refresh_from_db()
    assert not people["alice"].single_keys
    assert "data-keys" not in page(queue)
    assert "In the director's console" in client.get("/help/").content.decode()
