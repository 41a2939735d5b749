"""G20: two worlds that differ in what is hidden alone are one and the same, byte for byte, at every address.

The first game is always the same; `make soak` plays fifty, the others drawn from a seed, which SKALD_SEED repeats.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Iterator
from difflib import unified_diff
from itertools import chain
from random import Random
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests import drawn_games, secrets_below, secrets_drawn
from tests.addresses import every_route
from tests.drawn_games import Game
from tests.reliability.figures import GAMES
from tests.secrets_told import CARLAS, DIRECTORS, Table, filled, lay, tell

pytestmark = pytest.mark.django_db
MAY_NOT_KNOW = ("bob", "sam", "dani", "zoe", "")
"""Another player, a spectator, who has left, a stranger and a visitor: they read a public campaign."""
UNLIKE = re.compile(
    rb'(nonce-|nonce="|csrfmiddlewaretoken" value="|name="key" value="|data-key="|/feeds/'
    rb'|(?:"notice-|name="notice" value="|"id":)(?=\d{9}))[\w+/=-]+'
)
"""What is new in every answer, and numbers that are mixed for each reader."""
QUESTIONS = ("search/?q={}", "battles/?q={}", "scenes/?q={}", "rolls/?q={}", "rolls/?reason={}")
AS_EVER = Game(drawn_games.SEED, 0)
"""What is told in the first game never changes; the others are drawn."""
MOST_SHOWN = 12
Answers = dict[str, tuple[int, bytes]]


@pytest.fixture
def table(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any, zoe: Any) -> Iterator[Table]:
    people = {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam, "zoe": zoe}
    logging.disable(logging.WARNING)  # most addresses are refused, and each refusal is logged
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False):
        yield lay(people, timezone.now())
    logging.disable(logging.NOTSET)


def asked_of(table: Table) -> list[str]:
    """Every address that can be asked of this table, pages and API, and searches for the hidden words."""
    found = chain.from_iterable(filled(route, table) for route in every_route() if not KEPT_AWAY.match(route.pattern))
    searches = [
        f"/c/{table.campaign.slug}/{question.format(word)}" for question in QUESTIONS for word in (CARLAS, DIRECTORS)
    ]
    return [*found, *searches]


KEPT_AWAY = re.compile(r"admin/|account/|metrics|readyz|healthz|api/schema|language/")


def answers(
    table: Table, reader: str, addresses: list[str], *, second: bool, game: Game = AS_EVER
) -> tuple[Answers, list[str]]:
    """What the reader is answered at each address in one of the two worlds, and what was told there; both are gone
    afterwards."""
    client = Client(raise_request_exception=False)
    with transaction.atomic():
        cache.clear()
        if reader:
            client.force_login(table.people[reader])
        told = tell_of(game, table, second)
        found = {address: answer_of(client, address) for address in addresses}
        transaction.set_rollback(True)
    return found, told


def tell_of(game: Game, table: Table, second: bool) -> list[str]:
    if game.number:
        return secrets_drawn.tell(table, game, second, timezone.now())
    tell(table, second, timezone.now())
    return [f"second: {second}"]


def answer_of(client: Client, address: str) -> tuple[int, bytes]:
    with transaction.atomic():
        answer = client.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
        transaction.set_rollback(True)
    told = b" ".join(answer.headers.get(name, "").encode() for name in ("Location", "ETag", "Last-Modified"))
    return answer.status_code, UNLIKE.sub(b"", told + b"\n" + body)


def difference(one: bytes, other: bytes) -> str:
    lines = unified_diff(one.decode(errors="replace").splitlines(), other.decode(errors="replace").splitlines(), n=0)
    return "\n".join(line[:300] for line in list(lines)[2:8])


@pytest.mark.parametrize("reader", MAY_NOT_KNOW)
@pytest.mark.parametrize("number", range(GAMES))
def test_nobody_can_tell_the_two_worlds_apart_who_may_not_know(table: Table, number: int, reader: str) -> None:
    game, begun = Game(drawn_games.SEED, number), time.perf_counter()
    if number:
        drawn_games.happen(table, game, timezone.now())
    addresses = asked_of(table)
    one, told = answers(table, reader, addresses, second=False, game=game)
    other, told_other = answers(table, reader, addresses, second=True, game=game)
    assert told != told_other
    broken = [f"{status} at {address}" for address, (status, _body) in one.items() if status >= 500]
    apart = [
        f"{address}\n{difference(one[address][1], other[address][1])}"
        for address in one
        if one[address] != other[address]
    ]
    named = [
        address
        for address, (_status, body) in chain(one.items(), other.items())
        if says(body, address, CARLAS, DIRECTORS)
    ]
    read = sum(status == 200 for status, _body in one.values())
    told_of = (
        f"G20: {reader or 'visitor'} in game {number}: {len(one)} addresses, {read} of them read, in two worlds, "
        f"{len(apart)} apart, {time.perf_counter() - begun:.0f} s (seed {game.seed})"
    )
    sys.stdout.write(f"{told_of}\n")
    assert read > 20
    found = [*(f"hidden words at {address}" for address in named), *broken, *apart]
    assert not found, "\n".join([told_of, *found[:MOST_SHOWN], *unlike(told, told_other)])


def unlike(told: list[str], other: list[str]) -> list[str]:
    """What was told in one of the worlds alone."""
    return [line[:300] for line in unified_diff(told, other, "one", "two", n=0)]


def says(body: bytes, address: str, *words: str) -> bool:
    """Does the page hold a hidden word? A search page repeats what was looked for."""
    return any(word.encode() in body.lower() for word in words) and "?" not in address


def test_the_newest_lines_reach_back_alike_however_much_is_hidden_among_them(table: Table) -> None:
    """On a first visit: so many events and no more would tell by their lines how many are hidden."""
    at, dice = timezone.now(), Random(1)
    drawn_games.rest_on(table.running, table.people, at, 20)
    secrets_below.begin(table.below, table.people["carla"], dice, at)
    secrets_below.go_on(table.below, table.people, dice, at)
    pages = [battle.get_absolute_url() for battle in (table.running, table.below)]
    before = [answer_of(Client(), page) for page in pages]
    in_battle, in_adventure = (body.count(b'<li class="line') for _status, body in before)
    assert in_battle == 12 and in_adventure > 5
    for _n in range(30):
        secrets_below.instruct(table.below, table.people["carla"], dice, at)
        secrets_drawn.set_figure(table, "strength", 5, DIRECTORS, at)
    assert [answer_of(Client(), page) for page in pages] == before


def test_a_player_reads_his_own_secrets_and_none_of_the_directors(table: Table) -> None:
    found, _told = answers(table, "carla", asked_of(table), second=False)
    assert [address for address, (_status, body) in found.items() if says(body, address, CARLAS)]
    assert [address for address, (_status, body) in found.items() if says(body, address, DIRECTORS)] == []


def test_the_director_sees_both_worlds_as_they_are(table: Table) -> None:
    """Or else there would be nothing that the others could have seen."""
    addresses = asked_of(table)
    one, other = (answers(table, "alice", addresses, second=second)[0] for second in (False, True))
    apart = [address for address in one if one[address] != other[address]]
    for kind in ("/b/", "/s/", "/api/v1/", "/p/", "/prepare/"):
        assert any(kind in address for address in apart), kind
