"""Applying to play: the director's form, the waiting list, the word, and who is told what."""

import pytest
from django.core.exceptions import PermissionDenied

from campaign import selectors, services
from campaign.models import Application, Membership
from notifications.models import Notice
from rulebook.errors import Illegal, TooLate, Unreadable
from tests.company import NOON, march, membership

pytestmark = pytest.mark.django_db
QUESTIONS = ("Why this campaign?", "How often do you write?")


@pytest.fixture
def campaign(alice):
    campaign = march(alice, is_public=True)
    services.write_application_form(
        campaign=campaign, by=alice, is_open=True, intro="Come along.", questions=QUESTIONS, places=2
    )
    return campaign


def applied(campaign, user):
    return services.apply_to(campaign=campaign, user=user, answers=["The cold.", "Daily."], at=NOON)


def told(user):
    return [notice.data["what"] for notice in Notice.objects.filter(reader=user, withdrawn_at__isnull=True)]


def test_the_answers_are_kept_with_the_questions_they_answered(alice, zoe, campaign):
    made = applied(campaign, zoe)
    services.write_application_form(
        campaign=campaign, by=alice, is_open=True, intro="", questions=["Another?", "  "], places=0
    )
    made.refresh_from_db()
    assert made.answers[0] == {"question": "Why this campaign?", "answer": "The cold."}
    assert selectors.form_of(campaign).questions == ["Another?"]
    assert told(alice) == ["applied"]


def test_accepted_the_applicant_plays_and_is_told(alice, zoe, campaign):
    joined = services.accept_application(application=applied(campaign, zoe), by=alice, word="Welcome.", at=NOON)
    assert (joined.role, selectors.role_of(zoe, campaign)) == ("player", "player")
    assert told(zoe) == ["accepted"] and told(alice) == []
    assert Notice.objects.get(reader=zoe).data["reason"] == "Welcome."
    assert selectors.places_left(campaign) == 1


def test_the_waiting_list_keeps_its_order_and_can_still_be_accepted(alice, zoe, dani, campaign):
    first, second = applied(campaign, zoe), applied(campaign, dani)
    services.put_on_waiting_list(application=first, by=alice, word="Soon.", at=NOON)
    assert [one.user for one in selectors.applications_in(campaign)] == [zoe, dani]
    assert told(zoe) == ["listed"]
    services.accept_application(application=first, by=alice, word="", at=NOON)
    services.decline_application(application=second, by=alice, word="Not now.", at=NOON)
    assert not selectors.applications_in(campaign).exists()
    assert (selectors.role_of(zoe, campaign), selectors.role_of(dani, campaign)) == ("player", None)
    applied(campaign, dani)


def test_whoever_was_decided_on_is_not_decided_on_again(alice, zoe, campaign):
    made = applied(campaign, zoe)
    services.decline_application(application=made, by=alice, word="", at=NOON)
    for verb in (services.accept_application, services.decline_application, services.put_on_waiting_list):
        with pytest.raises(TooLate) as refused:
            verb(application=made, by=alice, word="", at=NOON)
        assert refused.value.code == "already-decided"
    assert selectors.role_of(zoe, campaign) is None


def test_only_directors_decide_and_only_the_applicant_takes_it_back(alice, bob, zoe, campaign):
    Membership.objects.create(campaign=campaign, user=bob, role="player")
    made = applied(campaign, zoe)
    for somebody in (bob, zoe):
        for verb in (services.accept_application, services.decline_application, services.put_on_waiting_list):
            with pytest.raises(PermissionDenied):
                verb(application=made, by=somebody, word="", at=NOON)
        with pytest.raises(PermissionDenied):
            services.write_application_form(
                campaign=campaign, by=somebody, is_open=True, intro="", questions=[], places=0
            )
    with pytest.raises(PermissionDenied):
        services.withdraw_application(application=made, user=alice, at=NOON)
    services.withdraw_application(application=made, user=zoe, at=NOON)
    assert Application.objects.get().status == "withdrawn" and told(alice) == []


def test_applications_are_read_by_directors_and_whoever_made_them(alice, bob, zoe, sam, campaign):
    Membership.objects.create(campaign=campaign, user=bob, role="player")
    applied(campaign, zoe)
    seen = [selectors.applications_visible_to(user).count() for user in (alice, zoe, bob, sam)]
    assert seen == [1, 1, 0, 0]


def test_what_keeps_somebody_from_applying(alice, bob, zoe, sam, campaign):
    Membership.objects.create(campaign=campaign, user=bob, role="player")
    Membership.objects.create(campaign=campaign, user=sam, role="spectator")
    with pytest.raises(Illegal) as refused:
        applied(campaign, bob)
    assert refused.value.code == "plays-already"
    applied(campaign, sam)
    applied(campaign, zoe)
    with pytest.raises(TooLate) as twice:
        applied(campaign, zoe)
    assert twice.value.code == "applied-already"
    services.write_application_form(campaign=campaign, by=alice, is_open=False, intro="", questions=QUESTIONS, places=0)
    with pytest.raises(Illegal) as shut:
        applied(campaign, zoe)
    assert shut.value.code == "no-applications"


def test_every_question_is_answered_within_its_length(zoe, campaign):
    for answers, code in (
        (["One"], "answers-missing"),
        (["One", " "], "answers-missing"),
        (["x" * 4001, "y"], "answer-too-long"),
    ):
        with pytest.raises(Unreadable) as refused:
            services.apply_to(campaign=campaign, user=zoe, answers=answers, at=NOON)
        assert refused.value.code == code


def test_a_private_campaign_is_applied_to_by_nobody_who_may_not_know_of_it(alice, zoe):
    campaign = march(alice)
    services.write_application_form(campaign=campaign, by=alice, is_open=True, intro="", questions=[], places=0)
    with pytest.raises(PermissionDenied):
        services.apply_to(campaign=campaign, user=zoe, answers=[], at=NOON)


@pytest.mark.parametrize(
    ("questions", "places", "code"),
    [(["?"] * 13, 0, "too-many-questions"), (["?" * 301], 0, "bad-question"), ([], 101, "bad-places")],
)
def test_a_form_has_its_limits(alice, questions, places, code):
    campaign = march(alice)
    with pytest.raises(Unreadable) as refused:
        services.write_application_form(
            campaign=campaign, by=alice, is_open=True, intro="", questions=questions, places=places
        )
    assert refused.value.code == code


def test_leaving_with_a_word_tells_it_to_the_directors(alice, bob):
    campaign = march(alice, bob)
    services.leave(membership=membership(bob, campaign), at=NOON, word="Thank you all.")
    assert Notice.objects.get(reader=alice, data__what="left").data["reason"] == "Thank you all."
