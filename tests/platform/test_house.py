"""The walls of the house: who may import whom, what a fresh interpreter loads, what the lock files hold."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]

IMPORT_THE_WHOLE_RULEBOOK = """
import importlib, pkgutil, sys
import rulebook
names = [module.name for module in pkgutil.walk_packages(rulebook.__path__, "rulebook.")]
for name in names:
    importlib.import_module(name)
print(len(names), sorted({name.split(".")[0] for name in sys.modules} & {"django", "celery", "config", "redis"}))
"""


def test_the_rulebook_needs_no_django_and_no_celery() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", IMPORT_THE_WHOLE_RULEBOOK], cwd=ROOT, check=True, capture_output=True, text=True
    )
    count, intruders = answer.stdout.strip().split(" ", 1)
    assert int(count) >= 2
    assert intruders == "[]"


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_holds_versions_and_hashes_but_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text()
    assert re.search(r"^django==5\.2\.\d+ \\$", text, re.MULTILINE)
    assert "://" not in text
    options = {line.split()[0].split("=")[0] for line in text.splitlines() if line.strip().startswith("--")}
    assert {option.split(":")[0] for option in options} == {"--hash"}


def versions(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", (ROOT / name).read_text(), re.MULTILINE))


def test_tests_run_on_the_very_versions_that_the_site_runs_on() -> None:
    assert versions("requirements.lock").items() <= versions("requirements-dev.lock").items()


def test_imports_lean_one_way_and_the_rulebook_is_pure() -> None:
    answer = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout
    assert "3 kept, 0 broken" in answer.stdout


@pytest.mark.django_db
def test_the_migrations_make_the_tables_that_the_models_describe() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
