"""G21: whatever is typed as dice or as a post is read or refused, in bounded time, memory and output."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from markup.plain import folded, plain, to_markdown, to_xhtml
from markup.private import Broken, pieces_of
from markup.render import render, tidy
from notifications.models import Notice
from rulebook.dice_notation import LARGEST, MOST_AGAIN, MOST_DICE, MOST_SIDES, Outcome, read_beginning, roll
from rulebook.errors import Unreadable
from story.models import Audience, Passage, Post, Rendering, Scene, SceneRoll
from story.services.words import LONGEST_BODY
from tests.company import NOON
from tests.hostile import encoded
from tests.hostile_words import KNOWN, LONGEST_FOLDED, runs, too_deep, too_large
from tests.reliability.figures import EXPRESSIONS, HOSTILE_POSTS, tell
from tests.reliability.fuzz import expression, text
from tests.reliability.watch import MOST_GROWTH, Watch
from tests.storytelling import scene_in, told

CODES = {
    *("dice-too-long", "dice-unreadable", "dice-too-deep", "too-many-dice", "no-dice", "no-such-die", "endless-dice"),
    *("nothing-kept", "number-too-large", "divide-by-zero", "dice-in-divisor"),
}
LONGEST_REFUSAL = 200
SENT = HOSTILE_POSTS // 10
"""So many of the posts are sent to the page."""
IN_ONE_SCENE = 40
NO_LETTER = "\ufffd"
"""What a page shows in place of the one character that no database keeps."""
ROOMS = ("scene", "print", "markdown", "epub", "drafts")


class Table:
    """A table that counts what is thrown on it; `high` dice show their highest face whenever they can."""

    def __init__(self, luck: random.Random, *, high: bool) -> None:
        self.luck, self.high, self.counter = luck, high, 0

    def roll(self, sides: int) -> int:
        assert 1 <= sides <= MOST_SIDES
        self.counter += 1
        return sides if self.high else self.luck.randint(1, sides)


def test_dice_are_read_or_refused_and_never_more_are_thrown_than_may_be(seed: int) -> None:
    luck, watch, answers, most = random.Random(seed), Watch(), Counter[str](), 0
    for number in range(EXPRESSIONS):
        typed = expression(luck)
        dice = Table(luck, high=luck.random() < 0.3)
        answers[watch.of(repr(typed[:40]), lambda: thrown(typed, dice))] += 1  # noqa: B023
        most = max(most, dice.counter)
        assert most <= MOST_DICE + MOST_AGAIN, f"{most} dice for {typed!r}, number {number} of seed {seed}"
    assert set(answers) <= {*CODES, "read"} and answers["read"] and len(answers) > 1
    assert watch.growth < MOST_GROWTH
    tell(f"G21: {EXPRESSIONS} dice expressions: {dict(answers)}, at most {most} dice thrown; {watch} (seed {seed})")


def thrown(typed: str, dice: Table) -> str:
    """Read and throw as publishing does: the code of the refusal, or that it was read."""
    try:
        notation, _reason = read_beginning(typed)
    except Unreadable as refused:
        assert dice.counter == 0 and 0 < len(refused.message) <= LONGEST_REFUSAL, refused.message
        return refused.code
    outcome = roll(notation, dice)
    assert notation.least <= outcome.total <= notation.most, typed
    assert -LARGEST <= outcome.total <= LARGEST, typed
    assert dice_of(outcome) == notation.dice <= dice.counter <= notation.dice + MOST_AGAIN, typed
    assert dice.counter == notation.dice or "!" in notation.written, typed
    return "read"


def dice_of(outcome: Outcome) -> int:
    return sum(len(one.dice) for one in outcome.thrown)


def test_whatever_is_written_becomes_words_of_bounded_size_and_nothing_that_runs(seed: int) -> None:
    luck, watch, typed, shown = random.Random(seed), Watch(), 0, 0
    for number in range(HOSTILE_POSTS):
        written = text(luck)[:LONGEST_BODY]
        html = watch.of(repr(written[:40]), lambda: everything_made_of(written))  # noqa: B023
        found = [one for one in (runs(html), too_large(written, html), too_deep(written, html)) if one]
        assert not found, f"{found} for text {number} of seed {seed}: {written[:500]!r}"
        typed, shown = typed + len(written.encode()), shown + len(html.encode())
    assert watch.growth < MOST_GROWTH
    tell(f"G21: {HOSTILE_POSTS} texts of {typed} bytes became {shown} bytes of HTML; {watch} (seed {seed})")


def everything_made_of(written: str) -> str:
    """The HTML; what else is made of a text on its way is made too, and looked at here."""
    html = render(written, KNOWN)
    assert len(plain(written)) <= len(written) + 20 * written.count("[")
    assert len(folded(written)) <= LONGEST_FOLDED * len(written)
    assert to_markdown(written, KNOWN.rolls) is not None and KNOWN.names.mentioned_in(written) <= set(range(1, 8))
    assert not runs(to_xhtml(html).replace(" />", ">"))
    try:
        assert sum(len(piece.text) for piece in pieces_of(tidy(written))) <= len(written)
    except Broken as broken:
        assert len(str(broken)) < LONGEST_BODY
    return html


# --- sent to the page


@pytest.mark.django_db
def test_hostile_posts_sent_to_the_page_are_published_or_come_back_with_their_words(
    alice: User, bob: User, carla: User, sam: User, seed: int
) -> None:
    luck, watch, answers = random.Random(seed), Watch(), Counter[int]()
    campaign, scene = told((alice, bob, carla, sam))
    client = signed_in(bob)
    for number in range(SENT):
        if number and number % IN_ONE_SCENE == 0:
            look_at(scene, client, signed_in(alice))
            scene = scene_in(campaign, alice, title=f"Scene {number}")
        written = text(luck)
        with time_machine.travel(NOON + timedelta(minutes=number), tick=False):
            sent = watch.of(repr(written[:40]), lambda: Sent(client, scene, written, number))  # noqa: B023
        answers[sent.status] += 1
        found = list(sent.faults())
        assert not found, f"{found} for post {number} of seed {seed}: {written[:500]!r}"
    look_at(scene, client, signed_in(alice))
    assert set(answers) <= {302, 409, 422} and len(answers) > 1
    assert watch.growth < MOST_GROWTH
    tell(f"G21: {SENT} posts sent to the page, answers {dict(answers)}; {watch} (seed {seed})")


def signed_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def rows_of(scene: Scene) -> tuple[int, ...]:
    counted = [one.objects.count() for one in (Post, Passage, Rendering, SceneRoll, Audience, Notice)]
    return (Scene.objects.get(pk=scene.pk).last_position, *counted)


class Sent:
    """A post sent to the page, what was there before, and what came back."""

    def __init__(self, client: Client, scene: Scene, written: str, number: int) -> None:
        self.scene, self.written, self.key = scene, written, f"hostile-{number}"
        self.before = rows_of(scene)
        path = reverse("story:write", args=[scene.campaign.slug, scene.code])
        fields = {"body": [written], "voice": ["self"], "to": ["scene"], "key": [self.key]}
        kind = "application/x-www-form-urlencoded"
        self.answer: Any = client.generic("POST", path, encoded(fields), content_type=kind)

    @property
    def status(self) -> int:
        return int(self.answer.status_code)

    def faults(self) -> Iterator[str]:
        if self.status == 302:
            yield from self._faults_of_the_post()
            return
        if self.status not in (409, 422):
            yield f"answered with {self.status}"
        if rows_of(self.scene) != self.before:
            yield f"{self.before} became {rows_of(self.scene)} though it was refused"
        if self.written.replace("\r\n", "\n").replace("\x00", NO_LETTER) not in unescape(self.answer.content.decode()):
            yield "the words did not come back"

    def _faults_of_the_post(self) -> Iterator[str]:
        post = Post.objects.filter(scene=self.scene, key=self.key).first()
        if post is None or post.position != self.before[0] + 1 or Post.objects.count() != self.before[1] + 1:
            yield "sent on, but there is no post, or there are several"
            return
        chunks = [chunk for row in post.renderings.all() for chunk in row.chunks]
        if not chunks:
            yield "there is nothing to be seen of it"
        yield from (fault for chunk in chunks if (fault := runs(chunk["html"])))
        for row in SceneRoll.objects.filter(post=post):
            if not -LARGEST <= row.total <= LARGEST:
                yield f"{row.expression} came to {row.total}"


def look_at(scene: Scene, *clients: Client) -> None:
    """Every page that shows the whole scene can be read by whoever reads it."""
    for room in ROOMS:
        for client in clients:
            answer: Any = client.get(reverse(f"story:{room}", args=[scene.campaign.slug, scene.code]), follow=True)
            assert answer.status_code == 200, f"{room}: {answer.status_code}"
