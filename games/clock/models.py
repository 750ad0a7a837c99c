"""Heartbeat and Outage: so that an outage of ours can be told from a slow player."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Heartbeat(models.Model):
    """The last run of a job that must run all the time."""

    job = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.job} {self.at:%Y-%m-%d %H:%M}"


class Outage(models.Model):
    """A time in which the clock stood still; ``made_up`` once all deadlines were pushed out."""

    since = models.DateTimeField(unique=True)
    until = models.DateTimeField()
    made_up = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["since"]

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M} to {self.until:%Y-%m-%d %H:%M}"
