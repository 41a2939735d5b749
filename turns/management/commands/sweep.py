"""`manage.py sweep`: the sweep without a broker, once or every so many seconds."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import InterfaceError, OperationalError, close_old_connections

from accounts import clock
from turns import services


class Command(BaseCommand):
    # Deadlines are kept even where a page's code does not load.
    requires_system_checks = ()
    help = "Apply what is due: deadlines, credits after an outage, reminders. Any number may run at once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--every", type=float, default=2.0, metavar="SECONDS", help="from the start of one sweep to the next"
        )
        parser.add_argument("--once", action="store_true", help="sweep one time and end")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["once"]:
            self.stdout.write(str(services.sweep(now=clock.now())))
            return
        self.sweep_until_stopped(options["every"])

    def sweep_until_stopped(self, seconds: float) -> None:
        stopped = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopped.set()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        while not stopped.is_set():
            begun = time.monotonic()
            if not self.sweep_once():
                stopped.wait(max(0.0, seconds - (time.monotonic() - begun)))

    def sweep_once(self) -> bool:
        """One sweep; was there so much to do that the next should follow at once?"""
        close_old_connections()
        try:
            swept = services.sweep(now=clock.now())
        except (OperationalError, InterfaceError) as error:
            # The database is away or busy: the next sweep finds the same rows due.
            self.stderr.write(f"The database did not answer: {error}")
            return False
        if swept.did_something:
            self.stdout.write(str(swept))
        return swept.busy
