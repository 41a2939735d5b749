"""Signing up, in and out, recovering a password, and one's own settings."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
import time_machine
from allauth.account.forms import SignupForm
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from accounts import services
from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-road-north"
SPANISH = {"Accept-Language": "es"}
NEW = {"username": "Runa", "email": "runa@example.org", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def alva() -> User:
    return services.register(username="alva", email="alva@example.org", password=PASSWORD, time_zone="Europe/Madrid")


@pytest.fixture
def as_alva(alva: User, client: Client) -> Client:
    client.force_login(alva)
    return client


def test_who_signs_in_is_greeted_in_their_own_language_whatever_the_browser_asks_for(
    alva: User, client: Client
) -> None:
    User.objects.filter(pk=alva.pk).update(language="es")
    sent = {"login": "alva", "password": PASSWORD}
    answer = client.post("/account/login/", sent, headers={"Accept-Language": "en"}, follow=True)
    page = answer.content.decode()
    assert "Has entrado." in page and "You are signed in." not in page


def test_a_new_account_reads_in_its_own_zone_and_in_the_language_it_signed_up_in(client: Client) -> None:
    answer = client.post("/account/signup/", NEW | {"time_zone": "America/Bogota"}, headers={"Accept-Language": "es"})
    assert (answer.status_code, answer["Location"]) == (302, "/turns/")
    runa = User.objects.get(username="Runa")
    assert (runa.time_zone, runa.language) == ("America/Bogota", "es")
    assert client.get("/settings/").status_code == 200
    assert mail.outbox[0].to == ["runa@example.org"]


def test_an_unknown_zone_is_refused(client: Client) -> None:
    answer = client.post("/account/signup/", NEW | {"time_zone": "Atlantis/Center"})
    assert answer.status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "taken", [{"username": "ALVA"}, {"email": "Alva@Example.org"}], ids=["the name", "the address"]
)
def test_a_name_or_address_is_taken_whatever_its_capitals(client: Client, alva: User, taken: dict[str, str]) -> None:
    answer = client.post("/account/signup/", NEW | taken | {"time_zone": "UTC"})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert User.objects.count() == 1


def test_two_who_take_one_name_in_the_same_moment_get_a_sentence_and_not_a_fault(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(form: object, request: object) -> None:
        raise IntegrityError("UNIQUE constraint failed")

    monkeypatch.setattr(SignupForm, "try_save", lose)
    answer = client.post("/account/signup/", NEW | {"time_zone": "UTC"})
    assert answer.status_code == 200
    assert "Somebody has just taken this name or address" in answer.content.decode()


def test_sign_up_can_be_closed(client: Client, settings: object) -> None:
    settings.OPEN_SIGNUP = False  # type: ignore[attr-defined]
    assert "Sign-up is closed" in client.get("/account/signup/").content.decode()
    client.post("/account/signup/", NEW | {"time_zone": "UTC"})
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["alva", "alva@example.org"])
def test_people_sign_in_by_name_or_by_address(client: Client, alva: User, login: str) -> None:
    answer = client.post("/account/login/", {"login": login, "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/turns/")
    assert client.session["_auth_user_id"] == str(alva.pk)


def test_whoever_signs_in_on_the_way_somewhere_goes_on_there(client: Client, alva: User) -> None:
    answer = client.post("/account/login/?next=/settings/", {"login": "alva", "password": PASSWORD})
    assert answer["Location"] == "/settings/"


def test_the_session_changes_its_name_when_one_signs_in_and_ends_when_one_signs_out(client: Client, alva: User) -> None:
    client.get("/account/login/")
    client.session.save()
    before = client.session.session_key
    client.post("/account/login/", {"login": "alva", "password": PASSWORD})
    inside = client.session.session_key
    assert inside != before
    client.post("/account/logout/")
    assert "_auth_user_id" not in client.session


def test_after_five_wrong_passwords_even_the_right_one_must_wait(client: Client, alva: User) -> None:
    for _ in range(5):
        client.post("/account/login/", {"login": "alva", "password": "wrong"})
    client.post("/account/login/", {"login": "alva", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_whoever_tried_too_often_reads_from_when_on_another_try_counts(client: Client, alva: User) -> None:
    with time_machine.travel(datetime(2026, 11, 30, 17, 5, 20, tzinfo=UTC), tick=False):
        pages = [client.post("/account/login/", {"login": "alva", "password": "wrong"}) for _n in range(6)]
    assert "The name or address, or the password, is not right." in unescape(pages[0].content.decode())
    assert "Try again from Mon 30 Nov, 17:11 (UTC) on." in unescape(pages[5].content.decode())
    with time_machine.travel(datetime(2026, 11, 30, 17, 11, tzinfo=UTC), tick=False):
        client.post("/account/login/", {"login": "alva", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(alva.pk)


def test_more_requests_about_accounts_than_a_person_sends_get_a_page_of_ours(client: Client, alva: User) -> None:
    with time_machine.travel(datetime(2026, 11, 30, 17, 5, 20, tzinfo=UTC), tick=False):
        pages = [client.post("/account/password/reset/", {"email": "alva@example.org"}) for _n in range(6)]
        spanish = client.post("/account/password/reset/", {"email": "alva@example.org"}, headers=SPANISH)
    assert [page.status_code for page in pages] == [302] * 5 + [429]
    assert pages[5].headers["Retry-After"] == "60" and len(mail.outbox) == 5
    told = unescape(pages[5].content.decode())
    assert "<h1>Too many attempts</h1>" in told and "Try again from Mon 30 Nov, 17:07 (UTC) on." in told
    assert "Demasiados intentos" in spanish.content.decode() and 'lang="es"' in spanish.content.decode()


def test_what_the_libraries_say_of_passwords_is_said_in_our_own_tone(client: Client, alva: User) -> None:
    page = client.post("/account/signup/", NEW | {"password1": "1", "password2": "1"}, headers=SPANISH)
    wrong = client.post("/account/login/", {"login": "alva", "password": "wrong"}, headers=SPANISH)
    for said in (page.content.decode(), wrong.content.decode()):
        assert not re.search(r"\b([Ss]u|ha indicado|Inténtelo)\b", re.sub(r"<option.*?</option>", "", said))


def test_a_forgotten_password_is_replaced_by_the_link_in_a_mail(client: Client, alva: User) -> None:
    client.post("/account/password/reset/", {"email": "alva@example.org"})
    (message,) = mail.outbox
    link = re.search(r"http://[^/]+(\S+)", str(message.body))
    assert link is not None
    page = client.get(link[1], follow=True)
    where = page.redirect_chain[-1][0]
    client.post(where, {"password1": "another-road-south", "password2": "another-road-south"})
    alva.refresh_from_db()
    assert alva.check_password("another-road-south")


def test_an_unknown_address_gets_the_same_answer(client: Client, alva: User) -> None:
    known = client.post("/account/password/reset/", {"email": "alva@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)  # type: ignore[attr-defined]


def test_the_address_is_changed_only_once_its_link_was_followed(as_alva: Client, alva: User) -> None:
    as_alva.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    alva.refresh_from_db()
    assert alva.email == "alva@example.org"
    confirmation = next(message for message in mail.outbox if message.to == ["new@example.org"])
    link = re.search(r"http://[^/]+(\S+)", str(confirmation.body))
    assert link is not None
    as_alva.post(link[1])
    alva.refresh_from_db()
    assert alva.email == "new@example.org"


PAGES = ["login", "signup", "reset_password", "reset_password_done", "change_password", "email", "logout"]
PAGES += ["reset_password_from_key_done", "email_verification_sent", "inactive"]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("signed_in", [False, True])
def test_every_account_page_opens_or_sends_on(client: Client, alva: User, name: str, signed_in: bool) -> None:
    if signed_in:
        client.force_login(alva)
    answer = client.get(reverse(f"account_{name}"))
    assert answer.status_code in (200, 302)
    if answer.status_code == 200:
        assert "<h1>" in answer.content.decode()


def settings_of(user: User, **changes: object) -> dict[str, object]:
    names = ("display_name", "language", "time_zone", "theme", "board_text", "mail_your_turn", "mail_battle_over")
    values = {name: getattr(user, name) for name in names} | changes
    return {name: value for name, value in values.items() if value is not False}


def test_settings_are_saved_and_hold_for_the_next_page(as_alva: Client, alva: User) -> None:
    changes = {"language": "es", "time_zone": "Asia/Tokyo", "theme": "dark", "mail_your_turn": False}
    answer = as_alva.post("/settings/", settings_of(alva, **changes))
    assert answer.status_code == 302
    alva.refresh_from_db()
    assert (alva.language, alva.time_zone, alva.theme) == ("es", "Asia/Tokyo", "dark")
    assert (alva.mail_your_turn, alva.mail_battle_over, alva.mail_late_post) == (False, True, False)
    page = as_alva.get("/settings/")
    assert page.headers["Content-Language"] == "es"
    assert '<html lang="es"' in page.content.decode()


@pytest.mark.parametrize(
    "wrong", [{"time_zone": "Nowhere"}, {"language": "xx"}, {"theme": "plaid"}, {"display_name": "x" * 61}]
)
def test_a_setting_that_is_not_offered_is_refused(as_alva: Client, alva: User, wrong: dict[str, str]) -> None:
    before = User.objects.values().get(pk=alva.pk)
    assert as_alva.post("/settings/", settings_of(alva, **wrong)).status_code == 200
    assert User.objects.values().get(pk=alva.pk) == before


def test_settings_change_nothing_but_settings(as_alva: Client, alva: User) -> None:
    as_alva.post("/settings/", settings_of(alva, is_staff="on", username="root", is_superuser="on"))
    alva.refresh_from_db()
    assert (alva.username, alva.is_staff, alva.is_superuser) == ("alva", False, False)


def test_an_old_name_of_a_zone_stays_choosable_for_its_owner(as_alva: Client, alva: User) -> None:
    User.objects.filter(pk=alva.pk).update(time_zone="US/Pacific")
    alva.refresh_from_db()
    assert as_alva.post("/settings/", settings_of(alva, display_name="A.")).status_code == 302


def test_an_api_key_is_shown_once_works_and_can_be_withdrawn(as_alva: Client, alva: User) -> None:
    page = unescape(as_alva.post("/settings/token/").content.decode())
    key = Token.objects.get(user=alva).key
    assert f"Authorization: Token {key}" in page
    assert "/api/schema/" in page
    assert key not in as_alva.get("/settings/").content.decode()
    header = {"Authorization": f"Token {key}"}
    assert Client().get("/api/me/", headers=header).json()["username"] == "alva"
    as_alva.post("/settings/token/revoke/")
    assert Client().get("/api/me/", headers=header).status_code == 401


def test_a_new_api_key_ends_the_old_one(as_alva: Client, alva: User) -> None:
    as_alva.post("/settings/token/")
    old = Token.objects.get(user=alva).key
    as_alva.post("/settings/token/")
    assert Client().get("/api/me/", headers={"Authorization": f"Token {old}"}).status_code == 401


@pytest.mark.parametrize("path", ["/settings/", "/settings/token/", "/settings/token/revoke/"])
def test_visitors_are_sent_to_sign_in(client: Client, path: str) -> None:
    answer = client.post(path)
    assert answer.status_code == 302
    assert answer.url.startswith("/account/login/")  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["/settings/", "/settings/token/", "/settings/token/revoke/", "/account/logout/"])
def test_a_post_without_our_own_form_is_refused(alva: User, path: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alva)
    assert strict.post(path).status_code == 403
