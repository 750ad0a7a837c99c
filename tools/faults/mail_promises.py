"""No mail is lost; one that comes twice is the same mail, to the last byte."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Q
from django.utils.timezone import now as site_now

from games.notifications.models import AccountMail, DeliveryStatus, Mail, Notice
from tools.faults.game_logs import GameLog
from tools.faults.ledger import Ledger
from tools.faults.notice_promises import NoticePromises
from tools.site.mail_server import Taken

CODE = "login_code"
"""The kind of the mails with a code to sign in."""


class MailPromises:
    """Compares the rows of mails and notices with what came to the mail server."""

    def __init__(self, taken: Sequence[Taken], ledger: Ledger) -> None:
        self.taken, self.ledger = taken, ledger
        self.doubles = 0
        """How often a mail came again."""
        self._read = 0
        self._by_id: dict[str, bytes] = {}
        self._known: set[str] = set()
        """All mails that the site ever wrote: those about accounts are deleted after a month."""
        self._codes: dict[str, str] = {}
        """The addresses of all mails with a code, by their Message-ID."""

    def broken(self, logs: Mapping[int, GameLog]) -> Iterator[str]:
        """Everything that does not hold; ``logs`` are those of the games, by id."""
        # Asked first: what is sent while we look is looked at in the next round.
        notices = [*Notice.objects.order_by("pk").select_related("mail").defer("mail__source")]
        sent = self._names(status=DeliveryStatus.SENT)
        yield from self._read_new()
        for lost in sent - self._by_id.keys():
            yield f"mail {lost} counts as sent, and did not arrive"
        self._known |= self._names()
        for strange in self._by_id.keys() - self._known:
            yield f"mail {strange} arrived, and no row knows it"
        yield from self._given_up()
        yield from self._missing_codes()
        yield from NoticePromises(notices, logs, self._by_id.keys()).faults()

    def _names(self, **which: str) -> set[str]:
        """The Message-IDs of these mails of the site."""
        mails = Mail.objects.filter(**which).values_list("message_id", flat=True)
        accounts = AccountMail.objects.filter(**which).values_list("message_id", flat=True)
        return {*mails, *accounts}

    def _read_new(self) -> Iterator[str]:
        """Read the mails that came since the last look."""
        new = self.taken[self._read :]
        self._read += len(new)
        for mail in new:
            name = mail.message_id
            if not name:
                yield "a mail without a Message-ID"
            elif name in self._by_id:
                self.doubles += 1
                if self._by_id[name] != mail.raw:
                    yield f"mail {name} came twice, with other words"
            else:
                self._by_id[name] = mail.raw

    def _missing_codes(self) -> Iterator[str]:
        """Codes that the site announced, and that were never written."""
        rows = AccountMail.objects.filter(kind=CODE).values_list("message_id", "recipient")
        self._codes.update(rows)
        written = Counter(self._codes.values())
        for address, count in self.ledger.codes.items():
            if written[address] < count:
                yield f"of {count} codes for {address} only {written[address]} were written"

    def _given_up(self) -> Iterator[str]:
        """Mails that nobody sends any more, and that somebody waits for."""
        # An answer tells no notice that could be judged instead of it.
        dropped = Q(status=DeliveryStatus.DROPPED, answer=True)
        for mail in Mail.objects.filter(dropped | Q(status=DeliveryStatus.FAILED)):
            yield f"mail {mail} was {mail.status}: {mail.error}"
        if not self.ledger.clock_is_right:
            return  # by a clock that was ahead, it had expired
        of_use = AccountMail.objects.filter(status=DeliveryStatus.FAILED, expires_at__gt=site_now())
        for account in of_use:
            yield f"the mail {account} about an account was given up: {account.error}"
