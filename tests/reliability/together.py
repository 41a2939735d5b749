"""Several at the same instant, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection

HANG = 120


def together(*acts: Callable[[], None]) -> None:
    """Run these at the same instant; raises what the first of them raised."""
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
        thread.join(HANG)
    assert not any(thread.is_alive() for thread in threads)
    if faults:
        raise faults[0]
