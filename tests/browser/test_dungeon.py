"""An adventure in browsers: one player alone against the Invisible Overlord, and two who share the heroes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from battles.models import Battle
from battles.moments import to_ms
from rulebook.dungeon import heroes
from rulebook.dungeon.grid import Pose, square_name
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import Cast, End, Fight, Move, Shoot, Step, UseFeat, UseItem
from tests import cellar, crypt
from tests.browser.table import Table
from turns.models import TurnPost

pytestmark = pytest.mark.django_db(transaction=True)
MOST_STEPS = 40
PLAIN = {Fight: "fight", Shoot: "shoot", End: "end"}
KEYED = {Cast: "cast:", UseItem: "item:", UseFeat: "feat:"}


def tap(page: Page, value: str) -> None:
    """A button over the map, in the drawing that this screen shows."""
    page.locator(f'.hit[value="{value}"]:visible').first.click()


def settled(page: Page) -> None:
    """The page has followed the last choice; at once where there are no scripts."""
    expect(page.locator("#outlook.stale")).to_have_count(0)


def say(page: Page, step: Step, state: State, unit: str) -> None:
    """Put a step into the composer, with the board where it can be, else with its fields."""
    if isinstance(step, Move):
        end = step.path[-1]
        if end.at != state.models[unit].at:
            tap(page, f"cell:{square_name(end.at)}")
            expect(page.locator("#to")).to_have_value(square_name(end.at))
        else:
            page.locator('input[name="act"][value="move"]').check()
        page.locator(f'input[name="facing"][value="{end.facing}"]').check()
        settled(page)
        return
    key = str(getattr(step, {Cast: "spell", UseItem: "item", UseFeat: "feat"}.get(type(step), "kind")))
    act = PLAIN.get(type(step)) or KEYED[type(step)] + key
    page.locator(f'input[name="act"][value="{act}"]').check()
    target = getattr(step, "target", "")
    if target:
        tap(page, f"{'thing' if state.board.closed(target) else 'unit'}:{target}")
        expect(page.locator("#target")).to_have_value(target)
    settled(page)


def take(page: Page, game: Battle, unit: str, step: Step) -> None:
    """One step: chosen, reviewed, confirmed."""
    page.goto(f"{game.get_absolute_url()}?unit={unit}")
    say(page, step, crypt.state(game), unit)
    page.get_by_role("button", name="Review this step").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Review a step of")
    before = game.events.count()
    page.locator("main form .button-primary").click()
    expect(page.locator("h1")).not_to_contain_text("Review a step of")
    assert game.events.count() > before


def play_a_round(pages: dict[str, Page], game: Battle) -> None:
    """Every hero's turn of this round, each on its player's page; then the Overlord has had his."""
    first = crypt.state(game).round
    for _step in range(MOST_STEPS):
        state = crypt.state(game)
        if state.round != first or state.phase == "over":
            return
        unit, step = heroes.next_step(state)
        take(pages[state.models[unit].player], game, unit, step)
    raise AssertionError("The round does not end.")


SHORT = """\
adventure: dry_well
title.en: The Dry Well
title.es: El pozo seco
story.en: The rope still hangs in the well.
story.es: La cuerda aún cuelga en el pozo.

overlord: necromancer
orders: 2
deck: 8
raise: bone_guard 2

hero: ivo spells ember_dart mend quickstep
hero: sylwen items healing_draught

door: 6,2 lock 2 2
chest: 9,1 lock 2 2 holds spark_crystal

face: 4,3 W
face: 8,3 W
goal: door 6,2
goal: square 9,3
win: reach 9,3

map:
###########
#12...#..C#
#34...D...#
#..bg.#.g.#
########b##
"""
"""An adventure of a director's own, over in a few rounds."""
MOST_ROUNDS = 8


def play_to_the_end(pages: dict[str, Page], game: Battle) -> State:
    """Round after round until it is decided: the order deck allows no more than these."""
    for _round in range(MOST_ROUNDS):
        if crypt.state(game).phase == "over":
            break
        play_a_round(pages, game)
    ended = crypt.state(game)
    assert ended.phase == "over"
    assert crypt.replayed(game) == ended
    return ended


