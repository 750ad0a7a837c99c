"""Person, the user model with its preferences, and LoginLink."""

from __future__ import annotations

import hashlib
import zoneinfo
from functools import cache
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.people import names
from games.people.managers import PersonManager

LONGEST_RUN_BY: Final = 100


@cache
def zones() -> frozenset[str]:
    """The names of the IANA time zones a person may choose."""
    return frozenset(zoneinfo.available_timezones())


def validate_zone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA time zone."""
    if name not in zones():
        raise ValidationError(
            _("%(name)s is not a time zone. Choose one from the list."), params={"name": name}
        )


def languages() -> list[tuple[str, str]]:
    """The languages of the site; a function, because a new one needs no migration then."""
    return settings.LANGUAGES


class Theme(models.TextChoices):
    AUTO = "auto", _("Same as my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class MailPrivacy(models.TextChoices):
    """How much of the hand a mail may contain: mails pass through other people's machines."""

    FULL = "full", _("Everything: cards and tickets")
    COUNTS = "counts", _("Only how many cards and tickets I have")
    NOTHING = "nothing", _("Nothing about my hand")


class Person(AbstractBaseUser, PermissionsMixin):
    """Someone who plays or directs. Logs in by mail address; others see the name only."""

    email = models.EmailField(_("email address"), unique=True)
    name = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate_name],
        help_text=_("Others see this name. Nobody sees your email address."),
    )
    # Equal for names that look alike; see games/people/names.py.
    name_key = models.CharField(max_length=names.LONGEST_KEY, unique=True, editable=False)
    name_skeleton = models.CharField(max_length=names.LONGEST_KEY, unique=True, editable=False)

    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    timezone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Amsterdam", validators=[validate_zone]
    )
    theme = models.CharField(_("colours"), max_length=5, choices=Theme.choices, default=Theme.AUTO)
    mail_privacy = models.CharField(
        _("what emails may show"),
        max_length=7,
        choices=MailPrivacy.choices,
        default=MailPrivacy.FULL,
    )
    hold_moves = models.BooleanField(_("hold my moves for ten minutes"), default=False)
    confirm_draws = models.BooleanField(_("ask before I draw a card"), default=False)
    followable = models.BooleanField(_("others may follow me"), default=True)
    statistics_public = models.BooleanField(_("others may see my statistics"), default=True)
    tells_shared_network = models.BooleanField(
        _("others at a table may know with whom of them I share a network"), default=False
    )
    # Set once and for good: a program plays with this account, and who runs it.
    bot_since = models.DateTimeField(_("bot account since"), null=True, editable=False)
    run_by = models.CharField(_("who runs it"), max_length=LONGEST_RUN_BY, blank=True, default="")
    # Set when mail to this person bounces for good; no mail is sent until the person resets it.
    mail_bounced = models.BooleanField(_("email bounced"), default=False)

    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created = models.DateTimeField(_("created"), default=now, editable=False)

    # Counts how often the person signed out everywhere: each time, all sessions end.
    sign_outs = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[PersonManager] = PersonManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar = [
            models.Index(
                fields=["name"],
                condition=models.Q(bot_since__isnull=False),
                name="bot_accounts_by_name",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    @property
    def is_bot_account(self) -> bool:
        """Whether a program plays with this account, through the API; that is for good."""
        return self.bot_since is not None

    @property
    def shown_name(self) -> str:
        """Return the name as others read it beside a game, in the active language."""
        if self.bot_since is None:
            return self.name
        return gettext("%(name)s (bot account)") % {"name": self.name}

    @property
    def is_closed(self) -> bool:
        """Whether the account was closed for good; nobody else can have such a name."""
        return self.name.startswith(names.CLOSED_NAME_PREFIX)

    @property
    def sign_in_digest(self) -> str:
        """Return a digest that changes with the password and with each sign-out everywhere."""
        return hashlib.sha256(f"{self.password}/{self.sign_outs}".encode()).hexdigest()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Return the hash in each session of the person; a session ends when it changes."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        value = f"{self.password}/{self.sign_outs}" if self.sign_outs else self.password
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The person's time zone."""
        return zoneinfo.ZoneInfo(self.timezone)


class LoginLink(models.Model):
    """A link that signs one person in once; only a development site makes them."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="login_links")
    # SHA-256 of the token in hexadecimal: a reader of the table cannot use it.
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=now)
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link for {self.person}"
