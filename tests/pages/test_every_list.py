"""Every way in which words leave the site, for every kind of reader: nobody finds a word that they may not read."""

from __future__ import annotations

import io
import re
import zipfile
from itertools import count

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client
from django.utils import timezone

from archives import services as archives
from archives.models import Archive
from campaign.services import remove_member
from notifications.channels.mail import message
from notifications.models import Delivery, Notice
from story import services
from story.models import AttributeTest, Passage, Post, PostVersion, SceneDraft, SceneRoll, StoryFrame
from story.selectors.campaign_sight import sights_of
from story.selectors.sight import (
    directs,
    passages_visible_to,
    posts_visible_to,
    rolls_visible_to,
    scenes_visible_to,
)
from tests.cast import person
from tests.company import NOON, active, march, membership
from tests.plot import asked
from tests.storytelling import later, loaded, scene_in, written
from tests.visiting import client_of

pytestmark = pytest.mark.django_db
WORD = re.compile(r"\bzq\d+z\b")
FIGURES = ("days", "supplies", "morale", "clansmen", "fighters", "varl")
NAMES = ("alice", "colin", "bob", "carla", "sam", "zoe", "gone", "late")
FORMS = (
    "{} aloud",
    "[private=Hrolf]{} for Hrolf[/private]",
    "[private=Hrolf,Eyra]{} for both [roll 1d6 {}][/private] {}",
    "[director]{} for the director[/director]",
    "{} [roll 1d6 {}] [secretroll 1d6 {}]",
    "[private=Nobody]{} broken",
)


class Table:
    """A campaign whose every passage, roll, scene and secret holds a word of its own."""

    def __init__(self):
        self.numbers = count(1)
        self.people = {name: person(name, language="en", time_zone="UTC") for name in NAMES}
        alice, bob, carla, sam, gone = (self.people[name] for name in ("alice", "bob", "carla", "sam", "gone"))
        self.campaign = march(alice, bob, carla, gone, spectator=sam, is_public=True)
        self.campaign.memberships.create(user=self.people["colin"], role="co-director")
        self.heroes = [active(self.campaign, one, alice, name=name) for one, name in ((bob, "Hrolf"), (carla, "Eyra"))]
        active(self.campaign, gone, alice, name="Lost")
        for hero in self.heroes:
            hero.private_notes = self.word()
            hero.save(update_fields=["private_notes"])
        self.scenes = [self.scene(door) for door in ("everyone", "members", "chosen")]
        self.fill()
        remove_member(membership=membership(gone, self.campaign), by=alice, at=later())
        self.campaign.memberships.create(user=self.people["late"], role="player")

    def word(self):
        return f"zq{next(self.numbers)}z"

    def scene(self, door):
        readers = [self.people["carla"].pk, self.people["gone"].pk]
        return scene_in(self.campaign, self.people["alice"], title=self.word(), openness=door, readers=readers)

    def fill(self):
        alice, bob, carla, gone = (self.people[name] for name in ("alice", "bob", "carla", "gone"))
        for scene in self.scenes:
            writers = (alice, carla, gone) if scene.openness == "chosen" else (alice, bob, carla, gone)
            named = "Eyra" if scene.openness == "chosen" else "Hrolf"
            for author in writers:
                for form in FORMS if author in (alice, carla) else FORMS[:2]:
                    if scene.openness != "chosen" or "Eyra" not in form:
                        self.write(scene, author, form.replace("Hrolf", named))
            self.write(scene, alice, "{} unseen", to="chosen", readers=(carla.pk,))
            self.write(scene, carla, "{} whispered", to="director")
            self.write(scene, alice, "{} by somebody [roll 1d6 {}]", voice="npc", npc="Juno", hide_author=True)
            withdrawn = self.write(scene, carla, "{} taken back [roll 1d6 {}]")
            services.withdraw_post(post=withdrawn, by=carla, at=later())
        asked(self.scenes[1], alice, title=self.word(), words={"body": self.word()}, at=later())
        self.change_and_keep(self.scenes[0], carla)
        # A line of the ledger, which everybody reads, is read in a scene of few too: where, is not for everybody.
        clan = self.campaign.clans.get()
        now = {name: getattr(clan, name) for name in FIGURES} | {"morale": 61}
        services.change_figures(
            clan=clan, by=alice, figures=now, reason="Fed.", seen=0, key="k", at=later(), scene=self.scenes[2]
        )
        for number, readers in ((0, (carla.pk,)), (2, ())):
            self.decide(self.scenes[number], readers=readers)
            # A scene begins: the points that were spent are there again, and every sheet says why.
            self.scenes.append(self.scene("chosen"))

    def change_and_keep(self, scene, author):
        """A post that said something else before, for some; and words that nobody has published yet."""
        post = self.write(scene, author, "{} [private=Hrolf]{}[/private]")
        words = services.Words(f"{self.word()} [private=Hrolf]{self.word()}[/private]")
        services.edit_post(post=post, by=author, words=words, version=1, at=later())
        services.save_draft(
            scene=scene, user=author, body=self.word(), note=self.word(), choices={}, revision=0, at=later()
        )

    def decide(self, scene, *, readers):
        """A frame that not everybody may know of: a vote with hero points, a test rolled twice, and what came of it."""
        alice, carla, hero = self.people["alice"], self.people["carla"], self.heroes[1]
        words = {"body": self.word()} | ({"to": "chosen", "readers": readers} if readers else {})
        options = tuple(f"{self.word()} way {number}" for number in (1, 2))
        frame = asked(scene, alice, title=self.word(), options=options, words=words, at=later())
        services.vote(frame=frame, player=carla, option=1, pay=(hero.pk,), at=later())
        about = {"attribute": "care", "penalty": 1, "reason": self.word()}
        test = services.call_test(frame=frame, by=alice, character=hero, at=later(), **about)
        services.roll_test(test=test, by=carla, at=later(), dice=loaded(d100=[99]))
        services.reroll_test(test=test, by=carla, at=later(), dice=loaded(d100=[98]))
        weighed = {name: self.word() for name in ("plot", "logic", "verdict")}
        services.weigh_test(test=test, by=alice, at=later(), **weighed)
        services.close_frame(frame=frame, by=alice, chosen=1, words=self.word(), key=frame.code, at=later())

    def write(self, scene, author, form, **about):
        body = form
        while "{}" in body:
            body = body.replace("{}", self.word(), 1)
        return written(scene, author, body, note="[director]{}[/director]".replace("{}", self.word()), **about)