def read_what_is_left(page: Page, game: Battle, ended: State) -> None:
    """The end as its player reads it: who won, the report of each round, every step again, the result."""
    page.goto(game.get_absolute_url())
    assert ended.outcome is not None
    won = {"hero": "The heroes have won", "overlord": "The Overlord has won"}[str(ended.outcome.winner)]
    expect(page.locator("#band")).to_contain_text(won)
    page.get_by_role("link", name="Round report").click()
    expect(page.locator("h1")).to_contain_text(f"round {ended.round}")
    expect(page.locator("main")).to_contain_text(f"{won}:")
    assert page.locator("#bbcode").input_value().count("[list]") >= 1
    for _earlier in range(ended.round - 1):
        page.locator('a[rel="prev"]').click()
    expect(page.locator("h1")).to_contain_text("round 1")
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Watch it again").click()
    expect(page.get_by_role("heading", name="The dungeon before the first round")).to_be_visible()
    page.locator('.player a[rel="next"]').click()
    expect(page.locator(".step-count")).to_have_text(re.compile(r"1/\d+"))
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="Outcome and consequences").click()
    expect(page.locator("main")).to_contain_text(won)


def test_a_director_writes_an_adventure_mends_it_and_one_player_plays_it_to_its_end(table: Table) -> None:
    alice, bob = table.people["alice"], table.people["bob"]
    campaign = crypt.dungeon_campaign(alice, [bob])
    desk = table.page("alice", f"{campaign.get_absolute_url()}battles/new/")
    desk.fill("[name=name]", "The dry well")
    desk.get_by_role("button", name="Begin the draft").click()
    desk.fill("[name=source]", SHORT.replace("orders: 2", "orders: two").replace("face: 8,3 W\n", ""))
    desk.get_by_role("button", name="Check").first.click()
    expect(desk.locator("main")).to_contain_text("Line 8: “two” is no whole number")
    desk.fill("[name=source]", SHORT.replace("face: 8,3 W\n", ""))
    desk.get_by_role("button", name="Check").first.click()
    expect(desk.locator("main")).to_contain_text("A line “face:” for the model on (8,3) is missing.")
    desk.fill("[name=source]", SHORT)
    desk.get_by_role("button", name="Check").first.click()
    expect(desk.locator("main")).to_contain_text("“The Dry Well” can be played as it stands.")
    desk.select_option("[name=all-to]", label=bob.shown_name)
    desk.get_by_role("button", name="Give").click()
    desk.select_option("[name=overlord]", label="the Invisible Overlord, official rules")
    desk.get_by_role("button", name="Announce…").first.click()
    desk.get_by_role("button", name="Begin The dry well").click()
    game = Battle.objects.get(name="The dry well")
    page = table.page("bob", game.get_absolute_url())
    expect(page.locator(".tale")).to_contain_text("The rope still hangs in the well.")
    for square in ("1,1", "2,1", "1,2", "2,2"):
        tap(page, f"cell:{square}")
        expect(page.locator(f'input[value="{square}"]')).to_be_visible()
    page.get_by_role("button", name="Review the placing").click()
    page.get_by_role("button", name="Place 4 heroes").click()
    ended = play_to_the_end({f"u{bob.pk}": page}, game)
    read_what_is_left(page, game, ended)
    desk.goto(game.get_absolute_url())
    expect(desk.locator("#band")).to_contain_text("won")
    expected = ("status of 422", "status of 409")
    """A file that is refused, and an autosave that a press of Check overtook."""
    assert [one for one in table.complaints if not any(code in one for code in expected)] == []


