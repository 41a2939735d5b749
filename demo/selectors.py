"""Questions about the demo."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from demo import story
from demo.cast import DIRECTOR, MAIL_DOMAIN, PEOPLE
from turns.services import read_pulse


def is_loaded() -> bool:
    """Has the demo been loaded here before? Its director's address, which no mail reaches, says so."""
    return User.objects.filter(email=f"{DIRECTOR}@{MAIL_DOMAIN}").exists()


def why_not(now: datetime) -> str:
    """Why the demo cannot be loaded on this site; empty where nothing stands against it.

    Its story has a missed deadline, and no deadline is missed while nobody sweeps (CLOCK-6).
    """
    for person in PEOPLE:
        if User.objects.filter(Q(username__iexact=person.login) | Q(email__iexact=person.email)).exists():
            return f"somebody has the name {person.login}"
    if read_pulse(now).since(now - timedelta(hours=story.BEGUN)):
        return "the site stood still in the days in which its story happens"
    return ""
