"""Game and Seat: the rows that are read. The history of a game is only in its log."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import ClassVar, NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

import engine
from engine.hash_chain import GENESIS
from games.common.cut_off import MayBeCutOff
from games.language.boards import board_name

LONGEST_NAME = 40
REPLACEMENT_BOT = "level-3"
"""The default bot that plays on for a player: no slips, and quick."""
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code() -> str:
    """A fresh random code for a game's URL: eight unambiguous letters."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


def new_invitation() -> str:
    """A fresh secret for an invitation link."""
    return secrets.token_urlsafe(16)


class GameStatus(models.TextChoices):
    OPEN = "open", _("open")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    VOID = "void", _("void")


class PlanChoice(models.TextChoices):
    """The plans over several turns that players of a game may give (docs/plans.md)."""

    OFF = "off", _("no plans")
    DRAWS = "draws", _("plans that only draw")
    ALL = "all", _("all plans")


class PlanPace(models.TextChoices):
    """How long the move of a plan waits, which is drawn by lot."""

    MINUTES = "minutes", _("2 to 20 minutes")
    HOUR = "hour", _("20 minutes to 2 hours")
    HALF_DAY = "half-day", _("3 to 12 hours")


class Horizon(NamedTuple):
    """The last event that a reader may know, and the time until which talk is shown: None is all.

    See :mod:`games.log.horizon`.
    """

    seq: int
    before: datetime | None