def test_two_players_against_a_person_who_passes_and_acts_to_the_end(table: Table) -> None:
    """Bob and Carla share the heroes, Dani is the Overlord: he passes one window by hand, the others ahead."""
    bob, carla, dani = (table.people[name] for name in ("bob", "carla", "dani"))
    campaign = crypt.dungeon_campaign(table.people["alice"], [bob, carla, dani])
    adventure = parse_adventure(SHORT)
    entries = tuple(HeroEntry(hero, f"u{(bob, carla)[n % 2].pk}") for n, hero in enumerate(crypt.PARTY))
    setup = with_heroes_placed(Setup(adventure, entries, to_ms(timezone.now()), overlord=f"u{dani.pk}"))
    game = crypt.start(campaign, setup, at=timezone.now())
    pages = {f"u{bob.pk}": table.page("bob"), f"u{carla.pk}": table.page("carla", width=390, height=844)}
    his = table.page("dani")
    for _turn in range(MOST_STEPS * MOST_ROUNDS):
        state = crypt.state(game)
        if state.phase == "over":
            break
        if state.phase == "heroes":
            unit, step = heroes.next_step(state)
            take(pages[state.models[unit].player], game, unit, step)
        elif state.phase == "window":
            his.goto(game.get_absolute_url())
            expect(his.locator("#band")).to_contain_text("Between two heroes: you may interrupt")
            scope = "Pass this window" if state.round == 1 else "Pass all of this round"
            his.get_by_role("button", name=scope).first.click()
            expect(his.locator("#band")).not_to_contain_text("Between two heroes")
        else:
            command(his, game, state)
    ended = crypt.state(game)
    assert ended.phase == "over" and crypt.replayed(game) == ended
    assert game.events.filter(kind="window-closed", data__how="passed-ahead").exists() or ended.round < 2
    assert TurnPost.objects.filter(battle=game, author=dani, unit="overlord").exists()
    read_what_is_left(pages[f"u{carla.pk}"], game, ended)
    assert table.complaints == []


def command(page: Page, game: Battle, state: State) -> None:
    """The Overlord's turn: one of his models turns about, if one is there, and he ends it."""
    model = next((one for one in state.side_models("overlord") if one.status == "waiting"), None)
    if model is not None and state.turn is not None and state.turn.orders == state.mission.orders_per_turn:
        take(page, game, model.id, Move((Pose(model.pose.at, "N" if model.pose.facing != "N" else "S"),)))
        take(page, game, model.id, End())
    take(page, game, "overlord", End())


def test_an_adventure_alone_from_placing_the_heroes_through_the_overlords_first_turn(table: Table) -> None:
    bob = table.people["bob"]
    campaign = crypt.dungeon_campaign(table.people["alice"], [bob])
    setup = crypt.setup_for([bob], io_variant="improved", placed=False, at=timezone.now())
    game = crypt.start(campaign, setup, at=timezone.now())
    page = table.page("bob", game.get_absolute_url())
    for square in setup.adventure.starts:
        tap(page, f"cell:{square_name(square)}")
        expect(page.locator(f'input[value="{square_name(square)}"]')).to_be_visible()
    page.get_by_role("button", name="Review the placing").click()
    page.get_by_role("button", name="Place 4 heroes").click()
    expect(page.locator("#band")).to_contain_text("You may act with: Bruna Halgerd")
    play_a_round({f"u{bob.pk}": page}, game)
    assert crypt.state(game).round == 2
    assert TurnPost.objects.filter(battle=game).exclude(unit="overlord").count() == 4
    his = TurnPost.objects.filter(battle=game, unit="overlord").order_by("-number")[0]
    page.goto(game.get_absolute_url())
    page.get_by_role("link", name="What he did last, and why").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The Overlord, round 1")
    assert page.url.endswith(f"/turns/{his.number}/")
    expect(page.locator(".post")).to_contain_text("Second card")
    reasons = page.locator("details.reasons")
    if reasons.count():
        reasons.first.locator("summary").click()
        expect(reasons.first.locator("table")).to_be_visible()
    assert crypt.replayed(game) == crypt.state(game)
    assert table.complaints == []


def test_two_players_share_the_heroes_one_on_a_phone_without_scripts(table: Table) -> None:
    bob, carla = table.people["bob"], table.people["carla"]
    campaign = crypt.dungeon_campaign(table.people["alice"], [bob, carla])
    setup = crypt.setup_for([bob, carla], adventure="ashen_seal", io_variant="improved", at=timezone.now())
    game = crypt.start(campaign, setup, at=timezone.now())
    desk = table.page("bob")
    phone = table.page("carla", width=390, height=844, java_script_enabled=False)
    play_a_round({f"u{bob.pk}": desk, f"u{carla.pk}": phone}, game)
    assert crypt.state(game).round == 2
    authors = TurnPost.objects.filter(battle=game, author__isnull=False).values_list("unit", "author__username")
    assert dict(authors) == {"bruna": "bob", "torvek": "carla", "sylwen": "bob", "ivo": "carla"}
    for page in (desk, phone):
        page.goto(game.get_absolute_url())
        expect(page.locator("h1")).to_contain_text("round 2")
    assert table.complaints == []


