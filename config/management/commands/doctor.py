"""`manage.py doctor`: what is wrong with this site, and what to do about it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from config.doctor import Finding, examine

MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


class Command(BaseCommand):
    help = "Say what is wrong with this site and what to do; the exit code is 1 when something is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="tell only what is wrong")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for finding in examine(timezone.now()):  # noqa: TID251 -- it looks at this machine
            wrong += finding.level == "wrong"
            if finding.level == "wrong" or not options["quiet"]:
                self.tell(finding)
        if wrong:
            self.stdout.write(f"{wrong} to be seen to.")
            sys.exit(1)
        if not options["quiet"]:
            self.stdout.write("Nothing is wrong.")

    def tell(self, finding: Finding) -> None:
        self.stdout.write(f"{MARKS[finding.level]} {finding.about}: {finding.says}")
        if finding.remedy:
            self.stdout.write(f"      → {finding.remedy}")
