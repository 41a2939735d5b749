"""Every check that needs no test run; run by `make lint`. All checks run, then the failed ones are named."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def program(name: str) -> str:
    return str(Path(sys.executable).parent / name)


MANAGE = [sys.executable, "-W", "error::RuntimeWarning", "manage.py"]
CHECKS = {
    "types (mypy)": [program("mypy"), "."],
    "style (ruff check)": [program("ruff"), "check", "."],
    "format (ruff format)": [program("ruff"), "format", "--check", "."],
    "import contracts (import-linter)": [program("lint-imports")],
    "templates (djlint)": [program("djlint"), "--lint", "--quiet", "templates"],
    "Django's own checks": [*MANAGE, "check", "--fail-level", "WARNING"],
    "migrations match the models": [*MANAGE, "makemigrations", "--check", "--dry-run"],
    "the API's description": [*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull],
    "catalogues are complete": [sys.executable, "scripts/messages.py", "check"],
}


def run(name: str) -> tuple[str, bool, str]:
    start = time.monotonic()
    answer = subprocess.run(CHECKS[name], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return f"{name}: {time.monotonic() - start:.1f} s", answer.returncode == 0, answer.stdout


def main() -> int:
    failed = 0
    with ThreadPoolExecutor(max_workers=2) as pool:
        for title, passed, output in pool.map(run, CHECKS):
            print(f"{'ok    ' if passed else 'FAILED'} {title}", flush=True)
            if not passed:
                failed += 1
                print(output, flush=True)
    print(f"{len(CHECKS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
