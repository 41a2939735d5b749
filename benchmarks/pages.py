"""How fast the battle page and My turns are: queries, server time, bytes, beside a bare Django page of equal size.

    python -m benchmarks.pages

The bare page has a signed-in user, three queries of its own and a template that writes as many bytes, behind the
middleware that a new Django project starts with. Nothing is cached between requests on either side. Medians of runs
that take turns, through the whole of Django and without a network.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from benchmarks.turns import on_each_database


def main(arguments: Sequence[str] = ()) -> None:
    """Run the measures on each database, in a process of its own."""
    on_each_database("pages", "benchmarks.page_measures", arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
