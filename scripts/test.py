"""All tests, on the servers that the site runs on; run by `make test`. Exit code 2 means: something is missing.

1. everything but the browser tests, on SQLite (deadline tests with a real Valkey, worker and beat);
2. what touches the database, once more on a real PostgreSQL;
3. the browser tests in a real Chromium.

The first runs beside the other two, whose lines are shown when it has ended.

`python scripts/test.py soak` runs the clock's models, the reliability tests and whatever meets hostile input with
their full figures, on one database after the other; every test prints what it did and the seed that repeats it.
`SKALD_SEED` repeats a run; `SKALD_SOAK=0.1` does a tenth of the figures, never less than a usual run.

`python scripts/test.py postgres ARGUMENTS` runs pytest with ARGUMENTS on a PostgreSQL of its own, and nothing else.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import chromium, servers  # noqa: E402

ON_POSTGRES = ("services", "api", "archives", "deadlines", "reliability")
CLOCK_MODELS = ("tests/rulebook/test_clock_machine.py", "tests/rulebook/test_clock_enumerated.py")
ON_AND_ON = "tests/reliability/test_leaks.py"
"""What takes most of the hours of a soak: it comes when everything else is known."""
CONTRACTS = tuple(f"tests/api/test_{room}_contract.py" for room in ("whole", "turns", "story", "preparing"))
HOSTILE = ("tests/pages/test_hidden_worlds.py", "tests/pages/test_hostile_posts.py", *CONTRACTS)
SOAKED: Sequence[tuple[str, Sequence[str]]] = (
    ("faults", ("-s", "tests/reliability", f"--ignore={ON_AND_ON}")),
    ("hidden things and hostile input", ("-rP", "--show-capture=stdout", *HOSTILE)),
    ("turns played on and on", ("-s", ON_AND_ON)),
)
NO_BROWSER = ("-p", "no:playwright", "-p", "no:base_url")


def say(sentence: str) -> None:
    print(f"Skald: {sentence}", flush=True)


def provide_browser() -> None:
    """Chromium and a font come from the system; root can install them, others are told the command."""
    if chromium.find():
        return
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        say(f"the browser tests need Chromium. Run this, then `make test` again: sudo {chromium.INSTALL}")
        sys.exit(2)
    say("installing Chromium for the browser tests (once; about a minute)")
    for command in ("apt-get update", chromium.INSTALL):
        answer = subprocess.run(command_line(command), capture_output=True, text=True)
        if answer.returncode:
            say(f"`{command}` failed: {answer.stderr.strip().splitlines()[-1]}")
            sys.exit(2)


def command_line(command: str) -> list[str]:
    program, *arguments = command.split()
    return ["env", "DEBIAN_FRONTEND=noninteractive", program, "-qq", "-o", "DPkg::Lock::Timeout=300", *arguments]


@dataclass
class Run:
    """One run of pytest; `quiet` keeps its lines until they are asked for."""

    title: str
    arguments: Sequence[str]
    variables: Mapping[str, str] = field(default_factory=dict)
    quiet: bool = False
    lines: str = ""
    passed: bool = False
    seconds: float = 0.0

    def run(self) -> None:
        start = time.monotonic()
        answer = subprocess.run(
            [sys.executable, "-m", "pytest", *self.arguments],
            cwd=ROOT,
            env=os.environ | self.variables,
            stdout=subprocess.PIPE if self.quiet else None,
            stderr=subprocess.STDOUT if self.quiet else None,
            text=True,
        )
        self.passed = answer.returncode == 0
        self.lines = (answer.stdout or "").rstrip()
        self.seconds = time.monotonic() - start

    def tell(self) -> None:
        if self.lines:
            print(self.lines)
        say(f"{self.title}: {'passed' if self.passed else 'FAILED'} after {self.seconds:.0f} s")


def folders(names: tuple[str, ...]) -> list[str]:
    return [f"tests/{name}" for name in names if (ROOT / "tests" / name).is_dir()]


def run_in_turn(*runs: Run) -> None:
    for run in runs:
        run.run()


def everything() -> bool:
    provide_browser()
    sqlite = Run("tests on SQLite", [*NO_BROWSER, "--ignore=tests/browser", "-m", "not postgres", "tests"])
    postgres = Run("tests on PostgreSQL", [*NO_BROWSER, *folders(ON_POSTGRES)], quiet=True)
    browser = Run("browser tests", ["tests/browser"], quiet=True)
    say("running the tests on SQLite, and beside them those on PostgreSQL and in the browser")
    with servers.running_postgres() as address, ThreadPoolExecutor() as pool:
        postgres.variables = {"DATABASE_URL": address}
        beside = pool.submit(run_in_turn, postgres, browser)
        sqlite.run()
        sqlite.tell()
        beside.result()
    postgres.tell()
    browser.tell()
    return sqlite.passed and postgres.passed and browser.passed


def soak() -> bool:
    """The long tier: the same tests, with the figures of the goals."""
    full = {"SKALD_SOAK": os.environ.get("SKALD_SOAK", "1")}
    with servers.running_postgres() as address:
        runs = [Run("models of the clock", [*NO_BROWSER, "-s", *CLOCK_MODELS], full)]
        for title, chosen in SOAKED:
            runs.append(Run(f"{title}, SQLite", [*NO_BROWSER, "-m", "not postgres", *chosen], full))
            runs.append(Run(f"{title}, PostgreSQL", [*NO_BROWSER, *chosen], full | {"DATABASE_URL": address}))
        for run in runs:
            run.run()
            run.tell()
    return all(run.passed for run in runs)


def by_hand(arguments: Sequence[str]) -> bool:
    run = Run("tests on PostgreSQL", [*NO_BROWSER, *arguments])
    with servers.running_postgres() as address:
        run.variables = {"DATABASE_URL": address}
        run.run()
    run.tell()
    return run.passed


if __name__ == "__main__":
    match sys.argv[1:2]:
        case ["postgres"]:
            passed = by_hand(sys.argv[2:])
        case ["soak"]:
            passed = soak()
        case _:
            passed = everything()
    sys.exit(0 if passed else 1)