@pytest.fixture(scope="module")
def table(django_db_setup, django_db_blocker):
    """The campaign is made once, and gone after the last of these tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Table()
        transaction.set_rollback(True)


def readers(table):
    return [*table.people.values(), AnonymousUser()]


def words_in(rows):
    return {word for row in rows for word in WORD.findall(row)}


def may_read(table, reader):
    """Every word that the one question lets this reader know."""
    passages = words_in(passages_visible_to(reader).values_list("markup", flat=True))
    # A secret roll's reason is read by whoever reads its passage; a roll that was withdrawn with its post stays.
    rolls = words_in(rolls_visible_to(reader).values_list("reason", flat=True))
    titles = words_in(scenes_visible_to(reader).values_list("title", flat=True))
    return passages | rolls | titles | of_frames(reader) | earlier(reader)


def of_frames(reader):
    """The words of frames and of the tests in them."""
    frames = StoryFrame.objects.filter(post__in=posts_visible_to(reader))
    tests = AttributeTest.objects.filter(frame__in=frames)
    columns = [frames.values_list("title", flat=True), frames.values_list("options__text", flat=True)]
    columns += [tests.values_list(name, flat=True) for name in ("reason", "plot", "logic", "verdict")]
    return words_in(one or "" for column in columns for one in column)


def earlier(reader):
    """What a post said before, for its author and the directors; and one's own drafts."""
    versions = [one for one in PostVersion.objects.all() if knows_versions(reader, one.post)]
    drafts = [one for one in SceneDraft.objects.all() if one.user == reader]
    return words_in(f"{one.body} {one.note}" for one in (*versions, *drafts))


def knows_versions(reader, post):
    return post.author == reader or directs(reader, post.scene.campaign)


def text_of(answer):
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content[:2] != b"PK":
        return content.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return " ".join(packed.read(name).decode(errors="replace") for name in packed.namelist())


