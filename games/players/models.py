"""RatedGame, RatingChange, Rating (skill), ReliabilityRecord and its sums, Pace.

Numbers are those of the model: ``mu`` is the estimated skill, ``sigma`` its uncertainty. Pages
use another scale; see games/players/skill.py. ``board`` is the key of a board, or empty for all
boards together. ``pool`` says against which opponents.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from games.players.skill import DisplayedRating, Skill, displayed_rating
from games.tables.models import Game

PEOPLE: Final = ""
BOT_ACCOUNTS: Final = "bots"
"""The pools: games of people, and games with a bot account."""
FEWEST_GAMES: Final = 5
"""Counted games before a person is ranked."""


class RatedGame(models.Model):
    """A game whose result has been counted; ``at`` is the time of that result."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="rating")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "game"]
        indexes: ClassVar = [models.Index(fields=["at", "game"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%Y-%m-%d %H:%M}"


class RatingChange(models.Model):
    """The change that one game made to a rating, by seat, per board and over all.

    ``person`` is None once the person was erased; the numbers stay, since others were rated against
    them.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    at = models.DateTimeField()
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        "games.Person",
        null=True,
        on_delete=models.SET_NULL,
        related_name="rating_changes",
    )
    board = models.CharField(max_length=30, blank=True)
    pool = models.CharField(max_length=10, blank=True, default=PEOPLE)
    place = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        ordering: ClassVar = ["at", "game", "board", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "number", "board"], name="one_rating_change_a_seat"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["person", "board", "at"], name="rating_over_time"),
            models.Index(fields=["at", "game"], name="rating_changes_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number} {self.board or 'all boards'}"


class Rating(models.Model):
    """The rating of a person in a pool after its last counted game."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="ratings")
    board = models.CharField(max_length=30, blank=True)
    pool = models.CharField(max_length=10, blank=True, default=PEOPLE)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["person", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "board", "pool"], name="one_rating_a_board_and_pool"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                "board",
                "pool",
                (models.F("mu") - 2 * models.F("sigma")).desc(),
                condition=models.Q(games__gte=FEWEST_GAMES),
                name="ranking_order",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.board or 'all boards'}"

    @property
    def rating(self) -> DisplayedRating:
        """The rating as pages show it."""
        return displayed_rating(Skill(self.mu, self.sigma))

    @property
    def ranked(self) -> bool:
        """Whether enough games were counted for a ranking."""
        return self.games >= FEWEST_GAMES


class ReliabilityRecord(models.Model):
    """The turns of one person in one game, on time or not, counted from its log up to ``seq``.

    ``answered`` turns were played by the person, ``missed`` ones by the clock; of the latter,
    ``excused`` ones do not count. ``finished`` is None while the game runs, True for the holder of
    the seat at its end, False for a person who had left it. ``place`` and ``ended_at`` are those of
    a seat that was held to the end; the place is None where the game has no result.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="conduct")
    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="conduct")
    seq = models.IntegerField()
    answered = models.PositiveIntegerField(default=0)
    missed = models.PositiveIntegerField(default=0)
    excused = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["game", "person"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "person"], name="one_conduct_a_game")
        ]
        indexes: ClassVar = [models.Index(fields=["game", "seq"], name="conduct_counted_to")]

    def __str__(self) -> str:
        return f"{self.person} in {self.game_id}"


class ReliabilitySum(models.Model):
    """The sums over all records of a person; ``finished`` and ``left`` count games.

    People without turns and games have no row.
    """

    person = models.OneToOneField(
        "games.Person",
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="reliability",
    )
    answered = models.IntegerField(default=0)
    missed = models.IntegerField(default=0)
    excused = models.IntegerField(default=0)
    finished = models.IntegerField(default=0)
    left = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"reliability of {self.person_id}"


class OpponentSum(models.Model):
    """The games that two people finished together, as ``person`` sees them.

    ``won`` and ``lost`` compare their places; ``last_at`` is when the last of the games ended.
    """

    # The first index below begins with it and finds it as well.
    person = models.ForeignKey(
        "games.Person",
        on_delete=models.CASCADE,
        related_name="opponent_sums",
        db_index=False,
    )
    opponent = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="+")
    games = models.IntegerField()
    won = models.IntegerField()
    lost = models.IntegerField()
    last_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["person", "-games", "-last_at", "opponent"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "opponent"], name="one_opponent_sum_a_pair")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["person", "-games", "-last_at", "opponent"], name="opponents_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} and {self.opponent_id}"

    @property
    def even(self) -> int:
        """The games that neither of the two has won."""
        return self.games - self.won - self.lost


class Pace(models.Model):
    """The median time that a person took for a turn: ``median`` of the last ``turns`` turns."""

    person = models.OneToOneField("games.Person", on_delete=models.CASCADE, related_name="pace")
    median = models.DurationField()
    turns = models.PositiveSmallIntegerField()
    measured_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.person_id}: {self.median}"
