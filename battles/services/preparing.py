"""Preparing a battle: a draft that only its directors see, then the announcement that asks players who goes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.checks import Problem, Sizes, check
from battles.drafts import checked_fields, first_fields, revision_of
from battles.models import Battle, MusterEntry
from battles.plans import Plan, without_gaps
from battles.selectors import character_sizes
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import players_of, table_rules
from notifications.models import Notice
from notifications.services import notify_each, withdraw
from rulebook.errors import Illegal, TooLate


def create_battle(
    *, campaign: Campaign, by: User, name: str, at: datetime, kind: str = "director", board: str = "open-8",
    sides: tuple[str, str] = ("", ""), seed: bytes | None = None,
) -> Battle:  # fmt: skip
    """A new draft. Raises PermissionDenied unless `by` directs the campaign, Unreadable `unknown-template`.

    The seed of its dice is secret and new, unless a story that must come out the same gives one.
    """
    require_director(by, campaign)
    fields = first_fields(kind=kind, template=board, first=sides[0], second=sides[1]) | {"name": [name]}
    draft = {"fields": fields, "revision": 1, "saved_at": at.isoformat()}
    given = {} if seed is None else {"seed": seed}
    return Battle.objects.create(
        campaign=campaign, name=name, ruleset=campaign.ruleset, draft=draft, created_by=by, **given
    )


def save_draft(*, battle_id: int, fields: Mapping[str, list[str]], revision: int, by: User, at: datetime) -> Battle:
    """Keep what was typed, whether it makes sense or not; the revision goes up by one.

    Raises TooLate `draft-changed` when another page saved since `revision` (nothing is overwritten), Illegal
    `wrong-status` once the battle is announced, Unreadable `draft-too-long`, PermissionDenied.
    """
    kept = checked_fields(fields)
    with transaction.atomic():
        battle = locked_draft(battle_id, by)
        known = revision_of(battle.draft)
        if known != revision:
            message = f"Revision {revision} of the draft is not the last one, which is {known}."
            raise TooLate("draft-changed", message, {"revision": revision, "last": known})
        battle.draft = {"fields": kept, "revision": known + 1, "saved_at": at.isoformat()}
        battle.name = (kept.get("name") or [""])[0].strip()[:120] or battle.name
        battle.save(update_fields=["draft", "name"])
    return battle


def announce_battle(*, battle_id: int, plan: Plan, by: User, at: datetime) -> Battle:
    """Fix the plan and ask the players who goes (DEPL-0); each is sent a notice.

    Raises Illegal `draft-has-problems` when `battles.checks.check` finds any, `wrong-status` for a battle already
    announced, PermissionDenied.
    """
    with transaction.atomic():
        battle = locked_draft(battle_id, by)
        problems = problems_of(battle, plan)
        if problems:
            codes = [problem.code for problem in problems]
            raise Illegal("draft-has-problems", f"The plan has problems: {', '.join(codes)}.", {"codes": codes})
        plan = without_gaps(plan)
        _fix(battle, plan, at)
        _ask(battle, plan, by=by, at=at)
    return battle


def cancel_battle(*, battle_id: int, by: User, at: datetime) -> Battle:
    """Give up a battle that has not begun. Raises Illegal `wrong-status` once it runs, PermissionDenied."""
    with transaction.atomic():
        battle = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
        require_director(by, battle.campaign)
        if battle.status not in (Battle.Status.DRAFT, Battle.Status.MUSTER):
            raise wrong_status(battle)
        battle.status = Battle.Status.CANCELLED
        battle.finished_at = at
        battle.save(update_fields=["status", "finished_at"])
        withdraw(subject=f"battle:{battle.code}", at=at)
    return battle


def problems_of(battle: Battle, plan: Plan) -> tuple[Problem, ...]:
    """Everything that keeps a plan from being announced as this battle (`battles.checks.check`)."""
    players = list(players_of(battle.campaign))
    sizes: Sizes = character_sizes(battle.campaign)
    return check(
        plan,
        campaign_rules=table_rules(battle.campaign),
        members=[player.pk for player in players],
        sizes=sizes,
    )


def wrong_status(battle: Battle) -> Illegal:
    """The refusal of a verb that belongs to another stage of the battle."""
    message = f"The battle {battle.code} is {battle.status!r}; that cannot be done now."
    return Illegal("wrong-status", message, {"status": battle.status})


def locked_draft(battle_id: int, by: User) -> Battle:
    """A draft's row, locked until the transaction ends. Raises PermissionDenied, Illegal `wrong-status`."""
    battle = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
    require_director(by, battle.campaign)
    if battle.status != Battle.Status.DRAFT:
        raise wrong_status(battle)
    return battle


def _fix(battle: Battle, plan: Plan, at: datetime) -> None:
    battle.plan = plan.to_json()
    battle.name, battle.intro = plan.name, plan.intro
    battle.slots, battle.friendly = plan.slots, plan.friendly
    battle.pause_after_idle_rounds = plan.idle_rounds
    battle.status = Battle.Status.MUSTER
    battle.announced_at = at
    battle.save()


def _ask(battle: Battle, plan: Plan, *, by: User, at: datetime) -> None:
    asked = {user.pk: user for user in User.objects.filter(pk__in=plan.players)}
    MusterEntry.objects.bulk_create(
        MusterEntry(battle=battle, player=asked[user_id], side=side.key)
        for side in plan.sides
        for user_id in side.players
    )
    tell_asked(battle, list(asked.values()), by=by, at=at)


def tell_asked(battle: Battle, players: list[User], *, by: User, at: datetime) -> None:
    """Send players the notice that asks who goes."""
    notify_each(
        players,
        kind=Notice.Kind.MUSTER,
        subject=f"battle:{battle.code}",
        link=f"{battle.get_absolute_url()}muster/",
        data={"battle": battle.name, "campaign": battle.campaign.name},
        at=at,
        campaign_slug=battle.campaign.slug,
        by=by,
    )
