"""`manage.py up`: the whole site with one command: broker, web, worker and beat as one supervised process tree."""

import os
import socket
import sys
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, connection

from config import datafolder, valkey
from config.supervisor import Child, Interrupted, Supervisor

PORTS_TRIED = 100
PATIENCE = 60  # seconds for a process to become ready on a slow machine
PYTHON = [sys.executable, "-m"]
CELERY = [*PYTHON, "celery", "--quiet", "-A", "config"]
WORKER = [*CELERY, "worker", "--concurrency", "1", "--without-gossip", "--without-mingle", "--loglevel", "INFO"]
BEAT = [*CELERY, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "INFO"]
GUNICORN = [*PYTHON, "gunicorn", "config.wsgi", "--workers", "2", "--threads", "4", "--no-control-socket"]
WEB = [*GUNICORN, "--graceful-timeout", "5", "--log-level", "warning"]
ROOT_WARNING = "ignore:You're running the worker with superuser privileges"


class Command(BaseCommand):
    help = "Start the site: an embedded Valkey, web, worker and beat. Ctrl-C stops everything."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=os.environ.get("SKALD_PORT", "8000"))

    def handle(self, *args: Any, **options: Any) -> None:
        self.supervisor = Supervisor(self.stdout)
        self.supervisor.listen_to_signals()
        try:
            self.start(settings.DATA_DIR, options["port"])
            self.supervisor.watch()
        except datafolder.Unfit as reason:
            raise CommandError(str(reason)) from reason
        except OSError as error:
            raise CommandError(datafolder.sentence_for(error, settings.DATA_DIR)) from error
        except Interrupted:
            self.say("stopping")
        finally:
            self.supervisor.stop()
        self.say("stopped; everything is kept")

    def say(self, sentence: str) -> None:
        self.supervisor.say("skald", sentence)

    def start(self, folder: Path, wanted_port: int) -> None:
        datafolder.prepare(folder)
        lock = datafolder.lock(folder)
        listener = self.listen(wanted_port)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        environment = self.environment(folder, address)
        self.start_broker(folder, environment, lock)
        self.migrate()
        self.load_demo(environment)
        self.start_site(environment, listener, lock)
        if not self.supervisor.wait_for(lambda: serves(address), patience=PATIENCE):
            raise datafolder.Unfit(f"The web process does not answer at {address}; its lines above say why.")
        self.greet(folder, address)

    def listen(self, wanted: int) -> socket.socket:
        """A listening socket on the wanted port or the next free one; web processes inherit it."""
        for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                listener.close()
                continue
            listener.listen(512)
            if port != wanted:
                self.say(f"port {wanted} is in use; this site takes {port}")
            return listener
        raise datafolder.Unfit(f"No free port from {wanted} on; name another one with SKALD_PORT.")

    def environment(self, folder: Path, address: str) -> dict[str, str]:
        """What all processes of this site are told; what the person set goes before what is worked out here."""
        worked_out = {
            "SKALD_DATA": str(folder),
            "SKALD_SECRET_KEY": datafolder.secret_key(folder),
            "SKALD_URL": address,
            "REDIS_URL": valkey.url(folder, 0),
            "CACHE_URL": valkey.url(folder, 1),
            "PYTHONWARNINGS": ROOT_WARNING,
            "PYTHONUNBUFFERED": "1",
        }
        if "REDIS_URL" in os.environ:
            del worked_out["CACHE_URL"]
        return worked_out | os.environ

    def start_broker(self, folder: Path, environment: dict[str, str], lock: int) -> None:
        address = environment["REDIS_URL"]
        if "REDIS_URL" not in os.environ:
            command = valkey.command(folder)
            self.supervisor.add(Child("valkey", command, environment, keep_open=[lock]))
        if not self.supervisor.wait_for(lambda: valkey.answers(address), patience=PATIENCE):
            raise datafolder.Unfit(f"The broker at {address} does not answer.")
        self.warn_of_eviction(address)

    def warn_of_eviction(self, address: str) -> None:
        try:
            policy = redis.Redis.from_url(address, decode_responses=True).config_get("maxmemory-policy")
        except redis.RedisError:
            return  # hosted brokers may hide their configuration
        if policy.get("maxmemory-policy", "noeviction") != "noeviction":
            self.say(
                "the broker may throw queued tasks away when its memory is full: set its maxmemory-policy to noeviction"
            )

    def migrate(self) -> None:
        self.say("bringing the database up to date")
        try:
            if connection.vendor == "sqlite":
                self.check_file()
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise datafolder.Unfit(f"The database cannot be used: {error}.") from error
        finally:
            connection.close()

    def check_file(self) -> None:
        try:
            with connection.cursor() as cursor:
                verdict = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
        except OperationalError:
            raise  # it could not be opened, which says nothing about what is in it
        except DatabaseError as error:
            verdict = str(error)
        if verdict != "ok":
            raise datafolder.Unfit(f"The database file is damaged ({verdict}); put a backup in its place.")

    def load_demo(self, environment: dict[str, str]) -> None:
        if "loaddemo" not in get_commands() or settings.PRODUCTION:
            return
        self.say("looking after the demo campaign")
        if self.supervisor.run_once(
            "demo", [sys.executable, str(settings.BASE_DIR / "manage.py"), "loaddemo"], environment
        ):
            raise datafolder.Unfit("The demo campaign could not be loaded; the lines above say why.")

    def start_site(self, environment: dict[str, str], listener: socket.socket, lock: int) -> None:
        handle = listener.fileno()
        web = [*WEB, "--bind", f"fd://{handle}"]
        self.supervisor.add(Child("worker", WORKER, environment, keep_open=[lock]))
        self.supervisor.add(Child("web", web, environment, keep_open=[lock, handle]))
        self.supervisor.add(Child("beat", BEAT, environment, keep_open=[lock]))

    def greet(self, folder: Path, address: str) -> None:
        self.say(f"data and mail are in {folder}")
        logins = folder / "demo-logins.txt"
        if logins.exists():
            for line in logins.read_text().splitlines():
                self.say(line)
        self.say(f"ready at {address} (Ctrl-C stops it)")


def serves(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False
