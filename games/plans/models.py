"""SeatPlan: what a seat does at its coming decisions, and what became of it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.orders.model import Order, decode_order
from engine.plans.model import Memory, Plan, decode_memory, decode_plan
from games.tables.models import Seat


class PlanFate(models.TextChoices):
    STANDING = "standing", _("in place")
    DONE = "done", _("carried out")
    PARTLY = "partly", _("partly carried out")
    NO_BRANCH = "no-branch", _("no part applied")
    ILLEGAL = "illegal", _("not possible")
    TAKEN_BACK = "taken-back", _("taken back with the game")
    UNFORESEEN = "unforeseen", _("something unforeseen")
    UNNEEDED = "unneeded", _("no longer needed")
    ASKS = "asks", _("asks you")
    PAUSED = "paused", _("paused")


class SeatPlan(models.Model):
    """The one plan of a seat. It is private to ``person``, and does not pass to the next player.

    ``order`` has the form of :func:`engine.plans.model.encode_plan` or, for a plan of one turn,
    that of :func:`engine.orders.model.encode_order`. When it is due is in the row of the seat,
    because moves write that row anyhow. ``rest`` is what an order still says about the tunnel that
    it has entered. ``refusal`` has message id and params of what the engine refused, ``first_seq``
    to ``last_seq`` is what was done.

    Of a plan of many turns: ``memory`` is what it remembers, ``why`` (a reason, see
    :mod:`engine.plans.evaluation`) is what it did last or asks for, ``decision`` the one for which
    its delay has been drawn, ``seen_seq`` the last event that it has seen and ``seen_at`` when.
    ``told_seq`` is the last of its moves that a summary has told.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="plan")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="plans")
    order = models.JSONField()
    rest = models.JSONField(null=True)
    given_at = models.DateTimeField()
    fate = models.CharField(max_length=10, choices=PlanFate.choices, default=PlanFate.STANDING)
    refusal = models.JSONField(null=True)
    first_seq = models.IntegerField(null=True)
    last_seq = models.IntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    memory = models.JSONField(null=True)
    why = models.JSONField(null=True)
    decision = models.IntegerField(null=True)
    seen_seq = models.IntegerField(null=True)
    seen_at = models.DateTimeField(null=True)
    told_seq = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"plan of {self.seat}"

    @property
    def lasts(self) -> bool:
        """Whether it is for more than one turn."""
        return "aims" in self.order

    @property
    def as_order(self) -> Order:
        """The plan of one turn."""
        return decode_order(self.order)

    @property
    def as_plan(self) -> Plan:
        """The plan of many turns."""
        return decode_plan(self.order)

    @property
    def meant(self) -> Plan | Order:
        """The plan, of many turns or of one."""
        return self.as_plan if self.lasts else self.as_order

    @property
    def as_memory(self) -> Memory:
        """What a plan of many turns remembers."""
        return Memory() if self.memory is None else decode_memory(self.memory)


class UsualAnswers(models.Model):
    """What a person's plans answer where their text says nothing, and whether they play on while
    the person is on vacation. ``answers`` has the form of
    :func:`engine.plans.model.encode_answers`.
    """

    person = models.OneToOneField(
        "games.Person", on_delete=models.CASCADE, related_name="usual_answers"
    )
    answers = models.JSONField()
    on_vacation = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"usual answers of {self.person}"
