"""Open votes, possible proposals, and the ledger of a game's clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.clock.core.terms import bank_choice, terms_of
from games.clock.models import ClockChange, ClockEntry
from games.common.dates import describe_duration
from games.common.errors import Refused
from games.common.handlers import why_director_confirms
from games.tables.models import Game
from games.tables.seat_names import seat_name
from games.votes.ending import check_early_end, current_ranking
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.selectors import count_votes, may_be_replaced, open_votes
from games.votes.voting import PAUSES
from games.votes.wording import describe_proposal, describe_ranking
from games.web.clock.forms import ClockForm
from games.web.parts.game_clock import format_moment
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined


@dataclass(frozen=True, slots=True)
class VoteLine:
    """A vote that is not decided. ``mine`` says that the reader proposed it, ``votes`` that they
    have a say, ``agreed`` that it waits for a director."""

    pk: int
    by: str
    proposal: str
    yes: str
    silent: str
    until: str
    mine: bool
    votes: bool
    said_yes: bool
    agreed: bool


@dataclass(frozen=True, slots=True)
class Proposals:
    """Proposals open to the reader now. ``silent`` has the seats that may be replaced."""

    pauses: tuple[int, ...]
    resume: bool
    clock: ClockForm | None
    silent: tuple[tuple[int, str, bool], ...]
    end: str
    """The places with which the game would end now; "" where that cannot be proposed."""
    confirmed: str
    """Why a director has to confirm what is agreed; "" where none has."""


def vote_lines(context: GameContext, now: datetime) -> list[VoteLine]:
    """The open votes of a table, the oldest first."""
    names = [context.names[number] for number in sorted(context.names)]
    return [_vote_line(vote, context, names) for vote in open_votes(context.game, now)]


def _vote_line(vote: Vote, context: GameContext, names: list[str]) -> VoteLine:
    known = count_votes(vote)
    mine = context.seat_number
    return VoteLine(
        pk=vote.pk,
        by=seat_name(vote.proposer) if vote.proposer else "",
        proposal=describe_proposal(vote, names),
        yes=joined(context.names[seat.number] for seat in known.yes),
        silent=joined(context.names[seat.number] for seat in known.silent),
        until=format_moment(vote.expires_at),
        mine=vote.proposer is not None and vote.proposer.number == mine,
        votes=any(seat.number == mine for seat in (*known.yes, *known.silent)),
        said_yes=any(seat.number == mine for seat in known.yes),
        agreed=vote.outcome == VoteOutcome.AGREED,
    )


def clock_form_initial(game: Game) -> dict[str, Any]:
    """Initial values of the form of the clock: the clock that the game has."""
    terms = terms_of(game)
    return {
        "days_per_turn": terms.days_per_turn,
        "weekends_off": terms.weekends_off,
        "bank": bank_choice(terms),
    }


def proposals(
    context: GameContext, open_: list[Vote], typed: Mapping[str, object] | None = None
) -> Proposals | None:
    """The proposals open to the reader, None for a reader who does not play.

    ``typed`` has the fields of a proposal that was refused.
    """
    game = context.game
    if context.seat is None:
        return None
    voting = {vote.kind for vote in open_}
    paused = game.paused_at is not None
    silent = tuple(
        (seat.number, context.names[seat.number], seat.open_since is not None)
        for seat in context.seats
        if seat.number != context.seat_number and may_be_replaced(game, seat)
    )
    return Proposals(
        pauses=PAUSES if not paused and VoteKind.PAUSE not in voting else (),
        resume=paused and VoteKind.RESUME not in voting,
        clock=ClockForm(initial={**clock_form_initial(game), **(typed or {})})
        if VoteKind.CLOCK not in voting
        else None,
        silent=silent if VoteKind.REPLACE not in voting else (),
        end=_places_now(context) if VoteKind.END not in voting else "",
        confirmed=why_director_confirms(game) or "",
    )


def _places_now(context: GameContext) -> str:
    try:
        check_early_end(context.game)
    except Refused:
        return ""
    names = [context.names[number] for number in sorted(context.names)]
    return describe_ranking(current_ranking(context.game), names)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One change of one clock; ``bank`` is "" where the bank did not change."""

    at: str
    name: str
    what: str
    before: str
    after: str
    bank: str
    note: str
    seq: int


def ledger_lines(game: Game, names: Mapping[int, str], *, page: int, size: int) -> list[LedgerLine]:
    """A page of the ledger, counted from 1, and one line more if there is another page."""
    entries = ClockEntry.objects.filter(game=game).order_by("-pk")
    return [_ledger_line(entry, names) for entry in entries[(page - 1) * size : page * size + 1]]


def _ledger_line(entry: ClockEntry, names: Mapping[int, str]) -> LedgerLine:
    changed = entry.bank_before != entry.bank_after
    return LedgerLine(
        at=format_moment(entry.at),
        name=names.get(entry.seat, str(entry.seat + 1)),
        what=str(ClockChange(entry.what).label),
        before=format_moment(entry.before),
        after=format_moment(entry.after),
        bank=f"{describe_duration(entry.bank_before)} → {describe_duration(entry.bank_after)}"
        if changed
        else "",
        note=entry.note,
        seq=entry.seq,
    )
