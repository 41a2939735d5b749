"""The starting catalogue holds together: keys, texts, figures and what each class may show."""

import re
import string
from pathlib import Path

import pytest

import rulebook.saga
from rulebook.errors import Unreadable
from rulebook.saga.catalogue import (
    ABILITIES,
    CLASSES,
    DIFFICULTIES,
    DREDGE_UNITS,
    LANGUAGES,
    OBSTACLES,
    PASSIVES,
    RACES,
    Figures,
    Span,
    Target,
    class_entry,
    dredge_entry,
    player_classes,
    texts,
)

EVERYTHING = [*RACES, *CLASSES, *DREDGE_UNITS, *OBSTACLES, *ABILITIES, *PASSIVES]

TABLE = [
    ("raider", "1x1", 4, "1", "6–9 6–9 4–6 1–2 1–2", 28),
    ("raidmaster", "1x1", 4, "1", "6–12 6–12 4–11 1–3 1–3", 29),
    ("thrasher", "1x1", 4, "1", "8–12 5–11 3–13 1–3 1–2", 29),
    ("backbiter", "1x1", 4, "1", "8–10 5–12 4–13 0–3 1–3", 29),
    ("archer", "1x1", 3, "2–5", "4–7 4–7 5–8 1–2 1", 25),
    ("bowmaster", "1x1", 3, "2–5", "4–8 4–9 5–12 1–3 1–2", 26),
    ("siege-archer", "1x1", 3, "2–5", "4–7 4–9 6–13 1–3 0–2", 26),
    ("skystriker", "1x1", 3, "2–5", "4–8 3–9 7–13 1–3 0–1", 26),
    ("warrior", "2x2", 4, "1", "9–12 6–9 3–5 1–2 1–2", 30),
    ("warmaster", "2x2", 4, "1", "9–17 6–11 3–10 1–2 1–3", 31),
    ("warhawk", "2x2", 4, "1", "10–16 7–12 2–11 0–2 1–2", 31),
    ("warleader", "2x2", 4, "1", "9–15 6–12 4–9 1–3 0–4", 31),
    ("shieldbanger", "2x2", 3, "1", "8–10 9–14 3–5 1 1–2", 31),
    ("shieldmaster", "2x2", 3, "1", "8–13 9–16 3–9 1–2 1–4", 33),
    ("strongarm", "2x2", 3, "1", "9–15 9–15 3–10 0–2 1–2", 33),
    ("provoker", "2x2", 3, "1", "7–12 11–18 3–9 0–2 1–3", 33),
    ("warden", "1x1", 4, "1", "8–11 9–11 5–10 2–3 1–3", 25),
    ("mender", "1x1", 4, "1", "7–9 6–9 8–12 1–2 1–2", 23),
    ("eagle-eye", "1x1", 3, "2–5", "7–10 7–9 6–12 1–3 1–2", 22),
    ("shieldmaiden", "1x1", 4, "1–2", "10–12 14–17 6–10 1–3 2–3", 33),
    ("warbear", "1x2", 4, "1", "16 14 5 1 3", 39),
]


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_each_class_has_the_body_caps_and_points_of_the_table(row: tuple[object, ...]) -> None:
    key, size, move, reach, caps, total = row
    entry = class_entry(str(key))
    spans = " ".join(str(entry.caps.of(name)) for name, _ in entry.caps.lowest.items())
    assert (entry.size, entry.move, str(entry.attack_range)) == (size, move, reach)
    assert spans == caps
    assert entry.starting_total == total


def test_the_table_names_every_class() -> None:
    assert [row[0] for row in TABLE] == list(CLASSES)


def test_figures_that_are_fixed_lie_within_the_caps() -> None:
    for entry in CLASSES.values():
        figures = entry.fixed or entry.caps.lowest
        for name, value in figures.items():
            assert value in entry.caps.of(name), (entry.key, name)


def test_the_starting_points_can_be_spent_within_the_caps() -> None:
    for entry in CLASSES.values():
        assert entry.caps.lowest.total <= entry.starting_total <= entry.caps.highest.total


def test_class_points_grow_by_one_a_rank() -> None:
    for entry in CLASSES.values():
        if entry.points:
            first, second, third = entry.points
            assert (second, third) == (first + 1, first + 2), entry.key


def test_reaction_follows_the_race_and_archers_are_quicker() -> None:
    spans = {key: entry.reaction for key, entry in CLASSES.items()}
    assert spans["raidmaster"] == spans["mender"] == Span(5, 8)
    assert spans["warhawk"] == spans["provoker"] == Span(2, 5)
    assert {spans[key] for key in ("archer", "bowmaster", "siege-archer", "eagle-eye")} == {Span(6, 9)}
    assert RACES["horseborn"].reaction == Span(5, 8)
    assert RACES["dredge"].reaction == Span(2, 6)


def test_classes_show_only_abilities_and_passives_that_can_be_played() -> None:
    shown = [*CLASSES.values(), *DREDGE_UNITS.values()]
    assert {name for entry in shown for name in entry.abilities} == set(ABILITIES) - {"impale", "mark-prey"}
    assert {name for entry in shown for name in entry.passives} == set(PASSIVES) - {"embolden"}


def test_a_class_whose_ability_is_not_there_yet_shows_none() -> None:
    without = {key for key, entry in CLASSES.items() if entry.points and not entry.abilities}
    assert without == {"provoker"}


