"""The demo's texts in English."""

from demo.council_english import COUNCIL
from demo.words import Looks, Words

ENGLISH = Words(
    language="en",
    campaign="The Northern March",
    summary=(
        "The coast is gone under the ice, and two clans that never shared a fire now share a road. They walk north, "
        "because south is where the dark came from. What they own fits on eleven wagons. What they owe each other "
        "is counted every night.\n\n"
        "This is a demonstration: every sign-in that the site printed at its start takes part in it, and nothing "
        "you do here can go wrong."
    ),
    clans=("Ravens of Skarn", "Ironwater"),
    looks={
        "torvald": Looks(
            "Torvald",
            "Broad, red-bearded, slow to sit down. Mends his own shield and lets nobody else touch it.",
            "He kept the toll at Skarn until there was nobody left to pay it. When the ice took the bridge, he rang "
            "the bell for an hour, and whoever came running is who the Ravens are today.",
            "I still have the toll box. Nobody knows what is in it.",
        ),
        "ylva": Looks(
            "Ylva",
            "A green hood, and under it two eyes that count the exits.",
            "Poacher, by trade and by temper. Torvald caught her once a winter for six winters. In the seventh he "
            "asked her to come along.",
        ),
        "aslaug": Looks(
            "Aslaug",
            "Fair braids, an ink-stained thumb, a voice that carries across a valley.",
            "Speaker of Ironwater. She lost the vote on leaving the forges, and then carried the first anvil to the "
            "wagons herself. She writes the march down so that it will have happened.",
        ),
        "steinar": Looks(
            "Steinar",
            "Never takes the helmet off. Some say that there is a good story behind it, and some that there is not.",
            "Guarded a salt caravan that does not exist any more. He joined Ironwater for one week, two years ago.",
        ),
        "hadding": Looks(
            "Hadding",
            "A varl, and a large one. Both his horns are banded with wagon iron.",
            "He held the bridge at Skarn for as long as it took the carts to cross, and then for as long as it took "
            "to be sure. The knee has not been right since.",
            "Hadding counts blows he owes. He has never forgotten one.",
        ),
        "sverre": Looks(
            "Sverre",
            "A scar from ear to chin, and a habit of laughing before the joke.",
            "Was a raider until the people he raided had less than he did.",
        ),
        "mereth": Looks(
            "Mereth",
            "Dark curls under a gold band; her quiver smells of pitch.",
            "She burned lime before she burned anything else. The Ravens took her in for her kilns, and kept her "
            "when they learned what she could do at ninety paces with a pot of slag.",
            "If it comes to a siege, I know how to end it. I would rather not.",
        ),
        "ulfar": Looks(
            "Ulfar",
            "Grey to the belt, leaning on a staff that hums when it is near iron.",
            "He has mended the same mail shirt for four owners. He remembers each of them by its dents.",
        ),
    },
    deeds={
        "bridge": "Held the bridge at Skarn",
        "wolves": "Wolves among the wagons",
        "toll": "Talked the toll-keepers round",
        "council": "Spoke at the council of the two clans",
    },
    road_name="Lanterns on the Old Toll Road",
    road_intro=(
        "The road climbs between four standing stones, and somebody has hung lanterns on the far side. They are not "
        "lanterns. Four dredge stand across the way, and the one in the middle, the size of a hay barn, has the "
        "toll-keepers' gate in its hand. Bring it down and the others will not stay."
    ),
    road_sides=("The caravan", "The dredge"),
    foes={"stonejaw": "Stonejaw", "embereye": "Ember-eye", "splitface": "Splitface", "cinderhand": "Cinderhand"},
    posts={
        "first-arrow": (
            "Mereth does not wait for the shouting. A few steps up the slope, one knee in the snow, and she looks the "
            "great dredge over the way she used to look over a kiln: where is it thin?\n\n"
            "“There,” she says to nobody. The arrow goes in under the arm, and a plate as big as a door drops off "
            "and breaks on the road. A piece of it skips away and rings against the small one behind."
        ),
        "into-the-gap": (
            "Torvald sees the plate fall and is already running. “Toll’s open!” he roars, which is not a war cry "
            "that anyone has used before.\n\n"
            "He goes in where the armor went out, between the big one and its neighbour, and puts his whole shoulder "
            "behind the axe. Something gives. It is not the axe."
        ),
        "twice-swung": (
            "Aslaug has made speeches about courage, and on the way up the road she remembers all of them. Her first "
            "blow is a speech too: it is long, and it goes wide.\n\n"
            "“No,” she says. “Not like that.” She plants her feet and swings again before the thing has understood "
            "that it was missed, and this time stone chips fly. It is a scratch. She will take a scratch."
        ),
        "over-the-stones": (
            "The dredge with the split face comes over the standing stones like a boulder that has changed its mind. "
            "It picks the largest enemy there is, because why not, and brings both hands down on Hadding.\n\n"
            "The hands meet the road. The road is the worse for it."
        ),
        "the-fist-falls": (
            "Stonejaw looks down at the man with the red beard as one looks at a stone in a boot. Then it drops the "
            "gate and hits him with what was holding it.\n\n"
            "The rim of Torvald’s shield bends. Two rivets go past his ear, humming."
        ),
        "from-the-left": (
            "While he is still looking at the big one, the other lifts its head. One eye glows like a coal that has "
            "been breathed on. The blow comes low and from the left, under the bent rim, and for the first time this "
            "morning there is blood on the toll road."
        ),
        "the-debt": (
            "“One,” says Hadding, who counts. He looks at the hole in the road where he was supposed to be, and then "
            "at the one who made it. His bad knee says no. He does not ask it twice.\n\n"
            "The axe comes round once, flat, at the height of a man’s hat, and takes Splitface in the crack that gave "
            "it its name. What stays on its feet is rather less than what arrived. “None,” says Hadding."
        ),
        "a-better-place": (
            "The slinger at the back hisses through its teeth, and its pouch of slag glows and dims. From where it "
            "stands there is nothing to throw at but its own. It scuttles round the great one’s heel to the right, "
            "where the road lies open before it, and begins to whirl the sling."
        ),
        "the-shield-stays": (
            "There is a moment in every toll-keeper’s life when the cart does not stop. Torvald knows what one does. "
            "One does not go under it, and one does not get out of the way.\n\n"
            "He wipes his beard, sets the bent shield on the stones, and leans. “I stay,” he calls over his "
            "shoulder. “Aslaug! Whenever it suits you!”"
        ),
        "when-my-turn-comes": (
            "Mereth has one pot left that is still hot. If the great one stands when she gets there, it goes over "
            "Torvald’s head, in between the giant and the slinger, where it will do both of them good. If not, she "
            "has an arrow for the one with the eye."
        ),
    },
    spar_name="Wooden swords at Frozen Ford",
    spar_intro=(
        "The wagons wait for the ice, and the clans have nothing to do but find out who is better. Friendly, two "
        "against two.\n\n"
        "This battle shows the clock: one hour of its table lasts two seconds. Turns expire, initiative suffers and "
        "notices arrive while you watch. After three rounds without a player's post the battle pauses itself; any of "
        "its players may resume it."
    ),
    spar_sides=("Ravens", "Ironwater"),
    council=COUNCIL,
    vault_campaign="Under the Chapel",
    vault_summary=(
        "Nobody in the caravan asked for a chapel, but the caravan needed a roof, and the chapel had one. It also has "
        "a cellar. Four people who are good at cellars have gone down with a lamp.\n\n"
        "This is a demonstration of the second game: adventures in the dungeon, against the Overlord. One player has "
        "all four heroes here, and nobody plays the Overlord: he draws his cards, weighs the heroes and says why he "
        "does what he does."
    ),
    vault_name="What rings below",
    vault_intro=(
        "The bells have been ringing by themselves for a month now, always a little after midnight, always from below. "
        "The lamp has oil for one night."
    ),
    vault_posts={
        "bruna": (
            "Bruna does not believe in creeping past things. She walks along the north wall, looks at the door, looks "
            "at its lock, and explains the matter to both of them with the flat of the axe.\n\n"
            "“It was open,” she says, when it is."
        ),
        "torvek": (
            "Behind them something straightens its back with the sound of a handful of dropped spoons. Torvek sighs, "
            "turns round, and puts his shield where its sword wants to go.\n\n"
            "“Lie down,” he tells it. It lies down, in several places."
        ),
        "sylwen": (
            "Sylwen has the doorway in front of her and Bruna’s shoulders in the doorway. She goes where she can see "
            "past one of them, lays an arrow on the string, and waits for somebody to be tall enough."
        ),
        "ivo": (
            "Ivo brings up the lamp, because somebody has to. He has read about bones that get up again; the book said "
            "that there is always somebody behind it who wants them to. “Something in there is counting us,” he says. "
            "“I should like to know in what order.”"
        ),
    },
)
