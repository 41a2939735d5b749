"""The measures of `benchmarks.pages`, on the database of DATABASE_URL."""

from __future__ import annotations

import cProfile
import os
import pstats
import statistics
import time
from collections.abc import Sequence
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from rulebook.saga.steps import Rest
from tests import arena
from tests.cast import person
from turns.services import play_turn

LEAST_RATIO = 0.3
ROUNDS, EACH = 7, 20
FIRST_MIDDLEWARE = (
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
)
PARTS = (
    ("queries", ("/django/db/", "sqlite3", "psycopg", "/config/engines")),
    ("rulebook", ("/rulebook/",)),
    ("template", ("/django/template/", "/templatetags/", "/django/utils/html", "/django/utils/safestring")),
    ("translation", ("/django/utils/translation/", "gettext.py")),
    ("board", ("/battles/board",)),
)
"""What belongs to a part: pieces of the names of files, the first that fits."""


class Reader:
    """A signed-in player who asks for pages, with nothing remembered from one request to the next."""

    def __init__(self, user: Any) -> None:
        self.client = Client(SERVER_NAME="127.0.0.1")
        self.client.force_login(user)

    def get(self, address: str) -> HttpResponse:
        answer: HttpResponse = self.client.get(address)  # type: ignore[assignment]  # a test client's answer is one
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answered {answer.status_code}")
        return answer

    def queries(self, address: str) -> int:
        """How many a page takes, once everything that is asked once per process has been."""
        self.get(address)
        with CaptureQueriesContext(connection) as asked:
            self.get(address)
        return len(asked)

    def seconds(self, address: str) -> float:
        """The median over some requests in a row."""
        taken = []
        for _n in range(EACH):
            start = time.perf_counter()
            self.get(address)
            taken.append(time.perf_counter() - start)
        return statistics.median(taken)


def measure() -> None:
    """Everything, on a database that is empty."""
    call_command("migrate", verbosity=0)
    players = [person(name) for name in ("bob", "carla", "dani", "eva")]
    director = person("alice")
    campaign = arena.campaign_of(director, players)
    battle = arena.start(campaign, arena.line_up(players), at=timezone.now())
    post(battle, players, 4)
    while arena.whose_turn(battle) != "bob":
        post(battle, players, 1)
    bob, bare = Reader(players[0]), bare_reader(players[0])
    page = battle.get_absolute_url()
    compare("battle page", bob, page, bare, target=f" (target at least {LEAST_RATIO})")
    compare("My turns", bob, "/turns/", bare)
    shares(bob, page)
    growth(bob, director, players)


def bare_reader(user: Any) -> Reader:
    """A reader behind the middleware of a new project."""
    with override_settings(MIDDLEWARE=FIRST_MIDDLEWARE):
        reader = Reader(user)
        reader.client.handler.load_middleware()
    return reader


def compare(name: str, reader: Reader, address: str, bare: Reader, target: str = "") -> None:
    """A page, the player's own turn being open, and a bare one of its size, in turns."""
    size = len(reader.get(address).content)
    plain = f"/bare/{size}/"
    written = len(bare.get(plain).content)
    plain = f"/bare/{size * size // written}/"
    bare.get(plain)
    pairs = [(reader.seconds(address), bare.seconds(plain)) for _round in range(ROUNDS)]
    ours, theirs = (statistics.median(pair[n] for pair in pairs) for n in (0, 1))
    queries, few = reader.queries(address), bare.queries(plain)
    ratio = statistics.median(theirs_ / ours_ for ours_, theirs_ in pairs)
    print(f"  {name + ':':14} {queries:3} queries {ours * 1000:7.1f} ms {size / 1024:7.1f} KiB")
    print(
        f"  {'bare page:':14} {few:3} queries {theirs * 1000:7.1f} ms {len(bare.get(plain).content) / 1024:7.1f} KiB   "
        f"ratio {ratio:.2f}{target}"
    )


def shares(reader: Reader, address: str) -> None:
    """Where the page's time goes, by a profile: each part's own time, what it calls elsewhere apart."""
    profile = cProfile.Profile()
    profile.enable()
    for _n in range(EACH):
        reader.get(address)
    profile.disable()
    spent = dict.fromkeys([name for name, _files in PARTS] + ["the rest"], 0.0)
    for (file, _line, function), (_calls, _all, own, _sum, _callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]  # stubs know no stats
        spent[part_of(file + function)] += own
    whole = sum(spent.values())
    print("  shares: " + ", ".join(f"{name} {seconds / whole:.0%}" for name, seconds in spent.items()))


def part_of(name: str) -> str:
    return next((part for part, files in PARTS if any(piece in name for piece in files)), "the rest")


def growth(reader: Reader, director: Any, players: Sequence[Any]) -> None:
    """Queries do not grow with posts, units, battles or campaigns; the large battle has all of them."""
    small = arena.start(arena.campaign_of(director, players), arena.line_up(players), at=timezone.now())
    post(small, players, 2)
    few = reader.queries(small.get_absolute_url()), reader.queries("/turns/")
    post(small, players, 40)
    posts = reader.queries(small.get_absolute_url())
    for _n in range(12):
        other = arena.campaign_of(director, players)
        large = arena.start(other, arena.line_up(players, director_units=8), at=timezone.now())
        arena.clones(large, 1)
    units = reader.queries(large.get_absolute_url())
    print(
        f"  queries, battle page: {few[0]} with 2 posts, {posts} with 42, {units} with 12 units in one of 14 campaigns"
    )
    print(f"  queries, My turns:    {few[1]} with 2 campaigns, {reader.queries('/turns/')} with 14 and 24 more battles")


def post(battle: Any, players: Sequence[Any], count: int) -> None:
    """So many turns played, by whoever's turn it is."""
    for n in range(count):
        unit = arena.whose_turn(battle)
        player = next(one for one in players if one.username == unit)
        key = f"{battle.pk}-{n}-{timezone.now().timestamp()}"
        play_turn(
            battle_id=battle.pk,
            unit=unit,
            player=player,
            steps=(Rest(),),
            text="A breath, and the sound of the river." * 4,
            version=None,
            key=key,
            received_at=timezone.now(),
        )


if __name__ == "__main__":
    with override_settings(ROOT_URLCONF="benchmarks.page_urls", DEBUG=False, ALLOWED_HOSTS=["127.0.0.1"]):
        measure()