def test_the_map_is_one_tab_stop_and_arrows_skip_what_cannot_be_chosen(table: Table) -> None:
    """Behaviour 3: with scripts the buttons over the map are one stop, walked with arrows."""
    game = cellar.build(table.people, io_variant="improved")
    page = table.page("carla", game.url + "?unit=torvek")
    assert page.locator('.hit[tabindex="0"]').count() == 1
    page.locator('.hit[value="unit:torvek"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.value") == "unit:bone_guard-1"
    page.keyboard.press("Enter")
    expect(page.locator("#outlook")).to_contain_text("% to hit")
    assert page.evaluate("document.activeElement.value") == "unit:bone_guard-1", "focus stays where it was"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "composer-title"


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_buttons_lie_over_what_they_stand_for(table: Table, width: int) -> None:
    """Behaviour 7: less than a pixel apart, console clean."""
    game = cellar.build(table.people, io_variant="improved")
    page = table.page("sam", game.url, width=width)
    apart: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".board")].filter((b) => b.offsetParent).flatMap((board) => {
          const [x, y, w, h] = board.querySelector("svg svg").getAttribute("viewBox").split(" ").map(Number);
          const outer = board.querySelector("svg").getBoundingClientRect();
          const scale = outer.width / Number(board.querySelector("svg").getAttribute("viewBox").split(" ")[2]);
          return [...board.querySelectorAll(".hit")].map((hit) => {
            const [column, row] = hit.getAttribute("aria-label").match(/^(\\d+),(\\d+)/).slice(1).map(Number);
            const box = hit.getBoundingClientRect();
            const [left, top] = [20 + column * 40 - x, 20 + row * 40 - y];
            return [outer.left + left * scale - box.left, outer.top + top * scale - box.top];
          });
        })"""
    )
    assert apart
    assert max(abs(one) for pair in apart for one in pair) < 1
    assert table.complaints == []


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_pages_of_a_game_are_accessible_and_fit_the_screen(table: Table, width: int, scheme: str) -> None:
    game = cellar.build(table.people, io_variant="improved")
    pages = {
        "carla": ("?unit=ivo", "plan/ivo/", "orders/torvek/"),
        "sam": ("?show=sight:ivo", "?pick=unit:bone_guard-1"),
        "alice": ("", "direct/correct/"),
    }
    for hero, owner in (("bruna", "bob"), ("torvek", "carla"), ("sylwen", "bob"), ("ivo", "carla")):
        crypt.play(game.battle, table.people[owner], hero, End(), at=timezone.now())
    his = TurnPost.objects.filter(battle=game.battle, unit="overlord").order_by("-number")[0]
    for name, paths in pages.items():
        page = table.page(name, width=width, color_scheme=scheme)
        for path in (*paths, f"turns/{his.number}/"):
            page.goto(game.url + path)
            for folded in page.locator("details:not(.menu) > summary:visible").all():
                folded.click()
            found = Axe().run(page).response["violations"]
            assert found == [], (path, [(one["id"], one["nodes"][0]["html"]) for one in found])
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_what_is_shown_on_request_follows_without_leaving_the_page(table: Table) -> None:
    game = cellar.build(table.people, io_variant="improved")
    page = table.page("bob", game.url + "?unit=sylwen")
    page.locator("#text").fill("She looks about.")
    page.get_by_text("Show on the map: arcs, line of sight, reach").click()
    page.get_by_role("button", name="Line of sight of Sylwen Ashbough").click()
    expect(page.locator(".board-legend:visible").first).to_contain_text("Sylwen Ashbough sees it clearly")
    expect(page.locator("#text")).to_have_value("She looks about.")
    assert re.search(r"\?unit=sylwen", page.url)
    page.get_by_role("button", name="Line of sight of Sylwen Ashbough").click()
    expect(page.locator(".board-legend:visible").first).not_to_contain_text("sees it clearly")
