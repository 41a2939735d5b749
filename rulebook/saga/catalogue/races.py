"""Races and the span of Reaction each allows."""

from rulebook.saga.catalogue.model import RaceEntry, Span, Text

HUMAN = RaceEntry("human", Text("Human", "Humano"), Span(5, 8))
HORSEBORN = RaceEntry("horseborn", Text("Horseborn", "Centauro"), Span(5, 8))
VARL = RaceEntry("varl", Text("Varl", "Varl"), Span(2, 5))
DREDGE = RaceEntry("dredge", Text("Dredge", "Draga"), Span(2, 6))
# A warbear answers to the humans who raised it and is as quick as they are.
BEAR = RaceEntry("bear", Text("Bear", "Oso"), HUMAN.reaction)

# Archers are quicker than their race.
ARCHER_REACTION = Span(6, 9)

RACES = {race.key: race for race in (HUMAN, HORSEBORN, VARL, DREDGE, BEAR)}
