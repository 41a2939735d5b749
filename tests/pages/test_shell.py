"""The base page, the front page, help, the language switch, and the pages for refusals."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from battles.models import Battle
from campaign.models import Campaign
from config import inline_css, views
from notifications import services

PUBLIC = ["/", "/help/", "/account/login/", "/account/signup/", "/account/password/reset/"]
PRIVATE = ["/notices/", "/settings/"]


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.fixture
def bobs(client: Client, bob: Any) -> Client:
    client.force_login(bob)
    return client


@pytest.mark.parametrize("address", PUBLIC)
def test_visitors_read_public_pages(db: None, client: Client, address: str) -> None:
    assert "<h1" in read(client, address)


@pytest.mark.parametrize("address", PUBLIC + PRIVATE)
def test_a_page_has_no_inline_style_script_or_handler(bobs: Client, address: str) -> None:
    response = bobs.get(address, follow=True)
    page = response.content.decode()
    assert not re.search(r"<[^>]+\sstyle=", page)
    assert not re.search(r"<[^>]+\son[a-z]+=", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    policy = response["Content-Security-Policy"]
    assert all(inline_css.policy_hash(style) in policy for style in styles)
    assert "unsafe" not in policy


@pytest.mark.parametrize("address", PUBLIC + PRIVATE)
def test_a_page_has_a_language_a_skip_link_and_one_heading_that_its_title_begins_with(
    bobs: Client, address: str
) -> None:
    page = bobs.get(address, follow=True).content.decode()
    assert '<html lang="es"' in page
    assert page.count("<h1") == 1
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    assert title
    assert heading
    assert title[1].strip().startswith(re.sub(r"<[^>]+>", "", heading[1]).strip())
    assert page.index('class="skip"') < page.index("<header")


def test_static_files_of_the_shell_exist(db: None, client: Client) -> None:
    page = read(client, "/")
    linked = re.findall(r'(?:href|src)="/static/([^"]+)"', page)
    assert len(linked) == 3
    assert all(finders.find(path) for path in linked)


def test_a_first_view_needs_no_more_than_five_requests(db: None, client: Client) -> None:
    page = read(client, "/")
    assert len(re.findall(r"<(?:link|script|img)[^>]+/static/", page)) + 1 <= 5


def test_visitors_get_no_cookie_for_reading(db: None, client: Client) -> None:
    for address in ("/", "/help/"):
        assert not client.get(address).cookies


def test_a_signed_in_readers_page_is_kept_by_no_cache(bobs: Client) -> None:
    assert bobs.get("/help/")["Cache-Control"] == "private, no-store"


def test_the_zone_in_force_is_told_on_every_page(client: Client, carla: Any) -> None:
    assert "Times on this page: UTC." in read(client, "/")
    client.force_login(carla)
    assert "Times on this page: America/Mexico City." in read(client, "/")


def test_counts_in_the_navigation_are_asked_for_once_each(
    bobs: Client, bob: Any, django_assert_num_queries: Any
) -> None:
    services.notify(reader=bob, kind="paused", subject="battle:x", link="/", data={}, at=datetime.now(UTC))
    session, user, turns, errands, retcons, notices, pulse = 1, 1, 1, 1, 1, 1, 1
    with django_assert_num_queries(session + user + turns + errands + retcons + notices + pulse):
        page = read(bobs, "/help/")
    assert '<span class="count">1</span>' in page


@pytest.mark.parametrize(("theme", "expected"), [("auto", '<html lang="es">'), ("dark", 'class="theme-dark"')])
def test_the_theme_is_written_by_the_server(bobs: Client, bob: Any, theme: str, expected: str) -> None:
    bob.theme = theme
    bob.save()
    assert expected in read(bobs, "/help/")


def test_a_cookie_with_a_theme_of_its_own_invention_is_ignored(db: None, client: Client) -> None:
    client.cookies["theme"] = 'x" onload="alert(1)'
    assert "theme-" not in read(client, "/").split("<head>")[0]


def test_the_front_page_shows_what_anybody_may_read_and_nothing_else(client: Client, alice: Any) -> None:
    now = datetime.now(UTC)
    for name, is_public in [("The open road", True), ("A closed hall", False)]:
        made = Campaign.objects.create(name=name, slug=name[-4:], is_public=is_public)
        for battle, status in [("Ford", "running"), ("Mill", "finished"), ("Trap", "draft")]:
            Battle.objects.create(
                campaign=made, name=f"{battle} of {name}", status=status, created_by=alice, announced_at=now
            )
    page = read(client, "/")
    assert "Ford of The open road" in page
    assert not any(word in page for word in ("closed hall", "Mill of", "Trap of"))


# --- language


def test_a_visitors_language_is_a_link_and_a_cookie(db: None, client: Client) -> None:
    response = client.get("/language/?language=es&next=/help/")
    assert response["Location"] == "/help/"
    assert '<html lang="es"' in read(client, "/help/")


def test_a_members_language_is_kept_in_the_account(client: Client, carla: Any) -> None:
    client.force_login(carla)
    client.post("/language/", {"language": "es", "next": "/help/"})
    carla.refresh_from_db()
    assert carla.language == "es"
    assert client.get("/language/?language=en").status_code == 405


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com", "javascript:alert(1)", ""])
def test_the_language_switch_leads_nowhere_else(db: None, client: Client, elsewhere: str) -> None:
    assert client.get("/language/", {"language": "es", "next": elsewhere})["Location"] == "/"


def test_an_unknown_language_changes_nothing(client: Client, carla: Any) -> None:
    client.force_login(carla)
    client.post("/language/", {"language": "tlh"})
    carla.refresh_from_db()
    assert carla.language == "en"


def test_the_language_switch_asks_for_the_forms_token(carla: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(carla)
    assert client.post("/language/", {"language": "es"}).status_code == 403


# --- forms and refusals


def test_a_form_with_errors_says_so_first_and_in_the_title(db: None, client: Client) -> None:
    page = client.post("/account/login/", {"login": "", "password": ""}).content.decode()
    assert "<title>Error: " in page
    main = page[page.index("<main") :]
    assert main.index('class="summary"') < main.index("<h1")
    links = re.findall(r'<li><a href="#([^"]+)">', main[: main.index("<h1")])
    assert len(links) == 2
    assert all(f'id="{target}"' in main for target in links)


def test_an_unknown_address_is_not_found_in_our_words(db: None, client: Client) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "There is no page here, or none that you may read." in response.content.decode()


def test_a_form_sent_without_its_token_gives_the_text_back(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/account/login/", {"narrative": "The ice <creaks>."})
    assert response.status_code == 403
    page = response.content.decode()
    assert "This form is too old" in page
    assert "The ice &lt;creaks&gt;.</textarea>" in page


def test_our_own_fault_gives_the_text_back(rf: RequestFactory) -> None:
    response = views.broken(rf.post("/c/north/b/x/play/", {"narrative": "The ice <creaks>."}))
    assert response.status_code == 500
    assert "The ice &lt;creaks&gt;.</textarea>" in response.content.decode()


def test_the_conflict_page_says_what_changed_and_keeps_the_text(db: None, rf: RequestFactory) -> None:
    request = rf.get("/c/north/b/x/")
    request.user = AnonymousUser()
    context = {"changes": ["Hrolf acted at 14:20"], "kept": "The ice creaks.", "back": "/c/north/b/x/"}
    page = render_to_string("409.html", context, request)
    assert "Hrolf acted at 14:20" in page
    assert "The ice creaks.</textarea>" in page


def test_the_glossary_has_every_term_in_both_languages(db: None, client: Client) -> None:
    page = read(client, "/help/")
    for english, spanish in [("horn of war", "cuerno de guerra"), ("take over", "pjtanizar"), ("break", "rotura")]:
        assert f'<strong lang="en">{english}</strong> · <span lang="es">{spanish}</span>' in page


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    sources = {source for values in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].values() for source in values}
    assert not [source for source in sources if "//" in source or source == "*"]
