"""`manage.py migrate`, one at a time: two processes that migrate at once wait for each other."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from config.one_at_a_time import migrating


class Command(migrate.Command):
    """Django's own command under a lock: the second finds everything done."""

    def handle(self, *args: Any, **options: Any) -> None:
        with migrating(connections[options["database"]]):
            super().handle(*args, **options)
