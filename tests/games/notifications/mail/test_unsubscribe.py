"""The links and headers that stop mails (RFC 8058, RFC 2369)."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from games.notifications import registry
from games.notifications.eligibility import LOG_KINDS as LOG_TELLS
from games.notifications.mail.unsubscribe import make_unsubscribe_token
from games.notifications.models import Notice, NoticeKind
from games.notifications.preferences import ALL_KINDS, preferences_of, set_wanted
from games.notifications.registry import Content, Topic
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, keep_all
from tests.fixtures.mail import Inbox, html_of, text_of
from ttr_site.env import Env
from ttr_site.limit_settings import rate_limits


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    return begin(alice, bob)


@pytest.fixture
def stranger() -> Client:
    """A mail program: no cookies, no session, and it would notice a missing CSRF token."""
    return Client(enforce_csrf_checks=True)


def wants_turns(person: Person) -> bool:
    return preferences_of(person).wants("turn")


def one_click(mail: object) -> str:
    """The path of the web address in List-Unsubscribe."""
    found = re.match(r"<(https?://[^>]+)>", str(mail["List-Unsubscribe"]))
    assert found
    return urlsplit(found[1]).path


def mute_link(mail: EmailMessage) -> str:
    """The path of the link at the foot of a mail that mutes its game."""
    return re.findall(r"/unsubscribe/mute/[^/]+/", html_of(mail))[0]


def hears_of_games(person: Person) -> bool:
    return any(preferences_of(person).wants(kind) for kind in ALL_KINDS)


def test_one_click_stops_the_mails_of_all_games_without_cookies_or_redirects(
    game: Game, begin: Starter, inbox: Inbox, alice: Person, bob: Person, stranger: Client
) -> None:
    other = begin(alice, bob)
    mail, _second = inbox(alice)
    answer = stranger.post(one_click(mail), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "sessionid" not in answer.cookies
    assert not hears_of_games(alice)
    assert hears_of_games(bob)
    keep_all(game, 0, 1)
    keep_all(other, 0, 1)
    assert inbox(alice) == []


def test_the_page_of_the_header_offers_one_game_beside_all(
    game: Game, begin: Starter, inbox: Inbox, alice: Person, bob: Person, stranger: Client
) -> None:
    other = begin(alice, bob)
    mail = next(one for one in inbox(alice) if game.code in one["Subject"])
    path = one_click(mail)
    page = stranger.get(path).content.decode()
    assert "Stop all emails about games" in page
    assert f"Only those about the game {game.title}" in page
    done = stranger.post(path, {"only": "game"}).content
    assert b"no more emails about this game" in done
    assert game.seats.get(person=alice).muted
    assert not other.seats.get(person=alice).muted
    assert hears_of_games(alice)
    assert b'name="only" value="game"' in done
    stranger.post(path, {"only": "game", "again": key_in(done)})
    assert not game.seats.get(person=alice).muted


def test_all_mails_can_be_brought_back_within_the_hour(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    set_wanted(person=alice, kinds=["reminder"], wanted=False)
    path = one_click(inbox(alice)[0])
    key = key_in(stranger.post(path).content)
    assert stranger.post(path, {"again": key}).status_code == 200
    assert wants_turns(alice)
    assert not preferences_of(alice).wants("reminder")


def test_a_link_for_less_than_all_games_does_not_serve_for_one(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    token = make_unsubscribe_token("turns", person_id=alice.pk, game_code=game.code)
    assert stranger.post(f"/unsubscribe/turns/{token}/", {"only": "game"}).status_code == 404
    assert not game.seats.get(person=alice).muted


def test_no_link_at_the_foot_of_a_mail_stops_the_mails_of_all_games(
    game: Game, inbox: Inbox, alice: Person
) -> None:
    """The foot is passed on with a mail, the header is not."""
    (mail,) = inbox(alice)
    assert "/unsubscribe/games/" in mail["List-Unsubscribe"]
    assert "/unsubscribe/games/" not in text_of(mail) + html_of(mail)


def test_without_replies_no_mail_offers_to_unsubscribe_by_mail(
    game: Game, inbox: Inbox, alice: Person, settings: Settings
) -> None:
    settings.REPLY_BY_MAIL = False
    (mail,) = inbox(alice)
    assert "mailto:" not in mail.as_string()
    assert re.fullmatch(r"<https?://[^<>,]+>", mail["List-Unsubscribe"])
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_looking_at_the_link_changes_nothing(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    (mail,) = inbox(alice)
    links = re.findall(r"http://127.0.0.1:8000(/unsubscribe/\S+)", text_of(mail))
    assert len(links) == 2
    for link in links:
        for method in (stranger.get, stranger.head):
            assert method(link).status_code == 200
    assert not game.seats.get(person=alice).muted
    assert wants_turns(alice)


def test_the_page_asks_and_the_button_acts(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    (mail,) = inbox(alice)
    link = re.findall(r"/unsubscribe/turns/[^/]+/", html_of(mail))[0]
    assert b"Stop these emails" in stranger.get(link).content
    assert b"no more emails about your turns" in stranger.post(link).content
    assert not wants_turns(alice)


def key_in(page: bytes) -> str:
    """Return what the button that takes a slip back sends."""
    found = re.search(rb'name="again" value="([^"]+)"', page)
    assert found
    return found[1].decode()


def test_a_slip_can_be_taken_back(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    path = mute_link(inbox(alice)[0])
    key = key_in(stranger.post(path).content)
    assert b"You will get these emails again." in stranger.post(path, {"again": key}).content
    assert not game.seats.get(person=alice).muted


def test_a_link_brings_nothing_back_that_was_stopped_before(
    game: Game, inbox: Inbox, alice: Person, bob: Person, stranger: Client
) -> None:
    """It stands in mails that are passed on: who finds it there may stop, and nothing else."""
    (mail,) = inbox(alice)
    path = re.findall(r"/unsubscribe/turns/[^/]+/", html_of(mail))[0]
    set_wanted(person=alice, kinds=["reminder"], wanted=False)
    key = key_in(stranger.post(path).content)
    bobs = f"/unsubscribe/turns/{make_unsubscribe_token('turns', person_id=bob.pk)}/"
    for link, wrong in ((path, "1"), (path, ""), (bobs, key), (mute_link(mail), key)):
        assert stranger.post(link, {"again": wrong}).status_code == 404
    assert not wants_turns(alice)
    assert stranger.post(path, {"again": key}).status_code == 200
    assert wants_turns(alice)
    assert not preferences_of(alice).wants("reminder")


def test_a_slip_can_be_taken_back_for_an_hour(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    path = mute_link(inbox(alice)[0])
    with time_machine.travel(NOW, tick=False) as clock:
        key = key_in(stranger.post(path).content)
        clock.shift(timedelta(minutes=61))
        assert stranger.post(path, {"again": key}).status_code == 404
    assert game.seats.get(person=alice).muted


def test_more_than_a_click_is_not_read(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    path = mute_link(inbox(alice)[0])
    assert stranger.post(path, {"List-Unsubscribe": "x" * 5_000}).status_code == 413
    assert not game.seats.get(person=alice).muted


def test_who_comes_too_often_is_asked_to_come_later(
    game: Game, inbox: Inbox, alice: Person, settings: Settings
) -> None:
    settings.DOOR_LIMITS = rate_limits(Env({"NIGHT_MAIL_DOOR_LIMITS": "unsubscribe=3/m"}))
    path = mute_link(inbox(alice)[0])
    robot, other = Client(REMOTE_ADDR="198.51.100.1"), Client(REMOTE_ADDR="198.51.100.2")
    with time_machine.travel(NOW.replace(second=20), tick=False):
        assert robot.get(path).status_code == 200
        for _ in range(3):
            assert robot.post("/unsubscribe/mute/eyJwIjoxfQ:nonsense/").status_code == 404
        refused = robot.post(path)
        assert refused.status_code == 429
        assert refused["Retry-After"] == "40"
        assert not game.seats.get(person=alice).muted
        assert other.post(path).status_code == 200
    assert game.seats.get(person=alice).muted


def test_twice_is_as_once(game: Game, inbox: Inbox, alice: Person, stranger: Client) -> None:
    path = mute_link(inbox(alice)[0])
    for _ in range(2):
        assert stranger.post(path).status_code == 200
    assert game.seats.get(person=alice).muted


def test_a_link_stops_no_other_persons_mails(
    game: Game, alice: Person, bob: Person, stranger: Client
) -> None:
    stranger.post(f"/unsubscribe/turns/{make_unsubscribe_token('turns', person_id=alice.pk)}/")
    assert wants_turns(bob)


@pytest.mark.parametrize("purpose", ["turns", "mute", "everything"])
def test_a_token_serves_its_own_purpose_only(
    game: Game, alice: Person, stranger: Client, purpose: str
) -> None:
    other = {"turns": "mute", "mute": "turns"}.get(purpose, "mute")
    token = make_unsubscribe_token(other, person_id=alice.pk, game_code=game.code)
    assert stranger.post(f"/unsubscribe/{purpose}/{token}/").status_code == 404
    assert wants_turns(alice)
    assert not game.seats.get(person=alice).muted


def test_a_made_up_token_says_what_to_do(db: None, stranger: Client) -> None:
    answer = stranger.get("/unsubscribe/mute/eyJwIjoxfQ:nonsense/")
    assert answer.status_code == 404
    assert b"Copy it again" in answer.content


def test_somebody_who_is_gone_is_told_that_it_is_done(game: Game, people, stranger: Client) -> None:
    token = make_unsubscribe_token("turns", person_id=999_999)
    answer = stranger.post(f"/unsubscribe/turns/{token}/")
    assert answer.status_code == 200
    assert b"Done." in answer.content


def test_no_secret_of_a_mail_is_kept_by_caches(
    game: Game, inbox: Inbox, alice: Person, stranger: Client
) -> None:
    answer = stranger.get(mute_link(inbox(alice)[0]))
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"


TOPICAL = (NoticeKind.LEAGUE, NoticeKind.CHANNEL)


@pytest.mark.parametrize("kind", list(NoticeKind))
def test_every_kind_of_mail_can_be_stopped_with_one_click(
    game: Game,
    inbox: Inbox,
    alice: Person,
    bob: Person,
    stranger: Client,
    kind: NoticeKind,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inbox()
    monkeypatch.setattr(registry, "_types", dict(registry.registered_types()))
    if kind in registry.registered_types():
        registry.register(
            kind,
            render=lambda notice: Content("There is news."),
            topic=lambda notice: Topic("News", "http://127.0.0.1:8000/", "You asked for it."),
        )

    def write(number: int) -> None:
        about = {"topic": "news:1"} if kind in TOPICAL else {"game": game}
        decision = game.seats.get(person=alice).decision if kind in LOG_TELLS else -1
        Notice.objects.create(
            person=alice,
            kind=kind,
            decision=decision,
            number=number,
            not_before=NOW,
            created_at=NOW,
            **about,
        )

    write(7)
    (mail,) = inbox(alice)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stranger.post(one_click(mail), {"List-Unsubscribe": "One-Click"}).status_code == 200
    write(8)
    assert inbox(alice) == []
