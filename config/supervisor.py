"""Keeps the processes of one site running: prefixed logs, restarts with a growing pause, an orderly end."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Protocol

from config import children

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
STEADY_AFTER = 60.0  # seconds without a fall, after which the pause is short again
PATIENCE_AT_END = 15.0


class Output(Protocol):
    """Where the lines go: a stream, or the wrapper that management commands write to."""

    def write(self, text: str, /) -> Any: ...

    def flush(self) -> None: ...


class Interrupted(Exception):
    """Ctrl-C, SIGTERM or a closed terminal: the person wants it to end."""


@dataclass
class Child:
    """One program that is to run as long as the site does."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    keep_open: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pause: float = FIRST_PAUSE
    again_at: float | None = None

    def start(self, output: int) -> None:
        self.process = children.start(
            self.command, environment=self.environment, output=output, keep_open=self.keep_open
        )
        self.started = time.monotonic()
        self.again_at = None

    def note_fall(self, now: float) -> float:
        """Plan the next start; returns the pause in seconds, twice as long at each fall in a row."""
        if now - self.started > STEADY_AFTER:
            self.pause = FIRST_PAUSE
        pause = self.pause
        self.again_at = now + pause
        self.pause = min(pause * 2, LONGEST_PAUSE)
        return pause


@dataclass
class Supervisor:
    """Owns the children and the one thread that watches them."""

    out: Output
    running: list[Child] = field(default_factory=list)
    wanted: bool = True
    streams: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def say(self, name: str, line: str) -> None:
        self.out.write(f"{name:<7}| {line}\n")
        self.out.flush()

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note_signal)

    def note_signal(self, number: int, frame: FrameType | None) -> None:
        self.wanted = False

    def add(self, child: Child) -> None:
        """Start a child and keep it running from now on."""
        self.running.append(child)
        self.launch(child)

    def launch(self, child: Child) -> None:
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        try:
            child.start(writer)
        finally:
            os.close(writer)
        self.streams.register(reader, selectors.EVENT_READ, LineReader(child.name, reader))

    def run_once(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> int:
        """Run a program to its end under its own prefix; returns its exit code."""
        child = Child(name, command, environment)
        self.launch(child)
        assert child.process is not None
        while child.process.poll() is None:
            self.pass_lines_on(0.05)
            self.look_after()
        self.pass_lines_on(0)
        return child.process.returncode

    def wait_for(self, is_ready: Callable[[], bool], *, patience: float) -> bool:
        """Watch the children until `is_ready`; False after `patience` seconds. Raises Interrupted on a signal."""
        end = time.monotonic() + patience
        while not is_ready():
            if time.monotonic() > end:
                return False
            self.pass_lines_on(0.1)
            self.look_after()
        return True

    def watch(self) -> None:
        """Keep everything running until a signal comes."""
        while True:
            self.pass_lines_on(0.2)
            self.look_after()

    def look_after(self) -> None:
        """Start again what fell; raises Interrupted when a signal has come."""
        if not self.wanted:
            raise Interrupted
        now = time.monotonic()
        for child in self.running:
            if child.again_at is not None:
                if now >= child.again_at:
                    self.launch(child)
            elif child.process is not None and child.process.poll() is not None:
                code, pause = child.process.returncode, child.note_fall(now)
                self.say(child.name, f"ended with code {code}; it is started again in {pause:.0f} s")

    def pass_lines_on(self, timeout: float) -> None:
        for key, _ in self.streams.select(timeout):
            reader: LineReader = key.data
            lines, is_open = reader.read()
            for line in lines:
                self.say(reader.name, line)
            if not is_open:
                self.streams.unregister(key.fileobj)
                os.close(key.fd)

    def stop(self) -> None:
        """End the children, the last started first; the first one (the broker) is asked when all others have ended."""
        first, dependents = self.running[:1], self.running[1:]
        for child in reversed(dependents):
            self.ask(child)
        for child in reversed(dependents):
            self.finish(child)
        for child in first:
            self.ask(child)
            self.finish(child)
        self.pass_lines_on(0)

    def ask(self, child: Child) -> None:
        if child.process and child.process.poll() is None:
            child.process.send_signal(signal.SIGTERM)

    def finish(self, child: Child) -> None:
        if child.process:
            children.finish(child.process, patience=PATIENCE_AT_END)


@dataclass
class LineReader:
    """Turns what a child writes into whole lines."""

    name: str
    descriptor: int
    rest: bytes = b""

    def read(self) -> tuple[list[str], bool]:
        """The lines that are complete by now, and whether more may come."""
        block = os.read(self.descriptor, 65536)
        *lines, self.rest = (self.rest + block).split(b"\n")
        if not block and self.rest:
            lines, self.rest = [*lines, self.rest], b""
        return [line.decode("utf-8", "replace").rstrip() for line in lines if line.strip()], bool(block)
