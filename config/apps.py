import contextlib
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    """The site itself: settings, routes and the one-command start (`manage.py up`)."""

    name = "config"

    def ready(self) -> None:
        database = settings.DATABASES["default"]
        if database["ENGINE"].endswith("sqlite3"):
            # SQLite makes the file but not its folder. Whoever opens it next says what is wrong, if anything is.
            with contextlib.suppress(OSError):
                Path(database["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
