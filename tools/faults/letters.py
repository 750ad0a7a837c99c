"""What came of the replies by mail that the gate took: each by its own line of the delivery log."""

from __future__ import annotations

from typing import Final

from django.utils.timezone import now as site_now

from games.inbound.headers import keys_of, read_headers
from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.mail.identifiers import answer_id
from games.notifications.mail.return_addresses import find_reply_address
from games.notifications.models import Mail
from tools.faults.ledger import Answer, Attempt, Ledger

PLAYED: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY)
REFUSED: Final = (
    InboundOutcome.STALE, InboundOutcome.ILLEGAL, InboundOutcome.LIMITED, InboundOutcome.UNREADABLE,
)  # fmt: skip


def letter_faults(ledger: Ledger) -> list[str]:
    """Write down what came of each letter; one that came to nothing is lost, and a fault.

    So is one that was acted upon and has no answer, which is a mail like others.
    """
    wrong = []
    spent: set[int] = set()
    for letter in ledger.letters:
        line = _line(letter, spent)
        outcome = line.outcome if line else ""
        if line and line.key and not _has_answer(line):
            wrong.append(f"reply {letter.key} came to {outcome}, and was not answered")
        if outcome in PLAYED:
            letter.answer = Answer.ACCEPTED
            ledger.accepted += 1
        elif outcome in REFUSED:
            letter.answer = Answer.REFUSED
            ledger.refused += 1
        else:
            came = outcome or "nothing"
            wrong.append(f"reply {letter.key} was taken at the gate, and came to {came}")
    ledger.letters = []
    return wrong


def newest_line() -> int:
    """The id of the newest line of the delivery log."""
    return InboundMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _line(letter: Attempt, spent: set[int]) -> InboundMail | None:
    """The line with the key of the letter, None where there is none.

    A letter that is one too many within the hour is not read, and its line has no key: such lines
    of its address count that are newer than the letter, each for one letter.
    """
    local = letter.recipient.partition("@")[0]
    headers = read_headers(letter.mail)
    keys = keys_of(headers=headers, local_part=local, text="", now=site_now())
    if (line := InboundMail.objects.filter(key__in=keys).first()) is not None:
        return line
    unread = InboundMail.objects.filter(
        pk__gt=letter.newest_line,
        address=find_reply_address(local),
        address__isnull=False,
        outcome=InboundOutcome.LIMITED,
        key=None,
    )
    line = unread.exclude(pk__in=spent).order_by("pk").first()
    if line is not None:
        spent.add(line.pk)
    return line


def _has_answer(line: InboundMail) -> bool:
    """Whether a mail was written that says what came of a letter."""
    assert line.key is not None
    assert line.game is not None
    assert line.person is not None
    name = answer_id(line.key, game=line.game, person=line.person)
    return Mail.objects.filter(message_id=name, answer=True).exists()
