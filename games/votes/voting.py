"""Propose, vote, withdraw, expire, close; carry out decisions.

In a game of a season a unanimous vote waits for a director.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.absence.substitution import open_seat, replace_player
from games.clock.actions.game_clock import pause_game, resume_game, switch_clock
from games.clock.core.terms import Terms, check_terms, terms_of
from games.common.actors import VOTE
from games.common.errors import Refused
from games.common.handlers import on_vote_agreed, why_director_confirms
from games.common.jobs import for_each
from games.notifications import outbox
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.tables.models import Game, GameStatus, Seat
from games.votes.ending import check_early_end, current_ranking, end_as_agreed
from games.votes.models import UNDECIDED, Ballot, Vote, VoteKind, VoteOutcome
from games.votes.selectors import affected_seats, count_votes, may_be_replaced, voters_of

logger = logging.getLogger(__name__)


OPEN_SEAT: Final = "open"
BOT: Final = "bot"


def close_if_decided(vote: Vote, now: datetime) -> None:
    """Close a vote whose outcome is certain: one no rejects it, and all must say yes.

    Call it with the row of the game locked.
    """
    at = count_votes(vote)
    if at.no:
        close_vote(vote, VoteOutcome.REJECTED, now)
    elif at.silent or not at.yes or vote.outcome == VoteOutcome.AGREED:
        return
    elif why_director_confirms(vote.game):
        _ask_directors(vote, now)
    else:
        voters = voters_of(vote)
        try:
            carry_out_vote(vote, now)
        except Refused:
            # Meanwhile it happened otherwise, or the absent player came back.
            close_vote(vote, VoteOutcome.POINTLESS, now)
        else:
            close_vote(vote, VoteOutcome.CARRIED, now, voters)


def _ask_directors(vote: Vote, now: datetime) -> None:
    vote.outcome, vote.agreed_at, vote.expires_at = VoteOutcome.AGREED, now, now + OPEN_FOR
    vote.save(update_fields=["outcome", "agreed_at", "expires_at"])
    notify_voters(vote, voters_of(vote), now)
    on_vote_agreed(vote, now)


def agreed_vote(*, game: Game, vote: int, now: datetime) -> Vote:
    """Return the vote with this id, which waits for a director. The caller has locked the game.

    :raises Refused: if it does not (any more).
    """
    agreed = Vote.objects.filter(game=game, outcome=VoteOutcome.AGREED, expires_at__gt=now)
    found = agreed.filter(pk=vote).first()
    if found is None:
        raise Refused(_("This vote is closed."))
    return found


def confirm_vote(*, game: Game, vote: int, now: datetime) -> Vote:
    """Carry out a unanimous vote, as confirmed by a director. The game is locked.

    :raises Refused: if the vote is closed, or it is no longer possible.
    """
    found = agreed_vote(game=game, vote=vote, now=now)
    if count_votes(found).silent:
        raise Refused(
            _("A player who has not voted has joined the table. Wait for their vote, or refuse.")
        )
    carry_out_vote(found, now)
    _close(found, VoteOutcome.CARRIED, now)
    return found


def refuse_vote(*, game: Game, vote: int, now: datetime) -> Vote:
    """Close a vote that a director does not confirm. The game is locked.

    :raises Refused: if the vote is closed.
    """
    found = agreed_vote(game=game, vote=vote, now=now)
    _close(found, VoteOutcome.REFUSED, now)
    return found


def carry_out_vote(vote: Vote, now: datetime) -> None:
    """Carry out a unanimous vote.

    :raises Refused: if it is no longer possible. Nothing has changed.
    """
    game, data = vote.game, vote.data
    match vote.kind:
        case VoteKind.PAUSE:
            days = data.get("days")
            until = now + timedelta(days=days) if days else None
            pause_game(game=game, actor=VOTE, resume_at=until, now=now)
        case VoteKind.RESUME:
            resume_game(game=game, actor=VOTE, now=now)
        case VoteKind.CLOCK:
            switch_clock(game=game, terms=Terms(**data), actor=VOTE, now=now)
        case VoteKind.REPLACE:
            _replace(game, data["seat"], data["by"], now)
        case VoteKind.END:
            end_as_agreed(game=game, ranking=data["ranking"], now=now)


def _replace(game: Game, number: int, by: str, now: datetime) -> None:
    if not may_be_replaced(game, game.seats.get(number=number)):
        raise Refused(_("This player is back: nobody who has moved recently can be replaced."))
    if by == OPEN_SEAT:
        open_seat(game=game, seat=number, actor=VOTE, now=now)
    else:
        replace_player(game=game, seat=number, by=game.replacement_bot, actor=VOTE, now=now)


def close_vote(
    vote: Vote, outcome: VoteOutcome, now: datetime, voters: Iterable[Seat] | None = None
) -> None:
    """Close a vote and notify the voters; ``voters`` if they have changed."""
    _close(vote, outcome, now)
    if outcome != VoteOutcome.WITHDRAWN:
        notify_voters(vote, voters_of(vote) if voters is None else voters, now)


def _close(vote: Vote, outcome: VoteOutcome, now: datetime) -> None:
    vote.outcome, vote.closed_at = outcome, now
    vote.save(update_fields=["outcome", "closed_at"])


def notify_voters(vote: Vote, seats: Iterable[Seat], now: datetime) -> None:
    """Notify the people in these seats of the state of a vote."""
    for seat in seats:
        if seat.person is not None:
            outbox.notify(
                person=seat.person,
                kind=NoticeKind.VOTE,
                game=vote.game,
                data={"vote": vote.pk, "outcome": vote.outcome},
                now=now,
            )


OPEN_FOR: Final = timedelta(days=7)
PAUSES: Final = (3, 7, 14, 28)
MAX_VOTES_A_DAY: Final = 5
"""The maximum for one person in one game."""


@transaction.atomic
def propose_vote(
    *, game: Game, person: Person, kind: VoteKind, data: Mapping[str, Any], now: datetime
) -> Vote:
    """Open a vote, with the yes of its proposer; without other voters it is decided at once.

    ``data`` is ``{"days": 7}`` for a pause, ``{}`` to resume, the fields of
    :class:`games.clock.core.terms.Terms` for another clock, and ``{"seat": 1, "by": "open"}`` to
    replace a player by a substitute. With "bot" it is the bot that the table chose before, since
    one opponent alone would choose the weakest. It is ``{}`` to end the game; the stored places
    follow from the points on the board, and everybody votes on them.

    :raises Refused: if the person does not play, a similar vote is open, or the proposal is
        impossible now.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.status != GameStatus.RUNNING:
        raise Refused(_("Only players in a running game can vote."))
    seat = Seat.objects.filter(game=locked, person=person).first()
    if seat is None:
        raise Refused(_("Only players of this game can make proposals."))
    if person.is_bot_account:
        raise Refused(_("A bot account has no vote."))
    earlier = Vote.objects.filter(game=locked, kind=kind, outcome__in=UNDECIDED)
    if earlier.filter(expires_at__gt=now).exists():
        raise Refused(_("There is already a vote like this at your table."))
    # The sweep has not run yet.
    earlier.update(outcome=VoteOutcome.EXPIRED, closed_at=now)
    today = Vote.objects.filter(game=locked, proposer=seat, opened_at__gt=now - timedelta(days=1))
    if today.count() >= MAX_VOTES_A_DAY:
        raise Refused(_("You have made a lot of proposals today. Try again tomorrow."))
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
    others = [voter for voter in voters_of(vote) if voter.pk != seat.pk]
    notify_voters(vote, [*others, *affected_seats(vote)], now)
    close_if_decided(vote, now)
    return vote


