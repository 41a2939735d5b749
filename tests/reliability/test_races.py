"""G8 and G9: whoever comes at the same time, exactly one outcome, and the right one."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from battles.models import Battle, BattleEvent
from campaign.models import Campaign
from rulebook.errors import Refused
from tests import arena
from tests.arena import HOUR, START
from tests.reliability.figures import RACES, SUBMIT_ROUNDS, figure, tell
from tests.reliability.history import faults_of
from tests.reliability.together import HANG, together
from tests.reliability.website import Client, Website
from turns.models import Heartbeat, TurnPost
from turns.services.pulse import read_pulse
from turns.services.sweeping import settle_many

SWEEPS = 4
AT_ONCE = (50, 50, 50, 50, figure(50, 200))
"""How many submits in a round; in the long tier every fifth round has two hundred."""

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_post_at_the_deadline_races_four_sweeps_to_one_outcome(
    arenas: Callable[..., list[Battle]], players: list[User], seed: int
) -> None:
    """G9: received before the due time is on time, unless the expiry stands already; at it or after it is late."""
    dice = random.Random(seed)
    due = START + 24 * HOUR
    Heartbeat.objects.create(at=due)
    races = [Race(battle, due, dice) for battle in arenas(RACES)]
    gate = threading.Barrier(1 + SWEEPS)

    def post() -> None:
        for race in races:
            gate.wait(HANG)
            race.answer = outcome_of_post(race.battle, players[0], race.received)

    def sweep(number: int) -> None:
        for race in races:
            gate.wait(HANG)
            now = race.sweeps[number]
            settle_many([race.battle.pk], now, read_pulse(now))

    together(post, *(partial(sweep, number) for number in range(SWEEPS)), meetings=RACES)
    for race in races:
        judge(race.battle, race.received, due, race.answer)
    answers = Counter(race.answer for race in races)
    assert set(answers) == {"on-time", "late"}
    tell(f"G9: {RACES} posts raced {SWEEPS} sweeps: {dict(answers)} (seed {seed})")


class Race:
    """One battle, the moment its player's post arrives, and the moments of the sweeps."""

    def __init__(self, battle: Battle, due: datetime, dice: random.Random) -> None:
        self.battle = battle
        self.received = due + timedelta(milliseconds=dice.randint(-2000, 2000))
        self.sweeps = [due + timedelta(milliseconds=dice.randint(0, 4000)) for _n in range(SWEEPS)]
        self.answer = ""


def outcome_of_post(battle: Battle, player: User, received: datetime) -> str:
    try:
        return arena.play(battle, player, "bob", received).post.manner
    except Refused as refused:
        return refused.code


def judge(battle: Battle, received: datetime, due: datetime, manner: str) -> None:
    """The order of the recorded events says which outcome was right."""
    kinds = list(BattleEvent.objects.filter(battle=battle).order_by("number").values_list("kind", "data"))
    expired = [n for n, (kind, data) in enumerate(kinds) if kind == "turn-expired" and data["unit"] == "bob"]
    taken = [n for n, (kind, data) in enumerate(kinds) if kind == "turn-taken" and data["unit"] == "bob"]
    assert len(taken) == 1 and len(expired) <= 1
    assert (manner == "late") == bool(expired)
    assert received < due or manner == "late"
    assert not expired or expired[0] < taken[0]
    assert faults_of(battle) == []


# --- over HTTP


def storm(
    site: Website, token: str, battle: Battle, bodies: Sequence[dict[str, Any]]
) -> tuple[Counter[int], list[float]]:
    """Send all these at once; what came back, and how long each took."""
    statuses: Counter[int] = Counter()
    seconds: list[float] = []
    lock = threading.Lock()

    def send(body: dict[str, Any]) -> None:
        begun = time.monotonic()
        status = Client(site.port, token).play(battle.code, body)
        with lock:
            statuses[status] += 1
            seconds.append(time.monotonic() - begun)

    together(*(lambda body=body: send(body) for body in bodies))  # type: ignore[misc]
    return statuses, seconds


def test_of_fifty_submits_of_one_turn_exactly_one_is_played(
    arenas: Callable[..., list[Battle]], players: list[User], site: Website
) -> None:
    """G8: one 201; the same key gives the same result, another is refused; never a fault."""
    token = Token.objects.create(user=players[0]).key
    battles = arenas(SUBMIT_ROUNDS, at=timezone.now())
    seconds: list[float] = []
    for number, battle in enumerate(battles):
        same, many = number % 2 == 0, AT_ONCE[number % len(AT_ONCE)]
        order = {"unit": "bob", "steps": [{"kind": "rest"}], "version": arena.version(battle, players[0])}
        bodies = [order | {"key": "same" if same else f"key-{n}"} for n in range(many)]
        bodies = [body | {"key": f"{battle.pk}-{body['key']}"} for body in bodies]
        statuses, took = storm(site, token, battle, bodies)
        seconds += took
        assert statuses[201] == 1
        assert statuses == ({201: 1, 200: many - 1} if same else {201: 1, 409: many - 1})
        assert TurnPost.objects.filter(battle=battle).count() == 1
    for battle in battles:
        assert faults_of(battle) == []
    seconds.sort()
    tell(
        f"G8: {SUBMIT_ROUNDS} rounds of {min(AT_ONCE)} to {max(AT_ONCE)} submits, one played each: "
        f"p50 {seconds[len(seconds) // 2]:.2f} s, "
        f"p99 {seconds[int(len(seconds) * 0.99)]:.2f} s"
    )


def test_two_presses_of_one_button_at_the_same_instant_make_one_thing(director: User) -> None:
    """As G8, for pages that make something: both are answered alike, and there is one."""
    sent = {"name": "Salt", "clan_name": "The salters", "language": "en", "ruleset": "saga"}
    for number in range(SUBMIT_ROUNDS):
        answers: list[str] = []
        session = Browser()
        session.force_login(director)
        cookies = session.cookies

        def press(cookies: Any = cookies, number: int = number, answers: list[str] = answers) -> None:
            client = Browser()
            client.cookies = cookies
            answers.append(client.post("/campaigns/new/", sent | {"csrfmiddlewaretoken": f"page-{number}"})["Location"])

        together(press, press)
        assert len(set(answers)) == 1 and Campaign.objects.count() == number + 1
