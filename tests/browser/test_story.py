"""Scenes in a browser: accessible, light, never losing a word."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from PIL import Image
from playwright.sync_api import Page, expect

from story.models import Post, Scene, SceneDraft, SceneRoll
from story.services import set_status, withdraw_post
from tests.browser.looks import faults_in_every_look, fits_the_narrowest_phone
from tests.browser.table import Table
from tests.cast import PASSWORD
from tests.storytelling import later, told, written

pytestmark = pytest.mark.django_db(transaction=True)

PARAGRAPH = (
    "The ice creaks under their boots and the mist climbs from the fjord while the column goes on without a look back. "
    "Nobody speaks; far behind a dog barks once, and then there is only the wind and the long light of the afternoon. "
)


@pytest.fixture
def scene(table: Table) -> Scene:
    return told([table.people[name] for name in ("alice", "bob", "carla", "sam")])[1]


def filled(table: Table, scene: Scene, posts: int = 20) -> Post:
    """A scene with everything in it that can be in one; posts of some 320 words."""
    alice, bob, carla = (table.people[name] for name in ("alice", "bob", "carla"))
    for number in range(posts - 4):
        text = "\n\n".join(f"{number * 7 + part} {PARAGRAPH}" for part in range(8))
        written(scene, (alice, bob, carla)[number % 3], text)
    first = written(
        scene, bob, "**I** climb. [roll 4d6kh3+2 climbing] @Eyra [spoiler=End]x[/spoiler]", note="Away on Friday."
    )
    written(
        scene,
        alice,
        f"[quote=Bob;{first.code}]I climb.[/quote] [private=Eyra]A horn![/private] [director]Ketil.[/director]",
    )
    written(scene, alice, "| a | b |\n|---|---|\n| 1 | 2 |\n\n- c\n- d", to="chosen", readers=(bob.pk,))
    gone = written(scene, carla, "Wrong scene.")
    withdraw_post(post=gone, by=carla, at=later())
    return first


def rooms(scene: Scene, post: Post) -> list[tuple[str, str]]:
    here, home = scene.get_absolute_url(), f"/c/{scene.campaign.slug}/"
    return [
        ("bob", here),
        ("bob", f"{here}write/?quote={post.code}"),
        ("bob", f"{here}p/{post.code}/edit/"),
        ("bob", f"{here}p/{post.code}/withdraw/"),
        ("bob", f"{here}drafts/"),
        ("bob", f"{here}print/"),
        ("bob", f"{home}search/?words=ice"),
        ("bob", f"{home}rolls/"),
        ("bob", f"{home}feeds/"),
        ("bob", f"{home}scenes/"),
        ("alice", here),
        ("alice", f"{here}?as={post.author_id}"),
        ("alice", f"{here}readers/"),
        ("alice", f"{here}edit/"),
        ("alice", f"{home}scenes/new/"),
        ("alice", f"{home}scenes/"),
        ("alice", home),
    ]


def test_pages_have_no_fault_that_axe_finds_and_fit_the_narrowest_phone(table: Table, scene: Scene) -> None:
    post = filled(table, scene, posts=8)
    pages = {name: table.page(name) for name in ("alice", "bob")}
    found: list[str] = []
    for name, address in rooms(scene, post):
        answer = pages[name].goto(address)
        assert answer and answer.status == 200, address
        found += faults_in_every_look(pages[name])
        assert fits_the_narrowest_phone(pages[name]), address
    assert found == []
    assert table.complaints == []


def test_a_page_of_twenty_long_posts_is_light(table: Table, scene: Scene) -> None:
    """ux 5.3: 30 kB of HTML, 1,200 nodes, five requests, nothing moves."""
    filled(table, scene, posts=21)
    page = table.page("bob", width=390)
    heard: list[Any] = []
    page.on("response", lambda answer: heard.append(answer))
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(one => {"
        " if (!one.hadRecentInput) window.shift += one.value; })).observe({type: 'layout-shift', buffered: true});"
    )
    answer = page.goto(scene.get_absolute_url() + "?page=1")
    page.wait_for_load_state("networkidle")
    assert answer and len(gzip.compress(answer.body(), 6)) <= 30_000
    assert page.evaluate("document.querySelectorAll('*').length") <= 1_200
    needed = [one for one in heard if not one.url.endswith((".svg", ".ico"))]
    assert len(needed) <= 5, [one.url for one in needed]
    scripts = [one for one in needed if one.url.endswith(".js")]
    assert sum(len(gzip.compress(one.body())) for one in scripts) <= 8_500
    assert page.evaluate("window.shift") == 0


def type_in(page: Page, text: str) -> None:
    page.locator("#body").click()
    page.keyboard.type(text)


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_contain_text(re.compile(r"Saved \d\d:\d\d on the server"))


def sign_in(page: Page) -> None:
    page.fill("[name=login]", "bob")
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")


def test_what_is_typed_is_found_on_another_device(table: Table, scene: Scene) -> None:
    """Behaviour 16."""
    page = table.page("bob", scene.get_absolute_url())
    type_in(page, "The ice creaks under")
    saved(page)
    other = table.page("bob", scene.get_absolute_url(), width=390)
    expect(other.locator("#body")).to_have_value("The ice creaks under")


def test_two_tabs_keep_both_texts_and_the_second_is_told_at_once(table: Table, scene: Scene) -> None:
    """Behaviour 17."""
    context = table.context("bob")
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(scene.get_absolute_url())
    type_in(first, "One")
    saved(first)
    type_in(second, "Two")
    expect(second.locator("#saved")).to_contain_text("there is another version")
    assert {draft.body for draft in SceneDraft.objects.all()} == {"One", "Two"}
    second.get_by_role("link", name="See both").click()
    for text in ("One", "Two"):
        expect(second.get_by_text(text, exact=True)).to_be_visible()


def test_without_a_line_the_text_stays_on_the_device_until_it_is_back(table: Table, scene: Scene) -> None:
    """Behaviour 18."""
    page = table.page("bob", scene.get_absolute_url())
    page.context.set_offline(True)
    type_in(page, "Written in the tunnel")
    expect(page.locator("#saved")).to_contain_text("Offline: saved on this device only")
    page.context.set_offline(False)
    saved(page)
    assert SceneDraft.objects.get().body == "Written in the tunnel"


def test_what_is_published_without_a_line_is_there_again_with_its_readers(table: Table, scene: Scene) -> None:
    """The browser shows a page of its own then; the words, the notes and for whom they were come back on the next."""
    page = table.page("bob", scene.get_absolute_url())
    page.context.set_offline(True)
    page.get_by_text("Notes, out of character").click()
    page.fill("#note", "A note from the tunnel")
    page.fill("#body", "For the director, from the tunnel")
    page.get_by_label("The director alone").check()
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url("chrome-error://chromewebdata/")
    page.context.set_offline(False)
    page.goto(scene.get_absolute_url())
    expect(page.locator("#body")).to_have_value("For the director, from the tunnel")
    expect(page.locator("#note")).to_have_value("A note from the tunnel")
    expect(page.get_by_label("The director alone")).to_be_checked()
    saved(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#posts")).to_contain_text("A note from the tunnel")
    expect(page.locator("#body")).to_have_value("")
    page.reload()
    expect(page.locator("#body")).to_have_value("")
    post = Post.objects.get()
    assert post.audience is not None and not SceneDraft.objects.exists()


def test_a_text_that_is_too_long_is_pasted_whole_and_given_back_whole(table: Table, scene: Scene) -> None:
    page = table.page("bob", scene.get_absolute_url())
    page.evaluate(PASTE_PLAIN, f"{'word ' * 5_000}END")
    expect(page.locator("#saved")).to_contain_text("25003 characters are too many; 20000 fit.")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("alert")).to_contain_text("25003 characters are too many; 20000 fit.")
    expect(page.locator("#body")).to_have_value(re.compile("END$"))


def test_publishing_after_the_session_ended_comes_back_with_the_text(table: Table, scene: Scene) -> None:
    """Behaviour 19."""
    page = table.page("bob", scene.get_absolute_url())
    Session.objects.all().delete()
    type_in(page, "Nobody saved this")
    page.get_by_role("button", name="Publish").click()
    sign_in(page)
    expect(page.locator("#body")).to_have_value("Nobody saved this")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#posts")).to_contain_text("Nobody saved this")
    assert Post.objects.count() == 1


def test_a_double_click_is_one_post_and_one_roll(table: Table, scene: Scene) -> None:
    """Behaviour 13."""
    page = table.page("bob", scene.get_absolute_url())
    page.fill("#body", "Now! [roll 1d100 fate]")
    page.get_by_role("button", name="Publish").dblclick()
    expect(page.locator("#posts")).to_contain_text("fate")
    assert (Post.objects.count(), SceneRoll.objects.count(), SceneDraft.objects.count()) == (1, 1, 0)
    page.reload()
    assert Post.objects.count() == 1


def test_the_readers_are_named_above_the_button_and_follow_the_choice(table: Table, scene: Scene) -> None:
    """Behaviour 37."""
    page = table.page("bob", scene.get_absolute_url())
    expect(page.locator("#read-by")).to_contain_text("Carla")
    page.get_by_label("The director alone").check()
    expect(page.locator("#read-by")).to_have_text("Only the director will read this.")
    page.get_by_label("Everybody in the scene").check()
    page.fill("#body", "Open. [private=Eyra]A horn![/private]")
    expect(page.locator("#read-by")).to_contain_text("Private passages are read by: Carla (Eyra), and the director.")


def test_without_scripts_a_post_is_written_previewed_published_edited_and_withdrawn(table: Table, scene: Scene) -> None:
    """Behaviour 1."""
    page = table.page("bob", scene.get_absolute_url(), java_script_enabled=False)
    page.fill("#body", "I **knock**.")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview-box strong")).to_have_text("knock")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("#posts strong")).to_have_text("knock")
    page.get_by_role("link", name="Edit").click()
    page.fill("#body", "I wait.")
    page.get_by_role("button", name="Save the post").click()
    expect(page.locator("#posts")).to_contain_text("I wait.")
    page.get_by_role("link", name="Withdraw").click()
    page.get_by_role("button", name="Withdraw the post").click()
    page.get_by_role("link", name="Back to the scene").click()
    expect(page.locator("#posts")).not_to_contain_text("I wait.")


def test_a_picture_is_put_where_the_cursor_is(table: Table, scene: Scene, tmp_path: Any) -> None:
    Image.new("RGB", (30, 20), "green").save(tmp_path / "map.png")
    page = table.page("bob", scene.get_absolute_url())
    page.fill("#body", "Look:")
    page.get_by_text("Add a picture").click()
    page.set_input_files("#picture", tmp_path / "map.png")
    page.fill("#alt", "A map")
    page.get_by_role("button", name="Add it to the text").click()
    expect(page.locator("#body")).to_have_value(re.compile(r"!\[A map\]\(/pictures/\w{12}/\)"))
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("img", name="A map")).to_be_visible()


def test_new_posts_are_announced_and_not_put_in(table: Table, scene: Scene) -> None:
    page = table.page("bob", scene.get_absolute_url())
    written(scene, table.people["alice"], "Look behind you.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#newer")).to_contain_text("One new post.")
    expect(page.locator("#posts")).not_to_contain_text("Look behind you.")


def test_switching_the_language_in_the_middle_keeps_the_text(table: Table, scene: Scene) -> None:
    """Behaviour 40."""
    page = table.page("bob", scene.get_absolute_url())
    type_in(page, "Half a ")
    page.wait_for_timeout(1600)  # a save is on its way while the rest is typed
    type_in(page, "sentence")
    page.get_by_role("button", name="ES, Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#body")).to_have_value("Half a sentence")


def test_a_scene_that_closes_meanwhile_keeps_the_text(table: Table, scene: Scene) -> None:
    page = table.page("bob", scene.get_absolute_url())
    page.fill("#body", "Too late")
    set_status(scene=scene, by=table.people["alice"], status="closed")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("alert")).to_contain_text("no longer open")
    expect(page.locator("#body")).to_have_value("Too late")


WORD = (
    "<html><head><style>p.MsoNormal {margin: 0}</style></head><body><!--StartFragment-->"
    "<h2>El vado</h2><p class=MsoNormal style='margin:0cm'><b>La niebla</b> sube del <i>fiordo</i>…<o:p></o:p></p>"
    "<p class=MsoListParagraph>·<span style='font:7.0pt'>&nbsp;&nbsp; </span>Un cuerno</p>"
    "<ul><li>Lobos</li><li>Nieve</li></ul><!--EndFragment--></body></html>"
)
DOCS = (
    '<b style="font-weight:normal"><p>Plain, <span style="font-weight:700">bold</span> and '
    '<span style="font-style:italic">slanted</span>, <a href="https://example.org/x">a link</a>.</p></b>'
)
PASTE_PLAIN = """(text) => {
  document.getElementById("body").focus();
  document.execCommand("insertText", false, text);
}"""
PASTE = """([html, text]) => {
  const field = document.getElementById("body"), data = new DataTransfer();
  data.setData("text/html", html);
  data.setData("text/plain", text);
  field.focus();
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  return field.dispatchEvent(event);
}"""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (WORD, "## El vado\n\n**La niebla** sube del *fiordo*…\n\n- Un cuerno\n\n- Lobos\n- Nieve"),
        (DOCS, "Plain, **bold** and *slanted*, [a link](https://example.org/x)."),
    ],
)
def test_what_is_pasted_from_a_word_processor_keeps_its_form(table: Table, scene: Scene, html: str, text: str) -> None:
    page = table.page("bob", scene.get_absolute_url())
    assert page.evaluate(PASTE, [html, "unused"]) is False
    assert page.locator("#body").input_value() == text
    page.keyboard.press("Control+Z")
    assert page.locator("#body").input_value() == ""
    assert page.evaluate(PASTE, ["", "Only words"]) is True
    assert table.complaints == []
