"""The table rules in words: a label, a meaning and the names of choices, by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign import dungeon_rule_words as dungeon
from rulebook.dungeon.rules import FIELDS as DUNGEON_FIELDS
from rulebook.dungeon.rules import TableRules as DungeonRules
from rulebook.saga.rules import FIELDS, ZONES, RuleField, TableRules

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# A word, or the promise of one in the language of whoever will read it.
Words: TypeAlias = "str | StrPromise"

CHAPTERS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        _("Attacks and the board"),
        ("hit_on_equal", "boost_lost_on_miss", "horn_capacity", "deployment_hours", "war_rows", "morale"),
    ),
    (
        _("The clock"),
        (
            "first_turn_hours",
            "turn_hours",
            "endgame_turn_hours",
            "endgame_counts",
            "clock_against_director",
            "extension_grants",
            "active_from",
            "active_until",
            "quiet_weekends",
            "clock_zone",
            "hour_seconds",
        ),
    ),
    (
        _("Late, early and absent"),
        (
            "late_extension_hours",
            "late_penalty_forgiven_if_acted",
            "late_penalty_scope",
            "late_penalty_counts",
            "early_turns",
            "standing_orders",
            "takeover",
            "shorten_after_misses",
            "shortened_turn_hours",
            "hand_over_after_misses",
        ),
    ),
    (
        _("Hero points"),
        (
            "hero_points",
            "hero_points_hero",
            "hero_points_companion",
            "hero_points_secondary",
            "hero_points_reroll",
            "hero_points_plot_reroll",
            "hero_points_vote",
        ),
    ),
    (_("Wounds and inheritance"), ("wound_from", "friendly_wounds", "inherit")),
    (
        _("Characters"),
        (
            "campaign_points_start",
            "campaign_points_spread",
            "campaign_points_step",
            "campaign_points_cap",
            "promotion_cost",
            "promotion_points",
            "secondary_in_plot",
        ),
    ),
    (_("The story and the caravan"), ("test_die", "votes", "morale_rest", "morale_travel")),
)

LABELS: dict[str, tuple[Words, Words]] = {
    "hit_on_equal": (_("A roll equal to the threshold hits"), _("Off: the roll must be lower than the threshold.")),
    "boost_lost_on_miss": (
        _("A boost is lost on a miss"),
        _("Off: willpower added to an attack is spent only if the attack hits."),
    ),
    "horn_capacity": (_("What the horn of war holds"), _("Points a team can keep; further enemies defeated add none.")),
    "deployment_hours": (
        _("Hours for deployment"),
        _("Units not placed by then are placed at random in their zone, without penalty."),
    ),
    "war_rows": (
        _("War widens the deployment zone"),
        _("One row more for each full quarter of the test die in the party's best War."),
    ),
    "morale": (
        _("Morale shifts willpower"),
        _("A caravan's morale adds to or takes from willpower at the start of a battle."),
    ),
    "first_turn_hours": (_("Hours for the first turn of a round"), _("Counted from the moment it opens.")),
    "turn_hours": (_("Hours for each later turn"), _("Counted from the moment the turn before it ended.")),
    "endgame_turn_hours": (
        _("Hours for a turn near the end"),
        _("For turns that open while three or fewer are left standing."),
    ),
    "endgame_counts": (_("Near the end, count"), _("What is counted to know that three or fewer are left.")),
    "clock_against_director": (
        _("Deadlines in battles against the director's units"),
        _("On: the clock stands still while the director owes a turn. Off: no deadlines at all there."),
    ),
    "extension_grants": (
        _("Hours that a player may take"),
        _("So many hours in all each player may add to own running turns in one battle, once a turn. 0: none."),
    ),
    "hour_seconds": (
        _("Seconds in an hour of this table"),
        _("3600 is a real hour; less makes every length shorter, for demonstrations."),
    ),
    "late_extension_hours": (
        _("Hours a late post gives to the running turn"),
        _("Each late post adds as much to the deadline of whoever is being interrupted."),
    ),
    "late_penalty_forgiven_if_acted": (
        _("Acting late forgives the penalty"),
        _("Off: a missed deadline lowers initiative for good, even if the unit acts later in the round."),
    ),
    "late_penalty_scope": (_("The penalty lasts for"), _("How long missed deadlines are held against a unit.")),
    "late_penalty_counts": (
        _("Missed deadlines are counted for"),
        _("A player's units may be penalised together or each for itself."),
    ),
    "early_turns": (
        _("Early turns are played"),
        _("Automatically when the turn begins, or by the director, who may adapt them; the clock waits for that."),
    ),
    "active_from": (
        _("Hours count from"),
        _("An hour of the day, in the time zone below. Before it no clock runs; 0 and 24 count the whole day."),
    ),
    "active_until": (_("Hours count until"), _("Four hours after the beginning or later; 24 is midnight.")),
    "quiet_weekends": (_("Quiet weekends"), _("No clock runs on Saturdays and Sundays.")),
    "clock_zone": (_("Time zone of those hours"), _("Only matters where some hours do not count.")),
    "standing_orders": (
        _("Standing orders"),
        _("A unit may follow orders that its player left when its turn runs out; the deadline is missed all the same."),
    ),
    "shorten_after_misses": (
        _("Shorter turns after missed deadlines"),
        _("From so many missed deadlines on, a unit's turns have the length below. 0: never."),
    ),
    "shortened_turn_hours": (_("Hours of such a turn"), _("For units that have missed so many deadlines.")),
    "hand_over_after_misses": (
        _("The director takes over after missed deadlines"),
        _("At so many missed deadlines the unit passes to the director, who may hand it back. 0: never."),
    ),
    "takeover": (_("The director may take over"), _("When the director may play a player's unit.")),
    "hero_points": (_("Hero points"), _("Points to re-roll a missed attack or to weigh more in a decision.")),
    "hero_points_hero": (_("A hero's points"), _("Refilled for each scene; one battle is one scene.")),
    "hero_points_companion": (_("A companion's points"), _("Refilled for each scene.")),
    "hero_points_secondary": (_("A secondary's points"), _("Refilled for each scene.")),
    "hero_points_reroll": (_("Points to re-roll a missed attack"), _("Once, declared with the turn.")),
    "hero_points_plot_reroll": (_("Points to re-roll in the plot"), _("For a test outside battle.")),
    "hero_points_vote": (_("Points for one extra vote"), _("In a decision of the story.")),
    "wound_from": (
        _("Wounds begin at a final strength of"),
        _("A unit defeated with this strength or less may be wounded."),
    ),
    "friendly_wounds": (
        _("Friendly battles wound"),
        _("Nobody dies in a friendly battle; wounds count there all the same unless this is off."),
    ),
    "inherit": (
        _("An heir inherits from renown"),
        _("Earned: all of the character's life. Held: what was left at its death."),
    ),
    "campaign_points_start": (_("Campaign attributes start at"), _("Leadership, survival, war and the others.")),
    "campaign_points_spread": (_("Points to spread among them"), _("At creation.")),
    "campaign_points_step": (_("Spread in steps of"), _("Each attribute grows by multiples of this.")),
    "campaign_points_cap": (_("No campaign attribute above"), _("At creation.")),
    "promotion_cost": (
        _("Renown for a promotion, times the levels above the first"),
        _("With 5, level 2 costs 5 and level 3 costs 10."),
    ),
    "promotion_points": (_("Attribute points for each promotion"), _("Within what the class allows.")),
    "secondary_in_plot": (
        _("In the plot, a secondary is spoken for by"),
        _("In battle it is the player's either way."),
    ),
    "test_die": (_("Die for campaign tests"), _("A test succeeds on the attribute less the penalty, or below.")),
    "votes": (_("One vote for each"), _("In a decision of the story.")),
    "morale_rest": (_("Morale for a day of rest"), _("The caravan stays where it is and wounds heal.")),
    "morale_travel": (_("Morale for a day of travel"), _("The road wears people out.")),
}

CHOICES: dict[tuple[str, str | int], Words] = {
    **{("clock_zone", zone): zone.replace("_", " ") for zone in ZONES},
    ("endgame_counts", "units"): _("units"),
    ("endgame_counts", "players"): _("players"),
    ("late_penalty_scope", "battle"): _("the battle"),
    ("late_penalty_scope", "campaign"): _("the campaign"),
    ("late_penalty_counts", "unit"): _("the unit"),
    ("late_penalty_counts", "player"): _("the player"),
    ("early_turns", "automatic"): _("automatically"),
    ("early_turns", "director"): _("by the director"),
    ("takeover", "any"): _("any unit, at any time"),
    ("takeover", "declared-absence"): _("only units of players who declared an absence"),
    ("inherit", "earned"): _("earned"),
    ("inherit", "held"): _("held"),
    ("secondary_in_plot", "director"): _("the director"),
    ("secondary_in_plot", "player"): _("the player"),
    ("votes", "player"): _("player"),
    ("votes", "character"): _("character"),
    ("test_die", 100): _("d100"),
    ("test_die", 20): _("d20"),
    ("test_die", 10): _("d10"),
}

CHOICES |= dungeon.CHOICES

FIELD_OF = {known.name: known for known in FIELDS}


@dataclass(frozen=True, slots=True)
class Told:
    """One table rule as a page shows it; `default` is empty while the rule stands at it."""

    name: str
    rule: str
    label: Words
    meaning: Words
    value: str
    default: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of table rules with its title."""

    title: Words
    rules: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The settings of one ruleset, by chapter, each with its label and meaning."""

    chapters: tuple[tuple[Words, tuple[str, ...]], ...]
    labels: Mapping[str, tuple[Words, Words]]
    fields: Mapping[str, RuleField]

    def told(self, name: str, value: object) -> Told:
        """A setting and its value as a page shows them."""
        known, (label, meaning) = self.fields[name], self.labels[name]
        default = "" if value == known.default else shown_value(name, known.default)
        return Told(name, known.rule, label, meaning, shown_value(name, value), default)


WORDS: Mapping[str, RuleWords] = {
    "saga": RuleWords(CHAPTERS, LABELS, FIELD_OF),
    "dungeon": RuleWords(dungeon.CHAPTERS, dungeon.LABELS, {known.name: known for known in DUNGEON_FIELDS}),
}
"""By ruleset."""


def chapters(rules: TableRules | DungeonRules, ruleset: str = "saga") -> Iterator[Chapter]:
    """All table rules of a ruleset, in the chapters and the order of the rules page."""
    words = WORDS[ruleset]
    for title, names in words.chapters:
        yield Chapter(title, tuple(words.told(name, getattr(rules, name)) for name in names))


def shown_value(name: str, value: object) -> str:
    """A setting's value in words: on or off, a choice's name, or the number."""
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    if isinstance(value, str | int) and (name, value) in CHOICES:
        return str(CHOICES[name, value])
    return f"{value:g}" if isinstance(value, float) else str(value)
