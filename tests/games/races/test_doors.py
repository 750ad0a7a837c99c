"""One turn answered through all channels at once: the page, the API, and replies to its mail."""

from __future__ import annotations

import json
from email.message import EmailMessage

from django.test import Client

from engine.actions import Draw
from games.accounts.models import Scope
from games.accounts.tokens import create_token
from games.inbound.models import InboundOutcome
from games.inbound.receiving import receive
from games.people.models import Person
from games.play.models import Submission
from games.tables.models import Game
from tests.fixtures.games import NOW
from tests.fixtures.mail import Inbox
from tests.fixtures.replies import address_in, reply_to
from tests.games.races.conftest import (
    MOVED_ON,
    TWO_CARDS,
    Answer,
    Browser,
    assert_mails,
    assert_whole,
    decision_of,
    moves,
)
from tests.games.races.together import Act, together

FIFTY = 50
BLIND = {"type": "draw", "source": "blind"}


def test_of_fifty_answers_through_all_channels_one_is_taken_and_each_channel_says_so(
    fresh, sits, inbox: Inbox, alice: Person
) -> None:
    game = fresh()
    decision = decision_of(game)
    channels = [
        _pages(game, decision, sits(alice)),
        _programs(game, decision, _token(alice)),
        _letters(_mail_of(game, inbox(alice))),
    ]
    answers = together(*[channels[number % 3](number) for number in range(FIFTY)])
    taken = [one for one in answers if one.status == 200]
    late = [one for one in answers if one.status == 409]
    assert (len(taken), len(late)) == (1, FIFTY - 1), answers
    assert all(one.says(MOVED_ON) for one in late if not one.led_to)
    assert moves(game, decision) == [(0, Draw("blind"), "0"), (0, Draw("blind"), "0")]
    assert Submission.objects.filter(seat__game=game, decision=decision).count() == 1
    assert_whole(game)
    assert_mails()


def _pages(game: Game, decision: int, browser: Browser):
    def answer(number: int) -> Act[Answer]:
        def act() -> Answer:
            found = browser.move(game, decision, *TWO_CARDS, key=f"window {number}")
            return Answer(200 if found.done else found.status, found.text)

        return act

    return answer


def _token(person: Person) -> str:
    scopes = [Scope.GAMES_READ, Scope.GAMES_MOVE]
    _row, text = create_token(person=person, name="racer", scopes=scopes, days=30, now=NOW)
    return text


def _programs(game: Game, decision: int, token: str):
    def answer(number: int) -> Act[Answer]:
        def act() -> Answer:
            found = Client().post(
                f"/api/v1/games/{game.code}/moves/",
                json.dumps({"decision": decision, "actions": [BLIND, BLIND]}),
                content_type="application/json",
                headers={
                    "Authorization": f"Bearer {token}",
                    "Idempotency-Key": f"program {number}",
                },
            )
            return Answer(found.status_code, found.content.decode())

        return act

    return answer


def _mail_of(game: Game, mails: list[EmailMessage]) -> EmailMessage:
    return next(one for one in reversed(mails) if f"/{game.code}/" in one.as_string())


def _letters(mail: EmailMessage):
    """Replies to a mail; the result of one is in the mail that answers it."""

    def answer(_number: int) -> Act[Answer]:
        raw = reply_to(mail, "draw blind blind")

        def act() -> Answer:
            found = receive(raw=raw, recipient=address_in(mail), now=NOW)
            status = {InboundOutcome.PLAYED: 200, InboundOutcome.STALE: 409}[found.outcome]
            assert status == 200 or found.answered
            return Answer(status, found.detail, led_to="a mail")

        return act

    return answer
