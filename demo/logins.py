"""The file that says who may sign in to the demo; `manage.py up` shows it."""

from __future__ import annotations

from pathlib import Path

from demo.cast import PASSWORD, PEOPLE

FILE = "demo-logins.txt"


def write_logins(folder: Path) -> Path:
    """Write the demo's logins into a folder, which is made if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    file.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return file


def lines() -> list[str]:
    """One line for everybody: the login, the part played, the language of their pages."""
    width = max(len(person.login) for person in PEOPLE)
    told = [f"  {person.login:<{width}}  {person.part} (reads {person.language})" for person in PEOPLE]
    return [f"demo logins, all with the password {PASSWORD}", *told]