def addresses(table, reader):
    """Every page, API answer, feed and file that shows words of the story."""
    campaign = f"/c/{table.campaign.slug}/"
    yield from ("/", "/notices/", "/turns/", campaign)
    yield from (campaign + one for one in ("scenes/", "rolls/", "characters/", "feeds/", "search/?words=a", "members/"))
    yield from (f"{campaign}search/?{one}" for one in ("dice=on", "who=Juno", "words=zq"))
    api = f"/api/v1/campaigns/{table.campaign.slug}/"
    yield from (api + one for one in ("", "scenes/", "search/?words=zq", "search/?dice=true", "rolls/", "characters/"))
    yield from (campaign + one for one in ("readers/", "told/", "items/", "roster/", "characters/desk/", "director/"))
    clan = table.campaign.clans.get().pk
    yield from (f"{campaign}clans/{clan}/{one}" for one in ("", "caravan/", "caravan/rest/", "caravan/change/"))
    yield from (f"/api/v1/clans/{clan}/caravan/{one}" for one in ("", "ledger/", "days/"))
    for hero in table.heroes:
        yield from (f"/p/{hero.pk}/{one}" for one in ("", "log/", "sheet.md", "hero-points/"))
        yield from (f"/api/v1/characters/{hero.pk}/{one}" for one in ("", "log/"))
    for scene in table.scenes:
        here = f"{campaign}s/{scene.code}/"
        yield from (f"{here}{one}" for one in ("", "?page=1", "print/", "scene.md", "scene.epub"))
        yield from (f"{here}{one}" for one in ("write/", "drafts/", "readers/", "edit/", "pulse/", "?show=private"))
        api = f"/api/v1/scenes/{scene.code}/"
        yield from (f"{api}{one}" for one in ("", "posts/?limit=200", "draft/", "frames/"))
    yield from of_posts(table)
    if reader.is_authenticated:
        token = services.feed_token(user=reader, at=NOON)
        yield f"/feeds/{token}/c/{table.campaign.slug}/"
        yield from (f"/feeds/{token}/s/{scene.code}/" for scene in table.scenes)


def of_posts(table):
    """The ways to some of the posts, and to each frame and test."""
    for post in Post.objects.filter(scene__in=table.scenes).order_by("pk")[::12]:
        here = f"/c/{table.campaign.slug}/s/{post.scene.code}/"
        yield from (f"{here}p/{post.code}/{one}" for one in ("versions/", "edit/", "withdraw/"))
        yield from (f"{here}write/?{one}={post.code}" for one in ("quote", "reply"))
        yield from (f"/api/v1/posts/{post.code}/{one}" for one in ("", "versions/"))
    for frame in StoryFrame.objects.filter(post__scene__in=table.scenes):
        here = f"{frame.post.scene.get_absolute_url()}f/{frame.code}/"
        yield from (here + one for one in ("", "close/", "until/", "tests/new/"))
        yield f"/api/v1/frames/{frame.code}/"
        for test in frame.tests.all():
            yield from (f"{here}t/{test.code}/", f"{here}t/{test.code}/weigh/", f"/api/v1/tests/{test.code}/")


def test_no_way_out_holds_a_word_that_its_reader_may_not_read(table):
    every = words_in(Passage.objects.values_list("markup", flat=True))
    assert len(every) > 50
    for reader in readers(table):
        client, allowed = client_of(reader), may_read(table, reader)
        directing = directs(reader, table.campaign)
        notes = {one.private_notes for one in table.heroes if directing or one.player == reader}
        found = set()
        for address in addresses(table, reader):
            answer = client.get(address)
            assert answer.status_code in (200, 302, 401, 403, 404, 405), address
            found |= (shown := set(WORD.findall(text_of(answer))))
            # What was searched for stands in its field.
            assert shown <= allowed | notes, (str(reader), address, shown - allowed - notes)
        standing = posts_visible_to(reader).filter(deleted_at__isnull=True)
        readable = passages_visible_to(reader).filter(post__in=standing)
        assert words_in(readable.values_list("markup", flat=True)) <= found, str(reader)


def test_every_post_of_another_is_no_page_for_whoever_may_not_read_it(table):
    every = posts_visible_to(table.people["alice"]).order_by("pk").values_list("scene__code", "code")
    codes = list(every)[::4] + list(every.exclude(audience=None))[:8]
    for reader in readers(table):
        client = client_of(reader)
        mine = set(posts_visible_to(reader).values_list("code", flat=True))
        for scene, code in codes:
            address = f"/c/{table.campaign.slug}/s/{scene}/p/{code}/"
            assert (client.get(address).status_code == 302) == (code in mine), (str(reader), address)


