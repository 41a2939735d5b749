"""Who may be brought into a battle, and who may join a player (section 9 of the rules)."""

from collections import Counter
from collections.abc import Sequence

from rulebook.errors import Illegal, Unreadable
from rulebook.saga.rules import RANKS, Rank

MOST_CHARACTERS = 3
MOST_COMPANIONS = 2
HERO_BATTLES_PER_COMPANION_BATTLE = 2


def check_roster(
    picks: Sequence[Rank],
    *,
    slots: int,
    history: Sequence[Rank],
    hero_able: bool = True,
    previous_had_hero: bool | None = None,
) -> None:
    """Refuse a choice of characters that the roster rules forbid (ROST-1, ROST-2, ROST-3).

    `slots` is the battle's number of characters per player. `history` holds the ranks of
    the player's earlier one-character battles, oldest first, friendlies left out, since
    the present hero came. `previous_had_hero` speaks of the player's previous battle of
    any size; left out, it is the last of `history`. `hero_able` is false while the player
    has no living hero able to fight: then ROST-1 and ROST-2 rest.

    Raises `bad-slots`, `wrong-count`, `unknown-rank`, `second-hero`,
    `secondary-not-allowed`, `hero-must-fight`.
    """
    _check_count(picks, history, slots)
    if not hero_able or (slots > 1 and "hero" in picks):
        return
    if slots > 1:
        raise _hero_must_fight("one of several characters must be the hero", picks)
    _check_single(picks[0], history, previous_had_hero)


def check_new_character(
    party: Sequence[Rank],
    rank: Rank,
    *,
    second_companion_allowed: bool = False,
    team_lacks_versatility: bool = False,
) -> None:
    """Refuse a new character that the player may not have (CHAR-1, CHAR-3, CHAR-4).

    `party` holds the ranks of the player's living characters. The director's leave counts
    as `second_companion_allowed` and `team_lacks_versatility`; `[]` is a player whose
    first character comes now, which is the hero.

    Raises `unknown-rank`, `party-full`, `hero-first`, `second-hero`,
    `too-many-companions`, `too-many-secondaries`, `secondary-beside-two-companions`,
    `secondary-not-needed`.
    """
    _check_ranks([*party, rank])
    held = Counter(party)
    if len(party) >= MOST_CHARACTERS:
        raise _refused_character("party-full", rank, f"{len(party)} characters are the most")
    if not party and rank != "hero":
        raise _refused_character("hero-first", rank, "an only character is always the hero")
    if rank == "hero" and held["hero"]:
        raise _refused_character("second-hero", rank, "there is one hero for each player")
    if rank == "companion":
        _check_companion(held, second_companion_allowed)
    if rank == "secondary":
        _check_secondary(held, team_lacks_versatility)


def _check_count(picks: Sequence[Rank], history: Sequence[Rank], slots: int) -> None:
    if not 1 <= slots <= MOST_CHARACTERS:
        message = f"A battle has 1 to {MOST_CHARACTERS} characters per player, not {slots}."
        raise Unreadable("bad-slots", message, {"slots": slots})
    _check_ranks([*picks, *history])
    if not 1 <= len(picks) <= slots:
        message = f"{len(picks)} characters were picked where 1 to {slots} may go."
        raise Illegal("wrong-count", message, {"picked": len(picks), "slots": slots})
    if picks.count("hero") > 1:
        message = f"{picks.count('hero')} heroes were picked; a player has one."
        raise Illegal("second-hero", message, {"picked": list(picks)})


def _check_ranks(ranks: Sequence[str]) -> None:
    for rank in ranks:
        if rank not in RANKS:
            raise Unreadable("unknown-rank", f"There is no rank {rank!r}.", {"rank": rank})


def _check_single(pick: Rank, history: Sequence[Rank], previous_had_hero: bool | None) -> None:
    if pick == "secondary":
        message = "A secondary may not go where each player sends one character."
        raise Illegal("secondary-not-allowed", message, {"pick": pick})
    if pick == "hero":
        return
    if previous_had_hero is None:
        previous_had_hero = bool(history) and history[-1] == "hero"
    if not previous_had_hero:
        raise _hero_must_fight("the battle before was fought without the hero", [pick])
    companion_battles = history.count("companion") + 1
    if history.count("hero") < HERO_BATTLES_PER_COMPANION_BATTLE * companion_battles:
        raise _hero_must_fight("the hero must fight two battles for each of a companion", [pick])


def _check_companion(held: Counter[Rank], second_allowed: bool) -> None:
    if held["companion"] >= (MOST_COMPANIONS if second_allowed else 1):
        reason = f"there are {held['companion']} already"
        raise _refused_character("too-many-companions", "companion", reason)
    if held["companion"] == 1 and held["secondary"]:
        reason = "a second companion leaves no room for the secondary"
        raise _refused_character("secondary-beside-two-companions", "companion", reason)


def _check_secondary(held: Counter[Rank], team_lacks_versatility: bool) -> None:
    if held["secondary"]:
        raise _refused_character("too-many-secondaries", "secondary", "there is one already")
    if held["companion"] >= MOST_COMPANIONS:
        reason = "there are two companions"
        raise _refused_character("secondary-beside-two-companions", "secondary", reason)
    if held["companion"] and not team_lacks_versatility:
        reason = "there is a companion, and the team lacks nothing"
        raise _refused_character("secondary-not-needed", "secondary", reason)


def _hero_must_fight(why: str, picks: Sequence[Rank]) -> Illegal:
    message = f"The hero must go instead of {', '.join(picks)}: {why}."
    return Illegal("hero-must-fight", message, {"picked": list(picks)})


def _refused_character(code: str, rank: Rank, why: str) -> Illegal:
    return Illegal(code, f"No new {rank} may join: {why}.", {"rank": rank})
