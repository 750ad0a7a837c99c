"""`make faults`: a reply that the mail gate took counts by its own line of the delivery log."""

from __future__ import annotations

import pytest

from games.inbound.models import InboundMail, InboundOutcome
from games.inbound.receiving import receive
from games.notifications.models import Mail
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.fixtures.replies import address_in, reply_to
from tests.tools.faults.conftest import Night
from tools.faults.ledger import Answer, Attempt

OTHERS = (InboundOutcome.STALE, InboundOutcome.ILLEGAL, InboundOutcome.AUTOMATIC)


def write(night: Night, text: str = "draw blind") -> Attempt:
    """Write a letter for Alice, which the gate takes; nothing has come of it yet."""
    mails = [taken.message for taken in night.taken if taken.to == "alice@example.org"]
    mail = next(one for one in reversed(mails) if one["Reply-To"])
    letter = night.attempt()
    letter.mail, letter.recipient = reply_to(mail, text), address_in(mail)
    night.ledger.settle(letter, Answer.TAKEN)
    return letter


def put_in(night: Night, letter: Attempt) -> str:
    """Let the site take a letter in; return what came of it."""
    received = receive(raw=letter.mail, recipient=letter.recipient, now=NOW)
    night.game.refresh_from_db()
    return received.outcome


def refused_before(night: Night, person: Person, outcome: str) -> None:
    """Leave a line that says that an earlier letter to the same address came to nothing."""
    earlier = write(night, "drew bland")
    assert put_in(night, earlier) == "unreadable"
    assert night.broken() == {}
    InboundMail.objects.update(outcome=outcome, person=person, game=night.game)


def test_a_letter_that_was_played_is_an_accepted_move(night: Night) -> None:
    letter = write(night)
    assert put_in(night, letter) == "played"
    assert put_in(night, letter) == "duplicate"
    assert night.broken() == {}
    assert letter.answer is Answer.ACCEPTED
    assert night.ledger.moves == 1


@pytest.mark.parametrize("text", ["draw blind", "drew bland"])
def test_a_letter_of_which_nobody_wrote_the_answer_is_noticed(night: Night, text: str) -> None:
    letter = write(night, text)
    outcome = put_in(night, letter)
    Mail.objects.filter(answer=True).delete()
    assert night.broken()["events"] == [
        f"reply {letter.key} came to {outcome}, and was not answered"
    ]


def test_a_letter_that_could_not_be_read_is_a_refused_move(night: Night) -> None:
    letter = write(night, "drew bland")
    assert put_in(night, letter) == "unreadable"
    assert night.broken() == {}
    assert letter.answer is Answer.REFUSED
    assert night.ledger.attempts == []


@pytest.mark.parametrize("outcome", OTHERS)
def test_a_letter_that_left_no_line_is_lost_though_others_were_refused(
    night: Night, alice: Person, outcome: str
) -> None:
    refused_before(night, alice, outcome)
    letter = write(night)
    assert night.broken() == {
        "events": [f"reply {letter.key} was taken at the gate, and came to nothing"]
    }


@pytest.mark.parametrize("outcome", OTHERS)
def test_a_letter_of_which_the_line_is_deleted_is_lost_though_others_were_refused(
    night: Night, alice: Person, outcome: str
) -> None:
    refused_before(night, alice, outcome)
    letter = write(night)
    earlier = [*InboundMail.objects.values_list("pk", flat=True)]
    put_in(night, letter)
    InboundMail.objects.exclude(pk__in=earlier).delete()
    lost, unasked = night.broken()["events"]
    assert lost == f"reply {letter.key} was taken at the gate, and came to nothing"
    assert "was accepted 0 times" in unasked


def test_a_letter_that_is_taken_for_one_of_a_program_is_lost(night: Night) -> None:
    letter = write(night)
    letter.mail = b"Auto-Submitted: auto-replied\r\n" + letter.mail
    assert put_in(night, letter) == "automatic"
    assert any("came to nothing" in fault for fault in night.broken()["events"])
