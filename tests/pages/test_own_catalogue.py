"""The pages of a campaign's catalogue: list, entry, making, changing, retiring; and where else its words are shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.services import retire_entry, write_entry
from rulebook.saga.catalogue.model import Text
from rulebook.saga.catalogue.written import blank
from tests.company import NOON, active, march
from tests.services.test_own_catalogue import SKALD, SONG, fought, skalds
from turns.services import settle

pytestmark = pytest.mark.django_db
HOSTILE = '<script>alert("x")</script>&{willpower}'


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def fields_in(html):
    """What a browser would send of the page's form, as a dict of lists."""

    class Reader(HTMLParser):
        def __init__(self):
            super().__init__()
            self.sent, self.select, self.area = {}, None, None

        def handle_starttag(self, tag, attributes):
            about = dict(attributes)
            name = about.get("name")
            sent = about.get("type") not in ("checkbox", "radio") or "checked" in about
            if tag == "input" and sent and name and name != "csrfmiddlewaretoken":
                self.sent.setdefault(name, []).append(about.get("value") or ("on" if "checked" in about else ""))
            if tag == "select":
                self.select = name
            if tag == "option" and self.select and "selected" in about:
                self.sent[self.select] = [about.get("value") or ""]
            if tag == "textarea":
                self.area, self.sent[name] = name, [""]

        def handle_endtag(self, tag):
            if tag == "textarea":
                self.sent[self.area] = [self.sent[self.area][0].removeprefix("\n")]
                self.area = None
            if tag == "select":
                self.select = None

        def handle_data(self, data):
            if self.area:
                self.sent[self.area][0] += data

    reader = Reader()
    reader.feed(html[html.index('<form method="post" novalidate') :])
    return reader.sent


def test_a_director_makes_an_ability_from_a_template(alice, bob):
    campaign = march(alice, bob)
    client, base = client_of(alice), f"/c/{campaign.slug}/catalogue/"
    assert "?from=rally" in page(client, f"{base}new/")
    sent = fields_in(page(client, f"{base}new/?from=rally"))
    assert (sent["willpower-3"], sent["name_en"]) == (["6"], [""])
    sent |= {"name_en": ["War song"], "name_es": ["Canto"], "willpower-1": ["3"], "do": ["save"]}
    saved = client.post(f"{base}new/?from=rally", sent)
    assert saved.status_code == 302 and saved.url == f"{base}own-war-song/"
    shown = page(client, saved.url)
    assert "War song" in shown and "3 / 4 / 6" in shown and "2 / 4 / 6" in shown
    assert catalogue_of(campaign).abilities["own-war-song"].figures == {"willpower": (3, 4, 6)}


def test_everything_wrong_is_told_at_once_and_nothing_typed_is_lost(alice):
    campaign = march(alice)
    client, address = client_of(alice), f"/c/{campaign.slug}/catalogue/new/?from=rally"
    sent = fields_in(page(client, address))
    sent |= {
        "willpower-1": ["-4"],
        "willpower-2": ["many"],
        "willpower-3": ["999999999"],
        "low-1": ["5"],
        "high-1": ["2"],
        "wording_en": ["Gives {luck}."],
        "do": ["save"],
    }
    answer = client.post(address, sent).content.decode()
    assert "<title>Error:" in answer
    for told in (
        "Give it a name in one language at least.",
        "From 0 to 20, not -4.",
        "Enter a whole number.",
        "From 1 to 1000 cells",
        "is no figure of this entry",
    ):
        assert told in answer, told
    kept = fields_in(answer)
    assert {name: kept[name] for name in sent if name not in ("do",)} == {n: v for n, v in sent.items() if n != "do"}


def test_a_class_is_changed_compared_saved_and_put_back(alice, bob):
    campaign = march(alice, bob)
    client, base = client_of(alice), f"/c/{campaign.slug}/catalogue/raidmaster/"
    sent = fields_in(page(client, f"{base}edit/"))
    sent |= {"move": ["6"], "passives": ["light-step", "shield-wall"], "ability-rally": ["2"]}
    compared = client.post(f"{base}edit/", sent | {"do": ["compare"]}).content.decode()
    assert "What would change" in compared and "Nothing is saved yet." in compared
    assert catalogue_of(campaign).class_entry("raidmaster").move == 4
    assert client.post(f"{base}edit/", sent | {"do": ["save"]}).status_code == 302
    entry = catalogue_of(campaign).class_entry("raidmaster")
    assert (entry.move, entry.passives) == (6, ("light-step", "shield-wall"))
    assert dict(entry.highest) == {"stone-wall": 3, "rally": 2}
    shown = page(client, base)
    assert "In what it differs from the starting catalogue" in shown and "Movement: <span>4 → 6" in shown
    stale = client.post(f"{base}edit/", sent | {"move": ["5"], "do": ["save"]}).content.decode()
    assert "Somebody changed this entry" in stale and fields_in(stale)["move"] == ["5"]
    assert client.post(f"{base}edit/", fields_in(stale) | {"do": ["save"]}).status_code == 302
    assert catalogue_of(campaign).class_entry("raidmaster").move == 5
    assert "as in the starting catalogue" in page(client, f"{base}reset/")
    assert client.post(f"{base}reset/").status_code == 302
    assert catalogue_of(campaign).class_entry("raidmaster").move == 4


