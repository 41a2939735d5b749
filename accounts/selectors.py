"""Questions about people and their accounts."""

from datetime import datetime
from functools import cache
from importlib import resources
from zoneinfo import available_timezones

from rest_framework.authtoken.models import Token

from accounts.models import User

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones_by_region() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The IANA time zones under the names in use today, by region, each place once; UTC stands alone before them."""
    names = sorted(_named_today() & available_timezones())
    return tuple((region, tuple(name for name in names if name.startswith(f"{region}/"))) for region in REGIONS)


def _named_today() -> set[str]:
    """The zones that the database's own table gives to a place of some country; older names of them are not in it."""
    table = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return {row[2] for row in rows}


def token_made_at(user: User) -> datetime | None:
    """When the user's key for the API was made; None when there is none."""
    return Token.objects.filter(user=user).values_list("created", flat=True).first()
