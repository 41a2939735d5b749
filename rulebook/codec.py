"""Frozen typed data to plain JSON values and back, by the declared types alone.

A dataclass becomes a mapping of its fields; a union of dataclasses carries each one's
`kind`, and its `version` where it has one. Named tuples that a ruleset has notation for
(cells, sizes) are written in it. A mapping whose order means something is declared
`Listed` and written as pairs, since stores may sort the keys of an object. Reading checks
every value against its declared type and raises `Unreadable` (`bad-data`) with the place
where it does not fit.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from rulebook.errors import Unreadable

Read = Callable[[Any, str], Any]
Write = Callable[[Any], Any]
Typed = TypeVar("Typed")
PLAIN = (str, bool, int, float)
Listed = Annotated[Mapping[str, Typed], "listed"]
"""A mapping that keeps its order in whatever store its JSON lies."""


class Codec(NamedTuple):
    """How values of one type are written and read; reading is told where it is."""

    write: Write
    read: Read


NOTATIONS: dict[type, tuple[str, Write, Callable[[str], Any]]] = {}
"""By type: the name of its notation, how to write it, how to read it."""


def notation(of: type, name: str, write: Write, read: Callable[[str], Any]) -> None:
    """Give a type a notation of its own; beside other types it is written `{name: …}`."""
    NOTATIONS[of] = (name, write, read)


def dump(declared: Any, value: Any) -> Any:
    """A value of a declared type as plain JSON values."""
    return codec(declared).write(value)


def load(declared: Any, data: Any) -> Any:
    """What `dump` wrote, as a value of the declared type. Raises `bad-data`."""
    return codec(declared).read(data, "")


@cache
def codec(declared: Any) -> Codec:
    """The codec of a declared type."""
    if declared is Any or declared is type(None):
        return Codec(lambda value: value, _read_none)
    if declared in NOTATIONS:
        return _noted(declared)
    if declared in PLAIN:
        return Codec(lambda value: value, _plain_reader(declared))
    if isinstance(declared, type) and is_dataclass(declared):
        return _record(declared)
    if isinstance(declared, type) and issubclass(declared, tuple):
        return _named_tuple(declared)
    return _generic(declared, get_origin(declared), get_args(declared))


def _generic(declared: Any, origin: Any, arguments: tuple[Any, ...]) -> Codec:
    if origin is Annotated:
        return _listed(get_args(arguments[0])[1])
    if origin is Literal:
        return Codec(lambda value: value, _choice_reader(arguments))
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _sequence(codec(arguments[0]))
    if origin is tuple:
        return _fixed(tuple(codec(argument) for argument in arguments))
    if origin is frozenset:
        return _set(codec(arguments[0]))
    if origin is Mapping or origin is dict:
        return _mapping(codec(arguments[1]))
    raise TypeError(f"no codec for {declared!r}")


def _bad(where: str, data: Any, wanted: str) -> Unreadable:
    message = f"{where or 'This'} must be {wanted}, not {data!r}."
    return Unreadable("bad-data", message, {"where": where})


def _read_none(data: Any, where: str) -> None:
    if data is not None:
        raise _bad(where, data, "empty")


def _plain_reader(declared: type) -> Read:
    wanted = (int, float) if declared is float else (declared,)

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, wanted) or isinstance(data, bool) != (declared is bool):
            raise _bad(where, data, f"a value of type {declared.__name__}")
        return data

    return read


def _choice_reader(choices: tuple[Any, ...]) -> Read:
    def read(data: Any, where: str) -> Any:
        if not any(data == choice and type(data) is type(choice) for choice in choices):
            raise _bad(where, data, "one of " + ", ".join(map(str, choices)))
        return data

    return read


def _noted(declared: type) -> Codec:
    name, write, parse = NOTATIONS[declared]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, str):
            raise _bad(where, data, f"the name of a {name}")
        return parse(data)

    return Codec(write, read)


def _sequence(item: Codec) -> Codec:
    def read(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise _bad(where, data, "a list")
        return tuple(item.read(one, f"{where}[{n}]") for n, one in enumerate(data))

    return Codec(lambda value: [item.write(one) for one in value], read)


def _fixed(items: tuple[Codec, ...]) -> Codec:
    def read(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple) or len(data) != len(items):
            raise _bad(where, data, f"a list of {len(items)}")
        return tuple(item.read(one, f"{where}[{n}]") for n, (item, one) in enumerate(zip(items, data, strict=True)))

    return Codec(lambda value: [item.write(one) for item, one in zip(items, value, strict=True)], read)


def _named_tuple(declared: Any) -> Codec:
    hints = get_type_hints(declared)
    items = _fixed(tuple(codec(hints[name]) for name in declared._fields))
    return Codec(items.write, lambda data, where: declared(*items.read(data, where)))


def _set(item: Codec) -> Codec:
    sequence = _sequence(item)
    return Codec(
        lambda value: [item.write(one) for one in sorted(value)],
        lambda data, where: frozenset(sequence.read(data, where)),
    )


def _mapping(item: Codec) -> Codec:
    def read(data: Any, where: str) -> dict[str, Any]:
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise _bad(where, data, "a mapping")
        return {key: item.read(one, f"{where}.{key}") for key, one in data.items()}

    return Codec(lambda value: {key: item.write(one) for key, one in value.items()}, read)


def _listed(declared: Any) -> Codec:
    """Pairs of key and value; an object, as programs send it, is read in the order it comes in."""
    pairs, plain = _sequence(_fixed((codec(str), codec(declared)))), _mapping(codec(declared))

    def read(data: Any, where: str) -> dict[str, Any]:
        return plain.read(data, where) if isinstance(data, dict) else dict(pairs.read(data, where))

    return Codec(lambda value: pairs.write(value.items()), read)


def _record(declared: Any) -> Codec:
    """A dataclass; fields that follow from others (`compare=False`) are left out."""
    hints = get_type_hints(declared, include_extras=True)
    kept = [field for field in fields(declared) if field.compare]
    parts = {field.name: codec(hints[field.name]) for field in kept}
    needed = {field.name for field in kept if field.default is MISSING and field.default_factory is MISSING}

    def write(value: Any) -> dict[str, Any]:
        return {name: part.write(getattr(value, name)) for name, part in parts.items()}

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise _bad(where, data, f"a mapping ({declared.__name__})")
        unknown, missing = set(data) - set(parts), needed - set(data)
        if unknown or missing:
            told = f"a {declared.__name__} (unknown {sorted(unknown)}, missing {sorted(missing)})"
            raise _bad(where, data, told)
        return declared(**{name: parts[name].read(one, f"{where}.{name}") for name, one in data.items()})

    return Codec(write, read)


def _union(members: tuple[Any, ...]) -> Codec:
    optional = type(None) in members
    others = tuple(member for member in members if member is not type(None))
    if len(others) == 1:
        return _optional(codec(others[0]))
    kinds = [member for member in others if isinstance(member, type) and is_dataclass(member)]
    inner = _tagged(kinds) if len(kinds) == len(others) else _mixed(others)
    return _optional(inner) if optional else inner


def _optional(inner: Codec) -> Codec:
    return Codec(
        lambda value: None if value is None else inner.write(value),
        lambda data, where: None if data is None else inner.read(data, where),
    )


def _tagged(members: list[Any]) -> Codec:
    """A union of dataclasses: each is written with its kind, and its version if it has one."""
    by_kind = {member.kind: (member, codec(member)) for member in members}

    def write(value: Any) -> dict[str, Any]:
        tags = {"kind": value.kind}
        if hasattr(value, "version"):
            tags["version"] = value.version
        return {**tags, **by_kind[value.kind][1].write(value)}

    def read(data: Any, where: str) -> Any:
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in by_kind:
            raise _bad(where, data, "a mapping with a known kind")
        member, inner = by_kind[kind]
        if data.get("version", 1) != getattr(member, "version", 1):
            raise _bad(where, data, f"version {getattr(member, 'version', 1)} of {kind}")
        return inner.read({key: one for key, one in data.items() if key not in ("kind", "version")}, where)

    return Codec(write, read)


def _mixed(members: tuple[Any, ...]) -> Codec:
    """Plain values beside values with a notation, which are written `{notation: …}`."""
    noted = {NOTATIONS[member][0]: member for member in members if member in NOTATIONS}
    plain = tuple(member for member in members if member not in NOTATIONS)

    def write(value: Any) -> Any:
        if type(value) in NOTATIONS:
            name, written, _ = NOTATIONS[type(value)]
            return {name: written(value)}
        return value

    def read(data: Any, where: str) -> Any:
        if isinstance(data, dict) and len(data) == 1 and next(iter(data)) in noted:
            name, written = next(iter(data.items()))
            return codec(noted[name]).read(written, where)
        for member in plain:
            if type(data) is member:
                return data
        raise _bad(where, data, "a value of one of the types it may have")

    return Codec(write, read)
