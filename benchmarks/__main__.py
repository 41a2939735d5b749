"""Every benchmark, one after the other: the rulebooks, turns, pages. Arguments go to those that take any.

python -m benchmarks [--quick]
"""

import sys
import time

from benchmarks import dungeon, pages, rulebook, turns

if __name__ == "__main__":
    began = time.monotonic()
    rulebook.main()
    dungeon.main()
    turns.main(sys.argv[1:])
    pages.main()
    print(f"Skald: every benchmark ran, in {time.monotonic() - began:.0f} s")
