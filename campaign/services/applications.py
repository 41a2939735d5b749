"""Applying to play: the director's form, applications, the waiting list, and the director's word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.guards import require_director
from campaign.models import Application, ApplicationForm, Campaign, Membership
from campaign.selectors import directors_of, form_of, may_read, takes_applications
from campaign.services.telling import tell_directors
from notifications.services import notify, notify_each, withdraw
from rulebook.errors import Illegal, TooLate, Unreadable

MOST_QUESTIONS = 12
LONGEST_QUESTION = 300
LONGEST_ANSWER = 4000
MOST_PLACES = 100
OPEN = (Application.Status.WAITING, Application.Status.LISTED)


def write_application_form(
    *, campaign: Campaign, by: User, is_open: bool, intro: str, questions: Sequence[str], places: int
) -> ApplicationForm:
    """The form that people fill in who want to play. Applications made before keep the questions they answered.

    Raises `too-many-questions`, `bad-question`, `bad-places` (Unreadable).
    """
    require_director(by, campaign)
    asked = [question.strip() for question in questions if question.strip()]
    if len(asked) > MOST_QUESTIONS:
        message = f"{len(asked)} questions are more than {MOST_QUESTIONS}."
        raise Unreadable("too-many-questions", message, {"most": MOST_QUESTIONS})
    if any(len(question) > LONGEST_QUESTION for question in asked):
        message = f"A question has at most {LONGEST_QUESTION} characters."
        raise Unreadable("bad-question", message, {"most": LONGEST_QUESTION})
    if not 0 <= places <= MOST_PLACES:
        raise Unreadable("bad-places", f"There are 0 to {MOST_PLACES} places, not {places}.", {"most": MOST_PLACES})
    form, _made = ApplicationForm.objects.update_or_create(
        campaign=campaign,
        defaults={"is_open": is_open, "intro": intro, "questions": asked, "places": places},
    )
    return form


def apply_to(*, campaign: Campaign, user: User, answers: Sequence[str], at: datetime) -> Application:
    """Ask to play, with one answer for each question of the form; the directors are told.

    Raises PermissionDenied for a campaign that the user may not know of, Illegal `no-applications` while none are
    taken, `plays-already`, TooLate `applied-already`, Unreadable `answers-missing` and `answer-too-long`.
    """
    if not may_read(user, campaign):
        raise PermissionDenied(_("Only members of this campaign may see or do this."))
    if not takes_applications(campaign):
        raise Illegal("no-applications", f"{campaign} takes no applications now.")
    _check_not_playing(campaign, user)
    told = _answered(form_of(campaign), answers)
    try:
        with transaction.atomic():
            application = Application.objects.create(campaign=campaign, user=user, answers=told, made_at=at)
    except IntegrityError:
        raise TooLate("applied-already", f"{user} has an application open here.") from None
    notify_each(
        directors_of(campaign),
        kind="campaign",
        subject=_subject(application),
        link=_link(application),
        data=_data(application, "applied", user.shown_name),
        at=at,
        campaign_slug=campaign.slug,
        by=user,
    )
    return application


def withdraw_application(*, application: Application, user: User, at: datetime) -> None:
    """The applicant thinks better of it. Raises PermissionDenied, TooLate `already-decided`."""
    if application.user_id != user.pk:
        raise PermissionDenied(_("Only whoever applied may do this."))
    with transaction.atomic():
        _close(_locked(application), Application.Status.WITHDRAWN, by=None, word="", at=at)


def put_on_waiting_list(*, application: Application, by: User, word: str, at: datetime) -> None:
    """No place now, but perhaps later: the application stays open, in the order in which it came.

    Raises PermissionDenied, TooLate `already-decided`.
    """
    require_director(by, application.campaign)
    with transaction.atomic():
        row = _locked(application)
        row.status, row.word, row.decided_by, row.decided_at = Application.Status.LISTED, word, by, at
        row.save(update_fields=["status", "word", "decided_by", "decided_at"])
        withdraw(subject=_subject(row), at=at)
        _tell_applicant(row, "listed", by, at)


def accept_application(*, application: Application, by: User, word: str, at: datetime) -> Membership:
    """The applicant plays from now on.

    Raises PermissionDenied, TooLate `already-decided`, Illegal `campaign-closed`, `plays-already`.
    """
    campaign = application.campaign
    require_director(by, campaign)
    if campaign.status == Campaign.Status.CLOSED:
        raise Illegal("campaign-closed", f"{campaign} is closed.")
    with transaction.atomic():
        row = _locked(application)
        _check_not_playing(campaign, row.user)
        membership, _made = Membership.objects.update_or_create(
            campaign=campaign,
            user=row.user,
            defaults={"role": Membership.Role.PLAYER, "left_at": None, "removed_by": None},
        )
        _close(row, Application.Status.ACCEPTED, by=by, word=word, at=at)
        _tell_applicant(row, "accepted", by, at)
        tell_directors(membership, "joined", at, by=by)
    return membership


def decline_application(*, application: Application, by: User, word: str, at: datetime) -> None:
    """Not now, with a word. Raises PermissionDenied, TooLate `already-decided`."""
    require_director(by, application.campaign)
    with transaction.atomic():
        row = _locked(application)
        _close(row, Application.Status.DECLINED, by=by, word=word, at=at)
        _tell_applicant(row, "declined", by, at)


def _check_not_playing(campaign: Campaign, user: User) -> None:
    playing = campaign.memberships.filter(user=user, left_at__isnull=True).exclude(role=Membership.Role.SPECTATOR)
    if playing.exists():
        raise Illegal("plays-already", f"{user} belongs to {campaign} already.")


def _answered(form: ApplicationForm | None, answers: Sequence[str]) -> list[dict[str, str]]:
    questions = list(form.questions) if form else []
    given = [answer.strip() for answer in answers]
    if len(given) != len(questions) or not all(given):
        message = f"{len(questions)} questions are asked; every one needs an answer."
        raise Unreadable("answers-missing", message, {"questions": len(questions)})
    if any(len(answer) > LONGEST_ANSWER for answer in given):
        message = f"An answer has at most {LONGEST_ANSWER} characters."
        raise Unreadable("answer-too-long", message, {"most": LONGEST_ANSWER})
    return [{"question": question, "answer": answer} for question, answer in zip(questions, given, strict=True)]


def _locked(application: Application) -> Application:
    rows = Application.objects.select_for_update(of=("self",)).select_related("campaign", "user")
    row = rows.get(pk=application.pk)
    if row.status not in OPEN:
        raise TooLate("already-decided", f"This was decided already: {row.status}.", {"status": str(row.status)})
    return row


def _close(row: Application, status: Application.Status, *, by: User | None, word: str, at: datetime) -> None:
    row.status, row.word, row.decided_by, row.decided_at = status, word, by, at
    row.save(update_fields=["status", "word", "decided_by", "decided_at"])
    withdraw(subject=_subject(row), at=at)


def _subject(application: Application) -> str:
    return f"campaign:{application.campaign.slug}:application:{application.pk}"


def _link(application: Application) -> str:
    return reverse("campaign:application", args=[application.campaign.slug, application.pk])


def _data(application: Application, what: str, who: str) -> dict[str, object]:
    return {"what": what, "campaign": application.campaign.name, "who": who, "reason": application.word}


def _tell_applicant(row: Application, what: str, by: User, at: datetime) -> None:
    accepted = what == "accepted"
    notify(
        reader=row.user,
        kind="campaign",
        subject=f"{_subject(row)}:{what}",
        link=row.campaign.get_absolute_url() if accepted else _link(row),
        data=_data(row, what, by.shown_name),
        at=at,
        campaign_slug=row.campaign.slug,
        by=by,
    )
