"""Units of a campaign's own: made of the catalogue's, copied into battles, changed without changing them."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from battles import drafts
from battles.models import OwnUnit
from battles.own_units import own_plan, own_unit_of, own_units_in
from battles.services.own_units import retire_unit, write_unit
from rulebook.errors import Refused
from tests import mustering
from tests.company import NOON, march
from tests.visiting import client_of

pytestmark = pytest.mark.django_db
BASE = "dredge:grunt:2"


def brute(campaign, by, **about):
    given = {"base": BASE, "name": "Brute", "figures": {"strength": 15, "reach_high": 2}} | about
    return write_unit(campaign=campaign, by=by, at=NOON, **given)


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def test_it_has_the_catalogues_body_and_its_own_figures(alice):
    plan = own_plan(brute(march(alice), alice))
    assert (plan.name, plan.strength, plan.reach) == ("Brute", 15, (1, 2))
    assert (plan.armor, plan.passives, plan.class_key) == (9, ("splinter",), "grunt")


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"figures": {"strength": 0}}, "bad-figure"),
        ({"figures": {"armor": 100}}, "bad-figure"),
        ({"figures": {"luck": 1}}, "bad-figure"),
        ({"figures": {"reach_low": 3, "reach_high": 2}}, "bad-reach"),
        ({"base": "dredge:dragon:1"}, "unknown-entry"),
        ({"name": "  "}, "name-needed"),
    ],
)
def test_a_unit_that_could_not_fight_is_refused(alice, about, code):
    with refusal(code):
        brute(march(alice), alice, **about)
    assert not OwnUnit.objects.exists()


def test_a_name_stands_once_among_those_in_use(alice):
    campaign = march(alice)
    first = brute(campaign, alice)
    with refusal("unit-exists"):
        brute(campaign, alice)
    retire_unit(unit=first, by=alice, at=NOON)
    assert brute(campaign, alice).pk != first.pk


def test_only_directors_write_and_retire(alice, bob):
    campaign = march(alice, bob)
    unit = brute(campaign, alice)
    with pytest.raises(PermissionDenied):
        brute(campaign, bob, name="Mine")
    with pytest.raises(PermissionDenied):
        retire_unit(unit=unit, by=bob, at=NOON)
    for room in ("", "new/", f"{unit.pk}/"):
        assert client_of(bob).get(f"/c/{campaign.slug}/units/{room}").status_code == 403


def test_one_campaigns_units_are_no_choice_in_another(alice):
    unit = brute(march(alice), alice)
    other = march(alice, name="Another")
    assert own_unit_of(other, f"own:{unit.pk}") is None
    for entry in ("own:", "own:x", "own:99999999999999999999", BASE, ""):
        assert own_unit_of(unit.campaign, entry) is None


def test_a_battle_copies_it_and_keeps_its_copy(alice, bob):
    campaign = mustering.table(alice, [bob])
    unit = brute(campaign, alice)
    battle = mustering.draft(campaign, alice)
    client = client_of(alice)
    page = f"/c/{campaign.slug}/b/{battle.code}/prepare/"
    assert f'value="own:{unit.pk}"' in client.get(page).content.decode()
    sent = dict(battle.draft["fields"])
    sent |= {"revision": battle.draft["revision"], "do": "add", "add-entry": f"own:{unit.pk}", "add-count": "2"}
    assert client.post(page, sent | {"add-side": "b"}).status_code == 302
    battle.refresh_from_db()
    fields = drafts.fields_of(battle.draft)
    rows = fields.getlist("unit")
    assert [fields[f"{row}-name"] for row in rows] == ["Brute 1", "Brute 2"]
    assert {fields[f"{row}-strength"] for row in rows} == {"15"}
    brute(campaign, alice, unit=unit, figures={"strength": 3})
    battle.refresh_from_db()
    assert {drafts.fields_of(battle.draft)[f"{row}-strength"] for row in rows} == {"15"}


def test_the_pages_make_change_and_retire_one(alice):
    campaign = march(alice)
    client = client_of(alice)
    begun = client.get(f"/c/{campaign.slug}/units/new/?base={BASE}").content.decode()
    assert 'name="unit_strength" value="10"' in begun
    sent = {"base": BASE, "name": "Brute", "unit_strength": "15"}
    assert client.post(f"/c/{campaign.slug}/units/new/", sent).status_code == 302
    unit = own_units_in(campaign).get()
    assert unit.figures["strength"] == 15 and unit.figures["armor"] == 9
    again = client.post(f"/c/{campaign.slug}/units/new/", sent).content.decode()
    assert "There is a unit called “Brute” already." in again and "<title>Error:" in again
    low = client.post(f"/c/{campaign.slug}/units/{unit.pk}/", sent | {"unit_strength": "0"}).content.decode()
    assert "<title>Error:" in low
    client.post(f"/c/{campaign.slug}/units/{unit.pk}/retire/")
    assert not own_units_in(campaign).exists()


def test_programs_read_and_write_them(alice, bob):
    campaign = march(alice, bob)
    address = f"/api/v1/campaigns/{campaign.slug}/units/"
    made = client_of(alice).post(
        address, {"base": BASE, "name": "Brute", "figures": {"armor": 12}}, content_type="application/json"
    )
    assert made.status_code == 201 and made.json()["figures"]["armor"] == 12
    assert [one["name"] for one in client_of(alice).get(address).json()] == ["Brute"]
    assert client_of(bob).get(address).status_code == 403
    wrong = client_of(alice).post(
        address, {"base": BASE, "name": "X", "figures": {"armor": -1}}, content_type="application/json"
    )
    assert wrong.status_code == 400 and wrong.json()["code"] == "bad-figure"
