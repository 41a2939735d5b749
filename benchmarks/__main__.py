"""Every benchmark, one after the other: the rulebooks, turns, pages. Arguments go to those that take any.

python -m benchmarks [--quick]
"""

import sys

from benchmarks import dungeon, pages, rulebook, turns

if __name__ == "__main__":
    rulebook.main()
    dungeon.main()
    turns.main(sys.argv[1:])
    pages.main()
