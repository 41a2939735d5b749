"""The pages of an adventure before it begins: its draft, its file checked as it is typed, announcing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from battles import drafts, services
from battles.drawing import Drawing
from battles.dungeon.form import AdventureForm, NewAdventureForm, adventures
from battles.dungeon.picture import map_drawing
from battles.dungeon.plan import AdventurePlan, longest_hours
from battles.dungeon.words import entry_name, file_words, plan_words
from battles.models import Battle
from battles.views import draft_or_404, draft_state, save_sent, sent_fields, user_in
from campaign.models import Campaign
from campaign.selectors import directors_of, dungeon_rules, players_of
from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.adventures import KEYS, source
from rulebook.dungeon.catalogue import HEROES
from rulebook.dungeon.mapfile import parse_adventure, read_draft
from rulebook.errors import Refused, TooLate, Unreadable

LARGEST_UPLOAD = 20000


def language() -> str:
    """The language in force."""
    return translation.get_language() or "en"


def create(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """A new draft for a director of this campaign: its name, and the adventure to begin with."""
    form = NewAdventureForm(request.POST or None)
    if form.is_valid():
        battle = services.create_adventure(campaign=campaign, by=user_in(request), at=clock.now(), **form.cleaned_data)
        return redirect("battles:prepare", campaign.slug, battle.code)
    return render(request, "battles/dungeon/new.html", {"form": form, "campaign": campaign})


# --- the draft


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The whole draft on one page. Every button saves it first, so that nothing is lost."""
    battle = draft_or_404(request, slug, code)
    if request.method == "POST":
        return _act(request, battle)
    return _page(request, battle, form_of(battle, battle.draft, bound=False))


