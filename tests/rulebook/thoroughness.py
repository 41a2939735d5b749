"""How much the larger rule tests look at: a little in `make rules`, more in `make test`, most in `make soak`."""

import os


def amount(*, quick: int, usual: int, soak: int) -> int:
    """The number for this run."""
    if os.environ.get("SKALD_SOAK"):
        return soak
    return quick if os.environ.get("HYPOTHESIS_PROFILE") == "quick" else usual
