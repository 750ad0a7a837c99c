"""Proposing something to a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import BOTS
from games.clock.terms import Terms, check_terms, terms_of
from games.errors import Refused
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from games.votes.closing import OPEN_SEAT, settle, tell
from games.votes.models import Ballot, Vote, VoteKind, VoteOutcome
from games.votes.voters import concerned, may_be_replaced, voters_of

OPEN_FOR: Final = timedelta(days=7)
PAUSES: Final = (3, 7, 14, 28)
MOST_A_DAY: Final = 5
"""Votes of one person in one game."""


@transaction.atomic
def propose(
    *, game: Game, person: Person, kind: VoteKind, data: Mapping[str, Any], now: datetime
) -> Vote:
    """Opens a vote, with the yes of who proposes it; where nobody else votes it is carried out.

    ``data`` is ``{"days": 7}`` for a pause, ``{}`` to resume, the fields of
    :class:`games.clock.terms.Terms` for another clock, and ``{"seat": 1, "by": "open"}`` to replace
    a player: by whoever takes the seat, or by the bot of that name.

    :raises Refused: if the person does not play, the table is voting on the like, or what is
        proposed makes no sense now.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.status != GameStatus.RUNNING:
        raise Refused(_("Only the players of a running game can vote."))
    seat = Seat.objects.filter(game=locked, person=person).first()
    if seat is None:
        raise Refused(_("Only the players of this game can propose something."))
    earlier = Vote.objects.filter(game=locked, kind=kind, outcome=VoteOutcome.OPEN)
    if earlier.filter(expires_at__gt=now).exists():
        raise Refused(_("The table is voting on something like this already."))
    # The sweep has not come by yet.
    earlier.update(outcome=VoteOutcome.EXPIRED, closed_at=now)
    today = Vote.objects.filter(game=locked, proposer=seat, opened_at__gt=now - timedelta(days=1))
    if today.count() >= MOST_A_DAY:
        raise Refused(_("You have proposed a lot today. Try again tomorrow."))
    vote = Vote(
        game=locked,
        kind=kind,
        data=_checked(locked, seat, kind, data),
        proposer=seat,
        opened_at=now,
        expires_at=now + OPEN_FOR,
    )
    vote.save()
    Ballot.objects.create(vote=vote, seat=seat, person=person, yes=True, at=now)
    asked = [voter for voter in voters_of(vote) if voter.pk != seat.pk]
    tell(vote, [*asked, *concerned(vote)], now)
    settle(vote, now)
    return vote


def _checked(game: Game, seat: Seat, kind: VoteKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """Gets the data of a proposal as it is stored."""
    paused = game.paused_at is not None
    if kind == VoteKind.PAUSE:
        if paused:
            raise Refused(_("This game is paused already."))
        if data.get("days") not in PAUSES:
            raise Refused(_("Choose for how long the game is to be paused."))
        return {"days": data["days"]}
    if kind == VoteKind.RESUME:
        if not paused:
            raise Refused(_("This game is not paused."))
        return {}
    if kind == VoteKind.CLOCK:
        terms = Terms(**data)
        check_terms(terms)
        if terms == terms_of(game):
            raise Refused(_("This game has that clock already. Change something."))
        return terms.as_data()
    return _replacement(game, seat, data)


def _replacement(game: Game, seat: Seat, data: Mapping[str, Any]) -> dict[str, Any]:
    number, by = int(data.get("seat", -1)), data.get("by")
    other = Seat.objects.filter(game=game, number=number, person__isnull=False).first()
    if other is None or other.pk == seat.pk:
        raise Refused(_("Choose another player of this game."))
    if not may_be_replaced(game, other):
        raise Refused(
            _("This player is still playing: nobody can be replaced who has moved lately.")
        )
    if by == OPEN_SEAT and other.open_since is not None:
        raise Refused(_("This seat is looking for a substitute already."))
    if by != OPEN_SEAT and by not in BOTS:
        raise Refused(_("Choose who is to play on: a substitute or a bot."))
    return {"seat": other.number, "by": by}
