"""The main link of a mail about a decision: sign in, or continue one game without a password."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client

from engine.actions import Draw
from games import log
from games.absence.substitution import replace_player
from games.accounts.closing import close_account
from games.accounts.models import GameSession
from games.moderation.offices import moderators_group
from games.moderation.sanctions import ban
from games.notifications.mail.delivery import deliver_account_mails
from games.notifications.models import NotificationPreferences, ReplyAddress
from games.people.models import Person
from games.people.sign_ins import SignIn
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, html_of, prose_of, text_of
from tests.fixtures.pages import Browse
from tests.fixtures.recalled import recall, recall_mails

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
LINK = re.compile(r"http://127.0.0.1:8000(/continue/\S+/)")


@pytest.fixture(autouse=True)
def _clock_stands_still(still_clock: None) -> None:
    """The clock stands at NOW."""


@pytest.fixture
def vera(people: Callable[..., Person]) -> Person:
    """Plays by her address alone."""

    def join() -> int:
        person = people("Vera")
        person.set_unusable_password()
        person.save()
        return person.pk

    return Person.objects.get(pk=recall("Vera", join))


def private(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(public=False)
    game.public = False
    return game


@pytest.fixture
def game(begin: Starter, vera: Person, bob: Person) -> Game:
    """A private game at Vera's turn."""

    def play() -> int:
        game = private(begin(vera, bob))
        keep_all(game, 0, 1)
        return game.pk

    return Game.objects.get(pk=recall("Vera's turn", play))


def link_in(mail: EmailMessage) -> str:
    found = LINK.search(text_of(mail))
    assert found is not None, text_of(mail)
    return found[1]


@pytest.fixture
def link(game: Game, vera: Person, inbox: Inbox) -> str:
    """The path of the main link in the mail about Vera's turn."""
    return link_in(recall_mails(inbox, "Vera's mail", lambda: inbox(vera)[-1]))


@pytest.fixture
def continued(link: str, game: Game) -> Client:
    """A browser in which somebody continues as Vera."""
    client = Client(headers={"user-agent": FIREFOX})
    assert client.post(link)["Location"] == f"/games/{game.code}/"
    return client


def own_page(client: Client, game: Game) -> bool:
    """Whether the page of the game opens with the seat of its reader."""
    answer = client.get(f"/games/{game.code}/")
    return answer.status_code == 200 and 'id="your-move"' in answer.content.decode()


def account_mails(mailoutbox: list, person: Person) -> list[EmailMessage]:
    deliver_account_mails(now=NOW)
    new = [sent.message() for sent in mailoutbox]
    return [one for one in new if person.email in str(one["To"]) and "link" in str(one["Subject"])]


def test_the_mail_leads_to_the_decision_in_both_parts(
    game: Game, vera: Person, inbox: Inbox
) -> None:
    mail = inbox(vera)[-1]
    path = link_in(mail)
    assert path in html_of(mail)
    assert f'"http://127.0.0.1:8000/games/{game.code}/"' not in html_of(mail)
    token = path.split("/")[2]
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert token not in str(mail["Reply-To"])
    assert not ReplyAddress.objects.filter(link__contains=token).exists()


def test_the_link_works_where_no_replies_are_read(
    settings, game: Game, vera: Person, inbox: Inbox
) -> None:
    settings.REPLY_BY_MAIL = False
    client = Client()
    client.post(link_in(inbox(vera)[-1]))
    assert own_page(client, game)


def test_the_daily_mail_leads_to_each_decision(game: Game, vera: Person, inbox: Inbox) -> None:
    NotificationPreferences.objects.create(person=vera, digest_hour=9)
    path = link_in(inbox(vera, at=NOW + timedelta(hours=12))[-1])
    client = Client()
    client.post(path)
    assert own_page(client, game)


def test_a_mail_about_no_decision_has_the_plain_address(
    game: Game, bob: Person, vera: Person, browse: Browse, inbox: Inbox
) -> None:
    inbox()
    browse(bob).post(f"/games/{game.code}/talk/", {"text": "Good luck!"})
    mail = inbox(vera, at=NOW + timedelta(hours=1))[-1]
    assert "Good luck!" in text_of(mail)
    assert "/continue/" not in mail.as_string()


def test_a_person_who_is_signed_in_lands_on_the_game(
    game: Game, link: str, browse: Browse, vera: Person
) -> None:
    answer = browse(vera).get(link)
    assert answer["Location"] == f"/games/{game.code}/"
    assert "no-store" in answer["Cache-Control"]