@login_required
@require_POST
def autosave(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Save what was typed and answer with one line: when it was saved, or why it was not."""
    battle = draft_or_404(request, slug, code)
    try:
        battle = save_sent(request, battle, sent_fields(request.POST) | _set_aside(battle))
    except Refused as refused:
        words = plan_words(refused.code, refused.data, language())
        context = {"problem": words, "revision": request.POST.get("revision", "0")}
        return render(request, "battles/_draft_state.html", context, status=409)
    return render(request, "battles/_draft_state.html", draft_state(battle))


@login_required
@require_POST
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What is wrong with a file as it stands in the form, and its map. Nothing is saved."""
    draft_or_404(request, slug, code)
    report = report_of(request.POST.get("source", "")[:LARGEST_UPLOAD])
    return render(request, "battles/dungeon/_report.html", {"report": report})


def _act(request: HttpRequest, battle: Battle) -> HttpResponse:
    do = request.POST.get("do", "save")
    try:
        battle = save_sent(request, battle, _changed(request, battle, do))
    except TooLate as refused:
        return _unsaved(request, battle, refused, status=409, conflict=True)
    except Refused as refused:
        return _unsaved(request, battle, refused, status=422)
    if do not in ("check", "announce"):
        anchor = "#file" if do in ("replace", "upload", "restore") else "#heroes" if do == "all" else ""
        return redirect(f"{reverse('battles:prepare', args=[battle.campaign.slug, battle.code])}{anchor}")
    form = form_of(battle, battle.draft)
    if checked_plan(battle, form) is None:
        return _page(request, battle, form, status=422)
    if do == "announce":
        return redirect("battles:announce", battle.campaign.slug, battle.code)
    return _page(request, battle, form, good=True)


def _changed(request: HttpRequest, battle: Battle, do: str) -> drafts.Fields:
    """What was sent, after what the button asks for: another file, the one before it, all heroes for one player."""
    fields = sent_fields(request.POST) | _set_aside(battle)
    if do == "replace":
        return _with_source(fields, source(request.POST.get("add-adventure", "")))
    if do == "upload":
        return _with_source(fields, _uploaded(request.FILES.get("upload")))
    if do == "restore" and "replaced" in fields:
        return _with_source(fields, fields["replaced"][0])
    if do == "all":
        who = request.POST.get("all-to", "")
        return fields | {f"hero-{hero.key}": [who] for hero in HEROES}
    return fields


def _with_source(fields: drafts.Fields, text: str) -> drafts.Fields:
    """Another file in place of the one there is, which is set aside unless it ships with the program."""
    before = fields.get("source", [""])[0]
    shipped = {source(key).strip() for key in KEYS}
    kept = {} if before.replace("\r\n", "\n").strip() in shipped | {""} else {"replaced": [before]}
    return fields | {"source": [text]} | kept


def _set_aside(battle: Battle) -> drafts.Fields:
    """The file that another one took the place of: it is kept beside what the form sends."""
    fields: drafts.Fields = battle.draft.get("fields", {})
    return {name: fields[name] for name in ("replaced",) if name in fields}


def _uploaded(file: UploadedFile | None) -> str:
    """The text of a file that was sent. Raises `no-upload` and `bad-upload` (Unreadable)."""
    if file is None:
        raise Unreadable("no-upload", "No file was sent.")
    written = file.read(LARGEST_UPLOAD + 1)
    try:
        text: str = written.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable("bad-upload", f"{file.name} is no text in UTF-8.") from None
    if len(written) > LARGEST_UPLOAD or "\x00" in text:
        raise Unreadable("bad-upload", f"{file.name} is no text, or longer than {LARGEST_UPLOAD} bytes.")
    return text


def _unsaved(request: HttpRequest, battle: Battle, refused: Refused, *, status: int, **more: Any) -> HttpResponse:
    """The page again with what was typed: another page saved since, or the button asks for what cannot be."""
    battle.refresh_from_db()
    form = form_of(battle, {"fields": drafts.checked_or_empty(sent_fields(request.POST))})
    form.add_error(None, plan_words(refused.code, refused.data, language()))
    return _page(request, battle, form, status=status, **more)


def form_of(battle: Battle, draft: dict[str, Any], *, bound: bool = True) -> AdventureForm:
    """The form of a draft, with everybody who may have a part in the adventure."""
    campaign = battle.campaign
    return AdventureForm(draft, players=list(players_of(campaign)), directors=list(directors_of(campaign)), bound=bound)


def checked_plan(battle: Battle, form: AdventureForm) -> AdventurePlan | None:
    """The plan, if nothing stands in its way; otherwise every problem is at its field."""
    form.full_clean()
    plan = form.plan()
    form.add_problems(services.problems_of_adventure(battle, plan))
    return None if form.errors else plan


def _page(request: HttpRequest, battle: Battle, form: AdventureForm, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "battle": battle,
        "campaign": battle.campaign,
        "form": form,
        "report": report_of(form.sent.get("source", "")),
        "adventures": adventures(),
        "set_aside": "replaced" in battle.draft.get("fields", {}),
        **draft_state(battle),
        **more,
    }
    return render(request, "battles/dungeon/prepare.html", context, status=status)


# --- the file


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file, in words: its line (0 for the file as a whole) and what stands there."""

    line: int
    words: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A file as far as it can be read: what is wrong with it, its map, its lines with their numbers."""

    faults: tuple[Fault, ...]
    drawing: Drawing | None
    lines: tuple[tuple[int, str, bool], ...]
    adventure: Adventure | None

    @property
    def title(self) -> str:
        return self.adventure.title.say(language()) if self.adventure else ""


def report_of(text: str) -> Report:
    """What a file says and what is wrong with it, in the language in force."""
    lines, faults, adventure = text.splitlines(), [], None
    try:
        adventure = parse_adventure(text)
    except Unreadable as refused:
        problems: Any = refused.data["problems"]
        faults = [_fault(problem, lines) for problem in problems]
    wrong = {fault.line for fault in faults}
    return Report(
        tuple(faults),
        map_drawing(read_draft(text), language(), wrong),
        tuple((number, line, number in wrong) for number, line in enumerate(lines, 1)),
        adventure,
    )


def _fault(problem: dict[str, Any], lines: list[str]) -> Fault:
    line = problem["line"]
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    return Fault(line, file_words(problem["code"], problem["data"]), text)


# --- announcing


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What announcing does, then the act: players are asked whom they play, or all is settled and it can begin."""
    battle = draft_or_404(request, slug, code)
    form = form_of(battle, battle.draft)
    plan = checked_plan(battle, form)
    if plan is None:
        return _page(request, battle, form, status=422)
    if request.method == "POST":
        try:
            services.announce_adventure(battle_id=battle.pk, plan=plan, by=user_in(request), at=clock.now())
        except Refused as refused:
            form.add_error(None, plan_words(refused.code, refused.data, language()))
            return _page(request, battle, form, status=409)
        return redirect(f"{battle.get_absolute_url()}muster/")
    return render(request, "battles/dungeon/announce.html", _announcement(battle, plan))


def _announcement(battle: Battle, plan: AdventurePlan) -> dict[str, Any]:
    campaign = battle.campaign
    people = {one.pk: one.shown_name for one in (*players_of(campaign), *directors_of(campaign))}
    rules = plan.table_rules(dungeon_rules(campaign))
    person = not plan.invisible
    return {
        "battle": battle,
        "campaign": campaign,
        "plan": plan,
        "adventure": plan.adventure.title.say(language()),
        "seats": [(entry_name(seat.hero, language()), people.get(seat.player or 0, "")) for seat in plan.heroes],
        "asked": [people[pk] for pk in plan.asked if pk in people] if plan.open_heroes else [],
        "overlord": people.get(plan.overlord_player or 0, ""),
        "rules": rules,
        "person": person,
        "hours": longest_hours(rules, len(plan.heroes), person=person),
    }


PAGES = {"prepare": prepare, "autosave": autosave, "announce": announce}
"""By the names of the addresses that every ruleset has."""
