"""Sentences for the refusals of the campaign's verbs, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaign.models import Application
from rulebook.errors import Refused

SENTENCES = {
    "already-decided": _("This was decided already: %(status)s."),
    "answer-too-long": _("An answer has at most %(most)s characters."),
    "answers-missing": _("Every question needs an answer."),
    "applied-already": _("You have applied already; the director has not decided yet."),
    "bad-places": _("Between 0 and %(most)s places."),
    "bad-question": _("A question has at most %(most)s characters."),
    "no-applications": _("This campaign takes no applications now."),
    "plays-already": _("This person belongs to the campaign already."),
    "too-many-questions": _("At most %(most)s questions."),
    "bad-figure": _("Figures run from 0 to %(most)s."),
    "caravan-changed": _("The caravan was changed meanwhile. Look at it again; your reason is kept."),
    "change-unexplained": _("Figures other than those proposed need a reason."),
    "nothing-changed": _("These are the figures as they are."),
    "bad-expiry": _("The link must end in the future."),
    "bad-role": _("This role cannot be given here."),
    "bad-table-rule": _("This value is not allowed here."),
    "bad-uses": _("Between 1 and %(most)s people may use a link."),
    "campaign-closed": _("This campaign is closed; nobody joins it any more."),
    "entry-changed": _("Somebody changed this entry while you were editing. What you wrote is kept; save it again."),
    "no-catalogue": _("This campaign's rules have no catalogue."),
    "not-of-the-catalogue": _("The starting catalogue has no such entry."),
    "parts-retired": _("Some of its abilities or passives are retired: %(parts)s."),
    "still-in-classes": _("These classes have it; take it out of them first: %(classes)s."),
    "too-many-entries": _("A campaign has at most %(most)s entries of its own."),
    "unknown-entry": _("The catalogue has no such entry."),
    "clan-exists": _("There is a clan named “%(name)s” already."),
    "director-stays": _("The director cannot go. Hand the campaign over to another member first."),
    "invitation-expired": _("This invitation has ended. Ask the director for a new one."),
    "invitation-not-for-you": _("This link was made before you were removed; ask the director for a new one."),
    "invitation-revoked": _("The director has withdrawn this invitation."),
    "invitation-used-up": _("This invitation has been used as often as it may be. Ask the director for a new one."),
    "rules-changed": _("Somebody changed the table rules while you were editing. Look at them again, then save."),
    "unknown-ruleset": _("Nothing is played by the rules “%(ruleset)s”."),
    "unknown-table-rule": _("There is no such table rule."),
}


def said(refused: Refused) -> str:
    """What a page says for a refusal of this app."""
    statuses = dict(Application.Status.choices)
    data = {name: statuses.get(str(value), value) for name, value in refused.data.items()}
    data |= {name: ", ".join(value) for name, value in refused.data.items() if isinstance(value, list)}
    return str(SENTENCES[refused.code]) % data if refused.code in SENTENCES else refused.message
