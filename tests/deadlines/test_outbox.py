"""The outbox with a real broker, worker and beat: mails leave after the commit, and also when word of them is lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from notifications import services
from notifications.models import Delivery
from notifications.services import telling
from tests.cast import person
from tests.servers import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

TELL = """
import time
from datetime import UTC, datetime
from accounts.models import User
from notifications import publisher, services
services.notify(reader=User.objects.get(username="carla"), kind="your-turn", subject="battle:ford", link="/c/n/b/ford/",
                data={"battle": "The ford", "unit": "Toki", "round": 1}, at=datetime.now(UTC))
while not publisher.counts():
    time.sleep(0.01)
assert publisher.counts() == {"published": 1}, publisher.counts()
"""


def wait_until_sent() -> None:
    """Poll the rows; the guard is only against hanging."""
    end = time.monotonic() + PATIENCE
    while Delivery.objects.get().state != Delivery.State.SENT:
        assert time.monotonic() < end, "the mail was never sent"
        time.sleep(0.2)


def mails() -> list[str]:
    return [path.read_text() for path in sorted(Path(settings.EMAIL_FILE_PATH).glob("*.log"))]


@pytest.fixture(autouse=True)
def _empty_mail_folder() -> None:
    for path in Path(settings.EMAIL_FILE_PATH).glob("*.log"):
        path.unlink()


def test_a_mail_leaves_right_after_the_commit(
    start_worker: Callable[[], Any], start_process: Callable[..., Any]
) -> None:
    person("carla")
    start_worker()
    assert start_process("django", "shell", "-c", TELL).wait(PATIENCE) == 0
    wait_until_sent()
    (sent,) = mails()
    assert "Subject: Your turn: Toki in The ford" in sent
    assert "To: carla@example.org" in sent


def test_a_mail_of_which_no_word_was_left_is_found_by_beat(
    start_worker: Callable[[], Any], start_beat: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "nudge", lambda: None)
    data = {"battle": "The ford", "unit": "Toki", "round": 1}
    services.notify(
        reader=person("carla"), kind="your-turn", subject="battle:ford", link="/", data=data, at=datetime.now(UTC)
    )
    start_worker()
    start_beat()
    wait_until_sent()
    assert len(mails()) == 1