def test_an_unchanged_form_changes_nothing(alice):
    """Every entry of the starting catalogue goes through its form as it is."""
    campaign = march(alice)
    client = client_of(alice)
    before = catalogue_of(campaign)
    for kind in ("class", "ability", "passive"):
        for key in before.entries(kind):
            address = f"/c/{campaign.slug}/catalogue/{key}/edit/"
            compared = client.post(address, fields_in(page(client, address)) | {"do": ["compare"]}).content.decode()
            assert "<p>Nothing.</p>" in compared, key


def test_a_class_without_sense_is_refused_field_by_field(alice):
    campaign = march(alice)
    client, address = client_of(alice), f"/c/{campaign.slug}/catalogue/new/?from=raidmaster"
    sent = fields_in(page(client, address)) | {
        "name_en": ["Giant"],
        "caps-strength-low": ["50"],
        "caps-strength-high": ["5"],
        "points-1": ["900"],
        "reach-low": ["0"],
        "move": ["-1"],
    }
    answer = client.post(address, sent | {"do": ["save"]}).content.decode()
    for told in ("From 1 to 99, the lower first.", "900 is no total", "From 1 to 12, the lower first.", "not -1."):
        assert told in answer, told


def test_retiring_asks_first_and_names_the_classes_that_have_it(alice, bob):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    client, base = client_of(alice), f"/c/{campaign.slug}/catalogue/"
    assert "take it out of them first: Skald" in page(client, f"{base}own-war-song/retire/")
    client.post(f"{base}own-war-song/retire/")
    assert "own-war-song" not in catalogue_of(campaign).retired
    assert "No new character can be of this class." in page(client, f"{base}own-skald/retire/")
    client.post(f"{base}own-skald/retire/")
    assert "own-skald" in catalogue_of(campaign).retired
    client.post(f"{base}own-skald/restore/")
    assert "own-skald" not in catalogue_of(campaign).retired


def test_players_read_it_and_do_not_write(alice, bob, sam):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    doom = replace(blank("composed"), name=Text("Doom", "Ruina"))
    write_entry(campaign=campaign, by=alice, kind="ability", written=doom, at=NOON)
    client, base = client_of(bob), f"/c/{campaign.slug}/catalogue/"
    listed = page(client, base)
    assert "Canto" in listed and "Ruina" not in listed and "catalogue/new/" not in listed
    assert "Canto" in page(client, f"{base}own-war-song/")
    assert client.get(f"{base}own-doom/").status_code == 404
    for room in ("new/", "own-skald/edit/", "own-skald/retire/", "raider/reset/"):
        assert client.get(base + room).status_code == 403
    assert client.post(f"{base}own-skald/restore/").status_code == 403
    assert client_of(sam).get(base).status_code == 404
    assert Client().get(base).status_code == 404


def test_the_dungeon_has_no_such_pages(alice):
    campaign = march(alice, ruleset="dungeon", clan_name="")
    client = client_of(alice)
    for room in ("", "new/", "raider/", "raider/edit/"):
        assert client.get(f"/c/{campaign.slug}/catalogue/{room}").status_code == 404
    for room in ("", "class/raider/"):
        assert client.get(f"/api/v1/campaigns/{campaign.slug}/catalogue/{room}").status_code == 422
    assert "Classes, abilities and passives" not in page(client, f"/c/{campaign.slug}/rules/")


