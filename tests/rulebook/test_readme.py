"""The map in the README of the rulebook is true: modules and tests exist, none is missing, each rule has its test."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAGA = ROOT / "rulebook" / "saga"
TESTS = ROOT / "tests"
README = (SAGA / "README.md").read_text(encoding="utf-8")
DECIDED = set(re.findall(r"\*\*(SK-\d+)\*\*", (ROOT / "docs" / "rules-decided.md").read_text(encoding="utf-8")))
IN_CODE = re.compile(r"`([^`]+)`")


class Row(NamedTuple):
    chapter: str
    rules: str
    modules: str
    tests: str

    def files(self) -> list[Path]:
        """The files that its tests are in; a pattern is every file that fits it."""
        return [path for name in IN_CODE.findall(self.tests) for path in found(name)]

    def ids(self) -> list[str]:
        """Its rules, ranges spelled out; of our own readings those that there are."""
        ids = []
        for first, last in re.findall(r"\b([A-Z]+-\d+)(?: to ([A-Z]+-\d+))?", self.rules):
            family, start = first.split("-")
            end = (last or first).split("-")[1]
            ids += [f"{family}-{number}" for number in range(int(start), int(end) + 1)]
        return [one for one in ids if not one.startswith("SK-") or one in DECIDED]


def found(name: str) -> list[Path]:
    return sorted((TESTS / "rulebook").glob(name)) or sorted(TESTS.glob(name))


def rows() -> list[Row]:
    table = README[README.index("| chapter |") :].split("\n\n", 1)[0].splitlines()[2:]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in table]


ROWS = rows()


@pytest.mark.parametrize("row", ROWS, ids=[row.chapter for row in ROWS])
def test_the_modules_and_tests_of_a_chapter_exist(row: Row) -> None:
    assert [name for name in IN_CODE.findall(row.modules) if not (SAGA / name).exists()] == []
    assert [name for name in IN_CODE.findall(row.tests) if not found(name)] == []


@pytest.mark.parametrize("row", ROWS, ids=[row.chapter for row in ROWS])
def test_every_rule_of_a_chapter_is_carried_by_one_of_its_tests(row: Row) -> None:
    words = "\n".join(path.read_text(encoding="utf-8") for path in row.files()).upper().replace("_", "-")
    assert [one for one in row.ids() if not re.search(rf"\b{one}(?!\d)|-{one}(?!\d)", words)] == []


def test_every_module_of_the_saga_has_its_place_in_the_readme() -> None:
    named = set(IN_CODE.findall(README))
    modules = [path.relative_to(SAGA).as_posix() for path in SAGA.rglob("*.py") if path.name != "__init__.py"]
    assert [one for one in modules if one not in named and one.split("/")[0] + "/" not in named] == []


def test_every_rule_test_has_its_place_in_the_map() -> None:
    patterns = [name for row in ROWS for name in IN_CODE.findall(row.tests)]
    files = [path.name for path in (TESTS / "rulebook").glob("test_*.py") if path != Path(__file__)]
    assert [name for name in files if not any(fnmatch(name, pattern) for pattern in patterns)] == []
