"""`manage.py backup FILE`: a consistent copy of a running site's SQLite database, and of its pictures beside it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from config import backups


class Command(BaseCommand):
    help = "Write a copy of the database to FILE (and of pictures to FILE.media.tar) while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(backups.POSTGRES_BACKUP)
        try:
            size, pictures = backups.write(Path(str(connection.settings_dict["NAME"])), options["file"])
        except backups.Unusable as reason:
            raise CommandError(str(reason)) from reason
        self.stdout.write(f"{options['file']}: {size} bytes, checked")
        if pictures is not None:
            self.stdout.write(f"{pictures}: the pictures")
