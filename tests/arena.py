"""Running battles for tests: the cast in a campaign, units on an open board, a clock that tests set themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id, state_of, view_for, viewer_version
from battles.services import begin
from campaign.models import Campaign, Membership
from notifications.models import Delivery, Notice
from rulebook.saga.board import Board, Cell, Size, Zone
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup
from rulebook.saga.state import DIRECTOR, Side, Span, State, Unit, Victory
from rulebook.saga.steps import Rest, Step
from turns import services
from turns.models import Turn
from turns.services.change import follow
from turns.services.pending import Pending
from turns.services.play import Played

START = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
SIZE = 8
SIDES = ("north", "south")


def campaign_of(director: User, players: Sequence[User], spectators: Sequence[User] = ()) -> Campaign:
    """A campaign with its director, players and onlookers."""
    number = Campaign.objects.count() + 1
    campaign = Campaign.objects.create(name=f"Campaign {number}", slug=f"campaign-{number}")
    role = Membership.Role
    members = [(director, role.DIRECTOR), *((user, role.PLAYER) for user in players)]
    members += [(user, role.SPECTATOR) for user in spectators]
    Membership.objects.bulk_create(Membership(campaign=campaign, user=user, role=role) for user, role in members)
    return campaign


def fighter(name: str, player: str, side: str, at: Cell | None, **figures: Any) -> Unit:
    """A plain unit of middling figures; give those that matter."""
    known: dict[str, Any] = {
        "strength": 10,
        "armor": 8,
        "willpower": 4,
        "exertion": 2,
        "reaction": 5,
        "break_": 2,
        "move": 4,
        "reach": Span(1, 1),
        "size": Size(1, 1),
    }
    known |= figures
    for figure in ("strength", "armor", "willpower"):
        known.setdefault(f"max_{figure}", known[figure])
    return Unit(id=name, name=name.capitalize(), side=side, player=player, at=at, **known)


def line_up(players: Sequence[User], *, director_units: int = 0, deployed: bool = True) -> list[Unit]:
    """One unit for each player, the sides in turn, and so many of the director's on the south side."""
    units = []
    for number, user in enumerate(players):
        side = SIDES[0] if director_units else SIDES[number % 2]
        row = 0 if side == SIDES[0] else SIZE - 1
        at = Cell(number, row) if deployed else None
        units.append(fighter(user.username, player_id(user), side, at, reaction=9 - number % 9))
    for number in range(director_units):
        units.append(fighter(f"dredge{number + 1}", DIRECTOR, SIDES[1], Cell(number, SIZE - 1), reaction=1))
    return units


def board() -> Board:
    """Open ground, a deployment zone of two rows for each side."""
    zones = tuple(
        Zone(side, side[0].upper(), color, frozenset(Cell(x, y) for x in range(SIZE) for y in rows))
        for side, color, rows in ((SIDES[0], "blue", (0, 1)), (SIDES[1], "red", (SIZE - 2, SIZE - 1)))
    )
    return Board(SIZE, SIZE, zones=zones)


def setup_for(
    units: Sequence[Unit],
    *,
    at: datetime = START,
    rules: Mapping[str, Any] | None = None,
    order: Sequence[str] | None = None,
    victory: str = "none",
) -> Setup:
    """A set-up that starts at once when every unit has its place, in the units' listed order unless told otherwise."""
    deployment = any(unit.at is None and not unit.hidden for unit in units)
    named = tuple(unit.id for unit in units if not unit.hidden and not unit.obstacle)
    return Setup(
        board=board(),
        sides=tuple(Side(side, side.capitalize(), Victory(kind=victory)) for side in SIDES),  # type: ignore[arg-type]
        units=tuple(units),
        opened=to_ms(at),
        rules=TableRules.from_mapping(dict(rules or {})),
        deployment=deployment,
        order=named if order is None else tuple(order),
    )


def start(campaign: Campaign, units: Sequence[Unit], *, at: datetime = START, **about: Any) -> Battle:
    """A running battle of these units, its rows and notices written as by `begin_battle`."""
    fields = {name: about.pop(name) for name in ("pause_after_idle_rounds", "seed", "code") if name in about}
    director = campaign.memberships.get(role=Membership.Role.DIRECTOR).user
    battle = Battle.objects.create(
        campaign=campaign, name="The ford", created_by=director, announced_at=at, status=Battle.Status.MUSTER, **fields
    )
    with transaction.atomic():
        applied = begin(battle, setup_for(units, at=at, **about), at=at)
        pending = Pending()
        follow(pending, battle, applied, at=at)
        pending.write(at=at)
    return battle


def fresh(battle: Battle) -> Battle:
    """The battle as the database holds it now."""
    return Battle.objects.select_related("campaign").get(pk=battle.pk)


def state(battle: Battle) -> State:
    """The battle's state as the database holds it now."""
    found: State = state_of(fresh(battle))
    return found


def version(battle: Battle, user: User) -> str:
    """The user's own version of the battle."""
    return viewer_version(view_for(fresh(battle), user))


def whose_turn(battle: Battle) -> str:
    """The unit whose turn is running."""
    running = state(battle).running
    assert running is not None
    return running.unit


def open_turn(battle: Battle) -> Turn:
    """The one turn that is waited for."""
    return Turn.objects.get(battle=battle, closed_at__isnull=True)


def play(battle: Battle, player: User, unit: str, at: datetime, *steps: Step, key: str = "") -> Played:
    """The player sends these steps for the unit, or a rest, and nothing else."""
    return services.play_turn(
        battle_id=battle.pk,
        unit=unit,
        player=player,
        steps=steps or (Rest(),),
        text="",
        version=None,
        key=key or f"{unit}-{battle.pk}",
        received_at=at,
    )


def clones(battle: Battle, count: int) -> list[Battle]:
    """So many more battles exactly like this one, with the same events, open turns, live notices and deliveries."""
    battle = fresh(battle)
    fields = [field for field in Battle._meta.concrete_fields if field.name not in ("id", "code")]
    copied = {field.attname: getattr(battle, field.attname) for field in fields}
    made = Battle.objects.bulk_create([Battle(**copied) for _n in range(count)], batch_size=200)
    for rows in (battle.events.all(), battle.turns.filter(closed_at__isnull=True)):
        copies = [copy_of(row, battle_id=one.pk) for row in list(rows) for one in made]
        rows.model.objects.bulk_create(copies, batch_size=500)
    _clone_notices(battle, made)
    return made


def _clone_notices(battle: Battle, made: list[Battle]) -> None:
    live = Notice.objects.filter(subject__startswith=f"battle:{battle.code}", withdrawn_at__isnull=True)
    for notice in live.prefetch_related("deliveries"):
        copies = [copy_of(notice, subject=notice.subject.replace(battle.code, one.code)) for one in made]
        Notice.objects.bulk_create(copies, batch_size=500)
        Delivery.objects.bulk_create(
            [
                copy_of(delivery, notice_id=copy.pk, key=f"notice-{copy.pk}-{delivery.channel}")
                for delivery in notice.deliveries.all()
                for copy in copies
            ],
            batch_size=500,
        )


def copy_of(row: Any, **changes: Any) -> Any:
    """An unsaved row like this one, but for the changes."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if field.name != "id"}
    return type(row)(**(values | changes))
