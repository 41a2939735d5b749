"""A character as it is proposed: plain, frozen data, and everything in it that breaks a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaign.catalogue import catalogue_of
from campaign.models import Clan, Membership
from rulebook.errors import Illegal, Refused
from rulebook.saga.catalogue import Figures
from rulebook.saga.catalogue.own import Catalogue
from rulebook.saga.creation import Broken, check_creation
from rulebook.saga.roster import check_new_character
from rulebook.saga.rules import RANKS, Rank, TableRules

PORTRAITS = ("beard", "braids", "curls", "elder", "giant", "helm", "hood", "scar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a player asks for: the figures of CHAR-5, the six campaign attributes, and the words.

    `heir_of` is the dead character whose renown it claims (HEIR-1).
    """

    name: str
    rank: Rank
    class_key: str
    figures: Figures
    reaction: int
    attributes: Mapping[str, int]
    clan: Clan | None = None
    portrait: str = PORTRAITS[0]
    appearance: str = ""
    history: str = ""
    private_notes: str = ""
    heir_of: int | None = None


class BrokenRules(Illegal):
    """A proposal that breaks one rule or more; `broken` has them all (code `broken-rules`)."""

    def __init__(self, broken: Sequence[Broken]) -> None:
        told = [{"code": one.code, "rule": one.rule, "detail": one.message, **one.data} for one in broken]
        super().__init__("broken-rules", " ".join(one.message for one in broken), {"broken": told})
        self.broken = tuple(broken)


def broken_rules(
    proposal: Proposal, *, party: Sequence[Rank], membership: Membership, rules: TableRules
) -> tuple[Broken, ...]:
    """Everything that keeps a proposal from being legal (CHAR-1, CHAR-3, CHAR-4, CHAR-5).

    `party` holds the ranks of the player's other living characters, `membership` the director's leave.
    """
    return (
        *_rank_broken(proposal.rank, party, membership),
        *_class_broken(proposal, rules, catalogue_of(membership.campaign)),
        *_words_broken(proposal, membership),
    )


def ranks_open(party: Sequence[Rank], membership: Membership) -> tuple[Rank, ...]:
    """The ranks that one more character of the player may have."""
    return tuple(rank for rank in RANKS if not _rank_broken(rank, party, membership))


def _rank_broken(rank: Rank, party: Sequence[Rank], membership: Membership) -> tuple[Broken, ...]:
    try:
        check_new_character(
            party,
            rank,
            second_companion_allowed=membership.second_companion,
            team_lacks_versatility=membership.secondary_needed,
        )
    except Refused as refused:
        return (Broken(refused.code, refused.message, "CHAR-1", {"field": "rank", **refused.data}),)
    return ()


def _class_broken(proposal: Proposal, rules: TableRules, catalogue: Catalogue) -> tuple[Broken, ...]:
    entry = next((one for one in catalogue.player_classes() if one.key == proposal.class_key), None)
    if entry is None and proposal.class_key in catalogue.retired:
        message = f"The class {proposal.class_key!r} is retired in this campaign."
        return (Broken("retired-class", message, "SK-353", {"field": "class_key"}),)
    if entry is None:
        message = f"There is no class {proposal.class_key!r} for players."
        return (Broken("unknown-class", message, "CHAR-5", {"field": "class_key"}),)
    return check_creation(entry, proposal.figures, proposal.reaction, proposal.attributes, rules)


def _words_broken(proposal: Proposal, membership: Membership) -> tuple[Broken, ...]:
    broken = []
    if proposal.clan is not None and proposal.clan.campaign_id != membership.campaign_id:
        broken.append(Broken("unknown-clan", "The clan belongs to another campaign.", "CHAR-6", {"field": "clan"}))
    if proposal.portrait not in PORTRAITS:
        message = f"There is no picture {proposal.portrait!r}."
        broken.append(Broken("unknown-portrait", message, "CHAR-5", {"field": "portrait"}))
    return tuple(broken)
