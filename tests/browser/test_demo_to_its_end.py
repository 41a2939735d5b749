"""The demo's battle played to its end in browsers without scripts: the director and two players, on the pages alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from accounts.services import choose_language
from battles.models import Battle
from battles.outcomes import cases_of
from battles.selectors import state_of
from characters.models import Character
from characters.selectors import open_wounds, renown_earned
from demo.cast import PASSWORD
from demo.services import load_demo
from rulebook.saga.state import DIRECTOR, State
from rulebook.saga.steps import Move, Rest, Step, Strike
from turns.models import EarlyTurn, TurnPost
from turns.services import take_over
from turns.suggest import suggest

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TURNS = 100
BLOWS = {"strength": "Strength attack", "break": "Break attack"}


class Table:
    """The slow battle, and a page for each of the three who sit at the table."""

    def __init__(self, browser: Browser, url: str) -> None:
        load_demo(timezone.now())
        choose_language(user=User.objects.get(username="tomas"), language="en")
        self.contexts = [browser.new_context(base_url=url, java_script_enabled=False) for _n in range(3)]
        self.pages = {login: context.new_page() for login, context in zip(PEOPLE, self.contexts, strict=True)}
        for login, page in self.pages.items():
            sign_in(page, login)

    @property
    def battle(self) -> Battle:
        return Battle.objects.select_related("campaign").get(campaign__language="en", ruleset="saga", friendly=False)

    def whose(self) -> str | None:
        """Who plays the turn that runs; None when the battle is over."""
        state: State = state_of(self.battle)
        if state.running is None:
            return None
        unit = state.units[state.running.unit]
        if unit.player == DIRECTOR or unit.taken_over:
            return "inga"
        return User.objects.get(pk=int(unit.player[1:])).username


PEOPLE = ("inga", "mirko", "tomas")


@pytest.fixture
def table(browser: Browser, live_server: Any) -> Iterator[Table]:
    sitting = Table(browser, live_server.url)
    yield sitting
    for context in sitting.contexts:
        context.close()


def sign_in(page: Page, login: str) -> None:
    page.goto("/account/login/?next=/turns/")
    page.fill("[name=login]", login)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button")
    expect(page.get_by_role("heading", level=1)).to_have_text("My turns")


def test_the_demo_is_played_to_its_end_in_browsers_and_its_consequences_written(table: Table) -> None:
    for name in ("Aslaug", "Mereth"):
        character = Character.objects.get(campaign=table.battle.campaign, name=name)
        take_over(
            battle_id=table.battle.pk,
            director=User.objects.get(username="inga"),
            unit=f"c{character.pk}",
            reason="Not here today.",
            at=timezone.now(),
        )
    for _turn in range(MOST_TURNS):
        login = table.whose()
        if login is None:
            break
        before = TurnPost.objects.count()
        play = play_units if login == "inga" else play_turn
        play(table, table.pages[login])
        assert TurnPost.objects.count() > before
    assert table.battle.status == Battle.Status.ENDED
    assert not EarlyTurn.objects.filter(battle=table.battle, status=EarlyTurn.Status.WAITING).exists()
    confirm(table)


def play_units(table: Table, page: Page) -> None:
    """The director lets every unit that is due do what the page suggests."""
    page.goto(f"{table.battle.get_absolute_url()}npc/")
    page.get_by_role("button", name="Resolve in order…").click()
    page.locator("[data-stepwise]").click()
    expect(page.locator(".messages, #run:not([data-state=going])").first).to_be_visible(timeout=60_000)


def play_turn(table: Table, page: Page) -> None:
    """A player puts a turn together on the battle page, reviews it, and sends it."""
    state: State = state_of(table.battle)
    assert state.running is not None
    steps = suggest(state, state.running.unit)
    page.goto(f"{table.battle.get_absolute_url()}?unit={state.running.unit}")
    for step in steps:
        fill(page, step)
    if not any(isinstance(step, Strike | Rest) for step in steps):
        page.get_by_label("Nothing", exact=True).check()
    page.fill("#text", "Onward.")
    page.get_by_role("button", name="Review turn").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Review the turn")
    page.locator("main form button.button-primary").click()


def fill(page: Page, step: Step) -> None:
    """Choose one step in the composer, as a person without scripts does."""
    recalculate = page.get_by_role("button", name="Recalculate")
    if isinstance(step, Rest):
        page.locator("#mode-rest").check()
        recalculate.click()
    elif isinstance(step, Move):
        page.fill("#to", str(step.to))
        recalculate.click()
    elif isinstance(step, Strike):
        page.get_by_label(BLOWS[step.attack]).check()
        recalculate.click()
        page.select_option("#target", step.target)
        page.fill("#boost", str(step.boost))


def confirm(table: Table) -> None:
    """The director spares whom the boss felled, sees what will be written, and writes it."""
    fought = {case.character: case for case in cases_of(state_of(table.battle))}
    before = {one.pk: (renown_earned(one), open_wounds(one)) for one in Character.objects.filter(pk__in=fought)}
    page = table.pages["inga"]
    page.goto(f"{table.battle.get_absolute_url()}result/")
    for choice in page.locator("input[type=radio][value=lives]").all():
        choice.check()
    page.get_by_role("button", name="See what will be written").click()
    page.get_by_role("button", name="Write the consequences").click()
    assert table.battle.status == Battle.Status.FINISHED
    for one in Character.objects.filter(pk__in=fought):
        renown, wounds = before[one.pk]
        case = fought[one.pk]
        assert (renown_earned(one), open_wounds(one)) == (renown + case.renown, wounds + case.wounds)
