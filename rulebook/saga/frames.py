"""Story frames: who chooses, what a vote weighs, and how votes are counted (FRAME-1, CHAR-2, STAT-8).

What comes of a count is the director's business: the canon's frame is closed by the director, who writes the outcome.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.rules import Rank

VotesBy = Literal["player", "character"]

FEWEST_OPTIONS = 2
MOST_OPTIONS = 10


@dataclass(frozen=True, slots=True)
class Elector:
    """A character that takes part in the plot, and whose it is; `protagonist`: the frame is about it (CHAR-2)."""

    character: str
    player: str
    rank: Rank
    protagonist: bool = False

    @property
    def chooses(self) -> bool:
        """Heroes and companions do; a secondary only where it is the protagonist (FRAME-1)."""
        return self.rank != "secondary" or self.protagonist


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote as it was given: whose (see `voters`), the option's number, and the extra votes bought with it."""

    voter: str
    option: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """The weight of each option, in the order of the options, and those that lead (none while nobody has voted)."""

    weights: Mapping[int, int]
    leading: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.weights.values())


def voters(electors: Iterable[Elector], votes: VotesBy) -> dict[str, tuple[Elector, ...]]:
    """The votes that may be given, each with the characters that give it (FRAME-1, table rule `votes`).

    Keys are players (`p…`) where each player has one vote, characters (`c…`) where each character has.
    """
    found: dict[str, tuple[Elector, ...]] = {}
    for one in electors:
        if one.chooses:
            key = voter_key(one, votes)
            found[key] = (*found.get(key, ()), one)
    return found


def voter_key(elector: Elector, votes: VotesBy) -> str:
    """Under which name this character's vote is counted."""
    return f"p{elector.player}" if votes == "player" else f"c{elector.character}"


def check_options(options: Sequence[str]) -> None:
    """A frame offers two to ten different options, or none and is there for its tests alone (SK-330).

    Raises Unreadable `bad-options`.
    """
    folded = {" ".join(one.split()).casefold() for one in options}
    wrong = 0 < len(options) < FEWEST_OPTIONS or len(options) > MOST_OPTIONS
    if wrong or len(folded) < len(options) or "" in folded:
        message = f"A frame offers {FEWEST_OPTIONS} to {MOST_OPTIONS} different options; these are {len(options)}."
        data = {"count": len(options), "fewest": FEWEST_OPTIONS, "most": MOST_OPTIONS}
        raise Unreadable("bad-options", message, data)


def check_time(at: int, *, until: int | None, closed: bool) -> None:
    """A vote that arrives at or after the frame's last moment, or after it was closed, comes too late (SK-331).

    Moments are milliseconds since 1970. Raises TooLate `frame-closed`, `vote-over`.
    """
    if closed:
        raise TooLate("frame-closed", "The director has closed this frame.")
    if until is not None and at >= until:
        raise TooLate("vote-over", "The time to vote is over.", {"until": until})


def check_extra(voter: Sequence[Elector], character: str, paid: Iterable[str]) -> None:
    """Each character that gives a vote may pay for one extra vote in a decision (STAT-8, SK-332).

    Raises Illegal `not-a-voter`, `extra-taken`.
    """
    if character not in {one.character for one in voter}:
        raise Illegal("not-a-voter", f"{character!r} does not give this vote.", {"character": character})
    if character in set(paid):
        message = f"{character!r} has paid for an extra vote in this decision already."
        raise Illegal("extra-taken", message, {"character": character})


def count_votes(ballots: Iterable[Ballot], options: Sequence[int]) -> Count:
    """Add the votes up: each weighs one, and one more for each extra vote (FRAME-1, STAT-8).

    Raises Illegal `voted-twice` for a second vote of one voter, Unreadable `unknown-option`, `bad-extra`.
    """
    weights: Counter[int] = Counter()
    heard: set[str] = set()
    for ballot in ballots:
        if ballot.voter in heard:
            raise Illegal("voted-twice", f"{ballot.voter!r} has voted already.", {"voter": ballot.voter})
        if ballot.option not in options:
            raise Unreadable("unknown-option", f"There is no option {ballot.option}.", {"option": ballot.option})
        if ballot.extra < 0:
            raise Unreadable("bad-extra", f"{ballot.extra} extra votes are none.", {"extra": ballot.extra})
        heard.add(ballot.voter)
        weights[ballot.option] += 1 + ballot.extra
    most = max(weights.values(), default=0)
    ordered = {option: weights[option] for option in options}
    return Count(ordered, tuple(option for option, weight in ordered.items() if weight == most and most))
