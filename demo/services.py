"""Loading the demo: through the verbs of the apps below, as people would do it, at moments that have passed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.services import register
from battles.maps import read_map
from battles.models import Battle
from battles.plans import Plan, SidePlan, UnitPlan
from battles.services import announce_battle, confirm_muster, create_battle
from battles.setups import unit_id_of
from battles.stock import unit_from_stock
from campaign.models import Campaign
from campaign.services import accept_invitation, add_clan, create_campaign, invite
from characters.models import Character, RenownEntry
from characters.proposals import Proposal
from characters.services import earn_renown, heal, open_wounds_from_battle, promote, propose_character
from demo import spar, story
from demo.cast import DIRECTOR, PARTS, PASSWORD, PEOPLE, PLAYERS, Deed, Part
from demo.council import Seats, ask_the_present, tell_the_past
from demo.delving import delve
from demo.english import ENGLISH
from demo.selectors import is_loaded
from demo.spanish import SPANISH
from demo.words import Words
from notifications.services import mark_read
from rulebook.saga.actions import Placement
from rulebook.saga.state import Alternative, Condition
from rulebook.saga.steps import Step, Strike, UseAbility
from turns.services import begin_battle, deploy, leave_early_turn, play_turn, settle

FOUNDED = timedelta(days=21)
PROPOSED = timedelta(days=20)
SETTLED = timedelta(days=4)


@dataclass(frozen=True, slots=True)
class Table:
    """A campaign of the demo while it is being filled: its words, its people and its characters by key."""

    campaign: Campaign
    words: Words
    people: Mapping[str, User]
    characters: Mapping[str, Character]

    @property
    def director(self) -> User:
        return self.people[DIRECTOR]

    @property
    def seats(self) -> Seats:
        """Who sits in the council."""
        return Seats(self.campaign, self.director, self.characters)

    def player_of(self, key: str) -> User:
        """Who plays a character; the director for every other unit."""
        return self.characters[key].player if key in self.characters else self.director

    def unit(self, key: str) -> str:
        """What a battle calls a character or one of the foes."""
        return unit_id_of(self.characters[key].pk) if key in self.characters else key


def load_demo(now: datetime) -> bool:
    """Make the demo's people and its campaigns, two in each language; False when they are there already.

    All or nothing. Raises IntegrityError when somebody else has one of the names.
    """
    with transaction.atomic():
        if is_loaded():
            return False
        people = {person.login: _register(person.login) for person in PEOPLE}
        tables = [_gather(words, people, now) for words in (ENGLISH, SPANISH)]
        scenes = [tell_the_past(table.seats, table.words.council, now) for table in tables]
        for person in people.values():
            mark_read(reader=person, at=now - SETTLED)
        for table in tables:
            _fight(table, now)
        for table in tables:
            _spar(table, now)
        for table, scene in zip(tables, scenes, strict=True):
            ask_the_present(scene, table.seats, table.words.council, now)
        for words in (ENGLISH, SPANISH):
            delve(_open_vault(words, people, now), words, people, now)
    return True


def _register(login: str) -> User:
    person = next(person for person in PEOPLE if person.login == login)
    return register(
        username=person.login,
        email=person.email,
        password=PASSWORD,
        display_name=person.shown,
        language=person.language,
        time_zone=person.time_zone,
    )


# --- the campaign and its characters


def _gather(words: Words, people: Mapping[str, User], now: datetime) -> Table:
    director = people[DIRECTOR]
    campaign = create_campaign(
        name=words.campaign,
        director=director,
        clan_name=words.clans[0],
        summary=words.summary,
        language=words.language,
        is_public=True,
    )
    add_clan(campaign=campaign, by=director, name=words.clans[1])
    for part in ("player", "spectator"):
        _let_in(campaign, part, people, now - FOUNDED)
    characters = {part.key: _bring_in(campaign, part, words, people, now) for part in PARTS}
    return Table(campaign, words, people, characters)


def _open_vault(words: Words, people: Mapping[str, User], now: datetime) -> Campaign:
    """The campaign in the dungeon, with the same people."""
    campaign = create_campaign(
        name=words.vault_campaign,
        director=people[DIRECTOR],
        summary=words.vault_summary,
        language=words.language,
        is_public=True,
        ruleset="dungeon",
    )
    for part in ("player", "spectator"):
        _let_in(campaign, part, people, now - FOUNDED)
    return campaign


def _let_in(campaign: Campaign, role: str, people: Mapping[str, User], at: datetime) -> None:
    coming = [person.login for person in PEOPLE if person.part == role]
    link = invite(
        campaign=campaign, by=people[DIRECTOR], role=role, most_uses=len(coming), expires_at=at + FOUNDED, at=at
    )
    for login in coming:
        accept_invitation(token=link.token, user=people[login], at=at)


def _bring_in(campaign: Campaign, part: Part, words: Words, people: Mapping[str, User], now: datetime) -> Character:
    looks = words.looks[part.key]
    proposal = Proposal(
        name=looks.name,
        rank=part.rank,
        class_key=part.class_key,
        figures=part.figures,
        reaction=part.reaction,
        attributes=part.attributes,
        clan=campaign.clans.get(name=words.clans[part.clan]),
        portrait=part.portrait,
        appearance=looks.appearance,
        history=looks.history,
        private_notes=looks.private,
    )
    character = propose_character(
        campaign=campaign, player=people[part.player], by=people[DIRECTOR], proposal=proposal, at=now - PROPOSED
    )
    for deed in part.deeds:
        _remember(character, deed, words.deeds[deed.words], by=people[DIRECTOR], at=now - timedelta(days=deed.days))
    if part.grows:
        character = promote(character=character, by=people[DIRECTOR], level=2, points={part.grows: 1}, at=now - SETTLED)
    return character


def _remember(character: Character, deed: Deed, reason: str, *, by: User, at: datetime) -> None:
    """What lasts of something that happened before the demo's battles, which have the only codes."""
    if deed.renown:
        earn_renown(character=character, amount=deed.renown, by=by, at=at, kind=RenownEntry.Kind.PLOT, reason=reason)
    if deed.wounds:
        open_wounds_from_battle(
            character=character, battle_code="", battle_name=reason, wounds=deed.wounds, by=by, at=at
        )
    if deed.healed:
        heal(character=character, by=by, at=at + timedelta(days=2), wounds=deed.healed)


