"""A campaign's own classes, abilities and passives in archives: they come along, and lies among them are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.selectors import state_of
from campaign.catalogue import catalogue_of
from campaign.models import Campaign
from campaign.services import retire_entry, write_entry
from rulebook.errors import Unreadable
from rulebook.saga.catalogue.own import STARTING, template_of
from tests.archives.chest import changed, packed, parts_of, received
from tests.company import NOON, active, march
from tests.services.test_own_catalogue import fought, skalds

pytestmark = pytest.mark.django_db


@pytest.fixture
def chest(alice, bob):
    """A campaign whose hero is a skald, in a battle."""
    campaign = march(alice, bob)
    skalds(campaign, alice)
    active(campaign, bob, alice, class_key="own-skald")
    quick = replace(template_of(STARTING, "class", "raider"), move=6)
    write_entry(campaign=campaign, by=alice, kind="class", key="raider", written=quick, at=NOON)
    retire_entry(campaign=campaign, by=alice, kind="class", key="provoker", at=NOON)
    fought(campaign, alice, [bob])
    return packed(campaign, NOON)


def test_what_the_campaign_wrote_comes_along_and_is_fought_with(chest, zoe):
    before = Campaign.objects.get()
    after = received(chest, zoe, NOON)
    assert catalogue_of(after) == catalogue_of(before)
    assert after.characters.get().class_key == "own-skald"
    there, here = (state_of(campaign.battles.get()) for campaign in (before, after))
    assert (here.words, here.abilities) == (there.words, there.abilities)
    assert parts_of(packed(after, NOON))["tables/entry-changes.json"] == parts_of(chest)["tables/entry-changes.json"]


def entry(parts, key):
    return next(one for one in parts["tables/own-entries.json"] if one["key"] == key)


def added(key):
    """One more entry, in which the key alone is wrong."""
    return lambda parts: parts["tables/own-entries.json"].append(entry(parts, "own-iron-wall") | {"key": key})


LIES = {
    "a key that no address can hold": added("own-a/b?c"),
    "a key that is markup": added("own-<b>"),
    "a key in letters that addresses do not have": added("own-Ä"),
    "a key of nothing": added("own-"),
    "more changes than can be counted on": lambda parts: entry(parts, "raider").update(revision=2**31 - 1),
    "a figure beyond its bounds": lambda parts: entry(parts, "own-war-song")["written"].update(
        figures={"willpower": [10**9, 1, 1]}
    ),
    "a deed that is none": lambda parts: entry(parts, "own-war-song")["written"].update(effect="own-war-song"),
    "another shape": lambda parts: entry(parts, "own-war-song").update(written=[1, 2, 3]),
    "a key that is none": lambda parts: entry(parts, "own-war-song").update(key="rallying"),
    "a key of another kind": lambda parts: entry(parts, "raider").update(kind="ability"),
    "nothing where there has to be something": lambda parts: entry(parts, "own-skald").update(written=None),
    "a class of nothing that is there": lambda parts: entry(parts, "own-skald")["written"].update(
        abilities={"own-nothing": 1}
    ),
    "a history of nonsense": lambda parts: parts["tables/entry-changes.json"][0].update(after={"x": 1}),
    "a character of an unknown class": lambda parts: parts["tables/characters.json"][0].update(class_key="own-king"),
    "an entry that is gone": lambda parts: parts["tables/own-entries.json"].pop(2),
    "a history without its entry": lambda parts: parts["tables/own-entries.json"].clear(),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refused_and_nothing_is_kept(chest, zoe, lie):
    with pytest.raises(Unreadable) as refused:
        received(changed(chest, LIES[lie]), zoe, NOON)
    assert refused.value.code in ("archive-row", "archive-reference")
    assert Campaign.objects.count() == 1


def test_a_battle_with_an_impossible_ability_is_refused(chest, zoe):
    def lie(parts):
        (battle,) = parts["tables/battles.json"]
        for part in (battle["setup"], battle["state"]):
            part["abilities"]["own-war-song"]["figures"]["willpower"] = [10**9, 10**9, 10**9]

    with pytest.raises(Unreadable) as refused:
        received(changed(chest, lie), zoe, NOON)
    assert refused.value.code == "archive-battle"
