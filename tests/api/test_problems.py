"""How the API says no."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from rest_framework import exceptions
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from accounts.models import User
from config.problems import problem_response
from rulebook.errors import Illegal, Refused, TooLate, Unreadable


@pytest.mark.parametrize(
    ("refused", "status"),
    [
        (Unreadable("bad-cell", "There is no cell Z99.", {"cell": "Z99"}), 400),
        (Illegal("bad-cell", "There is no cell Z99.", {"cell": "Z99"}), 422),
        (TooLate("bad-cell", "There is no cell Z99.", {"cell": "Z99"}), 409),
    ],
)
def test_each_family_of_refusals_has_its_status(refused: Refused, status: int) -> None:
    answer = problem_response(refused, {})
    assert answer is not None
    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert answer.data["status"] == status
    assert answer.data["code"] == "bad-cell"
    assert answer.data["detail"] == "There is no cell Z99."
    assert answer.data["data"] == {"cell": "Z99"}


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(), 404, "not-found"),
        (PermissionDenied(), 403, "permission-denied"),
        (exceptions.NotAuthenticated(), 401, "not-authenticated"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method-not-allowed"),
        (exceptions.ValidationError({"cell": ["wrong"]}), 400, "invalid"),
    ],
)
def test_the_other_refusals_have_the_same_shape(error: Exception, status: int, code: str) -> None:
    answer = problem_response(error, {})
    assert answer is not None
    assert (answer.status_code, answer.data["code"]) == (status, code)
    assert {"type", "title", "status", "detail", "code"} <= set(answer.data)


def test_a_malformed_body_names_its_fields() -> None:
    answer = problem_response(exceptions.ValidationError({"cell": ["wrong"]}), {})
    assert answer is not None
    assert answer.data["errors"] == {"cell": ["wrong"]}


def test_a_fault_of_ours_is_not_dressed_up_as_a_refusal() -> None:
    assert problem_response(ZeroDivisionError(), {}) is None


def test_a_stranger_is_told_to_bring_a_key() -> None:
    answer = APIClient().get("/api/me/")
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not-authenticated"


@pytest.mark.django_db
def test_a_session_serves_as_well_as_a_key_and_a_body_that_is_no_json_is_a_problem() -> None:
    client = APIClient()
    client.force_login(User.objects.create_user("alva", "alva@example.org", "x"))
    assert client.get("/api/me/").json() == {
        "username": "alva",
        "shown_name": "alva",
        "language": "en",
        "time_zone": "UTC",
    }
    answer = client.post("/api/me/", data="{", content_type="application/json")
    assert answer.status_code == 405


@pytest.mark.django_db
def test_a_body_nested_without_end_is_refused_and_breaks_nothing(bob: User) -> None:
    """Somebody sends a hundred thousand open brackets.
    The answer is the one for any body that cannot be read."""
    client = APIClient()
    client.force_authenticate(bob)
    answer = client.generic("POST", "/api/v1/absences/", b"[" * 100_000, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse-error")


@pytest.mark.django_db
@pytest.mark.parametrize("body", [b'{"note": "\\ud800"}', b'{"\\ud800": 1}', b'[["\\udfff"]]'])
def test_half_a_character_is_refused_before_an_answer_would_have_to_repeat_it(bob: User, body: bytes) -> None:
    """Somebody sends one half of a surrogate pair, which no answer in UTF-8 can hold.
    The body is refused as one that cannot be read."""
    client = APIClient()
    client.force_authenticate(bob)
    answer = client.generic("POST", "/api/v1/absences/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse-error")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded", "text/plain"])
@pytest.mark.parametrize("signed_in_by", ["key", "session", "nothing"])
def test_a_body_larger_than_the_site_reads_is_a_problem_whoever_sends_it(
    bob: User, kind: str, signed_in_by: str
) -> None:
    """Somebody sends three megabytes to a verb of the API.
    Whatever the answer is, it is a problem with a code; a reader who is signed in is told that it is too large."""
    client = APIClient()
    if signed_in_by == "key":
        client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=bob).key}")
    elif signed_in_by == "session":
        client.force_login(bob)
    body = b'{"note": "' + b"x" * 3_000_000 + b'"}'
    answer = client.generic("POST", "/api/v1/absences/", body, content_type=kind)
    assert answer.headers["Content-Type"] == "application/problem+json"
    if signed_in_by != "nothing" and kind == "application/json":
        assert (answer.status_code, answer.json()["code"]) == (400, "body-too-large")
    else:
        assert answer.status_code in (400, 401, 415)
        assert answer.json()["code"]


@pytest.mark.django_db
def test_a_form_larger_than_the_site_reads_gets_a_page_that_says_so(bob: User) -> None:
    client = Client()
    bob.language = "en"
    bob.save(update_fields=["language"])
    client.force_login(bob)
    answer = client.post("/settings/", {"display_name": "x" * 3_000_000})
    assert answer.status_code == 400
    assert "larger than this site reads" in answer.content.decode()
    assert client.post("/settings/", {f"f{n}": "x" for n in range(2_000)}).status_code == 400
