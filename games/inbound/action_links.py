"""The moves behind the buttons in mails: find one, show it, make or hold it once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import translation

import engine
from engine.actions import Draw
from games import log
from games.absence.models import has_lost_seat
from games.common.errors import SeatLost, Stale
from games.inbound import orders_and_holds
from games.inbound.answers import InboundResult, write_move_answer
from games.inbound.execute import result_of_move, submit
from games.inbound.reply import Reply, as_read_by
from games.language.lexicon import lexicon_for
from games.notifications.mail.buttons import (
    ActionLink,
    BadLink,
    Button,
    Move,
    button,
    draws,
    read_action_token,
)
from games.notifications.models import Mail
from games.people.bot_accounts import check_no_bot_account
from games.people.models import Person
from games.play import Accepted
from games.play.hold import held_move, is_held_by_preference
from games.play.submit import earlier_answer
from games.tables.models import GameStatus, Seat


@dataclass(frozen=True, slots=True)
class OfferedMove:
    """The offer of a link. ``actions`` is empty once the game has moved on.

    ``made`` is the move that this very link made earlier, ``held_until`` the end of the hold on
    that move.
    """

    link: ActionLink
    key: str
    seat: Seat
    person: Person
    view: engine.View
    actions: tuple[engine.Action, ...]
    made: Accepted | None
    held_until: datetime | None

    @property
    def would_be_held(self) -> bool:
        """Whether the move would be held, by the person's preference."""
        return is_held_by_preference(
            person=self.person, actions=self.actions, board=self.view.board
        )


def find_offered_move(*, token: str) -> OfferedMove:
    """Find what a link offers now.

    :raises BadLink: if the link was not made here, or its person never had a seat or an account.
    :raises SeatLost: if somebody else has the seat of its person.
    """
    link = read_action_token(token)
    mine = Seat.objects.filter(game__code=link.code, person=link.person_id)
    seat = mine.select_related("game", "person").first()
    if seat is None and has_lost_seat(link.person_id, code=link.code):
        raise SeatLost
    if seat is None or seat.person is None or not seat.person.is_active:
        raise BadLink(link.code)
    key = f"link-{hashlib.sha256(token.encode()).hexdigest()[:40]}"
    view = engine.view(log.load(seat.game), seat.number)
    if not mine.exists():
        # It went to somebody else in between: what was read may hold the cards of the next one.
        raise SeatLost
    is_open = seat.decision == link.decision and seat.game.status == GameStatus.RUNNING
    held = held_move(seat)
    return OfferedMove(
        link=link,
        key=key,
        seat=seat,
        person=seat.person,
        view=view,
        actions=_actions(link.command, view) if is_open else (),
        made=earlier_answer(game=seat.game, seat=seat.number, key=key),
        held_until=seat.held_until if held and held.key == key else None,
    )


def second_cards(offer: OfferedMove) -> list[Move]:
    """The second cards that can be drawn together with the face-up card of a link.

    What replaces the first card is not among them, as nobody knows it yet.
    """
    view, number = offer.view, offer.seat.number
    (first,) = offer.actions if len(offer.actions) == 1 else (None,)
    if not isinstance(first, Draw) or view.pending.get(number) != "turn" or view.teams:
        return []
    row = list(view.row)
    if first.source not in row:
        return []
    row.remove(first.source)
    moves = draws(view, row, translation.get_language() or "en", first=False)
    return [move for move in moves if _with_second(offer, move[0])]


def with_second_card(offer: OfferedMove, command: str) -> OfferedMove:
    """The offer with one of its second cards; without an action if it is none of them."""
    if command not in {move[0] for move in second_cards(offer)}:
        return replace(offer, actions=())
    return replace(offer, actions=_with_second(offer, command))


def next_cards(offer: OfferedMove) -> list[Button]:
    """Buttons for the second card of the turn that goes on after a link was used."""
    seat, person = offer.seat, offer.person
    view = engine.view(log.load(seat.game), seat.number)
    if view.pending.get(seat.number) != "second":
        return []
    decision = view.decision_seqs[seat.number]
    moves = draws(view, view.row, translation.get_language() or "en", first=False)
    return [
        button(move, ActionLink(person.pk, offer.link.code, decision, move[0])) for move in moves
    ]


def _with_second(offer: OfferedMove, command: str) -> tuple[engine.Action, ...]:
    return _actions(f"{offer.link.command}\n{command}", offer.view)


def make_offered_move(*, offer: OfferedMove, is_owner: bool, now: datetime) -> Accepted | None:
    """Make the move of a link, once, and write the mail that tells of it.

    Return None where the move is held, by the person's preference. A reader who is logged in as the
    person of the link (``is_owner``) sees on the page what came of it, and gets a mail only where
    the turn goes on.

    :raises Stale: if the game has moved on, or (:class:`SeatLost`) the seat is another's.
    :raises Refused: if the move is not legal, or the link is of a bot account.
    """
    if not offer.made and not offer.actions:
        raise Stale
    check_no_bot_account(offer.person)
    seat = offer.seat
    reply = Reply(seat, offer.person, offer.link.decision, offer.key, now)
    if offer.would_be_held and not offer.made:
        _hold(offer.actions, reply, is_owner)
        return None
    accepted = offer.made or submit(offer.actions, reply)
    seat.refresh_from_db(fields=["decision"])
    if seat.decision is not None or not is_owner:
        with as_read_by(offer.person):
            result = result_of_move(accepted, reply)
        _write_mail(result, reply)
    return accepted


def _hold(actions: Sequence[engine.Action], reply: Reply, is_owner: bool) -> None:
    """Hold the move; a reader without the page gets a mail that says how to take it back."""
    with as_read_by(reply.person):
        result = orders_and_holds.hold(actions, reply)
    if not is_owner:
        assert reply.seat.held_until is not None
        # Held, withdrawn and held again makes two mails.
        key = f"{reply.key}-{reply.seat.held_until:%H%M%S}"
        _write_mail(result, replace(reply, key=key))


def lines_of_offered_move(*, offer: OfferedMove, accepted: Accepted, is_owner: bool) -> list[str]:
    """The sentences of what a move did, in the active language.

    The link may have been passed on, today or in a year: hidden cards are shown to nobody but its
    person (``is_owner``), because they were not in the mail with the link.
    """
    lexicon = lexicon_for(translation.get_language() or "en")
    seat, first, last = offer.seat, accepted.first_seq, accepted.last_seq
    events = log.events_of_move(seat, full=is_owner, first=first, last=last)
    reader = seat.number if is_owner else None
    return log.lines_of_move(events, seat.game, reader=reader, lexicon=lexicon)


def _actions(command: str, view: engine.View) -> tuple[engine.Action, ...]:
    try:
        return engine.parse(command, view)
    except engine.InvalidAction:
        return ()  # made by another version of the program


def _write_mail(result: InboundResult, reply: Reply) -> None:
    """Write what came of the move and what comes next; the page shows it to no anonymous user."""
    answer = write_move_answer(result, reply, message_id="")
    if answer.mail is None or Mail.objects.filter(message_id=answer.mail.message_id).exists():
        return
    with suppress(IntegrityError), transaction.atomic():  # a second click may be quicker
        answer.store()
