from __future__ import annotations

import threading
from datetime import datetime

import pytest
from django.db import connection

from games import log
from games.common.errors import Refused
from games.lobby import GameOptions, create_game, join_game
from games.log.models import Event
from games.people.models import Person
from games.tables.models import Game


@pytest.fixture
def game(alice: Person, now: datetime) -> Game:
    return create_game(organiser=alice, options=GameOptions(board="usa", seats=3), now=now)


def test_a_game_starts_by_itself_when_its_last_seat_is_taken(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    join_game(game=game, person=bob, now=now)
    game.refresh_from_db()
    assert game.status == "open"
    seat = join_game(game=game, person=charlie, now=now)
    game.refresh_from_db()
    assert game.status == "running"
    assert game.started_at == now
    assert seat.kind == "setup"
    assert seat.decision == log.load(game).decision_seqs[2]


def test_the_first_events_are_those_of_the_secret_and_the_contributions(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    join_game(game=game, person=bob, contribution="  seven herons ", now=now)
    join_game(game=game, person=charlie, now=now)
    game.refresh_from_db()
    contributions = list(game.seats.values_list("contribution", flat=True))
    assert contributions == ["", "seven herons", ""]
    assert log.verify(game) == []


def test_a_fixed_order_is_the_order_of_joining(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    game = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=3, order_fixed=True), now=now
    )
    for person in (bob, charlie):
        join_game(game=game, person=person, now=now)
    assert log.load(game).order == (0, 1, 2)
    assert [seat.person for seat in game.seats.all()] == [alice, bob, charlie]


@pytest.mark.parametrize("who", ["alice", "bob"])
def test_one_person_holds_one_seat(
    game: Game, alice: Person, bob: Person, who: str, now: datetime
) -> None:
    join_game(game=game, person=bob, now=now)
    with pytest.raises(Refused, match="one seat per player"):
        join_game(game=game, person={"alice": alice, "bob": bob}[who], now=now)
    assert game.seats.count() == 2


def test_a_private_game_asks_for_its_invitation(alice: Person, bob: Person, now: datetime) -> None:
    game = create_game(
        organiser=alice, options=GameOptions(board="usa", seats=3, public=False), now=now
    )
    for invitation in ("", "guess"):
        with pytest.raises(Refused, match="Ask its organiser for the link"):
            join_game(game=game, person=bob, invitation=invitation, now=now)
    join_game(game=game, person=bob, invitation=game.invitation, now=now)


def test_a_person_who_comes_too_late_reads_so(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
    # Charlie's page still shows the game as it was before bob came.
    shown = Game.objects.get(pk=game.pk)
    join_game(game=game, person=bob, now=now)
    with pytest.raises(Refused, match="already begun"):
        join_game(game=shown, person=charlie, now=now)
    assert game.seats.count() == 2


def test_a_start_that_fails_gives_the_seat_back(
    alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)

    def fail(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.notifications.outbox.notify_events", fail)
    with pytest.raises(ZeroDivisionError):
        join_game(game=game, person=bob, now=now)
    game.refresh_from_db()
    assert (game.status, game.version, game.seats.count()) == ("open", -1, 1)
    assert not Event.objects.filter(game=game).exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_race_for_the_last_seat_do_not_both_get_it(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    for _ in range(5):
        game = create_game(organiser=alice, options=GameOptions(board="usa", seats=2), now=now)
        outcomes: list[str] = []
        gate = threading.Barrier(2)

        def run(
            person: Person,
            game: Game = game,
            outcomes: list[str] = outcomes,
            gate: threading.Barrier = gate,
        ) -> None:
            gate.wait()
            try:
                join_game(game=game, person=person, now=now)
                outcomes.append("seated")
            except Refused:
                outcomes.append("late")
            finally:
                connection.close()

        threads = [threading.Thread(target=run, args=(person,)) for person in (bob, charlie)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["late", "seated"]
        game.refresh_from_db()
        assert game.status == "running"
        assert log.verify(game) == []
