"""`manage.py loaddemo`: the demo's people and campaigns, once, and a file with their logins."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts import clock
from demo.logins import write_logins
from demo.selectors import is_loaded, why_not
from demo.services import load_demo


class Command(BaseCommand):
    help = "Load the demo: four campaigns with six people to sign in as. Run again, it changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("The demo's passwords are known to everybody; it is not for a real site.")
        now = clock.now()
        if is_loaded():
            self.stdout.write("the demo is there")
        elif reason := why_not(now):
            self.stdout.write(f"the demo is left out: {reason}")
            return
        else:
            load_demo(now)
            self.stdout.write("the demo is loaded")
        write_logins(settings.DATA_DIR)
