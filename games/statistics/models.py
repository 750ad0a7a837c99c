"""CountedGame, and the sums: BoardSum, PersonSum, PairSum, SeasonSum.

A sum has a ``kind``, a ``key`` if needed (a track, a ticket, a kind of points), a ``number`` (a
turn, a position), and a ``total``, which is never 0: such rows are deleted.
:mod:`games.statistics.measures` lists the kinds.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from games.leagues.models import Season
from games.tables.models import Game

GONE = models.Q(total=0)
PUBLIC_GAMES: Final = "public_games"
ALL_GAMES: Final = "all_games"


class CountedGame(models.Model):
    """A finished game that has been counted, with its tally.

    ``tally`` is the one up to event ``version``; None if the game was not played to its end and
    does not count. ``people`` are the ids of those who held a seat all the time, by seat, None for
    other seats. ``edition`` is that of the measures.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="counted")
    edition = models.PositiveSmallIntegerField(db_index=True)
    version = models.IntegerField()
    public = models.BooleanField()
    with_bots = models.BooleanField()
    season = models.ForeignKey(
        Season, null=True, on_delete=models.SET_NULL, related_name="counted_games"
    )
    people = models.JSONField()
    tally = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.game_id} to {self.version}"


class Sum(models.Model):
    """A sum over games."""

    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80, blank=True)
    number = models.IntegerField()
    total = models.BigIntegerField()

    class Meta:
        abstract = True


class BoardSum(Sum):
    """A sum over the public games of a board with n seats.

    ``with_bots`` are the games in which a bot held a seat at the end.
    """

    board = models.CharField(max_length=30)
    seats = models.PositiveSmallIntegerField()
    teams = models.BooleanField()
    with_bots = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["board", "with_bots", "seats", "teams", "kind", "key", "number"],
                name="one_sum_of_a_board",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=GONE, name="board_sums_gone"),
            models.Index(fields=["kind"], name="board_sums_of_a_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.board} {self.seats} {self.kind}"


class SeasonSum(Sum):
    """A sum over the games of a season on a board with n seats."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sums")
    board = models.CharField(max_length=30)
    seats = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "board", "seats", "kind", "key", "number"],
                name="one_sum_of_a_season",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["id"], condition=GONE, name="season_sums_gone")]

    def __str__(self) -> str:
        return f"{self.season_id} {self.board} {self.kind}"


class PersonSum(Sum):
    """A sum over the games of a person on a board; only the person reads ``private`` ones."""

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="sums")
    private = models.BooleanField()
    board = models.CharField(max_length=30)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "private", "board", "kind", "key", "number"],
                name="one_sum_of_a_person",
            )
        ]
        indexes: ClassVar = [models.Index(fields=["id"], condition=GONE, name="person_sums_gone")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.board} {self.kind}"


class PairSum(models.Model):
    """The number of games of two people: of one ``kind``, from the view of the first.

    Kinds are those of :func:`games.statistics.measures.meetings`, and their totals: public games
    as :data:`PUBLIC_GAMES`, which are not ``private``, and all games as :data:`ALL_GAMES`, which
    are.
    """

    # The constraint and the first index begin with it and find it as well.
    person = models.ForeignKey(
        "games.Person",
        on_delete=models.CASCADE,
        related_name="sums_with_others",
        db_index=False,
    )
    other = models.ForeignKey(
        "games.Person", on_delete=models.CASCADE, related_name="sums_of_others"
    )
    private = models.BooleanField()
    kind = models.CharField(max_length=20)
    total = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "private", "other", "kind"], name="one_sum_of_a_pair"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["person", "kind", "-total", "other"], name="met_most_often"),
            models.Index(fields=["id"], condition=GONE, name="pair_sums_gone"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} and {self.other_id}: {self.kind}"
