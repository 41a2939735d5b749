"""My turns: what needs the reader, by deadline, with what happens otherwise; and being away."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle
from campaign.models import Campaign, Membership
from tests import ford, storytelling
from tests.ford import ORDERS, Ford
from turns.errands import Errand
from turns.mine import Groups, Row
from turns.models import Absence, TurnPost
from turns.services import extend, pause, take_over

pytestmark = pytest.mark.django_db


def group(page: str, name: str) -> str:
    """One group of the page."""
    found = re.search(rf'aria-labelledby="g-{name}">(.*?)</section>', page, re.DOTALL)
    return found[1] if found else ""


def test_a_turn_is_listed_with_its_deadline_and_what_follows(the_ford: Ford) -> None:
    page = the_ford.as_("bob").get("/turns/").content.decode()
    yours = group(page, "yours")
    assert "Tóki" in yours and "The frozen ford" in yours
    assert "22 h left" in yours or "21 h 59 min left" in yours
    assert "after: −1 initiative in this battle" in yours
    assert "Take the turn" in yours
    assert re.search(r"<title>My turns \(1\), next ", page)


def test_turns_and_errands_stand_together_the_soonest_first() -> None:
    now = timezone.now()
    rows = [
        Row(battle=Battle(), unit=unit, round=1, url="/b/", action="Take the turn", due=due)
        for unit, due in (("soon", now + timedelta(hours=1)), ("later", now + timedelta(days=9)), ("late", None))
    ]
    vote = Errand("vote", "The ford", Campaign(), "/f/", "Vote", due=now + timedelta(days=2))
    test = Errand("test", "A roll", Campaign(), "/t/", "Roll")
    groups = Groups(yours=rows, errands=[vote, test])
    order = [row.unit if row else errand and errand.chip for row, errand in groups.in_order]
    assert order == ["soon", "vote", "later", "late", "test"]


def test_a_draft_is_told(the_ford: Ford) -> None:
    client = the_ford.as_("bob")
    client.post(the_ford.url, {"unit": "toki", "text": "Words", **ORDERS, "do": "save"})
    page = group(client.get("/turns/").content.decode(), "yours")
    assert "Draft saved" in page and "Continue the turn" in page


def test_units_still_to_come_can_be_planned(the_ford: Ford) -> None:
    ahead = group(the_ford.as_("carla").get("/turns/").content.decode(), "ahead")
    assert f"{the_ford.url}plan/eyra/" in ahead
    assert "Before it: Tóki, Raider 1" in ahead


def test_the_director_finds_what_is_owed(people: dict[str, Any]) -> None:
    ford.build(people, order=("raider1", "toki"))
    page = the_page(people["alice"])
    assert "Raider 1" in group(page, "director")
    assert "The clock stands until you have acted." in page
    assert "no battle of yours is running" not in page and "No turn of yours is open." in page


def the_page(user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.get("/turns/").content.decode()


def test_a_missed_turn_is_a_chance_and_says_that_the_penalty_fell(people: dict[str, Any]) -> None:
    the_ford = ford.build(people, order=("toki", "eyra", "hrolf"), at=timezone.now() - timedelta(hours=25))
    the_ford.as_("bob").get(the_ford.url)
    yours = group(the_page(people["bob"]), "yours")
    assert "Missed; the penalty has fallen." in yours and "Act late" in yours


def test_a_unit_that_the_director_has_taken_over_is_not_offered_an_early_turn(the_ford: Ford) -> None:
    about = {"battle_id": the_ford.battle.pk, "director": the_ford.people["alice"], "at": timezone.now()}
    assert "/plan/eyra/" in the_page(the_ford.people["carla"])
    take_over(unit="eyra", reason="away", **about)
    assert "/plan/eyra/" not in the_page(the_ford.people["carla"])


def test_a_turn_in_a_paused_battle_says_so_and_promises_no_turn(the_ford: Ford) -> None:
    pause(battle_id=the_ford.battle.pk, director=the_ford.people["alice"], reason="a holiday", at=timezone.now())
    yours = group(the_page(the_ford.people["bob"]), "yours")
    assert "The battle is paused." in yours and "Look at the battle" in yours
    assert "Take the turn" not in yours and "No deadline runs." not in yours


@pytest.mark.parametrize(("name", "order", "hours"), [("bob", ("toki", "eyra"), 25), ("alice", ("raider1", "toki"), 1)])
def test_the_navigation_the_title_and_the_groups_count_the_same(
    people: dict[str, Any], name: str, order: tuple[str, ...], hours: int
) -> None:
    """A late turn, and a turn that the director owes."""
    the_ford = ford.build(people, order=order, at=timezone.now() - timedelta(hours=hours))
    the_ford.as_("bob").get(the_ford.url)
    page = the_page(people[name])
    groups = re.findall(r"(?:Your turn|Director: to decide) \((\d+)\)", page)
    assert sum(map(int, groups)) == 1
    assert re.search(r"<title>My turns \(1\)", page)
    assert '>My turns <span class="count">1</span></a>' in page


def marks(user: Any) -> dict[str, str]:
    """What an open page of this reader's would be told now, each line by its mark."""
    client = Client()
    client.force_login(user)
    found: str = client.get("/turns/changes/").json()["marks"]
    return dict(mark.split(":") for mark in found.split())


