"""What else a sweep does, beside settling battles and reminding of turns: what the apps above this one add.

An app registers the dotted path of a function from its AppConfig:

    chores.register("story.services.sweep_votes")

The function takes the moment and answers for how many things it did something. It must be harmless twice and late.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import structlog
from django.db import InterfaceError, OperationalError
from django.utils.module_loading import import_string

log = structlog.get_logger(__name__)

Chore = Callable[[datetime], int]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Do what the function at this dotted path does; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def do_chores(now: datetime) -> int:
    """Do all of it; what fails is told in the log and stops nothing else, a database that is away stops everything."""
    done = 0
    for path in _REGISTERED:
        chore: Chore = import_string(path)
        try:
            done += chore(now)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            log.error("chore_failed", chore=path, exc_info=error)
    return done
