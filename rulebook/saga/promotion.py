"""Promotion to the next level: its cost, and where its points go, attributes or talents (PROM-1, SK-345).

Checks return every broken rule at once, so that a form can show them all; an empty tuple means that all is well. They
raise nothing but `unknown-class`. Talents are mappings of key to rank.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulebook.errors import Illegal
from rulebook.saga.catalogue import ATTRIBUTES, TALENTS, ClassEntry, Figures, class_entry
from rulebook.saga.catalogue.traits import OWN_TALENT_RANK, TALENT_OF
from rulebook.saga.creation import Broken
from rulebook.saga.renown import LAST_LEVEL, promote, promotion_cost
from rulebook.saga.rules import TableRules

NO_TALENTS: Mapping[str, int] = {}


def growable(class_key: str | ClassEntry, figures: Figures) -> tuple[str, ...]:
    """The attributes that still have room below the class's caps."""
    caps = class_entry(class_key).caps
    return tuple(name for name, value in figures.items() if value < caps.of(name).high)


def learnable(
    class_key: str | ClassEntry, figures: Figures, talents: Mapping[str, int], points: int
) -> tuple[str, ...]:
    """The talents that may take a point of a promotion with so many points, once enough of them fill the attribute."""
    caps = class_entry(class_key).caps
    return tuple(
        key
        for key, attribute in TALENT_OF.items()
        if talents.get(key, 0) < OWN_TALENT_RANK
        and not _rivals(key, talents)
        and caps.of(attribute).high - getattr(figures, attribute) < points
    )


def learned(talents: Mapping[str, int], points: Mapping[str, int]) -> dict[str, int]:
    """The talents once the points that name some are placed."""
    after = dict(talents)
    for key, more in points.items():
        if key in TALENTS and more:
            after[key] = after.get(key, 0) + more
    return after


def check_promotion(
    class_key: str | ClassEntry,
    figures: Figures,
    level: int,
    renown: int,
    points: Mapping[str, int],
    rules: TableRules,
    talents: Mapping[str, int] = NO_TALENTS,
) -> tuple[Broken, ...]:
    """Everything that keeps a character of this level from the next one (PROM-1).

    `figures`, `level` and `talents` are those before; `points` names the attributes and talents that grow and by how
    much. Codes: `top-level`, `not-enough-renown`, `unknown-attribute`, `bad-points`, `wrong-number-of-points`,
    `above-cap`; of talents `talent-locked`, `talent-beside-another`, `above-talent-rank`. Every point is placed as long
    as an attribute has room for it; talents are a choice (SK-345). Raises `unknown-class`.
    """
    caps = class_entry(class_key).caps
    room = sum(max(0, caps.of(name).high - value) for name, value in figures.items())
    return (
        *_level_broken(level, renown, rules),
        *_points_broken(points, min(rules.promotion_points, room), rules.promotion_points),
        *_growth_broken(class_key, figures, points),
        *_talents_broken(class_key, _grown(figures, points), learned(talents, points), points),
    )


def promoted(
    class_key: str | ClassEntry,
    figures: Figures,
    level: int,
    renown: int,
    points: Mapping[str, int],
    rules: TableRules,
    talents: Mapping[str, int] = NO_TALENTS,
) -> tuple[Figures, int, int]:
    """The figures, level and renown after a promotion (PROM-1); the talents after it are what `learned` says.

    Raises Illegal with the code of the first broken rule of `check_promotion`.
    """
    broken = check_promotion(class_key, figures, level, renown, points, rules, talents)
    if broken:
        raise Illegal(broken[0].code, broken[0].message, broken[0].data)
    step = promote(level, renown, rules)
    return _grown(figures, points), step.level, step.renown_left


def _grown(figures: Figures, points: Mapping[str, int]) -> Figures:
    grown = {name: getattr(figures, name) + more for name, more in points.items() if name in ATTRIBUTES}
    return replace(figures, **grown)


def _rivals(key: str, talents: Mapping[str, int]) -> list[str]:
    return [other for other in talents if other != key and TALENT_OF.get(other) == TALENT_OF[key]]


def _level_broken(level: int, renown: int, rules: TableRules) -> Iterator[Broken]:
    if level >= LAST_LEVEL:
        message = f"Level {level} is the last; there is no promotion from it."
        yield Broken("top-level", message, "PROM-1", {"level": level})
        return
    cost = promotion_cost(level + 1, rules)
    if renown < cost:
        message = f"Promotion to level {level + 1} costs {cost} renown; there are {renown}."
        data: dict[str, object] = {"level": level + 1, "cost": cost, "renown": renown}
        yield Broken("not-enough-renown", message, "PROM-1", data)


def _points_broken(points: Mapping[str, int], due: int, most: int) -> Iterator[Broken]:
    for name, more in points.items():
        if name not in ATTRIBUTES and name not in TALENTS:
            message = f"There is no attribute or talent {name!r} to raise."
            yield Broken("unknown-attribute", message, "PROM-1", {"attribute": name})
        if more < 0:
            message = f"{name} cannot grow by {more}."
            yield Broken("bad-points", message, "PROM-1", {"attribute": name, "points": more})
    spent = sum(points.values())
    if not due <= spent <= most:
        message = f"This promotion gives {most} points, of which {due} at least are placed, not {spent}."
        data: dict[str, object] = {"points": spent, "due": due if spent < due else most}
        yield Broken("wrong-number-of-points", message, "PROM-1", data)


def _growth_broken(class_key: str | ClassEntry, figures: Figures, points: Mapping[str, int]) -> Iterator[Broken]:
    entry = class_entry(class_key)
    for name, more in points.items():
        if name not in ATTRIBUTES or more <= 0:
            continue
        value, highest = getattr(figures, name) + more, entry.caps.of(name).high
        if value > highest:
            yield Broken(
                "above-cap",
                f"{name} of a {entry.key} is {highest} at most, not {value}.",
                "PROM-1",
                {"attribute": name, "value": value, "high": highest},
            )


def _talents_broken(
    class_key: str | ClassEntry, figures: Figures, talents: Mapping[str, int], points: Mapping[str, int]
) -> Iterator[Broken]:
    caps = class_entry(class_key).caps
    for key in (key for key in TALENTS if points.get(key, 0) > 0):
        attribute, rivals = TALENT_OF[key], _rivals(key, talents)
        value, high = getattr(figures, attribute), caps.of(attribute).high
        if value < high:
            message = f"{key} takes {attribute} at its cap of {high}; it is {value}."
            yield Broken("talent-locked", message, "SK-345", {"attribute": key, "value": value, "high": high})
        if rivals:
            message = f"Each attribute has one talent: {rivals[0]} keeps {key} out."
            yield Broken("talent-beside-another", message, "SK-345", {"attribute": key, "other": rivals[0]})
        if talents[key] > OWN_TALENT_RANK:
            message = f"{key} is learned up to rank {OWN_TALENT_RANK}, not {talents[key]}."
            yield Broken("above-talent-rank", message, "SK-345", {"attribute": key, "most": OWN_TALENT_RANK})
