"""A seat is handed on: whatever the predecessor still holds in hand is dead, the same moment."""

from __future__ import annotations

import re
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest

from engine.actions import Draw
from games import log
from games.absence.substitution import replace_player
from games.inbound.models import InboundOutcome
from games.inbound.receiving import is_ours
from games.notifications.mail.compose import compose_due
from games.notifications.models import DeliveryStatus, Mail, ReplyAddress
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from tests.fixtures.recalled import recall, recall_mails
from tests.fixtures.replies import address_in

MINE = ["purple"] * 4


@pytest.fixture
def game(stack, begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    """A game of three at Alice's turn; nobody but Alice has purple cards."""
    rest = ["yellow"] * 4 + ["green"] * 4 + ["white", "white", "black", "black", "red"]
    stack([*MINE, *rest, "orange", "blue"])

    def play() -> int:
        game = begin(alice, bob, charlie)
        keep_all(game, 0, 1, 2)
        return game.pk

    return Game.objects.get(pk=recall("purple for Alice alone", play))


@pytest.fixture
def mail(game: Game, alice: Person, inbox: Inbox) -> EmailMessage:
    """The mail that asks Alice to move."""
    return recall_mails(inbox, "Alice's purple turn", lambda: inbox(alice)[-1])


def hand_on(game: Game, by: Person | str) -> None:
    replace_player(game=game, seat=0, by=by, actor="director", now=NOW)


def told(page: str) -> str:
    """A page without the names of its routes, which say what everybody pays for them."""
    return re.sub(r"<title>[^<]*</title>", "", page)


def version(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def test_the_page_of_the_predecessor_is_that_of_a_spectator(
    game: Game, alice: Person, dana: Person, browse
) -> None:
    url = f"/games/{game.code}/"
    assert "4 purple" in told(browse(alice).get(url).content.decode())
    client = browse(alice)
    hand_on(game, dana)
    page = client.get(url).content.decode()
    assert "You are watching" in page
    beside = page.lower().split('class="game-side"')[1].split("players-title")[0]
    assert "purple" not in beside
    assert "4 purple" not in told(page)
    before = version(game)
    decision = log.load(game).decision_seqs[0]
    client.post(f"{url}act/", {"decision": str(decision), "text": "draw blind"})
    assert version(game) == before
    assert "4 purple" in browse(dana).get(url).content.decode()


def test_the_buttons_in_the_mails_of_the_predecessor_do_nothing(
    game: Game, mail: EmailMessage, dana: Person, client
) -> None:
    links = {urlsplit(url).path for url in re.findall(r'href="([^"]*/do/[^"]*)"', html_of(mail))}
    assert links
    hand_on(game, dana)
    before = version(game)
    for link in links:
        assert client.get(link).status_code == 409
        assert client.post(link).status_code == 409
    assert version(game) == before


def test_the_reply_address_of_the_predecessor_is_forgotten(
    game: Game, mail: EmailMessage, dana: Person, send, mailoutbox: list[object]
) -> None:
    hand_on(game, dana)
    sent = len(mailoutbox)
    before = version(game)
    assert not is_ours(address_in(mail))
    assert send(mail, "draw blind blind").outcome == InboundOutcome.UNKNOWN
    assert version(game) == before
    assert len(mailoutbox) == sent


def test_mail_that_waits_for_the_predecessor_is_never_sent(
    game: Game, alice: Person, dana: Person, inbox: Inbox
) -> None:
    """Composed and not yet sent, with hand and reply address in it."""
    compose_due(now=NOW, limit=100)
    waiting = Mail.objects.get(person=alice, status=DeliveryStatus.PENDING)
    assert "4 purple" in bytes(waiting.source).decode()
    hand_on(game, dana)
    waiting.refresh_from_db()
    assert (waiting.status, bytes(waiting.source)) == (DeliveryStatus.DROPPED, b"")
    for told in inbox(alice):
        assert "purple" not in text_of(told)
        assert told["Reply-To"] is None
    assert not ReplyAddress.objects.filter(person=alice).exists()


def test_the_answer_to_a_reply_is_not_sent_either(
    game: Game, mail: EmailMessage, alice: Person, dana: Person, send, inbox: Inbox
) -> None:
    """Alice asks for the game; before the answer leaves the server she has lost her seat."""
    assert send(mail, "show").answered
    hand_on(game, dana)
    assert not [told for told in inbox(alice) if "purple" in text_of(told)]


def test_an_answer_that_is_written_after_the_hand_over_stays_here(
    game: Game, mail: EmailMessage, alice: Person, dana: Person, send, inbox: Inbox
) -> None:
    """The message was being carried out while the seat was handed on."""
    hand_on(game, dana)
    send(mail, "show")
    answer = Mail.objects.filter(person=alice, game=game).latest("pk")
    Mail.objects.filter(pk=answer.pk).update(
        answer=True, status=DeliveryStatus.PENDING, next_attempt_at=NOW, source=b"4 purple"
    )
    assert not [told for told in inbox(alice) if "purple" in text_of(told)]


def test_the_substitute_is_asked_and_can_play_from_the_mail(
    game: Game, alice: Person, dana: Person, send, inbox: Inbox
) -> None:
    inbox()
    hand_on(game, dana)
    mail = inbox(dana)[-1]
    assert "4 purple" in text_of(mail)
    assert send(mail, "draw blind blind").outcome == InboundOutcome.PLAYED
    act(game, 1, Draw("blind"), Draw("blind"))
    act(game, 2, Draw("blind"), Draw("blind"))
    assert inbox(dana)
    assert not inbox(alice)


def test_the_predecessor_muting_the_game_does_not_mute_the_substitute(
    game: Game, mail: EmailMessage, dana: Person, client
) -> None:
    """The link in an old mail is good for its person, and that person sits here no more."""
    hand_on(game, dana)
    link = re.search(r"<(http[^>]*/unsubscribe/[^>]*)>", str(mail["List-Unsubscribe"]))
    assert link
    client.post(urlsplit(link[1]).path)
    assert not Seat.objects.get(game=game, number=0).muted


def test_a_bot_leaves_nobody_with_the_hand(game: Game, alice: Person, browse) -> None:
    hand_on(game, "planner")
    for reader in (alice, None):
        page = browse(reader).get(f"/games/{game.code}/").content.decode()
        assert "4 purple" not in told(page)


def test_the_invitation_of_a_game_is_another_one_afterwards(
    game: Game, alice: Person, dana: Person, browse
) -> None:
    Game.objects.update(public=False, organiser=None)
    old = game.invitation
    hand_on(game, dana)
    client = browse(alice)
    assert client.get(f"/join/{old}/").status_code == 404
    assert client.get(f"/games/{game.code}/").status_code == 404
