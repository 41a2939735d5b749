"""Why a die was cast, in both languages of the rules (IMP-04)."""

from __future__ import annotations

from rulebook.dungeon.catalogue import texts
from rulebook.errors import Unreadable

_WORDS = {
    "fight-attack": ("Fight: attack", "Lucha: ataque"),
    "fight-defence": ("Fight: defence", "Lucha: defensa"),
    "lock-attack": ("Fight with a lock: attack", "Lucha con una cerradura: ataque"),
    "lock-defence": ("Fight with a lock: the lock", "Lucha con una cerradura: la cerradura"),
    "shoot-attack": ("Shot: attack", "Disparo: ataque"),
    "shoot-defence": ("Shot: defence", "Disparo: defensa"),
    "magic-attack": ("Magic attack: attack", "Ataque mágico: ataque"),
    "magic-defence": ("Magic attack: defence", "Ataque mágico: defensa"),
    "free-strike-attack": ("Free strike: attack", "Ataque gratuito: ataque"),
    "free-strike-defence": ("Free strike: defence", "Ataque gratuito: defensa"),
    "invisible-deck": ("Shuffling the Invisible Overlord's cards", "Barajar las cartas del Tirano invisible"),
    "invisible-tie": ("Invisible Overlord: a tie", "Tirano invisible: un empate"),
    "order-deck": ("Shuffling the order cards", "Barajar las cartas de orden"),
}


def reason_text(code: str, language: str = "en") -> str:
    """A die's reason as it is shown; a code of another part of the rules is shown as it is."""
    spanish = language.split("-")[0].lower() == "es"
    if code in _WORDS:
        return _WORDS[code][spanish]
    kind, _, key = code.partition("-")
    if kind not in ("item", "ability"):
        return code
    try:
        return texts(key, language).name
    except Unreadable:
        return code
