"""Every rule case as a test of its own, named by the case's id.

`pytest tests/test_cases.py --cases DIR` runs the cases of another folder. The runner
sets up and compares; what comes out is computed by the rulebook alone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulebook.errors import Refused
from tests.case_kinds import load_kinds
from tests.case_kinds.keys import BadCase, mismatches

OWN_CASES = Path(__file__).parent / "cases"
NOT_CASES = {".md"}


# The reader in C is several times as fast, where PyYAML comes with it.
SafeLoader: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class StrictLoader(SafeLoader):
    """Safe YAML that does not let a repeated key hide the one before it."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        repeated = sorted({str(key) for key in keys if keys.count(key) > 1})
        if repeated:
            raise BadCase(f"line {node.start_mark.line + 1}: keys given twice: {repeated}")
        return super().construct_mapping(node, deep)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        found = list(cases_under(cases_folder(metafunc.config)))
        metafunc.parametrize("case", found, ids=[str(case["id"]) for case in found])


def cases_folder(config: pytest.Config) -> Path:
    chosen = config.getoption("--cases", None)
    return config.invocation_params.dir / chosen if chosen else OWN_CASES


def cases_under(folder: Path) -> Iterator[Mapping[str, Any]]:
    files = [path for path in sorted(folder.rglob("*")) if holds_cases(path, folder)]
    if not files:
        raise pytest.UsageError(f"no files with rule cases under {folder}")
    for path in files:
        yield from cases_of(path)


def holds_cases(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden and path.suffix.lower() not in NOT_CASES


def cases_of(path: Path) -> list[Mapping[str, Any]]:
    """The file's cases; what cannot be read becomes a case that fails under the file's name."""
    try:
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=StrictLoader)
    except (yaml.YAMLError, UnicodeDecodeError, BadCase) as fault:
        return [{"id": path.name, "unreadable": str(fault)}]
    if isinstance(found, Mapping):
        found = [found]
    if not isinstance(found, list) or not found:
        return [{"id": path.name, "unreadable": "a file of cases holds one, or a list of at least one"}]
    return [as_case(path, number, entry) for number, entry in enumerate(found)]


def as_case(path: Path, number: int, entry: Any) -> Mapping[str, Any]:
    if isinstance(entry, Mapping) and "id" in entry and "unreadable" not in entry:
        return entry
    return {"id": f"{path.name}-{number}", "unreadable": f"not a case with an id: {entry!r}"}


def run(case: Mapping[str, Any]) -> list[str]:
    """Play the case; what differs from `expect`, in words. Raises `BadCase` for a faulty one."""
    if "unreadable" in case:
        raise BadCase(case["unreadable"])
    kind = load_kinds().get(case.get("kind", ""))
    if kind is None:
        raise BadCase(f"unknown kind {case.get('kind')!r}")
    kind.check(case)
    rules = kind.rules.from_mapping(case.get("table_rules", {}))
    try:
        seen = {"error": None, **kind.observe(case, rules)}
    except Refused as refusal:
        seen = {"error": refusal.code}
    return mismatches({"error": None, **case.get("expect", {})}, seen)


def test_case(case: Mapping[str, Any]) -> None:
    assert run(case) == []


@pytest.mark.parametrize(
    "faulty",
    [
        {"id": "x", "kind": "no-such-kind", "expect": {}},
        {"id": "x", "kind": "keys", "expect": {}},
        {"id": "x", "kind": "wounds", "final_strength": -3, "exertion": 1, "luck": 1, "expect": {}},
        {"id": "x", "kind": "wounds", "final_strength": -3, "expect": {}},
        {"id": "x", "kind": "wounds", "final_strength": -3, "exertion": 1},
        {"id": "x", "kind": "wounds", "final_strength": -3, "exertion": 1, "expect": {"wound": 3}},
        {"id": "x", "kind": "initiative", "units": [{"id": "a", "reaction": 1, "luck": 2}], "rolls": [1], "expect": {}},
        {"id": "x", "unreadable": "not YAML"},
    ],
    ids=["kind", "helper", "key", "missing", "without-expect", "expectation", "nested", "unreadable"],
)
def test_a_faulty_case_fails_loudly(faulty: Mapping[str, Any]) -> None:
    with pytest.raises(BadCase):
        run(faulty)


def test_an_unknown_table_rule_fails_loudly() -> None:
    case = {"id": "x", "kind": "wounds", "final_strength": -3, "exertion": 1, "expect": {}}
    with pytest.raises(Refused, match="luck"):
        run({**case, "table_rules": {"luck": 1}})


def test_a_wrong_expectation_and_a_surprising_refusal_are_both_told() -> None:
    case = {"id": "x", "kind": "wounds", "final_strength": -3, "exertion": 1}
    assert run({**case, "expect": {"wounds": 3}}) == []
    assert run({**case, "expect": {"wounds": 2}}) != []
    assert run({**case, "expect": {"error": "bad-roll"}}) != []
    without_a_face = {**case, "exertion": 2}
    assert run({**without_a_face, "expect": {"error": "bad-roll"}}) == []
    assert run({**without_a_face, "expect": {"wounds": 1}}) != []


def test_a_repeated_key_and_a_file_without_cases_are_failing_cases(tmp_path: Path) -> None:
    (tmp_path / "twice.yaml").write_text("- {id: a, kind: wounds, kind: wounds}\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "README.md").write_text("# not cases\n")
    found = list(cases_under(tmp_path))
    assert [case["id"] for case in found] == ["empty.txt", "twice.yaml"]
    assert all("unreadable" in case for case in found)