def test_notices_and_mails_repeat_no_word_and_go_to_nobody_who_may_not_read(table):
    assert Notice.objects.filter(kind__in=("addressed", "mention", "new-post")).count() > 10
    for notice in Notice.objects.filter(subject__startswith="post:", withdrawn_at__isnull=True).select_related(
        "reader"
    ):
        code = notice.subject.split(":")[1]
        assert posts_visible_to(notice.reader).filter(code=code).exists(), (notice.reader, notice.kind)
    for delivery in Delivery.objects.filter(notice__withdrawn_at__isnull=True).select_related("notice__reader"):
        mail = message([delivery], now=timezone.now())
        told = set(WORD.findall(f"{mail.subject} {mail.body} {mail.alternatives[0].content}"))
        assert told <= may_read(table, delivery.notice.reader), delivery.notice.kind
        assert not told & words_in(Passage.objects.values_list("markup", flat=True))


def faces(table, reader):
    """Where a hidden author might be seen, counted or found."""
    campaign, api = f"/c/{table.campaign.slug}/", f"/api/v1/campaigns/{table.campaign.slug}/"
    yield from (
        campaign + one for one in ("", "scenes/", "rolls/", "members/", "search/?who=alice", "search/?who=colin")
    )
    yield from ("/notices/", "/turns/", api + "rolls/", api + "search/?who=colin", api + "scenes/")
    for scene in table.scenes[:2]:
        here = f"{campaign}s/{scene.code}/"
        yield from (here + one for one in ("?page=1", "?page=2", "print/", "scene.md"))
        yield f"/api/v1/scenes/{scene.code}/posts/?limit=100"
    for post in Post.objects.filter(author_hidden=True, scene__in=table.scenes[:2]):
        here = f"{campaign}s/{post.scene.code}/"
        yield from (f"{here}write/?{one}={post.code}" for one in ("quote", "reply"))
        yield f"/api/v1/posts/{post.code}/"
    if reader.is_authenticated:
        yield f"/feeds/{services.feed_token(user=reader, at=NOON)}/c/{table.campaign.slug}/"


def seen(table, reader):
    client = client_of(reader)
    return {address: unmarked(client.get(address)) for address in faces(table, reader)}


