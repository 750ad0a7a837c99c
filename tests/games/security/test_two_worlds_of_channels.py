"""What leaves by other ways than the turn mail is the same whatever somebody holds.

A game of Japan is looked at, the hidden cards and tickets of a seat are exchanged, and it is looked
at again: webhooks in every style, the digest, news and the calendar of everybody are the same. They
tell no hand, not even that of their owner.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.utils import timezone, translation

from engine.actions import Draw
from games.notifications.feeds.deadlines import deadline_calendar
from games.notifications.mail import digest, render
from games.notifications.models import Notice, NoticeKind, NotificationPreferences, ReplyAddress
from games.notifications.news import news_of
from games.notifications.webhooks import body
from games.notifications.webhooks.models import Style, Webhook
from games.people.models import Person
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.games.notifications.mail.test_privacy import swap_hidden, written


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """A game in which Alice has drawn two hidden cards and Bob is to move."""
    game = begin(alice, bob, board="japan")
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    game.refresh_from_db()
    return game


def calls(game: Game, person: Person) -> object:
    seat = game.seats.get(person=person)
    notices = [
        Notice(kind=kind, game=game, person=person, decision=seat.decision or 0)
        for kind in (NoticeKind.TURN, NoticeKind.REMINDER, NoticeKind.STARTED, NoticeKind.OVER)
    ]
    with translation.override(person.language), timezone.override(person.zone):
        news = news_of(notices, game, seat)
        return [
            body.build_body(
                webhook=Webhook(person=person, style=style), name="one", news=news, now=NOW
            )
            for style in Style
        ]


@pytest.fixture(autouse=True)
def _tokens_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tokens of links, which are random, are no difference."""
    monkeypatch.setattr(digest, "decision_link_token", lambda seat: "c0ffee" * 5)


def daily(game: Game, person: Person) -> object:
    preferences = NotificationPreferences(person=person, digest_hour=0)
    preferences.save()
    mail = digest.compose_digest(preferences=preferences, day=date(2026, 11, 21), now=NOW)
    assert mail is not None
    source = bytes(mail.source)
    Notice.objects.update(mail=None, status="pending")
    mail.delete()
    preferences.delete()
    ReplyAddress.objects.all().delete()
    return source


def calendar(game: Game, person: Person) -> object:
    return deadline_calendar(person=person, now=NOW)


def told(game: Game, person: Person) -> object:
    seat = game.seats.get(person=person)
    notice = Notice(
        kind=NoticeKind.NUDGE, game=game, person=person, data={"by": 1 - seat.number}, key="k"
    )
    mail = render.write_site_mail(person=person, notices=[notice], game=game, seat=seat, now=NOW)
    return bytes(mail.source)


@pytest.mark.parametrize("look", [calls, daily, calendar, told])
@pytest.mark.parametrize("holder", [0, 1])
@pytest.mark.usefixtures("tamper")
def test_nobody_reads_a_hand_there(
    game: Game,
    alice: Person,
    bob: Person,
    look: Callable[[Game, Person], object],
    holder: int,
) -> None:
    full = bytes(written(game, holder).source)
    before = [look(game, person) for person in (alice, bob)]
    swap_hidden(game, holder)
    assert [look(game, person) for person in (alice, bob)] == before
    # The worlds do differ: the holder's own mail shows it.
    assert bytes(written(game, holder).source) != full
