"""Moments on both sides of the door: whole milliseconds in the rulebook, aware datetimes in rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """Milliseconds since the epoch, fractions dropped. Raises ValueError for a naive datetime."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} has no time zone")
    return (moment - EPOCH) // MILLISECOND


def to_datetime(ms: int) -> datetime:
    """The moment as an aware datetime in UTC."""
    return EPOCH + ms * MILLISECOND
