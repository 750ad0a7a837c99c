from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from engine.actions import Draw
from games.absence.models import HandOver
from games.absence.substitution import open_seat
from games.clock.actions.excuses import count_miss, excuse_miss
from games.clock.models import Miss
from games.people.models import Person
from games.play import play_automatic
from games.play.end_game import void_game
from games.players import recompute_reliability, update_reliability
from games.players.models import OpponentSum, ReliabilityRecord, ReliabilitySum
from games.players.selectors import Reliability, reliability_of
from games.players.sums import recount_sums
from games.tables.models import Game
from tests.fixtures.games import NOW, Starter, act, keep_all
from tools.league.checks import reliability_rows


def conduct(person: Person) -> Reliability:
    return reliability_of([person.pk])[person.pk]


def let_time_run_out(game: Game, seat: int) -> int:
    """Let the clock move for a seat; return the decision that ran out of time."""
    row = game.seats.get(number=seat)
    assert row.decision is not None
    assert row.due_at is not None
    play_automatic(game=game, seat=seat, decision=row.decision, now=row.due_at)
    return row.decision


@pytest.fixture
def game(begin: Starter, alice: Person, bob: Person) -> Game:
    """Alice has answered twice; Bob once, and then the clock moved for him."""
    game = begin(alice, bob)
    keep_all(game, 0, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    return game


def test_turns_on_time_and_turns_of_the_clock_are_counted(
    game: Game, alice: Person, bob: Person
) -> None:
    let_time_run_out(game, 1)
    assert update_reliability(now=NOW) == 1
    assert (conduct(alice).answered, conduct(alice).missed) == (2, 0)
    assert (conduct(bob).answered, conduct(bob).missed) == (1, 1)
    assert conduct(bob).percent == 50
    assert not conduct(bob).known


def test_two_cards_are_one_turn_and_a_clock_that_takes_the_second_makes_it_a_missed_one(
    game: Game, bob: Person
) -> None:
    act(game, 1, Draw("blind"))
    let_time_run_out(game, 1)
    update_reliability(now=NOW)
    assert (conduct(bob).answered, conduct(bob).missed) == (1, 1)


def test_an_excused_turn_is_still_there_and_speaks_against_nobody(game: Game, bob: Person) -> None:
    decision = let_time_run_out(game, 1)
    update_reliability(now=NOW)
    excuse_miss(game=game, seat=1, decision=decision, actor="director", now=NOW)
    assert update_reliability(now=NOW) == 1
    assert (conduct(bob).missed, conduct(bob).excused, conduct(bob).percent) == (1, 1, 100)


def test_a_turn_whose_excuse_is_taken_back_speaks_against_its_player_again(
    game: Game, bob: Person
) -> None:
    decision = let_time_run_out(game, 1)
    for deed in (excuse_miss, count_miss, excuse_miss, count_miss):
        deed(game=game, seat=1, decision=decision, actor="director", now=NOW)
    update_reliability(now=NOW)
    assert (conduct(bob).missed, conduct(bob).excused, conduct(bob).percent) == (1, 0, 50)


def test_a_game_that_has_not_gone_on_is_not_counted_again(game: Game) -> None:
    update_reliability(now=NOW)
    assert update_reliability(now=NOW) == 0
    act(game, 1, Draw("blind"))
    assert update_reliability(now=NOW) == 1


def test_turns_belong_to_who_held_the_seat_then(
    game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    let_time_run_out(game, 1)
    game.refresh_from_db()
    seat = game.seats.get(number=1)
    HandOver.objects.create(
        seat=seat, at=NOW, seq=game.version, person_before=bob, person_after=charlie
    )
    seat.person = charlie
    seat.save()
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    update_reliability(now=NOW)
    assert (conduct(bob).answered, conduct(bob).missed, conduct(bob).left) == (1, 1, 1)
    assert (conduct(charlie).answered, conduct(charlie).missed, conduct(charlie).left) == (1, 0, 0)


def test_who_holds_the_seat_at_the_end_has_finished(game: Game, alice: Person) -> None:
    update_reliability(now=NOW)
    assert conduct(alice).finished == 0
    Game.objects.filter(pk=game.pk).update(status="finished")
    Game.objects.update(changed=True)
    update_reliability(now=NOW)
    assert conduct(alice).finished == 1


def test_turns_against_bots_alone_say_nothing(begin: Starter, alice: Person) -> None:
    game = begin(alice, bots=["random"])
    keep_all(game, 0)
    update_reliability(now=NOW)
    assert conduct(alice) == Reliability()
    assert update_reliability(now=NOW) == 0


def test_counting_everything_again_leads_to_the_same_rows(
    game: Game, begin: Starter, charlie: Person, dana: Person
) -> None:
    decision = let_time_run_out(game, 1)
    other = begin(charlie, dana, board="japan")
    keep_all(other, 0, 1)
    update_reliability(now=NOW)
    excuse_miss(game=game, seat=1, decision=decision, actor="director", now=NOW)
    act(other, 0, Draw("blind"))
    update_reliability(now=NOW + timedelta(hours=1))
    before = reliability_rows()
    out = StringIO()
    call_command("recompute_reliability", stdout=out)
    assert out.getvalue() == "2 games counted.\n"
    assert reliability_rows() == before
    assert len(before) == 4 + 4, "records and sums; nobody has finished anything"


def test_a_run_ends_when_its_time_is_over_and_the_next_goes_on(
    begin: Starter, alice: Person, bob: Person
) -> None:
    games = [begin(alice, bob) for _number in range(3)]
    for game in games:
        keep_all(game, 0, 1)
    assert [update_reliability(now=NOW, budget=0) for _run in range(4)] == [1, 1, 1, 0]
    assert conduct(alice).answered == 3


def test_a_game_that_cannot_be_counted_keeps_no_other_waiting(
    begin: Starter, alice: Person, bob: Person, tamper: None
) -> None:
    broken, sound = begin(alice, bob), begin(alice, bob)
    keep_all(sound, 0, 1)
    broken.events.update(type="game.ended", data={})
    broken.events.update(action={"no": "seat"})
    assert update_reliability(now=NOW) == 1
    for _run in range(3):
        update_reliability(now=NOW, budget=0)
    assert conduct(alice).answered == 1


def test_counting_again_keeps_every_number_meanwhile(game: Game, alice: Person) -> None:
    """Games are counted one by one: none is locked for longer than it takes."""
    update_reliability(now=NOW)
    ReliabilityRecord.objects.update(answered=99)

    def watch(games: object, total: int) -> object:
        for one in games:  # type: ignore[attr-defined]
            assert ReliabilityRecord.objects.filter(game=one).exists()
            yield one

    assert recompute_reliability(watch=watch) == 1  # type: ignore[arg-type]
    assert conduct(alice).answered == 2


def over(game: Game, *places: int, days: int) -> None:
    """The game has ended n days later, with these places."""
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=NOW + timedelta(days=days))
    for number, place in enumerate(places):
        game.seats.filter(number=number).update(place=place)


def results(one: Person, other: Person) -> tuple[int, int, int, int] | None:
    """The games of two people, those won and lost, and the day of the last one."""
    row = OpponentSum.objects.filter(person=one, opponent=other).first()
    return (row.games, row.won, row.lost, (row.last_at - NOW).days) if row else None


def test_results_against_each_other_follow_what_becomes_of_the_games(
    begin: Starter, alice: Person, bob: Person, charlie: Person
) -> None:
    first, last, tied = begin(alice, bob, charlie), begin(bob, alice), begin(alice, bob)
    update_reliability(now=NOW)
    assert results(alice, bob) is None
    for game, places, day in ((first, (1, 2, 3), 1), (last, (1, 2), 3), (tied, (1, 1), 2)):
        over(game, *places, days=day)
    Game.objects.update(changed=True)
    update_reliability(now=NOW)
    assert results(alice, bob) == (3, 1, 1, 3)
    assert results(bob, alice) == (3, 1, 1, 3)
    assert results(charlie, bob) == (1, 0, 1, 1)
    void_game(game=last, actor="director", reason="", now=NOW)
    void_game(game=first, actor="director", reason="", now=NOW)
    assert [update_reliability(now=NOW) for _run in range(2)] == [2, 0]
    assert results(bob, alice) == (1, 0, 0, 2)
    assert results(charlie, bob) is None
    before = reliability_rows()
    assert recount_sums() == 0
    OpponentSum.objects.update(won=7)
    ReliabilitySum.objects.filter(person=alice).delete()
    OpponentSum.objects.create(person=alice, opponent=charlie, games=1, won=0, lost=0, last_at=NOW)
    assert recount_sums() == 4
    assert reliability_rows() == before


def test_a_miss_of_a_seat_that_looks_for_a_substitute_is_nobodys(
    game: Game, alice: Person, bob: Person
) -> None:
    open_seat(game=game, seat=1, actor="director", now=NOW)
    let_time_run_out(game, 1)
    act(game, 0, Draw("blind"), Draw("blind"))
    let_time_run_out(game, 1)
    update_reliability(now=NOW)
    assert (conduct(bob).answered, conduct(bob).missed, conduct(bob).percent) == (1, 0, 100)
    assert (game.seats.get(number=1).missed, Miss.objects.count()) == (0, 0)
    # A move of his own ends the search; what he misses from then on counts again.
    act(game, 0, Draw("blind"), Draw("blind"))
    act(game, 1, Draw("blind"), Draw("blind"))
    act(game, 0, Draw("blind"), Draw("blind"))
    let_time_run_out(game, 1)
    update_reliability(now=NOW)
    assert (conduct(bob).answered, conduct(bob).missed) == (2, 1)


def test_sums_from_before_are_corrected_by_counting_again(game: Game, bob: Person) -> None:
    open_seat(game=game, seat=1, actor="vote", now=NOW)
    let_time_run_out(game, 1)
    update_reliability(now=NOW)
    ReliabilityRecord.objects.filter(person=bob).update(missed=1)
    recount_sums()
    assert conduct(bob).missed == 1
    call_command("recompute_reliability", stdout=StringIO())
    assert (conduct(bob).answered, conduct(bob).missed) == (1, 0)


def test_an_excuse_of_a_miss_before_the_seat_was_open_excuses_that_one(
    game: Game, bob: Person
) -> None:
    decision = let_time_run_out(game, 1)
    open_seat(game=game, seat=1, actor="vote", now=NOW)
    act(game, 0, Draw("blind"), Draw("blind"))
    let_time_run_out(game, 1)
    excuse_miss(game=game, seat=1, decision=decision, actor="director", now=NOW)
    update_reliability(now=NOW)
    assert (conduct(bob).missed, conduct(bob).excused) == (1, 1)
