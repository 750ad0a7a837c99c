"""Every table of the app, gathered for Django; each room defines its own."""

from __future__ import annotations

from games.clock.models import Heartbeat, Outage
from games.feeds.models import Feed
from games.inbound.models import InboundMail
from games.leagues.models import Division, Entry, League, Season, SeasonGame, SeasonSeat
from games.log.models import Event
from games.mailbox.models import CaughtMail
from games.moderation.models import AuditEntry, Reason, Report
from games.notices.models import Bounce, Mail, Notice, ReplyAddress, Wishes
from games.pace.models import Pace
from games.people.models import LoginLink, Person
from games.people.sanctions import Sanction
from games.play.models import Submission
from games.ratings.models import RatedGame, Rating, RatingChange
from games.reliability.models import Conduct
from games.tables.models import Game, Seat
from games.webhooks.models import Webhook, WebhookCall

__all__ = [
    "AuditEntry",
    "Bounce",
    "CaughtMail",
    "Conduct",
    "Division",
    "Entry",
    "Event",
    "Feed",
    "Game",
    "Heartbeat",
    "InboundMail",
    "League",
    "LoginLink",
    "Mail",
    "Notice",
    "Outage",
    "Pace",
    "Person",
    "RatedGame",
    "Rating",
    "RatingChange",
    "Reason",
    "ReplyAddress",
    "Report",
    "Sanction",
    "Season",
    "SeasonGame",
    "SeasonSeat",
    "Seat",
    "Submission",
    "Webhook",
    "WebhookCall",
    "Wishes",
]
