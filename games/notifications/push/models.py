"""PushSubscription, a browser that takes push messages."""

from __future__ import annotations

from django.db import models


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
