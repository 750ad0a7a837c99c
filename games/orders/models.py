"""StandingOrder: the order of a seat for its coming turn, and its fate."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Seat


class OrderFate(models.TextChoices):
    STANDING = "standing", _("in place")
    DONE = "done", _("carried out")
    PARTLY = "partly", _("partly carried out")
    NO_BRANCH = "no-branch", _("no part applied")
    ILLEGAL = "illegal", _("not possible")
    TAKEN_BACK = "taken-back", _("taken back with the game")
    UNFORESEEN = "unforeseen", _("something unforeseen")
    UNNEEDED = "unneeded", _("no longer needed")


class StandingOrder(models.Model):
    """The one order of a seat. It is private to ``person``, and does not pass to the next player.

    ``order`` has the form of :func:`engine.orders.model.encode_order`. When it is due is in the
    row of the seat, because moves write that row anyhow. ``rest`` is what it still says about the
    tunnel that it has entered. ``refusal`` has message id and params of what the engine refused,
    ``first_seq`` to ``last_seq`` is what was done.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="standing_order")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="standing_orders"
    )
    order = models.JSONField()
    rest = models.JSONField(null=True)
    given_at = models.DateTimeField()
    fate = models.CharField(max_length=10, choices=OrderFate.choices, default=OrderFate.STANDING)
    refusal = models.JSONField(null=True)
    first_seq = models.IntegerField(null=True)
    last_seq = models.IntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"order of {self.seat}"
