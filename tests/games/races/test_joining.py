"""One person who takes a place by two ways at the same moment, and two who want the last one."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from games.lobby import GameOptions, create_game
from games.lobby.invitations.models import EmailInvitation
from games.lobby.invitations.tokens import page_url
from games.people.models import Person
from games.tables.models import Game, GameStatus
from tests.fixtures.games import NOW
from tests.fixtures.invitations import Invite
from tests.games.races.conftest import Answer, assert_mails, events, race

pytestmark = pytest.mark.slow

ALREADY = "You already have a seat in this game"


@pytest.fixture
def open_table(transactional_db: None, alice: Person) -> Game:
    return table_of(alice)


def table_of(alice: Person) -> Game:
    options = GameOptions(board="usa", seats=2, public=True, order_fixed=True)
    return create_game(organiser=alice, options=options, now=NOW)


def test_who_joins_on_the_page_and_by_an_invitation_has_one_seat(
    invite_to: Invite, sits, alice: Person, bob: Person, charlie: Person
) -> None:
    """Both lock the person before the table: neither waits for the other for ever."""
    browser, other = sits(bob), sits(charlie)

    def start() -> Game:
        game = table_of(alice)
        # A newcomer invites four addresses a day.
        EmailInvitation.objects.all().delete()
        invite_to(bob.email, game=game)
        return game

    def pair(game: Game):
        path = urlsplit(page_url(EmailInvitation.objects.get(game=game))).path
        return (
            lambda: browser.post(f"/games/{game.code}/join/"),
            # The link names its person, regardless of who is logged in.
            lambda: other.post(path, {"answer": "join", "name": ""}),
        )

    def check(game: Game, on_page: Answer, by_mail: Answer) -> str:
        assert game.status == GameStatus.RUNNING
        assert list(game.seats.order_by("number").values_list("person", flat=True)) == [
            alice.pk,
            bob.pk,
        ]
        assert events(game, "game.started") == 1
        assert EmailInvitation.objects.filter(game=game).count() == 1
        if on_page.status == 302:
            assert by_mail.status == 409 or by_mail.says("You have joined as Bob"), by_mail
            return "page"
        assert (on_page.status, by_mail.status) == (409, 302)
        assert on_page.says(ALREADY)
        assert by_mail.says("You have joined as Bob")
        return "mail"

    assert race(start, pair, check) == {"page", "mail"}
    assert_mails()
