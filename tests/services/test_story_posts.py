"""Posts: who may write as whom, private passages, dice, edits, withdrawals, drafts, and who is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from campaign.services import change_table_rules
from notifications.models import Notice
from notifications.wording import words_for
from rulebook.errors import Illegal, Refused, TooLate, Unreadable
from story import services
from story.models import AudienceReader, Post, SceneDraft, SceneRoll, SceneVisit
from story.selectors.people import labels_of
from story.selectors.scenes import first_unread
from story.selectors.sight import posts_visible_to, rolls_visible_to
from story.services.words import LONGEST_BODY
from tests.company import NOON, active
from tests.storytelling import later, loaded, scene_in, told, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, carla, sam):
    campaign, scene = told((alice, bob, carla, sam))
    return campaign, scene


def refusal(code):
    return pytest.raises(Refused, check=lambda refused: refused.code == code)


def body(post, sight=""):
    return post.renderings.get(sight=sight).text["body"]


class TestVoices:
    def test_a_player_writes_as_themselves_or_as_their_hero(self, table, bob):
        _campaign, scene = table
        hero = bob.characters.get()
        assert written(scene, bob, "I think.").speaker_name == "Bob"
        assert written(scene, bob, "Aye.", voice=f"c{hero.pk}").character == hero

    def test_nobody_writes_as_anothers_character_or_as_the_directors_people(self, table, bob, carla):
        _campaign, scene = table
        for voice in (f"c{carla.characters.get().pk}", "npc", "c0", "nobody"):
            with refusal("not-your-voice"):
                written(scene, bob, "Aye.", voice=voice, npc="Ketil")

    def test_char_2_secondaries_are_spoken_for_by_the_director(self, table, alice, bob):
        """CHAR-2: in the plot a secondary is the director's to play, whoever commands it in battle."""
        campaign, scene = table
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        ulf = active(campaign, bob, alice, name="Ulf", rank="secondary")
        with refusal("not-your-voice"):
            written(scene, bob, "Aye.", voice=f"c{ulf.pk}")
        assert written(scene, alice, "Aye.", voice=f"c{ulf.pk}").speaker_name == "Ulf"

    def test_char_2_where_the_table_says_so_their_players_speak_for_secondaries(self, table, alice, bob, carla):
        """SK-355."""
        campaign, scene = table
        campaign.memberships.filter(user=bob).update(secondary_needed=True)
        change_table_rules(campaign=campaign, settings={"secondary_in_plot": "player"}, by=alice, at=NOON)
        ulf = active(campaign, bob, alice, name="Ulf", rank="secondary")
        assert written(scene, bob, "Aye.", voice=f"c{ulf.pk}").character == ulf
        assert written(scene, alice, "Aye.", voice=f"c{ulf.pk}").character == ulf
        assert "Ulf" in labels_of(campaign, [bob.pk])[0]
        with refusal("not-your-voice"):
            written(scene, carla, "Aye.", voice=f"c{ulf.pk}")

    def test_spectators_strangers_and_those_kept_out_write_nothing(self, table, alice, bob, sam, zoe):
        campaign, scene = table
        closed = scene_in(campaign, alice, openness="chosen")
        for where, user in ((scene, sam), (scene, zoe), (closed, bob)):
            with pytest.raises(PermissionDenied):
                written(where, user, "Hello.")
        assert not Post.objects.exists()

    def test_a_voice_from_nowhere_needs_a_name(self, table, alice):
        with refusal("npc-without-name"):
            written(table[1], alice, "Boo.", voice="npc", npc="   ")


