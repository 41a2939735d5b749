"""The verbs of a running battle: the only writers of its rows, one module per family."""

from turns.services.absence import cancel_absence, declare_absence
from turns.services.approving import Approved, Consent, Waiting, approve, fingerprint, read_waiting
from turns.services.change import IDLE
from turns.services.deploy import begin_battle, deploy
from turns.services.direct import (
    direct,
    end_battle,
    extend,
    give_seat,
    hand_back,
    may_resume,
    pause,
    resume,
    take_over,
)
from turns.services.drafts import DraftSaved, discard_draft, restore_draft, save_draft
from turns.services.early import leave_early_turn, withdraw_early_turn
from turns.services.feeds import make_feed, withdraw_feed
from turns.services.follows import follow, unfollow
from turns.services.grants import GRANTED, Grant, grant_for, take_hours, taken_for
from turns.services.lasting import write_lasting_orders
from turns.services.limits import LONGEST_KEY, LONGEST_REASON, LONGEST_TEXT
from turns.services.mustering import answer_muster, close_list
from turns.services.npc import Run, UnitTurn, play_npc_turns
from turns.services.of_dungeon import answer_strike, answer_trade, correct_model, instruct, pass_windows
from turns.services.of_saga import (
    correct,
    drop_orders,
    force_turn,
    give_orders,
    pardon,
    publish_early_turn,
    reveal,
)
from turns.services.partying import announce_party, begin_party, join_party
from turns.services.pictures import keep_picture
from turns.services.play import Played, play_step, play_turn
from turns.services.pulse import Gap, Pulse, read_pulse
from turns.services.retcons import answer_retcon, ask_retcon, may_ask
from turns.services.runs import Failure, UnitRun, begin_run, go_on, play_next, run_of, stop_run
from turns.services.settle import GUARD, settle, settle_if_due
from turns.services.stale import PlanCheck, StaleBoard
from turns.services.sweeping import Swept, sweep
from turns.services.undo import undo
from turns.services.visits import mark_visit
from turns.services.who import actor_for

__all__ = [
    "Failure",
    "UnitRun",
    "begin_run",
    "go_on",
    "play_next",
    "run_of",
    "stop_run",
    "GRANTED",
    "GUARD",
    "IDLE",
    "LONGEST_KEY",
    "LONGEST_REASON",
    "LONGEST_TEXT",
    "Approved",
    "Consent",
    "DraftSaved",
    "Gap",
    "Grant",
    "PlanCheck",
    "Played",
    "Pulse",
    "Run",
    "StaleBoard",
    "Swept",
    "UnitTurn",
    "Waiting",
    "actor_for",
    "announce_party",
    "answer_muster",
    "answer_retcon",
    "answer_strike",
    "answer_trade",
    "approve",
    "ask_retcon",
    "begin_battle",
    "begin_party",
    "cancel_absence",
    "close_list",
    "correct",
    "correct_model",
    "declare_absence",
    "deploy",
    "direct",
    "discard_draft",
    "end_battle",
    "drop_orders",
    "extend",
    "fingerprint",
    "follow",
    "force_turn",
    "give_orders",
    "give_seat",
    "grant_for",
    "keep_picture",
    "hand_back",
    "instruct",
    "join_party",
    "leave_early_turn",
    "make_feed",
    "mark_visit",
    "may_ask",
    "may_resume",
    "pardon",
    "pass_windows",
    "pause",
    "play_npc_turns",
    "play_step",
    "play_turn",
    "publish_early_turn",
    "read_pulse",
    "read_waiting",
    "restore_draft",
    "resume",
    "reveal",
    "save_draft",
    "settle",
    "settle_if_due",
    "sweep",
    "take_hours",
    "taken_for",
    "take_over",
    "undo",
    "unfollow",
    "withdraw_early_turn",
    "withdraw_feed",
    "write_lasting_orders",
]
