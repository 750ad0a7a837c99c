"""PushSubscription, a browser that takes push messages, and PushMessage, its outbox."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from games.notifications.models import DeliveryStatus


class PushSubscription(models.Model):
    """The push address of one browser; it goes with the sign-in of its person there.

    ``endpoint`` is a secret of browser and site. ``key`` (65 bytes) and ``secret`` (16 bytes), in
    Base64, are what messages are encrypted with. ``failures`` counts the attempts that failed since
    the last one that did not, and until ``resting_until`` none is made.
    """

    sign_in = models.OneToOneField(
        "games.SignIn", on_delete=models.CASCADE, related_name="push_subscription"
    )
    endpoint = models.CharField(max_length=500, unique=True)
    key = models.CharField(max_length=100)
    secret = models.CharField(max_length=40)
    failures = models.PositiveSmallIntegerField(default=0)
    resting_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"push to {self.sign_in_id}"


class PushMessage(models.Model):
    """One message to one browser. Stored before it is sent, so that a second try is the same one.

    ``text`` is the JSON that the service worker reads. It tells its ``notices``; a ``test`` tells
    none. ``answer`` is the HTTP status that the last try got, 0 where it got none.
    """

    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="messages"
    )
    game = models.ForeignKey("games.Game", null=True, on_delete=models.CASCADE, related_name="+")
    notices = models.ManyToManyField("games.Notice", related_name="pushes")
    text = models.TextField()
    test = models.BooleanField(default=False)
    status = models.CharField(
        max_length=7, choices=DeliveryStatus.choices, default=DeliveryStatus.PENDING
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    answer = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        indexes: ClassVar = [models.Index(fields=["status", "next_attempt_at"])]

    def __str__(self) -> str:
        return f"push {self.pk}"