class TestPublishing:
    def test_the_same_key_gives_the_same_post_and_other_words_are_refused(self, table, bob):
        _campaign, scene = table
        first = written(scene, bob, "One. [roll 1d6 a]", key="k")
        assert written(scene, bob, "One. [roll 1d6 a]", key="k") == first
        with pytest.raises(TooLate):
            written(scene, bob, "Two.", key="k")
        assert (Post.objects.count(), SceneRoll.objects.count()) == (1, 1)

    def test_what_has_nothing_or_too_much_is_refused(self, table, bob):
        _campaign, scene = table
        for text, code in ((" \n", "nothing-written"), ("x" * (LONGEST_BODY + 1), "text-too-long")):
            with refusal(code):
                written(scene, bob, text)

    def test_five_in_a_minute_are_enough(self, table, bob):
        _campaign, scene = table
        at = later()
        for number in range(5):
            written(scene, bob, f"{number}", at=at)
        with refusal("too-fast"):
            written(scene, bob, "6", at=at)
        written(scene, bob, "6", at=at + timedelta(minutes=2))

    def test_a_passage_for_whoever_cannot_read_the_scene_is_refused_with_the_name(self, table, alice, carla):
        campaign, _scene = table
        closed = scene_in(campaign, alice, openness="chosen", readers=[carla.pk])
        with pytest.raises(Illegal) as refused:
            written(closed, carla, "Hush. [private=Hrolf]x[/private]")
        assert (refused.value.code, refused.value.data["names"]) == ("private-outsider", "Hrolf")

    @pytest.mark.parametrize(
        "text", ["See [private=Nobody]x[/private]", "See [private=Hrolf]x", "See [privado]x[/privado]"]
    )
    def test_private_markup_that_cannot_be_read_keeps_all_of_it_private(self, table, bob, carla, alice, text):
        post = written(table[1], carla, text)
        assert post.unread_markup
        assert posts_visible_to(alice).count() == posts_visible_to(carla).count() == 1
        assert not posts_visible_to(bob).exists()

    def test_mending_it_publishes_it_as_new_with_the_dice_as_they_fell(self, table, alice, bob, carla):
        _campaign, scene = table
        post = written(scene, carla, "See [private=Nobody]x[/private] [roll 1d6 a]", dice=loaded(d6=[5]))
        written(scene, alice, "Meanwhile.")
        services.mark_read(scene=scene, user=bob, position=2, at=later())
        fixed = post.body.replace("Nobody", "Hrolf")
        services.edit_post(post=post, by=carla, words=services.Words(fixed), version=1, at=later())
        assert first_unread(scene, bob) == post
        assert rolls_visible_to(bob).get().total == 5

    def test_a_name_of_two_people_is_nobodys(self, table, alice, bob, carla):
        campaign, scene = table
        carla.display_name = "Hrolf"
        carla.save()
        assert written(scene, alice, "Hm. [private=Hrolf]x[/private]").unread_markup

    def test_replies_to_something_private_widen_only_when_that_is_wanted(self, table, alice, bob):
        _campaign, scene = table
        whisper = written(scene, bob, "The seal!", to="director")
        with pytest.raises(Illegal) as refused:
            written(scene, alice, "What seal?", reply_to=whisper.code)
        assert "Carla (Eyra)" in refused.value.data["names"]
        written(scene, alice, "What seal?", reply_to=whisper.code, confirmed=refused.value.data["token"])

    def test_an_answer_in_private_opened_by_an_edit_asks_too(self, table, alice, bob):
        _campaign, scene = table
        whisper = written(scene, bob, "The seal!", to="director")
        answer = written(scene, alice, "Who else?", reply_to=whisper.code, to="chosen", readers=(bob.pk,))
        words = services.Words("Quite so.")
        with pytest.raises(Illegal) as refused:
            services.edit_post(post=answer, by=alice, words=words, version=1, at=later())
        assert refused.value.code == "wider-audience" and "Carla (Eyra)" in refused.value.data["names"]
        token = refused.value.data["token"]
        services.edit_post(post=answer, by=alice, words=words, version=1, at=later(), confirmed=token)
        services.edit_post(post=answer, by=alice, words=services.Words("Quite."), version=2, at=later())

    def test_lines_taken_over_from_a_private_passage_are_noticed_without_a_quote(self, table, alice, bob):
        _campaign, scene = table
        written(scene, alice, "Fog. [private=Hrolf]Ketil waits behind the third hill with forty men.[/private]")
        with refusal("wider-audience"):
            written(scene, bob, "I say: *Ketil waits behind the third hill* with forty men.")
        written(scene, bob, "[private=Alice]Ketil waits behind the third hill with forty men.[/private]")

    def test_quoting_from_a_scene_that_others_cannot_read_is_noticed(self, table, alice, bob, carla):
        campaign, scene = table
        closed = scene_in(campaign, alice, openness="chosen", readers=[carla.pk])
        secret = written(closed, carla, "Yes.")
        with refusal("wider-audience"):
            written(scene, carla, f"[quote=Carla;{secret.code}]Yes.[/quote]")


