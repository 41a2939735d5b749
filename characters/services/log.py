"""What every change to a sheet leaves behind: a line in its log, and a word to whoever should know."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import User
from campaign.guards import require_director
from campaign.selectors import directors_of
from characters.models import Character, SheetChange
from notifications.services import notify, notify_each, withdraw

LONGEST_WORDS = 200


def locked(character: Character) -> Character:
    """The character's row as it is now, held until the transaction ends."""
    return Character.objects.select_for_update(of=("self",)).select_related("campaign", "player").get(pk=character.pk)


def change(
    character: Character,
    field: str,
    before: object,
    after: object,
    *,
    reason: str,
    by: User | None,
    at: datetime,
    battle_code: str = "",
) -> None:
    """One line of the log. `field` and `reason` are keys that pages put into words; a free reason is shown as it is."""
    SheetChange.objects.create(
        character=character,
        field=field,
        before=str(before)[:LONGEST_WORDS],
        after=str(after)[:LONGEST_WORDS],
        reason=reason[:LONGEST_WORDS],
        battle_code=battle_code,
        by=by,
        at=at,
    )


def logged(character: Character, field: str, battle_code: str) -> bool:
    """Whether this battle has changed this field already."""
    return SheetChange.objects.filter(character=character, field=field, battle_code=battle_code).exists()


def by_director_or_rules(by: User | None, character: Character) -> None:
    """A consequence comes from the rules (None) or from a director; PermissionDenied for anyone else."""
    if by is not None:
        require_director(by, character.campaign)


def tell_player(
    character: Character, what: str, *, by: User | None, at: datetime, about: str = "", **more: object
) -> None:
    """A notice to the player; `about` keeps the notices of several battles apart."""
    notify(
        reader=character.player,
        kind="sheet",
        subject=f"character:{character.pk}:{what}{about and ':' + about}",
        link=reverse("characters:sheet", args=[character.pk]),
        data=_data(character, what, by, **more),
        at=at,
        campaign_slug=character.campaign.slug,
        by=by,
    )


def tell_directors(character: Character, what: str, *, by: User | None, at: datetime, **more: object) -> None:
    """A notice to the directors."""
    notify_each(
        directors_of(character.campaign),
        kind="sheet",
        subject=f"character:{character.pk}:{what}",
        link=reverse("characters:sheet", args=[character.pk]),
        data=_data(character, what, by, **more),
        at=at,
        campaign_slug=character.campaign.slug,
        by=by,
    )


def fall_silent(character: Character, *whats: str, at: datetime) -> None:
    """Take back notices that speak of something settled."""
    for what in whats:
        withdraw(subject=f"character:{character.pk}:{what}", at=at)


def _data(character: Character, what: str, by: User | None, **more: object) -> dict[str, object]:
    return {
        "what": what,
        "character": character.name,
        "who": by.shown_name if by else "",
        "campaign": character.campaign.name,
        **more,
    }
