"""What a notice says, built when it is read, in the active language and time zone.

Each kind has one function below; its docstring names the keys of `data` that it reads. All of them read `battle`,
`unit` and `round` where they speak of a turn. A missing key leaves its words out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import when
from notifications import dungeon_wording
from notifications.models import Notice
from notifications.said import Said
from notifications.wishes import MAIL_WISHES

Kind = Notice.Kind
HOUR_MS = 3_600_000
NOTHING = dict.fromkeys(("battle", "unit", "round", "scene", "campaign", "frame", "character"), "")


@dataclass(frozen=True)
class Words:
    """One notice as text. `until` and `consequence` are empty where nothing runs out; `about` names the group."""

    subject: str
    sentence: str
    link_text: str
    until: str
    consequence: str
    reason: str
    about: str

    @property
    def until_words(self) -> str:
        """The deadline as a sentence; empty where nothing runs out."""
        return _("Until {until}.").format(until=self.until) if self.until else ""


def words_for(notice: Notice, *, now: datetime) -> Words:
    """The notice in words; absolute times are told in the active zone, which is named."""
    data: dict[str, Any] = NOTHING | notice.data
    say = OF_GAME.get(str(data.get("game")), {}).get(notice.kind, SAY[notice.kind])
    said = say(data)
    until = local_time(notice.deadline, now=now) if said.runs_out and notice.deadline else ""
    return Words(
        subject=said.subject,
        sentence=said.sentence,
        link_text=said.link_text,
        until=until,
        consequence=said.consequence if until else "",
        reason=why(notice),
        about=str(data["battle"] or data.get("character") or data.get("scene") or data.get("campaign") or ""),
    )


def local_time(moment: datetime, *, now: datetime) -> str:
    """A moment in the active language and zone, the zone named."""
    return when.absolute(moment, timezone.get_current_timezone(), now=now, name_zone=True)


def why(notice: Notice) -> str:
    """Why the reader gets this, and where it can be changed."""
    if notice.kind == Kind.NEW_ROUND:
        return _("You get this because you follow the battle, or its campaign: there a button stops it.")
    if MAIL_WISHES.get(notice.kind):
        return _("You get this because you take part. Which notices also come by e-mail is chosen in your settings.")
    return _("You get this because you take part. It stays in this inbox and is not sent by e-mail.")


# --- one function per kind


def your_turn(data: dict[str, Any]) -> Said:
    """`what`: deploy, turn, plan, decide or director; `penalty`: the initiative penalty if it is missed."""
    if data.get("what") == "deploy":
        return Said(
            _("Place your units: {battle}").format_map(data),
            _("Turn 0 of {battle} is open: place your units in your zone.").format_map(data),
            _("Place my units"),
            _("Whoever is not placed by then is placed at random in the zone."),
            runs_out=True,
        )
    return Said(
        _("Your turn: {unit} in {battle}").format_map(data),
        _("It is {unit}'s turn in round {round} of {battle}.").format_map(data),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def deadline_near(data: dict[str, Any]) -> Said:
    """As your_turn; `what` may also be vote, with `frame` and `scene`."""
    if data.get("what") == "vote":
        return Said(
            _("Soon over: the vote on {frame}").format_map(data),
            _("The vote on {frame} in {scene} ends soon, and yours is not given yet.").format_map(data),
            _("Vote"),
            _("After that nobody can vote any more."),
            runs_out=True,
        )
    if data.get("what") == "deploy":
        return Said(
            _("Soon over: placing your units in {battle}").format_map(data),
            _("Turn 0 of {battle} ends soon and you have units to place.").format_map(data),
            _("Place my units"),
            _("Whoever is not placed by then is placed at random in the zone."),
            runs_out=True,
        )
    return Said(
        _("Soon over: {unit}'s turn in {battle}").format_map(data),
        _("{unit}'s turn in round {round} of {battle} ends soon.").format_map(data),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def missing_costs(data: dict[str, Any]) -> str:
    """What happens to a turn that nobody plays in time (LATE-1, LATE-2)."""
    penalty = abs(int(data.get("penalty") or 0))
    if penalty:
        return _("After that: the turn passes, −{penalty} initiative for the rest of this battle.").format(
            penalty=penalty
        )
    return _("After that: the turn passes, and the unit loses initiative for the rest of this battle.")


def missed(data: dict[str, Any]) -> Said:
    """`penalty`: the unit's penalty from now on; `late_window`: may it still act in this round?"""
    sentence = _("{unit}'s turn in round {round} of {battle} ran out.").format_map(data)
    penalty = abs(int(data.get("penalty") or 0))
    if penalty:
        sentence += " " + _("Its initiative is {penalty} lower from the next round on.").format(penalty=penalty)
    if data.get("late_window"):
        sentence += " " + _("You can still act until the round ends: you act at once.")
    return Said(
        _("Missed: {unit}'s turn in {battle}").format_map(data),
        sentence,
        _("Play it late") if data.get("late_window") else _("See the battle"),
    )