def test_players_choose_from_all_classes_but_the_warbear() -> None:
    assert {entry.key for entry in player_classes()} == set(CLASSES) - {"warbear"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", EVERYTHING)
def test_every_entry_has_a_name_and_its_words(key: str, language: str) -> None:
    words = texts(key, language)
    assert words.name
    assert "{" not in words.name + "".join(words.descriptions)
    assert all(text.endswith(".") for text in words.descriptions)


def test_no_key_is_used_twice() -> None:
    assert len(EVERYTHING) == len(set(EVERYTHING))


def test_every_description_differs_between_the_languages() -> None:
    for key in [*CLASSES, *DREDGE_UNITS, *ABILITIES, *PASSIVES]:
        for english, spanish in zip(texts(key, "en").descriptions, texts(key, "es").descriptions, strict=True):
            assert english != spanish, key


def test_a_regional_language_reads_as_its_language_and_an_unknown_one_as_english() -> None:
    assert texts("raider", "es-MX").name == "Saqueador"
    assert texts("raider", "fr").name == texts("raider", "en").name == "Raider"


def test_both_wordings_of_an_ability_use_the_same_figures() -> None:
    for ability in ABILITIES.values():
        english, spanish = (
            {name for _, name, _, _ in string.Formatter().parse(wording) if name}
            for wording in (ability.wording.en, ability.wording.es)
        )
        assert english == spanish, ability.key
        assert set(ability.figures) <= english, ability.key


def test_an_ability_says_its_figures_of_each_rank() -> None:
    assert [text.split()[7] for text in texts("stone-wall", "en").descriptions] == ["3", "5", "7"]
    assert "7 casillas" in texts("bird-of-prey", "es").description
    assert "9 cells" in texts("bird-of-prey", "en").descriptions[2]


def test_abilities_say_at_whom_they_are_aimed_and_how_far() -> None:
    aims = {key: ability.target for key, ability in ABILITIES.items()}
    assert aims["stone-wall"] is Target.SELF
    assert aims["slag-and-burn"] is Target.CELL
    assert {aims["run-through"], aims["battering-ram"]} == {Target.UNIT}
    assert {aims["rally"], aims["mend"]} == {Target.ALLY}
    assert ABILITIES["bird-of-prey"].range_at(3).within((2, 5)) == (2, 9)
    assert ABILITIES["impale"].range_at(1).within((1, 2)) == (1, 2)


def test_past_its_last_rank_an_ability_stays_as_it_is() -> None:
    assert ABILITIES["stone-wall"].figure("reduction", 4) == 7
    assert ABILITIES["sunstrike"].range_at(3) == ABILITIES["sunstrike"].range_at(1)


def test_the_dredge_come_in_the_ranks_of_the_table() -> None:
    ranks = {key: unit.ranks for key, unit in DREDGE_UNITS.items()}
    assert ranks["grunt"][1] == Figures(strength=10, armor=9, willpower=2, exertion=1, break_=2)
    assert ranks["scourge"][2] == Figures(22, 13, 3, 1, 3)
    assert ranks["stoneguard"][0] == Figures(11, 16, 2, 1, 2)
    assert ranks["slag-slinger"][2].exertion == 2
    assert {key: len(figures) for key, figures in ranks.items() if len(figures) != 3} == {
        "direguard": 1,
        "warped-stoneguard": 1,
        "bellower": 1,
    }


def test_every_dredge_has_exertion() -> None:
    assert all(f.exertion >= 1 for unit in DREDGE_UNITS.values() for f in unit.ranks)


def test_difficulties_shift_armor_and_strength() -> None:
    shifts = {key: (d.armor, d.strength) for key, d in DIFFICULTIES.items()}
    assert shifts == {"easy": (-3, -2), "normal": (0, 0), "hard": (1, 1)}


def test_obstacles_are_eight_and_bare_unless_they_are_great_ice() -> None:
    figures = {key: (o.size, o.strength, o.armor) for key, o in OBSTACLES.items()}
    assert figures.pop("great-ice-rock") == ("2x2", 15, 0)
    assert set(figures.values()) == {("1x1", 8, 0)}


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (class_entry, "unknown-class"),
        (dredge_entry, "unknown-dredge"),
        (lambda key: texts(key, "en"), "unknown-entry"),
    ],
)
def test_an_unknown_key_is_refused_by_name(ask: object, code: str) -> None:
    assert callable(ask)
    with pytest.raises(Unreadable) as refused:
        ask("dragon")
    assert refused.value.code == code
    assert "dragon" in refused.value.message


def test_the_readme_lists_every_name_in_both_languages() -> None:
    readme = Path(rulebook.saga.__file__).with_name("README.md").read_text(encoding="utf-8")
    for key in EVERYTHING:
        assert f"| {texts(key, 'es').name} | {texts(key, 'en').name} | `{key}` |" in readme


def test_sk_25_sundering_impact_says_what_it_adds_to_heavy_impact() -> None:
    told = texts("sundering-impact", "en").descriptions
    assert told[0].endswith("Heavy Impact reaches lose 1 armor besides.")
    assert told[2].endswith("Heavy Impact reaches lose 1 strength and 2 armor besides.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ability_is_said_to_take_or_give_0(language: str) -> None:
    told = [text for key in ABILITIES for text in texts(key, language).descriptions]
    assert len(told) > len(ABILITIES)
    assert not [text for text in told if re.search(r"\b0 |[\[\]]", text)]
