"""The picture of a dungeon: what lies and stands on it, drawn for one reader; words and buttons for all of it.

Pure geometry and words, made from what the rulebook lets a reader see; nothing is taken out here.
"""

from battles.dungeon_map.drawing import area_round, draw
from battles.dungeon_map.plan import Area, Overlay, Plan, Stand, Thing
from battles.dungeon_map.seen import plan_of

__all__ = ["Area", "Overlay", "Plan", "Stand", "Thing", "area_round", "draw", "plan_of"]
