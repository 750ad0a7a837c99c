"""Closing a vote, carrying out what it decided, and telling those who voted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.absence.open_seat import open_seat
from games.absence.replace_player import replace_player
from games.clock.pause import pause_game
from games.clock.resume import resume_game
from games.clock.switch import switch_clock
from games.clock.terms import Terms
from games.errors import Refused
from games.notices import outbox
from games.notices.models import NoticeKind
from games.tables.models import Game, Seat
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.voters import may_be_replaced, standing, voters_of

ACTOR: Final = "vote"
OPEN_SEAT: Final = "open"


def settle(vote: Vote, now: datetime) -> None:
    """Closes a vote whose outcome is certain: one no rejects it, and it takes every yes.

    Call it with the row of the game locked.
    """
    at = standing(vote)
    if at.no:
        close(vote, VoteOutcome.REJECTED, now)
    elif not at.silent and at.yes:
        voters = voters_of(vote)
        try:
            carry_out(vote, now)
        except Refused:
            # Meanwhile somebody did it otherwise, or whom it was about came back.
            close(vote, VoteOutcome.POINTLESS, now)
        else:
            close(vote, VoteOutcome.CARRIED, now, voters)


def carry_out(vote: Vote, now: datetime) -> None:
    """Does what everybody has agreed upon.

    :raises Refused: if it cannot be done any more. Nothing happened.
    """
    game, data = vote.game, vote.data
    match vote.kind:
        case VoteKind.PAUSE:
            days = data.get("days")
            until = now + timedelta(days=days) if days else None
            pause_game(game=game, actor=ACTOR, resume_at=until, now=now)
        case VoteKind.RESUME:
            resume_game(game=game, actor=ACTOR, now=now)
        case VoteKind.CLOCK:
            switch_clock(game=game, terms=Terms(**data), actor=ACTOR, now=now)
        case VoteKind.REPLACE:
            _replace(game, data["seat"], data["by"], now)


def _replace(game: Game, number: int, by: str, now: datetime) -> None:
    if not may_be_replaced(game, game.seats.get(number=number)):
        raise Refused(_("This player is back: nobody is replaced who has moved lately."))
    if by == OPEN_SEAT:
        open_seat(game=game, seat=number, actor=ACTOR, now=now)
    else:
        replace_player(game=game, seat=number, by=by, actor=ACTOR, now=now)


def close(
    vote: Vote, outcome: VoteOutcome, now: datetime, voters: Iterable[Seat] | None = None
) -> None:
    """Closes a vote and tells those who voted; ``voters`` where they are other ones by now."""
    vote.outcome, vote.closed_at = outcome, now
    vote.save(update_fields=["outcome", "closed_at"])
    if outcome != VoteOutcome.WITHDRAWN:
        tell(vote, voters_of(vote) if voters is None else voters, now)


def tell(vote: Vote, seats: Iterable[Seat], now: datetime) -> None:
    """Writes to the people in these seats how a vote stands now."""
    for seat in seats:
        if seat.person is not None:
            outbox.tell(
                person=seat.person,
                kind=NoticeKind.VOTE,
                game=vote.game,
                data={"vote": vote.pk, "outcome": vote.outcome},
                now=now,
            )
