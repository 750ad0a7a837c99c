"""What came of the replies by mail that the gate took: each by its own line of the delivery log."""

from __future__ import annotations

from typing import Final

from django.utils.timezone import now as site_now

from games.inbound.headers import keys_of, read_headers
from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.mail.return_addresses import find_reply_address
from tools.faults.ledger import Answer, Attempt, Ledger

PLAYED: Final = (InboundOutcome.PLAYED, InboundOutcome.PARTLY)
REFUSED: Final = (
    InboundOutcome.STALE, InboundOutcome.ILLEGAL, InboundOutcome.LIMITED, InboundOutcome.UNREADABLE,
)  # fmt: skip


def letter_faults(ledger: Ledger) -> list[str]:
    """Write down what came of each letter; one that came to nothing is lost, and a fault."""
    wrong = []
    spent: set[int] = set()
    for letter in ledger.letters:
        outcome = _outcome(letter, spent)
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


def _outcome(letter: Attempt, spent: set[int]) -> str:
    """The outcome in the line with the key of the letter; "" where there is none.

    A letter that is one too many within the hour is not read, and its line has no key: such lines
    of its address count that are newer than the letter, each for one letter.
    """
    local = letter.recipient.partition("@")[0]
    headers = read_headers(letter.mail)
    keys = keys_of(headers=headers, local_part=local, text="", now=site_now())
    outcomes = InboundMail.objects.filter(key__in=keys).values_list("outcome", flat=True)
    if (outcome := outcomes.first()) is not None:
        return outcome
    unread = InboundMail.objects.filter(
        pk__gt=letter.newest_line,
        address=find_reply_address(local),
        address__isnull=False,
        outcome=InboundOutcome.LIMITED,
        key=None,
    )
    line = unread.exclude(pk__in=spent).order_by("pk").first()
    if line is None:
        return ""
    spent.add(line.pk)
    return line.outcome
