"""Handing a seat on: what the substitute gets, and what dies with the predecessor."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.actions import Draw
from games import log
from games.absence.substitution import open_seat, replace_player, return_to_seat, take_seat
from games.clock.models import ClockEntry
from games.common.errors import Refused
from games.common.handlers import on_seat_handed_over
from games.log.models import Event
from games.notifications.models import Notice, NoticeKind
from games.people.models import Person
from games.people.sanctions import Sanction, SanctionKind
from games.play.bots import play_bots
from games.tables.models import Game, Seat
from tests.fixtures.clock import Tick
from tests.fixtures.games import NOW, Starter, act, keep_all
from tests.fixtures.readers import view_for

DAY = timedelta(days=1)


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    game = begin(alice, bob, bank_hours=24, bank_add_hours=1, bank_cap_hours=48)
    keep_all(game, 0, 1)
    return game


def seat(game: Game, number: int = 0) -> Seat:
    return Seat.objects.get(game=game, number=number)


def replace(game: Game, by: Person | str, number: int = 0) -> None:
    replace_player(game=game, seat=number, by=by, actor="director", now=NOW + DAY)


def test_a_substitute_plays_on_with_the_cards_of_the_seat(game: Game, charlie: Person) -> None:
    before = view_for(game, seat(game).person)
    replace(game, charlie)
    game.refresh_from_db()
    after = view_for(game, charlie)
    assert after.hands[0] == before.hands[0]
    assert after.tickets[0] == before.tickets[0]
    act(game, 0, Draw("blind"), Draw("blind"), now=NOW + DAY)


def test_the_predecessor_sees_what_everybody_sees(
    game: Game, alice: Person, charlie: Person
) -> None:
    replace(game, charlie)
    assert view_for(game, alice).seat is None


def test_the_turn_begins_again_with_a_bank_as_at_the_start(game: Game, charlie: Person) -> None:
    replace(game, charlie)
    after = seat(game)
    assert after.due_at == NOW + DAY + 3 * DAY + timedelta(hours=24)
    assert (after.bank, after.missed, after.seen) == (timedelta(hours=24), 0, -1)
    assert ClockEntry.objects.filter(game=game).latest("pk").what == "handed-on"


def test_the_log_names_the_seat_and_no_person(game: Game, charlie: Person) -> None:
    replace(game, charlie)
    event = Event.objects.filter(game=game).latest("seq")
    assert (event.type, event.actor) == ("table.seat_replaced", "director")
    assert event.data == {"seat": 0, "by": "person"}
    game.refresh_from_db()
    assert log.verify(game) == []


def test_the_shuffles_follow_from_what_the_predecessor_wrote(
    begin: Starter, alice: Person, bob: Person, charlie: Person
) -> None:
    game = begin(alice, bob, contribution="a lamp at night")
    replace(game, charlie)
    assert seat(game).contribution == "a lamp at night"


def test_all_hear_of_it_and_the_substitute_is_asked(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    replace(game, charlie)
    told = Notice.objects.filter(kind=NoticeKind.REPLACED)
    assert {notice.person for notice in told} == {alice, bob, charlie}
    asked = Notice.objects.get(kind=NoticeKind.TURN, person=charlie)
    assert asked.decision == seat(game).decision


def test_a_bot_takes_over_and_moves(game: Game) -> None:
    replace(game, "planner")
    after = seat(game)
    assert (after.person, after.bot) == (None, "planner")
    assert play_bots(game=game, now=NOW + DAY) > 0
    assert seat(game).decision is None


def test_a_person_takes_over_from_a_bot(game: Game, charlie: Person) -> None:
    replace(game, "planner")
    replace(game, charlie)
    assert (seat(game).person, seat(game).bot) == (charlie, "")


def test_who_plays_already_and_bots_that_do_not_exist_are_refused(
    game: Game, bob: Person, dana: Person
) -> None:
    dana.is_active = False
    for by in (bob, dana, "genius"):
        with pytest.raises(Refused):
            replace(game, by)
    with pytest.raises(Refused, match="no such seat"):
        replace(game, "planner", 7)
    assert not Event.objects.filter(type="table.seat_replaced").exists()


def test_other_packages_may_forget_as_well(
    game: Game, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[str] = []
    handlers = [lambda seat, now: forgotten.append(str(seat.person))]
    monkeypatch.setattr(on_seat_handed_over, "_handlers", handlers)
    replace(game, charlie)
    assert forgotten == ["Alice"]


def test_an_open_seat_is_taken_by_who_comes_first(
    game: Game, charlie: Person, dana: Person, bob: Person
) -> None:
    with pytest.raises(Refused, match="no longer open"):
        take_seat(game=game, seat=0, person=charlie, now=NOW)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    with pytest.raises(Refused, match="already have a seat"):
        take_seat(game=game, seat=0, person=bob, now=NOW)
    take_seat(game=game, seat=0, person=charlie, now=NOW)
    with pytest.raises(Refused, match="no longer open"):
        take_seat(game=game, seat=0, person=dana, now=NOW)
    assert seat(game).person == charlie


def test_the_seat_of_a_private_game_is_taken_by_its_link_only(
    begin: Starter, alice: Person, bob: Person, charlie: Person
) -> None:
    game = begin(alice, bob)
    Game.objects.update(public=False)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    with pytest.raises(Refused, match="by invitation"):
        take_seat(game=game, seat=0, person=charlie, now=NOW)
    take_seat(game=game, seat=0, person=charlie, invitation=game.invitation, now=NOW)
    old = game.invitation
    game.refresh_from_db()
    assert game.invitation != old


def test_the_predecessor_may_come_back_until_the_seat_is_taken(
    game: Game, alice: Person, charlie: Person
) -> None:
    open_seat(game=game, seat=0, actor="director", now=NOW)
    return_to_seat(game=game, person=alice, now=NOW)
    assert seat(game).open_since is None
    with pytest.raises(Refused, match="nobody is looking"):
        return_to_seat(game=game, person=alice, now=NOW)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    take_seat(game=game, seat=0, person=charlie, now=NOW)
    with pytest.raises(Refused, match="Somebody else has taken this seat"):
        return_to_seat(game=game, person=alice, now=NOW)


def test_a_move_of_the_predecessor_keeps_the_seat(game: Game, charlie: Person) -> None:
    open_seat(game=game, seat=0, actor="director", now=NOW)
    act(game, 0, Draw("blind"), Draw("blind"))
    with pytest.raises(Refused, match="no longer open"):
        take_seat(game=game, seat=0, person=charlie, now=NOW)


def test_the_clock_goes_on_moving_for_an_open_seat(game: Game, tick: Tick) -> None:
    open_seat(game=game, seat=0, actor="director", now=NOW)
    assert tick(days=6).played == 1
    assert seat(game).open_since == NOW


def test_who_is_suspended_takes_no_seat(game: Game, charlie: Person) -> None:
    Sanction.objects.create(person=charlie, kind=SanctionKind.SUSPENSION, at=NOW)
    open_seat(game=game, seat=0, actor="director", now=NOW)
    with pytest.raises(Refused, match="may not start new games"):
        take_seat(game=game, seat=0, person=charlie, now=NOW)


def test_who_has_seen_the_cards_of_one_seat_cannot_take_another(
    game: Game, alice: Person, charlie: Person
) -> None:
    replace(game, charlie)
    open_seat(game=game, seat=1, actor="vote", now=NOW + DAY)
    with pytest.raises(Refused, match="held another seat"):
        replace_player(game=game, seat=1, by=alice, actor="director", now=NOW + DAY)


def test_who_lost_a_seat_comes_back_by_a_director_alone(
    game: Game, alice: Person, charlie: Person
) -> None:
    replace(game, charlie)
    open_seat(game=game, seat=0, actor="vote", now=NOW + DAY)
    with pytest.raises(Refused, match="have played in this game before"):
        take_seat(game=game, seat=0, person=alice, now=NOW + DAY)
    replace_player(game=game, seat=0, by=alice, actor="director", now=NOW + DAY)
    assert seat(game).person == alice
