"""Why a die was cast, in both languages of the rules (IMP-04)."""

from __future__ import annotations

from rulebook.dungeon.catalogue import texts
from rulebook.errors import Unreadable
from rulebook.text import Text

_WORDS = {
    "fight-attack": Text("Fight: attack", "Lucha: ataque"),
    "fight-defence": Text("Fight: defence", "Lucha: defensa"),
    "lock-attack": Text("Fight with a lock: attack", "Lucha con una cerradura: ataque"),
    "lock-defence": Text("Fight with a lock: the lock", "Lucha con una cerradura: la cerradura"),
    "shoot-attack": Text("Shot: attack", "Disparo: ataque"),
    "shoot-defence": Text("Shot: defence", "Disparo: defensa"),
    "magic-attack": Text("Magic attack: attack", "Ataque mágico: ataque"),
    "magic-defence": Text("Magic attack: defence", "Ataque mágico: defensa"),
    "free-strike-attack": Text("Free strike: attack", "Ataque gratuito: ataque"),
    "free-strike-defence": Text("Free strike: defence", "Ataque gratuito: defensa"),
    "invisible-deck": Text("Shuffling the Invisible Overlord's cards", "Barajar las cartas del Tirano invisible"),
    "invisible-tie": Text("Invisible Overlord: a tie", "Tirano invisible: un empate"),
    "order-deck": Text("Shuffling the order cards", "Barajar las cartas de orden"),
}


def reason_text(code: str, language: str = "en") -> str:
    """A die's reason as it is shown; a code of another part of the rules is shown as it is."""
    if code in _WORDS:
        return _WORDS[code].say(language)
    kind, _, key = code.partition("-")
    if kind not in ("item", "ability"):
        return code
    try:
        return texts(key, language).name
    except Unreadable:
        return code
