"""Questions about battles: who sees what of them, which ones, and as whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import User
from battles.models import Battle, MusterEntry
from battles.moments import to_datetime
from battles.plans import Plan
from battles.setups import Going
from campaign.catalogue import catalogue_of
from campaign.models import Campaign, Membership
from campaign.sections import Section, Step
from campaign.selectors import DIRECTING, is_director, role_of, visible_to
from characters.models import Character
from characters.selectors import figures_for_battle
from rulebook.dice import SeededDice, commitment
from rulebook.errors import Illegal
from rulebook.rulesets import RULESETS, Ruleset
from rulebook.saga.board import parse_size
from rulebook.saga.rules import TableRules
from rulebook.table.seats import Seat
from rulebook.table.views import fingerprint
from rulebook.viewers import Viewer

DIRECTOR = "director"
SPECTATOR = "spectator"
SHOWN_SEED = (Battle.Status.ENDED, Battle.Status.FINISHED)

Reader = User | AnonymousUser


def player_id(user: User) -> str:
    """What the rulebook calls a user."""
    return f"u{user.pk}"


def user_pk(player: str) -> int | None:
    """The primary key behind a rulebook's player id; None for the director, onlookers, and anything else."""
    return int(player[1:]) if player[:1] == "u" and player[1:].isdecimal() else None


def user_of(player: str) -> User | None:
    """The user behind a rulebook's player id."""
    pk = user_pk(player)
    return User.objects.filter(pk=pk).first() if pk is not None else None


def viewer_for(user: Reader, battle: Battle) -> str:
    """As whom the user sees the battle: the director, a player, or an onlooker.

    Belonging decides, not fighting: a player who sent nobody sees what an onlooker sees. A user who directs the
    campaign sees everything, unless they play in a battle that runs and its rules would have it spoilt by that.
    """
    role = role_of(user, battle.campaign)
    if role in DIRECTING and not _plays_blind(user, battle):
        return DIRECTOR
    belongs = role in DIRECTING or role == Membership.Role.PLAYER
    return player_id(user) if belongs and isinstance(user, User) else SPECTATOR


def _plays_blind(user: Reader, battle: Battle) -> bool:
    if battle.status != Battle.Status.RUNNING or not isinstance(user, User):
        return False
    return ruleset_of(battle).plays_blind(lambda: state_of(battle), player_id(user))


def battles_visible_to(user: Reader) -> QuerySet[Battle]:
    """Every battle the user may know of: the announced ones of campaigns they may read, drafts for directors only."""
    directed = Membership.objects.none()
    if isinstance(user, User):
        directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    announced = Q(announced_at__isnull=False)
    mine = Q(campaign__in=directed.values("campaign_id"))
    return Battle.objects.filter(announced | mine, campaign__in=visible_to(user)).select_related("campaign")


def battles_of(campaign: Campaign, user: Reader) -> QuerySet[Battle]:
    """A campaign's battles that the user may know of, newest first, without their heavy columns."""
    return battles_visible_to(user).filter(campaign=campaign).defer(*HEAVY)


HEAVY = ("state", "setup", "draft", "plan", "result", "seed")


def musters_waiting(user: User) -> QuerySet[Battle]:
    """The battles to which the user is asked and has not yet said who goes (DEPL-0)."""
    asked = MusterEntry.objects.filter(player=user, confirmed_at__isnull=True).values("battle_id")
    return battles_visible_to(user).filter(status=Battle.Status.MUSTER, pk__in=asked).defer(*HEAVY)


def results_waiting(user: User) -> QuerySet[Battle]:
    """The battles that are over and wait for the user, their director, to confirm what they leave behind (CONS-1)."""
    directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    over = Battle.objects.filter(status=Battle.Status.ENDED, campaign__in=directed.values("campaign_id"))
    return over.select_related("campaign").defer(*HEAVY)


def plan_of(battle: Battle) -> Plan | None:
    """What was announced; None for a draft."""
    return Plan.from_json(battle.plan) if battle.plan else None


def commitment_of(battle: Battle) -> str:
    """The hash of the battle's secret seed, shown from the start."""
    return commitment(bytes(battle.seed))


