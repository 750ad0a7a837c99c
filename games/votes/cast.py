"""Voting."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.errors import Refused
from games.people.models import Person
from games.tables.models import Game, GameStatus
from games.votes.closing import settle
from games.votes.models import Ballot, Vote, VoteOutcome
from games.votes.voters import voters_of


@transaction.atomic
def cast(*, game: Game, vote: int, person: Person, yes: bool, now: datetime) -> Vote:
    """Says yes or no to the vote with this id; another answer replaces an earlier one.

    The first no rejects it, the last yes carries it out.

    :raises Refused: if the vote is closed, or the person has no say in it.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    open_ = Vote.objects.filter(game=locked, outcome=VoteOutcome.OPEN, expires_at__gt=now)
    found = open_.select_related("game").filter(pk=vote).first()
    if found is None or locked.status != GameStatus.RUNNING:
        raise Refused(_("This vote is closed."))
    mine = [seat for seat in voters_of(found) if seat.person_id == person.pk]
    if not mine:
        raise Refused(_("You have no say in this vote."))
    Ballot.objects.update_or_create(
        vote=found, person=person, defaults={"seat": mine[0], "yes": yes, "at": now}
    )
    settle(found, now)
    return found
