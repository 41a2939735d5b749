"""The rule tests alone, in parts side by side; run by `make rules`. No Django, no database, few plugins.

Whole adventures that play themselves are left to `make test`. A part that fails is run once more with pytest's
full explanations, which would cost the others a second each time.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    ("tests/rulebook", "--ignore=tests/rulebook/dungeon"),
    ("tests/rulebook/dungeon", "tests/test_cases.py"),
)
IDLE_PLUGINS = ("logging", "threadexception", "unraisableexception", "cacheprovider")
PYTEST = [
    *(sys.executable, "-m", "pytest", "-q"),
    *("-p", "_hypothesis_pytestplugin"),
    *(f"-pno:{name}" for name in IDLE_PLUGINS),
    *("-W", "ignore::pytest.PytestConfigWarning"),
    *("-m", "not whole_game"),
    "--confcutdir=tests/rulebook",
]
QUICKLY = ("--assert=plain",)


def start(part: tuple[str, ...], *options: str) -> subprocess.Popen[str]:
    """Without the other plugins, and the settings of the tests that need a database, pytest starts at once."""
    variables = {"HYPOTHESIS_PROFILE": "quick"} | os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [*PYTEST, *options, *part]
    return subprocess.Popen(
        command, cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def main() -> int:
    """0 when every part has passed."""
    began = time.monotonic()
    running = [(part, start(part, *QUICKLY)) for part in PARTS]
    code = 0
    for part, process in running:
        output = process.communicate()[0]
        print(output)
        if process.returncode:
            code = process.returncode
            print(start(part).communicate()[0])
    print(f"Skald: rule tests: {'FAILED' if code else 'passed'} after {time.monotonic() - began:.1f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
