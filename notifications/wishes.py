"""Which of the reader's wishes (fields of the account) decides on mails of a kind; other kinds stay in the inbox."""

from notifications.models import Notice

Kind = Notice.Kind

MAIL_WISHES: dict[str, str] = {
    Kind.YOUR_TURN: "mail_your_turn",
    Kind.EARLY_FAILED: "mail_your_turn",
    Kind.DIRECTOR_DUE: "mail_your_turn",
    Kind.MUSTER: "mail_your_turn",
    Kind.BATTLE_BEGAN: "mail_your_turn",
    Kind.DEADLINE_NEAR: "mail_deadline_near",
    Kind.MISSED: "mail_turn_missed",
    Kind.MORE_TIME: "mail_late_post",
    Kind.PAUSED: "mail_late_post",
    Kind.CREDIT: "mail_late_post",
    Kind.BATTLE_OVER: "mail_battle_over",
    Kind.NEW_POST: "mail_story",
    Kind.MENTION: "mail_story",
    Kind.ADDRESSED: "mail_story",
}
