"""Every word that the site says is translated: pages, mails and notices are read in a language of marks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction
from django.test import Client, RequestFactory, override_settings
from django.urls import resolve
from django.utils import timezone, translation

from accounts.forms import SettingsForm
from accounts.models import User
from config.views import broken
from notifications.channels import handing, mail
from notifications.models import Delivery, Notice
from notifications.story_wording import CAMPAIGN_SENTENCES, SHEET_SENTENCES
from notifications.wording import SAY
from rulebook.saga.reasons import reason_text
from rulebook.text import Text
from tests import world as worlds
from tests.addresses import Route, addresses, routes
from tests.marked import LANGUAGE, Form, Page, mark, own, unmarked, write_catalogue
from tests.world import World
from turns import posts

KEPT_AWAY = ("/language/", "/account/logout/")
TAKE_PART = ("inga", "mirko")
MOST_BUTTONS = 3
READERS = (*TAKE_PART, "olaf", "stranger", "")


@pytest.fixture(scope="module")
def marked_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The site speaks the language of marks; what a ruleset itself has names for is marked when it is said."""
    folder: Path = tmp_path_factory.mktemp("locale")
    write_catalogue(folder)
    said = Text.say
    languages = [*settings.LANGUAGES, (LANGUAGE, mark("Marks"))]
    places = [*settings.LOCALE_PATHS, folder]
    with override_settings(LOCALE_PATHS=places, LANGUAGES=languages), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "say", lambda text, language: mark(said(text, language)))
        for field in (SettingsForm.base_fields["language"], User._meta.get_field("language")):
            patch.setattr(field, "choices", languages)
        patch.setattr(posts, "reason_text", lambda *about: mark(reason_text(*about)))
        yield


@pytest.fixture(scope="module")
def world(marked_language: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The world is made once, and gone after the last of these tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield worlds.build(timezone.now())
        transaction.set_rollback(True)


def as_(world: World, reader: str) -> Client:
    client = Client(headers={"accept-language": LANGUAGE}, raise_request_exception=False)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = LANGUAGE
    if reader:
        client.force_login(world.people[reader])
    return client


def visit(client: Client, address: str, fields: dict[str, Any] | None = None) -> Any:
    """What the site answers; whatever the visit changes is undone."""
    with transaction.atomic():
        answer = client.get(address) if fields is None else client.post(address, fields, follow=True)
        transaction.set_rollback(True)
    if answer.streaming:
        close_all(answer)
    return answer


def close_all(answer: Any) -> None:
    """Close the files of an answer, and not, as `close` would, the connection to the database."""
    for close in answer._resource_closers:
        close()


def texts_of(answer: Any) -> list[str]:
    kind = answer.headers.get("Content-Type", "")
    if answer.streaming or not answer.content:
        return []
    if "javascript" in kind:  # a program: what it says to people comes from the page, or from the message it shows
        return []
    if "json" in kind:
        return [text for text in _strings(json.loads(answer.content)) if " " in text]
    if kind.startswith("application/atom+xml"):
        return list(_feed(answer.content))
    if kind.startswith("text/html"):
        page = Page(answer.content.decode())
        return page.texts + [f"misplaced: {one}" for one in page.misplaced]
    if kind.startswith("text/calendar"):
        return re.findall(r"^(?:SUMMARY|DESCRIPTION):(.*)$", answer.content.decode().replace("\r\n ", ""), re.MULTILINE)
    return [answer.content.decode()] if kind.startswith("text/") else []


def _feed(content: bytes) -> Iterator[str]:
    """What a feed says; an entry's HTML is read as a page is."""
    for element in ElementTree.fromstring(content).iter():
        words = (element.text or "").strip()
        if words:
            yield from Page(words).texts if element.get("type") == "html" else [words]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)


