"""How much the larger rule tests look at: a little in `make rules`, more in `make test`, most in `make soak`."""

import os


def amount(*, quick: int, usual: int, soak: int) -> int:
    """The number for this run."""
    if share := float(os.environ.get("SKALD_SOAK") or 0):
        return max(usual, round(soak * share))
    return quick if os.environ.get("HYPOTHESIS_PROFILE") == "quick" else usual
