"""What somebody who means harm, or a broken program, sends to a form; drawn from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from tests.marked import Form

URLENCODED = "application/x-www-form-urlencoded"
BOUNDARY = "hostile"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"
LONG = 30_000
TOO_LARGE = 2_600_000
Fields = Mapping[str, Sequence[str]]

VALUES = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x01\x07\x1b[31m\x7f\r\n\x0b",
    "\ud800",
    "a\udfffb",
    "\u202e\u2066\u200b\ufeff",
    "e\u0301" * 200,
    "\U0001f701" * 5_000,
    "x" * LONG,
    "\n" * LONG,
    "-1",
    "0",
    "1.5",
    "1e309",
    "NaN",
    "-Infinity",
    "0x10",
    "\u0663",
    "\u00b2",
    "2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "9" * 40,
    "9" * 5_000,
    "true",
    "null",
    "[]",
    "{}",
    '"x"',
    "[" * 5_000,
    '{"a":' * 3_000 + "1" + "}" * 3_000,
    '{"steps": [{"kind": "move", "to": [0, 0]}]}',
    '[{"kind": "move", "to": "A1", "will": -5}]',
    '{"\\ud800": "\\udfff"}',
    "A1",
    "ZZ99999",
    "A0",
    "2026-13-45",
    "9999-12-31T23:59",
    "0001-01-01T00:00",
    "2026-11-30T10:00:00+99:99",
    "<script>alert(1)</script>",
    "[private]" * 500,
    "[roll 999999d999999]",
    "' OR 1=1 --",
    "../../../etc/passwd",
    "//elsewhere.example/",
    "javascript:alert(1)",
    "%s %(x)s {0} {x}",
    "http://169.254.169.254/",
)


@dataclass(frozen=True)
class Attempt:
    """One request; `marker` are words that somebody typed and would like to keep."""

    what: str
    path: str
    body: bytes = b""
    content_type: str = URLENCODED
    marker: str = ""
    forged_token: bool = False

    def __str__(self) -> str:
        return f"{self.what}: POST {self.path} {self.body[:300]!r}"


def attempts(forms: Sequence[Form], paths: Sequence[str], seed: int) -> Iterator[Attempt]:
    """Attempts without end on these forms and bare addresses."""
    luck = random.Random(seed)
    known = _known_values(forms)
    while True:
        if luck.random() < 0.1:
            yield bare(luck, luck.choice(paths))
        else:
            yield luck.choice(WAYS)(luck, luck.choice(forms), known)


def _known_values(forms: Sequence[Form]) -> dict[str, list[str]]:
    """For each field what it holds in any form of anybody: other battles', other people's, other units'."""
    known: dict[str, set[str]] = {}
    for form in forms:
        for name in form.fields.keys() - form.texts:
            known.setdefault(name, set()).update(form.fields[name])
    return {name: sorted(values) for name, values in known.items()}


Way = Callable[[random.Random, Form, dict[str, list[str]]], Attempt]


def bare(luck: random.Random, path: str) -> Attempt:
    """An address of any page, with nothing or with rubbish."""
    value = luck.choice(VALUES)
    body = luck.choice([b"", encoded({"text": [value], "id": [value]}), b"\xff\xfe=\x00", b"&&&==="])
    return Attempt("a bare address", path, body)


def as_it_stands(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """What the button would send, with words in every field for words."""
    marker = f"words typed {luck.randrange(10**9)}"
    words = {name: [marker] for name in form.texts - form.hidden}
    return Attempt("as it stands", form.action, encoded({**form.fields, **words}), marker=marker if words else "")


def one_value(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """One field is hostile; the words typed in the others would like to stay."""
    names = sorted(form.fields)
    if not names:
        return bare(luck, form.action)
    name = luck.choice(names)
    marker = f"words typed {luck.randrange(10**9)}"
    words = {other: [marker] for other in form.texts - form.hidden - {name}}
    fields = {**form.fields, **words, name: [luck.choice(VALUES)]}
    kept = words and name not in form.hidden
    return Attempt(f"a hostile {name}", form.action, encoded(fields), marker=marker if kept else "")


def all_values(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    fields = {name: [luck.choice(VALUES)] for name in form.fields}
    return Attempt("all fields hostile", form.action, encoded(fields))


def without(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    kept = {name: values for name, values in form.fields.items() if luck.random() < 0.5}
    return Attempt("fields missing", form.action, encoded(kept))


def more(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """Fields that the form does not have: rights, owners, ids."""
    extra = ("id", "pk", "user", "player", "role", "is_staff", "director", "by", "unit", "state", "version", "next")
    fields = {**form.fields, **{name: [luck.choice(VALUES)] for name in luck.sample(extra, 4)}, "x\x00[]": ["1"]}
    return Attempt("fields added", form.action, encoded(fields))


def twice(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    fields = {name: [*values, luck.choice(VALUES), *values] for name, values in form.fields.items()}
    return Attempt("every key repeated", form.action, encoded(fields))


def forged(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """Keys of other battles, units, people and versions, where the form has its own."""
    fields = {name: [luck.choice(known[name])] if known.get(name) else values for name, values in form.fields.items()}
    return Attempt("forged keys", form.action, encoded(fields))


def other_kind(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """Another kind of body than the form's, true or false to its name."""
    text = json.dumps({name: values[0] if values else "" for name, values in form.fields.items()}).encode()
    kinds = (
        ("application/json", text),
        ("text/plain", text),
        (URLENCODED, text),
        ("multipart/form-data", text),
        (MULTIPART, text),
        (MULTIPART, parts(form.fields)),
        (MULTIPART, parts(form.fields, as_files=True)),
        (MULTIPART, parts(form.fields)[: luck.randrange(1, 400)]),
        ("application/x-www-form-urlencoded; charset=utf-7", encoded(form.fields)),
        ("application/x-www-form-urlencoded; charset=nothing", encoded(form.fields)),
        ("", text),
    )
    kind, body = luck.choice(kinds)
    return Attempt(f"a body of the kind {kind!r}", form.action, body, kind)


def too_large(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    if luck.random() < 0.5:
        return Attempt("too many fields", form.action, encoded({f"f{number}": ["x"] for number in range(1_500)}))
    return Attempt("too large", form.action, encoded({**form.fields, "text": ["x" * TOO_LARGE]}))


def with_a_forged_token(luck: random.Random, form: Form, known: dict[str, list[str]]) -> Attempt:
    """What another site would send in the reader's name."""
    attempt = as_it_stands(luck, form, known)
    return Attempt(
        "a forged token", form.action, attempt.body + b"&csrfmiddlewaretoken=x", URLENCODED, attempt.marker, True
    )


WAYS: tuple[Way, ...] = (
    as_it_stands,
    *(one_value,) * 6,
    *(all_values,) * 2,
    without,
    more,
    twice,
    *(forged,) * 4,
    other_kind,
    too_large,
    with_a_forged_token,
)


def encoded(fields: Fields) -> bytes:
    """As a browser would, but for halves of characters, which a browser never sends."""
    pairs = [(name, value) for name, values in fields.items() for value in values]
    return urlencode(pairs, errors="surrogatepass").encode()


def parts(fields: Fields, *, as_files: bool = False) -> bytes:
    file = '; filename="a\\"b.png"\r\nContent-Type: image/png' if as_files else ""
    body = b"".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode(errors="replace")
        + value.encode(errors="surrogatepass")
        + b"\r\n"
        for name, values in fields.items()
        for value in values
    )
    return body + f"--{BOUNDARY}--\r\n".encode()
