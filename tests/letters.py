"""What readers are told, for tests of how they are told it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from notifications import services
from notifications.models import Notice

NOW = datetime(2026, 11, 4, 15, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)
TURN = "battle:abcd2345:round:3:unit:toki"


def tell(reader: Any, **changes: Any) -> Notice | None:
    """A notice of a turn with a deadline, unless a test changes it."""
    given: dict[str, Any] = {
        "kind": Notice.Kind.YOUR_TURN,
        "subject": TURN,
        "link": "/c/north/b/abcd2345/",
        "data": {"battle": "The frozen ford", "unit": "Toki", "round": 3, "what": "turn"},
        "at": NOW,
        "deadline": DUE,
        "campaign_slug": "north",
    }
    return services.notify(reader=reader, **given | changes)


def kinds_told(user: User) -> list[str]:
    """The kinds of what the user was told and what still stands, oldest first."""
    rows = Notice.objects.filter(reader=user, withdrawn_at__isnull=True).order_by("pk")
    return list(rows.values_list("kind", flat=True))
