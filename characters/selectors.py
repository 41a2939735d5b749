"""Questions about characters: who may see them, what they can do, what the rules look back on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.models import Campaign, Membership
from campaign.selectors import DIRECTING, belonging_to, role_of, table_rules
from campaign.selectors import visible_to as campaigns_visible_to
from characters.models import BattleRecord, Character, Claim, Item, Petition, RenownEntry
from rulebook.saga.catalogue import ClassEntry, Figures
from rulebook.saga.catalogue.items import with_item
from rulebook.saga.rules import Rank
from rulebook.saga.wounds import can_be_fielded, strength_total

LIVING = (Character.Status.PROPOSED, Character.Status.RETURNED, Character.Status.AT_DOOR, Character.Status.ACTIVE)
PENDING = (Character.Status.PROPOSED, Character.Status.RETURNED, Character.Status.AT_DOOR)
SETTLED = (Character.Status.ACTIVE, Character.Status.RETIRED, Character.Status.DEAD)
EARNED_KINDS = (RenownEntry.Kind.BATTLE, RenownEntry.Kind.PLOT, RenownEntry.Kind.CORRECTION)


def visible_to(user: User | AnonymousUser) -> QuerySet[Character]:
    """Every character the user may know of.

    One that has not come in yet is its player's and the directors' alone, a private draft its player's alone; a
    player who no longer belongs to the campaign knows of neither.
    """
    readable = Character.objects.filter(campaign__in=campaigns_visible_to(user))
    if not user.is_authenticated:
        return readable.filter(status__in=SETTLED)
    directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    pending = Q(status__in=PENDING, campaign__in=directed.values_list("campaign_id", flat=True))
    mine = Q(player=user, campaign__in=belonging_to(user))
    return readable.filter(Q(status__in=SETTLED) | mine | pending)


def may_change(character: Character, user: User | AnonymousUser) -> bool:
    """Whether the user is the character's player, still in the campaign, or a director; they read what is private."""
    role = role_of(user, character.campaign)
    if character.status == Character.Status.DRAFT:
        return role is not None and character.player_id == user.pk
    return role in DIRECTING or (role is not None and character.player_id == user.pk)


def with_wounds(characters: QuerySet[Character]) -> QuerySet[Character]:
    """The same characters in the order in which they came, each with `wounds_open`: how many wounds are open.

    `worn` lists what each has equipped.
    """
    still_open = Q(wounds__healed_at__isnull=True)
    worn = Prefetch("items", queryset=Item.objects.filter(equipped=True), to_attr="worn")
    counted = characters.annotate(wounds_open=Count("wounds", filter=still_open))
    return counted.prefetch_related(worn).order_by("pk")


def open_wounds(character: Character) -> int:
    """How many wounds are open (WOUND-4)."""
    return character.wounds.filter(healed_at__isnull=True).count()


def renown_held(character: Character) -> int:
    """Renown at hand: everything earned and inherited, less everything spent (PROM-1)."""
    return character.renown_entries.aggregate(total=Sum("amount"))["total"] or 0


def renown_earned(character: Character) -> int:
    """Renown earned in the character's life, whatever was spent of it; inheritance was not earned (HEIR-1)."""
    earned = character.renown_entries.filter(kind__in=EARNED_KINDS)
    return earned.aggregate(total=Sum("amount"))["total"] or 0


def figures_of(character: Character) -> Figures:
    """The five base figures that the class bounds."""
    return Figures(character.strength, character.armor, character.willpower, character.exertion, character.break_value)


def living_characters(player: User, campaign: Campaign) -> QuerySet[Character]:
    """The player's characters of this campaign that are not dead or retired, approved or not."""
    return Character.objects.filter(player=player, campaign=campaign, status__in=LIVING)


def party_of(player: User, campaign: Campaign, *, without: Character | None = None) -> tuple[Rank, ...]:
    """The ranks of the player's living characters (CHAR-1), one of them left out when asked."""
    party = living_characters(player, campaign)
    if without is not None:
        party = party.exclude(pk=without.pk)
    return _ranks(party.values_list("rank", flat=True))


def living_hero(player: User, campaign: Campaign) -> Character | None:
    """The player's hero, approved and alive."""
    heroes = living_characters(player, campaign).filter(status=Character.Status.ACTIVE, rank=Character.Rank.HERO)
    return heroes.first()


def hero_able(player: User, campaign: Campaign) -> bool:
    """Whether the player has a living hero able to fight; while not, ROST-1 and ROST-2 rest (ROST-3)."""
    hero = living_hero(player, campaign)
    return hero is not None and _strength_left(hero)


def roster_history(player: User, campaign: Campaign) -> tuple[Rank, ...]:
    """The ranks sent to one-character battles, oldest first, as ROST-2 counts them.

    Friendly battles are left out, and everything from before the present hero came.
    """
    records = _records(player, campaign).filter(slots=1)
    hero = living_hero(player, campaign)
    if hero is not None and hero.hero_since is not None:
        records = records.filter(fought_at__gte=hero.hero_since)
    return _ranks(records.values_list("rank", flat=True))


