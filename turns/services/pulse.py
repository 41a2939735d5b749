"""The sweep's pulse: the heartbeat, the outages that its gaps are, and what they credit (CLOCK-6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from turns.models import Heartbeat, Outage

LONGEST_SILENCE = timedelta(minutes=5)
REMEMBERED = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch without a sweep, from the last one before it to `end`; still going on while `ongoing`."""

    start: datetime
    end: datetime
    ongoing: bool = False


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a moment needs to know of the sweep: the outages to be credited, oldest first."""

    gaps: tuple[Gap, ...] = ()

    @property
    def silent(self) -> bool:
        """Is an outage going on, so that no deadline may be applied?"""
        return bool(self.gaps) and self.gaps[-1].ongoing

    def since(self, opened_at: datetime | None) -> tuple[Gap, ...]:
        """The outages that a battle opened at that moment lived through."""
        return tuple(gap for gap in self.gaps if opened_at is None or gap.end > opened_at)


def beat(now: datetime) -> None:
    """Write the sweep's heartbeat; a gap of more than five minutes before it becomes an outage (CLOCK-6).

    Where the clock was set back since the last one, no outage lasts beyond this moment.
    Any number of sweeps may do so at once: the row's lock and the unique start keep one outage one row.
    """
    with transaction.atomic():
        row, created = Heartbeat.objects.select_for_update().get_or_create(name="sweep", defaults={"at": now})
        if created:
            return
        if now - row.at > LONGEST_SILENCE:
            _write_outage(row.at, now)
        elif now < row.at:
            _forget_what_has_not_been(now)
        Heartbeat.objects.filter(name="sweep").update(at=now)


def _write_outage(start: datetime, end: datetime) -> None:
    try:
        with transaction.atomic():
            Outage.objects.create(started_at=start, ended_at=end)
    except IntegrityError:
        # The clock was set back and this start was told before: the row stands for it.
        Outage.objects.filter(started_at=start, ended_at__lt=end).update(ended_at=end, credited_at=None)


def _forget_what_has_not_been(now: datetime) -> None:
    """The clock was ahead when these ended: they end now, or have never been. What was given back stays given."""
    Outage.objects.filter(started_at__gte=now).delete()
    Outage.objects.filter(ended_at__gt=now).update(ended_at=now)


def read_pulse(now: datetime) -> Pulse:
    """The outages of the last thirty days, and the one going on when the last heartbeat is too old. Writes nothing."""
    rows = Outage.objects.filter(ended_at__gt=now - REMEMBERED).order_by("started_at")
    gaps = tuple(Gap(start, end) for start, end in rows.values_list("started_at", "ended_at"))
    last = Heartbeat.objects.filter(name="sweep").values_list("at", flat=True).first()
    if last is not None and now - last > LONGEST_SILENCE:
        gaps += (Gap(last, now, ongoing=True),)
    return Pulse(gaps)


def outages_to_credit(now: datetime) -> list[int]:
    """Ids of the outages, over by now, that not every running battle has been credited for yet."""
    return list(Outage.objects.filter(credited_at__isnull=True, ended_at__lte=now).values_list("pk", flat=True))


def mark_credited(outages: list[int], *, now: datetime) -> None:
    """Every running battle has had the time of these outages back."""
    Outage.objects.filter(pk__in=outages).update(credited_at=now)