def character_sizes(campaign: Campaign) -> dict[int, tuple[tuple[int, int], ...]]:
    """How much room the living characters of each player (by user id) take on a board."""
    rows = Character.objects.filter(campaign=campaign, status=Character.Status.ACTIVE)
    sizes: dict[int, tuple[tuple[int, int], ...]] = {}
    classes = catalogue_of(campaign).classes
    for user_id, class_key in rows.values_list("player_id", "class_key"):
        if class_key in classes:
            sizes[user_id] = (*sizes.get(user_id, ()), parse_size(classes[class_key].size))
    return sizes


def visible_plan(plan: Plan, *, directs: bool) -> Plan:
    """The plan as readers may know it before the battle: hidden units are the director's alone (DEPL-1, DEPL-6)."""
    if directs:
        return plan
    return replace(plan, units=tuple(unit for unit in plan.units if not unit.hidden))


# --- a battle that has begun


def ruleset_of(battle: Battle) -> Ruleset:
    """The rules by which the battle is played."""
    return RULESETS[battle.ruleset]


def state_of(battle: Battle) -> Any:
    """The battle's state as the rulebook knows it. Raises `not-begun` (Illegal) before turn 0."""
    if battle.state is None:
        raise Illegal("not-begun", f"The battle {battle.code} has not begun.")
    written, known = battle.__dict__.get("_known_state", (None, None))
    if written is not battle.state:
        known = ruleset_of(battle).from_json(battle.state)
        know_state(battle, known)
    return known


def know_state(battle: Battle, state: Any) -> None:
    """Remember what the battle's written state means, as long as that very value stands in its row."""
    battle.__dict__["_known_state"] = (battle.state, state)


def waits_of(battle: Battle) -> tuple[Any, ...]:
    """Everything that is waited for in a battle that has begun."""
    return tuple(ruleset_of(battle).waits(state_of(battle)))


def seats_of(battle: Battle) -> Mapping[str, Seat]:
    """What is played in a battle that has begun, by unit, and by whom."""
    return ruleset_of(battle).seats(state_of(battle))


def players_in(battle: Battle) -> frozenset[int]:
    """Ids of the users who have something to play in a battle that has begun."""
    found = (user_pk(seat.player) for seat in seats_of(battle).values())
    return frozenset(pk for pk in found if pk is not None)


def view_for(battle: Battle, user: Reader) -> Any:
    """The battle as the user may know it."""
    return view_as(battle, viewer_for(user, battle))


def view_as(battle: Battle, viewer: str) -> Any:
    """The battle as a viewer of the rulebook may know it: `director`, a player's id, `spectator`."""
    return ruleset_of(battle).view(state_of(battle), Viewer(viewer))


def viewer_version(view: Any) -> str:
    """The viewer's own version of the battle: it moves only when something this viewer may see has changed."""
    return fingerprint(view)


def try_action(battle: Battle, action: Any) -> None:
    """Would this action be allowed on the battle as it stands? Raises the rulebook's Refused; changes nothing.

    No die of the battle is touched: the rolls of a trial come from a seed that says nothing.
    """
    ruleset_of(battle).apply(state_of(battle), action, SeededDice(b"trial"))


def legal_for(battle: Battle, unit: str, steps: Sequence[Any] = ()) -> list[Any]:
    """The steps that may follow those chosen in a unit's turn. Raises the rulebook's Refused."""
    return list(ruleset_of(battle).legal_actions(state_of(battle), unit, steps))


def forecast_for(battle: Battle, unit: str, steps: Sequence[Any], viewer: str | None = None) -> dict[str, Any]:
    """What steps would cost and do, as plain values, as far as a viewer (by default the unit's player) can know.

    Raises the rulebook's Refused for a unit that cannot act at all.
    """
    if viewer is None:
        seat = seats_of(battle).get(unit)
        viewer = seat.player if seat else SPECTATOR
    return ruleset_of(battle).preview(state_of(battle), unit, steps, Viewer(viewer))


# --- the record


