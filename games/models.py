"""Every table of the app, gathered for Django; each room defines its own."""

from __future__ import annotations

from games.clock.models import Heartbeat, Outage
from games.inbound.models import InboundMail
from games.leagues.models import Division, Entry, League, Season, SeasonGame, SeasonSeat
from games.log.models import Event
from games.mailbox.models import CaughtMail
from games.notices.models import Mail, Notice, ReplyAddress
from games.people.models import LoginLink, Person
from games.play.models import Submission
from games.tables.models import Game, Seat

__all__ = [
    "CaughtMail",
    "Division",
    "Entry",
    "Event",
    "Game",
    "Heartbeat",
    "InboundMail",
    "League",
    "LoginLink",
    "Mail",
    "Notice",
    "Outage",
    "Person",
    "ReplyAddress",
    "Season",
    "SeasonGame",
    "SeasonSeat",
    "Seat",
    "Submission",
]
