"""The translation catalogues, without GNU gettext: Babel reads the sources and writes the catalogues.

usage: python scripts/messages.py update|compile|check

update   bring locale/*/LC_MESSAGES/django.po up to date with the sources, then compile
compile  write the .mo files from the .po files
check    exit 1 when a text of the sources has no translation, or a .mo file does not match its .po file
"""

import io
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import django
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es",)
NO_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
APPS = ("accounts", "archives", "battles", "campaign", "characters", "config", "notifications", "story", "turns")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
STRING = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
CALL = re.compile(rf"""(?:\b(?:n|np|p)?gettext|\b_)\((?:[^()"']|{STRING})*\)""")
Message = tuple[str | tuple[str, ...], str | None, str]


def catalogue(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def sources() -> Iterator[tuple[Path, bytes]]:
    """Every Python file of the apps, and every template rewritten as calls of gettext."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_bytes()
    for path in sorted((ROOT / "templates").rglob("*.*")):
        if path.suffix in (".html", ".txt"):
            yield path, calls_of(path.read_text(encoding="utf-8"))


def calls_of(template: str) -> bytes:
    """The gettext calls of a template, one a line: what lies between them is no Python and must not be read as such."""
    return "\n".join(CALL.findall(templatize(template))).encode()


def messages() -> Iterator[Message]:
    """Every text to translate: the text (or its two forms), its context and the file it stands in."""
    for path, content in sources():
        found = extract("python", io.BytesIO(content), keywords=KEYWORDS, options={"encoding": "utf-8"})
        for _line, text, _comments, context in found:
            if text and text != ("", ""):
                yield text, context, str(path.relative_to(ROOT))


def template_catalogue() -> Catalog:
    fresh = Catalog(project="skald", charset="utf-8")
    for text, context, place in messages():
        fresh.add(text, locations=[(place, 1)], context=context)
    return fresh


def read(language: str) -> Catalog:
    """The catalogue as it stands, the moment of its making left out: it changes only when its texts do."""
    path = catalogue(language)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
    else:
        known = Catalog(locale=language, project="skald", charset="utf-8", fuzzy=False)
    known.creation_date = known.revision_date = NO_MOMENT
    return known


def update() -> None:
    fresh = template_catalogue()
    for language in LANGUAGES:
        known = read(language)
        known.update(fresh, no_fuzzy_matching=True, update_header_comment=False)
        known.obsolete.clear()
        known.header_comment = "# Texts of Skald."
        path = catalogue(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, known, width=120, omit_header=False, sort_output=True, include_lineno=False)
        strip_dates(path)
        print(f"{path.relative_to(ROOT)}: {len(missing(known, fresh))} of {len(fresh)} texts have no translation yet")
    compile_all()


def strip_dates(path: Path) -> None:
    """A catalogue changes only when its texts do."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    volatile = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')
    path.write_text("".join(line for line in lines if not line.startswith(volatile)), encoding="utf-8")


def compiled(language: str) -> bytes:
    target = io.BytesIO()
    write_mo(target, read(language))
    return target.getvalue()


def compile_all() -> None:
    for language in LANGUAGES:
        catalogue(language).with_suffix(".mo").write_bytes(compiled(language))


def missing(known: Catalog, fresh: Catalog) -> list[str]:
    """The texts of the sources that `known` does not translate, or only as a guess."""
    lacking = []
    for message in fresh:
        if not message.id:
            continue
        translated = known.get(message.id, message.context)
        strings = translated.string if translated and not translated.fuzzy else ""
        forms = [strings] if isinstance(strings, str) else list(strings or [""])
        if not all(forms):
            lacking.append(message.id if isinstance(message.id, str) else message.id[0])
    return lacking


def check() -> int:
    faults = []
    fresh = template_catalogue()
    for language in LANGUAGES:
        lacking = missing(read(language), fresh)
        faults += [f"{language}: no translation of {text!r}" for text in lacking]
        binary = catalogue(language).with_suffix(".mo")
        if not binary.exists() or binary.read_bytes() != compiled(language):
            faults.append(f"{language}: the .mo file does not match its .po file; run `make messages`")
    print("\n".join(faults) or "the catalogues are complete")
    return 1 if faults else 0


def main(verb: str) -> int:
    if verb == "check":
        return check()
    {"update": update, "compile": compile_all}[verb]()
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(sys.argv[1]))
