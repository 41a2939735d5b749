"""Sentences for the refusals of characters, in the reader's language, and the form fields they belong to."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from campaign.refusals import SENTENCES as CAMPAIGN_SENTENCES
from characters.words import VALUES
from rulebook.errors import Refused
from rulebook.saga.creation import Broken

SENTENCES = {
    "asked-already": _("One of this kind waits for the director already."),
    "bad-item": _("An item cannot change this so much."),
    "claim-of-another-rank": _("An heir has the rank of the dead one (HEIR-1): %(rank)s."),
    "doomed": _("The hero is doomed and must die in the story (DEATH-1)."),
    "empty-seat": _("%(player)s left no living character."),
    "hero-lives": _("There is a hero, in play or on the way."),
    "in-battle": _("Not while the character fights in %(battle)s."),
    "item-above-level": _("The item has level %(item)s, its bearer only %(level)s (PROM-1)."),
    "item-gone": _("This item is out of play."),
    "item-too-dear": _("It costs %(cost)s renown; there are %(renown)s."),
    "not-the-next-level": _("Only the next level can be reached (PROM-1): %(next)s."),
    "no-claim": _("There is nothing to inherit from this character, or somebody else is its heir."),
    "no-hero-points": _("This table plays without hero points."),
    "nobody-bears-it": _("Nobody bears this item."),
    "not-a-companion": _("Only a companion can become the hero (HEIR-2)."),
    "not-at-the-door": _("Not waiting at the door: %(status)s."),
    "not-doomed": _("This hero is not doomed."),
    "not-enough-hero-points": _("This takes %(cost)s hero points; there are %(left)s."),
    "not-for-sale": _("This item is given by the director, not sold."),
    "not-weighty": _("A hero or companion dies only where the plot is at a crucial point (DEATH-1, DEATH-5)."),
    "other-campaign": _("This character belongs to another campaign."),
    "reason-needed": _("Say what the points are spent on."),
    "seat-taken": _("%(player)s has characters here already."),
    "still-plays": _("%(player)s still plays here."),
    "too-many-drafts": _("At most %(most)s drafts."),
    "unknown-item": _("There is no such item."),
    "unknown-use": _("Hero points cannot be spent on this."),
    "words-needed": _("A death is told: write how it came."),
    "retired-class": _("This class is retired in this campaign; choose another."),
    "above-talent-rank": _("A talent is learned up to rank %(most)s; more comes from items alone."),
    "talent-beside-another": _("There is one talent for each attribute, and another is learned already."),
    "talent-locked": _("A talent takes its attribute at the class's cap: %(high)s, not %(value)s."),
    "above-cap": _("%(high)s is the most for this class."),
    "already-dead": _("This character is dead already."),
    "already-decided": _("This was decided already: %(status)s."),
    "already-promoted": _("The promotion to level %(level)s is done already."),
    "bad-campaign-attribute": _("From %(low)s to %(high)s in steps of %(step)s, not %(value)s."),
    "bad-points": _("Points cannot be taken away."),
    "hero-first": _("The first character is the hero (CHAR-4)."),
    "missing-campaign-attribute": _("Give this attribute a figure."),
    "not-a-player": _("%(player)s does not play in this campaign."),
    "not-active": _("This takes an active character."),
    "not-enough-renown": _("The promotion costs %(cost)s renown; there are %(renown)s."),
    "not-the-fixed-figures": _("%(fixed)s for this class; it leaves no choice."),
    "outside-caps": _("%(low)s to %(high)s for this class, not %(value)s."),
    "outside-reaction": _("%(low)s to %(high)s for this class, not %(value)s."),
    "party-full": _("Three characters are the most a player has (CHAR-1)."),
    "renown-below-zero": _("There are %(held)s renown; this would leave less than nothing."),
    "second-hero": _("There is one hero for each player (CHAR-1)."),
    "secondary-beside-two-companions": _("A secondary and two companions do not go together (CHAR-1)."),
    "secondary-not-needed": _("A secondary beside a companion takes the director's leave (CHAR-3)."),
    "too-many-campaign-points": _("There are %(allowed)s campaign points to spread, not %(total)s."),
    "too-many-companions": _("One more companion takes the director's leave (CHAR-1)."),
    "too-many-points": _("This class begins with %(allowed)s points in all; these figures take %(total)s."),
    "too-many-secondaries": _("There is one secondary at most (CHAR-1)."),
    "top-level": _("This is the highest level."),
    "unknown-attribute": _("There is no such attribute."),
    "unknown-campaign-attribute": _("There is no such attribute."),
    "unknown-clan": _("This clan belongs to another campaign."),
    "unknown-class": _("There is no such class for players."),
    "unknown-portrait": _("There is no such picture."),
    "unknown-rank": _("There is no such rank."),
    "wrong-number-of-points": _("This promotion gives points to spread: %(due)s. You spread %(points)s."),
}
FORM_FIELDS = {"break_": "break_value"}


def said(refused: Refused | Broken) -> str:
    """What a page says for a refusal or a broken rule."""
    known = CAMPAIGN_SENTENCES | SENTENCES
    data = {name: VALUES.get(str(value), value) for name, value in refused.data.items()}
    return str(known[refused.code]) % data if refused.code in known else refused.message


def form_field(broken: Broken) -> str | None:
    """The form's field that a broken rule belongs to; None for one that concerns several."""
    if broken.code == "outside-reaction":
        return "reaction"
    name = broken.data.get("field", broken.data.get("attribute"))
    return FORM_FIELDS.get(str(name), str(name)) if name else None
