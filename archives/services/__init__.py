"""The verbs of archives; the only writer of their rows."""

from archives.services.archives import ask_for_archive, delete_archive, forget_archives, make_archives

__all__ = ["ask_for_archive", "delete_archive", "forget_archives", "make_archives"]
