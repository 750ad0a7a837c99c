"""Two runs that write and send mails at the same moment: nobody gets a mail twice, or none."""

from __future__ import annotations

import email
import email.policy
from collections import Counter

import pytest

from games.notifications.mail.runner import help_with_mails, run_mail_job
from games.notifications.models import DeliveryStatus, Mail, Notice
from tests.conftest import PeopleFactory
from tests.fixtures.games import NOW, Starter
from tests.fixtures.mail import MailServer
from tests.games.races.together import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("attempt", range(3))
def test_each_mail_is_sent_once_by_the_run_or_by_the_one_that_helps(
    begin: Starter,
    people: PeopleFactory,
    mail_server: MailServer,
    caplog: pytest.LogCaptureFixture,
    attempt: int,
) -> None:
    crowd = [people(f"player{number}") for number in range(12)]
    for one, other in zip(crowd[::2], crowd[1::2], strict=True):
        begin(one, other)
    together(lambda: run_mail_job(now=NOW), lambda: help_with_mails(now=NOW))
    run_mail_job(now=NOW)
    # A mail that both had stored would have failed by its Message-ID, and been set aside.
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
    assert Counter(address for (address,) in mail_server.recipients) == Counter(
        person.email for person in crowd
    )
    read = [email.message_from_bytes(raw, policy=email.policy.SMTP) for raw in mail_server.taken]
    assert len({one["Message-ID"] for one in read}) == len(crowd)
    assert set(Mail.objects.values_list("status", flat=True)) == {DeliveryStatus.SENT}
    assert not Notice.objects.filter(status=DeliveryStatus.PENDING).exists()
