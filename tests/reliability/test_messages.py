"""G15: whoever is killed while messages go out, none is missing, few come twice, none comes that was taken back."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import User
from notifications.channels.mail import message_id
from notifications.models import Delivery, Notice
from notifications.services import Telling, notify_all, withdraw
from tests.cast import person
from tests.reliability.crew import Crew, sender_clock
from tests.reliability.figures import MESSAGES, SENDERS_KILLED, tell

HANG = 120 + MESSAGES
SENDERS = 3
MOST_TWICE = max(MESSAGES // 1000, 2)
"""One in a thousand; of a few hundred, two: a kill in the instant after the server's yes is luck."""
WITHDRAWN_OF = 10
"""One in so many is taken back while messages go out."""

pytestmark = pytest.mark.django_db(transaction=True)


def told_everybody() -> list[Delivery]:
    """A reader for each message: nobody's second one waits for the first."""
    readers = [person(f"reader{number}") for number in range(MESSAGES)]
    notify_all([telling(reader) for reader in readers], at=sender_clock())
    return list(Delivery.objects.order_by("pk").select_related("notice"))


def telling(reader: User) -> Telling:
    data = {"battle": "The ford", "unit": "Toki", "round": 3, "what": "turn"}
    return Telling(reader, Notice.Kind.YOUR_TURN, f"battle:ford:unit:{reader.username}", "/c/north/b/ford/", data)


def arrived() -> Counter[str]:
    """How often each message stands in the mail folder, by its id."""
    found: Counter[str] = Counter()
    for file in Path(settings.EMAIL_FILE_PATH).glob("*"):
        found.update(re.findall(r"^Message-ID: (<[^>]*>)", file.read_text(errors="replace"), re.MULTILINE))
    return found


def take_back(deliveries: list[Delivery], dice: random.Random) -> set[str]:
    """Withdraw one of these; its message's id, when nobody had begun to send it."""
    delivery = dice.choice(deliveries)
    withdraw(subject=delivery.notice.subject, at=sender_clock())
    untouched = Delivery.objects.filter(pk=delivery.pk, state=Delivery.State.WITHDRAWN, attempts=0).exists()
    return {message_id(delivery.key)} if untouched else set()


def ended() -> int:
    return Delivery.objects.exclude(state=Delivery.State.PENDING).count()


def test_killed_senders_leave_nothing_out_and_send_nothing_stale(
    crew: Crew, empty_mail_folder: None, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    deliveries = told_everybody()
    silent: set[str] = set()
    for _first in range(MESSAGES // WITHDRAWN_OF // 2):
        silent |= take_back(deliveries, dice)
    for number in range(SENDERS):
        crew.start("send", seed + number, tmp_path / f"{number}.log")
    end = time.monotonic() + HANG
    for number in range(SENDERS_KILLED):
        while ended() < number * MESSAGES // (SENDERS_KILLED + 2) and time.monotonic() < end:
            time.sleep(0.005)
        silent |= take_back(deliveries, dice)
        crew.kill(dice.choice(crew.members))
        crew.start("send", seed + SENDERS + number, tmp_path / f"killed-{number}.log")
    while ended() < MESSAGES and time.monotonic() < end:
        time.sleep(0.1)
    crew.stop_members()
    found = arrived()
    sent = {message_id(key) for key in Delivery.objects.filter(state="sent").values_list("key", flat=True)}
    twice = {key: count for key, count in found.items() if count > 1}
    assert ended() == MESSAGES and len(sent) >= MESSAGES // 2
    assert sent <= set(found)
    assert not silent & set(found)
    assert len(twice) <= MOST_TWICE and set(twice.values()) <= {2}
    tell(
        f"G15: {MESSAGES} messages, {SENDERS_KILLED} senders killed, {MESSAGES - len(sent)} taken back in time: "
        f"0 missing, {len(twice)} sent twice, none of {len(silent)} stale ones sent (seed {seed})"
    )


@pytest.fixture
def empty_mail_folder() -> None:
    """What earlier tests sent is not counted."""
    for file in Path(settings.EMAIL_FILE_PATH).glob("*"):
        file.unlink()
