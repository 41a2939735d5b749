"""The report of a round in either game, and the same as text to paste into a letter, a forum or a chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from battles.models import Battle
from turns import report_saga
from turns.dungeon import report as report_dungeon
from turns.pictures import last_round, state_at
from turns.rounds import Deed, Report

DISCORD_MOST = 1900
"""A message there holds 2,000 characters; the links come on top."""

REPORTERS: Mapping[str, Callable[[Battle, Any, int], Report]] = {
    "saga": report_saga.report,
    "dungeon": report_dungeon.report,
}
"""By ruleset."""


def report_of(battle: Battle, round_: int, language: str) -> Report:
    """A round from 1 to `pictures.last_round` in short, in one language, as everybody may know it."""
    with translation.override(language):
        return REPORTERS[battle.ruleset](battle, state_at(battle, round_), round_)


def report_beside(battle: Battle, round_: int) -> Report | None:
    """The report of a round in the language in force; nothing before the first round."""
    if not 1 <= round_ <= last_round(battle):
        return None
    return report_of(battle, round_, translation.get_language() or "en")


@dataclass(frozen=True, slots=True)
class Marks:
    """How a place writes bold words, words as they are, and a list of items, which may hold lists."""

    bold: Callable[[str], str]
    plain: Callable[[str], str]
    listed: Callable[[Sequence[str]], list[str]]


def _same(text: str) -> str:
    return text


MARKDOWN_SPECIAL = "\\`*_{}[]<>#|~"


def _escaped(text: str) -> str:
    """Words that Markdown would take for marks, as words."""
    return "".join(f"\\{letter}" if letter in MARKDOWN_SPECIAL else letter for letter in text)


def _unbracketed(text: str) -> str:
    """Words without what BBCode would take for a tag."""
    return text.replace("[", "(").replace("]", ")")


def _dashed(items: Sequence[str]) -> list[str]:
    """A dash before each; what is within an item stands further right."""
    return ["- " + item.replace("\n", "\n  ") for item in items]


PLAIN = Marks(_same, _same, _dashed)
MARKDOWN = Marks(lambda text: f"**{text}**", _escaped, lambda items: ["", *_dashed(items), ""])
DISCORD = Marks(lambda text: f"**{text}**", _escaped, _dashed)
BBCODE = Marks(
    lambda text: f"[b]{text}[/b]",
    _unbracketed,
    lambda items: ["[list]", *(f"[*]{item}" for item in items), "[/list]"],
)
PASTED: Mapping[str, Marks] = {"plain": PLAIN, "bbcode": BBCODE, "markdown": MARKDOWN}
"""Where a report is pasted whole; a chat takes less (`for_discord`)."""


def as_text(battle: Battle, report: Report, language: str, marks: Marks) -> str:
    """The report in lines, the battle's name first."""
    with translation.override(language):
        return "\n".join(_lines(battle, report, marks)).strip() + "\n"


def for_discord(battle: Battle, report: Report, language: str) -> str:
    """The same, cut at the end of a line where it is longer than a message may be."""
    text = as_text(battle, report, language, DISCORD)
    if len(text) <= DISCORD_MOST:
        return text
    return text[:DISCORD_MOST].rpartition("\n")[0] + "\n…\n"


def _lines(battle: Battle, report: Report, marks: Marks) -> list[str]:
    lines = [marks.bold(f"{marks.plain(battle.name)} · {report.title}")]
    lines += _list([_deed(deed, marks) for deed in report.deeds], marks)
    lines += _part(_("How they stand"), [f"{name}: {words}" for name, words in report.standing], marks)
    lines += _part(_("Found"), report.found, marks)
    return [*lines, marks.bold(marks.plain(report.ending))] if report.ending else lines


def _deed(deed: Deed, marks: Marks) -> str:
    """One line for a hero; for an Overlord with several things to tell, a list."""
    told = [marks.plain(line) for line in deed.lines]
    name = f"{marks.bold(marks.plain(deed.name))}: " if deed.name else ""
    return f"{name}{told[0]}" if len(told) == 1 else "\n".join([name.strip(), *_nested(told, marks)])


def _nested(items: Sequence[str], marks: Marks) -> list[str]:
    return [line for line in marks.listed(items) if line]


def _part(title: str, items: Sequence[str], marks: Marks) -> list[str]:
    return [marks.bold(title), *_list([marks.plain(item) for item in items], marks)] if items else []


def _list(items: Sequence[str], marks: Marks) -> list[str]:
    return marks.listed(items) if items else []
