"""Where the browser of the browser tests is, and how it is started."""

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
INSTALL = "apt-get install -y --no-install-recommends chromium fonts-dejavu-core"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of the browser's program, or None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)
