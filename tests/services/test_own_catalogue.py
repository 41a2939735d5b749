"""A campaign's own classes, abilities and passives: written by directors, taken by characters, copied into battles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied

from battles.selectors import character_sizes, state_of
from battles.stock import classes, unit_from_stock
from campaign.catalogue import catalogue_of, shown_to
from campaign.models import EntryChange, OwnEntry
from campaign.services import reset_entry, restore_entry, retire_entry, write_entry
from characters import services as characters
from characters.proposals import BrokenRules
from characters.selectors import figures_for_battle
from rulebook.errors import Refused
from rulebook.saga.catalogue.model import Figures, Text
from rulebook.saga.catalogue.own import STARTING, template_of
from rulebook.saga.catalogue.written import Unfit, WrittenPassive, blank
from tests import mustering
from tests.company import NOON, active, march, proposed, wish
from turns.services import begin_battle

pytestmark = pytest.mark.django_db
SONG = replace(
    template_of(STARTING, "ability", "rally"), name=Text("War song", "Canto"), figures={"willpower": (3, 4, 5)}
)
WALL = WrittenPassive("shield-wall", Text("Iron wall", "Muro de hierro"), Text("{amount} more", ""), 2)
SKALD = replace(
    template_of(STARTING, "class", "raidmaster"),
    name=Text("Skald", "Escaldo"),
    passives=("own-iron-wall",),
    abilities={"own-war-song": 2, "stone-wall": 3},
    move=5,
)


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def skalds(campaign, by):
    """The campaign with its own ability, passive and class."""
    write_entry(campaign=campaign, by=by, kind="ability", written=SONG, at=NOON)
    write_entry(campaign=campaign, by=by, kind="passive", written=WALL, at=NOON)
    return write_entry(campaign=campaign, by=by, kind="class", written=SKALD, at=NOON)


def test_an_own_class_is_chosen_promoted_and_fought_with(alice, bob):
    """CHAR-5, PROM-1, SK-352"""
    campaign = march(alice, bob)
    assert skalds(campaign, alice).key == "own-skald"
    bragi = active(campaign, bob, alice, class_key="own-skald")
    assert bragi.abilities == {"own-war-song": 1, "stone-wall": 1}
    figures = figures_for_battle(bragi)
    assert (figures["move"], figures["passives"]) == (5, ("own-iron-wall",))
    for level in (2, 3, 4, 5):
        characters.earn_renown(character=bragi, by=alice, amount=50, kind="plot", reason="the road", at=NOON)
        bragi = characters.promote(character=bragi, by=alice, level=level, points={"armor": 1}, at=NOON)
    assert bragi.abilities == {"own-war-song": 2, "stone-wall": 3}


def test_its_caps_and_total_bound_its_characters(alice, bob):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    with pytest.raises(BrokenRules) as refused:
        proposed(campaign, bob, class_key="own-skald", figures=Figures(12, 12, 7, 3, 2), reaction=1)
    assert {one.code for one in refused.value.broken} == {"too-many-points", "outside-reaction"}


def test_a_retired_class_is_chosen_by_nobody_and_kept_by_who_has_it(alice, bob, carla):
    """SK-353"""
    campaign = march(alice, bob, carla)
    skalds(campaign, alice)
    bragi = active(campaign, bob, alice, class_key="own-skald")
    waiting = proposed(campaign, carla, class_key="own-skald")
    retire_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)
    assert figures_for_battle(bragi)["move"] == 5
    with pytest.raises(BrokenRules) as refused:
        characters.revise_character(
            character=waiting, by=carla, proposal=wish(campaign, class_key="own-skald"), at=NOON
        )
    assert [one.code for one in refused.value.broken] == ["retired-class"]
    assert "class:own-skald" not in {one.key for one in classes("en", catalogue_of(campaign))}
    restore_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)
    assert characters.revise_character(
        character=waiting, by=carla, proposal=wish(campaign, class_key="own-skald"), at=NOON
    )


def test_what_a_class_in_use_has_is_not_retired_under_it(alice):
    """SK-353"""
    campaign = march(alice)
    skalds(campaign, alice)
    with refusal("still-in-classes"):
        retire_entry(campaign=campaign, by=alice, kind="ability", key="own-war-song", at=NOON)
    retire_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)
    retire_entry(campaign=campaign, by=alice, kind="ability", key="own-war-song", at=NOON)
    with refusal("parts-retired"):
        restore_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)


def test_an_entry_of_the_starting_catalogue_is_changed_and_put_back(alice):
    campaign, other = march(alice), march(alice, name="Another")
    quick = replace(template_of(STARTING, "class", "raider"), move=6)
    for _twice in range(2):
        row = write_entry(campaign=campaign, by=alice, kind="class", key="raider", written=quick, at=NOON)
    assert row.revision == 1
    assert catalogue_of(campaign).class_entry("raider").move == 6
    assert catalogue_of(other).class_entry("raider").move == 4
    reset_entry(campaign=campaign, by=alice, kind="class", key="raider", at=NOON)
    assert catalogue_of(campaign) == catalogue_of(other)
    deeds = EntryChange.objects.order_by("pk").values_list("deed", flat=True)
    assert list(deeds) == ["changed", "reset"]
    skalds(campaign, alice)
    with refusal("not-of-the-catalogue"):
        reset_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)


def test_a_change_that_somebody_did_not_see_is_not_overwritten(alice):
    campaign = march(alice)
    quick = replace(template_of(STARTING, "class", "raider"), move=6)
    write_entry(campaign=campaign, by=alice, kind="class", key="raider", written=quick, at=NOON, seen=0)
    with refusal("entry-changed"):
        write_entry(campaign=campaign, by=alice, kind="class", key="raider", written=quick, at=NOON, seen=0)


def test_names_stand_once_and_keys_never_collide(alice):
    campaign = march(alice)
    skalds(campaign, alice)
    with pytest.raises(Unfit) as refused:
        write_entry(campaign=campaign, by=alice, kind="ability", written=SONG, at=NOON)
    assert {(one.field, one.code) for one in refused.value.problems} == {
        ("name_en", "name-taken"),
        ("name_es", "name-taken"),
    }
    other = replace(SONG, name=Text("War söng!", "Otro"))
    assert write_entry(campaign=campaign, by=alice, kind="ability", written=other, at=NOON).key == "own-war-song-2"
    runes = replace(SONG, name=Text("ᚠᚢᚦ", ""))
    assert write_entry(campaign=campaign, by=alice, kind="ability", written=runes, at=NOON).key == "own-ability"
    keys = [key for kind in ("class", "ability", "passive") for key in STARTING.entries(kind)]
    assert len(keys) == len(set(keys))


def test_only_directors_write_retire_and_restore(alice, bob):
    campaign = march(alice, bob)
    with pytest.raises(PermissionDenied):
        write_entry(campaign=campaign, by=bob, kind="ability", written=SONG, at=NOON)
    for act in (retire_entry, restore_entry, reset_entry):
        with pytest.raises(PermissionDenied):
            act(campaign=campaign, by=bob, kind="class", key="raider", at=NOON)
    assert not OwnEntry.objects.exists()


def test_the_dungeon_has_no_catalogue(alice):
    campaign = march(alice, ruleset="dungeon", clan_name="")
    with refusal("no-catalogue"):
        write_entry(campaign=campaign, by=alice, kind="ability", written=SONG, at=NOON)


def test_players_see_what_they_may_choose_and_directors_everything(alice, bob):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    secret = replace(blank("composed"), name=Text("Doom", "Ruina"))
    write_entry(campaign=campaign, by=alice, kind="ability", written=secret, at=NOON)
    ghost = replace(SKALD, name=Text("Ghost", "Espectro"), for_players=False, abilities={"own-doom": 1})
    write_entry(campaign=campaign, by=alice, kind="class", written=ghost, at=NOON)
    found = catalogue_of(campaign)
    for user, sees in ((alice, True), (bob, False)):
        keys = {one.key for entries in shown_to(user, campaign, found).values() for one in entries}
        assert {"own-skald", "own-war-song", "own-iron-wall"} <= keys
        assert ("own-doom" in keys) is ("own-ghost" in keys) is sees


# --- battles


def fought(campaign, director, players, **plan):
    battle = mustering.announced(campaign, director, mustering.against_dredge(players, **plan))
    for entry in battle.muster.all():
        entry.characters.set(campaign.characters.filter(player=entry.player))
        entry.confirmed_at = NOON
        entry.save()
    begin_battle(battle_id=battle.pk, by=director, at=NOON)
    return mustering.fresh(battle)


def test_a_battle_keeps_the_catalogue_it_began_with(alice, bob):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    active(campaign, bob, alice, class_key="own-skald")
    ghost = unit_from_stock("class:own-skald", unit_id="n1", name="Ghost", side="b", catalogue=catalogue_of(campaign))
    units = [replace(ghost, at=mustering.parse_cell("B1"))]
    battle = fought(campaign, alice, [bob], units=units)
    before = state_of(battle)
    hero = next(unit for unit in before.units.values() if unit.players)
    assert hero.own_passives["own-iron-wall"].amount == 2
    assert before.units["n1"].own_passives == hero.own_passives
    assert before.abilities["own-war-song"].figures["willpower"] == (3, 4, 5)
    assert before.words["own-war-song"].name.es == "Canto"
    weak = replace(SONG, name=Text("Hum", "Tarareo"), figures={"willpower": (1, 1, 1)})
    write_entry(campaign=campaign, by=alice, kind="ability", key="own-war-song", written=weak, at=NOON)
    retire_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)
    assert state_of(mustering.fresh(battle)) == before


def test_an_ability_that_has_fewer_ranks_by_now_is_known_at_its_last(alice, bob):
    """SK-352"""
    campaign = march(alice, bob)
    skalds(campaign, alice)
    bragi = active(campaign, bob, alice, class_key="own-skald")
    bragi.abilities = {"own-war-song": 3}
    bragi.save()
    short = replace(SONG, ranges=SONG.ranges[:1], figures={"willpower": (9,)})
    write_entry(campaign=campaign, by=alice, kind="ability", key="own-war-song", written=short, at=NOON)
    state = state_of(fought(campaign, alice, [bob]))
    assert next(unit for unit in state.units.values() if unit.players).abilities == {"own-war-song": 1}


def test_an_own_class_takes_its_room_in_a_zone(alice, bob):
    campaign = march(alice, bob)
    giant = replace(template_of(STARTING, "class", "raidmaster"), name=Text("Giant", "Gigante"), size="2x2")
    write_entry(campaign=campaign, by=alice, kind="class", written=giant, at=NOON)
    active(campaign, bob, alice, class_key="own-giant")
    assert character_sizes(campaign) == {bob.pk: ((2, 2),)}
