"""Rows of the clocks: outages, pauses, vacations, missed turns, and every change they had."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Game


class Heartbeat(models.Model):
    """The last run of a job that must run all the time."""

    job = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.job} {self.at:%Y-%m-%d %H:%M}"

    @classmethod
    def lock(cls, job: str, at: datetime) -> None:
        """Serialise the runs of a job, until the end of the transaction."""
        cls.objects.get_or_create(job=job, defaults={"at": at})
        cls.objects.select_for_update().get(job=job)


class Outage(models.Model):
    """A time in which all clocks were stopped; ``made_up`` once all deadlines were moved.

    Until then ``reached`` is the id of the last game that was looked at.
    """

    since = models.DateTimeField(unique=True)
    until = models.DateTimeField()
    made_up = models.BooleanField(default=False)
    reached = models.BigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["since"]

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M} to {self.until:%Y-%m-%d %H:%M}"


class Alarm(models.Model):
    """Something that is overdue since ``since``; ``over_at`` once it is not any more.

    ``told_at`` is when a mail to the operators was sent, None before that.
    """

    what = models.CharField(max_length=20)
    since = models.DateTimeField()
    raised_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-raised_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["what"], condition=models.Q(over_at=None), name="one_alarm_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.since:%Y-%m-%d %H:%M}"


class Pause(models.Model):
    """A time in which a game had no deadlines; ``until`` is None while it lasts."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="pauses")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["since"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(until=None), name="one_pause_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.since:%Y-%m-%d %H:%M}"


class Vacation(models.Model):
    """A time in which a person is away: their clocks stop where a game allows it.

    Two of one person never overlap. The days it costs are those on which it takes place in
    ``zone``, that of the person when it was planned. ``automatic`` ones began by themselves.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="vacations")
    start = models.DateTimeField()
    until = models.DateTimeField()
    zone = models.CharField(max_length=64)
    automatic = models.BooleanField(default=False)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["start"]
        indexes: ClassVar = [models.Index(fields=["person", "until"])]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("start")), name="vacations_end_later"
            )
        ]

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M} to {self.until:%Y-%m-%d %H:%M}"


class Miss(models.Model):
    """A turn that ran out of time, so that the clock moved.

    It is never erased: a director may excuse it, and says so in the other fields. ``person`` held
    the seat then.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="misses")
    seat = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="misses"
    )
    decision = models.IntegerField()
    due_at = models.DateTimeField()
    at = models.DateTimeField()
    excused_at = models.DateTimeField(null=True)
    excused_by = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["at"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat", "decision"], name="one_miss_a_decision")
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.seat} {self.decision}"


class ClockChange(models.TextChoices):
    """The cause of a change of a clock."""

    ASKED = "asked", _("turn began")
    MOVED = "moved", _("moved")
    MISSED = "missed", _("time ran out, automatic move")
    OUTAGE = "outage", _("extended after an outage of the site")
    VACATION = "vacation", _("vacation planned, changed or ended")
    AUTO_VACATION = "auto-vacation", _("vacation began automatically")
    PAUSED = "paused", _("game paused")
    RESUMED = "resumed", _("game resumed")
    SWITCHED = "switched", _("clock changed")
    EXTENDED = "extended", _("time added by a director")
    SHORTENED = "shortened", _("time taken back by a director")
    EXCUSED = "excused", _("missed turn excused by a director")
    COUNTED = "counted", _("missed turn counts again")
    HANDED_ON = "handed-on", _("seat handed over")


class ClockEntry(models.Model):
    """A line of the ledger of a game: how the clock of one seat changed, and why.

    ``before`` and ``after`` are deadlines, None where there was none; the banks beside them are
    what was left. ``seq`` is the last event of the log then. ``note`` is what a director wrote.
    """

    # The index below begins with it and finds it as well.
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="clock_entries", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    what = models.CharField(max_length=15, choices=ClockChange.choices)
    before = models.DateTimeField(null=True)
    after = models.DateTimeField(null=True)
    bank_before = models.DurationField()
    bank_after = models.DurationField()
    seq = models.IntegerField()
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["game", "id"])]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat} {self.what}"
