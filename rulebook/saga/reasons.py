"""Why a die was cast, in both languages of the rules (DMG-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rulebook.saga.attack import AttackKind, attack_reason
from rulebook.saga.catalogue.abilities import ABILITIES
from rulebook.saga.catalogue.traits import TALENTS
from rulebook.saga.state import EntryWords

ReasonKind = AttackKind | Literal["ability", "initiative", "initiative-tie", "wound", "death", "placement"]

_ATTACK_ES = {"strength": "Ataque Fuerza", "break": "Ataque Rotura"}
_OTHERS = {
    "initiative": ("Initiative", "Iniciativa"),
    "initiative-tie": ("Initiative, tie", "Iniciativa, desempate"),
    "wound": ("Wound", "Herida"),
    "death": ("Death", "Muerte"),
    "placement": ("Random placement", "Colocación al azar"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a die was cast; `ability` and `rank` when it belongs to an ability."""

    kind: ReasonKind
    boost: int = 0
    ability: str = ""
    rank: int = 0


Words = Mapping[str, EntryWords]


def reason_text(reason: Reason, language: str = "en", words: Words | None = None) -> str:
    """The reason as it is put on record: `Strength attack + 2 Vol`, `Ataque con Rally 2`.

    `words` are those of the campaign's own abilities.
    """
    spanish = language.split("-")[0].lower() == "es"
    if reason.ability:
        return _ability_text(reason, language, spanish, words or {})
    if reason.kind in _OTHERS:
        return _OTHERS[reason.kind][spanish]
    if not spanish:
        return attack_reason(reason.kind, reason.boost)  # type: ignore[arg-type]  # what else is an attack
    return _ATTACK_ES[reason.kind] + (f" + {reason.boost}Vol" if reason.boost else "")


def _ability_text(reason: Reason, language: str, spanish: bool, words: Words) -> str:
    if reason.ability in TALENTS:
        return f"{TALENTS[reason.ability].name.say(language)} {reason.rank}"
    entry = words.get(reason.ability) or ABILITIES.get(reason.ability)
    name = entry.name.say(language) if entry else reason.ability
    return f"Ataque con {name} {reason.rank}" if spanish else f"{name} rank {reason.rank}"
