"""Nudging: who may, when, and how often."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from engine.actions import Draw
from games.common.errors import Refused
from games.notifications.models import Notice, NoticeKind
from games.notifications.nudges import BETWEEN_NUDGES, FIRST_NUDGE_AFTER, nudge
from games.people.models import Person
from games.play.deferred import HOLD_TIME
from games.tables.models import Game, Seat
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.mail import Inbox, text_of

LATER = NOW + FIRST_NUDGE_AFTER
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person, charlie: Person) -> Game:
    """A game at Alice's turn."""
    game = begin(alice, bob, charlie)
    keep_all(game, 0, 1, 2)
    return game


def nudges(game: Game) -> int:
    return Notice.objects.filter(game=game, kind=NoticeKind.NUDGE).count()


def by(game: Game, seat: int, at: datetime, number: int = 0) -> None:
    nudge(game=game, by=game.seats.get(number=seat), number=number, now=at)


def test_once_a_day_whoever_does_it(game: Game) -> None:
    by(game, 1, LATER)
    for seat in (1, 2):
        with pytest.raises(Refused, match="tomorrow"):
            by(game, seat, LATER + BETWEEN_NUDGES - MINUTE)
    by(game, 2, LATER + BETWEEN_NUDGES)
    assert nudges(game) == 2


def test_not_before_some_hours_have_passed(game: Game) -> None:
    with pytest.raises(Refused, match="too early"):
        by(game, 1, LATER - MINUTE)
    assert nudges(game) == 0


@pytest.mark.parametrize(("seat", "number"), [(0, 0), (1, 2), (1, 9)])
def test_only_another_one_who_is_to_move(game: Game, seat: int, number: int) -> None:
    with pytest.raises(Refused, match="moved on"):
        by(game, seat, LATER, number)


def test_a_nudge_in_one_game_leaves_another_one_free(
    game: Game, begin: Starter, alice: Person, bob: Person
) -> None:
    other = begin(alice, bob)
    by(game, 1, LATER)
    by(other, 1, LATER)
    assert nudges(other) == 1


def test_the_page_offers_it_when_it_is_allowed(
    game: Game, client: Client, bob: Person, alice: Person
) -> None:
    client.force_login(bob)
    path = f"/games/{game.code}/"
    with time_machine.travel(LATER - MINUTE, tick=False):
        assert "nudge/" not in client.get(path).content.decode()
    with time_machine.travel(LATER, tick=False):
        assert f"{path}nudge/" in client.get(path).content.decode()
        answer = client.post(f"{path}nudge/", {"seat": "0"}, follow=True)
        assert "Alice will hear that you are waiting." in answer.content.decode()
        assert "nudge/" not in client.get(path).content.decode()
        answer = client.post(f"{path}nudge/", {"seat": "0"}, follow=True)
        assert "Try again tomorrow." in answer.content.decode()
    assert nudges(game) == 1
    client.force_login(alice)
    with time_machine.travel(LATER + BETWEEN_NUDGES, tick=False):
        assert "nudge/" not in client.get(path).content.decode()


@pytest.mark.parametrize("seat", ["", "x", "-1", "999"])
def test_a_wrong_seat_is_not_found(game: Game, client: Client, bob: Person, seat: str) -> None:
    client.force_login(bob)
    assert client.post(f"/games/{game.code}/nudge/", {"seat": seat}).status_code == 404


def test_who_does_not_play_cannot_nudge(game: Game, client: Client, dana: Person) -> None:
    client.force_login(dana)
    assert client.post(f"/games/{game.code}/nudge/", {"seat": "0"}).status_code == 404
    assert client.get(f"/games/{game.code}/nudge/").status_code == 405


def test_whether_a_move_is_held_cannot_be_found_out_by_a_nudge(
    game: Game, client: Client, alice: Person, bob: Person, inbox: Inbox
) -> None:
    """Bob is offered the same, and told the same; Alice, who has moved, hears nothing."""
    path = f"/games/{game.code}/"
    told: list[object] = []
    for held in (False, True):
        until = LATER + HOLD_TIME if held else None
        Notice.objects.filter(kind=NoticeKind.NUDGE).delete()
        Seat.objects.filter(game=game, person=alice).update(held_until=until)
        client.force_login(bob)
        with time_machine.travel(LATER, tick=False):
            offered = f"{path}nudge/" in client.get(path).content.decode()
            answer = client.post(f"{path}nudge/", {"seat": "0"}, follow=True).content.decode()
        told.append((offered, "Alice will hear that you are waiting." in answer))
        told.append("is waiting" in "".join(map(text_of, inbox(alice, at=LATER))))
    assert told == [(True, True), True, (True, True), False]


def test_a_nudge_is_forgotten_with_the_turn(game: Game) -> None:
    by(game, 1, LATER)
    act(game, 0, Draw("blind"), Draw("blind"), now=LATER + MINUTE)
    with pytest.raises(Refused, match="too early"):
        by(game, 2, LATER + 2 * MINUTE, 1)
