"""Notice (a row of the outbox), Mail, Delivery, NotificationPreferences, ReplyAddress, Bounce,
AccountMail, OptOut and Run.
"""

from __future__ import annotations

import secrets
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Game, Seat


class NoticeKind(models.TextChoices):
    STARTED = "started", _("game started")
    TURN = "turn", _("your turn")
    REMINDER = "reminder", _("reminder")
    OVER = "over", _("game over")
    NUDGE = "nudge", _("nudge")
    TALK = "talk", _("table talk")
    VOTE = "vote", _("vote")
    REPLACED = "replaced", _("change of player")
    AWAY = "away", _("automatic vacation")
    ORDER = "order", _("plan")
    PLANS = "plans", _("what plans did")
    DIRECTOR_DECISION = "correction", _("decision of a director")
    LEAGUE = "league", _("league")
    REMATCH = "rematch", _("rematch")
    INVITATION = "invitation", _("invitation to a game or club")
    TABLE = "table", _("invitation from a player")
    PAIRING = "pairing", _("table found for you")
    GROUP = "group", _("invitation to a club, or becoming its owner")
    CHANNEL = "channel", _("webhook switched off")


MAIL: Final = "mail"
"""The name of the channel that everybody has."""


class DeliveryStatus(models.TextChoices):
    PENDING = "pending", _("waiting")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("no longer needed")
    FAILED = "failed", _("given up")


