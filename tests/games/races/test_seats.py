"""A player who moves just as the seat goes to somebody else, and two who want the same seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.absence.models import HandOver
from games.absence.substitution import open_seat, replace_player
from games.notifications.models import NoticeKind
from games.people.models import Person
from games.tables.models import Game, Seat
from tests.games.races.conftest import (
    TWO_CARDS,
    Answer,
    Start,
    aside,
    assert_mails,
    assert_whole,
    decision_of,
    events,
    moves,
    race,
    told,
)
from tests.games.races.together import together

pytestmark = pytest.mark.slow

TAKEN = "Somebody else has taken this seat."
NO_SEAT = "You do not play in this game."
CLOSED = "This seat is no longer open"
MINE = "The seat is yours."
REPLACED = "table.seat_replaced"


@pytest.fixture
def opened(fresh: Start) -> Callable[[], Game]:
    """Another game whose seat 0, which is to move, looks for a substitute."""

    def start() -> Game:
        game = fresh()
        open_seat(game=game, seat=0, actor="director", now=game.started_at)
        return game

    return start


def holder(game: Game) -> str:
    seat = Seat.objects.select_related("person").get(game=game, number=0)
    return seat.person.name if seat.person else seat.bot


def test_a_move_and_a_substitute_cannot_both_have_the_seat(
    opened, sits, alice: Person, dana: Person
) -> None:
    """A move keeps the seat; who has lost it cannot move with the cards of another."""
    player, substitute = sits(alice), sits(dana)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return (
            lambda: player.move(game, decision[game.pk], *TWO_CARDS),
            lambda: substitute.post(f"/games/{game.code}/seats/0/take/"),
        )

    def check(game: Game, moved: Answer, took: Answer) -> str:
        made = moves(game, decision[game.pk])
        assert moved.done != took.says(MINE)
        if moved.done:
            assert (holder(game), len(made), events(game, REPLACED)) == ("Alice", 2, 0)
            assert (took.status, took.says(CLOSED)) == (409, True)
            return "player"
        assert (holder(game), made, events(game, REPLACED)) == ("Dana", [], 1)
        assert moved.says(TAKEN) or moved.says(NO_SEAT)
        assert HandOver.objects.filter(seat__game=game).count() == 1
        assert told(game, NoticeKind.REPLACED)["Dana"] == 1
        assert Seat.objects.get(game=game, number=0).seen == -1, "Dana has seen nothing yet"
        return "substitute"

    assert race(opened, pair, check) == {"player", "substitute"}
    assert_mails()


def test_a_move_of_somebody_who_is_replaced_by_a_bot_counts_before_and_not_after(
    fresh, sits, alice: Person
) -> None:
    player = sits(alice)
    decision: dict[int, int] = {}

    def pair(game: Game):
        decision[game.pk] = decision_of(game)
        return (
            lambda: player.move(game, decision[game.pk], *TWO_CARDS),
            aside(
                lambda: replace_player(
                    game=game, seat=0, by="planner", actor="director", now=game.started_at
                )
            ),
        )

    def check(game: Game, moved: Answer, _replaced: Answer) -> str:
        assert (holder(game), events(game, REPLACED)) == ("planner", 1)
        made = moves(game, decision[game.pk])
        if moved.done:
            assert len(made) == 2
            return "before"
        assert made == []
        assert moved.says(TAKEN) or moved.says(NO_SEAT)
        return "after"

    assert race(fresh, pair, check) == {"before", "after"}


def test_of_ten_who_want_a_seat_one_gets_it(opened, sits, people) -> None:
    game = opened()
    browsers = [sits(people(f"Guest{number}")) for number in range(10)]
    url = f"/games/{game.code}/seats/0/take/"
    answers = together(*[lambda one=one: one.post(url) for one in browsers])
    assert sorted(one.status for one in answers) == [302, *[409] * 9]
    (winner,) = [one for one, said in zip(browsers, answers, strict=True) if said.says(MINE)]
    assert holder(game) == winner.person.name
    assert all(one.says(CLOSED) for one in answers if not one.says(MINE))
    assert events(game, REPLACED) == HandOver.objects.count() == 1
    assert_whole(game)
    assert_mails()
