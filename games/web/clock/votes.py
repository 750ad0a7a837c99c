"""The votes of a table, and what its players may propose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.clock.terms import bank_choice, terms_of
from games.tables.models import Game
from games.tables.naming import seat_name
from games.votes.models import Vote, VoteKind
from games.votes.propose import PAUSES
from games.votes.voters import may_be_replaced, open_votes, standing
from games.votes.wording import proposal
from games.web.clock.forms import ClockForm
from games.web.parts.clocks import moment
from games.web.parts.words import joined
from games.web.play.sitting import Sitting


@dataclass(frozen=True, slots=True)
class VoteLine:
    """An open vote. ``mine`` says that the reader proposed it, ``votes`` that they have a say."""

    pk: int
    by: str
    proposal: str
    yes: str
    silent: str
    until: str
    mine: bool
    votes: bool
    said_yes: bool


@dataclass(frozen=True, slots=True)
class Proposals:
    """What the reader may propose now. ``silent`` has number and name of who may be replaced."""

    pauses: tuple[int, ...]
    resume: bool
    clock: ClockForm | None
    silent: tuple[tuple[int, str, bool], ...]


def vote_lines(at: Sitting, now: datetime) -> list[VoteLine]:
    """Gets the open votes of a table, the oldest first."""
    names = [at.names[number] for number in sorted(at.names)]
    return [_line(vote, at, names) for vote in open_votes(at.game, now)]


def _line(vote: Vote, at: Sitting, names: list[str]) -> VoteLine:
    known = standing(vote)
    mine = at.number
    return VoteLine(
        pk=vote.pk,
        by=seat_name(vote.proposer) if vote.proposer else "",
        proposal=proposal(vote, names),
        yes=joined(at.names[seat.number] for seat in known.yes),
        silent=joined(at.names[seat.number] for seat in known.silent),
        until=moment(vote.expires_at),
        mine=vote.proposer is not None and vote.proposer.number == mine,
        votes=any(seat.number == mine for seat in (*known.yes, *known.silent)),
        said_yes=any(seat.number == mine for seat in known.yes),
    )


def clock_of(game: Game) -> dict[str, Any]:
    """What the form of the clock is filled in with: the clock that the game has."""
    terms = terms_of(game)
    return {
        "days_per_turn": terms.days_per_turn,
        "weekends_off": terms.weekends_off,
        "bank": bank_choice(terms),
    }


def proposals(
    at: Sitting, open_: list[Vote], typed: Mapping[str, object] | None = None
) -> Proposals | None:
    """What the reader may propose, None for who does not play.

    ``typed`` has the fields of a proposal that was refused.
    """
    game = at.game
    if at.seat is None:
        return None
    voting = {vote.kind for vote in open_}
    paused = game.paused_at is not None
    silent = tuple(
        (seat.number, at.names[seat.number], seat.open_since is not None)
        for seat in at.seats
        if seat.number != at.number and may_be_replaced(game, seat)
    )
    return Proposals(
        pauses=PAUSES if not paused and VoteKind.PAUSE not in voting else (),
        resume=paused and VoteKind.RESUME not in voting,
        clock=ClockForm(initial={**clock_of(game), **(typed or {})})
        if VoteKind.CLOCK not in voting
        else None,
        silent=silent if VoteKind.REPLACE not in voting else (),
    )
