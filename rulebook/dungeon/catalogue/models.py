"""Heroes, minions and bosses of the starter set: figures of our own (DS-COMP-02)."""

from __future__ import annotations

from rulebook.dungeon.cards import Profile, Row

BONES_THEN_DUST = (Row(2, "bone_pile"), Row(3, "destroyed"))
THREE_DESTROY = (Row(3, "destroyed"),)

HEROES: tuple[Profile, ...] = (
    Profile("bruna", "hero", move=6, combat=5, armour=2, injured_at=3, feats=("reaping_arc",)),
    Profile(
        "torvek",
        "hero",
        move=5,
        combat=4,
        armour=4,
        injured_at=4,
        abilities=("stoneblood",),
        feats=("hold_the_breach",),
    ),
    Profile("sylwen", "hero", move=7, combat=3, armour=2, shooting=4, injured_at=2, feats=("twin_arrows",)),
    Profile("ivo", "hero", move=6, combat=2, armour=1, injured_at=2, spellcaster=True, feats=("overchannel",)),
)

MINIONS: tuple[Profile, ...] = (
    Profile(
        "bone_guard",
        "minion",
        move=5,
        combat=2,
        armour=2,
        level=1,
        characters=("Undead",),
        table=BONES_THEN_DUST,
        raisable=True,
    ),
    Profile(
        "bone_archer",
        "minion",
        move=5,
        combat=2,
        armour=2,
        shooting=3,
        level=2,
        characters=("Undead", "Cowardly"),
        table=BONES_THEN_DUST,
        raisable=True,
    ),
    Profile(
        "shambler", "minion", move=4, combat=2, armour=2, level=1, characters=("Undead", "Brutal"), table=THREE_DESTROY
    ),
    Profile(
        "mailed_shambler", "minion", move=4, combat=3, armour=3, level=2, characters=("Undead",), table=THREE_DESTROY
    ),
    Profile(
        "barrow_dwarf",
        "minion",
        move=4,
        combat=3,
        armour=4,
        level=3,
        characters=("Undead", "Warrior"),
        table=BONES_THEN_DUST,
        raisable=True,
    ),
    Profile(
        "wraith",
        "minion",
        move=6,
        combat=2,
        armour=4,
        level=2,
        characters=("Undead", "Cunning"),
        table=(Row(2, "destroyed"),),
    ),
    Profile(
        "corpse_ogre",
        "minion",
        move=4,
        combat=4,
        armour=3,
        size=2,
        level=4,
        characters=("Undead", "Brutal"),
        table=THREE_DESTROY,
    ),
)

BOSSES: tuple[Profile, ...] = (
    Profile(
        "veyra",
        "boss",
        move=5,
        combat=3,
        armour=2,
        injured_at=3,
        level=5,
        characters=("Cunning",),
        spellcaster=True,
        spells=("grave_chill", "barrow_wail", "call_the_faithful"),
        feats=("bone_shroud",),
    ),
    Profile(
        "orrik",
        "boss",
        move=4,
        combat=5,
        armour=4,
        injured_at=4,
        level=6,
        characters=("Warrior",),
        feats=("crushing_blow",),
    ),
)

PROFILES: dict[str, Profile] = {profile.key: profile for profile in HEROES + MINIONS + BOSSES}