def test_another_account_is_named_and_the_owner_is_not(
    game: Game, link: str, browse: Browse, alice: Person
) -> None:
    client = browse(alice)
    for answer in (client.get(link), client.post(link)):
        page = answer.content.decode()
        assert answer.status_code == 403
        assert "You are signed in as Alice." in page
        assert "Vera" not in page
    assert not GameSession.objects.exists()


def test_an_anonymous_user_is_asked_to_sign_in_and_offered_the_game(
    link: str, client: Client
) -> None:
    answer = client.get(link)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Sign in to move" in page
    assert "Continue as Vera" in page
    assert "Email me a sign-in code" in page
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert not GameSession.objects.exists()


def test_one_press_opens_the_game_for_moves_and_talk(
    continued: Client, game: Game, vera: Person
) -> None:
    assert own_page(continued, game)
    page = continued.get(f"/games/{game.code}/").content.decode()
    assert "You play this game as Vera" in page
    decision = log.load(game).decision_seqs[0]
    at = f"/games/{game.code}"
    continued.post(f"{at}/act/", {"decision": decision, "text": "draw blind, draw blind"})
    assert log.load(game).decision_seqs.get(0) is None
    continued.post(f"{at}/talk/", {"text": "From a train."})
    continued.post(f"{at}/note/", {"text": "Go north."})
    page = continued.get(f"{at}/").content.decode()
    assert "From a train." in page
    assert "Go north." in page


def test_the_page_says_nothing_of_the_other_games_of_the_person(
    continued: Client, game: Game, begin: Starter, vera: Person, bob: Person
) -> None:
    other = private(begin(vera, bob))
    act(game, 0, Draw("blind"), Draw("blind"))
    page = continued.get(f"/games/{game.code}/").content.decode()
    assert other.code not in page
    assert 'class="count"' not in page
    assert 'href="/settings/"' not in page


def test_pages_of_the_session_are_kept_nowhere(continued: Client, game: Game) -> None:
    answer = continued.get(f"/games/{game.code}/")
    assert answer["Cache-Control"] == "private, no-store"


def test_the_link_works_once(link: str, game: Game) -> None:
    first, second = Client(), Client()
    assert "Continue as Vera" in first.get(link).content.decode()
    assert "Continue as Vera" in second.get(link).content.decode()
    first.post(link)
    answer = second.post(link)
    assert answer.status_code == 409
    assert "This link has been used" in answer.content.decode()
    assert not own_page(second, game)
    assert own_page(first, game)
    assert second.get(link)["Location"] == f"/games/{game.code}/"
    assert GameSession.objects.count() == 1


def test_the_link_dies_with_its_decision(link: str, game: Game) -> None:
    act(game, 0, Draw("blind"), Draw("blind"))
    client = Client()
    assert client.get(link)["Location"] == f"/games/{game.code}/"
    assert client.post(link).status_code == 409
    assert not GameSession.objects.exists()


def test_the_link_dies_when_the_seat_is_handed_over(link: str, game: Game, charlie: Person) -> None:
    replace_player(game=game, seat=0, by=charlie, actor="director", now=NOW)
    client = Client()
    assert client.post(link).status_code == 409
    assert not own_page(client, game)


def test_the_link_of_one_game_opens_no_other(link: str, game: Game, begin, vera, bob) -> None:
    other = private(begin(vera, bob))
    client = Client()
    assert client.post(link.replace(game.code, other.code)).status_code == 409
    assert client.get(f"/games/{other.code}/").status_code == 404


@pytest.mark.parametrize("way", ["password", "passkey", "moderator", "staff"])
def test_who_signs_in_in_another_way_is_asked_to(
    link: str, game: Game, vera: Person, way: str
) -> None:
    if way == "password":
        vera.set_password("a lamp in the night")
    elif way == "passkey":
        Authenticator.objects.create(user=vera, type="webauthn", data={"name": "Mine"})
    elif way == "moderator":
        vera.groups.add(moderators_group())
    else:
        vera.is_staff = True
    vera.save()
    client = Client()
    page = client.get(link).content.decode()
    assert "Sign in to move" in page
    assert "Vera" not in page
    assert client.post(link).status_code == 409
    assert not own_page(client, game)


