"""Moments as a reader sees them: the absolute local time first, what is left second. Pure functions, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.utils import dateformat, translation
from django.utils.formats import localize
from django.utils.translation import gettext

NEAR_A_CLOCK_CHANGE = timedelta(hours=48)
MINUTE, HOUR, DAY = 60, 3600, 86400
LAST_MINUTES = 10 * MINUTE


def instant(moment: datetime) -> str:
    """The moment as machines read it, in UTC: 2026-11-05T20:00:00Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def exact_instant(moment: datetime) -> str:
    """As instant, with milliseconds: 2026-11-05T20:00:00.250Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def near_clock_change(moment: datetime, zone: tzinfo) -> bool:
    """Do this zone's clocks change within 48 hours of the moment?"""
    before = (moment - NEAR_A_CLOCK_CHANGE).astimezone(zone).utcoffset()
    after = (moment + NEAR_A_CLOCK_CHANGE).astimezone(zone).utcoffset()
    return before != after


def abbreviation(moment: datetime, zone: tzinfo) -> str:
    """The zone's short name at that moment (CET, NZDT), or its offset where it has no letters (UTC−3)."""
    name = moment.astimezone(zone).tzname() or "UTC"
    if name[0] not in "+-":
        return name
    hours, minutes = int(name[1:3]), name[3:5]
    sign = "−" if name[0] == "-" else "+"
    return f"UTC{sign}{hours}" + (f":{minutes}" if minutes not in ("", "00") else "")


def absolute(moment: datetime, zone: tzinfo, *, now: datetime, name_zone: bool) -> str:
    """Weekday, day, month, 24 h clock: "Thu 5 Nov, 21:00 (CET)"; the year only when it is not this one.

    Words follow the active language. `name_zone` adds the zone's short name; it is added anyway near a clock change.
    """
    local = moment.astimezone(zone)
    words = dateformat.format(local, "D j M" if local.year == now.astimezone(zone).year else "D j M Y")
    if (translation.get_language() or "").startswith("es"):
        words = words.lower()
    shown = f"{words}, {local:%H:%M}"
    if name_zone or near_clock_change(moment, zone):
        shown += f" ({abbreviation(moment, zone)})"
    return shown


def span(seconds: float) -> str:
    """A length of time in its two largest units: "1 d 4 h", "3 h 20 min", "9 min", "less than 1 min"."""
    total = int(abs(seconds))
    days, hours, minutes = total // DAY, total % DAY // HOUR, total % HOUR // MINUTE
    if days:
        return f"{days} d {hours} h" if hours else f"{days} d"
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{minutes} min" if minutes else gettext("less than 1 min")


def clock_span(seconds: float) -> str:
    """What a running clock shows of less than ten minutes, as skald.js writes it: "9 min 05 s", "48 s"."""
    minutes, rest = divmod(int(seconds), MINUTE)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def short_span(seconds: float) -> str:
    """As span, with seconds below ten minutes: "1 min 30 s", "48 s"."""
    total = round(abs(seconds))
    minutes, rest = divmod(total, MINUTE)
    if total >= 10 * MINUTE or (minutes and not rest):
        return span(total)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s" if rest else gettext("less than 1 s")


def table_hours(hours: float, hour_seconds: float) -> str:
    """So many hours of a table: "24 h", and what they really last where its hours are no real ones."""
    written = f"{localize(int(hours) if hours == int(hours) else hours)} h"
    if hour_seconds == HOUR:
        return written
    return gettext("{hours} of this table ({real})").format(hours=written, real=short_span(hours * hour_seconds))


@dataclass(frozen=True)
class Words:
    """The sentences round a countdown; `{}` stands for the length of time."""

    left: str
    overdue: str


def countdown_words() -> Words:
    """In the active language."""
    return Words(left=gettext("{} left"), overdue=gettext("{} ago"))


def remaining(moment: datetime, *, now: datetime) -> str:
    """What is left until the moment, with seconds in its last ten minutes; or how long ago it was.

    The moment is taken in whole seconds, as the page tells it to skald.js: the script then finds its own words there.
    """
    seconds = (moment.replace(microsecond=0) - now).total_seconds()
    words = countdown_words()
    if seconds <= 0:
        return words.overdue.replace("{}", span(seconds))
    return words.left.replace("{}", clock_span(seconds) if seconds < LAST_MINUTES else span(seconds))


def counted_at(moment: datetime, *, now: datetime, zone: tzinfo) -> str:
    """When `remaining` was reckoned, as exactly as it is told: "20:15", or "20:15:07" where it names seconds."""
    local = now.astimezone(zone)
    return f"{local:%H:%M:%S}" if timedelta() < moment - now < timedelta(seconds=LAST_MINUTES) else f"{local:%H:%M}"


def discord_code(moment: datetime) -> str:
    """The code that Discord turns into each reader's own local time."""
    return f"<t:{int(moment.timestamp())}:F>"


def city(zone: tzinfo) -> str:
    """Europe/Madrid → Madrid, America/Mexico_City → Mexico City."""
    return str(zone).rsplit("/", 1)[-1].replace("_", " ")


def copy_line(moment: datetime, zone: tzinfo, *, now: datetime, others: Iterable[str] = ()) -> str:
    """A deadline to paste elsewhere: the reader's time, that of the other zones from west to east, then UTC.

    A zone whose clocks show what one before it shows is left out.
    """
    rest = sorted(map(ZoneInfo, others), key=lambda one: (moment.astimezone(one).replace(tzinfo=None), str(one)))
    named: dict[str, str] = {}
    for one in (zone, *rest):
        if str(one) != "UTC":
            named.setdefault(absolute(moment, one, now=now, name_zone=False), city(one))
    shown = [f"{clock} {place}" for clock, place in named.items()]
    return " · ".join([*shown, absolute(moment, UTC, now=now, name_zone=True)])