def test_own_texts_are_shown_escaped_wherever_they_stand(alice, bob):
    campaign = march(alice, bob)
    skalds(campaign, alice)
    song = replace(SONG, name=Text("<b>Song</b>", "Canto"), wording=Text(HOSTILE, ""))
    write_entry(campaign=campaign, by=alice, kind="ability", key="own-war-song", written=song, at=NOON)
    sung = replace(SKALD, name=Text("<i>Skald</i>", "Escaldo"), wording=Text(HOSTILE, ""))
    write_entry(campaign=campaign, by=alice, kind="class", key="own-skald", written=sung, at=NOON)
    bragi = active(campaign, bob, alice, class_key="own-skald")
    battle = fought(campaign, alice, [bob])
    client, base = client_of(alice), f"/c/{campaign.slug}/"
    rooms = ["rules/", "catalogue/", "catalogue/own-war-song/", "catalogue/own-skald/", "catalogue/own-skald/edit/"]
    rooms += ["catalogue/new/", "catalogue/new/?from=own-war-song", "characters/", f"b/{battle.code}/", "units/new/"]
    for address in [*(base + room for room in rooms), f"/p/{bragi.pk}/"]:
        shown = page(client, address)
        assert "<script>alert" not in shown and "<b>Song" not in shown and "<i>Skald" not in shown, address
    assert "&lt;script&gt;" in page(client, f"{base}rules/") and "&amp;3" in page(client, f"{base}rules/")
    chosen = page(client_of(bob), f"{base}characters/new/?draft=1")
    assert "Escaldo" in chosen and "&lt;script&gt;" in chosen


def test_the_board_says_the_campaigns_own_names_in_the_readers_language(alice, bob, sam):
    campaign = march(alice, bob, spectator=sam)
    skalds(campaign, alice)
    bragi = active(campaign, bob, alice, class_key="own-skald")
    battle = fought(campaign, alice, [bob])
    settle(battle.pk, NOON + timedelta(hours=25))
    address = f"/c/{campaign.slug}/b/{battle.code}/?pick=unit:c{bragi.pk}"
    for language, told in (("en", ("War song 1", "Iron wall")), ("es", ("Canto 1", "Muro de hierro"))):
        User.objects.filter(pk=sam.pk).update(language=language)
        shown = page(client_of(User.objects.get(pk=sam.pk)), address)
        assert all(name in shown for name in told), language


def test_choosing_a_class_leaves_retired_ones_out(alice, bob):
    """SK-353"""
    campaign = march(alice, bob)
    skalds(campaign, alice)
    client, address = client_of(bob), f"/c/{campaign.slug}/characters/new/"
    assert "own-skald" in page(client, address) and "raidmaster" in page(client, address)
    retire_entry(campaign=campaign, by=alice, kind="class", key="own-skald", at=NOON)
    retire_entry(campaign=campaign, by=alice, kind="class", key="raidmaster", at=NOON)
    shown = page(client, address)
    assert "own-skald" not in shown and "raidmaster" not in shown and "thrasher" in shown


def test_programs_read_and_write_the_catalogue(alice, bob):
    campaign = march(alice, bob)
    base = f"/api/v1/campaigns/{campaign.slug}/catalogue/"
    mine, his = client_of(alice), client_of(bob)
    rally = mine.get(f"{base}ability/rally/").json()
    assert (rally["own"], rally["revision"], rally["written"]["figures"]) == (False, 0, {"willpower": [2, 4, 6]})
    song = rally["written"] | {"name": {"en": "War song"}, "figures": {"willpower": [3, 4, 5]}}
    made = mine.post(f"{base}ability/", song, content_type="application/json")
    assert made.status_code == 201 and made.json()["key"] == "own-war-song"
    assert his.post(f"{base}ability/", song, content_type="application/json").status_code == 403
    wrong = song | {"name": {"en": "Worse"}, "figures": {"willpower": [-1, 4, 500]}, "ranges": [[1, 2], [3, 1], [1, 1]]}
    refused = mine.post(f"{base}ability/", wrong, content_type="application/json")
    assert refused.status_code == 400 and refused.json()["code"] == "bad-entry"
    fields = {one["field"] for one in refused.json()["data"]["problems"]}
    assert fields == {"willpower-1", "willpower-3", "range-2"}
    changed = mine.put(f"{base}ability/rally/", song | {"name": {"en": "Rally"}}, content_type="application/json")
    assert changed.status_code == 200 and changed.json()["own"] and changed.json()["revision"] == 1
    assert mine.post(f"{base}ability/rally/reset/").json()["own"] is False
    assert mine.post(f"{base}class/raider/retire/").json()["retired"] is True
    assert "raider" not in {one["key"] for one in his.get(f"/api/v1/campaigns/{campaign.slug}/classes/").json()}
    assert mine.post(f"{base}class/raider/restore/").json()["retired"] is False
    assert mine.post(f"{base}ability/stone-wall/retire/").status_code == 422
    assert mine.post(f"{base}ability/nothing/retire/").status_code == 400
    assert his.get(f"{base}ability/own-war-song/").status_code == 404
    listed = his.get(base).json()
    assert {"raidmaster", "stone-wall", "shield-wall"} <= {one["key"] for one in listed}