def visible_events(battle: Battle, user: Reader, *, after: int = 0) -> list[dict[str, Any]]:
    """What happened, as the user may know it: events with their moments, each with a running number of the reader's.

    The numbers count what this reader sees; nobody is shown how many events there are in all.
    """
    return events_as(battle, viewer_for(user, battle))[after:]


def events_as(battle: Battle, viewer: str) -> list[dict[str, Any]]:
    """The record as a viewer of the rulebook may know it."""
    ruleset = ruleset_of(battle)
    events = [ruleset.event_from_json(data) for data in battle.events.order_by("number").values_list("data", flat=True)]
    seen = ruleset.visible_events(events, state_of(battle), Viewer(viewer))
    return [
        {
            "number": number,
            "kind": entry.data["kind"],
            "data": entry.data,
            "at": to_datetime(entry.data["at"]),
            "undone": entry.undone,
        }
        for number, entry in enumerate(seen, 1)
    ]


def whole_record(battle: Battle) -> list[dict[str, Any]]:
    """Every event exactly as it was recorded, under its own number; for a battle that is over."""
    rows = battle.events.order_by("number").values_list("number", "kind", "data", "at")
    return [{"number": number, "kind": kind, "data": data, "at": at} for number, kind, data, at in rows]


def fate_rolls(battle: Battle) -> dict[str, list[dict[str, Any]]]:
    """The wound and death rolls after the battle, by unit: kind, face, and the chance rolled against."""
    found: dict[str, list[dict[str, Any]]] = {}
    for data in battle.events.filter(kind="fate-rolled").order_by("number").values_list("data", flat=True):
        fate = data["fate"]
        for kind, chance in (("wound", fate["chance"]), ("death", fate["death_chance"])):
            roll = data.get(f"{kind}_roll")
            if roll:
                found.setdefault(fate["unit"], []).append({"kind": kind, "face": roll["face"], "chance": chance})
    return found


# --- who goes


def going_to(battle: Battle, plan: Plan, rules: TableRules) -> list[Going]:
    """Everybody confirmed for a battle, side by side, with what the set-up takes over from sheet and clan."""
    entries = battle.muster.select_related("player").prefetch_related("characters__clan", "characters__campaign")
    by_side = sorted(entries, key=lambda entry: (entry.side, entry.pk))
    missed = missed_before(battle) if rules.late_penalty_scope == "campaign" else {}
    return [
        Going(
            character_id=character.pk,
            player=player_id(entry.player),
            side=entry.side,
            figures=figures_for_battle(character),
            war=character.war,
            morale=character.clan.morale if character.clan else None,
            missed_before=missed.get(character.pk, 0),
            leader=plan.side(entry.side).leader == entry.player_id and character == _first(entry),
        )
        for entry in by_side
        for character in entry.characters.all()
    ]


def _first(entry: MusterEntry) -> Character:
    """Who leads for a player: the hero, or else the first who goes."""
    going = list(entry.characters.all())
    return next((one for one in going if one.rank == Character.Rank.HERO), going[0])


def missed_before(battle: Battle) -> dict[int, int]:
    """Deadlines missed in the campaign's earlier battles, by character (LATE-2, `late_penalty_scope`)."""
    missed: dict[int, int] = {}
    begun = Battle.objects.filter(campaign=battle.campaign, ruleset=battle.ruleset, state__isnull=False)
    for other in begun.exclude(pk=battle.pk).only("state", "ruleset", "code"):
        for unit in state_of(other).units.values():
            if unit.character.isdecimal():
                missed[int(unit.character)] = missed.get(int(unit.character), 0) + unit.missed - unit.pardoned
    return missed


# --- the campaign's home


def home_section(campaign: Campaign, user: Reader) -> Section | None:
    """The battles on a campaign's home page, the newest five."""
    directs = is_director(user, campaign)
    found = list(battles_of(campaign, user)[:6])
    if not found and not directs:
        return None
    steps: tuple[Step, ...] = ()
    if directs:
        link = reverse("battles:new", args=[campaign.slug])
        steps = (Step(gettext("Prepare the first battle"), link, bool(found)),)
    return Section(
        "battles/_home_section.html", {"battles": found[:5], "more": len(found) > 5, "directs": directs}, steps
    )
