"""The demo: what a newcomer finds, and what happens while they watch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from battles.models import Battle
from battles.selectors import state_of
from campaign.models import Campaign, Membership
from characters.models import Character
from characters.selectors import open_wounds, renown_earned
from characters.words import PORTRAIT_NAMES
from demo import story, vault
from demo.cast import PARTS, PASSWORD, PEOPLE, PLAYERS
from demo.english import ENGLISH
from demo.logins import FILE
from demo.selectors import is_loaded, why_not
from demo.services import load_demo
from demo.spanish import SPANISH
from notifications.models import Notice
from rulebook.saga.attack import AttackKind
from rulebook.saga.plans import playable
from rulebook.saga.state import State
from turns import services
from turns.models import EarlyTurn, Heartbeat, Outage, Turn, TurnPost
from turns.selectors import waits_for

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ["en", "es"]
WORDS = {"en": ENGLISH, "es": SPANISH}


@pytest.fixture
def loaded(db: None) -> None:
    load_demo(NOW)


def slow(language: str) -> Battle:
    return Battle.objects.select_related("campaign").get(campaign__language=language, ruleset="saga", friendly=False)


def fast(language: str) -> Battle:
    return Battle.objects.select_related("campaign").get(campaign__language=language, friendly=True)


def below(language: str) -> Battle:
    return Battle.objects.select_related("campaign").get(campaign__language=language, ruleset="dungeon")


def person(login: str) -> User:
    return User.objects.get(username=login)


def open_turns(battle: Battle) -> dict[str, Turn]:
    return {turn.kind: turn for turn in Turn.objects.filter(battle=battle, closed_at__isnull=True)}


def unit_of(battle: Battle, key: str) -> str:
    """What the battle calls a character of the demo."""
    name = WORDS[battle.campaign.language].looks[key].name
    return f"c{Character.objects.get(campaign=battle.campaign, name=name).pk}"


# --- loading


def test_loading_twice_is_loading_once(loaded: None) -> None:
    before = (User.objects.count(), Campaign.objects.count(), Character.objects.count(), TurnPost.objects.count())
    assert load_demo(NOW + HOUR) is False
    assert (
        User.objects.count(),
        Campaign.objects.count(),
        Character.objects.count(),
        TurnPost.objects.count(),
    ) == before


def test_the_command_writes_who_may_sign_in_and_they_can(db: None, settings: Any) -> None:
    call_command("loaddemo")
    call_command("loaddemo")
    told = (settings.DATA_DIR / FILE).read_text()
    for who in PEOPLE:
        assert who.login in told
        assert Client().login(username=who.login, password=PASSWORD)
    assert PASSWORD in told


def test_a_real_site_refuses_passwords_that_everybody_knows(db: None, settings: Any) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError):
        call_command("loaddemo")
    assert not is_loaded()


def test_the_demo_is_left_out_where_somebody_has_one_of_its_names(db: None) -> None:
    User.objects.create_user("Salla", "salla@example.org", "a-long-enough-password")
    call_command("loaddemo")
    assert "salla" in why_not(NOW)
    assert not is_loaded()


def test_the_demo_is_left_out_where_nobody_swept_in_the_days_of_its_story(db: None) -> None:
    """CLOCK-6: no deadline is missed in an outage, and the story has one that is."""
    Heartbeat.objects.create(at=NOW - 24 * HOUR)
    assert why_not(NOW)
    Heartbeat.objects.update(at=NOW - SECOND)
    assert why_not(NOW) == ""


# --- people and characters


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_public_campaign_with_everybody_and_two_clans(loaded: None, language: str) -> None:
    campaign = Campaign.objects.get(language=language, ruleset="saga")
    parts = dict(Membership.objects.filter(campaign=campaign).values_list("user__username", "role"))
    assert parts == {who.login: who.part for who in PEOPLE}
    assert campaign.is_public
    assert [clan.name for clan in campaign.clans.all()] == list(WORDS[language].clans)
    assert all(clan.characters.exists() for clan in campaign.clans.all())


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_characters_have_pictures_of_their_own_and_words(loaded: None, language: str) -> None:
    characters = list(Character.objects.filter(campaign__language=language))
    assert len(characters) == 8
    assert {character.status for character in characters} == {Character.Status.ACTIVE}
    assert {character.portrait for character in characters} == set(PORTRAIT_NAMES)
    for character in characters:
        assert Path(ROOT, "static", "portraits", f"{character.portrait}.svg").exists()
        assert character.appearance and character.history


@pytest.mark.parametrize("language", LANGUAGES)
def test_renown_wounds_and_a_promotion_are_here_and_there(loaded: None, language: str) -> None:
    characters = {one.name: one for one in Character.objects.filter(campaign__language=language)}
    assert {name: open_wounds(one) for name, one in characters.items() if open_wounds(one)} == {
        "Steinar": 1,
        "Hadding": 1,
    }
    assert renown_earned(characters["Torvald"]) == 8
    assert characters["Torvald"].level == 2
    assert sum(renown_earned(one) > 0 for one in characters.values()) >= 5


def test_both_languages_tell_everything_and_neither_repeats_the_other() -> None:
    for part in ("looks", "deeds", "foes", "posts", "vault_posts"):
        assert getattr(ENGLISH, part).keys() == getattr(SPANISH, part).keys()
    assert set(ENGLISH.posts) == {beat.words for beat in story.BEATS}
    assert set(ENGLISH.looks) == {part.key for part in PARTS}
    for key, text in ENGLISH.posts.items():
        assert len(text) > 100 and text != SPANISH.posts[key]


# --- the slow battle


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_slow_battle_waits_in_round_two_for_a_late_player_and_the_director(loaded: None, language: str) -> None:
    battle = slow(language)
    turns = open_turns(battle)
    assert state_of(battle).round == 2
    assert {kind: turn.unit_name for kind, turn in turns.items()} == {
        "late": "Aslaug",
        "director": WORDS[language].foes["stonejaw"],
    }
    assert state_of(battle).units[unit_of(battle, "aslaug")].missed == 1
    missed = Turn.objects.get(battle=battle, unit_name="Aslaug", outcome="expired")
    assert missed.due_at == turns["director"].opened_at == NOW - story.MISSED * HOUR
    told = Notice.objects.filter(campaign_slug=battle.campaign.slug, kind__in=["missed", "director-due"])
    assert set(told.filter(withdrawn_at=None).values_list("created_at", flat=True)) == {missed.due_at}
    assert turns["late"] in waits_for(person("salla"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_early_turn_waits_and_could_be_played_as_it_is(loaded: None, language: str) -> None:
    battle = slow(language)
    [early] = EarlyTurn.objects.filter(battle=battle, status=EarlyTurn.Status.WAITING)
    assert (early.author, early.narrative) == (person("nerea"), WORDS[language].posts["when-my-turn-comes"])
    state: State = state_of(battle)
    found = playable(state, state.plans[early.unit])
    assert found is not None
    assert found[0] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_taken_is_told_by_its_author_in_the_language_of_the_campaign(loaded: None, language: str) -> None:
    posts = TurnPost.objects.filter(battle=slow(language)).select_related("author")
    told = [beat for beat in story.BEATS if not beat.early]
    players = {part.key: part.player for part in PARTS}
    assert [(post.author.username, post.narrative, post.language) for post in posts if post.author] == [
        (players.get(beat.unit, "inga"), WORDS[language].posts[beat.words], language) for beat in told
    ]
    assert all(post.at == NOW - timedelta(hours=beat.hours) for post, beat in zip(posts, told, strict=True))


Blow = tuple[AttackKind, int, int, bool]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_fell_as_the_posts_tell(loaded: None, language: str) -> None:
    """Whoever changes a step or the seed must tell the story anew."""
    blows: list[Blow] = [
        (data["attack"], data["threshold"], data["roll"]["face"], data["hit"])
        for data in slow(language).events.filter(kind="strike-rolled").order_by("number").values_list("data", flat=True)
    ]
    assert blows == [
        ("break", 88, 41, True),  # a plate drops off
        ("strength", 81, 43, True),  # something gives
        ("strength", 78, 96, False),  # it goes wide …
        ("strength", 78, 16, True),  # … and she swings again
        ("strength", 80, 87, False),  # the hands meet the road
        ("break", 84, 21, True),  # the rim bends
        ("strength", 80, 76, True),  # blood on the toll road
        ("strength", 78, 76, True),  # what stays on its feet is less than what arrived
    ]
    state: State = state_of(slow(language))
    assert (state.units["splitface"].strength, state.units["splitface"].max_strength) == (4, 10)
    torvald = state.units[unit_of(slow(language), "torvald")]
    assert (torvald.strength, torvald.max_strength, torvald.armor) == (8, 11, 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_once_the_director_has_acted_the_early_turn_plays_itself(loaded: None, language: str) -> None:
    """EARLY-2: its fire reaches the giant and the slinger, and no friend."""
    battle = slow(language)
    for number, unit in enumerate(("stonejaw", "cinderhand")):
        services.play_turn(
            battle_id=battle.pk,
            unit=unit,
            player=person("inga"),
            steps=(),
            text="It waits.",
            version=None,
            key=f"idle-{number}",
            received_at=NOW + (number + 1) * SECOND,
        )
    post = TurnPost.objects.get(battle=battle, manner=TurnPost.Manner.EARLY)
    assert (post.author, post.narrative) == (person("nerea"), WORDS[language].posts["when-my-turn-comes"])
    state: State = state_of(slow(language))
    assert {unit: state.units[unit].strength for unit in ("stonejaw", "cinderhand")} == {"stonejaw": 8, "cinderhand": 7}
    assert [state.units[unit_of(battle, key)].strength for key in ("torvald", "aslaug")] == [8, 8]


def test_sweeps_leave_the_slow_battle_as_it_is(loaded: None) -> None:
    """Nothing runs out while the director is due, and the past is no outage."""
    version = slow("en").version
    for minute in range(0, 60, 4):
        services.sweep(NOW + timedelta(minutes=minute))
    assert slow("en").version == version
    assert not Outage.objects.exists()


def test_onlookers_and_strangers_read_both_campaigns(loaded: None) -> None:
    watching = Client()
    watching.login(username="olaf", password=PASSWORD)
    for language in LANGUAGES:
        battle = slow(language)
        for reader in (watching, Client()):
            for address in (battle.campaign.get_absolute_url(), battle.get_absolute_url()):
                assert reader.get(address).status_code == 200
            chronicle = reader.get(f"{battle.get_absolute_url()}chronicle/")
            assert "Torvald" in chronicle.content.decode()
            assert WORDS[language].posts["when-my-turn-comes"][:40] not in chronicle.content.decode()


# --- the fast battle


def sweep_until(moment: datetime, since: datetime) -> None:
    """Sweep every five seconds, more slowly than beat does, with two seconds of patience at the end."""
    now = since
    while now < moment:
        now += 5 * SECOND
        services.sweep(now)


def test_the_fast_battle_begins_with_a_turn_that_ends_within_the_minute(loaded: None) -> None:
    turn = open_turns(fast("en"))["turn"]
    assert turn.player is not None and turn.player.username in PLAYERS
    assert turn.opened_at == NOW
    assert turn.due_at == NOW + 48 * SECOND


def test_within_a_minute_a_turn_expires_a_penalty_falls_and_a_notice_arrives(loaded: None) -> None:
    """LATE-2, CLOCK-4: the next turn begins at the very moment the one before it ended."""
    first = open_turns(fast("en"))["turn"]
    sweep_until(NOW + 60 * SECOND, NOW)
    state: State = state_of(fast("en"))
    assert state.units[first.unit].missed == 1
    assert open_turns(fast("en"))["turn"].opened_at == NOW + 48 * SECOND
    told = Notice.objects.filter(campaign_slug=fast("en").campaign.slug, created_at__gt=NOW, reader=first.player)
    assert {"deadline-near", "missed"} <= set(told.values_list("kind", flat=True))


def test_after_three_rounds_without_a_post_it_pauses_itself(loaded: None) -> None:
    sweep_until(NOW + 400 * SECOND, NOW)
    battle = fast("en")
    state: State = state_of(battle)
    assert state.paused is not None
    assert (state.paused.reason, state.round) == (services.IDLE, 4)
    assert {unit.missed for unit in state.units.values()} == {3}
    assert Notice.objects.filter(campaign_slug=battle.campaign.slug, kind="paused", withdrawn_at=None).exists()
    version = battle.version
    sweep_until(NOW + 600 * SECOND, NOW + 400 * SECOND)
    assert fast("en").version == version


def test_any_of_its_players_may_resume_it_and_the_clock_goes_on(loaded: None) -> None:
    sweep_until(NOW + 400 * SECOND, NOW)
    back = NOW + 500 * SECOND
    sweep_until(back, NOW + 400 * SECOND)
    with pytest.raises(PermissionDenied):
        services.resume(battle_id=fast("en").pk, user=person("olaf"), at=back)
    services.resume(battle_id=fast("en").pk, user=person("nerea"), at=back)
    state: State = state_of(fast("en"))
    assert state.paused is None
    running = open_turns(fast("en"))["turn"]
    assert running.due_at is not None and back < running.due_at <= back + 48 * SECOND
    sweep_until(back + 60 * SECOND, back)
    assert state_of(fast("en")).units[running.unit].missed == 4


def test_a_post_keeps_it_from_pausing(loaded: None) -> None:
    sweep_until(NOW + 200 * SECOND, NOW)
    turn = open_turns(fast("en"))["turn"]
    assert turn.player is not None
    services.play_turn(
        battle_id=fast("en").pk,
        unit=turn.unit,
        player=turn.player,
        steps=(),
        text="Here.",
        version=None,
        key="here",
        received_at=NOW + 201 * SECOND,
    )
    sweep_until(NOW + 400 * SECOND, NOW + 201 * SECOND)
    assert state_of(fast("en")).paused is None


# --- the dungeon


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_player_has_four_heroes_in_a_game_against_the_invisible_overlord(loaded: None, language: str) -> None:
    battle, player = below(language), person(vault.PLAYERS[language])
    state = state_of(battle)
    assert (battle.campaign.ruleset, state.rules.io_variant, state.automatic) == ("dungeon", "improved", True)
    assert {hero.player for hero in state.heroes} == {f"u{player.pk}"}
    assert state.round == 2
    waiting = Turn.objects.filter(battle=battle, closed_at__isnull=True)
    assert {turn.unit for turn in waiting} == set(vault.PLACES)
    assert {turn.player for turn in waiting} == {player}
    assert all(turn.due_at is not None and turn.due_at > NOW + 9 * 24 * HOUR for turn in waiting)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_first_round_fell_as_the_posts_tell(loaded: None, language: str) -> None:
    """Whoever changes a step or the seed must tell the story anew."""
    events = list(below(language).events.order_by("number").values_list("data", flat=True))
    blows = [(data["unit"], data["target"], data["hits"]) for data in events if data["kind"] == "attack-rolled"]
    assert blows == [
        ("bruna", "door-7-3", 4),  # it was open
        ("torvek", "bone_guard-1", 2),  # in several places
        ("bone_guard-2", "bruna", 1),
    ]
    assert [data["unit"] for data in events if data["kind"] == "model-felled"] == ["bone_guard-1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_hero_tells_its_turn_and_the_overlord_gives_his_reasons(loaded: None, language: str) -> None:
    posts = list(TurnPost.objects.filter(battle=below(language)).select_related("author").order_by("number"))
    assert [post.unit for post in posts] == ["bruna", "torvek", "sylwen", "ivo", "overlord"]
    told = WORDS[language].vault_posts
    assert [post.narrative for post in posts[:4]] == [told[post.unit] for post in posts[:4]]
    assert posts[4].author is None
    shown = Client().get(f"{below(language).get_absolute_url()}chronicle/").content.decode()
    assert "IO-IMP-06" in shown


def test_sweeps_leave_the_dungeon_as_it_is_for_days(loaded: None) -> None:
    version = below("en").version
    for hour in range(0, 9 * 24, 24):
        services.sweep(NOW + hour * HOUR)
        Heartbeat.objects.all().delete()
    assert below("en").version == version
