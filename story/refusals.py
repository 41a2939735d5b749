"""Sentences for the refusals of the story's verbs, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from characters.refusals import said as said_of_characters
from rulebook.errors import Refused

SENTENCES = {
    "bad-ballot": _("Choose how votes are shown."),
    "bad-options": _("Offer %(fewest)s to %(most)s different options, one on each line, or none."),
    "bad-penalty": _("A penalty runs from 0 to %(most)s."),
    "bad-until": _("A vote ends after now and within %(days)s days."),
    "extra-taken": _("This character has paid for an extra vote in this decision already."),
    "frame-closed": _("The director has closed this frame."),
    "no-vote": _("No character of yours has this vote."),
    "not-a-voter": _("This character does not give this vote."),
    "not-rolled": _("Nobody has rolled yet."),
    "option-too-long": _("An option has %(length)s characters; %(most)s fit."),
    "reason-needed": _("A penalty needs its reason."),
    "test-off": _("The director has called this test off."),
    "test-passed": _("Only a failed test is rolled again."),
    "test-rolled": _("The die is cast; nothing rolls it again."),
    "test-weighed": _("This test is weighed already."),
    "unknown-option": _("Choose one of the options."),
    "vote-over": _("The time to vote is over."),
    "weighing-needed": _("Say what the plot wants, what follows from events, and what comes of it."),
    "bad-audience": _("Choose who shall read this."),
    "bad-key": _("This form cannot be read; open the page again."),
    "bad-openness": _("Choose who may read the scene."),
    "dice-in-divisor": _("Dice cannot divide; write a number after the “/”."),
    "dice-too-deep": _("Brackets in dice go %(most)s deep at most."),
    "dice-too-long": _("A dice notation has at most %(most)s characters."),
    "dice-unreadable": _("“%(text)s” is no dice notation such as 2d6+3."),
    "divide-by-zero": _("Nothing can be divided by zero."),
    "endless-dice": _("A die with one side would be thrown again without end."),
    "key-used": _("This form was sent already, with other words. Yours are kept as a draft."),
    "no-dice": _("“%(text)s” throws no dice."),
    "no-new-rolls": _("An edit throws no dice. Write a new post for that."),
    "no-room": _("The campaign's %(most)s MB for pictures are full."),
    "no-such-die": _("A die has 1 to %(most)s sides."),
    "nobody-chosen": _("Choose at least one reader."),
    "not-your-voice": _("You cannot write as this person."),
    "nothing-kept": _("The dice notation keeps no die, or more than there are."),
    "nothing-written": _("There is nothing to publish yet."),
    "npc-without-name": _("Give a name to whoever is heard."),
    "number-too-large": _("Dice go up to %(most)s."),
    "picture-endless": _("The picture has far too many pixels: %(most)s million fit."),
    "picture-too-large": _("The picture is too large: %(most)s MB fit."),
    "picture-too-many-pixels": _("The picture has %(width)s × %(height)s pixels; %(most)s million fit."),
    "picture-unreadable": _("This is no picture that can be read. PNG, JPEG, WebP and GIF can."),
    "post-changed": _("The post was changed meanwhile. Your words are kept as a draft; compare them."),
    "post-withdrawn": _("The post was withdrawn meanwhile."),
    "private-outsider": _("%(names)s cannot read this scene, or not this post."),
    "private-prompt": _("Everybody in the scene reads the prompt: nothing in it can be private."),
    "scene-closed": _("The scene is no longer open. Your words are kept as a draft."),
    "text-too-long": _("%(length)s characters are too many; %(most)s fit."),
    "title-needed": _("Give it a title."),
    "too-fast": _("%(most)s posts in a minute are enough. Wait a little; your words are kept."),
    "too-many-dice": _("%(count)s dice are too many; %(most)s fit."),
    "too-many-drafts": _("There are %(count)s drafts already; put some aside."),
    "too-many-rolls": _("%(count)s rolls in one post are too many; %(most)s fit."),
    "wider-audience": _("Others would read what was private."),
}


def said(refused: Refused) -> str:
    """What a page says for a refusal of this app."""
    if refused.code in SENTENCES:
        return str(SENTENCES[refused.code]) % refused.data
    return said_of_characters(refused)
