"""People: who they are, where they read (language, time zone) and what they wish to be told."""

from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the IANA database, such as Europe/Madrid."""
    if name not in available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone."), code="unknown_time_zone", params={"name": name})


class Theme(models.TextChoices):
    AUTO = "auto", _("As my device says")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class BoardText(models.TextChoices):
    NORMAL = "normal", _("Normal")
    LARGE = "large", _("Large")


class User(AbstractUser):
    """A person with an account. Names and addresses are unique whatever their capitals."""

    display_name = models.CharField(_("display name"), max_length=60, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES, default="en")
    theme = models.CharField(_("colours"), max_length=8, choices=Theme, default=Theme.AUTO)
    board_text = models.CharField(_("text on the board"), max_length=8, choices=BoardText, default=BoardText.NORMAL)
    single_keys = models.BooleanField(_("single-letter keys in the director's console"), default=True, db_default=True)
    mail_your_turn = models.BooleanField(_("it is my turn"), default=True)
    mail_deadline_near = models.BooleanField(_("my deadline is near"), default=True)
    mail_turn_missed = models.BooleanField(_("I missed a turn"), default=True)
    mail_late_post = models.BooleanField(_("someone posted late, so I have more time"), default=True)
    mail_battle_over = models.BooleanField(_("a battle is over"), default=True)
    mail_story = models.BooleanField(
        _("something is written to me, or is new in a scene or battle I follow"), default=True
    )

    # Noted, to five minutes, only for who asked to be left alone until they come back; empty for everybody else.
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Set for good when the person has deleted the account: the row stays for what others need, without the person.
    gone_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_username_unique_in_any_case",
                violation_error_message=_("A user with that username already exists."),
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="accounts_email_unique_in_any_case",
                violation_error_message=_("A user with that e-mail address already exists."),
            ),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What others read: the display name, or the username where none was chosen."""
        if self.gone_at is not None:
            return gettext("a former player")
        return self.display_name or self.username
