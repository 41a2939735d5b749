"""Somebody deletes their account: the files that were made for them."""

from __future__ import annotations

from accounts.farewells import Farewell
from archives.models import Archive, Arrival
from archives.services.work import drop_file


def forget_archives_of(gone: Farewell) -> None:
    """Every archive that the user asked for or sent goes with its file."""
    for model in (Archive, Arrival):
        for work in model._default_manager.filter(asked_by=gone.user):
            drop_file(work)
            work.delete()
