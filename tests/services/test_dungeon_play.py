"""An adventure through the same door as a battle of the saga: steps, posts, turns, deadlines, notices, the end."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import User
from battles.exports import export_of
from battles.models import Battle
from battles.selectors import commitment_of
from battles.services import Decisions, finish_battle
from notifications.models import Notice
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import OVERLORD, End, Move
from tests import crypt
from tests.arena import HOUR, SECOND, START, fresh
from turns import services
from turns.models import PlayKey, Turn, TurnPost

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "verify_battle.py"
Owners = dict[str, User]


@pytest.fixture
def owners(bob: User, carla: User) -> Owners:
    return {"bruna": bob, "torvek": carla, "sylwen": bob, "ivo": carla}


@pytest.fixture
def automatic(alice: User, bob: User, carla: User) -> Battle:
    """Bob and Carla share four heroes against the Invisible Overlord."""
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    return crypt.start(campaign, crypt.setup_for([bob, carla], io_variant="improved"))


def open_turns(battle: Battle) -> list[tuple[str, str, str]]:
    rows = battle.turns.filter(closed_at__isnull=True).order_by("pk")
    return [(row.who, row.kind, row.unit) for row in rows]


def told(user: User) -> list[str]:
    live = Notice.objects.filter(reader=user, withdrawn_at__isnull=True)
    return sorted(live.values_list("kind", flat=True))


def one_step(battle: Battle, hero: str) -> Move:
    """A step to a free square beside the hero."""
    now = crypt.state(battle)
    here = now.models[hero].pose
    beside = (Square(here.at.x + x, here.at.y + y) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1)))
    free = next(s for s in beside if s in now.board.walkable and s not in now.occupied)
    return Move((Pose(free, here.facing),))


def test_at_the_start_every_hero_may_begin_and_each_player_hears_of_it_once(
    automatic: Battle, owners: Owners, bob: User, carla: User
) -> None:
    """IMP-02."""
    assert [(kind, unit) for _who, kind, unit in open_turns(automatic)] == [
        ("turn", hero) for hero in ("bruna", "torvek", "sylwen", "ivo")
    ]
    assert {row.due_at for row in automatic.turns.all()} == {START + 24 * HOUR}
    notice = Notice.objects.get(reader=bob, kind="your-turn")
    assert notice.data["units"] == ["Bruna Halgerd", "Sylwen Ashbough"]
    assert told(carla) == ["your-turn"]


def test_a_turn_is_one_post_that_grows_step_by_step(automatic: Battle, bob: User) -> None:
    first = crypt.play(automatic, bob, "bruna", one_step(automatic, "bruna"), at=START + HOUR, text="She goes first.")
    assert first.post is not None
    assert (first.post.open, first.post.unit, first.post.author) == (True, "bruna", bob)
    assert open_turns(automatic) == [(f"u{bob.pk}", "turn", "bruna")]
    last = crypt.play(automatic, bob, "bruna", End(), at=START + 2 * HOUR, text="And waits.")
    post = TurnPost.objects.get(battle=automatic, unit="bruna")
    assert last.post == post
    assert post.narrative == "She goes first.\n\nAnd waits."
    assert (post.open, post.manner, post.round, post.number) == (False, "on-time", 1, 1)
    assert post.notes == {
        "numbers": {"wounds": [0, 5]},
        "kind": "hero",
        "how": "turn",
        "by": f"u{bob.pk}",
        "ended": "acted",
    }
    assert post.first_event < post.last_event


def test_after_a_turn_the_others_have_their_own_time_and_the_turn_is_closed_as_acted(
    automatic: Battle, bob: User, carla: User
) -> None:
    crypt.play(automatic, bob, "bruna", End(), at=START + 2 * HOUR)
    closed = Turn.objects.get(battle=automatic, unit="bruna")
    assert (closed.outcome, closed.closed_at) == ("acted", START + 2 * HOUR)
    rows = Turn.objects.filter(battle=automatic, closed_at__isnull=True)
    assert {row.unit: row.due_at for row in rows} == dict.fromkeys(("torvek", "sylwen", "ivo"), START + 14 * HOUR)
    notice = Notice.objects.get(reader=carla, kind="your-turn", withdrawn_at__isnull=True)
    assert (notice.data["unit"], notice.deadline) == ("Torvek Underhelm, Ivo Marrowen", START + 14 * HOUR)


def test_the_invisible_overlord_answers_at_once_and_his_turn_is_a_post_of_nobodys(
    automatic: Battle, owners: Owners
) -> None:
    crypt.end_turns(automatic, owners, "bruna", "torvek", "sylwen", "ivo", at=START + HOUR)
    assert crypt.state(automatic).round == 2
    post = TurnPost.objects.get(battle=automatic, unit=OVERLORD, notes__kind="overlord")
    assert (post.manner, post.author, post.round, post.open) == ("automatic", None, 1, False)
    within = automatic.events.filter(number__range=(post.first_event, post.last_event))
    kinds = set(within.values_list("kind", flat=True))
    assert {"overlord-turn-began", "invisible-card-revealed", "overlord-turn-ended"} <= kinds


def test_a_hero_that_nobody_began_with_in_time_loses_its_place_and_may_still_act_late(
    automatic: Battle, owners: Owners, bob: User, carla: User
) -> None:
    now = START + 24 * HOUR + 3 * SECOND
    assert services.settle(automatic.pk, now)
    assert not services.settle(automatic.pk, now)
    lost = Turn.objects.get(battle=automatic, unit="bruna", kind="turn")
    assert (lost.outcome, lost.closed_at) == ("expired", START + 24 * HOUR)
    assert (f"u{bob.pk}", "late", "bruna") in open_turns(automatic)
    assert Notice.objects.filter(reader=bob, kind="missed", data__unit="Bruna Halgerd").exists()
    played = crypt.play(automatic, bob, "bruna", End(), at=now + HOUR)
    assert played.post is not None
    assert played.post.manner == "late"
    row = Turn.objects.get(battle=automatic, unit="bruna", kind="late")
    assert (row.outcome, row.closed_at) == ("acted-late", now + HOUR)
    assert Notice.objects.filter(reader=carla, kind="more-time", data__source="Bruna Halgerd").exists()


def test_turns_that_opened_and_ran_out_while_nobody_looked_are_on_record(automatic: Battle) -> None:
    services.settle(automatic.pk, START + 300 * HOUR)
    missed = automatic.events.filter(kind="turn-expired").order_by("number")
    rows = automatic.turns.filter(kind="turn", outcome="expired").order_by("closed_at", "pk")
    assert [(row.unit, row.closed_at) for row in rows] == [(event.data["unit"], event.at) for event in missed]
    assert len(rows) > 4 and len({row.round for row in rows}) > 1


def test_a_turn_that_was_begun_ends_with_its_time_and_what_was_done_stays(automatic: Battle, bob: User) -> None:
    crypt.play(automatic, bob, "bruna", one_step(automatic, "bruna"), at=START + HOUR)
    services.settle(automatic.pk, START + 24 * HOUR + 3 * SECOND)
    post = TurnPost.objects.get(battle=automatic, unit="bruna")
    assert (post.open, post.notes["ended"]) == (False, "expired")
    assert Turn.objects.get(battle=automatic, unit="bruna", outcome="expired").closed_at == START + 24 * HOUR
    assert Notice.objects.filter(reader=bob, kind="missed", data__begun=True).exists()


def test_the_same_key_gives_the_first_result_again_and_rolls_nothing(automatic: Battle, bob: User) -> None:
    about: dict[str, Any] = {"at": START + HOUR, "key": "once", "text": "She goes."}
    step = one_step(automatic, "bruna")
    first = crypt.play(automatic, bob, "bruna", step, **about)
    again = crypt.play(automatic, bob, "bruna", step, **about)
    assert again.replayed
    assert again.post == first.post
    assert TurnPost.objects.get(battle=automatic).narrative == "She goes."
    assert PlayKey.objects.filter(user=bob).count() == 1


@pytest.mark.parametrize("variant", ["official", "improved"])
def test_a_whole_adventure_ends_and_leaves_its_record(
    alice: User, bob: User, carla: User, owners: Owners, variant: str
) -> None:
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], io_variant=variant))
    now = START
    for _step in range(400):
        if fresh(battle).status != Battle.Status.RUNNING:
            break
        now += timedelta(minutes=1)
        crypt.play_on(battle, owners, at=now)
    ended = fresh(battle)
    assert ended.status == Battle.Status.ENDED
    assert crypt.replayed(battle) == crypt.state(battle)
    assert open_turns(battle) == []
    assert not TurnPost.objects.filter(battle=battle, open=True).exists()
    assert "battle-over" in told(bob)
    done = finish_battle(battle_id=battle.pk, decisions=Decisions(), by=alice, at=now + HOUR)
    assert done.result is not None
    assert done.result["adventure"] == "silent_ossuary"
    assert done.result["winner"] in ("hero", "overlord")
    assert [hero["unit"] for hero in done.result["heroes"]] == list(crypt.PARTY)
    assert done.result["cases"] == []


def test_everybody_can_check_the_dice_of_an_adventure_that_is_over(
    automatic: Battle, owners: Owners, alice: User, zoe: User, tmp_path: Path
) -> None:
    now = START
    for _step in range(12):
        now += timedelta(minutes=1)
        crypt.play_on(automatic, owners, at=now)
    services.end_battle(battle_id=automatic.pk, director=alice, winner=None, reason="Enough.", at=now + HOUR)
    written = tmp_path / "export.json"
    written.write_text(json.dumps(export_of(fresh(automatic), zoe), cls=DjangoJSONEncoder))
    told = commitment_of(automatic)
    checked = subprocess.run([sys.executable, SCRIPT, written, told], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    forged = subprocess.run([sys.executable, SCRIPT, written, "0" * 64], capture_output=True, text=True, check=False)
    assert forged.returncode == 1
