"""What an open My turns compares itself with: a short mark of each of its lines, another when it reads otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2s

from battles.models import Battle
from turns.errands import Errand
from turns.mine import Groups, Row


def marks_of(groups: Groups, musters: Iterable[Battle], results: Iterable[Battle]) -> str:
    """`what:how what:how …`, one for each line: `what` stays while the line does, `how` changes with its words.

    Drafts and countdowns change nothing that the reader would have to look at.
    """
    return " ".join(f"{_short(what)}:{_short(how)}" for what, how in _lines(groups, musters, results))


def _lines(groups: Groups, musters: Iterable[Battle], results: Iterable[Battle]) -> Iterator[tuple[str, str]]:
    for name in ("yours", "ahead", "director", "others", "paused"):
        for row in getattr(groups, name):
            yield f"{name} {row.battle.pk} {row.unit_id or ('' if name == 'others' else row.unit)}", _row(row)
    for name, errands in (("errand", groups.errands), ("owed", groups.owed)):
        yield from ((f"{name} {errand.url} {errand.chip} {errand.title}", _errand(errand)) for errand in errands)
    for name, battles in (("muster", musters), ("result", results), ("broken", groups.broken)):
        yield from ((f"{name} {battle.pk}", "") for battle in battles)


def _row(row: Row) -> str:
    return f"{row.unit} {row.round} {row.action} {row.due} {row.consequence} {row.note} {row.late}"


def _errand(errand: Errand) -> str:
    return f"{errand.action} {errand.due} {errand.note}"


def _short(text: str) -> str:
    return blake2s(text.encode(), digest_size=4).hexdigest()
