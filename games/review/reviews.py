"""Reviews: requested by players, made by a worker piece by piece, shared and unshared."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from engine.bots.review import REVIEW_PLAYOUTS, ReviewedDecision
from games import log
from games.common.actors import CLOCK
from games.common.errors import Refused
from games.common.event_types import SEAT_REPLACED
from games.common.jobs import send_on_commit
from games.common.work import REVIEWS
from games.common.work_rows import WorkStatus
from games.log.models import Event
from games.notifications import leases
from games.people.models import Person
from games.play.bot_process import bot_process, question_about
from games.review.models import Audience, Review
from games.review.progress import TAKEN, can_go_on
from games.tables.models import Game, GameStatus, Seat

logger = logging.getLogger(__name__)

PLAYOUTS: Final = REVIEW_PLAYOUTS
SLICE: Final = 8.0
"""Seconds after which a review lets others have their turn."""
MOST_OF_A_PERSON: Final = 3
"""Waiting reviews of one person."""
MOST_WAITING: Final = 200


def may_have_review(game: Game) -> bool:
    """Whether a game was played to its end, by the present rules and board facts."""
    return (
        game.status == GameStatus.FINISHED
        and game.version >= 0
        and game.rules_version == engine.RULES_VERSION
        and game.board_digest == engine.load_board(game.board).digest
    )


def review_of(game: Game, person: Person) -> Review | None:
    """The review that a person has of a game, if it is of the game's final version."""
    return _if_current(Review.objects.filter(game=game, person=person).first(), game)


def shared_reviews(game: Game, seat: Seat | None) -> list[Review]:
    """The finished reviews that a player, or a spectator (None), of a finished game may read."""
    audiences = [Audience.EVERYONE] + ([Audience.PLAYERS] if seat is not None else [])
    found = Review.objects.filter(
        game=game, status=WorkStatus.READY, shared_with__in=audiences
    ).order_by("seat")
    return [review for review in found if _if_current(review, game)]


@transaction.atomic
def ask_for_review(*, game: Game, person: Person, now: datetime) -> None:
    """Request a review of a person's decisions in a finished game, unless there is one.

    One that failed, or was made before the log grew, goes on where it stopped.

    :raises Refused: if the person has no seat there, the game is not over or follows other rules
        than those of today, or too many reviews wait.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    seat = locked.seats.filter(person=person).first()
    if seat is None or not may_have_review(locked):
        raise Refused(_("Only those who played a game to its end can have it reviewed."))
    found = review_of(locked, person)
    if found is not None and found.status != WorkStatus.FAILED:
        return
    pending = Review.objects.filter(status=WorkStatus.PENDING)
    if pending.filter(person=person).count() >= MOST_OF_A_PERSON:
        raise Refused(
            _("%(most)d reviews of yours are waiting. Ask again when one is ready.")
            % {"most": MOST_OF_A_PERSON}
        )
    if pending.count() >= MOST_WAITING:
        raise Refused(_("Many reviews are being made. Try again in an hour."))
    first = _first_seq(locked, seat.number)
    old = Review.objects.filter(game=locked, person=person, seat=seat.number).first()
    if old is not None and can_go_on(old, locked, first):
        Review.objects.filter(pk=old.pk).update(
            version=locked.version,
            status=WorkStatus.PENDING,
            attempts=0,
            next_attempt_at=now,
            made_at=None,
        )
        send_on_commit(REVIEWS.task)
        return
    Review.objects.filter(game=locked, person=person).delete()
    Review.objects.create(
        game=locked,
        person=person,
        seat=seat.number,
        version=locked.version,
        first_seq=first,
        reviewed_to=first,
        created_at=now,
        next_attempt_at=now,
    )
    send_on_commit(REVIEWS.task)


def share_review(*, review: Review, audience: str) -> None:
    """Share a review with others, or with nobody any more.

    :raises Refused: if there is no such audience, or the review is not ready.
    """
    if audience not in Audience.values or review.status != WorkStatus.READY:
        raise Refused(_("Choose from the list who may read your review."))
    Review.objects.filter(pk=review.pk).update(shared_with=audience)


def remove_review(*, review: Review) -> None:
    """Delete a review; it can be made again."""
    review.delete()


def decisions_of(review: Review) -> list[ReviewedDecision]:
    """The decisions that are reviewed, in order of the log."""
    return [ReviewedDecision.from_data(data) for data in review.decisions]


def _if_current(review: Review | None, game: Game) -> Review | None:
    """The review, unless the game has changed since the request."""
    if review is None or game.status != GameStatus.FINISHED or review.version != game.version:
        return None
    return review


def _first_seq(game: Game, seat: int) -> int:
    """The event with which the present player took the seat, -1 for the start."""
    replaced = Event.objects.filter(game=game, type=SEAT_REPLACED).order_by("-seq")
    found = (seq for seq, data in replaced.values_list("seq", "data") if data.get("seat") == seat)
    return next(found, -1)


def make(review: Review, *, now: datetime, alive: leases.KeepAlive = leases.stay_alive) -> None:
    """Review decisions for some seconds; each is stored as soon as it is there."""
    if _if_current(review, review.game) is None:
        logger.error("%s was given up.", review)
        leases.finish(Review, pk=review.pk, status=WorkStatus.FAILED)
        return
    began = time.monotonic()
    actors = {line.seq: line.actor for line in log.events(review.game)}
    question = question_about(
        review.game, ask="review", seat=review.seat, playouts=PLAYOUTS, after=review.reviewed_to
    )
    with bot_process() as process:
        process.ask(question, seconds=settings.BOT_SECONDS, alive=alive)
        while True:
            asked = time.monotonic()
            answer = process.ask({"ask": "next"}, seconds=settings.BOT_SECONDS, alive=alive)
            moment = now + timedelta(seconds=time.monotonic() - began)
            found: dict[str, Any] | None = answer["decision"]
            if found is None:
                _mine(review).update(
                    status=WorkStatus.READY, next_attempt_at=None, made_at=moment, attempts=0
                )
                return
            # The clock is nobody's skill.
            if actors[found["at"]] != CLOCK:
                review.decisions.append({**found, TAKEN: round(time.monotonic() - asked, 2)})
            review.reviewed_to = found["at"]
            _mine(review).update(
                decisions=review.decisions,
                reviewed_to=review.reviewed_to,
                attempts=0,
                next_attempt_at=moment + REVIEWS.lease,
            )
            if time.monotonic() - began > SLICE:
                break
    _mine(review).update(next_attempt_at=moment)


def _mine(review: Review) -> Any:
    """A query for the row while this run may write to it."""
    return Review.objects.filter(pk=review.pk, status=WorkStatus.PENDING)


def points_lost(decisions: Iterable[ReviewedDecision]) -> float:
    """The sum of the points of the final margin that decisions lost."""
    return sum(decision.lost for decision in decisions)


def luck_of(decisions: Iterable[ReviewedDecision]) -> float:
    """The useful cards beyond expectation that followed decisions, in sum."""
    return sum(decision.luck for decision in decisions)
