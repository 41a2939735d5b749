"""Table rules of a campaign: changed by directors, logged, told to members, read in words."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from campaign import rule_words, selectors, services
from campaign.forms import TableRulesForm
from notifications.models import Notice
from rulebook.dungeon.rules import TableRules as DungeonRules
from rulebook.errors import TooLate, Unreadable
from rulebook.rulesets import TABLE_RULES
from rulebook.saga.rules import FIELDS, TableRules
from tests.company import NOON, march

pytestmark = pytest.mark.django_db


def change(campaign, by, **settings):
    return services.change_table_rules(campaign=campaign, settings=settings, by=by, at=NOON)


def test_a_change_is_in_force_logged_and_told_to_every_other_member_once(alice, bob, sam):
    campaign = march(alice, bob, spectator=sam)
    change(campaign, alice, turn_hours=6, hit_on_equal=True)
    assert selectors.table_rules(campaign) == TableRules(turn_hours=6, hit_on_equal=True)
    logged = {(one.name, one.before, one.after) for one in selectors.rule_changes(campaign)}
    assert logged == {("turn_hours", 12, 6), ("hit_on_equal", False, True)}
    told = {notice.reader: notice.data["rules"] for notice in Notice.objects.all()}
    assert told == {bob: ["hit_on_equal", "turn_hours"], sam: ["hit_on_equal", "turn_hours"]}


def test_what_is_not_named_stays_and_nothing_changed_tells_nobody(alice, bob):
    campaign = march(alice, bob)
    change(campaign, alice, turn_hours=6)
    Notice.objects.all().delete()
    assert change(campaign, alice, turn_hours=6) == ()
    change(campaign, alice, horn_capacity=4)
    assert selectors.table_rules(campaign) == TableRules(turn_hours=6, horn_capacity=4)
    assert Notice.objects.count() == 1


@pytest.mark.parametrize(
    ("settings", "code"), [({"turn_hours": 0}, "bad-table-rule"), ({"luck": 7}, "unknown-table-rule")]
)
def test_a_setting_the_rulebook_refuses_changes_nothing(alice, settings, code):
    campaign = march(alice)
    with pytest.raises(Unreadable) as refused:
        change(campaign, alice, horn_capacity=4, **settings)
    assert refused.value.code == code
    campaign.refresh_from_db()
    assert selectors.table_rules(campaign) == TableRules()
    assert not selectors.rule_changes(campaign).exists()


def test_players_do_not_change_them(alice, bob):
    with pytest.raises(PermissionDenied):
        change(march(alice, bob), bob, turn_hours=6)


def test_a_director_who_saw_older_rules_is_told_so_and_overwrites_nothing(alice):
    campaign = march(alice)
    seen = selectors.latest_rule_change(campaign)
    change(campaign, alice, turn_hours=6)
    with pytest.raises(TooLate) as refused:
        services.change_table_rules(campaign=campaign, settings={"turn_hours": 8}, by=alice, at=NOON, seen=seen)
    assert refused.value.code == "rules-changed"
    assert selectors.table_rules(campaign).turn_hours == 6


def test_every_table_rule_has_its_place_its_words_and_its_choices():
    placed = [name for _title, names in rule_words.CHAPTERS for name in names]
    assert sorted(placed) == sorted(known.name for known in FIELDS)
    assert set(rule_words.LABELS) == set(placed)
    for known in FIELDS:
        assert all((known.name, choice) in rule_words.CHOICES for choice in known.choices)


def test_the_form_with_its_defaults_says_the_default_rules():
    given = {name: str(value) for name, value in TableRules().to_mapping().items() if value is not False}
    form = TableRulesForm(given | {"seen": "0"})
    assert form.is_valid(), form.errors
    assert TableRules.from_mapping(form.settings()) == TableRules()


@pytest.mark.parametrize("ruleset", sorted(TABLE_RULES))
def test_the_rules_of_every_ruleset_have_their_words_and_a_form(ruleset):
    """IMP-07: all settings of the dungeon can be read and chosen."""
    words, rules = rule_words.WORDS[ruleset], TABLE_RULES[ruleset]()
    placed = [name for _title, names in words.chapters for name in names]
    assert sorted(placed) == sorted(rules.to_mapping()) == sorted(words.labels) == sorted(words.fields)
    told = [rule for chapter in rule_words.chapters(rules, ruleset) for rule in chapter.rules]
    assert [rule.name for rule in told] == placed
    assert all(rule.value and not rule.default for rule in told)
    given = {name: str(value) for name, value in rules.to_mapping().items() if value is not False}
    form = TableRulesForm(given | {"seen": "0"}, ruleset=ruleset)
    assert form.is_valid(), form.errors
    assert TABLE_RULES[ruleset].from_mapping(form.settings()) == rules


def test_a_dungeon_campaign_keeps_settings_of_its_own(alice):
    campaign = march(alice, ruleset="dungeon")
    assert selectors.own_rules(campaign) == DungeonRules()
    change(campaign, alice, io_variant="improved", window_hours=4)
    assert selectors.own_rules(campaign) == DungeonRules(io_variant="improved", window_hours=4)
    assert selectors.dungeon_rules(campaign).io_variant == "improved"
    with pytest.raises(Unreadable) as refused:
        change(campaign, alice, horn_capacity=3)
    assert refused.value.code == "unknown-table-rule"
    assert selectors.table_rules(campaign) == TableRules(), "what the story asks goes by the defaults"


def test_a_campaign_of_no_known_ruleset_is_refused(alice):
    with pytest.raises(Unreadable) as refused:
        march(alice, ruleset="chess")
    assert refused.value.code == "unknown-ruleset"


@pytest.mark.parametrize(
    ("name", "value"),
    [("turn_hours", "0"), ("turn_hours", "nan"), ("hour_seconds", "3601"), ("horn_capacity", "1.5"), ("test_die", "6")],
)
def test_the_form_shows_a_bad_value_at_its_field(name, value):
    given = {name: str(value) for name, value in TableRules().to_mapping().items() if value is not False}
    form = TableRulesForm(given | {"seen": "0", name: value})
    assert list(form.errors) == [name]


def test_the_form_shows_what_two_rules_break_together_at_one_of_them():
    given = {name: str(value) for name, value in TableRules().to_mapping().items() if value is not False}
    form = TableRulesForm(given | {"seen": "0", "campaign_points_start": "90"})
    assert list(form.errors) == ["campaign_points_start"]
