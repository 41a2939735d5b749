"""Archives that lie, or were damaged: refused with a reason, and nothing of them is kept."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.files.storage import default_storage
from django.db import transaction
from PIL import Image

from accounts.models import User
from archives import reading
from archives.models import Place
from archives.packing import MANIFEST
from campaign.models import Campaign
from rulebook.errors import Unreadable
from story.models import Picture
from tests.archives.chapter import lived
from tests.archives.chest import changed, packed, received, repacked
from tests.cast import person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


def lived_here():
    first, second, third, fourth, fifth = (person(name) for name in ("anna", "ben", "cora", "sol", "gil"))
    return lived(first, (second, third), fourth, at=NOW, gone=fifth).campaign


@pytest.fixture(scope="module")
def chest(django_db_setup, django_db_blocker):
    """The archive of a campaign that is on no site any more."""
    with django_db_blocker.unblock(), transaction.atomic():
        data = packed(lived_here(), NOW)
        transaction.set_rollback(True)
    return data


def counts():
    files = default_storage.listdir("pictures")[1] if default_storage.exists("pictures") else []
    return Campaign.objects.count(), User.objects.count(), Place.objects.count(), Picture.objects.count(), len(files)


def refused(data, by):
    """The code of the refusal, after which everything is as it was."""
    before = counts()
    with pytest.raises(Unreadable) as caught:
        received(data, by, NOW)
    assert counts() == before
    return caught.value.code


def with_entry(data, name, content=b"x", **about):
    """The archive with one more entry in the zip, whatever its list says."""
    file = io.BytesIO(data)
    with zipfile.ZipFile(file, "a") as archive:
        entry = zipfile.ZipInfo(name)
        for field, value in about.items():
            setattr(entry, field, value)
        archive.writestr(entry, content)
    return file.getvalue()


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "pictures/../x.webp", "tables\\..\\x", "evil.py"])
def test_an_entry_of_another_name_is_refused_wherever_it_points(chest, alice, name):
    assert refused(with_entry(chest, name), alice) == "archive-entry"


def test_a_link_is_refused(chest, alice):
    link = with_entry(chest, "pictures/aaaaaaaaaaaa.webp", b"/etc/passwd", external_attr=(stat.S_IFLNK | 0o777) << 16)
    assert refused(link, alice) == "archive-entry"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_entries_of_one_name_are_refused(chest, alice):
    assert refused(with_entry(chest, "people.json"), alice) == "archive-entry"


def test_an_entry_that_nobody_listed_is_refused(chest, alice):
    assert refused(with_entry(chest, "pictures/aaaaaaaaaaaa.webp"), alice) == "archive-damaged"


def test_what_unpacks_to_too_much_is_refused_by_what_comes_out(chest, alice, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_PART", 100_000)
    bomb = changed(chest, lambda parts: parts["people.json"].append({"name": " " * 10_000_000}))
    small = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bomb)) as old, zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.infolist():
            new.writestr(one.filename, old.read(one))
    assert len(small.getvalue()) < 200_000
    assert refused(small.getvalue(), alice) == "archive-bomb"


def test_all_parts_together_may_not_unpack_to_too_much(chest, alice, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_WHOLE", 20_000)
    assert refused(chest, alice) == "archive-bomb"


@pytest.mark.parametrize("value", [b"{},", b"[],", b"0,"])
def test_values_that_would_take_too_much_memory_are_refused_before_they_are_read(chest, alice, monkeypatch, value):
    spoiled = changed(chest, lambda parts: parts.update({"tables/turns.json": b"[" + value * 10_000}))
    monkeypatch.setattr(reading, "MOST_MEMORY", 600_000)
    assert refused(spoiled, alice) == "archive-bomb"
    monkeypatch.undo()
    assert refused(spoiled, alice) == "archive-damaged"


def test_a_file_that_is_too_large_is_refused_before_it_is_opened(chest, alice, monkeypatch):
    monkeypatch.setattr(reading, "LARGEST_FILE", 1000)
    assert refused(chest, alice) == "archive-too-large"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 and no more", b"not a zip at all" * 100])
def test_what_is_no_zip_is_refused(alice, data):
    assert refused(data, alice) == "archive-unreadable"


def test_a_truncated_archive_is_refused(chest, alice):
    assert refused(chest[: len(chest) // 2], alice) == "archive-unreadable"


def test_a_flipped_byte_is_found(chest, alice):
    with zipfile.ZipFile(io.BytesIO(chest)) as archive:
        at = archive.getinfo("tables/posts.json").header_offset + 60
    spoiled = chest[:at] + bytes([chest[at] ^ 255]) + chest[at + 1 :]
    assert refused(spoiled, alice) == "archive-damaged"


def test_another_zip_is_no_archive(alice):
    assert refused(repacked({MANIFEST: {"format": "somebody-elses", "version": 1}}), alice) == "archive-foreign"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("people.json", "[]")
    assert refused(file.getvalue(), alice) == "archive-foreign"


@pytest.mark.parametrize("version", [0, 2, "1", None, 1e99])
def test_a_version_that_is_not_known_is_refused(chest, alice, version):
    assert refused(changed(chest, lambda parts: parts[MANIFEST].update(version=version)), alice) == "archive-version"


def test_a_part_that_is_missing_is_refused(chest, alice):
    def without(parts):
        del parts["tables/members.json"]

    assert refused(changed(chest, without), alice) == "archive-no-director"


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "a": 2}', "[NaN]", "[" * 100_000, b'["\xed\xa0\x80"]', b"\xff\xfe", "1" * 5000, '[{"name": "\\ud800"}]'],
    ids=["twice", "nan", "deep", "surrogate", "bytes", "long", "escaped"],
)
def test_json_that_is_none_is_refused(chest, alice, text):
    content = text if isinstance(text, bytes) else text.encode()
    spoiled = changed(chest, lambda parts: parts.update({"people.json": content}))
    assert refused(spoiled, alice) in ("archive-damaged", "archive-row")


def setting(table, field, value, row=0):
    def change(parts):
        parts[f"tables/{table}.json"][row][field] = value

    return change


@pytest.mark.parametrize("number", [0, -1, 10**6, 2.0, True, "1", None])
def test_a_reference_to_nothing_in_the_archive_is_refused(chest, alice, number):
    assert refused(changed(chest, setting("posts", "scene", number)), alice) == "archive-reference"
    assert refused(changed(chest, setting("members", "user", number)), alice) == "archive-reference"


@pytest.mark.parametrize(
    ("where", "field", "value"),
    [
        ("posts", "body", 7),
        ("posts", "body", "x" * 100_001),
        ("posts", "body", "a\x00b"),
        ("posts", "published_at", "yesterday"),
        ("posts", "published_at", "1066-10-14T09:00:00+00:00"),
        ("posts", "published_at", "2026-11-02T12:00:00"),
        ("posts", "voice", "god"),
        ("posts", "voice", None),
        ("posts", "addressed", [["nested"]]),
        ("posts", "meant_for", {"to": "scene", "readers": ["me"]}),
        ("posts", "code", "../../../../etc/passwd"),
        ("characters", "strength", -5),
        ("characters", "strength", 10**12),
        ("characters", "abilities", {"rally": "three"}),
        ("scene-rolls", "faces", [{"of": "1d6", "dice": [[6, "yes"]]}]),
        ("members", "role", "owner"),
        ("scenes", "openness", "everybody"),
        ("clans", "morale", "high"),
        ("clans", "is_superuser", True),
    ],
)
def test_a_value_that_does_not_belong_is_refused(chest, alice, where, field, value):
    assert refused(changed(chest, setting(where, field, value)), alice) == "archive-row"


@pytest.mark.parametrize("at", ["yesterday", None, 7, "1066-10-14T09:00:00+00:00"])
def test_an_edit_at_no_moment_is_refused_as_a_row(chest, alice, at):
    spoiled = changed(chest, lambda parts: parts["edits.json"][0].update(at=at))
    assert refused(spoiled, alice) == "archive-row"


def test_a_row_that_lacks_what_it_needs_is_refused(chest, alice):
    def without(parts):
        del parts["tables/characters.json"][0]["class_key"]

    assert refused(changed(chest, without), alice) == "archive-row"


def test_people_have_names_and_nothing_else(chest, alice):
    assert refused(changed(chest, lambda parts: parts["people.json"][0].update(email="a@b.c")), alice) == "archive-row"
    assert refused(changed(chest, lambda parts: parts["people.json"][0].update(name=None)), alice) == "archive-row"


def test_two_rows_that_exclude_each_other_are_refused(chest, alice):
    def twice(parts):
        parts["tables/members.json"].append(parts["tables/members.json"][1])

    assert refused(changed(chest, twice), alice) == "archive-rows-clash"


def test_a_morale_beyond_its_bounds_is_refused_by_the_database_at_the_latest(chest, alice):
    assert refused(changed(chest, setting("clans", "morale", 300)), alice) == "archive-rows-clash"


@pytest.mark.parametrize("heads", [0, 2])
def test_one_person_directs_an_archived_campaign(chest, alice, heads):
    def directed(parts):
        members = [one for one in parts["tables/members.json"] if one["left_at"] is None]
        for number, one in enumerate(members):
            one["role"] = "director" if number < heads else "player"

    assert refused(changed(chest, directed), alice) == "archive-no-director"


# --- pictures


def other_picture(kind, size=(8, 8), **about):
    file = io.BytesIO()
    Image.new("RGB", size, (1, 2, 3)).save(file, kind, **about)
    return file.getvalue()


def with_picture(content):
    def change(parts):
        (name,) = [name for name in parts if name.startswith("pictures/")]
        parts[name] = content

    return change


EXIF = Image.Exif()
EXIF[0x010F] = "Camera"


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        other_picture("PNG"),
        other_picture("WEBP", exif=EXIF),
        other_picture("WEBP") + b"<script>",
        other_picture("WEBP")[:-4],
        b"RIFF\x04\x00\x00\x00WEBP",
        other_picture("WEBP", size=(2100, 2100)),
    ],
    ids=["svg", "png", "camera", "tail", "short", "empty", "pixels"],
)
def test_a_picture_that_this_site_would_not_have_made_is_refused(chest, alice, content):
    assert refused(changed(chest, with_picture(content)), alice) == "archive-picture"


def test_a_picture_that_is_missing_is_refused(chest, alice):
    def without(parts):
        (name,) = [name for name in parts if name.startswith("pictures/")]
        del parts[name]

    assert refused(changed(chest, without), alice) == "archive-picture"


# --- battles


def test_a_battle_whose_events_do_not_lead_to_its_state_is_refused(chest, alice):
    def stronger(parts):
        units = parts["tables/battles.json"][0]["state"]["units"]
        next(iter(units.values()))["strength"] += 5

    assert refused(changed(chest, stronger), alice) == "archive-battle"


def test_a_roll_that_no_event_knows_is_refused(chest, alice):
    def better(parts):
        roll = parts["tables/battle-rolls.json"][0]
        roll["face"] = roll["face"] % roll["sides"] + 1

    assert refused(changed(chest, better), alice) == "archive-battle"


def test_an_event_left_out_is_missed(chest, alice):
    assert refused(changed(chest, lambda parts: parts["tables/battle-events.json"].pop(0)), alice) == "archive-battle"


@pytest.mark.parametrize("state", [{}, {"phase": "running"}, "over", [1]])
def test_a_state_that_is_none_is_refused(chest, alice, state):
    assert refused(changed(chest, setting("battles", "state", state)), alice) == "archive-battle"


def test_table_rules_that_are_none_are_refused(chest, alice):
    spoiled = changed(chest, lambda parts: parts["campaign.json"].update(table_rules={"hero_points": "perhaps"}))
    assert refused(spoiled, alice) == "archive-row"
    spoiled = changed(chest, lambda parts: parts["campaign.json"].update(ruleset="chess"))
    assert refused(spoiled, alice) == "archive-row"


# --- words


def test_markup_in_an_archive_is_rendered_here_and_names_are_text(chest, alice):
    def scripted(parts):
        evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
        for post in parts["tables/posts.json"]:
            post["body"] = evil
        for passage in parts["tables/passages.json"]:
            passage["markup"] = evil
        parts["tables/scenes.json"][0]["prompt"] = evil
        parts["people.json"][1]["name"] = "<b onclick=x>"
        parts["campaign.json"]["name"] = "<script>x</script>"

    campaign = received(changed(chest, scripted), alice, NOW)
    scene = campaign.scenes.first()
    chunks = [one.chunks for post in scene.posts.all() for one in post.renderings.all()]
    laid_out = scene.prompt_html + json.dumps(chunks)
    assert "<script" not in laid_out and "<img" not in laid_out and "&lt;script&gt;" in laid_out


def test_an_archive_cannot_reach_rows_of_another_campaign(zoe):
    """Numbers are places in the archive, never keys of this site; what is taken already gets another name."""
    first = lived_here()
    before = set(first.scenes.values_list("code", flat=True))
    copy = received(packed(first, NOW), zoe, NOW)
    assert not set(copy.scenes.values_list("code", flat=True)) & before
    assert set(first.scenes.values_list("code", flat=True)) == before
    assert not first.memberships.filter(user=zoe).exists()
