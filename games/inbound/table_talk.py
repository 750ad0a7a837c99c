"""What a reply with commands says at the table: lines that begin with "say"."""

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
from games.language.lexicon import WORDS, lexicon_for
from games.people.bot_accounts import check_no_bot_account
from games.people.locking import lock_person
from games.people.models import Person
from games.tables.models import Seat
from games.talk.messages import clean_text, post_message, redact_private
from games.talk.models import Message

VERBS: Final = [
    re.escape(word) for words in (ENGLISH.words, *WORDS.values()) for word in words.get("say", ())
]
SAYS: Final = re.compile(rf"(?:{'|'.join(VERBS)})(?:\s*:\s*|\s+)(?P<text>\S.*)", re.IGNORECASE)
WRAPPED: Final = 50
"""Characters from which on a mail program may have broken a line."""
COPIES_WITHIN: Final = timedelta(hours=6)
"""The same words of one person at one table within this time are one message."""
DONE: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY, InboundOutcome.ANSWERED)


def play_and_say(
    *, seat: Seat, person: Person, decision: int, lines: Sequence[str], key: str, now: datetime
) -> InboundResult:
    """Carry out the commands in lines, and post what they say if the commands were carried out.

    The arguments are those of :func:`games.inbound.execute.play`.
    """
    commands, said = split_talk(lines, lexicon_for(person.language))
    if not said or any(line and not is_greeting(line) for line in commands):
        result = play(seat=seat, person=person, decision=decision, lines=commands, key=key, now=now)
        return _with_talk(result, said, seat, person, now) if said else result
    refused = _post_once(said, seat, person, now)
    if refused:
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


def _with_talk(
    result: InboundResult, said: str, seat: Seat, person: Person, now: datetime
) -> InboundResult:
    if result.outcome not in DONE:
        talk = _("Your message was not posted at the table, because nothing was done.")
    elif refused := _post_once(said, seat, person, now):
        talk = _("Your message was not posted at the table: %(reason)s") % {"reason": refused}
    else:
        talk = _("Your message was posted at the table.")
    return replace(result, talk=talk)


def _post_once(text: str, seat: Seat, person: Person, now: datetime) -> str:
    """Post a message, unless a copy of the mail has done so; return why not, or ""."""
    text = redact_private(clean_text(text), person=person)
    try:
        check_no_bot_account(person)
        with transaction.atomic():
            lock_person(person)
            lately = Message.objects.filter(game=seat.game, author=person, text=text)
            if not lately.filter(at__gt=now - COPIES_WITHIN).exists():
                post_message(game=seat.game, person=person, text=text, now=now)
    except Refused as refusal:
        return str(refusal)
    return ""
