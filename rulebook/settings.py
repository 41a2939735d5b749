"""What a setting of a table is: its kind, its bounds, its rule, and how a value is checked.

A ruleset's table rules are one frozen dataclass whose fields are made with `switch`,
`whole`, `length` and `choice`; `described` lists them for forms and pages, `checked`
validates a value, `from_mapping` reads settings by name.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulebook.errors import Unreadable

FieldKind = Literal["switch", "whole", "number", "choice"]

LONGEST_HOURS = 30 * 24
HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class RuleField:
    """What a form needs to know of one setting.

    `kind`: a switch is true or false, a whole is an int, a number may have a fraction, a
    choice is one of `choices`. `minimum` and `maximum` are included, except that with
    `above_minimum` the value must be greater than the minimum.
    """

    name: str
    kind: FieldKind
    rule: str
    default: bool | int | float | str
    choices: tuple[str | int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    above_minimum: bool = False


def _field(default: object, rule: str, **about: object) -> Any:
    return dataclasses.field(default=default, metadata={"rule": rule, **about})


def switch(default: bool, rule: str) -> Any:
    """A setting that is on or off."""
    return _field(default, rule, kind="switch")


def whole(default: int, rule: str, minimum: int, maximum: int) -> Any:
    """A whole number within bounds, both included."""
    return _field(default, rule, kind="whole", minimum=minimum, maximum=maximum)


def length(default: int, rule: str, maximum: int = LONGEST_HOURS) -> Any:
    """A length of time above nothing, fractions allowed."""
    return _field(default, rule, kind="number", minimum=0, maximum=maximum, above_minimum=True)


def choice(rule: str, *choices: str | int) -> Any:
    """One of several values, the first by default."""
    return _field(choices[0], rule, kind="choice", choices=choices)


def described(rules: type) -> tuple[RuleField, ...]:
    """Every setting of a table-rules dataclass, in order."""
    return tuple(map(_described, dataclasses.fields(rules)))


def _described(setting: "dataclasses.Field[Any]") -> RuleField:
    default: Any = setting.default
    return RuleField(name=setting.name, default=default, **setting.metadata)


def check_names(settings: Mapping[str, object], known: Sequence[RuleField]) -> None:
    """Raises `Unreadable` with `unknown-table-rule` for a name that is no setting."""
    names = {field.name for field in known}
    for name in settings:
        if name not in names:
            raise Unreadable("unknown-table-rule", f"There is no table rule {name!r}.", {"rule": name})


def check_all(rules: object, known: Sequence[RuleField]) -> None:
    """Put the checked value of every setting in place; raises `bad-table-rule`."""
    for field in known:
        object.__setattr__(rules, field.name, checked(field, getattr(rules, field.name)))


def checked(known: RuleField, value: object) -> object:
    """The value, whole numbers as int. Raises `bad-table-rule`."""
    if known.kind == "switch" and not isinstance(value, bool):
        raise refusal(known, value, "true or false")
    if known.kind == "choice" and not _is_choice(known, value):
        raise refusal(known, value, "one of " + ", ".join(map(str, known.choices)))
    return _checked_number(known, value) if known.kind in ("whole", "number") else value


def _checked_number(known: RuleField, value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refusal(known, value, _bounds(known))
    if not _within(known, value) or (known.kind == "whole" and not isinstance(value, int)):
        raise refusal(known, value, _bounds(known))
    return int(value) if value == int(value) else value


def _is_choice(known: RuleField, value: object) -> bool:
    # 100.0 equals 100 and True equals 1, so the type is compared too.
    return any(value == choice and type(value) is type(choice) for choice in known.choices)


def _within(known: RuleField, value: float) -> bool:
    assert known.minimum is not None and known.maximum is not None
    above = value > known.minimum if known.above_minimum else value >= known.minimum
    return above and value <= known.maximum


def _bounds(known: RuleField) -> str:
    noun = "a whole number" if known.kind == "whole" else "a number"
    lower = "above" if known.above_minimum else "from"
    return f"{noun} {lower} {known.minimum} up to {known.maximum}"


def refusal(known: RuleField, value: object, wanted: str) -> Unreadable:
    """The `bad-table-rule` for a value."""
    return Unreadable(
        "bad-table-rule",
        f"Table rule {known.name} must be {wanted}, not {value!r}.",
        {"rule": known.name, "value": value},
    )