def unmarked(answer):
    """What was answered without what differs each time."""
    return re.sub(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]+"|data-now="[^"]+"', "", text_of(answer))


def test_who_of_the_directors_spoke_unseen_makes_no_difference_to_anybody_else(table):
    others = [*(table.people[name] for name in ("bob", "carla", "sam")), AnonymousUser()]
    hidden = Post.objects.filter(author_hidden=True)
    with time_machine.travel(timezone.now(), tick=False), transaction.atomic():
        for reader in others:
            seen(table, reader)  # what is read for the first time is marked as read
        before = [seen(table, reader) for reader in others]
        colin = table.people["colin"]
        assert hidden.update(author=colin) >= 3 <= SceneRoll.objects.filter(author_hidden=True).update(author=colin)
        for reader, was in zip(others, before, strict=True):
            for address, now in seen(table, reader).items():
                assert now == was[address], (str(reader), address)
        told = f"/api/v1/posts/{hidden[0].code}/"
        assert client_of(table.people["alice"]).get(told).json()["author"] == colin.shown_name
        transaction.set_rollback(True)


def test_counters_and_the_last_writer_count_what_the_reader_may_read(table):
    for reader in readers(table):
        client = client_of(reader)
        listed = client.get(f"/api/v1/campaigns/{table.campaign.slug}/scenes/")
        if listed.status_code != 200:
            continue
        for one in listed.json()["results"] if isinstance(listed.json(), dict) else listed.json():
            posts = posts_visible_to(reader).filter(scene__code=one["code"], deleted_at__isnull=True)
            assert one["posts"] == posts.count(), (str(reader), one)


def test_ones_own_data_holds_nothing_that_one_may_not_read(table):
    for name in ("bob", "carla", "sam", "late"):
        reader = table.people[name]
        archives.ask_for_own_data(by=reader, at=timezone.now())
        archives.make_archives(now=timezone.now)
        with Archive.objects.latest("pk").file.open("rb") as file, zipfile.ZipFile(file) as packed:
            shown = " ".join(packed.read(one).decode(errors="replace") for one in packed.namelist())
        own = words_in(Passage.objects.filter(post__author=reader).values_list("markup", flat=True))
        rolls = words_in(SceneRoll.objects.filter(author=reader).values_list("reason", flat=True))
        notes = {one.private_notes for one in table.heroes if one.player == reader}
        assert set(WORD.findall(shown)) <= own | rolls | notes | may_read(table, reader), name


def test_the_directors_page_names_exactly_those_who_read_each_secret(table):
    sights = sights_of(table.campaign)
    members = {row.user_id: row.user for row in table.campaign.memberships.filter(left_at__isnull=True)}
    labels = {one.label: one.member.user for one in sights.readers if one.member}
    assert {user.pk for user in labels.values()} == set(members)
    assert len(sights.secrets) > 20
    for secret in sights.secrets:
        rows = Passage.objects.filter(post=secret.post)
        (passage, *_others) = [one for one in rows if secret.words[:12] and one.markup.strip()[:8] == secret.words[:8]]
        reading = {label for label, user in labels.items() if passages_visible_to(user).filter(pk=passage.pk).exists()}
        assert set(secret.readers) == reading, secret
    for row in sights.scenes:
        reading = {label for label, user in labels.items() if scenes_visible_to(user).filter(pk=row.scene.pk).exists()}
        assert set(row.readers) == reading
        assert row.public == scenes_visible_to(AnonymousUser()).filter(pk=row.scene.pk).exists()
    assert {one.kind for one in sights.sheets} == {"notes"}


def main_of(shown):
    """A page's own part, without the line that says whose eyes it is read with, and what keeps them in links."""
    text = shown[shown.index("<h1") : shown.index("</main>")]
    text = re.sub(r'<div class="band band-plan no-print">.*?</div>|<input type="hidden" name="as"[^>]*>', "", text)
    text = re.sub(r"\?as=\w+&amp;", "?", text)
    return re.sub(r"\s+", " ", re.sub(r"(&amp;|\?)as=\w+", "", text))


@pytest.mark.parametrize("room", ["search/?words=zq", "search/?who=a&page=2", "search/?dice=on", "rolls/", "scenes/"])
def test_seen_as_a_reader_lists_are_what_that_reader_gets(table, room):
    director = client_of(table.people["alice"])
    for name in ("bob", "carla", "sam", "late"):
        reader = table.people[name]
        sign = "&" if "?" in room else "?"
        looked = director.get(f"/c/{table.campaign.slug}/{room}{sign}as={reader.pk}").content.decode()
        own = client_of(reader).get(f"/c/{table.campaign.slug}/{room}").content.decode()
        seen = set(WORD.findall(main_of(looked)))
        assert seen == set(WORD.findall(main_of(own))), (name, room)
        if room != "scenes/":
            assert main_of(looked) == main_of(own), (name, room)


def test_a_feed_seen_as_a_reader_is_that_readers_feed_byte_for_byte(table):
    director = client_of(table.people["alice"])
    for name in ("bob", "carla", "sam"):
        reader = table.people[name]
        token = services.feed_token(user=reader, at=NOON)
        own = Client().get(f"/feeds/{token}/c/{table.campaign.slug}/").content
        assert director.get(f"/c/{table.campaign.slug}/feeds/look/?as={reader.pk}").content == own


def test_what_a_reader_was_told_is_shown_without_the_links_that_act_for_them(table):
    director, carla = client_of(table.people["alice"]), table.people["carla"]
    shown = director.get(f"/c/{table.campaign.slug}/told/?as={carla.pk}").content.decode()
    assert "Carla" in shown and shown.count("<article") > 1
    assert "/stop/" not in shown and "token" not in shown.replace("csrfmiddlewaretoken", "")


@pytest.mark.parametrize("room", ["readers/", "told/", "feeds/look/", "search/?as={bob}", "rolls/?as={bob}"])
def test_looking_as_others_is_the_directors_alone(table, room):
    room = room.format(bob=table.people["bob"].pk)
    sign = "&" if "?" in room else "?"
    for name in ("carla", "sam"):
        address = f"/c/{table.campaign.slug}/{room}{sign}as={table.people['bob'].pk}"
        assert client_of(table.people[name]).get(address).status_code == 403