class Found:
    """The texts without marks, each with the first place where it stood."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}
        self.broken: list[str] = []

    def read(self, answer: Any, place: str) -> None:
        if answer.status_code >= 500:
            self.broken.append(place)
        else:
            self.take(texts_of(answer), place)

    def take(self, texts: list[str], place: str) -> None:
        for text in texts:
            if lacking := unmarked(text):
                self.places.setdefault(lacking, place)

    def none(self) -> None:
        listed = [f"{text!r} at {place}" for text, place in self.places.items()]
        assert not listed + self.broken, "\n".join(["not translated, or broken:", *listed, *self.broken])


def forms_of(answer: Any, address: str) -> Iterator[tuple[str, str, Form]]:
    """The forms of a page that send something: a name that the same form of another page shares, the button, the form.

    A form of the same fields with another value on the same button (one for each cell of a board) has the same name.
    """
    if not answer.headers.get("Content-Type", "").startswith("text/html") or answer.status_code >= 500:
        return
    for form in Page(answer.content.decode()).forms:
        path = urlsplit(urljoin(address, form.action)).path
        if form.method == "post" and path not in KEPT_AWAY:
            view = resolve(path).view_name
            yield f"{view} {sorted(form.fields)}", form.pressed, form._replace(action=path)


def fillings(form: Form) -> list[dict[str, list[str]]]:
    """The form as it stands, emptied, and filled with a sign that fits nowhere; each once."""
    language = {"language": [LANGUAGE]} if "language" in form.fields else {}
    typed = form.fields.keys() - form.hidden
    made = [form.fields | language, *(form.fields | dict.fromkeys(typed, [text]) for text in ("", "✶"))]
    return [one for number, one in enumerate(made) if one not in made[:number]]


def addresses_for(route: Route, world: World, reader: str) -> list[str]:
    """All examples for those who play and direct; one for those who only look on."""
    found = addresses(route, world)
    return found if reader in TAKE_PART else found[:1]


@pytest.mark.django_db
@pytest.mark.parametrize("reader", READERS)
def test_every_page_and_what_its_forms_answer_is_translated_whole(world: World, reader: str) -> None:
    found, client = Found(), as_(world, reader)
    forms: dict[str, dict[str, Form]] = {}
    for route in routes():
        for address in addresses_for(route, world, reader):
            answer = visit(client, address)
            found.read(answer, f"{address} ({reader or 'visitor'})")
            for name, pressed, form in forms_of(answer, address):
                if len(forms.setdefault(name, {})) < MOST_BUTTONS:
                    forms[name].setdefault(pressed, form)
    for name, form in ((name, form) for name, alike in forms.items() for form in alike.values()):
        for filled in fillings(form):
            found.read(visit(client, form.action, filled), f"{name} sent as {filled} ({reader or 'visitor'})")
    found.none()


@pytest.mark.django_db
def test_what_the_site_says_when_something_went_wrong_is_translated_whole(world: World) -> None:
    found = Found()
    careful = as_(world, "mirko")
    careful.handler.enforce_csrf_checks = True
    found.take(texts_of(careful.post("/settings/")), "an old form")
    found.take(texts_of(as_(world, "mirko").get("/nowhere/")), "no such page")
    signed_out = as_(world, "")
    found.take(texts_of(signed_out.post("/settings/", {"text": own("Words")}, follow=True)), "signed out meanwhile")
    signed_out.force_login(world.players[0])
    found.take(texts_of(signed_out.get("/account/again/")), "words of a session that ended")
    asking = {"email": world.director.email}
    often = [as_(world, "").post("/account/password/reset/", asking) for _n in range(6)]
    assert often[-1].status_code == 429
    found.take(texts_of(often[-1]), "asked too often")
    tries = [as_(world, "").post("/account/login/", {"login": "inga", "password": "wrong"}) for _n in range(6)]
    found.take([text for page in (tries[0], tries[-1]) for text in texts_of(page)], "a wrong password, and too many")
    with translation.override(LANGUAGE):
        found.take(texts_of(broken(RequestFactory().post("/", {"text": own("Words")}))), "our fault")
    found.none()


# --- notices and mails

KNOWN = {name: own(name) for name in ("battle", "unit", "scene", "campaign", "character", "who", "channel", "source")}
FIGURES = {"round": 3, "wounds": 1, "amount": 2, "added": 7_200_000, "role": "player"}
WHATS = ("deploy", "turn", "plan", "decide", "director", "stuck", "consequences", "all-confirmed")
VARIANTS: list[dict[str, Any]] = [
    *({"what": what} for what in (*WHATS, *SHEET_SENTENCES, *CAMPAIGN_SENTENCES)),
    {"source": ""},
    {"source": "", "reason": own("A reason")},
    {"unit": ""},
    {"penalty": -2, "late_window": True},
    {"alternative": 2},
    {"winner": own("The ravens")},
    {"hash": "ab" * 32},
    {"paused": False},
    {"start": 0, "end": 120_000},
]


def notices(reader: User) -> Iterator[Notice]:
    """A notice of each kind in each of its forms."""
    now = timezone.now()
    forms = [*product(SAY, VARIANTS), (Notice.Kind.PAUSED, {"reason": "idle-rounds"})]
    for number, (kind, variant) in enumerate(forms):
        data = KNOWN | FIGURES | variant
        yield Notice(
            pk=number + 1, reader=reader, kind=kind, subject=f"test:{number}", link="/turns/", data=data,
            deadline=now + timedelta(hours=5), created_at=now,
        )  # fmt: skip


@pytest.mark.django_db
def test_every_notice_and_its_message_is_translated_whole(world: World) -> None:
    found, now = Found(), timezone.now()
    for notice in notices(world.director):
        delivery = Delivery(notice=notice, key="key", channel="mail")
        sent = mail.message([delivery], now=now)
        page = Page(str(sent.alternatives[0][0]))
        found.take([sent.subject, *sent.body.splitlines(), *page.texts], f"the mail of {notice.kind} {notice.data}")
        found.take(list(handing.text([delivery], now=now)), f"the message of {notice.kind}")
    found.take([mail.message([delivery, delivery], now=now).subject], "a mail with two notices")
    found.none()


@pytest.mark.django_db
def test_every_mail_about_the_account_is_translated_whole(world: World, rf: RequestFactory) -> None:
    found, adapter = Found(), get_adapter(rf.get("/"))
    address = "somebody@example.org"
    context = dict.fromkeys(("email", "from_email", "to_email", "deleted_email"), address)
    context |= {name: f"https://example.org/{name}/" for name in ("activate_url", "password_reset_url", "signup_url")}
    context |= {"user": world.director, "username": world.director.username, "current_site": "example.org"}
    subjects = sorted((settings.BASE_DIR / "templates/account/email").glob("*_subject.txt"))
    assert subjects
    for subject in subjects:
        prefix = f"account/email/{subject.name.removesuffix('_subject.txt')}"
        with translation.override(LANGUAGE):
            sent = adapter.render_mail(prefix, address, dict(context))
        found.take([sent.subject, *sent.body.splitlines()], prefix)
    found.none()
