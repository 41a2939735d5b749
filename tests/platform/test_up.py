"""The one-command start, as a person uses it: real processes, real signals. Waits are guards against hanging."""

import os
import runpy
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core import management

from config import datafolder
from config.supervisor import FIRST_PAUSE, LONGEST_PAUSE, STEADY_AFTER, Child
from tests import servers

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """A started `manage.py up` whose lines are collected."""

    def __init__(self, folder: Path, port: int) -> None:
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "up", "--port", str(port)],
            env=keep | {"SKALD_DATA": str(folder), "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line)

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def wait_for(self, words: str) -> None:
        wait_until(lambda: words in self.text or self.process.poll() is not None, lambda: self.text)
        assert words in self.text, self.text

    def address(self) -> str:
        self.wait_for("ready at ")
        return self.text.split("ready at ")[1].split()[0]

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        code = self.process.wait(timeout=servers.PATIENCE)
        self.reader.join(timeout=servers.PATIENCE)
        return code


def wait_until(condition: Callable[[], bool], explain: Callable[[], str]) -> None:
    end = time.monotonic() + servers.PATIENCE
    while not condition():
        assert time.monotonic() < end, explain()
        time.sleep(0.05)


def processes_of(folder: Path) -> dict[int, str]:
    """The living processes that keep their data in `folder`: process id and command line.

    They know the folder from their environment; Valkey overwrites that, but has the folder in its command line.
    """
    mark = f"SKALD_DATA={folder}".encode()
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
            if bytes(folder) in line or mark in (entry / "environ").read_bytes().split(b"\0"):
                found[int(entry.name)] = line.replace(b"\0", b" ").decode()
        except OSError:
            continue  # it ended meanwhile, or is another user's
    return found


def beats_of(folder: Path) -> set[int]:
    return {number for number, line in processes_of(folder).items() if " beat " in line}


@pytest.fixture
def folder() -> Iterator[Path]:
    with servers.scratch_folder() as scratch:
        yield scratch / "data"


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Site]]:
    started: list[Site] = []

    def start_one(port: int = 8300) -> Site:
        started.append(Site(folder, port))
        return started[-1]

    yield start_one
    for site in started:
        if site.process.poll() is None:
            site.end(signal.SIGKILL)
    wait_until(lambda: not processes_of(folder), lambda: str(processes_of(folder)))


def get(address: str) -> int:
    with urllib.request.urlopen(address, timeout=servers.PATIENCE) as answer:
        return int(answer.status)


def test_it_starts_answers_refuses_a_second_start_and_stops_cleanly(start: Callable[..., Site], folder: Path) -> None:
    site = start()
    assert get(site.address() + "/account/login/") == 200
    kinds = " ".join(processes_of(folder).values())
    assert all(kind in kinds for kind in ("valkey-server", "gunicorn", "worker", "beat"))
    secret = folder / "secret-key"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    kept = secret.read_text()

    second = start()
    assert second.process.wait(timeout=servers.PATIENCE) == 1
    second.wait_for("Skald already runs on")
    assert "Traceback" not in second.text

    assert site.end(signal.SIGINT) == 0
    assert "stopped; everything is kept" in site.text
    assert "Traceback" not in site.text
    assert processes_of(folder) == {}

    again = start()
    assert get(again.address() + "/healthz") == 200
    assert secret.read_text() == kept
    assert again.end(signal.SIGTERM) == 0
    assert processes_of(folder) == {}


def test_a_killed_start_leaves_nothing_behind_and_the_next_one_comes_up(
    start: Callable[..., Site], folder: Path
) -> None:
    site = start()
    site.address()
    site.end(signal.SIGKILL)
    assert get(start().address() + "/healthz") == 200
    wait_until(lambda: len(beats_of(folder)) == 1, lambda: str(processes_of(folder)))


def test_a_port_in_use_is_said_and_the_next_free_one_is_taken(start: Callable[..., Site]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        site = start(port)
        address = site.address()
    assert f"port {port} is in use" in site.text
    assert not address.endswith(f":{port}")


def test_a_damaged_database_is_said_in_one_sentence(start: Callable[..., Site], folder: Path) -> None:
    folder.mkdir()
    (folder / "skald.sqlite3").write_bytes(b"no database" * 1000)
    site = start()
    assert site.process.wait(timeout=servers.PATIENCE) == 1
    site.wait_for("The database file is damaged (file is not a database); put a backup in its place.")
    assert "Traceback" not in site.text
    assert processes_of(folder) == {}


def test_ctrl_c_before_anything_has_begun_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(management, "execute_from_command_line", interrupt)
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")
    assert end.value.code == 130


def test_a_fallen_process_is_started_again(start: Callable[..., Site], folder: Path) -> None:
    site = start()
    site.address()
    (beat,) = beats_of(folder)
    os.kill(beat, signal.SIGKILL)
    site.wait_for("beat   | ended with code -9; it is started again in 1 s")
    wait_until(lambda: bool(beats_of(folder) - {beat}), lambda: site.text)


def test_the_pause_before_a_restart_doubles_up_to_half_a_minute_and_forgets_after_a_steady_time() -> None:
    child = Child("web", [], {}, started=0.0)
    pauses = [child.note_fall(now=1.0) for _ in range(7)]
    assert pauses == [FIRST_PAUSE, 2, 4, 8, 16, LONGEST_PAUSE, LONGEST_PAUSE]
    assert child.note_fall(now=STEADY_AFTER + 1) == FIRST_PAUSE


def test_a_folder_that_cannot_be_made_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(datafolder.Unfit, match="cannot be used"):
        datafolder.prepare(tmp_path / "file" / "data")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(28, "The disk is full"), (122, "The disk is full"), (13, "No permission to write"), (30, "No permission")],
)
def test_each_failure_to_write_has_its_sentence(number: int, sentence: str) -> None:
    assert sentence in datafolder.sentence_for(OSError(number, os.strerror(number)), Path("/data"))


def test_a_nearly_full_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafolder, "MEGABYTES_NEEDED", 2**40)
    with pytest.raises(datafolder.Unfit, match="The disk is full"):
        datafolder.prepare(tmp_path)


def test_the_file_system_of_the_nearest_mount_is_told(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/x / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\n/dev/y /other xfs rw 0 0\n")
    assert datafolder.file_system(tmp_path / "data", mounts) == "nfs4"
    assert datafolder.file_system(Path("/"), mounts) == "ext4"