def more_time(data: dict[str, Any]) -> Said:
    """`cause`: late, or the director's; `source`: the unit that posted late; `reason`; `added`: milliseconds."""
    added = when.span(int(data.get("added") or 3 * HOUR_MS) / 1000)
    if data.get("source"):
        sentence = _("{source} acted late in {battle}, so {unit}'s turn has {added} more.")
    elif data.get("reason"):
        sentence = _("The director gave {unit}'s turn in {battle} {added} more: {reason}")
    else:
        sentence = _("{unit}'s turn in {battle} has {added} more.")
    return Said(
        _("More time: {unit} in {battle}").format_map(data),
        sentence.format_map(data | {"added": added}),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def early_failed(data: dict[str, Any]) -> Said:
    """None of the alternatives could be played (EARLY-3)."""
    return Said(
        _("Early turn not played: {unit} in {battle}").format_map(data),
        _(
            "None of {unit}'s early alternatives could be played in {battle}. The turn is open, with its usual time."
        ).format_map(data),
        _("Play the turn"),
        missing_costs(data),
        runs_out=True,
    )


def early_played(data: dict[str, Any]) -> Said:
    """`alternative`: which one was used, counted from 1 (or absent)."""
    sentence = _("{unit}'s early turn in round {round} of {battle} was played.").format_map(data)
    if data.get("alternative"):
        sentence += " " + _("Alternative used: {alternative}.").format_map(data)
    return Said(_("Early turn played: {unit} in {battle}").format_map(data), sentence, _("See the battle"))


def director_due(data: dict[str, Any]) -> Said:
    """`what`: director, plan, decide, deploy, stuck; `unit` where it is one unit's turn."""
    what = data.get("what")
    if what == "stuck":
        sentence = _("{battle} could not be settled by itself; it is tried again later. Other battles run on.")
    elif what == "plan":
        sentence = _("{unit}'s early turn in {battle} waits for you to publish it.")
    elif what == "decide":
        sentence = _("{battle} waits for your decision.")
    elif what == "deploy":
        sentence = _("Turn 0 of {battle} is open: place your units.")
    elif what == "stuck":
        sentence = _("A deadline of {battle} could not be applied; it is tried again. The site's log says why.")
    elif data["unit"]:
        sentence = _("{unit} waits for you in round {round} of {battle}.")
    else:
        sentence = _("{battle} waits for you.")
    return Said(
        _("The director is due: {battle}").format_map(data),
        sentence.format_map(data),
        _("Go to the battle"),
        runs_out=True,
    )


def battle_began(data: dict[str, Any]) -> Said:
    """`hash`: what the dice's secret seed hashes to; at the end anyone can check the rolls against it.

    The notice has a deadline while turn 0 is open.
    """
    sentence = _("{battle} has begun.").format_map(data)
    if data.get("hash"):
        sentence += " " + _(
            "Hash of the dice's secret: {hash}. Keep it to check the rolls when the battle is over."
        ).format_map(data)
    return Said(
        _("Begun: {battle}").format_map(data),
        sentence,
        _("Go to the battle"),
        _("Whoever is not placed by then is placed at random in the zone."),
        runs_out=True,
    )


def battle_over(data: dict[str, Any]) -> Said:
    """`winner`: the name of the side that won, or nothing; `what`: consequences, once the director confirmed them."""
    if data.get("what") == "consequences":
        sentence = _("What {battle} leaves behind is settled: wounds, renown and fates.")
        return Said(_("Settled: {battle}").format_map(data), sentence.format_map(data), _("See the result"))
    ending = _("{winner} won.") if data.get("winner") else _("It ended without a winner.")
    return Said(
        _("Over: {battle}").format_map(data),
        _("{battle} is over.").format_map(data) + " " + ending.format_map(data),
        _("See the result"),
    )


def muster(data: dict[str, Any]) -> Said:
    """A list is open for players to say who goes (DEPL-0); `what`: all-confirmed, for the directors."""
    subject = _("Who goes? {battle}").format_map(data)
    if data.get("what") == "all-confirmed":
        sentence = _("Everybody has said who goes to {battle}: you can close the list.").format_map(data)
        return Said(subject, sentence, _("See the list"))
    return Said(
        subject,
        _("{battle} is being prepared: choose which of your characters go.").format_map(data),
        _("Choose who goes"),
        _("After that the director may close the list; then your hero goes."),
        runs_out=True,
    )


def paused(data: dict[str, Any]) -> Said:
    """`paused`: true when it was paused, false when it goes on; `reason` (idle-rounds: it paused itself)."""
    if data.get("paused", True):
        subject, sentence = _("Paused: {battle}"), _("{battle} is paused; all clocks stand still.")
    else:
        subject, sentence = _("Going on: {battle}"), _("{battle} goes on; clocks run again with what was left.")
    sentence = sentence.format_map(data)
    if data.get("reason") == "idle-rounds":
        sentence += " " + _("Nobody posted for several rounds; any of its players may let it go on.")
    elif data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(subject.format_map(data), sentence, _("See the battle"))


def taken_over(data: dict[str, Any]) -> Said:
    """`taken`: true when the director plays the unit from now on, false when it is the reader's again; `reason`
    (missed-deadlines: it passed by itself)."""
    if not data.get("taken", True):
        return Said(
            _("Yours again: {unit} in {battle}").format_map(data),
            _("The director handed {unit} back to you in {battle}: you play it again.").format_map(data),
            _("See the battle"),
        )
    sentence = _("The director plays {unit} in {battle} until it is handed back to you.").format_map(data)
    if data.get("reason") == "missed-deadlines":
        sentence += " " + _("It has missed as many deadlines as this table allows.")
    elif data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(_("Taken over: {unit} in {battle}").format_map(data), sentence, _("See the battle"))


def credit(data: dict[str, Any]) -> Said:
    """`start`, `end`: the outage, in milliseconds since 1970 (CLOCK-6)."""
    lost = int(data.get("end") or 0) - int(data.get("start") or 0)
    sentence = _("The site was out of service; open turns in {battle} got the lost time back.").format_map(data)
    if lost > 0:
        sentence += " " + _("Lost time: {time}.").format(time=when.span(lost / 1000))
    return Said(_("Time given back: {battle}").format_map(data), sentence, _("See the battle"))


def retcon(data: dict[str, Any]) -> Said:
    """A played turn that its player asks to have taken back. `what`: asked (for the directors), granted, refused;
    `who`: its player; `reason`: the player's, or the director's word."""
    what = data.get("what")
    if what == "asked":
        subject = _("Asked to take back: {unit} in {battle}")
        sentence = _("{who} asks you to take back {unit}'s turn in round {round} of {battle}.")
        link = _("Answer")
    elif what == "granted":
        subject = _("Granted: {unit}'s turn in {battle}")
        sentence = _("The director grants that {unit}'s turn in round {round} of {battle} be taken back.")
        link = _("See the turn")
    else:
        subject = _("Refused: {unit}'s turn in {battle}")
        sentence = _("{unit}'s turn in round {round} of {battle} stands.")
        link = _("See the turn")
    sentence = sentence.format_map({"who": "", **data})
    if data.get("reason"):
        sentence += " " + _("Reason: {reason}").format_map(data)
    return Said(subject.format_map(data), sentence, link)


def new_round(data: dict[str, Any]) -> Said:
    """A battle that the reader follows has begun, or is in another round."""
    return Said(
        _("Round {round}: {battle}").format_map(data),
        _("Round {round} of {battle} has begun.").format_map(data),
        _("See the battle"),
    )


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
    return Said(_("Campaign: {campaign}").format_map(data), sentence, _("See the campaign"))


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


def channel_name(data: dict[str, Any]) -> str:
    """The reader's own name for a channel, or what it is."""
    return str(data.get("channel") or (_("e-mail") if data.get("type") == "mail" else _("webhook")))


def channel_off(data: dict[str, Any]) -> Said:
    """`channel`: its name, `type`: mail or webhook, `reason`: what the other end answered last."""
    data = data | {"channel": channel_name(data)}
    sentence = _("The channel “{channel}” did not work any more and was switched off.")
    if data.get("reason"):
        sentence += " " + _("It answered: {reason}")
    return Said(_("Switched off: {channel}").format_map(data), sentence.format_map(data), _("See my channels"))


def channel_test(data: dict[str, Any]) -> Said:
    """`channel`: its name, `type`: mail or webhook."""
    data = data | {"channel": channel_name(data)}
    return Said(
        _("A test of {channel}").format_map(data),
        _("This is a test of your channel “{channel}”. If you read it there, it works.").format_map(data),
        _("See my channels"),
    )


SAY: dict[str, Callable[[dict[str, Any]], Said]] = {
    Kind.YOUR_TURN: your_turn,
    Kind.DEADLINE_NEAR: deadline_near,
    Kind.MISSED: missed,
    Kind.MORE_TIME: more_time,
    Kind.EARLY_FAILED: early_failed,
    Kind.EARLY_PLAYED: early_played,
    Kind.DIRECTOR_DUE: director_due,
    Kind.BATTLE_BEGAN: battle_began,
    Kind.BATTLE_OVER: battle_over,
    Kind.MUSTER: muster,
    Kind.PAUSED: paused,
    Kind.TAKEN_OVER: taken_over,
    Kind.CREDIT: credit,
    Kind.RETCON: retcon,
    Kind.NEW_ROUND: new_round,
    Kind.SHEET: sheet,
    Kind.CAMPAIGN: campaign,
    Kind.NEW_POST: new_post,
    Kind.MENTION: mention,
    Kind.ADDRESSED: addressed,
    Kind.VOTE: vote,
    Kind.TEST: test,
    Kind.CHANNEL_OFF: channel_off,
    Kind.CHANNEL_TEST: channel_test,
}


OF_GAME: dict[str, dict[str, Callable[[dict[str, Any]], Said]]] = {"dungeon": dungeon_wording.SAY}
"""By `game`: the kinds of which a game's notices speak otherwise."""


def marked_read(count: int) -> str:
    """What the page says after marking."""
    return ngettext("{} notice marked as read.", "{} notices marked as read.", count).format(count)


def many_subject(count: int) -> str:
    """The subject of a mail with several notices."""
    return ngettext("{} notice", "{} notices", count).format(count)
