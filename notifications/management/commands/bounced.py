"""`manage.py bounced ADDRESS REASON`: a mail came back for good; for mail servers that can tell."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import clock
from accounts.models import User
from notifications import services


class Command(BaseCommand):
    help = "Stop mails to an address that sends them back, and say so in its owner's inbox."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address")
        parser.add_argument("reason")

    def handle(self, *args: Any, **options: Any) -> None:
        reader = User.objects.filter(email__iexact=options["address"]).exclude(email="").first()
        if reader is None:
            raise CommandError(f"Nobody has the address {options['address']}.")
        services.report_bounce(reader=reader, reason=options["reason"], at=clock.now())
        self.stdout.write(f"Mails to {options['address']} have stopped.")
