"""Every table of the app, gathered for Django; each room defines its own."""

from __future__ import annotations

from games.absence.models import HandOver
from games.clock.models import Alarm, ClockEntry, Heartbeat, Miss, Outage, Pause, Vacation
from games.inbound.models import InboundMail
from games.leagues.models import (
    Division,
    Entry,
    League,
    Season,
    SeasonGame,
    SeasonMessage,
    SeasonSeat,
)
from games.log.models import Event
from games.mailbox.models import CaughtMail
from games.moderation.models import AuditEntry, Reason, Report
from games.notifications.feeds.models import Feed
from games.notifications.models import (
    AccountMail,
    Bounce,
    Mail,
    Notice,
    NotificationPreferences,
    ReplyAddress,
)
from games.notifications.webhooks.models import Webhook, WebhookCall
from games.operators.models import Fault
from games.orders.models import StandingOrder
from games.people.models import LoginLink, Person
from games.people.sanctions import Appeal, Sanction
from games.people.traces import DeviceTrace
from games.play.models import HeldMove, Submission
from games.players.models import Pace, RatedGame, Rating, RatingChange, ReliabilityRecord
from games.tables.models import Game, Seat
from games.talk.models import Message, PrivateNote
from games.votes.models import Ballot, Vote

__all__ = [
    "AccountMail",
    "Alarm",
    "Appeal",
    "AuditEntry",
    "Ballot",
    "Bounce",
    "CaughtMail",
    "ClockEntry",
    "DeviceTrace",
    "Division",
    "Entry",
    "Event",
    "Fault",
    "Feed",
    "Game",
    "HandOver",
    "Heartbeat",
    "HeldMove",
    "InboundMail",
    "League",
    "LoginLink",
    "Mail",
    "Message",
    "Miss",
    "Notice",
    "NotificationPreferences",
    "Outage",
    "Pace",
    "Pause",
    "Person",
    "PrivateNote",
    "RatedGame",
    "Rating",
    "RatingChange",
    "Reason",
    "ReliabilityRecord",
    "ReplyAddress",
    "Report",
    "Sanction",
    "Season",
    "SeasonGame",
    "SeasonMessage",
    "SeasonSeat",
    "Seat",
    "StandingOrder",
    "Submission",
    "Vacation",
    "Vote",
    "Webhook",
    "WebhookCall",
]
