"""Replies that arrive at the same moment, on whatever database the tests run."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from games.inbound.receiving import receive
from games.lobby import GameOptions, create_game
from games.lobby.invitations.models import EmailInvitation
from games.people.models import Person
from tests.fixtures.games import NOW
from tests.fixtures.invitations import Invite, Post
from tests.fixtures.replies import address_in, reply_to

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> list[str]:
    """The outcomes of acts that begin at the same moment, sorted."""
    gate = threading.Barrier(len(acts))
    outcomes: list[str] = []

    def go(act: Callable[[], object]) -> None:
        gate.wait()
        try:
            outcomes.append(str(act()))
        finally:
            connection.close()

    threads = [threading.Thread(target=go, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


@pytest.mark.slow
def test_two_replies_race_for_the_last_seat_and_one_gets_it(
    alice: Person, invite_to: Invite, post: Post
) -> None:
    for turn in range(3):
        game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=NOW)
        EmailInvitation.objects.all().delete()
        addresses = [f"{name}{turn}@example.net" for name in ("erin", "finn")]
        for address in addresses:
            invite_to(address, game=game)
        mails = {str(mail["To"]): mail for mail in post()}

        def join(address: str, mails: dict = mails, turn: int = turn) -> object:
            mail = mails[address]
            raw = reply_to(mail, f"join as {address[:4].title()} {turn + 2}")
            return receive(raw=raw, recipient=address_in(mail), now=NOW).outcome

        outcomes = at_once(*[lambda one=one: join(one) for one in addresses])
        assert outcomes == ["joined", "stale"]
        assert Person.objects.filter(email__in=addresses).count() == 1
        game.refresh_from_db()
        assert game.status == "running"


def test_two_replies_to_one_invitation_are_one_person_and_one_seat(
    alice: Person, invite_to: Invite, post: Post
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=4), now=NOW)
    invite_to(game=game)
    (mail,) = post()
    raws = [reply_to(mail, f"join as {name}") for name in ("Erin", "Emma")]
    outcomes = at_once(
        *[
            lambda raw=raw: receive(raw=raw, recipient=address_in(mail), now=NOW).outcome
            for raw in raws
        ]
    )
    assert outcomes == ["joined", "stale"]
    assert game.seats.count() == 2