class Attempted(models.Model):
    """What workers attempt until it succeeds or is given up (games/notifications/leases.py).

    ``next_attempt_at`` is when a sender may take it up; while one has it, when another may.
    """

    status = models.CharField(
        max_length=7, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        indexes: ClassVar = [models.Index(fields=["status", "next_attempt_at"])]


class Mail(Attempted):
    """A rendered mail. Stored before it is sent, so that a second try sends the same bytes.

    ``source`` is the whole RFC 5322 message, cards and all; it is cleared after the retention time.
    An ``answer`` tells no notices: it answers a mail or a click of the person, and is always sent.
    A mail about no single game has the ``topic`` of its thread instead.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="mails")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="mails")
    topic = models.CharField(max_length=60, blank=True)
    message_id = models.CharField(max_length=500, unique=True)
    recipient = models.EmailField()
    subject = models.CharField(max_length=200)
    source = models.BinaryField(blank=True)
    answer = models.BooleanField(default=False)
    status = models.CharField(
        max_length=7, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING, db_index=True
    )
    created_at = models.DateTimeField()

    class Meta(Attempted.Meta):
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.message_id


class Run(models.Model):
    """A job of which one run at a time is enough; somebody is at it while ``until`` is to come."""

    job = models.CharField(max_length=20, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.job


class Notice(models.Model):
    """One thing of which a person is notified, written in the transaction of what it reports.

    ``decision`` is the number of the decision it is about, or -1 where it is about none; ``number``
    counts the reminders of one decision from 1, and is 0 for every other kind. One about no game
    has a ``topic`` instead, such as "season:12", and a thread of its own. ``data`` holds ids
    and numbers, never prose: the kind says it in the reader's language
    (games/notifications/registry.py). ``key`` tells two notices of one kind apart. A notice has a
    ``mail`` as soon as one is stored that tells it, and is sent when that mail is; ``status`` is
    about mail alone. One that cannot be rendered now is tried again later, and
    ``stuck_since`` its first failure. ``fanned_out`` says that the other channels have what they
    say of it: its ``deliveries``. ``owner_only`` in its data keeps it from those that others read,
    ``public_only`` from all the rest.
    """

    # The first constraint below begins with it and finds it as well.
    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="notices")
    topic = models.CharField(max_length=60, blank=True)
    kind = models.CharField(max_length=20, choices=NoticeKind.choices)
    decision = models.IntegerField(default=-1)
    number = models.PositiveSmallIntegerField(default=0)
    key = models.CharField(max_length=64, blank=True)
    data = models.JSONField(default=dict)
    status = models.CharField(
        max_length=7, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING
    )
    not_before = models.DateTimeField()
    stuck_since = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    mail = models.ForeignKey(
        Mail, null=True, on_delete=models.SET_NULL, related_name="notices", db_index=False
    )
    fanned_out = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "game", "topic", "decision", "kind", "number", "key"],
                name="one_notice_a_decision",
            ),
            # The other one says nothing where the game is NULL.
            models.UniqueConstraint(
                fields=["person", "topic", "decision", "kind", "number", "key"],
                condition=models.Q(game=None),
                name="one_notice_a_topic",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "not_before"]),
            models.Index(
                fields=["not_before"],
                condition=models.Q(fanned_out=False),
                name="notices_to_fan_out",
            ),
            models.Index(
                fields=["mail"], condition=models.Q(mail__isnull=False), name="notices_in_a_mail"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id or self.topic}/{self.decision}"


def new_name() -> str:
    """A random name for a delivery (128 bits)."""
    return secrets.token_hex(16)


class Delivery(Attempted):
    """What one channel says to one endpoint. Stored before it is sent: a second try is the same.

    ``channel`` is the name of the channel. Where its endpoints are rows, one of ``webhook`` and
    ``subscription`` is the endpoint, else the ``person``. ``body`` is what is sent; ``name`` stays
    the same at every try. It tells its ``notices``; a ``test`` tells none and is always sent.
    ``answer`` is the HTTP status that the last try got, 0 where it got none.
    """

    channel = models.CharField(max_length=20)
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="deliveries")
    webhook = models.ForeignKey(
        "games.Webhook", null=True, on_delete=models.CASCADE, related_name="calls"
    )
    subscription = models.ForeignKey(
        "games.PushSubscription", null=True, on_delete=models.CASCADE, related_name="messages"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="+")
    notices = models.ManyToManyField(Notice, related_name="deliveries")
    name = models.CharField(max_length=32, unique=True, default=new_name)
    body = models.TextField()
    test = models.BooleanField(default=False)
    answer = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta(Attempted.Meta):
        verbose_name_plural = "deliveries"
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.channel} {self.pk}"


def default_delay() -> int:
    """The minutes that news wait for people who have chosen nothing."""
    return int(settings.MAIL_DELAY)


class NotificationPreferences(models.Model):
    """Kinds of mail that a person wants, and when; without a row the defaults hold.

    ``off`` lists what is not wanted as "channel:kind"; each webhook has a list of its own. A notice
    waits ``delay`` minutes, in case it is settled by then. Between ``quiet_from`` and
    ``quiet_until``, local times, nothing is sent. At ``digest_hour``, a local hour, one mail tells
    of all games instead of one mail each; ``digest_day`` is the local day of the last one.
    """

    person = models.OneToOneField(
        "games.Person", on_delete=models.CASCADE, related_name="notification_preferences"
    )
    off = models.JSONField(default=list)
    delay = models.PositiveSmallIntegerField(default=default_delay)
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    digest_hour = models.PositiveSmallIntegerField(null=True, db_index=True)
    digest_reminders = models.BooleanField(default=True)
    digest_day = models.DateField(null=True)

    def __str__(self) -> str:
        return f"wishes of {self.person_id}"

    def wants(self, kind: str, channel: str = MAIL) -> bool:
        """Whether notices of a kind are wanted through a channel."""
        return f"{channel}:{kind}" not in self.off


class ReplyAddress(models.Model):
    """An address to answer to: mail to it answers one decision of one seat, by one person only.

    One without a ``decision`` takes what that person says at the table, as long as they sit there.

    ``digest`` is the SHA-256 of the token in the address, in hexadecimal: a reader of the table
    cannot write to the address. It is good as long as the decision is open. ``link`` is that of
    another token, in the main link of the same mail (games/accounts/game_sessions.py), until it is
    used.
    """

    person = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="reply_addresses"
    )
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reply_addresses")
    decision = models.IntegerField(null=True)
    digest = models.CharField(max_length=64, unique=True)
    link = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001
    created_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.seat} {self.decision}"


class BounceKind(models.TextChoices):
    GONE = "gone", _("no such mailbox")
    REFUSED = "refused", _("refused permanently")
    POLICY = "policy", _("refused because of our site or the email")
    DELAYED = "delayed", _("delayed")
    COMPLAINT = "complaint", _("marked as spam")


class Bounce(models.Model):
    """A mail that came back or was called spam, as a server reported it.

    ``code`` is the enhanced status (RFC 3463) or "". Nothing else of the report is kept.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="bounces")
    mail = models.ForeignKey(Mail, null=True, on_delete=models.SET_NULL, related_name="bounces")
    kind = models.CharField(max_length=9, choices=BounceKind.choices)
    code = models.CharField(max_length=11, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["person", "at"])]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["mail", "kind"], name="one_bounce_a_mail")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.kind}"


class AccountMail(Attempted):
    """A mail about an account: to confirm an address, a code to sign in, a change that was made.

    It goes to an address and not to a person, who may have no account. Codes and links are in
    ``source`` alone, the whole RFC 5322 message, which is erased as soon as the mail has been sent
    or given up; after ``expires_at`` it is no use to anybody. ``return_path`` is the sender of the
    envelope, "" for that of the site.
    """

    kind = models.CharField(max_length=60)
    recipient = models.EmailField(db_index=True)
    message_id = models.CharField(max_length=500, unique=True)
    return_path = models.CharField(max_length=320, blank=True, default="")
    source = models.BinaryField(blank=True)
    created_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()

    class Meta(Attempted.Meta):
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.message_id


class OptOut(models.Model):
    """An address that wants no invitations, as a keyed hash (games/notifications/mail/opt_outs.py).

    The address itself is kept nowhere: nobody can list who has opted out.
    """

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"opt-out {self.pk}"
