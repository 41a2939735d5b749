"""All tests, on the servers that the site runs on; run by `make test`. Exit code 2 means: something is missing.

1. everything but the browser tests, on SQLite (deadline tests with a real Valkey, worker and beat);
2. what touches the database, once more on a real PostgreSQL;
3. the browser tests in a real Chromium.

`python scripts/test.py postgres ARGUMENTS` runs pytest with ARGUMENTS on a PostgreSQL of its own, and nothing else.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests import chromium, servers  # noqa: E402

ON_POSTGRES = ("services", "api", "deadlines")
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


def run_tests(title: str, *arguments: str, **variables: str) -> bool:
    say(title)
    start = time.monotonic()
    code = subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=os.environ | variables)
    say(f"{title}: {'passed' if code == 0 else 'FAILED'} after {time.monotonic() - start:.0f} s")
    return code == 0


def folders(names: tuple[str, ...]) -> list[str]:
    return [f"tests/{name}" for name in names if (ROOT / "tests" / name).is_dir()]


def on_postgres(*arguments: str) -> bool:
    with servers.running_postgres() as address:
        return run_tests("tests on PostgreSQL", *NO_BROWSER, *arguments, DATABASE_URL=address)


def everything() -> bool:
    provide_browser()
    results = [
        run_tests("tests on SQLite", *NO_BROWSER, "--ignore=tests/browser", "-m", "not postgres", "tests"),
        on_postgres(*folders(ON_POSTGRES)),
        run_tests("browser tests", "tests/browser"),
    ]
    return all(results)


if __name__ == "__main__":
    passed = on_postgres(*sys.argv[2:]) if sys.argv[1:2] == ["postgres"] else everything()
    sys.exit(0 if passed else 1)
