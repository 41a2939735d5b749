"""`manage.py restore FILE`: put a backup in the place of a stopped site's SQLite database."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config import backups, datafolder


class Command(BaseCommand):
    help = "Put a backup in the place of the database of a stopped site; what was there is kept beside it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(backups.POSTGRES_RESTORE)
        connection.close()
        lock = -1
        try:
            datafolder.prepare(settings.DATA_DIR)
            lock = datafolder.lock(settings.DATA_DIR)
            aside = backups.put_back(options["file"], Path(str(connection.settings_dict["NAME"])), settings.MEDIA_ROOT)
        except (backups.Unusable, datafolder.Unfit) as reason:
            raise CommandError(str(reason)) from reason
        finally:
            if lock >= 0:
                os.close(lock)
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"{options['file']} is the database now.")
        if aside is not None:
            self.stdout.write(f"What was there before is {aside}.")
        self.stdout.write("At the first sweep every running turn gets the time since the backup back (CLOCK-6).")
