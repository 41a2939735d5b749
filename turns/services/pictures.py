"""Pictures of rounds, kept so that each is drawn once."""

from __future__ import annotations

from datetime import datetime

from battles.models import Battle
from turns.models import RoundPicture

LOOK = ["battle", "round", "theme", "language"]


def keep_picture(
    *, battle: Battle, round_: int, theme: str, language: str, version: str, png: bytes, at: datetime
) -> RoundPicture:
    """Keep a picture in place of an older one of the same round and look; safe from two who draw it at once."""
    picture = RoundPicture(
        battle=battle, round=round_, theme=theme, language=language, version=version, png=png, made_at=at
    )
    RoundPicture.objects.bulk_create(
        [picture], update_conflicts=True, unique_fields=LOOK, update_fields=["version", "png", "made_at"]
    )
    return picture


def forget_pictures(battle: Battle, *, since_round: int) -> None:
    """Pictures of rounds that are being taken back, in the caller's transaction."""
    RoundPicture.objects.filter(battle=battle, round__gte=since_round).delete()
