"""What the notices of characters, campaigns and scenes say, one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from notifications.models import Notice
from notifications.said import Said

Kind = Notice.Kind
HOUR_MS = 3_600_000


SHEET_SENTENCES: dict[str, Callable[[], str]] = {
    "proposed": lambda: _("{who} sent the sheet of {character} for approval."),
    "approved": lambda: _("The sheet of {character} was approved."),
    "returned": lambda: _("The sheet of {character} came back to you."),
    "promoted": lambda: _("{character} was promoted."),
    "doomed": lambda: _("{character} is doomed: at twelve wounds a hero dies at a moment that the director stages."),
    "spared": lambda: _("{character} was spared."),
    "died": lambda: _("{character} has died."),
    "wounded": lambda: _("{character} was wounded in {battle}. New wounds: {wounds}."),
    "healed": lambda: _("{character} has healed."),
    "renown": lambda: _("{character} earned renown: {amount}."),
    "at-door": lambda: _("The sheet of {character} was approved; the character comes in when the plot allows it."),
    "promotion-asked": lambda: _("{who} asks for the promotion of {character}."),
    "purchase-asked": lambda: _("{who} wants to buy an item for {character}."),
    "succession-asked": lambda: _("{who} wants {character} to become the hero."),
    "promotion-returned": lambda: _("The promotion of {character} was not approved."),
    "purchase-returned": lambda: _("The purchase for {character} was not approved."),
    "succession-returned": lambda: _("That {character} become the hero was not approved."),
    "bought": lambda: _("{character} has bought an item."),
    "succeeded": lambda: _("{character} is the hero now."),
    "item": lambda: _("{character} was given an item."),
    "retired": lambda: _("{character} has left the story."),
    "seat": lambda: _("{character} is yours to play from now on."),
}


def sheet(data: dict[str, Any]) -> Said:
    """`what`: a key of SHEET_SENTENCES; `character`, `who`, `reason`, `wounds`, `amount`, `roll` with its `chance`."""
    data = {"who": "", "character": "", "wounds": "", "amount": "", **data}
    known = SHEET_SENTENCES.get(str(data.get("what")))
    sentence = (known() if known else _("The sheet of {character} changed.")).format_map(data)
    if data.get("roll"):
        sentence += " " + _("The death roll was {roll}, deadly up to {chance}.").format_map(data)
    if data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(_("Sheet: {character}").format_map(data), sentence, _("See the sheet"))


CAMPAIGN_SENTENCES: dict[str, Callable[[], str]] = {
    "joined": lambda: _("{who} joined {campaign}."),
    "left": lambda: _("{who} left {campaign}."),
    "removed": lambda: _("{who} removed you from {campaign}."),
    "role": lambda: _("Your role in {campaign} changed: {role_name}."),
    "rules": lambda: _("{who} changed table rules of {campaign}."),
    "away": lambda: _("{who} has announced an absence in {campaign}."),
    "applied": lambda: _("{who} wants to play in {campaign}."),
    "listed": lambda: _("{who} put you on the waiting list of {campaign}."),
    "accepted": lambda: _("{who} accepted you: you play in {campaign} now."),
    "declined": lambda: _("{who} declined your application to {campaign}."),
}


def role_name(role: object) -> str:
    """The role as its campaign names it; the words are the campaign's own."""
    return _(str(role)) if role else ""


def campaign(data: dict[str, Any]) -> Said:
    """`what`: a key of CAMPAIGN_SENTENCES; `campaign`, `who`, `role`, `reason`."""
    data = {"who": "", "campaign": "", **data, "role_name": role_name(data.get("role"))}
    known = CAMPAIGN_SENTENCES.get(str(data.get("what")))
    sentence = (known() if known else _("Something changed in {campaign}.")).format_map(data)
    if data.get("reason"):
        sentence += " " + _("Their word: {reason}").format_map(data)
    # Whoever was removed may not see it any more.
    action = _("Campaigns") if data.get("what") == "removed" else _("See the campaign")
    return Said(_("Campaign: {campaign}").format_map(data), sentence, action)


def new_post(data: dict[str, Any]) -> Said:
    """`scene`, `campaign`: something new since the reader last came; who wrote is not said, it may be several."""
    return Said(
        _("New in {scene}").format_map(data),
        _("There is something new in {scene} ({campaign}).").format_map(data),
        _("Read on"),
    )


def mention(data: dict[str, Any]) -> Said:
    """`scene`, `campaign`: somebody named the reader, or their character."""
    return Said(
        _("You are mentioned: {scene}").format_map(data),
        _("Somebody mentions you in {scene} ({campaign}).").format_map(data),
        _("Read the post"),
    )


def addressed(data: dict[str, Any]) -> Said:
    """`scene`, `campaign`: a post, or a passage of it, is for the reader and not for everybody."""
    return Said(
        _("Written to you: {scene}").format_map(data),
        _("Something in {scene} ({campaign}) is written to you.").format_map(data),
        _("Read the post"),
    )


def vote(data: dict[str, Any]) -> Said:
    """`frame`, `scene`, `campaign`; `what`: choose (a player has a vote), for the directors all (everybody has voted)
    or over (its time has run out)."""
    if data.get("what") == "choose":
        return Said(
            _("Choose: {frame}").format_map(data),
            _("{frame}: the story waits for your vote in {scene} ({campaign}).").format_map(data),
            _("Vote"),
            _("After that nobody can vote any more."),
            runs_out=True,
        )
    sentence = (
        _("The time to vote on {frame} in {scene} is over: you can close it.")
        if data.get("what") == "over"
        else _("Everybody has voted on {frame} in {scene}: you can close it.")
    )
    return Said(_("Votes are in: {frame}").format_map(data), sentence.format_map(data), _("See the votes"))


def test(data: dict[str, Any]) -> Said:
    """`character`, `frame`, `scene`, `attribute`; `what`: called (its player may roll), for the directors rolled, for
    the player weighed."""
    data = data | {"attribute_name": _(str(data.get("attribute", "")).capitalize())}
    if data.get("what") == "called":
        sentence, link = _("{character} is put to a test of {attribute_name} in {frame} ({scene})."), _("Roll")
    elif data.get("what") == "rolled":
        sentence = _("{character} has rolled the test of {attribute_name} in {frame} ({scene}): weigh it.")
        link = _("See the test")
    else:
        sentence = _("The director has weighed {character}'s test of {attribute_name} in {frame} ({scene}).")
        link = _("See the test")
    return Said(_("Test: {character}").format_map(data), sentence.format_map(data), link)


SAY: dict[str, Callable[[dict[str, Any]], Said]] = {
    Kind.SHEET: sheet,
    Kind.CAMPAIGN: campaign,
    Kind.NEW_POST: new_post,
    Kind.MENTION: mention,
    Kind.ADDRESSED: addressed,
    Kind.VOTE: vote,
    Kind.TEST: test,
}