def previous_battle_had_hero(player: User, campaign: Campaign) -> bool | None:
    """Whether the player's previous battle, of any size, satisfies the first condition of ROST-2.

    A battle with several characters does. None where the player has not fought; friendlies do not count.
    """
    last = _records(player, campaign).last()
    if last is None:
        return None
    return last.slots > 1 or last.rank == Character.Rank.HERO


def class_of(character: Character) -> ClassEntry:
    """The character's class as its campaign has it, retired or not."""
    return catalogue_of(character.campaign).class_entry(character.class_key)


def figures_for_battle(character: Character) -> dict[str, Any]:
    """What a battle's set-up takes over from the sheet, under the names of the rulebook's Unit (STAT-9).

    Strength is the base less the open wounds, and that is the battle's maximum too; what is equipped adds to its
    figures before the battle begins (STAT-10). `size` is written as in the catalogue ("1x1"), `reach` is (min, max).
    Side, player, place and id are the battle's.
    """
    entry = class_of(character)
    wounds = open_wounds(character)
    strength = strength_total(character.strength, wounds)
    rank = cast(Rank, character.rank)
    hero_points = table_rules(character.campaign).hero_point_total(rank)
    figures = {
        "name": character.name,
        "character": str(character.pk),
        "class_key": character.class_key,
        "race": character.race,
        "rank": rank,
        "level": character.level,
        "strength": strength,
        "max_strength": strength,
        "armor": character.armor,
        "max_armor": character.armor,
        "willpower": character.willpower,
        "max_willpower": character.willpower,
        "exertion": character.exertion,
        "break_": character.break_value,
        "reaction": character.reaction,
        "open_wounds": wounds,
        "hero_points": hero_points,
        "max_hero_points": hero_points,
        "size": entry.size,
        "move": entry.move,
        "reach": (entry.attack_range.low, entry.attack_range.high),
        "abilities": dict(character.abilities),
        "passives": tuple(entry.passives),
        "traits": dict(character.talents),
    }
    worn = equipped_item(character)
    return with_item(figures, worn.effects) if worn else figures


def equipped_item(character: Character) -> Item | None:
    """What the character has equipped: one item at most (PROM-1)."""
    return character.items.filter(equipped=True).first()


def items_of(character: Character) -> QuerySet[Item]:
    """What the character owns, the equipped one first."""
    return character.items.filter(gone_at__isnull=True).order_by("-equipped", "pk")


def items_kept(campaign: Campaign) -> QuerySet[Item]:
    """Items that nobody bears; the director keeps them."""
    return campaign.items.filter(bearer__isnull=True, gone_at__isnull=True)


def items_handled_by(user: User | AnonymousUser) -> QuerySet[Item]:
    """The items that the user may handle: those of their characters, and all of the campaigns they direct."""
    if not user.is_authenticated:
        return Item.objects.none()
    directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    mine = Q(bearer__player=user, campaign__in=belonging_to(user))
    handled = mine | Q(campaign__in=directed.values_list("campaign_id", flat=True))
    return Item.objects.filter(handled, gone_at__isnull=True).select_related("campaign", "bearer__campaign")


def hero_points_left(character: Character) -> int:
    """Hero points left for this scene of the plot; a battle is a scene of its own (STAT-8)."""
    total = table_rules(character.campaign).hero_point_total(cast(Rank, character.rank))
    return max(0, total - character.hero_points_spent)


def proposals_in(campaign: Campaign) -> QuerySet[Character]:
    """The characters that wait for the director's word, oldest first."""
    return campaign.characters.filter(status=Character.Status.PROPOSED).select_related("player", "clan")


def drafts_of(user: User | AnonymousUser, campaign: Campaign) -> QuerySet[Character]:
    """The user's private drafts in the campaign."""
    if not user.is_authenticated:
        return Character.objects.none()
    return campaign.characters.filter(player=user, status=Character.Status.DRAFT)


def petitions_visible_to(user: User | AnonymousUser) -> QuerySet[Petition]:
    """What was asked for one's own characters, and in the campaigns one directs."""
    if not user.is_authenticated:
        return Petition.objects.none()
    directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    mine = Q(character__player=user, character__campaign__in=belonging_to(user))
    told = Q(character__campaign__in=directed.values_list("campaign_id", flat=True))
    return Petition.objects.filter(mine | told).select_related("character__campaign", "character__player", "by")


def open_claims(player: User, campaign: Campaign) -> QuerySet[Claim]:
    """What the player may still claim for heirs (HEIR-1)."""
    claims = Claim.objects.filter(player=player, dead__campaign=campaign, settled_at__isnull=True)
    return claims.select_related("dead", "heir")


def _strength_left(character: Character) -> bool:
    worn = equipped_item(character)
    more = worn.effects.get("strength", 0) if worn else 0
    return can_be_fielded(character.strength + more, open_wounds(character))


def _records(player: User, campaign: Campaign) -> QuerySet[BattleRecord]:
    records = BattleRecord.objects.filter(player=player, character__campaign=campaign, friendly=False)
    return records.order_by("fought_at", "pk")


def _ranks(ranks: Sequence[str] | QuerySet[Any, Any]) -> tuple[Rank, ...]:
    return cast(tuple[Rank, ...], tuple(ranks))
