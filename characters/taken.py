"""A sheet to take away, as Markdown: what the page shows its reader, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.shown import SheetPage
from characters.words import AbilityWords

MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
OPENINGS = re.compile(r"^(\s*)([-+=]|\d+[.)])", re.MULTILINE)


def sheet_markdown(page: SheetPage) -> str:
    """The sheet as one Markdown text, with no more in it than `page` was made with for its reader."""
    character = page.sheet.character
    level = _("level %(level)s") % {"level": character.level}
    line = f"{page.race} · {page.class_name} · {character.get_rank_display()} · {level}"
    played = _("played by %(name)s") % {"name": character.player.shown_name}
    parts = [f"# {_plain(character.name)}", _plain(line), _plain(played), *_figures(page), *_skills(page)]
    return "\n\n".join([*parts, *_possessions(page), *_changes(page), *_words(page)]) + "\n"


def _figures(page: SheetPage) -> Iterator[str]:
    rows = [(str(figure.label), f"{figure.current} / {figure.most}") for figure in page.now]
    rows += [(str(label), value) for label, value, _parts in page.fixed]
    rows.append((_("Open wounds"), str(page.sheet.open_wounds)))
    yield f"## {_('Now')}"
    yield _list(f"{label}: {value}" for label, value in rows)
    yield f"## {_('Campaign attributes')}"
    yield _list(f"{label}: {value}" for label, value in page.attributes)


def _skills(page: SheetPage) -> Iterator[str]:
    yield f"## {_('In battle')}"
    for one in (*page.actives, *(talent.words for talent in page.talents), *page.passives):
        yield f"**{_plain(one.name)}** ({_kind(one)}). {_plain(one.text)}"


def _kind(one: AbilityWords) -> str:
    return _("passive") if one.rank is None else _("rank %(rank)s") % {"rank": one.rank}


def _possessions(page: SheetPage) -> Iterator[str]:
    yield f"## {_('Items')}"
    items = [f"{one.name} ({', '.join(str(effect) for effect in one.effects)})" for one in page.items]
    yield _list(items) if items else _("None.")
    yield f"## {_('Renown')}"
    yield str(page.sheet.renown_held)


def _changes(page: SheetPage) -> Iterator[str]:
    yield f"## {_('Changes')}"
    lines = []
    for one in page.changes:
        before = f"{one.before} → " if one.before else ""
        reason = f" · {one.reason}" if one.reason else ""
        day = date(timezone.localtime(one.at), "Y-m-d H:i")
        lines.append(f"{day} · {one.label}: {before}{one.after}{reason}")
    yield _list(lines) if lines else _("Nothing has changed yet.")


def _words(page: SheetPage) -> Iterator[str]:
    character = page.sheet.character
    written = (
        (_("Appearance"), character.appearance),
        (_("History"), character.history),
        (_("Private notes"), page.sheet.private_notes),
    )
    for title, words in written:
        if words:
            yield f"## {title}"
            yield _plain(words)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {_plain(line)}" for line in lines)


def _plain(words: str) -> str:
    """Words whose signs mean nothing in Markdown."""
    return OPENINGS.sub(r"\1\\\2", MARKS.sub(r"\\\1", words.replace("\r\n", "\n")))
