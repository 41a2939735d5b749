"""The style sheets that are written into a page's <head> instead of being linked, and their hashes for the CSP.

A page that waits for no style sheet shows its text about a second earlier on a slow phone. They are read once, when
the process starts, so that what is written and what the policy allows are always the same.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "static" / "css"
SHEETS = {
    "critical": ("tokens.css", "critical.css"),
    "board": ("board.css",),
    "battle": ("board.css", "battle.css"),
    "console": ("board.css", "console.css"),
    "story": ("story.css",),
}


def squeeze(css: str) -> str:
    """The same rules without comments and needless blanks."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s+", " ", css)
    return re.sub(r" ?([{};,]) ?", r"\1", css).replace(": ", ":").replace(";}", "}").strip()


@cache
def sheet(name: str) -> str:
    """The text of one inline sheet; `name` is a key of SHEETS."""
    return squeeze("\n".join((FOLDER / part).read_text(encoding="utf-8") for part in SHEETS[name]))


def policy_hash(text: str) -> str:
    """A CSP source that allows exactly this inline text."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy_hashes() -> list[str]:
    """One CSP source for each inline sheet."""
    return [policy_hash(sheet(name)) for name in SHEETS]