def _checked(game: Game, seat: Seat, kind: VoteKind, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a proposal as it is stored."""
    paused = game.paused_at is not None
    if kind == VoteKind.PAUSE:
        if paused:
            raise Refused(_("This game is already paused."))
        if data.get("days") not in PAUSES:
            raise Refused(_("Choose how long to pause the game."))
        return {"days": data["days"]}
    if kind == VoteKind.RESUME:
        if not paused:
            raise Refused(_("This game is not paused."))
        return {}
    if kind == VoteKind.CLOCK:
        terms = Terms(**data)
        check_terms(terms)
        if terms == terms_of(game):
            raise Refused(_("This game already has that clock. Change something."))
        return terms.as_data()
    if kind == VoteKind.END:
        check_early_end(game)
        return {"ranking": current_ranking(game)}
    return _replacement(game, seat, data)


def _replacement(game: Game, seat: Seat, data: Mapping[str, Any]) -> dict[str, Any]:
    number, by = int(data.get("seat", -1)), data.get("by")
    other = Seat.objects.filter(game=game, number=number, person__isnull=False).first()
    if other is None or other.pk == seat.pk:
        raise Refused(_("Choose another player of this game."))
    if not may_be_replaced(game, other):
        raise Refused(
            _("This player is still active: nobody who has moved recently can be replaced.")
        )
    if by == OPEN_SEAT and other.open_since is not None:
        raise Refused(_("A substitute is already being sought for this seat."))
    if by not in (OPEN_SEAT, BOT):
        raise Refused(_("Choose who is to play on: a substitute or a bot."))
    return {"seat": other.number, "by": by}


@transaction.atomic
def cast_ballot(*, game: Game, vote: int, person: Person, yes: bool, now: datetime) -> Vote:
    """Say yes or no to the vote with this id; another answer replaces an earlier one.

    The first no rejects it, the last yes carries it out, or asks the directors.

    :raises Refused: if the vote is closed, or the person has no vote in it.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    open_ = Vote.objects.filter(game=locked, outcome__in=UNDECIDED, expires_at__gt=now)
    found = open_.select_related("game").filter(pk=vote).first()
    if found is None or locked.status != GameStatus.RUNNING:
        raise Refused(_("This vote is closed."))
    mine = [seat for seat in voters_of(found) if seat.person_id == person.pk]
    if not mine:
        raise Refused(_("You cannot vote on this."))
    Ballot.objects.update_or_create(
        vote=found, person=person, defaults={"seat": mine[0], "yes": yes, "at": now}
    )
    close_if_decided(found, now)
    return found


@transaction.atomic
def withdraw_vote(*, game: Game, vote: int, person: Person, now: datetime) -> None:
    """Withdraw the vote with this id.

    :raises Refused: if it is closed, or somebody else proposed it.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    votes = Vote.objects.filter(game=locked, pk=vote, outcome__in=UNDECIDED)
    found = votes.select_related("proposer").first()
    if found is None:
        raise Refused(_("This vote is closed."))
    if found.proposer is None or found.proposer.person_id != person.pk:
        raise Refused(_("Only the player who made a proposal can withdraw it. You can vote no."))
    close_vote(found, VoteOutcome.WITHDRAWN, now)


def expire_votes(*, now: datetime) -> tuple[int, int]:
    """Close the votes whose time is over; return how many, and how many failed."""
    due = Vote.objects.filter(outcome__in=UNDECIDED, expires_at__lte=now)
    pks = due.order_by("pk").values_list("pk", flat=True)
    return for_each(pks, lambda pk: _expire(pk, now), logger, "Vote %s could not be closed.")


@transaction.atomic
def _expire(pk: int, now: datetime) -> bool:
    # A locked row means that somebody is voting or moving: the next sweep tries again.
    games = Game.objects.select_for_update(skip_locked=True)
    locked = games.filter(pk__in=Vote.objects.filter(pk=pk).values("game")).first()
    vote = Vote.objects.filter(pk=pk, outcome__in=UNDECIDED, expires_at__lte=now).first()
    if locked is None or vote is None:
        return False
    running = locked.status == GameStatus.RUNNING
    close_vote(vote, VoteOutcome.EXPIRED if running else VoteOutcome.WITHDRAWN, now)
    return True
