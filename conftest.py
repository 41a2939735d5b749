"""Options of the whole test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        metavar="DIR",
        default=None,
        help="folder of rule cases for tests/test_cases.py (default: tests/cases)",
    )
