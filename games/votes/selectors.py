"""Read who may vote, the state of a vote, and which votes are open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from games.tables.models import Game, GameStatus, Seat
from games.votes.models import UNDECIDED, Vote, VoteKind, VoteOutcome


@dataclass(frozen=True, slots=True)
class VoteCount:
    """The state of a vote: the seats that said yes, said no, and have said nothing yet."""

    yes: tuple[Seat, ...]
    no: tuple[Seat, ...]
    silent: tuple[Seat, ...]


def count_votes(vote: Vote) -> VoteCount:
    """The state of a vote. A ballot counts as long as its person holds the seat."""
    said = {(ballot.seat_id, ballot.person_id): ballot.yes for ballot in vote.ballots.all()}
    voters = voters_of(vote)
    found: dict[bool | None, list[Seat]] = {True: [], False: [], None: []}
    for seat in voters:
        found[said.get((seat.pk, seat.person_id or 0))].append(seat)
    return VoteCount(tuple(found[True]), tuple(found[False]), tuple(found[None]))


def voters_of(vote: Vote) -> list[Seat]:
    """The seats whose people vote: all except the one to be replaced.

    A bot account has no vote.
    """
    seats = vote.game.seats.filter(person__isnull=False, person__bot_since=None)
    seats = seats.select_related("person")
    if vote.kind == VoteKind.REPLACE:
        seats = seats.exclude(number=vote.data["seat"])
    return list(seats.order_by("number"))


def affected_seats(vote: Vote) -> list[Seat]:
    """The seat that a vote is about and that has no vote: the player to be replaced."""
    if vote.kind != VoteKind.REPLACE:
        return []
    return list(vote.game.seats.filter(number=vote.data["seat"]).select_related("person"))


def open_votes(game: Game, now: datetime) -> list[Vote]:
    """The votes of a game that are not decided, the oldest first."""
    votes = Vote.objects.filter(game=game, outcome__in=UNDECIDED, expires_at__gt=now)
    return list(votes.select_related("proposer__person").prefetch_related("ballots").order_by("pk"))


def open_vote_count(seat: Seat, now: datetime) -> int:
    """The number of open votes that wait for the person in a seat."""
    votes = Vote.objects.filter(game=seat.game_id, outcome__in=UNDECIDED, expires_at__gt=now)
    silent = votes.exclude(ballots__person=seat.person_id).values_list("kind", "data")
    return sum(kind != VoteKind.REPLACE or data["seat"] != seat.number for kind, data in silent)


def agreed_votes(now: datetime) -> QuerySet[Vote]:
    """The votes on which all players have agreed, and that wait for a director."""
    agreed = Vote.objects.filter(outcome=VoteOutcome.AGREED, expires_at__gt=now)
    return agreed.filter(game__status=GameStatus.RUNNING).select_related("game").order_by("pk")


def may_be_replaced(game: Game, seat: Seat) -> bool:
    """Whether a seat was silent for the time that its game allows."""
    silent = bool(game.replace_after) and seat.missed >= game.replace_after
    return seat.person_id is not None and (silent or seat.open_since is not None)
