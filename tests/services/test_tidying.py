"""Pictures that nothing shows any more go after a week; what mentions them keeps them."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.files.storage import FileSystemStorage
from PIL import Image

from accounts.models import User
from accounts.services import delete_account
from story import services
from story.models import Picture, Scene, SceneDraft
from story.services.tidying import FOLDER, GRACE
from story.tasks import tidy_pictures
from tests.cast import PASSWORD
from tests.company import NOON
from tests.storytelling import later, told, written

pytestmark = pytest.mark.django_db(transaction=True)
SOON, LATE = NOON + GRACE - timedelta(hours=1), NOON + GRACE + timedelta(hours=1)


@pytest.fixture
def scene(alice, bob, carla, sam, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return told((alice, bob, carla, sam))[1]


def uploaded(scene: Scene, by: User) -> Picture:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, "PNG")
    return services.take_picture(campaign=scene.campaign, by=by, data=out.getvalue(), at=NOON)


def markup(picture: Picture) -> str:
    return f"![A map](/pictures/{picture.code}/)"


def stands(picture: Picture) -> tuple[bool, bool]:
    """Whether the row and the file are there."""
    return Picture.objects.filter(pk=picture.pk).exists(), picture.file.storage.exists(picture.file.name)


class TestPicturesThatNothingShows:
    def test_they_have_a_week_and_then_row_and_file_go(self, scene, bob):
        picture = uploaded(scene, bob)
        assert services.drop_unused_pictures(now=SOON) == 0 and stands(picture) == (True, True)
        assert services.drop_unused_pictures(now=LATE) == 1 and stands(picture) == (False, False)
        assert services.drop_unused_pictures(now=LATE) == 0

    def test_a_post_keeps_its_picture_even_withdrawn(self, scene, bob):
        picture = uploaded(scene, bob)
        post = written(scene, bob, markup(picture))
        services.withdraw_post(post=post, by=bob, at=later())
        assert services.drop_unused_pictures(now=LATE) == 0 and stands(picture) == (True, True)

    def test_an_earlier_version_keeps_it_for_whoever_reads_what_was_changed(self, scene, bob):
        picture = uploaded(scene, bob)
        post = written(scene, bob, markup(picture))
        services.edit_post(post=post, by=bob, words=services.Words("No map."), version=1, at=later())
        assert services.drop_unused_pictures(now=LATE) == 0

    @pytest.mark.parametrize("part", ["body", "note"])
    def test_a_draft_keeps_it_also_one_put_aside_until_it_is_forgotten(self, scene, bob, part):
        picture = uploaded(scene, bob)
        draft = SceneDraft.objects.create(scene=scene, user=bob, saved_at=NOON, **{part: markup(picture)})
        assert services.drop_unused_pictures(now=LATE) == 0
        SceneDraft.objects.filter(pk=draft.pk).update(discarded_at=NOON)
        assert services.drop_unused_pictures(now=LATE) == 0
        assert services.forget_discarded_drafts(now=LATE) == 1
        assert services.drop_unused_pictures(now=LATE) == 1 and stands(picture) == (False, False)

    def test_what_a_draft_takes_up_while_others_are_tidied_away_is_kept(self, scene, bob, monkeypatch):
        """The drafts were read once before the first picture went: the other was put into one after that."""
        pictures = [uploaded(scene, bob), uploaded(scene, bob)]
        delete = FileSystemStorage.delete

        def taking_up_the_other(storage: FileSystemStorage, name: str) -> None:
            delete(storage, name)
            (other,) = [one for one in pictures if one.file.name != name]
            services.save_draft(scene=scene, user=bob, body=markup(other), note="", choices={}, revision=0, at=later())

        monkeypatch.setattr(FileSystemStorage, "delete", taking_up_the_other)
        assert services.drop_unused_pictures(now=LATE) == 1
        assert sorted(stands(one) for one in pictures) == [(False, False), (True, True)]

    def test_a_draft_of_another_campaign_keeps_nothing(self, scene, alice, bob, carla, sam):
        picture = uploaded(scene, bob)
        elsewhere = told((alice, bob, carla, sam))[1]
        SceneDraft.objects.create(scene=elsewhere, user=bob, saved_at=NOON, body=markup(picture))
        assert services.drop_unused_pictures(now=LATE) == 1


class TestWhoGoes:
    def test_with_an_account_go_pictures_that_nothing_shows_but_not_what_others_write_about(self, scene, bob, carla):
        unused, shown, mentioned = (uploaded(scene, bob) for _number in range(3))
        written(scene, bob, markup(shown))
        SceneDraft.objects.create(scene=scene, user=carla, saved_at=NOON, body=markup(mentioned))
        SceneDraft.objects.create(scene=scene, user=bob, saved_at=NOON, body=markup(unused))
        delete_account(user=bob, password=PASSWORD, at=later())
        assert [stands(one)[0] for one in (unused, shown, mentioned)] == [False, True, True]
        assert stands(unused) == (False, False)

    def test_files_without_a_row_go_after_a_week(self, scene, bob):
        kept, lost = uploaded(scene, bob), uploaded(scene, bob)
        Picture.objects.filter(pk=lost.pk).delete()
        written_at = lost.file.storage.get_modified_time(lost.file.name)
        assert services.drop_lost_files(now=written_at + GRACE - timedelta(hours=1)) == 0
        assert services.drop_lost_files(now=written_at + GRACE + timedelta(hours=1)) == 1
        assert (stands(kept), stands(lost)) == ((True, True), (False, False))

    def test_without_any_picture_there_is_nothing_to_do(self, scene):
        assert services.drop_lost_files(now=LATE) == 0 and not scene.campaign.pictures.exists()


def test_the_task_does_both(scene, bob, monkeypatch):
    picture, lost = uploaded(scene, bob), uploaded(scene, bob)
    Picture.objects.filter(pk=lost.pk).delete()
    monkeypatch.setattr("story.tasks.clock.now", lambda: NOON + 400 * timedelta(days=1))
    tidy_pictures()
    assert (stands(picture), stands(lost)) == ((False, False), (False, False))
    assert not picture.file.storage.listdir(FOLDER)[1]