class TestDice:
    def test_dice_are_thrown_once_and_stay_on_record(self, table, bob):
        post = written(table[1], bob, "I climb. [roll 2d6+3 climbing]", dice=loaded(d6=[4, 5]))
        roll = SceneRoll.objects.get()
        assert (roll.total, roll.reason, roll.expression) == (12, "climbing", "2d6+3")
        assert f"[roll#{roll.code} 2d6+3 climbing]" in post.body
        assert "<strong>12</strong>" in post.renderings.get(sight="").chunks[0]["html"]

    def test_editing_a_roll_away_leaves_it_on_record_and_an_edit_throws_nothing(self, table, bob):
        post = written(table[1], bob, "I climb. [roll 1d6 a]")
        with refusal("no-new-rolls"):
            services.edit_post(post=post, by=bob, words=services.Words("[roll 1d6 a]"), version=1, at=later())
        services.edit_post(post=post, by=bob, words=services.Words("I fall."), version=1, at=later())
        assert SceneRoll.objects.get().post == post

    def test_a_roll_of_another_post_is_only_words(self, table, bob, carla):
        _campaign, scene = table
        mine = written(scene, bob, "[roll 1d6 a]", dice=loaded(d6=[6]))
        code = SceneRoll.objects.get().code
        theirs = written(scene, carla, f"[roll#{code} 1d6 a] [quote]{mine.body} [roll 1d6 b][/quote]")
        html = theirs.renderings.get(sight="").chunks[0]["html"]
        assert "<strong>6</strong>" not in html and SceneRoll.objects.count() == 1

    def test_a_secret_roll_is_the_directors(self, table, alice, bob):
        post = written(table[1], bob, "[secretroll 1d100 does he notice]", dice=loaded(d100=[77]))
        assert "77" not in str(post.renderings.get(sight="").chunks)
        assert "77" in str(post.renderings.get(sight="director").chunks)
        assert not rolls_visible_to(bob).exists() and rolls_visible_to(alice).get().total == 77

    def test_a_roll_in_a_private_passage_is_as_private(self, table, alice, bob, carla):
        written(table[1], alice, "Fog. [private=Eyra][roll 1d6 ear][/private]")
        assert rolls_visible_to(carla).exists() and not rolls_visible_to(bob).exists()

    def test_a_roll_moved_into_the_open_by_an_edit_shows_no_result(self, table, alice):
        post = written(table[1], alice, "Fog. [private=Eyra][roll 1d6 ear][/private]", dice=loaded(d6=[3]))
        code = SceneRoll.objects.get().code
        words = services.Words(f"Fog. [roll#{code} 1d6 ear]")
        services.edit_post(post=post, by=alice, words=words, version=1, at=later())
        assert "<strong>3" not in str(post.renderings.get(sight="").chunks)

    @pytest.mark.parametrize("dice", ["999999d999999", "1d0", "1d1!", "", "2+2", "(((((((((((1)))))))))))d6"])
    def test_hostile_dice_publish_nothing(self, table, bob, dice):
        with pytest.raises(Unreadable):
            written(table[1], bob, f"[roll {dice}]")
        assert not Post.objects.exists() and not SceneRoll.objects.exists()

    def test_there_is_an_end_to_rolls_in_a_post(self, table, bob):
        for text, code in (("[roll 1d6 a]" * 21, "too-many-rolls"), ("[roll 100d6 a]" * 3, "too-many-dice")):
            with refusal(code):
                written(table[1], bob, text)


class TestEditing:
    def test_the_versions_are_kept_and_only_its_author_edits(self, table, alice, bob, carla):
        post = written(table[1], bob, "One.")
        for user in (alice, carla):
            with pytest.raises(PermissionDenied):
                services.edit_post(post=post, by=user, words=services.Words("Two."), version=1, at=later())
        services.edit_post(post=post, by=bob, words=services.Words("Two."), version=1, at=later())
        with refusal("post-changed"):
            services.edit_post(post=post, by=bob, words=services.Words("Three."), version=1, at=later())
        assert [one.body for one in post.versions.all()] == ["One."]

    def test_only_what_changed_for_a_reader_is_marked_as_edited(self, table, alice):
        post = written(table[1], alice, "Fog. [private=Eyra]Run.[/private]")
        words = services.Words("Fog. [private=Eyra]Stay.[/private]")
        services.edit_post(post=post, by=alice, words=words, version=1, at=later())
        changed = {row.sight: row.changed_at is not None for row in post.renderings.all()}
        assert changed.pop("") is False and all(changed.values())

    def test_taking_the_tags_away_asks_first(self, table, alice):
        post = written(table[1], alice, "Fog. [private=Eyra]You must run before they see you.[/private]")
        words = services.Words("Fog. You must run before they see you.")
        with refusal("wider-audience"):
            services.edit_post(post=post, by=alice, words=words, version=1, at=later())
        assert body(post) == "Fog."

    def test_closed_scenes_and_withdrawn_posts_are_not_edited(self, table, alice, bob):
        _campaign, scene = table
        post = written(scene, bob, "One.")
        services.set_status(scene=scene, by=alice, status="closed")
        with refusal("scene-closed"):
            services.edit_post(post=post, by=bob, words=services.Words("Two."), version=1, at=later())
        with refusal("scene-closed"):
            services.withdraw_post(post=post, by=bob, at=later())
        assert services.withdraw_post(post=post, by=alice, at=later())
        services.set_status(scene=scene, by=alice, status="open")
        with pytest.raises(PermissionDenied):
            services.restore_post(post=post, by=bob)


