"""Making a campaign and its clans, its words and its table rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Campaign, Clan, Membership, RuleChange
from campaign.selectors import latest_rule_change, own_rules
from campaign.services.telling import tell_of_rules
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.rulesets import TABLE_RULES

LONGEST_SLUG = 50
LONGEST_SLUG_QUOTED = 120


def create_campaign(
    *,
    name: str,
    director: User,
    clan_name: str = "",
    summary: str = "",
    language: str = "en",
    is_public: bool = False,
    ruleset: str = "saga",
) -> Campaign:
    """A new campaign with the default table rules of its ruleset; its creator directs it.

    With a name it has its first clan (CHAR-6); dungeon adventures do without. Raises `unknown-ruleset`.
    """
    if ruleset not in TABLE_RULES:
        raise Unreadable("unknown-ruleset", f"There is no ruleset {ruleset!r}.", {"ruleset": ruleset})
    with transaction.atomic():
        campaign = with_free_address(
            Campaign(
                name=name,
                summary=summary,
                language=language,
                is_public=is_public,
                ruleset=ruleset,
                table_rules=TABLE_RULES[ruleset]().to_mapping(),
            )
        )
        Membership.objects.create(campaign=campaign, user=director, role=Membership.Role.DIRECTOR)
        if clan_name:
            Clan.objects.create(campaign=campaign, name=clan_name)
    return campaign


def edit_campaign(
    *,
    campaign: Campaign,
    by: User,
    name: str,
    summary: str,
    language: str,
    is_public: bool,
    house_notes: str,
    status: str,
) -> None:
    """The campaign's own words and doors; its address stays. A director's verb."""
    require_director(by, campaign)
    campaign.name, campaign.summary, campaign.language = name, summary, language
    campaign.is_public, campaign.house_notes, campaign.status = is_public, house_notes, status
    campaign.save(update_fields=["name", "summary", "language", "is_public", "house_notes", "status"])


def add_clan(*, campaign: Campaign, by: User, name: str) -> Clan:
    """One more clan with an empty caravan (CHAR-6). Raises `clan-exists` for a name already taken."""
    require_director(by, campaign)
    try:
        with transaction.atomic():
            return Clan.objects.create(campaign=campaign, name=name)
    except IntegrityError:
        raise _clan_exists(name) from None


def rename_clan(*, clan: Clan, by: User, name: str) -> None:
    """Another name for a clan. Raises `clan-exists` for a name already taken."""
    require_director(by, clan.campaign)
    try:
        with transaction.atomic():
            clan.name = name
            clan.save(update_fields=["name"])
    except IntegrityError:
        raise _clan_exists(name) from None


def set_door(*, campaign: Campaign, by: User, is_open: bool) -> None:
    """Whether approved characters come in at once, or wait for their moment in the plot (CHAR-3)."""
    require_director(by, campaign)
    Campaign.objects.filter(pk=campaign.pk).update(door_open=is_open)
    campaign.door_open = is_open


def change_table_rules(
    *, campaign: Campaign, settings: Mapping[str, object], by: User, at: datetime, seen: int | None = None
) -> tuple[RuleChange, ...]:
    """Set table rules; those not named stay. Logs every change and tells all members once.

    A battle that has begun keeps the settings it began with. `seen` is the `latest_rule_change`
    that the author looked at: if another change came since, `rules-changed` (TooLate) is raised.
    Raises `unknown-table-rule` and `bad-table-rule` (Unreadable, the setting in `data["rule"]`).
    """
    require_director(by, campaign)
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if seen is not None and seen != latest_rule_change(locked):
            raise TooLate("rules-changed", "The table rules were changed by somebody else meanwhile.")
        before = own_rules(locked).to_mapping()
        after = TABLE_RULES[locked.ruleset].from_mapping(before | dict(settings)).to_mapping()
        changed = tuple(
            RuleChange.objects.create(campaign=locked, name=name, before=before[name], after=value, by=by, at=at)
            for name, value in after.items()
            if value != before[name]
        )
        locked.table_rules = after
        locked.save(update_fields=["table_rules"])
        if changed:
            tell_of_rules(locked, changed, by, at)
    campaign.table_rules = after
    return changed


def with_free_address(campaign: Campaign) -> Campaign:
    """Save a new campaign under the address it wishes (by default its name's), or the first numbered one that is free.

    In the caller's transaction.
    """
    base = _slug_of(campaign.slug or campaign.name)
    taken = set(Campaign.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while True:
        campaign.slug = base if number == 1 else f"{base}-{number}"
        number += 1
        if campaign.slug in taken:
            continue
        try:
            with transaction.atomic():
                campaign.save(force_insert=True)
            return campaign
        except IntegrityError:
            # Somebody took it between the question and the answer; the next number is as good.
            taken.add(campaign.slug)


def _slug_of(name: str) -> str:
    slug = slugify(name, allow_unicode=True)[:LONGEST_SLUG].strip("-") or "campaign"
    while len(quote(slug)) > LONGEST_SLUG_QUOTED:
        slug = slug[:-1]
    return slug.strip("-")


def _clan_exists(name: str) -> Illegal:
    return Illegal("clan-exists", f"There is a clan named {name!r} already.", {"name": name})