def test_an_open_page_is_told_the_marks_that_it_carries_itself(the_ford: Ford) -> None:
    for name in ("alice", "bob", "carla"):
        carried = re.search(r'data-marks="([^"]*)"', the_page(the_ford.people[name]))
        assert carried is not None
        assert dict(mark.split(":") for mark in carried[1].split()) == marks(the_ford.people[name])


def test_a_line_that_comes_goes_or_reads_otherwise_changes_one_mark_and_a_draft_changes_none(the_ford: Ford) -> None:
    bob, about = the_ford.people["bob"], {"battle_id": the_ford.battle.pk, "director": the_ford.people["alice"]}
    before = marks(bob)
    the_ford.as_("bob").post(the_ford.url, {"unit": "toki", "text": "Words", **ORDERS, "do": "save"})
    drafted = marks(bob)
    assert set(drafted) == set(before)
    extend(**about, unit="toki", hours=12, reason="a feast", at=timezone.now())
    moved = marks(bob)
    assert set(moved) == set(before) and sum(moved[key] != drafted[key] for key in moved) == 1
    take_over(**about, unit="toki", reason="away", at=timezone.now())
    assert set(marks(bob)) != set(moved)


def test_what_changed_is_put_in_as_a_fragment_of_a_few_kilobytes_that_holds_no_form(the_ford: Ford) -> None:
    client = the_ford.as_("bob")
    answer = client.get("/turns/", headers={"X-Part": "lists"})
    fragment = answer.content.decode()
    assert len(gzip.compress(answer.content)) <= 6_000
    assert "<form" not in fragment and "<html" not in fragment
    assert group(fragment, "yours") == group(client.get("/turns/").content.decode(), "yours")
    assert re.search(r'data-title="My turns \(1\), next [^"]+ · Skald"', fragment)


def test_whoever_is_signed_out_is_told_nothing(client: Client) -> None:
    assert client.get("/turns/changes/").status_code == 302


def test_a_battle_that_cannot_be_read_is_a_line_of_its_own_with_a_way_to_try_again_and_the_others_are_shown(
    people: dict[str, Any], the_ford: Ford, caplog: pytest.LogCaptureFixture
) -> None:
    broken = ford.build(people)
    Battle.objects.filter(pk=broken.battle.pk).update(name="The broken bridge", state={"units": 3})
    page = the_page(people["carla"])
    line = group(page, "broken")
    assert "The broken bridge" in line and "What is kept of this battle is damaged" in line
    assert 'href="/turns/">Try again' in line
    assert f"{the_ford.url}plan/eyra/" in group(page, "ahead")
    assert broken.battle.code in caplog.text
    assert "broken" not in the_page(people["zoe"])


def test_scenes_with_something_new_are_read_at_leisure_from_the_first_unread_post(people: dict[str, Any]) -> None:
    company = [people[name] for name in ("alice", "bob", "carla", "sam")]
    _campaign, scene = storytelling.told(company)
    assert "Read at leisure" not in the_page(people["bob"])
    for words in ("The gate opens.", "Nobody is there."):
        storytelling.written(scene, people["alice"], words)
    listed = group(the_page(people["bob"]), "leisure")
    assert f'href="{scene.get_absolute_url()}?unread=1#unread"' in listed
    assert scene.title in listed and "2 new" in listed
    assert "Read at leisure" not in the_page(people["alice"])
    the_client = Client()
    the_client.force_login(people["bob"])
    the_client.get(f"{scene.get_absolute_url()}?unread=1")
    assert "Read at leisure" not in the_page(people["bob"])


