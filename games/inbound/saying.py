"""Says at a table what somebody wrote in answer to a mail about its talk.

Nothing in such an answer is a move, whatever it says.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.errors import Refused
from games.inbound.quotes import written
from games.inbound.report import Report
from games.notices import addresses
from games.notices.kinds import Said
from games.notices.models import Mail
from games.notices.news import write_unsaid
from games.notices.reply_addresses import keep_token, talk_token
from games.notices.standing import address_of
from games.people.models import Person
from games.tables.models import Seat
from games.talk.models import LONGEST, Message
from games.talk.say import say, tidy

# No two lines in a row are empty after tidying: what goes on longer is too long to be said.
MOST_LINES: Final = 2 * LONGEST + 2


def say_in_answer(*, seat: Seat, person: Person, text: str, now: datetime) -> Message:
    """Says what stands above the quote in the text of a message, at the table of a seat.

    :raises Refused: if there is nothing, or it may not be said.
    """
    text = "\n".join(written(tidy(text), MOST_LINES))
    if not text:
        raise Refused(
            _("Nothing stands above the quoted mail. Write your answer there, at the very top.")
        )
    return say(game=seat.game, person=person, text=text, now=now)


class Unsaid:
    """The answer to what was not said. ``mail`` is None where none can be sent.

    What is answered to it is said at the table, too: it is no mail to move with.
    """

    def __init__(
        self,
        *,
        report: Report,
        seat: Seat,
        person: Person,
        key: str,
        message_id: str,
        now: datetime,
    ) -> None:
        """Writes the answer; ``message_id`` is that of the message, "" where it had none."""
        self.seat, self.person, self.now = seat, person, now
        self.token = talk_token(seat)
        self.mail: Mail | None = None
        address = address_of(person)
        if address is not None:
            self.mail = write_unsaid(
                person=person,
                address=address,
                seat=seat,
                said=Said(report.headline, (report.why,)),
                message_id=addresses.answer_id(key, game=seat.game, person=person),
                answer=message_id,
                token=self.token,
                now=now,
            )

    def store(self) -> None:
        """Stores the mail and makes its reply address good. Call it in a transaction."""
        if self.mail is None:
            return
        self.mail.save()
        if self.token:
            keep_token(
                token=self.token, person=self.person, seat=self.seat, decision=None, now=self.now
            )
