"""A language that nobody speaks: every text of the site between marks, so that a text without marks was forgotten.

Texts of our own stand between ⟦ and ⟧, what people wrote between ⟪ and ⟫. Placeholders stay outside the marks: what is
put into a sentence must bring marks of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from zoneinfo import available_timezones

import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from django.apps import apps
from django.conf import settings

from config.glossary import GLOSSARY
from scripts import messages

LANGUAGE = "qaa"
OPEN, CLOSE, OWN_OPEN, OWN_CLOSE = "⟦⟧⟪⟫"
KEPT = re.compile(r"%%|%\(\w+\)[sdgf]|%[sd]|\{\w*\}|<[^>]+>|&\w+;|\n")
"""What a text holds that is not words: placeholders, tags, entities, ends of lines."""


def mark(text: str) -> str:
    """The text with each of its runs of words between marks."""
    pieces = re.split(f"({KEPT.pattern})", text)
    return "".join(piece if KEPT.fullmatch(piece) or not piece.strip() else _bracketed(piece) for piece in pieces)


def _bracketed(piece: str) -> str:
    words = piece.strip()
    return piece.replace(words, f"{OPEN}{words}{CLOSE}", 1)


def own(text: str) -> str:
    """What somebody wrote: each line of it between marks of its own kind."""
    return "\n".join(f"{OWN_OPEN}{line}{OWN_CLOSE}" if line.strip() else line for line in text.split("\n"))


# --- the catalogue


def write_catalogue(folder: Path) -> None:
    """Write the language's catalogue: our texts as the sources hold them, others' where they know Spanish."""
    made = Catalog(locale="en", charset="utf-8")
    for other in _catalogues_of_others():
        _take(made, (message for message in other if message.string and all(message.string)))
    _take(made, messages.template_catalogue())
    target = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as file:
        write_mo(file, made)


def _take(made: Catalog, found: Iterable[object]) -> None:
    for message in found:
        text, context = message.id, message.context  # type: ignore[attr-defined]
        if text:
            marked = mark(text) if isinstance(text, str) else tuple(mark(form) for form in text)
            made.add(text, marked, context=context)


def _catalogues_of_others() -> Iterator[Catalog]:
    """The Spanish catalogues that come with Django and with the apps of others."""
    homes = [Path(django.__file__).parent / "conf"]
    homes += [Path(config.path) for config in apps.get_app_configs() if not _is_ours(config.name)]
    for home in homes:
        path = home / "locale" / "es" / "LC_MESSAGES" / "django.mo"
        if path.exists():
            with path.open("rb") as file:
                yield read_mo(file)


def _is_ours(name: str) -> bool:
    spec = find_spec(name.split(".")[0])
    return bool(spec and spec.origin and Path(spec.origin).parent.parent == messages.ROOT)


# --- reading a page

MACHINE = re.compile(
    r"https?://\S+|\S+@\S+\.\w+|/[\w/.\-]+|\b(?:[A-Z]+-)+\d+\b|\b\d*d\d+\b|\b[A-Z]{1,2}\d{1,2}\b"
    r"|\b\d[\d,.]* ?(?:d|h|min)\b|\b[0-9a-f]{8,}\b|\b\d+:\d+\b|<t:\d+:F>",
)
"""What reads the same in every language: addresses, rule ids, dice, cells, lengths of time, hashes."""
NAMES = {"Skald", "UTC", "JSON", "API", "EPUB", "Markdown", "EN", "ES", LANGUAGE.upper()}
NAMES |= {"Discord", "Matrix", "Pushover", "Slack", "Telegram", "ntfy"}
NAMES |= {word for term in GLOSSARY for word in (term.english, term.spanish)}
NAMES |= {name for _code, name in settings.LANGUAGES}
NAMES |= {"Gang Up"}  # the one key in the records of the dungeon's rules that has a blank in it
PLACES = {name for zone in available_timezones() for name in (zone, *zone.split("/"), ", ".join(zone.split("/")[1:]))}
SPOKEN = ("title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "alt", "placeholder")
KEYS = re.compile(r"[a-z0-9_\-]+( [a-z0-9_\-]+)*")
SILENT = {"script", "style", "code", "template"}
WORD = re.compile(r"[^\W\d_]{2,}")


def unmarked(text: str) -> str:
    """What of a text stands outside all marks and has words in it; empty when there is nothing."""
    if text.strip() in NAMES or text.strip().rstrip(".").replace(" ", "_").replace(",_", ", ") in PLACES:
        return ""
    rest = MACHINE.sub(" ", _outside(text))
    words = [word for word in WORD.findall(rest) if word not in NAMES]
    return " ".join(text.split()) if words else ""


def _outside(text: str) -> str:
    depth, kept = 0, []
    for sign in text:
        if sign in (OPEN, OWN_OPEN):
            depth += 1
        elif sign in (CLOSE, OWN_CLOSE):
            depth = max(0, depth - 1)
            kept.append(" ")
        elif depth == 0:
            kept.append(sign)
    return "".join(kept)


class _Element(NamedTuple):
    """An element while it is open: is it hushed, and which language do it or its parents name?"""

    tag: str
    hushed: bool = False
    language: str = ""


class Form(NamedTuple):
    """A form of a page, with what its fields hold and one of its buttons; `texts` are the fields to write words in."""

    action: str
    method: str
    fields: dict[str, list[str]]
    hidden: frozenset[str]
    pressed: str
    texts: frozenset[str] = frozenset()


class Page(HTMLParser):
    """A page as a reader meets it: its texts, and its forms as they stand."""

    VOID = frozenset(
        ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
    )

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.misplaced: list[str] = []
        self.forms: list[Form] = []
        self._open: list[_Element] = []
        self._form: _FormBeingRead | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        element = self._inside(tag, given)
        if tag not in self.VOID:
            self._open.append(element)
        self._take(element, _spoken(tag, given))
        self._read_form(tag, given)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if any(one.tag == tag for one in self._open):
            while self._open.pop().tag != tag:
                pass
        if tag == "form" and self._form:
            self.forms += self._form.variants()
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._form:
            self._form.text(data)
        if data.strip():
            self._take(self._open[-1] if self._open else _Element(""), [data])

    def _inside(self, tag: str, given: dict[str, str]) -> _Element:
        outer = self._open[-1] if self._open else _Element(tag)
        hushed = outer.hushed or tag in SILENT or given.get("translate") == "no"
        return _Element(tag, hushed, given.get("lang", outer.language))

    def _take(self, element: _Element, texts: Iterable[str]) -> None:
        """The site's own words stand in the reader's language, whatever the language of what they stand beside."""
        for text in [] if element.hushed else texts:
            self.texts.append(text)
            if OPEN in text and element.language not in ("", LANGUAGE):
                self.misplaced.append(f"{' '.join(text.split())} in an element of the language {element.language}")

    def _read_form(self, tag: str, given: dict[str, str]) -> None:
        if tag == "form":
            self._form = _FormBeingRead(given.get("action", ""), given.get("method", "get").lower())
        elif self._form:
            self._form.field(tag, given)


def _spoken(tag: str, given: dict[str, str]) -> Iterator[str]:
    for name, value in given.items():
        button = tag == "input" and given.get("type") in ("submit", "button", "reset") and name == "value"
        group = tag in ("optgroup", "option") and name == "label"
        told = name.startswith("data-") and " " in value.strip() and not KEYS.fullmatch(value)
        described = tag == "meta" and name == "content" and given.get("name") == "description"
        if name in SPOKEN or button or group or told or described:
            yield value


class _FormBeingRead:
    """Collects a form's fields while its page is read."""

    def __init__(self, action: str, method: str) -> None:
        self.action, self.method = action, method
        self.fields: dict[str, list[str]] = {}
        self.hidden: set[str] = set()
        self.texts: set[str] = set()
        self.buttons: list[tuple[str, dict[str, list[str]]]] = []
        self._select = self._textarea = ""

    def field(self, tag: str, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text" if tag == "input" else "submit")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = [given.get("value", "")]
        elif tag == "textarea" and name:
            self._textarea, self.fields[name] = name, [""]
            self.texts.add(name)
        elif tag == "button" and kind == "submit":
            pressed = {name: [given.get("value", "")]} if name else {}
            self.buttons.append((given.get("formaction", self.action), pressed))
        elif tag == "input" and name and ("checked" in given or kind not in ("checkbox", "radio", "submit")):
            self.fields.setdefault(name, []).append(given.get("value", ""))
            self.hidden |= {name} if kind == "hidden" else set()
            self.texts |= {name} if kind == "text" else set()

    def text(self, data: str) -> None:
        if self._textarea:
            self.fields[self._textarea] = [data]
            self._textarea = ""

    def variants(self) -> list[Form]:
        """The form as each of its buttons would send it."""
        buttons = self.buttons or [(self.action, {})]
        hidden, texts = frozenset(self.hidden), frozenset(self.texts)
        return [
            Form(
                action,
                self.method,
                self.fields | pressed,
                hidden | set(pressed),
                " ".join(sum(pressed.values(), [])),
                texts,
            )
            for action, pressed in buttons
        ]