# --- the slow battle


def _fight(table: Table, now: datetime) -> None:
    """The battle told in `demo.story`, up to the turns that wait for the reader."""
    begun = now - timedelta(hours=story.BEGUN)
    battle = _muster(table, _road_plan(table), story.GOING, at=begun, seed=story.SEED)
    _deploy(table, battle, story.PLACES, at=now - timedelta(hours=story.DEPLOYED))
    for beat in story.BEATS:
        _play(table, battle, beat, at=now - timedelta(hours=beat.hours))
    settle(battle.pk, now - timedelta(hours=story.MISSED))


def _road_plan(table: Table) -> Plan:
    board, words = read_map(story.BOARD), table.words
    return Plan(
        name=words.road_name,
        intro=words.road_intro,
        width=board.width,
        height=board.height,
        blocked=board.blocked,
        sides=(
            SidePlan(
                "a",
                words.road_sides[0],
                board.first,
                players=tuple(table.people[login].pk for login in PLAYERS),
                victory="defeat-leader",
            ),
            SidePlan("b", words.road_sides[1], board.second, horn=False),
        ),
        units=tuple(_foe(foe, words) for foe in story.FOES),
    )


def _foe(foe: story.Foe, words: Words) -> UnitPlan:
    unit = unit_from_stock(foe.entry, unit_id=foe.key, name=words.foes[foe.key], side="b")
    return replace(unit, at=story.cell(foe.at), leader=foe.leader, boss=foe.leader)


def _play(table: Table, battle: Battle, beat: story.Beat, *, at: datetime) -> None:
    steps = tuple(_aimed(table, step) for step in beat.steps)
    player, unit, language = table.player_of(beat.unit), table.unit(beat.unit), table.words.language
    text = table.words.posts[beat.words]
    if beat.early:
        leave_early_turn(
            battle_id=battle.pk,
            unit=unit,
            player=player,
            alternatives=_alternatives(table, beat, steps),
            text=text,
            at=at,
            language=language,
        )
        return
    play_turn(
        battle_id=battle.pk,
        unit=unit,
        player=player,
        steps=steps,
        text=text,
        version=None,
        key=f"demo-{battle.code}-{beat.words}",
        received_at=at,
        language=language,
    )


def _alternatives(table: Table, beat: story.Beat, steps: tuple[Step, ...]) -> list[Alternative]:
    """What the early turn does while somebody stands, and what it does otherwise."""
    standing = Condition("standing", unit=table.unit(beat.while_stands))
    return [Alternative(steps, (standing,)), Alternative(tuple(_aimed(table, step) for step in beat.otherwise))]


def _aimed(table: Table, step: Step) -> Step:
    """The step with the battle's name of the unit it is aimed at."""
    if isinstance(step, Strike | UseAbility) and isinstance(step.target, str):
        return replace(step, target=table.unit(step.target))
    return step


# --- the fast battle


def _spar(table: Table, now: datetime) -> None:
    """A friendly battle whose hours last seconds, its first turn running from now."""
    battle = _muster(table, _spar_plan(table), spar.GOING, at=now)
    _deploy(table, battle, spar.PLACES, at=now)


def _spar_plan(table: Table) -> Plan:
    board, words = read_map(spar.BOARD), table.words
    zones = (board.first, board.second)
    first, second = (
        SidePlan(key, words.spar_sides[number], zone, players=tuple(table.player_of(one).pk for one in going))
        for number, (key, zone, going) in enumerate(zip("ab", zones, spar.SIDES, strict=True))
    )
    return Plan(
        name=words.spar_name,
        intro=words.spar_intro,
        width=board.width,
        height=board.height,
        blocked=board.blocked,
        sides=(first, second),
        friendly=True,
        rules={"hour_seconds": spar.HOUR_SECONDS},
        idle_rounds=spar.IDLE_ROUNDS,
    )


# --- both


def _muster(table: Table, plan: Plan, going: tuple[str, ...], *, at: datetime, seed: bytes | None = None) -> Battle:
    """Prepare, announce, let everybody say who goes, begin."""
    sides = (plan.sides[0].name, plan.sides[1].name)
    battle = create_battle(campaign=table.campaign, by=table.director, name=plan.name, at=at, sides=sides, seed=seed)
    announce_battle(battle_id=battle.pk, plan=plan, by=table.director, at=at)
    for key in going:
        confirm_muster(
            battle_id=battle.pk, player=table.player_of(key), character_ids=[table.characters[key].pk], at=at
        )
    return begin_battle(battle.pk, at=at, by=table.director)


def _deploy(table: Table, battle: Battle, places: Mapping[str, str], *, at: datetime) -> None:
    for key, place in places.items():
        placement = Placement(table.unit(key), story.cell(place))
        deploy(battle_id=battle.pk, player=table.player_of(key), placements=[placement], at=at)
