"""Whatever is sent to whichever page by whomever: never a fault, nothing half written, nobody else's things changed.

With `make soak` fifty thousand are sent instead of a few hundred; `SKALD_SEED` repeats a run.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from archives.models import Arrival
from battles.models import Battle
from battles.services import create_battle
from campaign import services as campaigns
from tests import world as worlds
from tests.addresses import addresses, routes
from tests.belongings import Belongings, Change, Watched
from tests.hostile import VALUES, Attempt, attempts
from tests.marked import Form
from tests.pages.test_every_word import close_all, forms_of
from tests.reliability.figures import figure, tell
from tests.reliability.history import faults_of
from tests.world import World

SEED = int(os.environ.get("SKALD_SEED", "20261130"))
COUNT = figure(900, 50_000)
ROLES = ("inga", "mirko", "salla", "olaf", "stranger", "")
"""The director, two players, a spectator, somebody with a campaign of his own, a visitor."""
NOTES = {
    "django_session",
    "notifications_channel",
    "story_scenedraft",
    "story_scenevisit",
    "turns_battlevisit",
    "turns_turndraft",
}
"""What a request that is refused, or asks to look once more, may write: where somebody was, and drafts."""
QUESTIONS = (
    *("as", "battle", "class", "draft", "heir_of", "language", "newest", "next", "page", "pick", "player", "post"),
    *("q", "quote", "reply", "show", "step", "theme", "to", "unit", "v"),
)
AWAY = ("/language/", "/account/logout/")
BY_TOKEN = ("/notices/stop/", "/places/", "/turns/link/")
"""Who holds the link may do what it says, whoever he is."""
TELL_WHAT_THEY_DID = ("/withdraw/", *BY_TOKEN)
"""These do something and answer with a page that offers to undo it."""


@pytest.fixture(scope="module")
def still() -> Iterator[None]:
    """The clock stands, so that nothing falls due between two requests."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture(scope="module")
def world(still: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world of every page, its people reading English, and a stranger who directs a campaign elsewhere."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = worlds.build(timezone.now())
        for user in made.people.values():
            user.language = "en"
            user.save(update_fields=["language"])
        elsewhere = campaigns.create_campaign(name="Elsewhere", director=made.people["stranger"])
        create_battle(campaign=elsewhere, by=made.people["stranger"], name="A ditch", at=timezone.now())
        made.campaigns.append(elsewhere)
        yield made
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def forms(world: World, django_db_blocker: Any) -> list[Form]:
    """Every form that the director, a player or the stranger finds on any page."""
    found: dict[str, Form] = {}
    for role, most in (("inga", 2), ("mirko", 1), ("stranger", 1)):
        client = as_(world, role)
        for address in first_addresses(world, most):
            answer = undone(client, "GET", address)
            for name, pressed, form in forms_of(answer, address):
                found.setdefault(f"{name} {pressed} {form.action}"[:300], form)
    return list(found.values())


def first_addresses(world: World, most: int = 2) -> list[str]:
    return [address for route in routes() for address in addresses(route, world)[:most]]


def as_(world: World, role: str, *, careful: bool = False) -> Client:
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False, enforce_csrf_checks=careful)
    if role:
        client.force_login(world.people[role])
    return client


class Sent:
    """What a request did, before it was undone; `misdeeds` are changes that were not its sender's to make."""

    def __init__(self, answer: Any, changes: list[Change], misdeeds: list[Change], faults: list[str]) -> None:
        self.answer, self.changes, self.misdeeds, self.faults = answer, changes, misdeeds, faults

    @property
    def status(self) -> int:
        return int(self.answer.status_code)

    @property
    def page(self) -> str:
        html = self.answer.headers.get("Content-Type", "").startswith("text/html")
        return unescape(self.answer.content.decode()) if html and not self.answer.streaming else ""


def undone(client: Client, method: str, path: str, body: bytes = b"", kind: str = "") -> Any:
    with transaction.atomic():
        answer = client.generic(method, path, body, content_type=kind)
        transaction.set_rollback(True)
    if answer.streaming:
        close_all(answer)
    return answer