class TestDrafts:
    def test_a_draft_goes_with_its_post_and_forks_stay(self, table, bob):
        _campaign, scene = table
        about = {"scene": scene, "user": bob, "note": "", "choices": {}, "revision": 0}
        services.save_draft(**about, body="One.", at=later())
        services.save_draft(**about, body="Two.", at=later())
        services.publish(scene=scene, author=bob, words=services.Words("One."), key="k", at=later(), draft_fork=0)
        assert SceneDraft.objects.get().body == "Two."

    def test_what_is_put_aside_is_forgotten_after_seven_days(self, table, bob):
        _campaign, scene = table
        services.save_draft(scene=scene, user=bob, body="x", note="", choices={}, revision=0, at=NOON)
        assert services.discard_draft(scene=scene, user=bob, at=NOON, kind="post")
        assert services.restore_draft(scene=scene, user=bob, kind="post")
        assert services.discard_draft(scene=scene, user=bob, at=NOON, kind="post")
        assert services.forget_discarded_drafts(now=NOON + timedelta(days=6)) == 0
        assert services.forget_discarded_drafts(now=NOON + timedelta(days=8)) == 1

    def test_a_draft_of_an_edit_is_never_one_of_a_post(self, table, bob):
        _campaign, scene = table
        about = {"scene": scene, "user": bob, "note": "", "choices": {}, "revision": 0}
        services.save_draft(**about, body="Post.", at=later())
        services.save_draft(**about, body="Edit.", at=later(), kind="edit", target="a" * 12)
        assert SceneDraft.objects.count() == 2


def told_of(user, **about):
    return Notice.objects.filter(
        reader=user, withdrawn_at__isnull=True, kind__in=("new-post", "mention", "addressed"), **about
    )


class TestNotices:
    def test_followers_are_told_once_until_they_come_back_and_the_author_never(self, table, alice, bob, sam):
        _campaign, scene = table
        Notice.objects.all().delete()
        for number in range(3):
            written(scene, alice, f"{number}")
        assert told_of(bob).count() == 1 and not told_of(alice).exists() and not told_of(sam).exists()
        services.mark_read(scene=scene, user=bob, position=3, at=later())
        assert not told_of(bob, read_at__isnull=True).exists()
        written(scene, alice, "3")
        assert told_of(bob, read_at__isnull=True).count() == 1

    def test_whoever_wants_no_notices_gets_none_and_onlookers_may_ask_for_them(self, table, alice, bob, sam):
        _campaign, scene = table
        services.follow(scene=scene, user=bob, follows=False)
        services.follow(scene=scene, user=sam, follows=True)
        written(scene, alice, "x")
        assert not told_of(bob).exists() and told_of(sam).count() == 1

    def test_whom_it_names_and_to_whom_it_speaks_are_told_so(self, table, alice, bob, carla):
        _campaign, scene = table
        written(scene, alice, "@Hrolf, look! [private=Eyra]@Hrolf is mad.[/private]")
        assert [notice.kind for notice in told_of(bob)] == ["mention"]
        assert [notice.kind for notice in told_of(carla)] == ["addressed"]

    def test_nobody_hears_of_what_they_may_not_read(self, table, alice, bob, carla, sam):
        _campaign, scene = table
        services.follow(scene=scene, user=sam, follows=True)
        written(scene, alice, "@Hrolf must not know.", to="chosen", readers=(carla.pk,))
        written(scene, alice, "Fog. [private=Eyra]@Hrolf must not know.[/private]")
        assert [notice.kind for notice in told_of(bob)] == ["new-post"]
        words = words_for(told_of(bob).get(), now=NOON)
        assert "must not know" not in f"{words.subject}{words.sentence}" and "Alice" not in words.sentence

    def test_a_withdrawn_post_sends_nobody_to_itself(self, table, alice, bob):
        post = written(table[1], alice, "@Hrolf!")
        services.withdraw_post(post=post, by=alice, at=later())
        assert not told_of(bob, kind="mention").exists()


def test_what_one_wrote_oneself_is_not_new_and_hides_nothing_new(table, alice, bob):
    _campaign, scene = table
    first = written(scene, alice, "One.")
    written(scene, bob, "Two.")
    assert first_unread(scene, bob) == first
    services.mark_read(scene=scene, user=bob, position=2, at=later())
    written(scene, bob, "Three.")
    assert first_unread(scene, bob) is None and SceneVisit.objects.get(user=bob).position == 3


def test_an_audience_is_one_row_however_often_it_is_meant(table, alice):
    for number in range(4):
        written(table[1], alice, f"{number} [private=Eyra]x[/private]", at=later() + timedelta(hours=number))
    assert AudienceReader.objects.count() == 2
