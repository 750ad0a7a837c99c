"""The deadlines of a person as a calendar. It says whose turn it is until when, and no card."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import engine
from games.feeds.icalendar import Moment, calendar
from games.notices import addresses
from games.notices.asking import ask_briefly
from games.notices.letter import moment as in_words
from games.people.models import Person
from games.tables.models import Seat
from games.tables.selectors import your_turn


def deadlines_of(*, person: Person, now: datetime) -> bytes:
    """Gets the calendar of a person's deadlines in the person's language (RFC 5545)."""
    with translation.override(person.language), timezone.override(person.zone):
        return calendar(
            name=_("Turns at %(site)s") % {"site": settings.SITE_NAME},
            maker="-//Night Mail//Deadlines//EN",
            moments=[_moment(seat) for seat in your_turn(person) if seat.due_at],
            now=now,
        )


def _moment(seat: Seat) -> Moment:
    assert seat.due_at is not None
    game = seat.game
    board = engine.load_board(game.board).name
    url = addresses.game_url(game)
    until = _("Until %(due)s.") % {"due": in_words(seat.due_at)}
    return Moment(
        # The clock may move a deadline: then the same event moves.
        uid=f"g{game.code}.d{seat.decision}.s{seat.number}@{settings.MAIL_DOMAIN}",
        at=seat.due_at,
        summary=_("Your time runs out: %(board)s %(code)s") % {"board": board, "code": game.code},
        description=f"{ask_briefly(seat.kind)} {until}\n{url}",
        url=url,
    )
