"""Several at the same instant, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from django.db import connection

HANG = 120
"""Seconds that one meeting of all may take before something is taken to hang."""


def together(*acts: Callable[[], None], meetings: int = 1) -> None:
    """Run these at the same instant, where they meet so often; raises what the first of them raised."""
    end = time.monotonic() + HANG + 5 * meetings
    gate = threading.Barrier(len(acts))
    faults: list[BaseException] = []

    def run(act: Callable[[], None]) -> None:
        try:
            gate.wait(HANG)
            act()
        except BaseException as error:  # noqa: BLE001 -- the test raises it again below
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    assert not any(thread.is_alive() for thread in threads)
    if faults:
        raise faults[0]
