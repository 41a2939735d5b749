"""Random entries of a campaign's own, within the bounds of what the engine does, and battles with them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from rulebook.saga.catalogue.model import ATTRIBUTES, Target, Text
from rulebook.saga.catalogue.own import Catalogue, Change, assembled, outfitted, own_abilities, own_words
from rulebook.saga.catalogue.races import RACES
from rulebook.saga.catalogue.shapes import ACTIVE, FURTHEST_CELL, PASSIVE
from rulebook.saga.catalogue.written import BOUNDS, SIZES, WrittenAbility, WrittenClass, WrittenPassive
from rulebook.saga.setup import Setup
from tests.rulebook.battlefields import setups

LETTERS = st.text(alphabet="abcÁñ {}[]<&%\"'", max_size=30)
KEYS = ("own-one", "own-two", "rally", "impale")
PASSIVE_KEYS = ("own-skin", "own-wall", "shield-wall")


@st.composite
def texts(draw: st.DrawFn) -> Text:
    return Text("Name " + draw(LETTERS), draw(LETTERS))


@st.composite
def written_abilities(draw: st.DrawFn) -> WrittenAbility:
    """Any ability that the bounds allow, and so one that has to be playable."""
    effect = draw(st.sampled_from(sorted(ACTIVE)))
    shape = ACTIVE[effect]
    aim = draw(st.sampled_from(shape.aims))
    ranks = draw(st.integers(1, 3))
    fixed = (0, 0) if aim == Target.SELF else shape.reach
    most = FURTHEST_CELL if aim == Target.CELL else 1000
    ranges = tuple(fixed or draw(reaches(most, aim != Target.CELL)) for _ in range(ranks))
    figures = {
        name: tuple(draw(st.integers(span.low, span.high)) for _ in range(ranks))
        for name, span in shape.figures.items()
    }
    return WrittenAbility(effect, draw(texts()), Text("", ""), str(aim), ranges, figures)


@st.composite
def reaches(draw: st.DrawFn, most: int, own: bool) -> tuple[int | None, int | None]:
    low, high = sorted(draw(st.lists(st.sampled_from((1, 2, 5, most)), min_size=2, max_size=2)))
    return draw(st.sampled_from(((low, high), (None, high), (None, None)) if own and high > 4 else ((low, high),)))


@st.composite
def written_passives(draw: st.DrawFn) -> WrittenPassive:
    effect = draw(st.sampled_from(sorted(PASSIVE)))
    span = PASSIVE[effect]
    return WrittenPassive(effect, draw(texts()), Text("", ""), draw(st.integers(span.low, span.high)))


@st.composite
def written_classes(draw: st.DrawFn) -> WrittenClass:
    caps = {}
    for name in ATTRIBUTES:
        span = BOUNDS[name]
        low, high = sorted(draw(st.lists(st.integers(span.low, span.high), min_size=2, max_size=2)))
        caps[name] = (low, high)
    least, greatest = (sum(pair[side] for pair in caps.values()) for side in (0, 1))
    totals = sorted(draw(st.lists(st.integers(least, greatest), min_size=3, max_size=3)))
    fixed = {name: draw(st.integers(*pair)) for name, pair in caps.items()}
    chosen = draw(st.sampled_from(("points", "fixed", "neither")))
    return WrittenClass(
        name=draw(texts()),
        wording=Text("", draw(LETTERS)),
        race=draw(st.sampled_from(sorted(RACES))),
        size=draw(st.sampled_from(SIZES)),
        move=draw(st.integers(0, 12)),
        reach=draw(st.sampled_from(((1, 1), (1, 12), (12, 12)))),
        caps=caps,
        points=(totals[0], totals[1], totals[2]) if chosen == "points" else None,
        fixed=fixed if chosen == "fixed" else None,
        reaction=draw(st.sampled_from((None, (0, 20), (3, 3)))),
        passives=tuple(draw(st.lists(st.sampled_from(PASSIVE_KEYS), max_size=2, unique=True))),
        abilities=draw(st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), max_size=3)),
    )


@st.composite
def catalogues(draw: st.DrawFn) -> Catalogue:
    changes = [Change("ability", key, draw(written_abilities())) for key in KEYS]
    changes += [Change("passive", key, draw(written_passives())) for key in PASSIVE_KEYS]
    changes.append(Change("class", "own-class", draw(written_classes())))
    return assembled(changes)


@st.composite
def own_setups(draw: st.DrawFn) -> Setup:
    """A battle whose units know what the campaign wrote itself."""
    setup, catalogue = draw(setups()), draw(catalogues())
    units = []
    for unit in setup.units:
        abilities = draw(st.dictionaries(st.sampled_from(KEYS), st.integers(1, 3), min_size=1, max_size=2))
        passives = tuple(draw(st.lists(st.sampled_from(PASSIVE_KEYS), max_size=2, unique=True)))
        most = unit.max_willpower + 3
        known = replace(
            unit,
            class_key="own-class",
            abilities=abilities,
            passives=passives,
            willpower=most,
            max_willpower=most,
        )
        units.append(outfitted(known, catalogue))
    return replace(
        setup,
        units=tuple(units),
        abilities=own_abilities(units, catalogue),
        words=own_words(units, catalogue),
    )