def test_a_press_from_the_page_of_another_site_does_nothing(link: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get(link)
    assert client.post(link).status_code == 403
    assert not GameSession.objects.exists()


def test_presses_are_limited(link: str) -> None:
    client = Client()
    answers = {client.post(link[:-20] + f"{n:010}/abcdefgh/").status_code for n in range(25)}
    assert answers == {409, 429}


def test_the_owner_is_mailed_and_ends_the_session(
    continued: Client, game: Game, vera: Person, mailoutbox: list
) -> None:
    (mail,) = account_mails(mailoutbox, vera)
    said = prose_of(mail)
    assert "Firefox (Linux)" in said
    assert game.code in str(mail["Subject"])
    path = re.search(r"http://127.0.0.1:8000(/end-session/\S+/)", text_of(mail))[1]
    elsewhere = Client()
    assert game.code in elsewhere.get(path).content.decode()
    assert own_page(continued, game)
    assert "The session has ended" in elsewhere.post(path).content.decode()
    assert not own_page(continued, game)
    assert "The session has ended" in elsewhere.get(path).content.decode()
    assert elsewhere.get(path[:-4] + "abc/").status_code == 404


def _hand_over(game: Game, vera: Person, charlie: Person) -> None:
    replace_player(game=game, seat=0, by=charlie, actor="director", now=NOW)


def _ban(game: Game, vera: Person, charlie: Person) -> None:
    charlie.groups.add(moderators_group())
    ban(actor=charlie, person=vera, reason="Three accounts at one table.", now=NOW)


def _close(game: Game, vera: Person, charlie: Person) -> None:
    close_account(person=vera, now=NOW)


def _set_password(game: Game, vera: Person, charlie: Person) -> None:
    vera.set_password("a lamp in the night")
    vera.save()


def _end(game: Game, vera: Person, charlie: Person) -> None:
    Game.objects.filter(pk=game.pk).update(status="finished")


@pytest.mark.parametrize("happens", [_hand_over, _ban, _close, _set_password, _end])
def test_the_session_ends(
    continued: Client, game: Game, vera: Person, charlie: Person, happens
) -> None:
    assert own_page(continued, game)
    happens(game, vera, charlie)
    assert continued.get(f"/games/{game.code}/").status_code == 404


def test_the_session_ends_after_twelve_hours(continued: Client, game: Game) -> None:
    with time_machine.travel(NOW + timedelta(hours=11, minutes=59), tick=False):
        assert own_page(continued, game)
    with time_machine.travel(NOW + timedelta(hours=12), tick=False):
        assert not own_page(continued, game)


def test_the_next_mail_opens_the_game_while_the_session_lasts(
    continued: Client, game: Game, vera: Person, inbox: Inbox
) -> None:
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    path = link_in(inbox(vera)[-1])
    assert continued.get(path)["Location"] == f"/games/{game.code}/"
    assert "Continue as Vera" in Client().get(path).content.decode()


def test_the_session_is_no_sign_in(continued: Client, game: Game, vera: Person) -> None:
    continued.post(f"/games/{game.code}/talk/", {"text": "Hello."})
    assert "_auth_user_id" not in continued.session
    assert not SignIn.objects.filter(person=vera).exists()


def test_the_address_of_a_private_game_is_like_that_of_none(game: Game, client: Client) -> None:
    for page in ("", "log/", "replay/", "clock/", "decisions/", "board.png", "record/"):
        answers = []
        for code in (game.code, "zzzzzzzz"):
            client.cookies.clear()
            answer = client.get(f"/games/{code}/{page}")
            body = answer.content.decode().replace(code, "CODE")
            body = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", body)
            each = ("Content-Length", "X-Request-Id", "X-Request-ID")
            headers = {name: value for name, value in answer.items() if name not in each}
            answers.append((answer.status_code, body, headers))
        assert answers[0] == answers[1]
        assert answers[0][0] == 404
        assert "Sign in to move" in answers[0][1]
        assert f"next=/games/CODE/{page}" in answers[0][1]


def test_spectators_of_a_public_game_find_where_to_sign_in(begin, alice, bob, client) -> None:
    game = begin(alice, bob)
    page = client.get(f"/games/{game.code}/").content.decode()
    found = re.search(r'href="([^"]+)">Sign in to move<', page)
    assert found is not None
    assert found[1] == f"/accounts/login/?next=/games/{game.code}/"


def test_the_token_is_in_no_talk_and_no_log_line(
    link: str, continued: Client, game: Game, vera: Person
) -> None:
    from ttr_site.redacting import redacted

    continued.post(f"/games/{game.code}/talk/", {"text": f"Look: http://127.0.0.1:8000{link}"})
    page = continued.get(f"/games/{game.code}/").content.decode()
    token = link.split("/")[2]
    assert token not in page
    assert token not in redacted(f"GET {link}")
    assert urlsplit(link).path == link
