"""Reporting a message of a table."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.moderation.models import Report, ReportKind
from games.people.models import Person
from games.tables.selectors import games_visible_to
from games.talk.models import Message
from games.talk.say import tidy

SPAN: Final = timedelta(days=1)
MOST: Final = 20
LONGEST: Final = 1_000


def report_message(*, message: Message, reporter: Person, text: str, now: datetime) -> Report:
    """Asks the people who keep the site to look at a message; a second time is as once.

    The report keeps the words, because their author may take them back.

    :raises Refused: if the reporter may not read the message, wrote it, or has reported too much.
    """
    if not games_visible_to(reporter).filter(pk=message.game_id).exists():
        raise Refused(_("You cannot read this message, so you cannot report it."))
    if message.author_id == reporter.pk:
        raise Refused(_("This is your own message. You can remove it."))
    earlier = Report.objects.filter(reporter=reporter, message=message.pk).first()
    if earlier is not None:
        return earlier
    if message.author_id is None or message.removed_at is not None:
        raise Refused(_("This message has been removed already."))
    if Report.objects.filter(reporter=reporter, at__gt=now - SPAN).count() >= MOST:
        raise Refused(_("You have reported a lot today. The people who keep the site will look."))
    return Report.objects.create(
        kind=ReportKind.MESSAGE,
        reporter=reporter,
        subject=message.author,
        game_id=message.game_id,
        message=message.pk,
        quote=message.text,
        text=tidy(text)[:LONGEST],
        at=now,
    )
