"""What the pages say for the codes of preparing, mustering and ending a battle."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "bad-map-mark": _("Row %(row)s of the map holds “%(mark)s”; use . for free, # for blocked, 1 and 2 for zones."),
    "bad-map-rows": _("Row %(row)s of the map has %(cells)s cells, row 1 has %(first)s."),
    "bad-map-size": _("The map is %(width)s by %(height)s; a board has %(least)s to %(most)s columns and rows."),
    "bad-cell": _("“%(cell)s” names no cell; A5 would."),
    "bad-figure": _("This figure goes from %(low)s to %(high)s."),
    "name-needed": _("A unit needs a name of at most 60 characters."),
    "unit-exists": _("There is a unit called “%(name)s” already."),
    "unknown-entry": _("The catalogue has no entry “%(entry)s”."),
    "unknown-template": _("There is no board “%(template)s”."),
    "bad-count": _("“%(count)s” units cannot be added at once; 1 to 10 can."),
    "draft-too-long": _("That is too much text for a draft."),
    "draft-changed": _("This draft was changed on another page. Nothing you typed here is lost."),
    "draft-has-problems": _("The battle cannot be announced yet: there are problems."),
    "no-players": _("Nobody is asked: choose at least one player."),
    "player-twice": _("%(user)s is asked for both sides."),
    "side-empty": _("%(side)s has nobody: choose players, or give it units."),
    "not-a-player": _("%(user)s is not a player of this campaign."),
    "no-zone": _("%(side)s has no deployment zone."),
    "zones-overlap": _("The two zones overlap at %(cell)s."),
    "zone-too-small": _("The zone of %(side)s is too small for the %(count)s characters that may come."),
    "too-many-units": _("There are too many units; %(most)s are the most."),
    "same-name": _("Two units are called “%(name)s”."),
    "cell-taken": _("%(cell)s is taken by %(unit)s."),
    "no-place": _("%(unit)s has no place; only a hidden unit may do without."),
    "does-not-fit": _("%(size)s does not fit at %(cell)s."),
    "stands-on-blocked": _("%(size)s does not fit at %(cell)s: %(blocked)s is blocked."),
    "no-strength": _("%(unit)s needs a strength of at least 1."),
    "bad-reach": _("A range from %(low)s to %(high)s reaches nothing."),
    "no-side": _("%(unit)s belongs to no side; only a thing may do without."),
    "two-leaders": _("%(side)s has more than one leader."),
    "leader-not-asked": _("%(user)s is not asked for this side, so cannot lead it."),
    "no-leader": _("%(side)s has no leader to defeat."),
    "nothing-to-destroy": _("There is nothing on the board for %(side)s to destroy."),
    "no-such-object": _("What %(side)s is to destroy is not on the board."),
    "bad-table-rule": _("“%(value)s” is not allowed here."),
    "bad-idle-rounds": _("A battle may pause after 1 to 50 rounds, not after %(count)s."),
    "wrong-status": _("That cannot be done with this battle any more: it is in another stage."),
    "other-ruleset": _("That is for battles of another ruleset."),
    "not-asked": _("You were not asked to send anybody to this battle."),
    "not-yours": _("That character is not yours, or may not go."),
    "wrong-count": _("Choose from 1 to %(slots)s characters."),
    "second-hero": _("A player has one hero."),
    "hero-must-fight": _("The hero must go this time."),
    "secondary-not-allowed": _("A secondary may not go where each player sends one character."),
    "cannot-be-fielded": _("Its wounds leave it no strength to fight with."),
    "in-another-battle": _("Already fighting in another battle."),
    "already-confirmed": _("You have already confirmed who goes."),
    "nobody-goes": _("Nobody can go on %(side)s; the battle cannot begin."),
    "nothing-to-decide": _("There is nothing to decide about %(unit)s."),
    "undecided": _("Decide about %(unit)s first."),
    "bad-renown": _("Renown must be a whole number from 0 to 1000."),
    "seed-revealed": _("The seed of the dice has been shown: an ended battle cannot be undone."),
    "not-confirmed": _("Somebody has not yet said who goes."),
    "not-begun": _("The battle has not begun."),
    "bad-setup": _("The battle cannot begin as it is planned. Give it up and prepare it anew."),
    "bad-slots": _("A battle has 1 to 3 characters per player."),
    "unknown-rank": _("One of the characters has an unknown rank."),
    "unknown-table-rule": _("There is no such table rule."),
}
ONE_ONLY = _("Choose one character.")
OTHER = _("That is not possible: %(code)s.")


def problem_words(code: str, data: Mapping[str, object]) -> str:
    """The sentence for a code, in the language in force."""
    if code == "wrong-count" and data.get("slots") == 1:
        return str(ONE_ONLY)
    if code not in SENTENCES:
        return str(OTHER) % {"code": code}
    return str(SENTENCES[code]) % Known(data)


class Known(dict[str, object]):
    """Missing details read as a dash, so that a sentence never fails."""

    def __missing__(self, key: str) -> str:
        return "—"
