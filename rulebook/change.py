"""Copies of frozen records with some fields changed."""

from typing import TYPE_CHECKING, Any

__all__ = ["change"]

if TYPE_CHECKING:
    from dataclasses import replace as change
else:

    def change(record: Any, /, **fields: Any) -> Any:
        """A copy of a record with some fields changed.

        The same as `dataclasses.replace`, some ten times as fast: it neither calls
        `__init__` nor walks the fields, which counts where every event makes a copy. For
        dataclasses without slots only.
        """
        copy = object.__new__(record.__class__)
        copy.__dict__.update(record.__dict__)
        copy.__dict__.update(fields)
        return copy
