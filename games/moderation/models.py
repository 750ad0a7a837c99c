"""Report, Reason and AuditEntry: complaints, decisions and why they were taken."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.leagues.models import League
from games.moderation.fair_play import FairPlayLine
from games.tables.models import Game


class ReportKind(models.TextChoices):
    MESSAGE = "message", _("a message")
    NAME = "name", _("a name")
    PLAYER = "player", _("the conduct of a player")


class ReportStatus(models.TextChoices):
    OPEN = "open", _("open")
    HANDLED = "handled", _("action taken")
    DISMISSED = "dismissed", _("dismissed")


class Report(models.Model):
    """A complaint that a person asks moderators to look at.

    ``subject`` is the person concerned, ``line`` the fair-play rule that they are said to have
    broken. ``message`` is the id of the message, and ``quote`` its words, which may change
    afterwards. ``note`` is for moderators; the reporter never reads it.
    """

    kind = models.CharField(max_length=7, choices=ReportKind.choices)
    reporter = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="reports"
    )
    subject = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="reported"
    )
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="reports")
    message = models.PositiveBigIntegerField(null=True)
    line = models.CharField(max_length=15, choices=FairPlayLine.choices, blank=True, default="")
    quote = models.TextField(max_length=2000, blank=True)
    text = models.TextField(_("what is wrong"), max_length=1000)
    at = models.DateTimeField()
    status = models.CharField(
        max_length=9, choices=ReportStatus.choices, default=ReportStatus.OPEN, db_index=True
    )
    settled_by = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True)
    note = models.TextField(_("note"), max_length=1000, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Reason(models.Model):
    """The reason of a decision in words, which can be erased.

    The audit log and the logs of games keep ``digest``: the SHA-256, in hexadecimal, of ``salt``
    and text. A person who is shown salt and text can check that the reason has stayed the same.
    """

    digest = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=32)
    text = models.TextField(max_length=1000)

    def __str__(self) -> str:
        return self.digest[:8]


class Role(models.TextChoices):
    PLAYER = "player", _("player")
    DIRECTOR = "director", _("director")
    MODERATOR = "moderator", _("moderator")
    ADMINISTRATOR = "administrator", _("administrator")


class ModerationAction(models.TextChoices):
    WARN = "warn", _("warning")
    MUTE = "mute", _("mute")
    SUSPEND = "suspend", _("suspension")
    BAN = "ban", _("ban")
    LIFT = "lift", _("sanction lifted")
    PAUSE = "pause", _("pause")
    RESUME = "resume", _("pause ended")
    EXTEND = "extend", _("deadline moved")
    SHORTEN = "shorten", _("time taken back")
    EXTEND_SEASON = "extend_season", _("deadlines of a season moved")
    ANNOUNCE = "announce", _("season announced")
    CALL_OFF = "call_off", _("season cancelled")
    MOVE_DATES = "move_dates", _("dates of a season moved")
    ADMIT = "admit", _("player admitted")
    TAKE_OUT = "take_out", _("player removed")
    OPEN_DIVISION = "open_division", _("division opened")
    MOVE_PLAYER = "move_player", _("player moved to another division")
    ADD_PLAYER = "add_player", _("late player added")
    MERGE = "merge", _("divisions merged")
    SPLIT = "split", _("division split")
    NUDGE = "nudge", _("nudge")
    EXCUSE = "excuse", _("missed turn excused")
    COUNT = "count", _("missed turn counts again")
    REPLACE = "replace", _("player replaced")
    TAKE_BACK = "take_back", _("game taken back")
    ADJUDICATE = "adjudicate", _("game adjudicated")
    PROPOSE_ADJUDICATION = "propose_adj", _("adjudication proposed")
    WITHDRAW_ADJUDICATION = "withdraw_adj", _("proposed adjudication withdrawn")
    PROPOSE_VOID = "propose_void", _("voiding proposed")
    WITHDRAW_VOID = "withdraw_void", _("proposal to void withdrawn")
    VOID = "void", _("game voided")
    PROPOSE = "propose", _("decision proposed")
    WITHDRAW = "withdraw", _("proposal withdrawn")
    OBJECT = "object", _("objection")
    CONFIRM_VOTE = "confirm_vote", _("vote confirmed")
    REFUSE_VOTE = "refuse_vote", _("vote refused")
    LOOK = "look", _("hidden cards viewed")
    SETTLE = "settle", _("report settled")
    DENY_APPEAL = "deny_appeal", _("appeal dismissed")
    REMOVE = "remove", _("message removed")
    REMOVE_NAME = "remove_name", _("name of a game removed")
    DESCRIBE = "describe", _("name or description changed")
    WRITE = "write", _("message to all players")
    APPROVE = "approve", _("registration approved")
    DECLINE = "decline", _("registration declined")
    ADD_DIRECTOR = "add_director", _("director added")
    DROP_DIRECTOR = "drop_director", _("director removed")
    ARCHIVE = "archive", _("league archived")
    BRING_BACK = "bring_back", _("league brought back")
    CHANGE_ENTRY = "change_entry", _("who may enter changed")
    NEW_LINK = "new_link", _("new invitation link")
    RATE_LEAGUE = "rate_league", _("league admitted for rating")
    RENAME_CLUB = "rename_club", _("club renamed")
    END_CLUB = "end_club", _("club ended")
    APPOINT = "appoint", _("moderator appointed")
    DISMISS = "dismiss", _("moderator dismissed")


class AuditEntry(models.Model):
    """An action of a director or moderator. Appended once: triggers refuse UPDATE and DELETE.

    ``role`` is the one in which ``actor`` acted. ``seq`` is the event that it left in the log of
    ``game``. ``data`` holds ids and numbers. ``reason`` is the digest of a :class:`Reason` that is
    published, ``message`` of one that only its recipients and those with a role read.
    ``proposal`` is the entry that this one carries out, withdraws or objects to. Entries outlive
    the rows of people, so actor and subject are numbers without a constraint.
    """

    at = models.DateTimeField()
    actor = models.ForeignKey(
        "games.Person",
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    role = models.CharField(max_length=13, choices=Role.choices)
    action = models.CharField(max_length=13, choices=ModerationAction.choices)
    game = models.ForeignKey(
        Game, null=True, on_delete=models.PROTECT, related_name="audit_entries"
    )
    league = models.ForeignKey(
        League, null=True, on_delete=models.PROTECT, related_name="audit_entries"
    )
    subject = models.ForeignKey(
        "games.Person",
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
    )
    report = models.ForeignKey(
        Report, null=True, on_delete=models.PROTECT, related_name="audit_entries"
    )
    seq = models.IntegerField(null=True)
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=64)
    message = models.CharField(max_length=64, default="", blank=True)
    proposal = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="answers"
    )
    undoes = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="undone_by"
    )

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        verbose_name_plural = "audit entries"
        permissions: ClassVar = [("moderate", "Can moderate the whole site")]
        indexes: ClassVar = [
            models.Index(fields=["game", "action"]),
            models.Index(fields=["subject", "action"]),
            models.Index(
                fields=["at"], condition=models.Q(action="propose"), name="proposals_by_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
