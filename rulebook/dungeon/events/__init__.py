"""What has happened in a game: facts in the past tense, added to and never renamed.

Every event carries its moment. Folding the events over the state a game began with gives
its present state exactly (`evolve`); every die ever cast is in one of them, so a game can
be read again for ever without rolling. `version` belongs to each kind: a change of shape
gets the next number, and the reader of the old shape stays.
"""

from rulebook.dungeon.events.course import (
    AbilityRolled,
    CardDrawn,
    CardPlayed,
    ClockStarted,
    DeadlineExtended,
    DeckBuilt,
    ExtensionCause,
    GameBegan,
    HeroesPlaced,
    HowEnded,
    OverlordTurnBegan,
    OverlordTurnEnded,
    RoundBegan,
    SpellsTurned,
    TurnBegan,
    TurnEnded,
    TurnExpired,
    WindowClosed,
    WindowEnd,
    WindowOpened,
    WindowsPassed,
)
from rulebook.dungeon.events.deeds import (
    AttackKind,
    AttackRolled,
    BreakingAway,
    ClosureOpened,
    DeadRaised,
    EffectEnded,
    EffectGained,
    FeatUsed,
    FreeStrikesGiven,
    Healed,
    ItemsPickedUp,
    ItemsTraded,
    ItemUsed,
    ModelFelled,
    ModelPlaced,
    Moved,
    PilePlaced,
    SpellCast,
    StrikeAnswered,
    StrikeAsked,
    StrikeForgone,
    StrikesDone,
    TargetsFixed,
    TradeLapsed,
    TradeOffered,
    WardLowered,
    Wounded,
    WoundIgnored,
    ZoneLaid,
)
from rulebook.dungeon.events.invisible import (
    InvisibleCardRevealed,
    InvisibleChose,
    InvisibleDeckShuffled,
    InvisibleOrdered,
    InvisibleWeighed,
)
from rulebook.dungeon.events.table import (
    AbsenceEnded,
    BattleEnded,
    Instructed,
    PlanFailed,
    PlanLeft,
    PlanPlayed,
    UnitCorrected,
)
from rulebook.table.events import (
    AbsenceCancelled,
    AbsenceDeclared,
    BattlePaused,
    BattleResumed,
    OutageCredited,
    PlanWithdrawn,
    PlayerChanged,
    RoundEnded,
    Undone,
    UnitHandedBack,
    UnitTakenOver,
)

Event = (
    HeroesPlaced
    | DeckBuilt
    | GameBegan
    | ZoneLaid
    | RoundBegan
    | ClockStarted
    | TurnBegan
    | TurnEnded
    | TurnExpired
    | DeadlineExtended
    | Moved
    | BreakingAway
    | FreeStrikesGiven
    | StrikeAsked
    | StrikeAnswered
    | StrikeForgone
    | StrikesDone
    | AttackRolled
    | WoundIgnored
    | Wounded
    | Healed
    | ModelFelled
    | WardLowered
    | ClosureOpened
    | SpellCast
    | EffectGained
    | EffectEnded
    | ItemUsed
    | ItemsPickedUp
    | TradeOffered
    | TradeLapsed
    | ItemsTraded
    | FeatUsed
    | TargetsFixed
    | WindowOpened
    | WindowClosed
    | WindowsPassed
    | OverlordTurnBegan
    | OverlordTurnEnded
    | CardPlayed
    | CardDrawn
    | DeadRaised
    | ModelPlaced
    | PilePlaced
    | SpellsTurned
    | AbilityRolled
    | RoundEnded
    | Instructed
    | PlanLeft
    | PlanWithdrawn
    | PlanPlayed
    | PlanFailed
    | AbsenceDeclared
    | AbsenceCancelled
    | AbsenceEnded
    | UnitTakenOver
    | PlayerChanged
    | UnitHandedBack
    | BattlePaused
    | BattleResumed
    | OutageCredited
    | UnitCorrected
    | BattleEnded
    | Undone
    | InvisibleDeckShuffled
    | InvisibleCardRevealed
    | InvisibleOrdered
    | InvisibleWeighed
    | InvisibleChose
)

__all__ = [
    "AbilityRolled",
    "AbsenceCancelled",
    "AbsenceDeclared",
    "AbsenceEnded",
    "AttackKind",
    "AttackRolled",
    "BattleEnded",
    "BattlePaused",
    "BattleResumed",
    "BreakingAway",
    "CardDrawn",
    "CardPlayed",
    "ClockStarted",
    "ClosureOpened",
    "DeadRaised",
    "DeadlineExtended",
    "DeckBuilt",
    "EffectEnded",
    "EffectGained",
    "Event",
    "ExtensionCause",
    "FeatUsed",
    "FreeStrikesGiven",
    "GameBegan",
    "Healed",
    "HeroesPlaced",
    "HowEnded",
    "Instructed",
    "InvisibleCardRevealed",
    "InvisibleChose",
    "InvisibleDeckShuffled",
    "InvisibleOrdered",
    "InvisibleWeighed",
    "ItemUsed",
    "ItemsPickedUp",
    "ItemsTraded",
    "ModelFelled",
    "ModelPlaced",
    "Moved",
    "OutageCredited",
    "OverlordTurnBegan",
    "OverlordTurnEnded",
    "PilePlaced",
    "PlanFailed",
    "PlanLeft",
    "PlanPlayed",
    "PlanWithdrawn",
    "PlayerChanged",
    "RoundBegan",
    "RoundEnded",
    "SpellCast",
    "SpellsTurned",
    "StrikeAnswered",
    "StrikeAsked",
    "StrikeForgone",
    "StrikesDone",
    "TargetsFixed",
    "TradeLapsed",
    "TradeOffered",
    "TurnBegan",
    "TurnEnded",
    "TurnExpired",
    "Undone",
    "UnitCorrected",
    "UnitHandedBack",
    "UnitTakenOver",
    "WardLowered",
    "WindowClosed",
    "WindowEnd",
    "WindowOpened",
    "WindowsPassed",
    "WoundIgnored",
    "Wounded",
    "ZoneLaid",
]
