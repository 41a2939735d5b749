"""What stands in a scene beside its posts, for faces without our pages: frames, days of a caravan, turns of a battle.

Books and feeds take HTML, files take Markdown. Nothing is asked here: whoever gathers the entries has asked for the
reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.template.defaultfilters import date
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from campaign.models import CaravanEntry
from story.caravan_forms import LABELS
from story.entries import Entry
from story.models import Scene
from story.selectors.caravan import Line
from story.selectors.frames import ShownFrame, ShownOption, ShownTest
from story.selectors.reading import Shown
from story.words_shown import html_of
from turns.narratives import as_markdown

LOCAL_LINK = re.compile(r"\]\(/(?!/)")
LOCAL = re.compile(r'\b(href|src)="/(?!/)')


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a book: who is heard (or nobody), when, and the HTML."""

    who: str
    at: datetime | None
    html: str


def absolute(html: str) -> str:
    """HTML whose addresses lead to this site from wherever it is read."""
    return LOCAL.sub(lambda found: f'{found[1]}="{settings.SITE_URL}/', html)


def absolute_markdown(text: str) -> str:
    """The same for Markdown."""
    return LOCAL_LINK.sub(f"]({settings.SITE_URL}/", text)


def pieces_of(entries: Sequence[Entry], scene: Scene) -> Iterator[Piece]:
    """Everything of a scene, in order."""
    for entry in entries:
        if entry.post is not None:
            yield Piece(entry.post.post.speaker_name, entry.post.post.published_at, post_html(entry.post, entry, scene))
        elif entry.step is not None:
            yield Piece("", None, step_html(entry.step, scene))
        else:
            yield from (Piece("", None, _turn_html(one, entry, scene)) for one in entry.turns)


def post_html(shown: Shown, entry: Entry, scene: Scene) -> str:
    """A post with the frame that it narrates, or the name of the one whose outcome it is."""
    head = f"<p><em>{escape(_outcome(entry))}</em></p>" if entry.outcome_of else ""
    frame = frame_html(entry.frame, scene) if entry.frame else ""
    return head + html_of(shown) + frame


def frame_html(shown: ShownFrame, scene: Scene) -> str:
    """A frame: options, votes as far as they may be known, tests."""
    return _rendered("story/_frame_told.html", scene, {"shown": shown})


def step_html(line: Line, scene: Scene) -> str:
    """A line of a caravan's ledger."""
    return _rendered("story/_step.html", scene, {"line": line, "bare": True})


def _turn_html(turn: Any, entry: Entry, scene: Scene) -> str:
    return _rendered(entry.post_template, scene, {"post": turn, "battle": scene.battle, "bare": True, "level": "h2"})


def _rendered(template: str, scene: Scene, context: dict[str, Any]) -> str:
    return render_to_string(template, {"campaign": scene.campaign, "LANGUAGE_CODE": get_language(), **context}).strip()


def step_title(entry: CaravanEntry) -> str:
    """What happened to which caravan, in a line."""
    return _("Caravan of %(clan)s: %(what)s") % {"clan": entry.clan.name, "what": entry.get_kind_display()}


def _outcome(entry: Entry) -> str:
    title = entry.outcome_of.title if entry.outcome_of else ""
    return _("Outcome of the story frame: %(title)s") % {"title": title}


# --- Markdown


def entry_markdown(entry: Entry, words: Callable[[Shown], str]) -> list[str]:
    """An entry as paragraphs of Markdown; `words` are those of a post."""
    if entry.post is not None:
        return _post(entry.post, entry, words)
    if entry.step is not None:
        return _step(entry.step)
    return [part for one in entry.turns for part in _turn(one)]


def _post(shown: Shown, entry: Entry, words: Callable[[Shown], str]) -> list[str]:
    parts = [f"## {shown.post.speaker_name}", f"*{_moment(shown.post.published_at)}*"]
    if entry.outcome_of:
        parts.append(f"*{_outcome(entry)}*")
    parts.append(words(shown))
    return parts + (_frame(entry.frame) if entry.frame else [])


def _moment(at: datetime) -> str:
    return date(timezone.localtime(at), "Y-m-d H:i")


def _frame(shown: ShownFrame) -> list[str]:
    frame = shown.frame
    state = f" ({_('closed')})" if frame.closed_at else f" ({_('vote running')})" if shown.options else ""
    parts = [f"**{_('Story frame:')} {frame.title}**{state}"]
    if shown.options:
        parts.append("\n".join(_option(one) for one in shown.options))
        if frame.closed_at and not frame.chosen_id:
            parts.append(_("The story follows none of them."))
    if shown.tests:
        parts.append("\n".join(line for one in shown.tests for line in _test(one)))
    return parts


def _option(one: ShownOption) -> str:
    line = f"{one.option.number}. {one.option.text}"
    if one.weight is not None:
        count = ngettext("%(n)s vote", "%(n)s votes", one.weight) % {"n": one.weight}
        line += f" ({count}: {', '.join(one.by)})" if one.by else f" ({count})"
    return f"{line} **{_('followed')}**" if one.chosen else line


def _test(one: ShownTest) -> Iterator[str]:
    test = one.test
    line = f"- **{test.character.name}** · {test.get_attribute_display()} {test.value}"
    if test.penalty:
        line += f" − {test.penalty} ({test.reason})"
    line += " · " + _("needs %(target)s or less on 1d%(die)s") % {"target": one.target, "die": test.die}
    if one.result is None:
        yield f"{line} · {_('not rolled yet')}"
        return
    first = _("first %(face)s, then") % {"face": test.roll.total} + " " if test.reroll_id and test.roll else ""
    yield f"{line} · {first}{one.result.face}: {_('success') if one.result.success else _('failure')}"
    if test.weighed_at:
        yield f"  - {_('The direction of the plot')}: {_one_line(test.plot)}"
        yield f"  - {_('The logic of the events')}: {_one_line(test.logic)}"
        yield f"  - {_('What follows')}: {_one_line(test.verdict)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _step(line: Line) -> list[str]:
    entry = line.entry
    lines = [f"- {LABELS[one.name]}: {one.before} → {one.after} ({one.shown_move})" for one in line.changes]
    if entry.healed:
        lines.append(f"- {_('Healed of a wound:')} {', '.join(entry.healed)}")
    parts = [f"**{step_title(entry)}**", f"*{_moment(entry.at)}*", "\n".join(lines)]
    return [part for part in (*parts, f"*{entry.reason}*" if entry.reason else "") if part]


def _turn(turn: Any) -> Iterator[str]:
    row = turn.row
    yield f"## {getattr(turn, 'name', row.unit_name)}"
    yield f"*{_moment(row.at)}*"
    if row.narrative:
        yield as_markdown(row.narrative)
    lines = [f"- ~~{one.text}~~" if one.undone else f"- {one.text}" for one in turn.lines]
    if lines:
        yield "\n".join(lines)
