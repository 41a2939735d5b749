"""One module per kind of rule case; `tests/cases/README.md` describes the format.

A module offers `check(case)`, which refuses unknown and missing keys at every level, and
`observe(case, rules)`, which plays the case and returns what `expect` may speak of. A
kind of another ruleset than `saga` names its table rules as `RULES`. A kind whose module
is missing is an unknown kind, and its cases fail.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.saga.rules import TableRules

HELPERS = {"keys"}


@dataclass(frozen=True)
class Kind:
    check: Callable[[Mapping[str, Any]], None]
    observe: Callable[[Mapping[str, Any], Any], dict[str, Any]]
    rules: Any = TableRules


def load_kinds() -> dict[str, Kind]:
    names = (module.name for module in pkgutil.iter_modules(__path__))
    return {name: _kind(name) for name in names if name not in HELPERS}


def _kind(name: str) -> Kind:
    module = importlib.import_module(f"{__name__}.{name}")
    return Kind(module.check, module.observe, getattr(module, "RULES", TableRules))
