"""The subject keys of a battle's notices: what is told again, withdrawn or re-dated goes by them."""

from battles.models import Battle


def battle_subject(battle: Battle) -> str:
    """The subject key of notices on the battle as a whole."""
    return f"battle:{battle.code}"


def turn_subject(battle: Battle, round_: int, unit: str) -> str:
    """The subject key of notices on one unit's turn in one round; an empty unit stands for the whole battle."""
    return f"battle:{battle.code}:round:{round_}:unit:{unit}"


def part_subject(battle: Battle, round_: int, part: str, who: str) -> str:
    """The subject key of notices on somebody's part in a round that is no single unit's turn."""
    return f"battle:{battle.code}:round:{round_}:{part}:{who}"


def seat_subject(battle: Battle, unit: str) -> str:
    """The subject key of notices on who plays a unit: one thing for as long as the battle lasts."""
    return f"battle:{battle.code}:seat:{unit}"
