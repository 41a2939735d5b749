"""Questions about people and their accounts."""

from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from rest_framework.authtoken.models import Token

from accounts.models import User

REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones_by_region() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The IANA time zones that are named after places, by region; UTC stands alone before them."""
    names = sorted(available_timezones())
    return tuple((region, tuple(name for name in names if name.startswith(f"{region}/"))) for region in REGIONS)


def token_made_at(user: User) -> datetime | None:
    """When the user's key for the API was made; None when there is none."""
    return Token.objects.filter(user=user).values_list("created", flat=True).first()