class Game(MayBeCutOff):
    """A game from the lobby to the final score.

    ``rematch_of`` is the game that its players play again here; a game has one rematch at a time.
    Its ``name`` may be "" and is not unique; pages and mails show the :attr:`title`.
    The members of its ``group`` see and join a game that is not public; at ``public_at`` one that
    still waits for players becomes public. ``with_bot_account`` says that a bot account has or had
    a seat since the start; ``bot_accounts`` or an invitation allows one to join.
    A turn has days, or hours and then no days: nights do not count then. It has the
    ``evening_minutes`` while ``evening_since`` is set (games/clock/core/evenings.py). The hours in
    the bank are those of each seat; a cap of 0 is a clock without a bank. After ``replace_after``
    automatic moves in a row a seat may be handed on, never where that is 0; the bot that the others
    may vote for is the ``replacement_bot``. While ``paused_at`` is set there are no deadlines;
    ``resume_at`` is when the pause ends by itself. Spectators of a running game see it
    ``spectator_turns`` or ``spectator_hours`` late; a row for one of them has a ``horizon``.
    ``version`` is the seq of its last event, or -1, and ``head`` the hash of that event, which is
    not shown to anybody; ``changed`` says that jobs are still to note that it has grown or become
    void (:mod:`games.log.due`). ``secret`` (32 bytes) stays on the server until the game is over,
    its commitment is public from the start. A ``practice`` game belongs to one person or guest: it
    has no clock, notices and record, and nobody else sees it (games/practice).
    """

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME, blank=True, default="")
    board = models.CharField(_("board"), max_length=30)
    seat_count = models.PositiveSmallIntegerField(_("seats"))
    days_per_turn = models.PositiveSmallIntegerField(_("days per turn"), default=3)
    hours_per_turn = models.PositiveSmallIntegerField(_("hours per turn"), default=0)
    evening_minutes = models.PositiveSmallIntegerField(
        _("minutes per turn of an evening"), default=0
    )
    evening_since = models.DateTimeField(null=True, editable=False)
    weekends_off = models.BooleanField(_("weekends do not count"), default=False)
    bank_hours = models.PositiveSmallIntegerField(_("hours in the bank at the start"), default=0)
    bank_add_hours = models.PositiveSmallIntegerField(_("hours that a move adds"), default=0)
    bank_cap_hours = models.PositiveSmallIntegerField(_("most hours in the bank"), default=0)
    vacation_allowed = models.BooleanField(_("vacations stop the clock"), default=True)
    auto_vacation_days = models.PositiveSmallIntegerField(
        _("days of vacation that begin by themselves"), default=0
    )
    replace_after = models.PositiveSmallIntegerField(
        _("automatic moves in a row before a seat may be handed on"), default=3
    )
    replacement_bot = models.CharField(
        _("bot that plays on for a player"), max_length=20, default=REPLACEMENT_BOT
    )
    paused_at = models.DateTimeField(null=True, editable=False)
    resume_at = models.DateTimeField(null=True, editable=False)
    spectator_turns = models.PositiveSmallIntegerField(
        _("turns that spectators are behind"), default=0
    )
    spectator_hours = models.PositiveSmallIntegerField(
        _("hours that spectators are behind"), default=0
    )
    public = models.BooleanField(_("anyone may join"), default=True)
    group = models.ForeignKey(
        "games.PlayerGroup",
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="games",
    )
    public_at = models.DateTimeField(null=True, editable=False)
    invitation = models.CharField(max_length=32, default=new_invitation, editable=False)
    order_fixed = models.BooleanField(_("turns are taken in the order of joining"), default=False)
    teams_chosen = models.BooleanField(_("players choose their teams"), default=False)
    bot_accounts = models.BooleanField(_("bot accounts may join"), default=False)
    with_bot_account = models.BooleanField(default=False, editable=False)
    rated = models.BooleanField(_("rated"), default=False)
    plans = models.CharField(
        _("plans"), max_length=5, choices=PlanChoice.choices, default=PlanChoice.OFF
    )
    plan_pace = models.CharField(
        _("pace of plans"), max_length=8, choices=PlanPace.choices, default=PlanPace.MINUTES
    )
    practice = models.BooleanField(default=False, editable=False)
    least_reliability = models.PositiveSmallIntegerField(
        _("turns on time required to join, in percent"), null=True
    )
    organiser = models.ForeignKey(
        "games.Person",
        null=True,
        on_delete=models.SET_NULL,
        related_name="organised_games",
    )

    rematch_of = models.OneToOneField(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="rematch"
    )

    status = models.CharField(max_length=9, choices=GameStatus.choices, default=GameStatus.OPEN)
    rules_version = models.CharField(max_length=10)
    board_digest = models.CharField(max_length=64)
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64)
    version = models.IntegerField(default=-1)
    head = models.CharField(max_length=64, default=GENESIS, editable=False)
    changed = models.BooleanField(default=False, editable=False)

    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)

    # Not a field: set for one request, by games/log/horizon.py.
    horizon: Horizon | None = None

    class Meta:
        ordering: ClassVar = ["-created_at"]
        indexes: ClassVar = [
            models.Index(fields=["status", "expires_at"]),
            models.Index(
                fields=["created_at", "id"],
                condition=models.Q(status=GameStatus.OPEN, public=True),
                name="games_in_the_lobby",
            ),
            models.Index(fields=["-created_at", "-id"], name="games_by_age"),
            models.Index(
                fields=["public_at"],
                condition=models.Q(public_at__isnull=False),
                name="tables_to_open",
            ),
            models.Index(
                fields=["-started_at"],
                condition=models.Q(status=GameStatus.RUNNING, public=True),
                name="games_to_watch",
            ),
            models.Index(
                fields=["-ended_at"],
                condition=models.Q(status=GameStatus.FINISHED, public=True),
                name="games_lately_over",
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(ended_at__isnull=False),
                name="games_by_their_end",
            ),
            models.Index(
                fields=["resume_at"],
                condition=models.Q(resume_at__isnull=False),
                name="pauses_that_end",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(status=GameStatus.RUNNING, evening_minutes__gt=0),
                name="evening_tables",
            ),
            models.Index(fields=["invitation"], name="games_by_invitation"),
            models.Index(
                fields=["id"], condition=models.Q(changed=True), name="games_that_changed"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def title(self) -> str:
        """The name that its players gave the game, or else its code."""
        return self.name or self.code

    @property
    def board_name(self) -> str:
        """The name of the board that the game is played on."""
        return board_name(engine.load_board(self.board))


class Seat(MayBeCutOff):
    """A place at the table, with the person or the bot who holds it.

    ``decision`` is the number of the open decision (the seq of the event that opened it), None
    while the seat has nothing to decide; ``kind`` says which. ``opened_at`` is when the clock of
    its turn began to run, ``due_at`` when the clock answers, ``bank_from`` when the turn begins to
    drain the ``bank``; ``extra`` is what a director added to this turn. At ``remind_at`` the next
    reminder is due, of which ``reminders`` have been written. ``missed`` counts the automatic moves
    since the seat's last own one, ``auto_away`` says that a vacation began by itself since then. A
    seat looks for a substitute since ``open_since``. Until ``thinking_until`` a worker computes the
    decision of its bot.

    A seat with a plan has a ``plan_delay``, drawn by lot for its next decision; when that opens
    ``plan_due_at`` follows. A plan that ``plan_lasts`` is for more than one turn. ``held_until``
    says that the decision has been answered by a move that is held until then. All of these are as
    private as the seat's hand.

    ``from_lobby`` says that its holder took it as anybody could have: by no invitation and for no
    league.

    ``team`` is None on boards without teams, and until chance has paired the players; once the game
    runs it counts the teams in playing order, as the log does.

    ``present_at`` is when the holder last moved on the page of the game or had it open: turn mails
    wait while somebody is there.

    ``over_at`` repeats the ``ended_at`` of the game, so that an index finds a person's finished
    games, and no more of them than a page shows.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        "games.Person", null=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)
    contribution = models.CharField(max_length=200, blank=True)
    joined_at = models.DateTimeField(null=True)
    from_lobby = models.BooleanField(default=False)
    team = models.PositiveSmallIntegerField(null=True)

    decision = models.IntegerField(null=True)
    kind = models.CharField(max_length=10, blank=True)
    opened_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    bank_from = models.DateTimeField(null=True)
    bank = models.DurationField(default=timedelta)
    extra = models.DurationField(default=timedelta)
    remind_at = models.DateTimeField(null=True)
    reminders = models.PositiveSmallIntegerField(default=0)
    missed = models.PositiveSmallIntegerField(default=0)
    auto_away = models.BooleanField(default=False)
    open_since = models.DateTimeField(null=True)
    thinking_until = models.DateTimeField(null=True)
    plan_delay = models.DurationField(null=True)
    plan_due_at = models.DateTimeField(null=True)
    plan_lasts = models.BooleanField(default=False)
    held_until = models.DateTimeField(null=True)
    seen = models.IntegerField(default=-1)
    present_at = models.DateTimeField(null=True)
    muted = models.BooleanField(default=False)

    place = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        # By "game" the query would load all games, to sort seats by their age.
        ordering: ClassVar = ["game_id", "number"]
        indexes: ClassVar = [
            models.Index(
                fields=["person", "over_at", "game"],
                condition=models.Q(person__isnull=False),
                name="seats_by_their_end",
            ),
            models.Index(
                fields=["game"],
                condition=~models.Q(bot="") & models.Q(decision__isnull=False),
                name="bots_to_move",
            ),
            # Every page queries it, also for people with thousands of finished games.
            models.Index(
                fields=["person"],
                condition=models.Q(decision__isnull=False),
                name="seats_to_decide",
            ),
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="seats_due"
            ),
            models.Index(
                fields=["remind_at"],
                condition=models.Q(remind_at__isnull=False),
                name="seats_to_remind",
            ),
            models.Index(
                fields=["open_since"],
                condition=models.Q(open_since__isnull=False),
                name="seats_to_take",
            ),
            models.Index(
                fields=["plan_due_at"],
                condition=models.Q(plan_due_at__isnull=False),
                name="plans_due",
            ),
            models.Index(
                fields=["held_until"],
                condition=models.Q(held_until__isnull=False),
                name="moves_held",
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "person"], name="one_seat_a_person"),
            models.CheckConstraint(
                condition=models.Q(person=None) | models.Q(bot=""), name="person_or_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.number}"