def test_nothing_to_do_says_so_and_where_to_go(people: dict[str, Any]) -> None:
    page = the_page(people["zoe"])
    assert "Nothing needs you, and no battle of yours is running." in page


def test_whoever_has_acted_waits_for_others(people: dict[str, Any]) -> None:
    the_ford = ford.build(people, order=("eyra", "toki"))
    client = the_ford.as_("carla")
    the_ford.pass_turn("eyra", "carla")
    page = client.get("/turns/").content.decode()
    words = re.sub(r"<[^>]+>", "", group(page, "yours"))
    assert re.search(r"Nothing needs you\. Next: Tóki in The frozen ford, by \w{3} \d+ \w+, \d\d:\d\d", words)
    assert "Waiting for others (1)" in page


def test_the_same_queries_for_one_campaign_and_for_four(people: dict[str, Any], the_ford: Ford) -> None:
    def queries() -> int:
        client = the_ford.as_("bob")
        with CaptureQueriesContext(connection) as caught:
            page = client.get("/turns/")
        assert len(gzip.compress(page.content)) <= 12_000
        return len(caught)

    before = queries()
    for _number in range(3):
        ford.build(people)
    assert queries() == before <= 17


def test_an_absence_is_announced_everywhere_and_cancelled(people: dict[str, Any], the_ford: Ford) -> None:
    """ABSENT-1."""
    client = the_ford.as_("carla")
    days = timezone.localdate()
    data = {
        "starts": days.isoformat(),
        "ends": (days + timedelta(days=3)).isoformat(),
        "campaign": "",
        "note": "At sea",
    }
    assert client.post("/turns/", data).status_code == 302
    absence = Absence.objects.get()
    assert absence.note == "At sea"
    assert the_ford.state().absences[0].player == f"u{people['carla'].pk}"
    page = client.get("/turns/").content.decode()
    assert "I am back" in page
    assert "Carla" in the_ford.as_("alice").get(f"/c/{the_ford.campaign.slug}/director/").content.decode()
    client.post(f"/turns/absence/{absence.pk}/back/")
    assert the_ford.state().absences == ()
    assert the_ford.as_("bob").post(f"/turns/absence/{absence.pk}/back/").status_code == 404


def test_an_absence_that_ends_before_it_begins_is_refused_at_its_field(people: dict[str, Any], the_ford: Ford) -> None:
    days = timezone.localdate()
    data = {"starts": days.isoformat(), "ends": (days - timedelta(days=3)).isoformat()}
    answer = the_ford.as_("carla").post("/turns/", data)
    assert answer.status_code == 422
    assert "An absence must end after it begins" in answer.content.decode()


def test_the_same_instant_is_told_in_each_readers_zone(people: dict[str, Any], the_ford: Ford) -> None:
    """Behaviour 24: Madrid and Mexico City read different hours of one instant, each with its zone."""
    bob = the_ford.as_("bob").get(the_ford.url).content.decode()
    carla = the_ford.as_("carla").get(the_ford.url).content.decode()
    band = r'class="deadline"><time datetime="([^"]+)">([^<]+)<'
    first, second = re.search(band, bob), re.search(band, carla)
    assert first and second
    assert first[1] == second[1]
    assert first[2] != second[2]
    assert "(CET)" in first[2] and "(CST)" in second[2]


def test_whoever_left_the_campaign_is_asked_for_nothing(people: dict[str, Any], the_ford: Ford) -> None:
    Membership.objects.filter(user=people["bob"]).update(left_at=timezone.now())
    page = the_page(people["bob"])
    assert "The frozen ford" not in page


def test_the_newest_turns_of_ones_running_battles_are_listed_with_links(the_ford: Ford) -> None:
    def page(name: str) -> str:
        found: str = the_ford.as_(name).get("/turns/").content.decode()
        return found

    assert "Lately" not in page("bob")
    the_ford.pass_turn("toki", "bob")
    for name in ("alice", "bob", "carla", "sam"):
        assert f'<a href="{the_ford.url}turns/1/">Tóki, round 1</a>' in page(name)
    assert "Lately" not in page("zoe")
    TurnPost.objects.update(undone_at=timezone.now())
    assert "Lately" not in page("bob")


def test_a_directors_page_leads_to_each_console(the_ford: Ford) -> None:
    console = f'href="/c/{the_ford.campaign.slug}/director/"'
    assert console in the_ford.as_("alice").get("/turns/").content.decode()
    assert console not in the_ford.as_("bob").get("/turns/").content.decode()
