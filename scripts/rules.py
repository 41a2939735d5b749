"""The rule tests alone, in parts side by side; run by `make rules`. No Django, no database, few plugins."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    ("tests/rulebook", "--ignore=tests/rulebook/dungeon"),
    ("tests/rulebook/dungeon", "tests/test_cases.py"),
)
PYTEST = [
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-p",
    "_hypothesis_pytestplugin",
    "-W",
    "ignore::pytest.PytestConfigWarning",
]


def main() -> int:
    """0 when every part has passed. Without the other plugins pytest starts at once."""
    variables = {"HYPOTHESIS_PROFILE": "quick"} | os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    parts = [
        subprocess.Popen([*PYTEST, *part], cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True) for part in PARTS
    ]
    outputs = [part.communicate()[0] for part in parts]
    print("\n".join(outputs))
    return max(part.returncode for part in parts)


if __name__ == "__main__":
    sys.exit(main())
