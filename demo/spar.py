"""The fast battle of the demo: two against two, friendly, on a clock whose hours last seconds."""

HOUR_SECONDS = 2
IDLE_ROUNDS = 3

BOARD = """
22222222
22222222
........
...##...
........
........
11111111
11111111
"""

SIDES = (("ylva", "ulfar"), ("steinar", "sverre"))
GOING = ("ylva", "steinar", "sverre", "ulfar")
PLACES = {"ylva": "C7", "ulfar": "E8", "steinar": "D2", "sverre": "F2"}
