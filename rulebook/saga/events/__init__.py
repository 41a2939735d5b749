"""What has happened in a battle: facts in the past tense, added to and never renamed.

Every event carries its moment. Folding the events over the state a battle began with
gives its present state exactly (`evolve`); every die ever cast is in one of them, so a
battle can be read again for ever without rolling. `version` belongs to each kind: a
change of shape gets the next number, and the reader of the old shape stays.
"""

from rulebook.saga.events.course import (
    ClockSet,
    DeadlineExtended,
    DeadlinePardoned,
    DeploymentEnded,
    ExtensionCause,
    HowEnded,
    HowPlayed,
    OrdersDropped,
    OrdersGiven,
    PlanFailed,
    PlanLeft,
    RoundBegan,
    SheetOrders,
    TurnEnded,
    TurnExpired,
    TurnForced,
    TurnOpened,
    TurnTaken,
    UnitPlacedAtRandom,
    UnitsDeployed,
)
from rulebook.saga.events.deeds import (
    AbilityUsed,
    Cause,
    Damage,
    Damaged,
    DieRolled,
    EffectGained,
    EffectLost,
    HazardPlaced,
    HazardSprung,
    HornSounded,
    Moved,
    PlaceMoved,
    Pushed,
    Rested,
    Restored,
    StrikeRolled,
    UnitDefeated,
    WillpowerLost,
)
from rulebook.saga.events.outcome import (
    BattleEnded,
    BattleUndecided,
    FateRolled,
    RenownProposed,
    UnitCorrected,
    UnitRevealed,
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
    UnitsDeployed
    | UnitPlacedAtRandom
    | DeploymentEnded
    | RoundBegan
    | RoundEnded
    | TurnOpened
    | TurnTaken
    | TurnEnded
    | TurnExpired
    | DeadlineExtended
    | ClockSet
    | Rested
    | HornSounded
    | Moved
    | HazardSprung
    | StrikeRolled
    | AbilityUsed
    | DieRolled
    | Damaged
    | Restored
    | WillpowerLost
    | Pushed
    | EffectGained
    | EffectLost
    | HazardPlaced
    | PlaceMoved
    | UnitDefeated
    | PlanLeft
    | PlanWithdrawn
    | PlanFailed
    | OrdersGiven
    | OrdersDropped
    | SheetOrders
    | TurnForced
    | AbsenceDeclared
    | AbsenceCancelled
    | UnitTakenOver
    | UnitHandedBack
    | PlayerChanged
    | BattlePaused
    | BattleResumed
    | OutageCredited
    | DeadlinePardoned
    | UnitRevealed
    | UnitCorrected
    | BattleUndecided
    | BattleEnded
    | FateRolled
    | RenownProposed
    | Undone
)

EVENTS: dict[str, type[Event]] = {known.kind: known for known in Event.__args__}

__all__ = [
    "AbilityUsed",
    "AbsenceCancelled",
    "AbsenceDeclared",
    "BattleEnded",
    "BattlePaused",
    "BattleResumed",
    "BattleUndecided",
    "Cause",
    "ClockSet",
    "Damage",
    "Damaged",
    "DeadlineExtended",
    "DeadlinePardoned",
    "DeploymentEnded",
    "DieRolled",
    "EVENTS",
    "EffectGained",
    "EffectLost",
    "Event",
    "ExtensionCause",
    "FateRolled",
    "HazardPlaced",
    "HazardSprung",
    "HornSounded",
    "HowEnded",
    "HowPlayed",
    "Moved",
    "OrdersDropped",
    "OrdersGiven",
    "OutageCredited",
    "PlaceMoved",
    "PlanFailed",
    "PlanLeft",
    "PlanWithdrawn",
    "PlayerChanged",
    "Pushed",
    "RenownProposed",
    "Rested",
    "Restored",
    "RoundBegan",
    "RoundEnded",
    "SheetOrders",
    "StrikeRolled",
    "TurnEnded",
    "TurnExpired",
    "TurnForced",
    "TurnOpened",
    "TurnTaken",
    "Undone",
    "UnitCorrected",
    "UnitDefeated",
    "UnitHandedBack",
    "UnitPlacedAtRandom",
    "UnitRevealed",
    "UnitTakenOver",
    "UnitsDeployed",
    "WillpowerLost",
]
