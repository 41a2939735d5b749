"""Signing up and choosing how to read, in a real browser."""

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts import services
from accounts.models import User

PASSWORD = "a-long-road-north"

pytestmark = pytest.mark.django_db(transaction=True)


class Server:
    """The part of pytest-django's live server that tests use."""

    url: str


def test_sign_up_offers_the_zone_of_the_browser(browser: Browser, live_server: Server) -> None:
    context = browser.new_context(timezone_id="America/Bogota", base_url=live_server.url, locale="es")
    page = context.new_page()
    page.goto("/account/signup/")
    expect(page.locator("select[name=time_zone]")).to_have_value("America/Bogota")
    page.fill("[name=username]", "runa")
    page.fill("[name=email]", "runa@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.click("main form button")
    page.wait_for_url(live_server.url + "/turns/")
    runa = User.objects.get(username="runa")
    assert (runa.time_zone, runa.language) == ("America/Bogota", "es")
    context.close()


def test_sign_up_knows_the_browsers_zone_under_its_older_name(browser: Browser, live_server: Server) -> None:
    context = browser.new_context(timezone_id="Asia/Calcutta", base_url=live_server.url)
    page = context.new_page()
    page.goto("/account/signup/")
    expect(page.locator("select[name=time_zone]")).to_have_value("Asia/Kolkata")
    context.close()


def test_settings_work_without_scripts_and_change_the_next_page(browser: Browser, live_server: Server) -> None:
    services.register(username="alva", email="alva@example.org", password=PASSWORD)
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url)
    page = context.new_page()
    page.goto("/account/login/?next=/settings/")
    page.fill("[name=login]", "alva")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    expect(page).to_have_url(live_server.url + "/settings/")
    page.select_option("select[name=language]", "es")
    page.select_option("select[name=theme]", "dark")
    page.click("main form button >> nth=0")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("html")).to_have_class("theme-dark")
    context.close()


def test_pages_obey_their_own_security_policy(page: Page, live_server: Server) -> None:
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    for path in ("/", "/account/login/", "/account/signup/", "/account/password/reset/", "/help/"):
        answer = page.goto(live_server.url + path)
        assert answer is not None
        assert answer.status == 200
        assert "'unsafe-inline'" not in answer.headers["content-security-policy"]
    assert refused == []
