"""How fast turns expire and are submitted, and what a sweep costs, on SQLite and on PostgreSQL.

    python -m benchmarks.turns [--quick]

Both databases write every commit to the disk. Each figure stands beside what it is compared to, in the same run: the
same rows written by raw SQL, one transaction each. `--quick` takes 2,000 deadlines in twelve seconds for 10,000 in
a minute.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests import servers

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str] = ()) -> None:
    """Run every measure on each database, in a process of its own."""
    on_each_database("turns", "benchmarks.turn_measures", arguments)


def on_each_database(title: str, module: str, arguments: Sequence[str] = ()) -> None:
    """Run a module of measures on SQLite and on PostgreSQL, each with an empty database."""
    for name, server in DATABASES.items():
        with server() as address:
            print(f"{title} on {name}", flush=True)
            environment = os.environ | {"DATABASE_URL": address, "SKALD_LOG_LEVEL": "ERROR"}
            subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, env=environment, check=True)


@contextmanager
def sqlite() -> Iterator[str]:
    with servers.scratch_folder() as folder:
        yield f"sqlite:///{folder / 'bench.sqlite3'}"


@contextmanager
def postgres() -> Iterator[str]:
    with servers.running_postgres(durable=True) as address:
        server, name = address.rsplit("/", 1)
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        yield address


DATABASES = {"SQLite": sqlite, "PostgreSQL": postgres}

if __name__ == "__main__":
    main(sys.argv[1:])
