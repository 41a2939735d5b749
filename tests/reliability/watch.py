"""What something takes: processor time, and memory at its highest."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

MEGABYTE = 2**20
MOST_GROWTH = 256 * MEGABYTE
Given = TypeVar("Given")


class Watch:
    """The slowest of many acts in milliseconds of processor time, and how far memory rose above where it began.

    What happens between the acts is not watched. Of a child process all of its memory counts.
    """

    def __init__(self) -> None:
        self.before, self.children = _status("VmRSS"), _largest_child()
        self.slowest, self.what = 0.0, ""
        self.growth = 0

    def of(self, what: str, act: Callable[[], Given]) -> Given:
        """What the act gives."""
        Path("/proc/self/clear_refs").write_text("5")  # the kernel's note of the highest memory begins anew
        start = time.thread_time()
        try:
            return act()
        finally:
            took = 1_000 * (time.thread_time() - start)
            if took > self.slowest:
                self.slowest, self.what = took, what
            self._look()

    def _look(self) -> None:
        child = _largest_child()
        self.growth = max(self.growth, _status("VmHWM") - self.before, child if child > self.children else 0)

    def __str__(self) -> str:
        return f"slowest {self.slowest:.0f} ms ({self.what}), memory {self.growth / MEGABYTE:.0f} MB higher at the peak"


def _largest_child() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
