"""Messages of directors to all players of a season: by mail and on its page, once a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.common.dates import format_datetime
from games.common.errors import Refused
from games.leagues.league import tidy_text
from games.leagues.models import Season, SeasonMessage
from games.leagues.season import recipients
from games.leagues.season.locking import lock_season
from games.people.models import Person
from games.people.sanctions import is_muted

LONGEST_MESSAGE: Final = 2_000
MESSAGE_INTERVAL: Final = timedelta(days=1)
"""The least time between two messages to the players of a season, by any director."""


@transaction.atomic
def write_to_players(*, season: Season, author: Person, text: str, now: datetime) -> SeasonMessage:
    """Send everybody in a season what the author writes.

    People who opted out of mail about leagues read it on the page only. Muting single games has no
    effect: the message is about no game.

    :raises Refused: if it is empty, the author may not write to others, the last message was less
        than a day ago, or the season is not public.
    """
    locked = lock_season(season)
    text = tidy_text(text, LONGEST_MESSAGE)
    if not text:
        raise Refused(_("Write a message to the players."))
    if is_muted(author, now=now):
        raise Refused(_("You are not allowed to write to others for now."))
    if locked.announced_at is None:
        raise Refused(_("This season has not been announced yet."))
    last = locked.messages.order_by("-at").first()
    if last is not None and now < (again := last.at + MESSAGE_INTERVAL):
        raise Refused(
            _("You wrote to the players on %(last)s. You can write again from %(next)s.")
            % {"last": format_datetime(last.at), "next": format_datetime(again)}
        )
    written = SeasonMessage.objects.create(season=locked, author=author, text=text, at=now)
    recipients.notify_message(written, now)
    return written
