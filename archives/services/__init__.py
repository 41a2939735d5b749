"""The verbs of archives; the only writer of their rows, and of a whole campaign's when one arrives."""

from archives.services.archives import (
    ask_for_archive,
    ask_for_own_data,
    delete_archive,
    forget_archives,
    make_archives,
)
from archives.services.arrivals import receive_archives, send_archive
from archives.services.places import give_up_place, renew_place, take_place

__all__ = [
    "ask_for_archive",
    "ask_for_own_data",
    "delete_archive",
    "forget_archives",
    "give_up_place",
    "make_archives",
    "receive_archives",
    "renew_place",
    "send_archive",
    "take_place",
]
