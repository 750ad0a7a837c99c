"""Open votes, possible proposals, and the ledger of a game's clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.clock.core.terms import terms_of
from games.clock.models import ClockEntry
from games.common.durations import describe_duration
from games.common.errors import Refused
from games.common.handlers import why_director_confirms
from games.tables.seat_names import seat_name
from games.votes.ending import check_early_end, current_ranking
from games.votes.models import Vote, VoteKind, VoteOutcome
from games.votes.selectors import count_votes, may_be_replaced
from games.votes.voting import PAUSES
from games.votes.wording import describe_proposal, describe_ranking
from games.web.clock.forms import ClockForm, clock_initial
from games.web.parts.game_clock import format_moment
from games.web.parts.game_context import GameContext
from games.web.parts.phrases import joined


def vote_line(vote: Vote, context: GameContext) -> dict[str, Any]:
    """A vote that is not decided.

    ``mine`` says that the reader proposed it, ``votes`` that they have a say, ``agreed`` that it
    waits for a director.
    """
    known, mine = count_votes(vote), context.seat_number
    return {
        "pk": vote.pk,
        "by": seat_name(vote.proposer) if vote.proposer else "",
        "proposal": describe_proposal(vote, _in_order(context)),
        "yes": joined(context.names[seat.number] for seat in known.yes),
        "silent": joined(context.names[seat.number] for seat in known.silent),
        "until": format_moment(vote.expires_at),
        "mine": vote.proposer is not None and vote.proposer.number == mine,
        "votes": any(seat.number == mine for seat in (*known.yes, *known.silent)),
        "said_yes": any(seat.number == mine for seat in known.yes),
        "agreed": vote.outcome == VoteOutcome.AGREED,
    }


def _in_order(context: GameContext) -> list[str]:
    return [context.names[number] for number in sorted(context.names)]


def proposals(
    context: GameContext, open_: list[Vote], typed: Mapping[str, object] | None = None
) -> dict[str, Any] | None:
    """The proposals open to the reader, None for a reader who does not play.

    ``silent`` has the seats that may be replaced, ``end`` the places with which the game would end
    now, and ``confirmed`` says why a director has to confirm what is agreed.

    :param typed: the fields of a proposal that was refused.
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
    clock = ClockForm(initial={**clock_initial(terms_of(game)), **(typed or {})})
    return {
        "pauses": PAUSES if not paused and VoteKind.PAUSE not in voting else (),
        "resume": paused and VoteKind.RESUME not in voting,
        "clock": clock if VoteKind.CLOCK not in voting else None,
        "silent": silent if VoteKind.REPLACE not in voting else (),
        "end": _places_now(context) if VoteKind.END not in voting else "",
        "confirmed": why_director_confirms(game) or "",
    }


def _places_now(context: GameContext) -> str:
    try:
        check_early_end(context.game)
    except Refused:
        return ""
    return describe_ranking(current_ranking(context.game), _in_order(context))


def ledger_line(entry: ClockEntry, names: Mapping[int, str]) -> tuple[ClockEntry, str, str]:
    """A change of a clock, whose it is, and the change of the bank, "" for none."""
    bank = ""
    if entry.bank_before != entry.bank_after:
        bank = f"{describe_duration(entry.bank_before)} → {describe_duration(entry.bank_after)}"
    return entry, names.get(entry.seat, str(entry.seat + 1)), bank
