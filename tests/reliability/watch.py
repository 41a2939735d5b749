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
    """The slowest of many acts in milliseconds of processor time, and how far memory rose above where it began."""

    def __init__(self) -> None:
        _forget_peak()
        self.before = _status("VmRSS")
        self.children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.slowest, self.what = 0.0, ""

    def of(self, what: str, act: Callable[[], Given]) -> Given:
        """What the act gives."""
        start = time.thread_time()
        try:
            return act()
        finally:
            took = 1_000 * (time.thread_time() - start)
            if took > self.slowest:
                self.slowest, self.what = took, what

    @property
    def growth(self) -> int:
        """Bytes at the peak, in this process or in the largest child, above what there was at first."""
        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        return max(_status("VmHWM") - self.before, 1024 * children if children > self.children else 0)

    def __str__(self) -> str:
        return f"slowest {self.slowest:.0f} ms ({self.what}), memory {self.growth / MEGABYTE:.0f} MB higher at the peak"


def _forget_peak() -> None:
    """Let the kernel begin anew with the highest memory of this process."""
    Path("/proc/self/clear_refs").write_text("5")


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
