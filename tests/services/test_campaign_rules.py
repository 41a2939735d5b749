"""Table rules of a campaign: changed by directors, logged, told to members, read in words."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from campaign import rule_words, selectors, services
from campaign.forms import TableRulesForm
from notifications.models import Notice
from rulebook.errors import TooLate, Unreadable
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
