"""Somebody deletes their account: what the sheets hold of them."""

from __future__ import annotations

from accounts.farewells import Farewell
from characters.models import Character, Petition, SeatChange, SheetChange

UNSEEN = (Character.Status.DRAFT, Character.Status.PROPOSED, Character.Status.RETURNED)
GONE = "–"


def forget_player(gone: Farewell) -> None:
    """Private notes and characters that never came into play go; the others stay, for the director to give away."""
    Character.objects.filter(player=gone.user, status__in=UNSEEN).delete()
    Character.objects.filter(player=gone.user).update(private_notes="")
    SeatChange.objects.filter(before=gone.user).update(sealed_notes="")
    Petition.objects.filter(by=gone.user, status=Petition.Status.WAITING).delete()
    seats = SheetChange.objects.filter(field="player", character__seat_changes__isnull=False)
    seats.filter(before__in=gone.names).update(before=GONE)
    seats.filter(after__in=gone.names).update(after=GONE)
