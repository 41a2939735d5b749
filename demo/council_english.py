"""The demo's council in English."""

from demo.words import Asked, Council

COUNCIL = Council(
    chapter="North of the meadows",
    scene="Council at the wagons",
    prompt=(
        "This is where the march is talked over: who goes ahead, what is eaten, which way the wheels turn. Write as "
        "your hero or companion. Decisions come as story frames; a vote is given in the frame itself."
    ),
    posts={
        "torvald": (
            "“I kept the toll up there for nineteen winters,” says Torvald, and jerks his beard at the hill. “In "
            "nineteen winters nothing came down that road that I could not send home again.” He thinks about it. "
            "“The nineteenth was a near thing.”"
        ),
        "hadding": (
            "Hadding has walked to the meadow side and back. He sits down, which takes a while, and holds up three "
            "fingers, each the size of a loaf. “Wet. Flat. Three days shorter.” A pause. “I do not like the smoke "
            "either.”"
        ),
        "mereth": (
            "“Whoever lit that knows about wind,” Mereth says. She has been watching it with one eye shut. “It has "
            "not wavered since noon. That is not a cooking fire. That is somebody saying: here.”"
        ),
    },
    fork=Asked(
        "The fork at the cairn",
        "The road",
        (
            "The road divides at a cairn as tall as a varl. To the left it goes down into the river meadows: easy on "
            "the wheels, hard on the boots, and beyond the water stands a straight grey line of smoke that nobody lit "
            "on your account. To the right it climbs to the old toll road: stones, wind, and nothing to eat but the "
            "view.\n\nEleven wagons stop. Four hundred people look at whoever is in front."
        ),
        (
            "Down through the meadows",
            "Up the old toll road",
            "Camp at the cairn until somebody can explain the smoke",
        ),
    ),
    fork_reason="Two clans, one cairn, and it has begun to rain",
    fork_weighed=(
        "The march should be on the heights when the first frost comes.",
        "Ironwater has counted the smokes too, and there are more of them than this morning.",
        "Ironwater turns its wagons without being told twice; the grumbling is about wheels, not about Aslaug.",
    ),
    fork_outcome=(
        "Aslaug does not raise her voice. She only says what everybody has seen, in the right order, and at the end of "
        "it four hundred people find that they have decided to go uphill.\n\nThe first wagon takes the bend before "
        "dark. Behind it, down in the meadows, a second line of smoke stands up beside the first."
    ),
    well=Asked(
        "The well that is not dry",
        "The road",
        (
            "Below the toll house there is a well. The bucket comes up dry, and so does the second. At the third the "
            "rope is pulled, twice, from below.\n\nNobody has let go of the winch. The children have already given it "
            "a name. The barrels will last until the day after tomorrow."
        ),
        (
            "Send somebody down on the rope, with a lantern",
            "Lower a message, and wait for what comes up",
            "Cover the well and go on with the water there is",
        ),
    ),
    well_reason="Nobody has counted the barrels since the fork",
    counted="Counted on the morning of departure",
    barley="Barley in the loft of the toll house, and most of it dry",
)