def send(client: Client, user: User | None, attempt: Attempt, things: Belongings) -> Sent:
    """Send it, look at what it changed, and undo that."""
    watched = Watched()
    with transaction.atomic():
        with watched.on():
            answer = client.generic("POST", attempt.path, attempt.body, content_type=attempt.content_type)
        changes = list(things.changes(watched.tables)) if answer.status_code < 500 else []
        misdeeds = [change for change in changes if things.not_for(user, change)]
        faults = list(faults_of_battles(changes))
        transaction.set_rollback(True)
    if answer.streaming:
        close_all(answer)
    return Sent(answer, changes, misdeeds, faults)


def faults_of_battles(changes: list[Change]) -> Iterator[str]:
    """What is wrong with the battles that changed. One that came in an archive has neither keys nor notices."""
    arrived = set(Arrival.objects.values_list("campaign", flat=True))
    for change in changes:
        if change.table == "battles_battle" and change.after and change.after["campaign_id"] not in arrived:
            yield from faults_of(Battle(pk=change.pk))


def complaints(role: str, attempt: Attempt, sent: Sent, own: set[str]) -> list[str]:
    """What must not be: the promises of this module's first sentence, one after the other."""
    found = [f"a fault: {sent.status}"] if sent.status >= 500 else []
    if not attempt.path.startswith(BY_TOKEN):
        found += [f"not theirs to change: {change}" for change in sent.misdeeds]
    found += [f"inconsistent: {fault}" for fault in sent.faults]
    if sent.status not in (301, 302, 303) and not any(way in attempt.path for way in TELL_WHAT_THEY_DID):
        found += [
            f"written in spite of {sent.status}: {change}" for change in sent.changes if change.table not in NOTES
        ]
    if attempt.forged_token and sent.status != 403 and sent.status < 500:
        found.append(f"a forged token is answered with {sent.status}")
    if attempt.marker and attempt.path in own and loses(attempt, sent):
        found.append(f"what was typed is lost in a page of status {sent.status}")
    return [f"{one}\n    by {role or 'a visitor'}, {attempt}" for one in found]


def loses(attempt: Attempt, sent: Sent) -> bool:
    """A page came back that does not hold the words."""
    return bool(sent.page) and sent.status not in (400, 404, 405, 429) and attempt.marker not in sent.page


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_no_post_breaks_anything_or_touches_what_is_not_its_senders(world: World, forms: list[Form], role: str) -> None:
    client, careful = as_(world, role), as_(world, role, careful=True)
    user, things = world.people[role] if role else None, Belongings()
    paths = [path for path in first_addresses(world) if path not in AWAY]
    own = {urlsplit(form.action).path for form in forms}
    found, statuses = [], Counter[int]()
    for attempt in islice(attempts(forms, paths, SEED + ROLES.index(role)), COUNT // len(ROLES)):
        sent = send(careful if attempt.forged_token else client, user, attempt, things)
        statuses[sent.status] += 1
        found += complaints(role, attempt, sent, own)
    assert not found, "\n".join(found)
    told = f"{statuses.total()} posts of {role or 'a visitor'} to {len(forms)} forms"
    tell(f"G21: {told}: answers {dict(statuses)} (seed {SEED})")


@pytest.mark.django_db
@pytest.mark.parametrize("role", ROLES)
def test_no_question_in_an_address_breaks_a_page(world: World, role: str) -> None:
    """Hostile values for every question that pages ask in their addresses."""
    luck = random.Random(SEED)
    client, broken = as_(world, role), []
    for address in first_addresses(world):
        names = luck.sample(QUESTIONS, 4)
        asked = "&".join(f"{name}={quote(luck.choice(VALUES), errors='surrogatepass')[:4_000]}" for name in names)
        answer = undone(client, "GET", f"{address}?{asked}")
        if answer.status_code >= 500:
            broken.append(f"{answer.status_code} for {address}?{asked}")
    assert not broken, "\n".join(broken)
