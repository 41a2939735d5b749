"""The verbs of the story; the only writer of its rows."""

from story.services.caravan import change_figures, spend_day
from story.services.deleting import restore_post, withdraw_post
from story.services.drafts import discard_draft, forget_discarded_drafts, restore_draft, save_draft
from story.services.editing import edit_post
from story.services.feeds import feed_token, renew_feed_token
from story.services.frames import Question, change_until, close_frame, open_frame, vote
from story.services.pictures import LARGEST_FILE, take_picture
from story.services.plot_notices import sweep_votes
from story.services.publishing import Published, publish
from story.services.scenes import add_chapter, begin_scene, change_scene, rename_chapter, set_status
from story.services.testing import call_off, call_test, reroll_test, roll_test, weigh_test
from story.services.tidying import drop_lost_files, drop_unused_pictures
from story.services.visits import follow, mark_read
from story.services.words import Words

__all__ = [
    "LARGEST_FILE",
    "Published",
    "Question",
    "Words",
    "call_off",
    "call_test",
    "change_figures",
    "change_until",
    "close_frame",
    "open_frame",
    "reroll_test",
    "roll_test",
    "spend_day",
    "sweep_votes",
    "vote",
    "weigh_test",
    "add_chapter",
    "begin_scene",
    "change_scene",
    "discard_draft",
    "drop_lost_files",
    "drop_unused_pictures",
    "edit_post",
    "feed_token",
    "follow",
    "forget_discarded_drafts",
    "mark_read",
    "publish",
    "rename_chapter",
    "renew_feed_token",
    "restore_draft",
    "restore_post",
    "save_draft",
    "set_status",
    "take_picture",
    "withdraw_post",
]
