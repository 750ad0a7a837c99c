"""What replies say at the table: lines that begin with "say", or all of a reply to talk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from engine.text.english import ENGLISH
from engine.text.lexicon import Lexicon, normalise
from engine.text.plans import begins_plan
from engine.text.vocabulary import vocabulary_for
from games.common.errors import Refused
from games.inbound.answers import InboundResult
from games.inbound.courtesy import after_greeting, is_greeting
from games.inbound.execute import play
from games.inbound.models import InboundOutcome
from games.inbound.quotes import lines_above_quote, lines_below_quote
from games.inbound.reply import Reply
from games.language.lexicon import WORDS
from games.people.bot_accounts import check_no_bot_account
from games.people.locking import lock_person
from games.people.models import Person
from games.tables.models import Seat
from games.talk.messages import clean_text, post_message, redact_private
from games.talk.models import LONGEST, Message

VERBS: Final = [
    re.escape(word) for words in (ENGLISH.words, *WORDS.values()) for word in words.get("say", ())
]
SAYS: Final = re.compile(rf"(?:{'|'.join(VERBS)})(?:\s*:\s*|\s+)(?P<text>\S.*)", re.IGNORECASE)
WRAPPED: Final = 50
"""Characters from which on a mail program may have broken a line."""
# No two lines in a row are empty after tidying: what goes on longer is too long to be said.
MAX_LINES: Final = 2 * LONGEST + 2
COPIES_WITHIN: Final = timedelta(hours=6)
"""The same words of one person at one table within this time are one message."""
DONE: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY, InboundOutcome.ANSWERED)


def play_and_say(*, reply: Reply, lines: Sequence[str]) -> InboundResult:
    """Carry out the commands in lines, and post what they say if the commands were carried out."""
    commands, said = split_talk(lines, reply.lexicon)
    if not said:
        return play(reply=reply, lines=commands)
    if any(line and not is_greeting(line) for line in commands):
        return _with_talk(play(reply=reply, lines=commands), said, reply)
    if refused := _post_once(said, reply):
        headline = _("Your message was not posted at the table.")
        return InboundResult(InboundOutcome.UNSAID, headline, reason=refused)
    return InboundResult(InboundOutcome.SAID, _("Your message was posted at the table."))


def split_talk(lines: Sequence[str], lexicon: Lexicon) -> tuple[list[str], str]:
    """Split the lines of a reply into those with commands and what is said at the table.

    What is said goes on in the lines below, up to an empty one or to a command. In a reply with a
    plan it is one line: those below may be lines of the plan, which nobody else may read.
    """
    words = vocabulary_for(lexicon)
    with_plan = any(begins_plan(after_greeting(line), lexicon) for line in lines)
    commands: list[str] = []
    said: list[str] = []
    goes_on, before = False, ""
    for line in lines:
        step = words.without_courtesies(normalise(line), None)
        if found := SAYS.fullmatch(line):
            said.append(found["text"])
            goes_on = not with_plan
        elif goes_on and line and (len(before) >= WRAPPED or not words.leading_keyword(step)):
            said.append(line)
        else:
            commands.append(line)
            goes_on = False
        before = line
    return commands, "\n".join(said)


def _with_talk(result: InboundResult, said: str, reply: Reply) -> InboundResult:
    if result.outcome not in DONE:
        talk = _("Your message was not posted at the table, because nothing was done.")
    elif refused := _post_once(said, reply):
        talk = _("Your message was not posted at the table: %(reason)s") % {"reason": refused}
    else:
        talk = _("Your message was posted at the table.")
    return replace(result, talk=talk)


def _post_once(text: str, reply: Reply) -> str:
    """Post a message, unless a copy of the mail has done so; return why not, or ""."""
    game, person, now = reply.seat.game, reply.person, reply.now
    text = redact_private(clean_text(text), person=person)
    try:
        check_no_bot_account(person)
        with transaction.atomic():
            lock_person(person)
            lately = Message.objects.filter(game=game, author=person, text=text)
            if not lately.filter(at__gt=now - COPIES_WITHIN).exists():
                post_message(game=game, person=person, text=text, now=now)
    except Refused as refusal:
        return str(refusal)
    return ""


def say_by_mail(*, seat: Seat, person: Person, text: str, now: datetime) -> Message:
    """Post the text above the quote of a message at the table of a seat.

    Below a bare greeting, that is the text below the quote, too.

    :raises Refused: if there is nothing, or it may not be said.
    """
    check_no_bot_account(person)
    text = clean_text(text)
    lines = lines_above_quote(text, MAX_LINES)
    if lines and all(not line or is_greeting(line) for line in lines):
        below = lines_below_quote(text, MAX_LINES)
        if below is None:
            raise Refused(
                _(
                    "Your text below the quoted email, or between its lines, was not posted. "
                    "Write your reply above it, at the very top."
                )
            )
        lines += ["", *below] if below else []
    text = "\n".join(lines)
    if not text:
        raise Refused(
            _("There is nothing above the quoted email. Write your reply there, at the very top.")
        )
    return post_message(game=seat.game, person=person, text=text, now=now)
